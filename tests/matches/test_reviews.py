"""Reviews beside the play: kept as they grow, the same after a kill, gone with their match."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from aerodrome.core.record import Record
from aerodrome.matches import review_jobs, review_work
from aerodrome.matches.errors import InvalidState, NotFound
from aerodrome.matches.fair_queue import NO_SHARE, ShareKey
from aerodrome.matches.housekeeping import Retention
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.review_jobs import ReviewJob
from aerodrome.matches.review_store import ReviewStore
from aerodrome.matches.schema import review_consents, review_results, reviews
from aerodrome.matches.service import MatchService
from aerodrome.matches.worker_pool import WorkerCrashed
from aerodrome.reviews.review import review
from matches.conftest import InlineBotPool, seated, until


@pytest.fixture(autouse=True)
def one_task_per_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task is kept by itself: a review can be broken off after any of them."""
    monkeypatch.setattr(review_work, "JOB_SECONDS", 0.0)
    monkeypatch.setattr(review_jobs, "SAVE_INTERVAL_S", 0.0)


class Breaking(InlineBotPool):
    """Does so many jobs of a review, then never answers again: as a machine whose power went off."""

    def __init__(self, jobs: int) -> None:
        super().__init__(processes=1)
        self.left = jobs
        self.is_broken = asyncio.Event()

    async def run_in_idle_time(self, function: Callable[..., Any], *arguments: Any, share: ShareKey) -> Any:
        if self.left == 0:
            self.is_broken.set()
            await asyncio.Event().wait()
        self.left -= 1
        return await super().run_in_idle_time(function, *arguments, share=share)


async def finished(service: MatchService) -> LiveMatch:
    live = await seated(service, "toy", "random", "random")
    await until(live, lambda match: match.is_over)
    return live


async def reviewed(service: MatchService, live: LiveMatch) -> ReviewJob:
    job = await service.reviews.start_or_continue_review(live)
    assert job.worker is not None
    await job.worker
    await service.reviews.rebuild_review_if_due(job, NO_SHARE)
    assert job.status == "done", job.error
    return job


async def test_a_review_is_what_the_library_says_of_the_record(service: MatchService) -> None:
    live = await finished(service)
    job = await reviewed(service, live)
    record = Record.replay(live.match.export_record())
    record.names = job.names
    assert job.review_json == review(record).to_json()


async def test_a_killed_server_goes_on_where_it_was_and_the_review_is_the_same(
    service: MatchService, again: Callable[[], MatchService]
) -> None:
    live = await finished(service)
    pool = service.bot_pool = Breaking(jobs=3)
    job = await service.reviews.start_or_continue_review(live)
    await pool.is_broken.wait()
    assert (len(job.results), job.status) == (3, "running")

    other = again()
    done: list[int] = []

    class Counting(InlineBotPool):
        async def run_in_idle_time(self, function: Callable[..., Any], *arguments: Any, share: ShareKey) -> Any:
            result = await super().run_in_idle_time(function, *arguments, share=share)
            done.extend(result)
            return result

    other.bot_pool = Counting(processes=1)
    await other.open()  # nobody asks: a review that was begun goes on by itself
    try:
        resumed = await other.reviews.get_or_create_review_job(await other.get_match(live.match.id))
        while not resumed.is_complete:
            await asyncio.sleep(0.01)
            resumed = await other.reviews.get_or_create_review_job(await other.get_match(live.match.id))
        assert resumed.worker is not None
        await resumed.worker
        assert sorted(done) == list(range(3, resumed.task_count)), "what was kept is not done again"
        await other.reviews.rebuild_review_if_due(resumed, NO_SHARE)
        record = Record.replay(live.match.export_record())
        record.names = resumed.names
        assert resumed.review_json == review(record).to_json()
        stored = await ReviewStore(other.store).find_review_row(live.match.id)
        assert stored is not None
        assert await ReviewStore(other.store).list_match_ids_of_unfinished_reviews(5) == []
    finally:
        await other.close()


async def test_a_worker_that_crashes_now_and_then_costs_nothing(service: MatchService) -> None:
    class Crashing(InlineBotPool):
        crashes = 0

        async def run_in_idle_time(self, function: Callable[..., Any], *arguments: Any, share: ShareKey) -> Any:
            Crashing.crashes += 1
            if Crashing.crashes % 2:
                raise WorkerCrashed("a worker process ended in the middle of a job")
            return await super().run_in_idle_time(function, *arguments, share=share)

    live = await finished(service)
    service.bot_pool = Crashing(processes=1)
    job = await reviewed(service, live)
    assert sorted(job.results) == list(range(job.task_count))


async def test_a_match_that_is_not_over_is_not_reviewed(service: MatchService) -> None:
    live = await seated(service, "toy", "person", "random")
    with pytest.raises(InvalidState, match="not over"):
        await service.reviews.start_or_continue_review(live)


async def test_results_of_another_judgement_are_not_taken_over(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await finished(service)
    await reviewed(service, live)
    monkeypatch.setattr("aerodrome.matches.review_jobs.JUDGEMENT_VERSION", 1000)
    job = await service.reviews.get_or_create_review_job(live)
    assert (job.status, job.results) == ("none", {})
    assert (await reviewed(service, live)).status == "done"


async def test_a_removed_match_takes_its_review_along(service: MatchService) -> None:
    kept, gone = await finished(service), await finished(service)
    for live in (kept, gone):
        await reviewed(service, live)
        await service.reviews.set_sharing_consent(live, [], agree=True)
    assert await service.store.delete_match(gone.match.id)
    async with service.store.engine.connect() as connection:
        for table in (reviews, review_results, review_consents):
            assert set((await connection.execute(select(table.c.match))).scalars()) == {kept.match.id}


async def test_a_review_under_way_ends_with_its_match_and_leaves_nothing(service: MatchService) -> None:
    live = await finished(service)
    pool = service.bot_pool = Breaking(jobs=2)
    job = await service.reviews.start_or_continue_review(live)
    await pool.is_broken.wait()
    removed = await service.remove_expired_matches_and_editions(Retention(finished_days=1e-9), 10)
    assert removed == [live.match.id]
    assert job.worker is not None
    with pytest.raises(asyncio.CancelledError):
        await job.worker
    with pytest.raises(NotFound):
        await ReviewStore(service.store).add_review_results(live.match.id, {5: b"{}"}, is_finished=False)
    assert await ReviewStore(service.store).load_review_results(live.match.id) == {}


async def test_partial_sums_hold_as_soon_as_the_curve_is_whole(service: MatchService) -> None:
    live = await finished(service)
    opened = await service.reviews.get_or_create_review_job(live)
    pool = service.bot_pool = Breaking(jobs=opened.position_count)
    job = await service.reviews.start_or_continue_review(live)
    await pool.is_broken.wait()
    await service.reviews.rebuild_review_if_due(job, NO_SHARE)
    assert job.review is not None
    assert job.review.decisions == []
    for one in job.review.summaries:
        assert one.start + one.luck + one.own + one.others + one.nobody == pytest.approx(one.result)
    assert msgspec.json.decode(job.review_json)["title"] == "toy"
