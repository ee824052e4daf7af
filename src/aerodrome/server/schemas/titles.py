"""Titles, their options, lessons and rules."""

from typing import Any, Literal

import msgspec


class OptionInfo(msgspec.Struct):
    """One setting of a title, as the lobby shows it."""

    name: str
    description: str
    type: Literal["bool", "int", "choice", "text"]
    default: Any
    """The value at a table with a person; `default_bots_only` is the one among bots alone."""
    default_bots_only: Any
    choices: list[Any] = []
    min: int | None = None
    max: int | None = None
    by_lot: bool = False
    """The number of a seat that is drawn unless one is named; `default` is then null."""


class LessonSummary(msgspec.Struct):
    """A lesson as the lobby offers it."""

    lesson: str
    """What it is asked for by."""
    name: str
    about: str
    minutes: int
    steps: int


class QuickGame(msgspec.Struct):
    """The table that one press makes: one person and bots, gentle enough for a newcomer."""

    seats: int
    options: dict[str, Any]
    """Those that differ from the usual ones."""
    decisions: int | None
    """Choices with an alternative that the person makes; null for a title that nobody measured."""
    minutes: int | None


class TitleInfo(msgspec.Struct):
    """A title as the lobby shows it."""

    name: str
    seats_min: int
    seats_max: int
    options: list[OptionInfo]
    bots: list[str]
    """Levels of bots, weakest first."""
    seat_names: list[str]
    """What the seats are called, in order: their colours."""
    lessons: list[LessonSummary] = []
    """In the order they are taken: the first is for newcomers."""
    quick_game: QuickGame | None = None


class TitleList(msgspec.Struct):
    """The titles that can be played."""

    titles: list[TitleInfo]


class RuleInfo(msgspec.Struct):
    """One rule of the digest."""

    id: str
    section: str
    text: str


class RuleList(msgspec.Struct):
    """The rules digest of a title."""

    rules: list[RuleInfo]
