"""Processes that do one job each: one that crashes, hangs or is late costs nobody else anything."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from aerodrome.matches.fair_queue import Priority
from aerodrome.matches.worker_pool import (
    JobFailed,
    NoFreeWorker,
    WorkerCrashed,
    WorkerPool,
    WorkerSettings,
    WorkerTimeout,
    _Worker,
)
from matches import working

ALL = frozenset(Priority)


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    made = WorkerPool([WorkerSettings(ALL, 0), WorkerSettings(ALL, 0)])
    yield made
    made.close()


async def test_a_job_that_crashes_or_hangs_ends_its_own_process_alone(pool: WorkerPool, tmp_path: Path) -> None:
    flag = tmp_path / "go on"
    steady = asyncio.create_task(pool.run(working.wait_for_file, str(flag), max_seconds=60))
    assert await pool.run(working.add, 1, 2, max_seconds=60) == 3
    before = set(pool.list_pids())
    with pytest.raises(WorkerCrashed):
        await pool.run(working.crash, max_seconds=60)
    with pytest.raises(WorkerTimeout):
        await pool.run(working.wait_for_file, str(tmp_path / "never"), max_seconds=0.05)
    with pytest.raises(JobFailed, match="ValueError: a bad position"):
        await pool.run(working.fail, max_seconds=60)
    flag.touch()
    assert await steady in before & set(pool.list_pids())
    assert await pool.run(working.add, 2, 2, max_seconds=60) == 4


async def test_who_cannot_be_served_in_time_is_told_and_leaves_nothing_behind(tmp_path: Path) -> None:
    pool = WorkerPool([WorkerSettings(ALL, 0)])
    flag = tmp_path / "go on"
    first = asyncio.create_task(pool.run(working.wait_for_file, str(flag), max_seconds=60))
    await asyncio.sleep(0)
    with pytest.raises(NoFreeWorker):
        await pool.run(working.add, 1, 1, max_seconds=60, max_wait_seconds=0.01)
    assert pool.waiting_count == 0
    flag.touch()
    await first
    pool.close()


async def test_closing_ends_what_is_under_way_and_what_waits(tmp_path: Path) -> None:
    pool = WorkerPool([WorkerSettings(ALL, 0)])
    await pool.run(working.add, 1, 1, max_seconds=60)
    jobs = [asyncio.create_task(pool.run(working.wait_for_file, str(tmp_path / "x"), max_seconds=600)) for _ in "ab"]
    await asyncio.sleep(0)
    pool.close()
    assert [type(error) for error in await asyncio.gather(*jobs, return_exceptions=True)] == [WorkerCrashed] * 2
    assert pool.list_pids() == []
    with pytest.raises(WorkerCrashed):
        await pool.run(working.add, 1, 1, max_seconds=60)


async def test_closing_while_a_process_starts_is_no_fault_of_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = WorkerPool([WorkerSettings(ALL, 0)])
    monkeypatch.setattr(_Worker, "ensure_started", lambda _worker: pool.close())
    with pytest.raises(WorkerCrashed):
        await pool.run(working.add, 1, 1, max_seconds=60)


async def test_matches_of_bots_alone_leave_a_worker_to_people(tmp_path: Path) -> None:
    people = WorkerSettings(frozenset({Priority.PERSON_WAITS, Priority.WITH_PEOPLE}), 0)
    pool = WorkerPool([people, WorkerSettings(ALL, 0)])
    flag = tmp_path / "go on"
    bots = [
        asyncio.create_task(pool.run(working.wait_for_file, str(flag), max_seconds=60, priority=Priority.BOTS_ONLY))
        for _ in range(5)
    ]
    await asyncio.sleep(0)
    assert await pool.run(working.add, 1, 1, max_seconds=60) == 2
    assert pool.waiting_count == 4
    flag.touch()
    assert len(set(await asyncio.gather(*bots))) == 1
    pool.close()
