"""A match in the terminal: one keyboard, one or more people, bots on the other seats."""

import json
import random
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from aerodrome import Action, BadData, Event, Record, bots, load
from aerodrome.cli.board_text import render_board, render_state
from aerodrome.cli.form_input import fill_form
from aerodrome.cli.record_commands import describe_events
from aerodrome.cli.title_and_rule_commands import find_rules
from aerodrome.cli.title_options import parse_title_options
from aerodrome.core import rulebook
from aerodrome.core.option_specs import apply_people_defaults
from aerodrome.core.question import Question, SlotsForm

HUMAN = "human"
HELP = """\
a number        choose it
why             what cannot be done now, and by which rule
why N | JSON    whether an action is allowed
do JSON         an action written out, such as do {"type": "pass"}
seat NAME       somebody else at this keyboard acts, asked or not
log [N]         what happened, the last N lines
rules ID        a rule, or all that begin so
table · board   the table again · the board as printed
save FILE       keep the match; aerodrome play --resume FILE goes on
quit"""


class QuitMatch(Exception):
    """Somebody has had enough."""


class KeyboardRequested(Exception):
    """Somebody else wants the keyboard."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


def create_terminal_match(
    title: str, players: str, seed: str | None, options: Iterable[str], edition: str
) -> "TerminalMatch":
    """A new match between the players named, who sit in that order; by default a person and greedy bots."""
    given = parse_title_options(options)
    names = _split_names(players) or [HUMAN] + ["greedy"] * (load(title, edition, given).seats_min - 1)
    settings = apply_people_defaults(title, given, HUMAN in names)
    record = Record.start(title, len(names), settings, seed, edition, names)
    return TerminalMatch(record, names)


def load_saved_match(file: Path, players: str) -> "TerminalMatch":
    """A match from a record that was saved, with the same players unless others are named."""
    try:
        record = Record.replay(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    names = _split_names(players) or record.names or [HUMAN] * record.seats
    if len(names) != record.seats:
        raise ValueError(f"players: the match has {record.seats} seats, not {len(names)}")
    return TerminalMatch(record, names)


def _split_names(players: str) -> list[str]:
    return [name.strip() for name in players.split(",") if name.strip()]


class TerminalMatch:
    """Prints what a seat may see and reads what its owner types, turn by turn."""

    def __init__(self, record: Record, names: list[str], console: Console | None = None) -> None:
        self.record = record
        self.game = record.game
        self.names = names
        self.bots = {seat: bots.create_bot(name) for seat, name in enumerate(names) if name != HUMAN}
        self.people = [seat for seat in range(record.seats) if seat not in self.bots]
        self.rng = random.Random(f"{record.seed}:bots")
        self.console = console or Console()
        self.log: list[tuple[int, Event]] = []
        self.events_seen = dict.fromkeys(self.people, 0)
        """How much of the log each person has seen."""
        self.viewer = self.people[0] if len(self.people) == 1 else None

    def run_match(self, record_file: Path | None = None) -> None:
        """Play to the end, or until somebody has had enough; the record is kept in the file, if one is named."""
        try:
            self._play_turns()
        except (QuitMatch, EOFError):
            self.console.print("The match is left as it stands.")
        if record_file is not None:
            record_file.write_bytes(self.record.to_json())
            self.console.print(f"Kept in {record_file}.")

    def _play_turns(self) -> None:
        called: int | None = None
        while True:
            self.record.advance(self._append_event_to_log)
            actors = self.game.actors(self.record.state)
            if not actors:
                break
            seat = next((seat for seat in actors if seat in self.bots), actors[0]) if called is None else called
            called = None
            try:
                self._take_turn(seat)
            except KeyboardRequested as call:
                called = call.seat
        self._print_final_log_table_and_scores()

    def _append_event_to_log(self, event: Event) -> None:
        self.log.append((len(self.record.played), event))

    def _take_turn(self, seat: int) -> None:
        if seat in self.bots:
            action = bots.choose_action(self.bots[seat], self.game, self.record.state, seat, self.rng)
        else:
            self._hand_over_keyboard(seat)
            self._print_new_events(seat)
            self.console.print(render_state(self.game, self.record.state, seat))
            action = self._ask_for_action(seat)
        self.record.play(seat, action, self._append_event_to_log)

    def _hand_over_keyboard(self, seat: int) -> None:
        """With several people at one keyboard, nothing of a seat is shown before its owner sits there."""
        if self.viewer == seat:
            return
        self.console.clear()
        self._read_line(f"Pass the keyboard to {self.game.seat_name(seat)}, and press Enter: ")
        self.console.clear()
        self.viewer = seat

    def _print_new_events(self, seat: int) -> None:
        fresh = [event for _, event in self.log[self.events_seen[seat] :]]
        self.events_seen[seat] = len(self.log)
        for line in describe_events(self.game, fresh, seat):
            self.console.print(f"· {escape(line)}", highlight=False)

    def _ask_for_action(self, seat: int) -> Action:
        question = self._build_question(seat)
        self._print_question(seat, question)
        while True:
            action = self._parse_answer_or_run_command(seat, question, self._read_line("> ").strip())
            if action is None:
                continue
            refusal = self.game.why_not(self.record.state, seat, action)
            if refusal is None:
                return action
            self._print_line(f"No: {refusal}")

    def _build_question(self, seat: int) -> Question:
        """What the seat is asked, and what it may do without being asked."""
        question = self.game.question(self.record.state, seat)
        question.choices = [*question.choices, *self.game.out_of_turn_choices(self.record.state, seat)]
        question.ask = question.ask or "you are not asked now; you may"
        return question

    def _print_question(self, seat: int, question: Question) -> None:
        self._print_line(f"{self.game.seat_name(seat)}: {question.ask}")
        group = ""
        for number, choice in enumerate(question.choices, 1):
            if choice.group != group:
                group = choice.group
                self._print_line(f"  {group}")
            detail = f"  ({choice.detail})" if choice.detail else ""
            self._print_line(f"  {number:3}  {choice.label}{detail}")
        for number, form in enumerate(question.forms, len(question.choices) + 1):
            if isinstance(form, SlotsForm):
                slots = ", ".join(f"{slot.label}: {slot.filled or '–'}" for slot in form.slots)
                shown = f"{number:3}" if any(slot.choices for slot in form.slots) else "   "
                self._print_line(f"  {shown}  {form.label}: {slots}")
            else:
                self._print_line(f"  {number:3}  {form.label} …")
        self.console.print("[dim]? for help[/dim]")

    def _parse_answer_or_run_command(self, seat: int, question: Question, text: str) -> Action | None:
        """The action that was typed; None when it was something else, which is then done."""
        word, _, rest = text.partition(" ")
        try:
            if word.isdecimal():
                return self._pick_numbered_choice(question, int(word))
            if word == "do":
                return self.game.parse(json.loads(rest))
            self._run_command(seat, question, word, rest.strip())
        except (BadData, ValueError) as error:
            self._print_line(str(error))
        return None

    def _pick_numbered_choice(self, question: Question, number: int) -> Action | None:
        choices, forms = question.choices, question.forms
        if 1 <= number <= len(choices):
            choice = choices[number - 1]
            if choice.confirm and not self._read_line(f"{choice.confirm} (y/n) ").lower().startswith("y"):
                return None
            return self.game.parse(choice.action)
        if len(choices) < number <= len(choices) + len(forms):
            filled = fill_form(forms[number - len(choices) - 1], self._read_line)
            return self.game.parse(filled) if filled is not None else None
        raise BadData(f"there is no choice {number}")

    def _run_command(self, seat: int, question: Question, word: str, rest: str) -> None:
        match word:
            case "":
                self._print_question(seat, question)
            case "?" | "help":
                self.console.print(HELP, highlight=False, markup=False)
            case "why":
                self._explain_refusals(seat, question, rest)
            case "seat":
                self._request_keyboard_for(rest)
            case "log":
                self._print_log(seat, int(rest) if rest.isdecimal() else 20)
            case "rules":
                for entry in find_rules(rulebook.read_rules(self.game.title), rest):
                    self._print_line(f"{entry.id}  {entry.text}")
            case "table":
                self.console.print(render_state(self.game, self.record.state, seat))
                self._print_question(seat, question)
            case "board":
                self.console.print(render_board(self.game))
            case "save" if rest:
                Path(rest).write_bytes(self.record.to_json())
                self._print_line(f"Saved in {rest}.")
            case "quit" | "exit" | "q":
                raise QuitMatch
            case _:
                self._print_line(f"{word!r} is not a choice; ? for help")

    def _request_keyboard_for(self, name: str) -> None:
        seat = next((seat for seat in self.people if self.game.seat_name(seat).lower() == name.lower()), None)
        if seat is None:
            raise BadData(f"nobody at this keyboard is {name or 'without a name'}")
        if not self._build_question(seat).choices:
            raise BadData(f"{self.game.seat_name(seat)} can do nothing now")
        raise KeyboardRequested(seat)

    def _explain_refusals(self, seat: int, question: Question, rest: str) -> None:
        if not rest:
            for refused in question.refused:
                self._print_line(f"{refused.label}: {refused.why} [{refused.rule}]")
            if not question.refused:
                self._print_line("Nothing near at hand is refused.")
            return
        action = (
            self._pick_numbered_choice(question, int(rest)) if rest.isdecimal() else self.game.parse(json.loads(rest))
        )
        if action is not None:
            refusal = self.game.why_not(self.record.state, seat, action)
            self._print_line(
                f"Allowed: {self.game.say(self.record.state, seat, action)}" if refusal is None else str(refusal)
            )

    def _print_log(self, seat: int | None, count: int) -> None:
        lines = [(number, self.game.describe_event(event)) for number, event in self.log if event.is_visible_to(seat)]
        for number, line in lines[-count:]:
            self._print_line(f"{number:5}  {line}")

    def _print_final_log_table_and_scores(self) -> None:
        game, state = self.game, self.record.state
        watcher = self.viewer if len(self.people) == 1 else None
        self._print_log(watcher, 10)
        self.console.print(render_state(game, state, watcher))
        for seat, lines in enumerate(game.score_breakdown(state)):
            parts = ", ".join(f"{line.label} {line.amount:,}" for line in lines)
            self._print_line(f"{game.seat_name(seat)}: {game.scores(state)[seat]:,} ({parts})")

    def _print_line(self, text: str) -> None:
        self.console.print(escape(text), highlight=False)

    def _read_line(self, prompt: str) -> str:
        return self.console.input(escape(prompt))
