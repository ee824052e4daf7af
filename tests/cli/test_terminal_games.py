"""Whole games of every title in the terminal, typed at random: what is printed has names, and nothing hidden."""

import io
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from aerodrome import Event, Game, Record, load
from aerodrome.cli.board_tables import list_board_tables
from aerodrome.cli.description_lookup import describe_everything_in_sight, format_description_lines
from aerodrome.cli.terminal_match import TerminalMatch
from aerodrome.core.option_specs import apply_people_defaults

TITLES = ("airline", "airkwire", "airsteam", "tingoose")
COMMANDS = (
    "look",
    "log 5",
    "log",
    "why",
    "undo",
    "back",
    "?",
    "",
    "what cash",
    "what 1",
    "why 1",
    "board",
    "orders",
    "orders 1",
)
OPTIONS: dict[str, dict[str, Any]] = {"airline": {"round_limit": 6}, "airsteam": {"game": "full"}}


class Keyboard(Console):
    """Types what it is given, and yes where that is asked; prints to memory."""

    def __init__(self, typed: Iterator[str], is_terminal: bool = False) -> None:
        super().__init__(file=io.StringIO(), width=100, force_terminal=is_terminal)
        self.typed = typed

    def input(self, prompt: object = "", **_: object) -> str:
        self.print(prompt, soft_wrap=True)
        if "(y/n)" in str(prompt):
            return "n" if "Leave" in str(prompt) else "y"
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is left is kept where one works."""
    monkeypatch.chdir(tmp_path)


class ListeningMatch(TerminalMatch):
    """Keeps every event, also of choices that are taken back."""

    def __init__(self, record: Record, names: list[str], console: Console) -> None:
        super().__init__(record, names, console)
        self.events: list[Event] = []

    def _append_event_to_log(self, event: Event) -> None:
        super()._append_event_to_log(event)
        self.events.append(event)


def type_at_random(seed: int, most_lines: int) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(most_lines):
        yield rng.choice(COMMANDS) if rng.random() < 0.08 else str(rng.choice((1, 1, 2, 2, 3, 5, 9)))


def play(title: str, seed: int, most_lines: int = 3000, is_terminal: bool = False) -> tuple[ListeningMatch, str]:
    names = ["human", "random", "random"]
    options = apply_people_defaults(title, OPTIONS.get(title, {}), True)
    keyboard = Keyboard(type_at_random(seed, most_lines), is_terminal)
    terminal = ListeningMatch(Record.start(title, 3, options, seed, names=names), names, keyboard)
    terminal.run_match()
    return terminal, keyboard.text


def list_ids(game: Game) -> Iterator[str]:
    """Every name of the codec that is no word of people: with a joint, or of letters and digits."""
    for names in game.codec.vocabulary.values():
        for name in names:
            if re.fullmatch(r"[a-z0-9]+([_-][a-z0-9]+)+", name) or re.fullmatch(r"[A-Z]{1,2}\d+(-[A-Z]\d)?", name):
                yield name


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_printed_with_names(title: str) -> None:
    terminal, text = play(title, 1)
    assert terminal.record.over, "the game did not come to its end"
    ids = set(list_ids(terminal.game))
    assert ids, "there is nothing to look for"
    words = set(re.findall(r"[\w-]+", text))
    assert words & ids == set()
    assert "None" not in words
    assert re.search(r"\b[a-z]+_[a-z]+", text) is None
    assert "Won by" in text


@pytest.mark.parametrize("title", TITLES)
def test_columns_are_printed_in_a_terminal_and_lines_elsewhere(title: str) -> None:
    _, columns = play(title, 2, 60, is_terminal=True)
    _, lines = play(title, 2, 60)
    assert "─" in columns
    assert not re.search(r"[─│┃━]", lines)
    assert "\x1b" not in lines


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_printed_that_the_seat_could_not_know(title: str) -> None:
    """What rivals hold is drawn anew behind the seat's back at every question: the printed table stays the same."""
    terminal, _ = play(title, 3, 400)
    record, game, rng = terminal.record, terminal.game, random.Random(1)
    compared = 0
    for count in range(0, len(record.played), 11):
        state = record.state_at(count)
        if not game.actors(state) or game.actors(state) == (-1,):
            continue
        other = game.imagine(state, 0, rng)
        assert list_board_tables(game, other, 0) == list_board_tables(game, state, 0)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("title", TITLES)
def test_only_what_the_seat_heard_is_told(title: str) -> None:
    terminal, text = play(title, 4, 600)
    heard = Counter(terminal.game.describe_event(event) for event in terminal.events if event.is_visible_to(0))
    told: Counter[str] = Counter()
    for line, times in re.findall(r"^· (.*?)(?: \((\d+) times\))?$", text, re.MULTILINE):
        told[line] += int(times or 1)
    assert told
    assert told - heard == Counter()


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_names_choices_with_chances(title: str) -> None:
    names = ["human", "random", "random"]
    record = Record(load(title), 3, "1", names)
    keyboard = Keyboard(iter(["hint", "quit"]))
    TerminalMatch(record, names, keyboard).run_match()
    assert re.search(r", \d+% to win", keyboard.text)
    assert set(re.findall(r"[\w-]+", keyboard.text)) & set(list_ids(record.game)) == set()


@pytest.mark.parametrize("title", TITLES)
def test_every_thing_is_described_with_names(title: str) -> None:
    terminal, _ = play(title, 5, 120)
    game, state = terminal.game, terminal.record.state
    things = describe_everything_in_sight(game, state, 0)
    assert len(things) > 20
    text = "\n".join(line for thing in things for line in format_description_lines(thing))
    assert set(re.findall(r"[\w-]+", text)) & set(list_ids(game)) == set()
