"""Reviews of finished matches: begun when somebody asks, worked on in idle time, kept as they grow."""

import asyncio
import hashlib
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from aerodrome.matches import util
from aerodrome.matches.bot_pool import BotPool
from aerodrome.matches.decision_figures import (
    MatchDecisionFigures,
    list_seats_played_by_one_person,
    sum_losses_by_seat_and_action_type,
)
from aerodrome.matches.errors import InvalidState, MatchError, NotAllowed, NotFound
from aerodrome.matches.fair_queue import ShareKey
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.replay_pool import ReplayWorkerPool, build_segment_up_to
from aerodrome.matches.review_store import ReviewStore
from aerodrome.matches.review_work import (
    ReviewedPosition,
    ReviewOutline,
    build_review_json,
    build_reviewed_position,
    do_review_tasks_within_time,
    outline_review,
    render_review_html,
)
from aerodrome.matches.store import MatchStore
from aerodrome.matches.worker_pool import JobFailed, WorkerError
from aerodrome.reviews.model import CHANCE_STEP, QUICK, ChanceTable, Effort, JudgedDecision, Review
from aerodrome.reviews.tasks import JUDGEMENT_VERSION, TaskResult

log = logging.getLogger("aerodrome.matches")

EFFORT: Effort = QUICK
"""How much work goes into each review."""
TASKS_PER_JOB: Final = 16
SAVE_INTERVAL_S = 2.0
"""Results are kept together when so long has passed: the disk is for people's moves. A kill costs no more work."""
REBUILT_AFTER: Final = 0.05
"""The review is put together anew when so much more of it is done."""
MOST_RUNNING_OF_ADDRESS: Final = 20
"""So many reviews go on at once for the tables of one address: each holds its match in memory until it is done."""
MOST_JOBS: Final = 40
"""So many reviews are in memory; the others are on disk."""
MOST_RESUMED: Final = 50
ATTEMPTS: Final = 3
LEASE_MS: Final = 60_000
HOST_WITHOUT_SEAT: Final = -1

ReviewStatus = Literal["none", "running", "stopped", "done", "failed"]


class ReviewJob:
    """The review of one match: what is done of it, and the task that goes on with it."""

    def __init__(self, match: Match) -> None:
        self.match_id = match.id
        self.record_json = match.export_record(includes_edition=True)
        self.names = [match.get_display_name(seat) for seat in range(len(match.seats))]
        self.basis = compute_review_basis_hash(match)
        self.title = match.setup.title
        self.person_seats = list_seats_played_by_one_person(match)
        self.effort = EFFORT
        self.outline: ReviewOutline | None = None
        self.results: dict[int, bytes] = {}
        self.unsaved: dict[int, bytes] = {}
        """Those of the results that are not on disk yet."""
        self.saved_at = time.monotonic()
        self.is_begun = False
        self.address = ""
        """On whose account it is made."""
        self.error = ""
        """Why it cannot go on, in a sentence."""
        self.worker: asyncio.Task[None] | None = None
        self.build_lock = asyncio.Lock()
        self.review: Review | None = None
        self.review_json = b""
        self.built_results = 0
        """How many results the review was put together from."""

    @property
    def is_running(self) -> bool:
        return self.worker is not None and not self.worker.done()

    @property
    def task_count(self) -> int:
        return self.outline.task_count if self.outline is not None else 0

    @property
    def position_count(self) -> int:
        """How many of the tasks, which come first, are positions of the curve."""
        return len(self.outline.steps) + 1 if self.outline is not None else 0

    @property
    def is_complete(self) -> bool:
        return self.outline is not None and len(self.results) == self.task_count

    @property
    def status(self) -> ReviewStatus:
        if self.is_complete:
            return "done"
        if self.is_running:
            return "running"
        if self.error:
            return "failed"
        return "stopped" if self.is_begun else "none"

    def get_chances(self, step_number: int) -> list[float] | None:
        """The chances of all seats at a position of the curve (0: the start); None while they are not known."""
        found = self.results.get(step_number)
        return None if found is None else msgspec.json.decode(found, type=TaskResult).chances

    def find_chance_table(self, position: int) -> ChanceTable | None:
        """What chance could have brought instead of what came just before a position, as far as it is judged."""
        steps = self.outline.steps if self.outline is not None else []
        for number, step in enumerate(steps):
            if step.end == position and step.kind == CHANCE_STEP:
                found = self.results.get(number)  # of the position before the step: the start has number 0
                return None if found is None else msgspec.json.decode(found, type=TaskResult).chance_table
        return None

    def find_judged_decision(self, position: int) -> JudgedDecision | None:
        """What was decided at a position, as far as it is judged and there was something to choose."""
        if self.review is None:
            return None
        return next((one for one in self.review.decisions if one.position == position), None)


class ReviewSharingState(NamedTuple):
    """Who agrees that everybody may see a review, whose agreement is missing, and the link when none is."""

    agreed: list[int]
    missing: list[int]
    token: str | None


class ReviewJobs:
    """All reviews of this process."""

    def __init__(
        self,
        store: MatchStore,
        get_pools: Callable[[], tuple[BotPool, ReplayWorkerPool]],
        spawn_task: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"],
    ) -> None:
        self.store = store
        self._get_pools = get_pools
        self.review_store = ReviewStore(store)
        self._spawn_task = spawn_task
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self.process_id = ""
        """As the service that this belongs to has it."""

    async def get_or_create_review_job(self, live: LiveMatch) -> ReviewJob:
        """The review of a finished match as far as it is done. Raises InvalidState for any other match."""
        require_reviewable(live.match)
        job = self._jobs.get(live.match.id)
        if job is None or job.basis != compute_review_basis_hash(live.match):
            job = self._jobs[live.match.id] = ReviewJob(live.match)
        self._jobs.move_to_end(live.match.id)
        self._forget_idle_jobs()
        if job.outline is None:
            job.outline = await self._get_pools()[1].run_record_job(
                outline_review, job.record_json, share=live.share_key
            )
        if not job.is_running and not job.is_complete:
            await self._load_results(job)
        return job

    def _forget_idle_jobs(self) -> None:
        for id in [id for id, job in self._jobs.items() if not job.is_running][: max(0, len(self._jobs) - MOST_JOBS)]:
            del self._jobs[id]

    async def _load_results(self, job: ReviewJob) -> None:
        """Read what was kept, by this process before or by another one."""
        stored = await self.review_store.find_review_row(job.match_id)
        job.is_begun = stored is not None and stored.basis == job.basis
        if job.is_begun and await self.review_store.count_review_results(job.match_id) != len(job.results):
            # Read first: a worker that was started meanwhile has results of its own.
            kept = await self.review_store.load_review_results(job.match_id)
            # What cannot be read is missing, and done again when somebody asks.
            job.results.update(
                {number: encoded for number, encoded in kept.items() if _is_readable_result(job, number, encoded)}
            )

    async def start_or_continue_review(self, live: LiveMatch) -> ReviewJob:
        """Begin the review of a finished match, or go on with it; harmless when it runs or is done."""
        job = await self.get_or_create_review_job(live)
        if job.is_running or job.is_complete:
            return job
        running = [one for one in self._jobs.values() if one.is_running and one.address == live.share_key.address]
        if len(running) >= MOST_RUNNING_OF_ADDRESS:
            raise InvalidState(f"{len(running)} reviews are being made for you: begin this one when they are done.")
        job.address = live.share_key.address
        await self.review_store.begin_or_continue_review(job.match_id, job.basis)
        job.is_begun, job.error = True, ""
        if not job.is_running:
            job.worker = self._spawn_task(self._do_missing_tasks(job, live.share_key))
        return job

    async def resume_unfinished_reviews(self, get_match: Callable[[str], Coroutine[Any, Any, LiveMatch]]) -> None:
        """Go on with the reviews that a stopped server left behind."""
        for id in await self.review_store.list_match_ids_of_unfinished_reviews(MOST_RESUMED):
            try:
                await self.start_or_continue_review(await get_match(id))
            except (MatchError, SQLAlchemyError, OSError) as error:
                log.warning("a review could not be resumed: %s", error, extra={"match": id})
            except Exception:
                log.exception("a review could not be resumed", extra={"match": id})

    def cancel_and_forget_job(self, match_id: str) -> None:
        """The match was removed."""
        job = self._jobs.pop(match_id, None)
        if job is not None and job.worker is not None:
            job.worker.cancel()

    async def _do_missing_tasks(self, job: ReviewJob, share: ShareKey) -> None:
        """Do what is missing, with as many jobs at once as there are processes for idle time."""
        now_ms = util.now_ms()
        if not await self.store.acquire_lease(job.match_id, self.process_id, now_ms, now_ms + LEASE_MS):
            return  # another process does it; what it keeps is read from the database
        missing = deque(number for number in range(job.task_count) if number not in job.results)
        lanes = [self._do_tasks_until_none_missing(job, missing, share) for _ in range(self._get_pools()[0].processes)]
        try:
            await asyncio.gather(*lanes)
        except MatchError as error:
            job.error = str(error)
        except JobFailed as error:
            log.error("a review failed: %s", error, extra={"match": job.match_id})
            job.error = "This match has a position that cannot be judged."
        except WorkerError:
            job.error = "The work was broken off. It goes on when you open the review again."
        except (SQLAlchemyError, OSError):
            job.error = "The database does not answer. The review goes on when it does and you open it again."

    async def _do_tasks_until_none_missing(
        self, job: ReviewJob, missing_task_numbers: deque[int], share: ShareKey
    ) -> None:
        failures = 0
        while missing_task_numbers and not job.error:
            numbers = [missing_task_numbers.popleft() for _ in range(min(TASKS_PER_JOB, len(missing_task_numbers)))]
            try:
                done: dict[int, bytes] = await self._get_pools()[0].run_in_idle_time(
                    do_review_tasks_within_time, job.record_json, job.effort, numbers, share=share
                )
                failures = 0
            except JobFailed:
                raise
            except WorkerError:
                failures += 1
                if failures == ATTEMPTS:
                    raise
                done = {}
            missing_task_numbers.extendleft(number for number in reversed(numbers) if number not in done)
            job.results.update(done)
            job.unsaved.update(done)
            if job.unsaved and (job.is_complete or time.monotonic() - job.saved_at >= SAVE_INTERVAL_S):
                await self._save_results_and_renew_lease(job)

    async def _save_results_and_renew_lease(self, job: ReviewJob) -> None:
        """Keep what is new, and renew the lease."""
        saving, job.unsaved = job.unsaved, {}
        figures = None
        if job.is_complete and job.person_seats:
            losses = sum_losses_by_seat_and_action_type(job.results.values(), job.person_seats)
            figures = MatchDecisionFigures(job.match_id, job.title, JUDGEMENT_VERSION, util.now_ms(), losses)
        job.saved_at = time.monotonic()
        try:
            await self.review_store.add_review_results(job.match_id, saving, job.is_complete, figures)
        except BaseException:
            job.unsaved = {**saving, **job.unsaved}
            raise
        now_ms = util.now_ms()
        await self.store.acquire_lease(job.match_id, self.process_id, now_ms, now_ms + LEASE_MS)

    # Looking at it

    async def rebuild_review_if_due(self, job: ReviewJob, share: ShareKey) -> None:
        """Put the review together from what is done, if the curve is whole and enough is new."""
        async with job.build_lock:
            # Once more when the last results came while it was put together: what is told to be done is whole.
            while _is_review_rebuild_due(job):
                known = dict(job.results)
                _, replay_pool = self._get_pools()
                job.review_json = await replay_pool.run_record_job(
                    build_review_json, job.record_json, job.names, job.effort, known, share=share
                )
                job.review = msgspec.json.decode(job.review_json, type=Review)
                job.built_results = len(known)

    async def get_reviewed_position(
        self, live: LiveMatch, job: ReviewJob, position: int, viewer: int | None, share: ShareKey
    ) -> ReviewedPosition:
        """A position as the seat could see it that chose there, else as the viewer could."""
        if position > live.match.actions_in_force_count:
            raise NotFound("The match has not come that far.")
        _, replay_pool = self._get_pools()
        found: ReviewedPosition = await replay_pool.run_short_job(
            build_reviewed_position,
            build_segment_up_to(live.match, position),
            viewer,
            job.find_judged_decision(position),
            share=share,
        )
        return found

    async def render_html_page(self, job: ReviewJob, share: ShareKey) -> str:
        """The whole review as one HTML file. Raises InvalidState while it is not done."""
        await self.rebuild_review_if_due(job, share)
        if not job.is_complete or job.review is None:
            raise InvalidState("The review is not finished yet.")
        page: str = await self._get_pools()[1].run_short_job(render_review_html, job.review_json, share=share)
        return page

    # Who may see it

    async def get_sharing_state(self, match: Match) -> ReviewSharingState:
        """Who agrees that everybody may see the review."""
        agreed = await self.review_store.list_review_consents(match.id)
        missing = [seat for seat in list_seats_asked_for_consent(match) if seat not in agreed]
        stored = await self.review_store.find_review_row(match.id)
        return ReviewSharingState(agreed, missing, stored.public_token if stored is not None and not missing else None)

    async def set_sharing_consent(self, live: LiveMatch, seats: list[int], agree: bool) -> ReviewSharingState:
        """Those who hold these seats agree that everybody may see the review, or no longer do."""
        job = await self.get_or_create_review_job(live)
        if not job.is_begun:
            raise InvalidState("There is no review yet.")
        if agree and live.match.setup.own_edition and not live.match.setup.shows_edition:
            raise NotAllowed("This match has an edition of its owner's own: its review stays at the table.")
        voters = list_seats_asked_for_consent(live.match)
        voting = [seat for seat in seats or [HOST_WITHOUT_SEAT] if seat in voters]
        if not voting:
            raise NotAllowed("Only people who sat at this table decide who sees its review.")
        await self.review_store.set_review_consent(live.match.id, voting, agree)
        if not (await self.get_sharing_state(live.match)).missing:
            await self.review_store.set_review_token_if_none(live.match.id, secrets.token_urlsafe(18))
        return await self.get_sharing_state(live.match)

    async def require_match_of_public_review(
        self, token: str, get_match: Callable[[str], Coroutine[Any, Any, LiveMatch]]
    ) -> LiveMatch:
        """The match whose review a public link opens. Raises NotFound."""
        not_found = NotFound("There is no such review, or it is no longer public.")
        match_id = await self.review_store.find_match_id_of_review_token(token)
        if match_id is None:
            raise not_found
        live = await get_match(match_id)
        if not live.match.is_over or (await self.get_sharing_state(live.match)).token != token:
            raise not_found
        return live


def _is_readable_result(job: ReviewJob, task_number: int, encoded_result: bytes) -> bool:
    """Whether this is the result of a task, and can be read."""
    try:
        msgspec.json.decode(encoded_result, type=TaskResult)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.error("a result of a review cannot be read: %s", error, extra={"match": job.match_id})
        return False
    return 0 <= task_number < job.task_count


def _is_review_rebuild_due(job: ReviewJob) -> bool:
    """Whether the curve is whole, and enough is new."""
    if not all(number in job.results for number in range(job.position_count)):
        return False
    new_results = len(job.results) - job.built_results
    return (
        job.review is None
        or new_results >= max(1.0, REBUILT_AFTER * job.task_count)
        or (job.is_complete and new_results > 0)
    )


def require_reviewable(match: Match) -> None:
    """Raises InvalidState unless the match is over and a game."""
    if match.lesson_script is not None:
        raise InvalidState("A lesson has no review.")
    if not match.is_over:
        raise InvalidState("The match is not over: only finished matches are reviewed.")


def list_seats_asked_for_consent(match: Match) -> list[int]:
    """Whose agreement makes a review public: everybody who sat there, also where a bot plays on; else the host."""
    people = [seat for seat, state in enumerate(match.seats) if state.kind != "open" and not state.is_permanent_bot]
    return people or [HOST_WITHOUT_SEAT]


def compute_review_basis_hash(match: Match) -> str:
    """A hash of all that the results depend on."""
    parts = [
        match.record.commitment,
        match.log_length,
        match.actions_in_force_count,
        match.game.rules_version,
        match.game.edition_hash,
        match.is_ended_by_agreement,
        EFFORT,
        JUDGEMENT_VERSION,
    ]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
