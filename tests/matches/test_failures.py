"""A full disk, a locked database, a crashed worker: the match pauses, says why, and goes on when it can."""

import asyncio
import os
import signal
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import event

from aerodrome.matches import commands
from aerodrome.matches.bot_pool import BotPool, BotRequest
from aerodrome.matches.errors import BotFailed, StorageUnavailable, VersionConflict
from aerodrome.matches.events import ChatPosted, encode_event
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore, PendingAppend
from aerodrome.matches.worker_pool import _Job, _Worker
from matches import working
from matches.conftest import InlineBotPool, play, seated, until


async def test_a_full_disk_refuses_and_forgets_nothing(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    before = live.match.version

    pages = 1

    def resize(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(service.store.engine.sync_engine, "checkout", resize)
    with pytest.raises(StorageUnavailable, match="disk is full"):
        await commands.post_chat(service, live, 0, "x" * 20_000)
    assert (live.match.version, "full" in live.pause_reason) == (before, True)
    pages = 1_000_000
    await commands.post_chat(service, live, 0, "x" * 20_000)
    assert (live.match.version, live.pause_reason) == (before + 1, "")


async def test_a_locked_database_pauses_bots_and_lets_them_go_on(service: MatchService, tmp_path: Path) -> None:
    live = await seated(service, "counting", "person", "random", options={"goal": 30})
    thief = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    thief.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageUnavailable, match="locked"):
        await play(service, live, 0, type="done")
    assert live.match.asked_seats == [0]
    thief.execute("ROLLBACK")
    await commands.hand_seat_to_bot(service, live, 0)
    await until(live, lambda match: match.actions_in_force_count > 4)
    thief.execute("BEGIN EXCLUSIVE")
    while not live.pause_reason:
        await live.changed.wait()
    assert "locked" in live.pause_reason
    stopped = live.match.version
    thief.execute("ROLLBACK")
    thief.close()
    await until(live, lambda match: match.version > stopped)
    assert live.pause_reason == ""


class Dying(InlineBotPool):
    """Breaks down a few times before it thinks."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
        if self.times:
            self.times -= 1
            raise BotFailed("A bot stopped in mid-thought. It tries again.")
        return await super().choose_action(request, level)


async def test_a_bot_that_breaks_down_says_so_and_tries_again(service: MatchService) -> None:
    service.bot_pool = Dying(2)
    live = await seated(service, "counting", "random", "random", options={"goal": 1000})
    said = set()
    while live.match.actions_in_force_count < 3:
        said.add(live.pause_reason)
        await live.changed.wait()
    assert "A bot stopped in mid-thought. It tries again." in said
    assert live.pause_reason == ""


class Stubborn(InlineBotPool):
    """One level never comes to an answer."""

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
        if level == "greedy":
            raise ValueError("a bug in this bot")
        return await super().choose_action(request, level)


async def test_a_bot_that_fails_again_and_again_makes_way_for_a_simpler_one(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aerodrome.matches.service.RETRY_DELAYS_S", (0.0,))
    service.bot_pool = Stubborn()
    live = await seated(service, "counting", "greedy", "person")
    await until(live, lambda match: match.actions_in_force_count > 1)
    assert live.match.seats[0].level == "greedy"


async def test_a_killed_worker_process_is_replaced(titles: None, monkeypatch: pytest.MonkeyPatch) -> None:
    bot_pool = BotPool(1, timeout=600.0)
    live_task = await _a_task(MatchService(MatchStore(""), bot_pool))
    assert (await bot_pool.choose_action(live_task, "random"))["type"] == "bid"
    (pid,) = bot_pool.list_pids()
    begun, run_job_and_catch_error = threading.Event(), _Worker.run_job_and_catch_error

    def run_and_tell(worker: _Worker, job: _Job) -> tuple[bool, object]:
        begun.set()
        return run_job_and_catch_error(worker, job)

    monkeypatch.setattr(_Worker, "run_job_and_catch_error", run_and_tell)
    os.kill(pid, signal.SIGSTOP)
    thinking = asyncio.create_task(bot_pool.choose_action(live_task, "random"))
    await asyncio.to_thread(begun.wait)  # killed before, it would simply be replaced
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(BotFailed, match="mid-thought"):
        await thinking
    assert (await bot_pool.choose_action(live_task, "random"))["type"] == "bid"
    assert bot_pool.list_pids() != [pid]
    bot_pool.close()


async def test_a_worker_that_never_answers_is_given_up(titles: None) -> None:
    bot_pool = BotPool(1, timeout=600.0)
    task = await _a_task(MatchService(MatchStore(""), bot_pool))
    await bot_pool.choose_action(task, "random")
    (pid,) = bot_pool.list_pids()
    os.kill(pid, signal.SIGSTOP)
    bot_pool.timeout = 0.2
    with pytest.raises(BotFailed, match="too long"):
        await bot_pool.choose_action(task, "random")
    assert bot_pool.list_pids() == []


class Fragile(BotPool):
    """Its process crashes whenever it looks at one of the matches."""

    bad_match = ""

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
        if request.share.match == self.bad_match:
            await self._run_in_worker(working.crash, request)
        return await super().choose_action(request, level)


async def test_a_position_that_crashes_bots_pauses_its_own_match_alone(service: MatchService) -> None:
    service.bot_pool = Fragile(1)
    bad = await seated(service, "counting", "person", "random", options={"goal": 30})
    service.bot_pool.bad_match = bad.match.id
    await play(service, bad, 0, type="done")
    paused = []
    good = await seated(service, "counting", "random", "random", options={"goal": 8})
    while not good.match.is_over or not bad.pause_reason:
        paused.append(good.pause_reason)
        await asyncio.wait(
            [asyncio.ensure_future(live.changed.wait()) for live in (good, bad)], return_when="FIRST_COMPLETED"
        )
    assert set(paused) == {""}
    assert "mid-thought" in bad.pause_reason


async def _a_task(service: MatchService) -> BotRequest:
    from aerodrome.core.registry import load

    game = load("toy")
    state = game.new(2)
    for card in (0, 1):
        game.apply(state, -1, game.parse({"type": "deal", "card": ("ace", "king")[card]}))
    return BotRequest("toy", 1, {}, game.to_json(state), 0, 7)


async def test_of_two_writers_of_one_number_one_wins(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    saved = PendingAppend(
        live.match.id, live.match.version + 1, encode_event(ChatPosted(seat=0, text="first")), "playing", 0, None
    )
    await service.store.append_event(saved)
    with pytest.raises(VersionConflict):
        await service.store.append_event(saved)
    await commands.post_chat(service, live, 1, "third")
    assert live.match.version == saved.version + 1
