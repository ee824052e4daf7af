"""A match in the terminal: one keyboard, one or more people, bots on the other seats."""

import itertools
import json
import random
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from aerodrome import Action, BadData, Event, Record, bots, load
from aerodrome.cli.board_tables import list_board_tables
from aerodrome.cli.board_tables.table import BoardTable
from aerodrome.cli.board_text import build_table_renderable, format_phase_and_winners, is_plain_output
from aerodrome.cli.choice_menu import ChoiceMenu, ChoiceWithOutcome
from aerodrome.cli.form_input import ask_and_fill_form
from aerodrome.cli.record_commands import describe_visible_events
from aerodrome.cli.terminal_commands import KeyboardRequested, QuitMatch, run_command
from aerodrome.cli.title_options import parse_title_options
from aerodrome.cli.undo_stack import UndoStack
from aerodrome.core.option_specs import apply_people_defaults
from aerodrome.core.question import Question

HUMAN = "human"


def create_terminal_match(
    title: str, players: str, seed: str | None, options: Iterable[str], edition: str, plain: bool = False
) -> "TerminalMatch":
    """A new match between the players named, who sit in that order; by default a person and greedy bots."""
    given = parse_title_options(options)
    names = _split_names(players) or [HUMAN] + ["greedy"] * (load(title, edition, given).seats_min - 1)
    settings = apply_people_defaults(title, given, HUMAN in names)
    record = Record.start(title, len(names), settings, seed, edition, names)
    return TerminalMatch(record, names, plain=plain)


def load_saved_match(file: Path, players: str, plain: bool = False) -> "TerminalMatch":
    """A match from a record that was saved, with the same players unless others are named."""
    try:
        record = Record.replay(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    names = _split_names(players) or record.names or [HUMAN] * record.seats
    if len(names) != record.seats:
        raise ValueError(f"players: the match has {record.seats} seats, not {len(names)}")
    match = TerminalMatch(record, names, plain=plain)
    match.rebuild_event_log()
    return match


def _split_names(players: str) -> list[str]:
    return [name.strip() for name in players.split(",") if name.strip()]


def find_free_file_name(title: str) -> Path:
    """Where a match is kept when nobody said where: a name that no file here has yet."""
    number = 1
    while (file := Path(f"{title}-{number}.json")).exists():
        number += 1
    return file


class TerminalMatch:
    """Prints what a seat may see and reads what its owner types, turn by turn."""

    def __init__(
        self, record: Record, names: list[str], console: Console | None = None, *, plain: bool = False
    ) -> None:
        self.record = record
        self.game = record.game
        self.bots = {seat: bots.create_bot(name) for seat, name in enumerate(names) if name != HUMAN}
        self.names = names
        self.people = [seat for seat in range(record.seats) if seat not in self.bots]
        self.rng = random.Random(f"{record.seed}:bots")
        self.console = console or Console()
        self.plain = plain or is_plain_output(self.console)
        """Lines instead of columns, for a screen reader and for files."""
        self.log: list[tuple[int, Event]] = []
        """Every event with the number of the action it came from."""
        self.events_seen = dict.fromkeys(self.people, 0)
        """How much of the log each person has seen."""
        self.viewer = self.people[0] if len(self.people) == 1 else None
        self.orders: dict[int, dict[str, str]] = {seat: {} for seat in self.people}
        """The standing orders each person has given, in words, by their keys."""
        self.heading_seen = ""
        self.tables_seen: list[BoardTable] = []
        """The tables that stand on the screen for the viewer."""
        self.undo_stack = UndoStack()

    def run_match(self, record_file: Path | None = None) -> None:
        """Play to the end, or until somebody has had enough; then the record is kept, also where no file is named."""
        try:
            self._play_turns()
        except (QuitMatch, EOFError):
            self.print_lines(["The match is left as it stands."])
            record_file = record_file or find_free_file_name(self.game.title)
        if record_file is not None:
            record_file.write_bytes(self.record.to_json())
            self.print_lines([f"Kept in {record_file}."])
            if not self.record.over:
                self.print_lines([f"aerodrome play --resume {record_file} goes on."])

    def rebuild_event_log(self) -> None:
        """Fill the log with what happened before the match was taken up again."""
        state = self.game.new(self.record.seats)
        for number, (who, action) in enumerate(self.record.played):
            events: list[Event] = []
            self.game.apply(state, who, action, events.append)
            self.log += [(number, event) for event in events]
        self.events_seen = dict.fromkeys(self.people, len(self.log))

    def forget_undone_events(self) -> None:
        """After an undo: what it made void is in nobody's log."""
        self.log = [(number, event) for number, event in self.log if number < len(self.record.played)]
        self.events_seen = {seat: min(seen, len(self.log)) for seat, seen in self.events_seen.items()}

    def _play_turns(self) -> None:
        called: int | None = None
        while True:
            self._resolve_chance()
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

    def _resolve_chance(self) -> None:
        before = len(self.record.played)
        self.record.advance(self._append_event_to_log)
        if len(self.record.played) > before:
            self.undo_stack.forget_choices("Chance answered since your last choice.")

    def _append_event_to_log(self, event: Event) -> None:
        self.log.append((len(self.record.played), event))

    def _take_turn(self, seat: int) -> None:
        if seat in self.bots:
            action = bots.choose_action(self.bots[seat], self.game, self.record.state, seat, self.rng)
            self.record.play(seat, action, self._append_event_to_log)
            self.undo_stack.forget_choices()
            return
        ordered = self.game.standing_order_action(self.record.state, seat, frozenset(self.orders[seat]))
        if ordered is not None:
            before = self.record.state.clone()
            self.record.play(seat, ordered, self._append_event_to_log)
            self.undo_stack.forget_choices_if_standing_order_interferes(self.record, before, seat, ordered)
            return
        self._hand_over_keyboard(seat)
        self._print_new_events(seat)
        self._print_changed_tables(seat)
        action = self._ask_for_action(seat)
        before = self.record.state.clone()
        self.record.play(seat, action, self._append_event_to_log)
        self.undo_stack.record_choice_or_forbid_undo(self.record, before, seat, action)

    def _hand_over_keyboard(self, seat: int) -> None:
        """With several people at one keyboard, nothing of a seat is shown before its owner sits there."""
        if self.viewer == seat:
            return
        self.console.clear()
        self._read_line(f"Pass the keyboard to {self.game.seat_name(seat)}, and press Enter: ")
        self.console.clear()
        self.viewer = seat
        self.heading_seen, self.tables_seen = "", []

    def _print_new_events(self, seat: int) -> None:
        fresh = [event for _, event in self.log[self.events_seen[seat] :]]
        self.events_seen[seat] = len(self.log)
        for line, same in itertools.groupby(describe_visible_events(self.game, fresh, seat)):
            times = sum(1 for _ in same)
            self.print_lines([f"· {line}" if times == 1 else f"· {line} ({times} times)"])

    def _print_changed_tables(self, seat: int | None) -> None:
        """Where the match stands, and of what matters in every turn that which is not on the screen as it is."""
        tables = [table for table in list_board_tables(self.game, self.record.state, seat) if table.is_shown_every_turn]
        heading = format_phase_and_winners(self.game, self.record.state)
        if heading != self.heading_seen:
            self.print_lines([heading])
        for table in tables:
            if table not in self.tables_seen:
                self.print_block(build_table_renderable(table, self.plain))
        self.heading_seen, self.tables_seen = heading, tables

    def _ask_for_action(self, seat: int) -> Action:
        menu = ChoiceMenu(self.build_question(seat), self.game.list_choice_outcomes(self.record.state, seat))
        self.print_question(seat, menu)
        while True:
            try:
                action = self._parse_answer_or_run_command(seat, menu, self._read_line("> ").strip())
            except (BadData, ValueError, OSError) as error:
                self.print_lines([str(error)])
                continue
            if action is None:
                continue
            refusal = self.game.why_not(self.record.state, seat, action)
            if refusal is None:
                return action
            self.print_lines([f"No: {refusal}"])

    def build_question(self, seat: int) -> Question:
        """What the seat is asked, and what it may do without being asked."""
        question = self.game.question(self.record.state, seat)
        question.choices = [*question.choices, *self.game.out_of_turn_choices(self.record.state, seat)]
        question.ask = question.ask or "you are not asked now; you may"
        return question

    def print_question(self, seat: int, menu: ChoiceMenu) -> None:
        """The step of the question that is asked, with what threatens the seat."""
        self.print_lines([f"{self.game.seat_name(seat)}: {menu.question.ask}"])
        self.print_lines(f"Beware: {warning.text}" for warning in menu.question.warnings)
        self.print_lines([*menu.format_lines(), "? for help"])

    def _parse_answer_or_run_command(self, seat: int, menu: ChoiceMenu, typed_line: str) -> Action | None:
        """The action that was typed; None when it was something else, which is then done."""
        word, _, rest = typed_line.partition(" ")
        if word.isdecimal():
            return self._pick_numbered_choice(seat, menu, int(word))
        if word == "do":
            return self.game.parse(json.loads(rest))
        run_command(self, seat, menu, word, rest.strip())
        return None

    def _pick_numbered_choice(self, seat: int, menu: ChoiceMenu, row_number: int) -> Action | None:
        picked = menu.pick_or_descend(row_number)
        if picked is None:
            self.print_question(seat, menu)
            return None
        if isinstance(picked, ChoiceWithOutcome):
            choice = picked.choice
            if choice.confirm and not self._read_line(f"{choice.confirm} (y/n) ").lower().startswith("y"):
                return None
            return self.game.parse(choice.action)
        filled = ask_and_fill_form(picked, self._read_line, self.game.seat_name)
        return self.game.parse(filled) if filled is not None else None

    def print_log(self, seat: int | None, line_count: int) -> None:
        """The last lines of what a seat heard, each with the number of its action."""
        lines = [(number, self.game.describe_event(event)) for number, event in self.log if event.is_visible_to(seat)]
        self.print_lines(f"{number:5}  {line}" for number, line in lines[-line_count:] if line_count)

    def _print_final_log_table_and_scores(self) -> None:
        game, state = self.game, self.record.state
        watcher = self.viewer if len(self.people) == 1 else None
        self.print_log(watcher, 10)
        self.heading_seen, self.tables_seen = "", []
        self._print_changed_tables(watcher)
        for seat, lines in enumerate(game.score_breakdown(state)):
            parts = ", ".join(f"{line.format_label()} {line.amount:,}" for line in lines)
            self.print_lines([f"{game.seat_name(seat)}: {game.scores(state)[seat]:,} ({parts})"])

    def print_block(self, renderable: RenderableType) -> None:
        """Something of several lines; in plain output each of them stays whole."""
        self.console.print(renderable, highlight=False, soft_wrap=self.plain)

    def print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            told = line.replace(" → ", " to ") if self.plain else line
            self.console.print(Text(told), highlight=False, soft_wrap=self.plain)

    def _read_line(self, prompt: str) -> str:
        return self.console.input(Text(prompt))
