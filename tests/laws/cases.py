"""Which tables the laws are tried on: every title, every seat count, every setting of its options.

Older versions of the rules are tried with the default options and the fewest and the most seats. With
`AERODROME_TEST_LAWS=sample` only every third setting is tried, besides the defaults: so the plain engine is tried where
the compiled one has just been tried with all.
"""

import itertools
import os
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

import aerodrome
from aerodrome.core.options import BadOption, Options

FULL_PRODUCT = 24
"""Up to so many combinations are all tried; of more: the defaults, each single change, and some at random."""
AT_RANDOM = 6
FEWEST = 60
"""A title with fewer cases plays them several times, with other seeds."""


class Case(NamedTuple):
    title: str
    seats: int
    options: dict[str, Any]
    time: int = 0
    rules: int | None = None
    """An older version of the title's rules; None for the newest."""

    @property
    def game(self) -> aerodrome.Game:
        return aerodrome.load(self.title, options=self.options, rules=self.rules)

    def seed(self, number: int) -> int:
        """The seed of a law's game: another one each time, odd or even as the law wants it."""
        return number + 100 * self.time

    def __str__(self) -> str:
        changed = ",".join(f"{name}={value}" for name, value in self.options.items())
        rules = "" if self.rules is None else f"-rules={self.rules}"
        times = f"-{self.time}" if self.time else ""
        return f"{self.title}-{self.seats}" + (f"-{changed}" if changed else "") + rules + times


def cases() -> list[Case]:
    every = [case for title in aerodrome.titles() for case in cases_of(title)]
    if os.environ.get("AERODROME_TEST_LAWS") != "sample":
        return every
    return [case for i, case in enumerate(every) if i % 3 == 0 or not case.options]


def tables() -> list[Case]:
    """Every title and seat count with the defaults, for laws that options cannot touch."""
    return [case for case in cases() if not case.options and not case.time and case.rules is None]


def older_tables() -> list[Case]:
    """The tables of `cases` that play an older version of the rules."""
    return [case for case in cases() if case.rules is not None]


def cases_of(title: str) -> Iterator[Case]:
    try:
        game = aerodrome.load(title)
    except ImportError:
        yield Case(title, 2, {})  # a title that is not there fails each law by itself
        return
    settings = [options for options in combinations(type(game.options)) if _accepted(title, options)]
    tables = [(n, options) for n in range(game.seats_min, game.seats_max + 1) for options in settings]
    for time in range(max(1, FEWEST // len(tables))):
        for seats, options in tables:
            yield Case(title, seats, options, time)
    for rules in range(1, game.rules_version):
        for seats in sorted({game.seats_min, game.seats_max}):
            yield Case(title, seats, {}, rules=rules)


def _accepted(title: str, options: dict[str, Any]) -> bool:
    """Some settings exclude each other; the title says so."""
    try:
        aerodrome.load(title, options=options)
    except BadOption:
        return len(options) < 2
    return True


def combinations(kind: type[Options]) -> list[dict[str, Any]]:
    """Settings to try, each as its difference from the defaults; the first is empty."""
    fields = msgspec.inspect.type_info(kind)
    assert isinstance(fields, msgspec.inspect.StructType)
    others = {field.name: [v for v in tried(field.type) if v != field.default] for field in fields.fields}
    size = 1
    for values in others.values():
        size *= 1 + len(values)
    if size <= FULL_PRODUCT:
        return _product(others)
    singles = [{name: value} for name, values in others.items() for value in values]
    rng = random.Random(kind.__name__)
    mixed = [
        {name: rng.choice(values) for name, values in others.items() if values and rng.random() < 0.5}
        for _ in range(AT_RANDOM)
    ]
    return [{}, *singles, *(options for options in mixed if len(options) > 1)]


def _product(others: dict[str, list[Any]]) -> list[dict[str, Any]]:
    unset = object()
    rows = itertools.product(*([unset, *values] for values in others.values()))
    return [{name: v for name, v in zip(others, row, strict=True) if v is not unset} for row in rows]


def tried(kind: msgspec.inspect.Type) -> list[Any]:
    """The values of one option that the laws try."""
    match kind:
        case msgspec.inspect.Metadata():
            examples = (kind.extra_json_schema or {}).get("examples")
            return list(examples) if examples else tried(kind.type)
        case msgspec.inspect.BoolType():
            return [False, True]
        case msgspec.inspect.LiteralType():
            return list(kind.values)
        case msgspec.inspect.NoneType():
            return [None]
        case msgspec.inspect.UnionType():
            return [value for part in kind.types for value in tried(part)]
        case _:
            raise AssertionError(f"an option of type {kind} needs Meta(examples=[...])")
