"""A match in the terminal: one keyboard, one or more people, bots on the other seats."""

import json
import random
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from aerodrome import Action, BadData, Event, Record, bots
from aerodrome.cli.board import position, printed
from aerodrome.cli.filling import fill
from aerodrome.cli.records import words
from aerodrome.cli.rules import matching
from aerodrome.cli.settings import load, parse
from aerodrome.core import rulebook
from aerodrome.core.option_specs import apply_people_defaults
from aerodrome.core.question import Question, SlotsForm

HUMAN = "human"
HELP = """\
a number        choose it
why             what cannot be done now, and by which rule
why N | JSON    whether an action is allowed
do JSON         an action written out, such as do {"type": "pass"}
log [N]         what happened, the last N lines
rules ID        a rule, or all that begin so
table · board   the table again · the board as printed
save FILE       keep the match; aerodrome play --resume FILE goes on
quit"""


class Quit(Exception):
    """Somebody has had enough."""


def started(title: str, players: str, seed: str | None, options: list[str], edition: str) -> "Terminal":
    names = _names(players) or [HUMAN] + ["greedy"] * (load(title, options, edition).seats_min - 1)
    settings = apply_people_defaults(title, parse(options), HUMAN in names)
    record = Record.start(title, len(names), settings, seed, edition, names)
    return Terminal(record, names)


def resumed(file: Path, players: str) -> "Terminal":
    try:
        record = Record.replay(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    names = _names(players) or record.names or [HUMAN] * record.seats
    if len(names) != record.seats:
        raise ValueError(f"players: the match has {record.seats} seats, not {len(names)}")
    return Terminal(record, names)


def _names(players: str) -> list[str]:
    return [name.strip() for name in players.split(",") if name.strip()]


class Terminal:
    def __init__(self, record: Record, names: list[str], console: Console | None = None) -> None:
        self.record = record
        self.game = record.game
        self.names = names
        self.bots = {seat: bots.make(name) for seat, name in enumerate(names) if name != HUMAN}
        self.people = [seat for seat in range(record.seats) if seat not in self.bots]
        self.rng = random.Random(f"{record.seed}:bots")
        self.console = console or Console()
        self.log: list[tuple[int, Event]] = []
        self.read = dict.fromkeys(self.people, 0)
        """How much of the log each person has seen."""
        self.looking = self.people[0] if len(self.people) == 1 else None

    def run(self, keep: Path | None = None) -> None:
        try:
            self._play()
        except (Quit, EOFError):
            self.console.print("The match is left as it stands.")
        if keep is not None:
            keep.write_bytes(self.record.to_json())
            self.console.print(f"Kept in {keep}.")

    def _play(self) -> None:
        while True:
            self.record.advance(self._hear)
            actors = self.game.actors(self.record.state)
            if not actors:
                break
            self._turn(next((seat for seat in actors if seat in self.bots), actors[0]))
        self._end()

    def _hear(self, event: Event) -> None:
        self.log.append((len(self.record.played), event))

    def _turn(self, seat: int) -> None:
        if seat in self.bots:
            action = bots.decide(self.bots[seat], self.game, self.record.state, seat, self.rng)
        else:
            self._curtain(seat)
            self._news(seat)
            self.console.print(position(self.game, self.record.state, seat))
            action = self._ask(seat)
        self.record.play(seat, action, self._hear)

    def _curtain(self, seat: int) -> None:
        """With several people at one keyboard, nothing of a seat is shown before its owner sits there."""
        if self.looking == seat:
            return
        self.console.clear()
        self._input(f"Pass the keyboard to {self.game.seat_name(seat)}, and press Enter: ")
        self.console.clear()
        self.looking = seat

    def _news(self, seat: int) -> None:
        fresh = [event for _, event in self.log[self.read[seat] :]]
        self.read[seat] = len(self.log)
        for line in words(self.game, fresh, seat):
            self.console.print(f"· {escape(line)}", highlight=False)

    def _ask(self, seat: int) -> Action:
        question = self.game.question(self.record.state, seat)
        self._print_question(seat, question)
        while True:
            action = self._answer(seat, question, self._input("> ").strip())
            if action is None:
                continue
            refusal = self.game.why_not(self.record.state, seat, action)
            if refusal is None:
                return action
            self._say(f"No: {refusal}")

    def _print_question(self, seat: int, question: Question) -> None:
        self._say(f"{self.game.seat_name(seat)}: {question.ask}")
        group = ""
        for number, choice in enumerate(question.choices, 1):
            if choice.group != group:
                group = choice.group
                self._say(f"  {group}")
            detail = f"  ({choice.detail})" if choice.detail else ""
            self._say(f"  {number:3}  {choice.label}{detail}")
        for number, form in enumerate(question.forms, len(question.choices) + 1):
            if isinstance(form, SlotsForm):
                slots = ", ".join(f"{slot.label}: {slot.filled or '–'}" for slot in form.slots)
                self._say(f"       {form.label}: {slots}")
            else:
                self._say(f"  {number:3}  {form.label} …")
        self.console.print("[dim]? for help[/dim]")

    def _answer(self, seat: int, question: Question, text: str) -> Action | None:
        """The action that was typed; None when it was something else, which is then done."""
        word, _, rest = text.partition(" ")
        try:
            if word.isdecimal():
                return self._numbered(question, int(word))
            if word == "do":
                return self.game.parse(json.loads(rest))
            self._command(seat, question, word, rest.strip())
        except (BadData, ValueError) as error:
            self._say(str(error))
        return None

    def _numbered(self, question: Question, number: int) -> Action | None:
        choices, forms = question.choices, question.forms
        if 1 <= number <= len(choices):
            choice = choices[number - 1]
            if choice.confirm and not self._input(f"{choice.confirm} (y/n) ").lower().startswith("y"):
                return None
            return self.game.parse(choice.action)
        if len(choices) < number <= len(choices) + len(forms):
            filled = fill(forms[number - len(choices) - 1], self._input)
            return self.game.parse(filled) if filled is not None else None
        raise BadData(f"there is no choice {number}")

    def _command(self, seat: int, question: Question, word: str, rest: str) -> None:
        match word:
            case "":
                self._print_question(seat, question)
            case "?" | "help":
                self.console.print(HELP, highlight=False, markup=False)
            case "why":
                self._why(seat, question, rest)
            case "log":
                self._tell(seat, int(rest) if rest.isdecimal() else 20)
            case "rules":
                for entry in matching(rulebook.entries(self.game.title), rest):
                    self._say(f"{entry.id}  {entry.text}")
            case "table":
                self.console.print(position(self.game, self.record.state, seat))
                self._print_question(seat, question)
            case "board":
                self.console.print(printed(self.game))
            case "save" if rest:
                Path(rest).write_bytes(self.record.to_json())
                self._say(f"Saved in {rest}.")
            case "quit" | "exit" | "q":
                raise Quit
            case _:
                self._say(f"{word!r} is not a choice; ? for help")

    def _why(self, seat: int, question: Question, rest: str) -> None:
        if not rest:
            for refused in question.refused:
                self._say(f"{refused.label}: {refused.why} [{refused.rule}]")
            if not question.refused:
                self._say("Nothing near at hand is refused.")
            return
        action = self._numbered(question, int(rest)) if rest.isdecimal() else self.game.parse(json.loads(rest))
        if action is not None:
            refusal = self.game.why_not(self.record.state, seat, action)
            self._say(f"Allowed: {self.game.say(self.record.state, seat, action)}" if refusal is None else str(refusal))

    def _tell(self, seat: int | None, count: int) -> None:
        lines = [(number, self.game.tell_words(event)) for number, event in self.log if event.heard_by(seat)]
        for number, line in lines[-count:]:
            self._say(f"{number:5}  {line}")

    def _end(self) -> None:
        game, state = self.game, self.record.state
        watcher = self.looking if len(self.people) == 1 else None
        self._tell(watcher, 10)
        self.console.print(position(game, state, watcher))
        for seat, lines in enumerate(game.tally(state)):
            parts = ", ".join(f"{line.label} {line.amount:,}" for line in lines)
            self._say(f"{game.seat_name(seat)}: {game.scores(state)[seat]:,} ({parts})")

    def _say(self, text: str) -> None:
        self.console.print(escape(text), highlight=False)

    def _input(self, prompt: str) -> str:
        return self.console.input(escape(prompt))
