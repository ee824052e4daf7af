"""Tables without a web around them."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from aerodrome.core import library
from aerodrome.table import doings
from aerodrome.table.doings import Plan, SeatWish
from aerodrome.table.match import Match
from aerodrome.table.service import Live, Tables
from aerodrome.table.store import Store
from aerodrome.table.workers import Task, Workers, think

KEY = "key of the host"


class Inline(Workers):
    """Thinks on the spot: no process to start."""

    async def think(self, task: Task, level: str) -> dict[str, object]:
        return think(task, level)


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy, and a longer one with turns and orders, for the length of a test."""
    more = {"toy": "toy.game", "counting": "table.counting"}
    monkeypatch.setattr(library, "_MODULES", {**library._MODULES, **more})
    monkeypatch.setattr(library, "_LOADED", {})


@pytest.fixture
async def tables(tmp_path: Path, titles: None) -> AsyncIterator[Tables]:
    made = Tables(Store(tmp_path / "tables.db", lock_patience=0.2), Inline())
    await made.open()
    yield made
    await made.close()


@pytest.fixture
def again(tmp_path: Path, titles: None) -> Callable[[], Tables]:
    """Another process that looks at the same database."""
    return lambda: Tables(Store(tmp_path / "tables.db", lock_patience=0.2), Inline())


async def seated(tables: Tables, title: str, *seats: str, **more: Any) -> Live:
    """Seats as words: "person", or a bot's level."""
    wishes = [SeatWish("person") if word == "person" else SeatWish("bot", word) for word in seats]
    plan = Plan(title, wishes, {})._replace(**more)
    return await doings.make(tables, plan, KEY)


async def play(tables: Tables, live: Live, seat: int, **action: object) -> bool:
    asked_at = live.match.seats[seat].asked_at
    return await doings.act(tables, live, seat, asked_at or 0, action)


async def until(live: Live, true: Callable[[Match], bool]) -> None:
    while not true(live.match):
        await live.changed.wait()
