"""A full disk, a locked database, a crashed worker: the match pauses, says why, and goes on when it can."""

import os
import signal
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event, text

from aerodrome.table import doings, service
from aerodrome.table.journal import Said, write
from aerodrome.table.service import Tables
from aerodrome.table.store import Saved, Store
from aerodrome.table.troubles import CannotSave, CannotThink, Taken
from aerodrome.table.workers import Task, Workers
from table.conftest import Inline, play, seated, until


async def test_a_full_disk_refuses_and_forgets_nothing(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    before = live.match.n

    pages = 1

    def resize(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(tables.store.engine.sync_engine, "checkout", resize)
    with pytest.raises(CannotSave, match="disk is full"):
        await doings.say(tables, live, 0, "x" * 20_000)
    assert (live.match.n, "full" in live.trouble) == (before, True)
    pages = 1_000_000
    await doings.say(tables, live, 0, "x" * 20_000)
    assert (live.match.n, live.trouble) == (before + 1, "")


async def test_a_locked_database_pauses_bots_and_lets_them_go_on(tables: Tables, tmp_path: Path) -> None:
    live = await seated(tables, "counting", "person", "random", options={"goal": 30})
    thief = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    thief.execute("BEGIN EXCLUSIVE")
    with pytest.raises(CannotSave, match="locked"):
        await play(tables, live, 0, type="done")
    assert live.match.asked == [0]
    thief.execute("ROLLBACK")
    await doings.leave(tables, live, 0)
    await until(live, lambda match: match.position > 4)
    thief.execute("BEGIN EXCLUSIVE")
    while not live.trouble:
        await live.changed.wait()
    assert "locked" in live.trouble
    stopped = live.match.n
    thief.execute("ROLLBACK")
    thief.close()
    await until(live, lambda match: match.n > stopped)
    assert live.trouble == ""


class Dying(Inline):
    """Breaks down a few times before it thinks."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def think(self, task: Task, level: str) -> dict[str, object]:
        if self.times:
            self.times -= 1
            raise CannotThink("A bot stopped in mid-thought. It tries again.")
        return await super().think(task, level)


async def test_a_bot_that_breaks_down_says_so_and_tries_again(tables: Tables) -> None:
    tables.workers = Dying(2)
    live = await seated(tables, "counting", "random", "random", options={"goal": 1000})
    said = set()
    while live.match.position < 3:
        said.add(live.trouble)
        await live.changed.wait()
    assert "A bot stopped in mid-thought. It tries again." in said
    assert live.trouble == ""


class Stubborn(Inline):
    """One level never comes to an answer."""

    async def think(self, task: Task, level: str) -> dict[str, object]:
        if level == "greedy":
            raise ValueError("a bug in this bot")
        return await super().think(task, level)


async def test_a_bot_that_fails_again_and_again_makes_way_for_a_simpler_one(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BACKOFF", (0.0,))
    tables.workers = Stubborn()
    live = await seated(tables, "counting", "greedy", "person")
    await until(live, lambda match: match.position > 1)
    assert live.match.seats[0].level == "greedy"


async def test_a_killed_worker_process_is_replaced(titles: None) -> None:
    workers = Workers(1)
    tables = Tables(Store("", lock_patience=0.2), workers)
    live_task = await _a_task(tables)
    assert (await workers.think(live_task, "random"))["type"] == "bid"
    (pid,) = workers.pids()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(CannotThink):
        await workers.think(live_task, "random")
    assert (await workers.think(live_task, "random"))["type"] == "bid"
    workers.close()


async def test_a_worker_that_never_answers_is_given_up(titles: None) -> None:
    workers = Workers(1, patience=60.0)
    task = await _a_task(Tables(Store(""), workers))
    await workers.think(task, "random")
    (pid,) = workers.pids()
    os.kill(pid, signal.SIGSTOP)
    workers.patience = 0.2
    with pytest.raises(CannotThink, match="too long"):
        await workers.think(task, "random")
    assert workers.pids() == []


async def _a_task(tables: Tables) -> Task:
    from aerodrome.core.library import load

    game = load("toy")
    state = game.new(2)
    for card in (0, 1):
        game.apply(state, -1, game.parse({"type": "deal", "card": ("ace", "king")[card]}))
    return Task("toy", 1, {}, game.to_json(state), 0, 7)


async def test_of_two_writers_of_one_number_one_wins(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    saved = Saved(live.match.id, live.match.n + 1, write(Said(seat=0, text="first")), "playing", 0, None)
    await tables.store.append(saved)
    with pytest.raises(Taken):
        await tables.store.append(saved)
    await doings.say(tables, live, 1, "third")
    assert live.match.n == saved.n + 1


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.db")
    await store.open()
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE version SET number = 99"))
    await store.close()
    with pytest.raises(RuntimeError, match="version 99"):
        await Store(tmp_path / "t.db").open()
