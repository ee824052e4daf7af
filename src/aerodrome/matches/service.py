"""The matches of one process: live in memory, every change stored first, bots and clocks kept going."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.matches import event_builders, events, util
from aerodrome.matches.attendance import build_attendance_if_match_ends
from aerodrome.matches.automatic_jobs import (
    AutomaticJob,
    WaitUntil,
    find_next_job_or_wait,
    find_standing_order_job,
)
from aerodrome.matches.bot_move_timing import is_person_asked
from aerodrome.matches.bot_pool import BotPool
from aerodrome.matches.competition_results import build_competition_match_result_if_match_ends
from aerodrome.matches.errors import (
    BotFailed,
    MachineBusy,
    NotFound,
    StorageUnavailable,
    UnreadableMatch,
    VersionConflict,
)
from aerodrome.matches.events import AnyMatchEvent, MatchSetup, decode_event, encode_event
from aerodrome.matches.finished_summaries import is_finished, store_finished_summary
from aerodrome.matches.housekeeping import Retention, remove_expired_matches_and_editions
from aerodrome.matches.job_runner import build_fallback_job, run_job
from aerodrome.matches.listings import build_first_listing, build_listing_change
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.outside_appends import list_and_delete_outside_appends
from aerodrome.matches.person_erasure import build_rows_without_person, replace_rows_in_memory
from aerodrome.matches.rated_results import build_rated_match_result_if_match_ends
from aerodrome.matches.replay_pool import ReplayWorkerPool, build_start_event_and_snapshots
from aerodrome.matches.restoring import restore_match
from aerodrome.matches.review_jobs import ReviewJobs
from aerodrome.matches.store import NOT_SAVED, REMOVED, MatchStore, PendingAppend
from aerodrome.matches.viewer_numbering import find_only_witness

log = logging.getLogger("aerodrome.matches")

LEASE_MS = 15_000
CLOCK_GRACE_MS = 30_000
SWEEP_INTERVAL_S = 2.0
SWEEP_LIMIT = 50
PRESENCE_INTERVAL_S = 20.0
EVICT_AFTER_S = 300.0
MAX_IDLE_MATCHES = 300
"""So many matches that nobody looks at stay in memory, those used last: a long one takes 5 MB."""
IN_USE_S = 30.0
"""Whoever asked for a match so recently may still be working with it."""
MAX_DRIVER_SLEEP_MS = 60_000
FAILURES_BEFORE_FALLBACK = 3
FAULTS_BEFORE_REST = 8
"""After so many faults of ours in a row, a match is left alone until somebody acts or the next try is due."""
RETRY_DELAYS_S = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
REST_S = 600.0
"""For so long a match is left alone that could not be read or driven."""
CLOCK_TOLERANCE_MS = 5_000
"""By so much the clocks of several processes may differ."""
HEARTBEAT_INTERVAL_S = 15.0
OUTAGE_MS = 60_000
"""No heartbeat for so long: no server ran, and nobody's thinking time is counted."""
HOUSEKEEPING_INTERVAL_S = 600.0
HOUSEKEEPING_PAUSE_S = 0.5
HOUSEKEEPING_BATCH = 10
MAX_VAIN_CONFLICTS = 5
"""So often in a row a write may collide although nobody stored anything: then it is our rows that do not fit."""

T = TypeVar("T")

EventBuilder = Callable[[Match], AnyMatchEvent | None]
"""Looks at a match and returns the event to store, or None when there is nothing to do. May raise a MatchError."""


class SetAsideMatch(NamedTuple):
    """A match that could not be read: why, and until when it is not tried again (by the monotonic clock)."""

    reason: str
    until: float


class MatchService:
    """Finds, creates and changes matches, and plays what they have to do by themselves."""

    def __init__(
        self,
        store: MatchStore,
        bot_pool: BotPool,
        min_bot_move_seconds: float = 0.0,
        on_turn: Callable[[LiveMatch, int], None] | None = None,
        retention: Retention | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.replay_pool = ReplayWorkerPool()
        self.min_bot_move_seconds = min_bot_move_seconds
        """The least time that a bot's move is on show while people play along: they want to follow."""
        self.get_monotonic_seconds: Callable[[], float] = time.monotonic
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        """The clock and the pauses of the bots' pace; tests have their own."""
        self.on_turn = on_turn
        """Called with a match and a seat that is newly asked and whose person is not here."""
        self.on_started: Callable[[LiveMatch], Coroutine[Any, Any, None]] | None = None
        """Runs beside everything else when a match has started."""
        self.retention = retention
        """How long matches are kept; None: for ever."""
        self.live_matches: dict[str, LiveMatch] = {}
        self.set_aside_matches: dict[str, SetAsideMatch] = {}
        self.outages: list[tuple[int, int]] = []
        """From when to when no server ran; the clocks of all live matches look here."""
        self.process_id = ""
        """Tells this process from others: made when it opens, so that forks differ."""
        self.clock_grace_until_ms = 0
        self._alive_at_ms = 0
        self.is_closing = False
        self.events_stored = 0
        self.listings_version = 0
        """How often this process changed what the lobby lists."""
        self.competition_news = asyncio.Event()
        """A table of a tournament is over: perhaps the next round begins."""
        self.failed_sweeps = 0
        """How often in a row the search for matches with work to do failed."""
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.reviews = ReviewJobs(store, lambda: (self.bot_pool, self.replay_pool), self._spawn_task)

    async def open(self) -> None:
        """Connect to the database and take up the matches that have something to do."""
        self.process_id = self.reviews.process_id = secrets.token_hex(8)
        await self.store.open()
        try:
            await self.store.redate_matches_dated_in_future(util.now_ms(), CLOCK_TOLERANCE_MS)
            await self._record_heartbeat_and_grant_grace()
        except StorageUnavailable as error:
            log.warning("nothing can be saved: %s", error)  # matches can be looked at, and go on when it can
        self.clock_grace_until_ms = util.now_ms() + CLOCK_GRACE_MS
        self.store.start_listening(self._on_event_appended, self._on_presence_message)
        self._spawn_task(self._drive_due_and_evict_idle_matches_loop())
        self._spawn_task(self._heartbeat_loop())
        self._spawn_task(self.reviews.resume_unfinished_reviews(self.get_match))
        if self.retention is not None:
            self._spawn_task(self._housekeeping_loop(self.retention))
        if self.store.is_shared:
            self._spawn_task(self._publish_presence_loop())

    def begin_shutdown(self) -> None:
        """End all streams and drivers; each stream says goodbye first."""
        self.is_closing = True
        self.bot_pool.close()
        self.replay_pool.close()
        for live in self.live_matches.values():
            live.notify_waiters()

    async def close(self) -> None:
        """Stop. Nothing that was acknowledged is lost: it is stored."""
        self.begin_shutdown()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bot_pool.close()
        with contextlib.suppress(Exception):
            await self.store.release_leases(self.process_id)
        await self.store.close()

    def _spawn_task(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Finding and creating

    async def get_match(self, id: str) -> LiveMatch:
        """The match of this id, loaded when it is not in memory. Raises NotFound or UnreadableMatch."""
        live = self.live_matches.get(id)
        if live is None:
            live = await asyncio.shield(self._loading.get(id) or self._start_loading(id))
        live.last_used = time.monotonic()
        return live

    def _start_loading(self, id: str) -> "asyncio.Task[LiveMatch]":
        """One task for all who ask for a match at once."""
        task = self._loading[id] = self._spawn_task(self._load_match(id))
        task.add_done_callback(_ignore_task_exception)
        task.add_done_callback(lambda _: self._loading.pop(id, None))
        return task

    async def _load_match(self, id: str) -> LiveMatch:
        known = self.set_aside_matches.get(id)
        if known is not None and known.until > time.monotonic():
            raise UnreadableMatch(known.reason)
        try:
            stored = await self.store.load_match(id)
            if stored is None:
                raise NotFound("There is no such match.")
            match = await asyncio.to_thread(restore_match, id, stored, self.outages)
        except UnreadableMatch as error:
            await self._set_match_aside(id, error)
            raise
        except (NotFound, SQLAlchemyError, OSError):
            raise
        except Exception as error:
            problem = UnreadableMatch(f"This table cannot be read: {type(error).__name__}.")
            problem.__cause__ = error
            await self._set_match_aside(id, problem)
            raise problem from error
        self.set_aside_matches.pop(id, None)
        now_ms = util.now_ms()
        match.clocks.restart_clocks_begun_in_future(now_ms + CLOCK_TOLERANCE_MS)
        match.public_since_ms = min(match.public_since_ms, now_ms + CLOCK_TOLERANCE_MS)
        live = self.live_matches[id] = LiveMatch(match)
        if self.store.is_shared:
            self._spawn_task(self._broadcast_presence(f"who {id} {self.process_id}"))
        self.ensure_driver(live)
        return live

    async def _set_match_aside(self, id: str, error: UnreadableMatch) -> None:
        """Leave a match alone that cannot be read: nobody else waits for it."""
        log.error("a match cannot be read: %s", error, extra={"match": id}, exc_info=error.__cause__)
        self.set_aside_matches[id] = SetAsideMatch(str(error), time.monotonic() + REST_S)
        await self._postpone_match(id)

    async def _postpone_match(self, id: str) -> None:
        """Let the sweep pass by this match for a while."""
        with contextlib.suppress(StorageUnavailable):
            await self.store.postpone_match(id, util.now_ms() + int(REST_S * 1000))

    def _forget_live_match_and_tell_viewers(self, live: LiveMatch, reason: str) -> None:
        """Drop a match from memory that was removed or cannot be read any more; those who look at it are told."""
        if self.live_matches.get(live.match.id) is live:
            del self.live_matches[live.match.id]
        live.set_pause_reason(reason)

    async def create_match(self, setup: MatchSetup, claims: list[tuple[str, int]]) -> LiveMatch:
        """A new match, with the keys that hold seats from the start."""
        id = secrets.token_urlsafe(9)
        match = Match(id, setup, self.outages)
        listing = build_first_listing(match)
        await self.store.create_match(id, setup, setup.created_at_ms, claims, listing)
        self.listings_version += listing is not None
        live = self.live_matches[id] = LiveMatch(match)
        await self.start_if_full(live)
        self.ensure_driver(live)
        return live

    async def discard_match(self, live: LiveMatch) -> None:
        """Remove a match that was created just now and that nobody wants after all."""
        self._forget_live_match_and_tell_viewers(live, REMOVED)
        await self.store.delete_match(live.match.id)

    async def start_if_full(self, live: LiveMatch) -> None:
        """Start the match when no seat is open. One that goes on from a record may do so a little later."""
        if any(seat.kind == "open" for seat in live.match.seats):
            return
        try:
            await self.start_match(live)
        except MachineBusy:
            self.ensure_driver(live)

    async def start_match(self, live: LiveMatch) -> None:
        """Deal, and play what a record brings along; harmless when it has been done."""
        match = live.match
        if match.setup.imported_actions and not match.is_started:
            encoded, states = await self.replay_pool.run_record_job(
                build_start_event_and_snapshots, match.setup, share=live.share_key
            )
            started = decode_event(encoded)
            restored = await asyncio.to_thread(Match.restore, match.id, match.setup, [encoded], states, self.outages)
            match.prepared_start = restored.record
            await self.commit_event(live, lambda match: None if match.is_started else started)
        else:
            await self.commit_event(live, _build_start_event_unless_started)

    async def get_claimed_seats(self, live: LiveMatch, key: str) -> list[int]:
        """The seats that the holder of a key has; -1 is a spectator's place."""
        seats = live.claimed_seats.get(key)
        if seats is None:
            claims_version = live.claims_version
            seats = await self.store.list_claimed_seats(key, live.match.id)
            if seats and live.claims_version == claims_version:
                live.claimed_seats[key] = seats
        return seats

    async def add_seat_claim(self, live: LiveMatch, key: str, seat: int) -> None:
        """Give the holder of a key a seat, or a spectator's place (-1)."""
        await self.store.add_seat_claim(key, live.match.id, seat)
        live.forget_claimed_seats(key)

    async def catch_up_to(self, live: LiveMatch, viewer: int | None, version: int = 0, log_length: int = 0) -> None:
        """Somebody knows more than this process, by the viewer's numbers: read what others stored."""
        match = live.match
        is_behind = version > match.get_shown_version(viewer) or log_length > match.get_shown_log_length(viewer)
        if self.store.is_shared and is_behind:
            async with live.lock:
                await self._load_new_events(live)

    # Changing

    async def commit_event(self, live: LiveMatch, build_event: EventBuilder) -> int:
        """Store the event that `build_event` returns, then apply it. Returns the match's version.

        When another process was faster, its events are read first and `build_event` is asked again.
        """
        # Whoever asked may go away in the middle: what is begun is finished.
        task = asyncio.create_task(self._store_and_apply(live, build_event))
        task.add_done_callback(_ignore_task_exception)
        return await asyncio.shield(task)

    async def _store_and_apply(self, live: LiveMatch, build_event: EventBuilder) -> int:
        match = live.match
        if live.lock.locked() and build_event(match) is None:
            # Whoever is refused, or repeats himself, must not learn by waiting that somebody else writes just now.
            return match.version
        vain_conflicts = 0
        async with live.lock:
            while True:
                event = build_event(match)
                if event is None:
                    return match.version
                event.at_ms = _choose_event_time_ms(match)
                encoded = encode_event(event)
                pending = self._build_pending_append(match, event, encoded)
                try:
                    await self.store.append_event(pending)
                except VersionConflict:
                    version_before = match.version
                    await self._load_new_events(live)
                    vain_conflicts = 0 if match.version > version_before else vain_conflicts + 1
                    if vain_conflicts == MAX_VAIN_CONFLICTS:
                        live.set_pause_reason(NOT_SAVED)
                        raise StorageUnavailable(NOT_SAVED) from None
                    continue
                except StorageUnavailable as error:
                    live.set_pause_reason(str(error))
                    raise
                except (NotFound, UnreadableMatch) as error:
                    self._forget_live_match_and_tell_viewers(live, str(error))
                    raise
                asked_before = set(match.asked_seats)
                was_person_asked = is_person_asked(match)
                match.unsaved_snapshots = {}
                match.apply_event(event, encoded)
                if find_only_witness(event) is None:
                    live.bot_move_timing.record_event(match, event, was_person_asked, self.get_monotonic_seconds())
                if isinstance(event, (events.SeatTaken, events.DeviceAdmitted, events.DeviceRemoved)):
                    live.forget_claimed_seats(event.device)
                break
        self.events_stored += 1
        self.listings_version += pending.listing is not None
        if pending.competition_result is not None:
            self.competition_news.set()
        live.set_pause_reason("")
        live.notify_waiters()
        self.ensure_driver(live)
        self._call_on_turn_for_newly_asked(live, asked_before)
        if is_finished(match):
            self._spawn_task(self.keep_finished_summary(live))
        if isinstance(event, events.MatchStarted) and self.on_started is not None:
            self._spawn_task(self.on_started(live)).add_done_callback(_ignore_task_exception)
        return match.version

    async def keep_finished_summary(self, live: LiveMatch) -> None:
        """Keep what lists say of a finished match. What is not kept now is kept when somebody looks."""
        with contextlib.suppress(StorageUnavailable, VersionConflict):
            async with live.lock:
                await store_finished_summary(self.store, live.match)

    def _build_pending_append(self, match: Match, event: AnyMatchEvent, encoded_event: bytes) -> PendingAppend:
        status: str = match.status
        if isinstance(event, (events.MatchStarted, events.ActionPlayed, events.ActionsUndone)):
            status = "playing" if event.asked else "over"
        if isinstance(event, (events.MatchEndedByAgreement, events.MatchClosed)) or match.is_closed:
            # Housekeeping and limits treat a closed table like a finished one.
            status = "over"
        rewound_to = event.to_position if isinstance(event, events.ActionsUndone) else None
        snapshots = match.unsaved_snapshots
        if rewound_to is not None:
            snapshots = {position: state for position, state in snapshots.items() if position <= rewound_to}
        next_due = event.at_ms if status != "over" and _may_have_job_after(match, event) else None
        pending = PendingAppend(
            match.id, match.version + 1, encoded_event, status, event.at_ms, next_due, snapshots, rewound_to
        )._replace(
            listing=build_listing_change(match, event, status),
            rated_result=build_rated_match_result_if_match_ends(match, event, status),
            attendance=build_attendance_if_match_ends(match, event, status),
            competition_result=build_competition_match_result_if_match_ends(match, event, status),
        )
        return _copy_with_claim_changes(pending, event)

    async def _load_new_events(self, live: LiveMatch) -> None:
        """Read what other processes stored. Raises UnreadableMatch when this program cannot follow."""
        before = live.match.version
        try:
            for encoded in await self.store.load_events_after(live.match.id, before):
                live.match.apply_event(decode_event(encoded), encoded)
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            # What is in memory may be half applied; whoever opens the match next is told what is wrong with it.
            problem = UnreadableMatch("This table cannot be read: another server wrote what this one cannot follow.")
            self._forget_live_match_and_tell_viewers(live, str(problem))
            raise problem from error
        if live.match.version > before:
            live.forget_claimed_seats()
            live.notify_waiters()

    def _call_on_turn_for_newly_asked(self, live: LiveMatch, asked_before: set[int]) -> None:
        """Call `on_turn` for people who are newly asked and not here."""
        if self.on_turn is None:
            return
        if find_standing_order_job(live.match) is not None:
            return
        for seat in live.match.asked_seats:
            is_new = seat not in asked_before and live.match.seats[seat].is_person
            if is_new and not live.is_seat_connected(seat):
                self.on_turn(live, seat)

    # News from other processes

    def _on_event_appended(self, id: str | None, version: int) -> None:
        """Called by the store: an event of a match was stored, by us or elsewhere; None: news may be missing."""
        for one in [*self.live_matches, *self._loading] if id is None else [id]:
            loading = self._loading.get(one)
            if loading is None:
                self._start_loading_new_events_of_match(one, version)
            else:
                # Its rows may have been read before this one was there.
                loading.add_done_callback(partial(self._start_loading_new_events_of_match, one, version))

    def _start_loading_new_events_of_match(self, id: str, version: int, _loaded: object = None) -> None:
        """Read the events of a match in memory up to this version; 0: whatever there is."""
        live = self.live_matches.get(id)
        if live is not None and not self.is_closing and (not version or live.match.version < version):
            self._spawn_task(self._load_new_events_and_ensure_driver(live, version))

    async def _load_new_events_and_ensure_driver(self, live: LiveMatch, version: int) -> None:
        try:
            async with live.lock:
                if live.match.version < version or not version:
                    await self._load_new_events(live)
            self.ensure_driver(live)
        except (SQLAlchemyError, OSError, UnreadableMatch) as error:
            log.warning("news of a match could not be read: %s", type(error).__name__, extra={"match": live.match.id})

    # Who is here: sent between processes, stored nowhere

    def publish_presence(self, live: LiveMatch) -> None:
        """Tell the other processes which seats look at streams of this one."""
        if self.store.is_shared and not self.is_closing:
            seats = ",".join(str(seat) for seat, count in live.local_viewers.items() if count > 0)
            self._spawn_task(self._broadcast_presence(f"here {live.match.id} {self.process_id} {seats}"))

    def _on_presence_message(self, message: str) -> None:
        """Called by the store: another process asks who is here, tells who looks, or who is to be forgotten."""
        kind, id, process_id, *rest = message.split(" ")
        live, loading = self.live_matches.get(id), self._loading.get(id)
        if process_id == self.process_id:
            return
        seats = {int(seat) for seat in rest[0].split(",") if seat} if rest else set()
        if kind == "erased" and loading is not None:
            # Its rows may have been read before they were written over.
            loading.add_done_callback(lambda _: self._on_presence_message(message))
        elif live is None:
            return
        elif kind == "erased":
            self._spawn_task(self._erase_person_in_memory(live, sorted(seats)))
        elif kind == "who":
            self.publish_presence(live)
        else:
            self._record_remote_viewers(live, process_id, seats)

    def _record_remote_viewers(self, live: LiveMatch, process_id: str, seats: set[int]) -> None:
        """Another process says which seats look at its streams."""
        before = live.remote_viewers.get(process_id)
        live.remote_viewers[process_id] = seats, time.monotonic()
        for seat in seats | (before[0] if before is not None else set()):
            live.record_person_seen(seat)
        if before is None or before[0] != seats:
            live.trigger_presence_update()

    async def tell_others_of_erased_person(self, live: LiveMatch, seats: list[int]) -> None:
        """What named a person was written over: the other processes forget it too."""
        numbers = ",".join(str(seat) for seat in seats)
        await self._broadcast_presence(f"erased {live.match.id} {self.process_id} {numbers}")

    async def _erase_person_in_memory(self, live: LiveMatch, seats: list[int]) -> None:
        async with live.lock:
            replace_rows_in_memory(live, build_rows_without_person(live.match, seats), seats)

    async def _broadcast_presence(self, message: str) -> None:
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self.store.broadcast_presence(message)

    async def _publish_presence_loop(self) -> None:
        while not self.is_closing:
            await asyncio.sleep(PRESENCE_INTERVAL_S)
            for live in list(self.live_matches.values()):
                if live.stream_count:
                    self.publish_presence(live)

    # Bots, standing orders, clocks

    def ensure_driver(self, live: LiveMatch) -> None:
        """Let a task play what the match has to do by itself, if there is anything and none does."""
        if not self.is_closing and not live.has_driver and self._has_job(live.match):
            live.driver = self._spawn_task(self._drive_loop(live))

    def _has_job(self, match: Match) -> bool:
        try:
            return self._find_next_job(match) is not None
        except Exception:
            return True  # the driver says what is wrong and tries again; whoever asked has nothing to do with it

    def _find_next_job(self, match: Match) -> AutomaticJob | None:
        now_ms = util.now_ms()
        grace_until_ms = self.clock_grace_until_ms
        if now_ms - self._alive_at_ms > OUTAGE_MS:
            # This process was stopped, or slept with its machine: first the outage is noted.
            grace_until_ms = max(grace_until_ms, now_ms + CLOCK_GRACE_MS)
        return find_next_job_or_wait(match, now_ms, grace_until_ms, SUBSTITUTE_LEVEL)

    async def _drive_loop(self, live: LiveMatch) -> None:
        failures = faults = 0
        while not self.is_closing:
            match = live.match
            version = match.version
            try:
                job = self._find_next_job(match)
                if job is None or isinstance(job, WaitUntil):
                    if await self._sleep_until_due_or_let_driver_end(live, job, version):
                        return
                    continue
                if not await self._acquire_or_renew_lease(live):
                    return
                await run_job(self, live, build_fallback_job(job) if failures >= FAILURES_BEFORE_FALLBACK else job)
                failures = faults = 0
                live.set_pause_reason("")
            except (StorageUnavailable, BotFailed, MachineBusy) as error:
                if self.is_closing:
                    return
                live.set_pause_reason(str(error))
            except (SQLAlchemyError, OSError):
                live.set_pause_reason("The database does not answer. The table goes on when it does.")
            except asyncio.CancelledError:
                raise
            except (NotFound, UnreadableMatch) as error:
                self._forget_live_match_and_tell_viewers(live, str(error))
                return
            except Exception:
                log.exception("the match could not go on", extra={"match": match.id})
                live.set_pause_reason("Something went wrong at this table. It tries again.")
                faults += 1
                if faults >= FAULTS_BEFORE_REST:
                    await self._postpone_match(match.id)
                    return
            if live.pause_reason:
                await asyncio.sleep(RETRY_DELAYS_S[min(failures, len(RETRY_DELAYS_S) - 1)])
                failures += 1

    async def _sleep_until_due_or_let_driver_end(self, live: LiveMatch, wait: WaitUntil | None, version: int) -> bool:
        """Nothing to do now: store when there will be. True when the driver may end."""
        due_ms = None if wait is None else wait.due_ms
        await self.store.set_next_due(live.match.id, due_ms, live.match.updated_at_ms)
        if live.match.version != version:
            return False
        if due_ms is None or due_ms - util.now_ms() > MAX_DRIVER_SLEEP_MS:
            return True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(live.changed.wait(), max(0.0, (due_ms - util.now_ms()) / 1000) + 0.005)
        return False

    async def _acquire_or_renew_lease(self, live: LiveMatch) -> bool:
        """Whether this process may drive the match, the lease renewed when half of it is over."""
        now_ms = util.now_ms()
        if live.lease_until_ms - now_ms > LEASE_MS // 2:
            return True
        is_mine = await self.store.acquire_lease(live.match.id, self.process_id, now_ms, now_ms + LEASE_MS)
        live.lease_until_ms = now_ms + LEASE_MS if is_mine else 0
        return is_mine

    async def _drive_due_and_evict_idle_matches_loop(self) -> None:
        """Take up matches that have work and nobody who does it: after a restart, or when another process died."""
        while not self.is_closing:
            try:
                for id in await self.store.list_due_match_ids(util.now_ms(), SWEEP_LIMIT):
                    await self._load_due_match_and_start_driver(id)
                for id, version in await list_and_delete_outside_appends(self.store):
                    self._on_event_appended(id, version)
                self._evict_idle_matches()
                self.failed_sweeps = 0
            except asyncio.CancelledError:
                raise
            except (SQLAlchemyError, OSError) as error:
                self.failed_sweeps += 1
                log.warning("the sweep found no database: %s", type(error).__name__)
            except Exception:
                self.failed_sweeps += 1
                log.exception("the sweep failed")
            await asyncio.sleep(SWEEP_INTERVAL_S)

    async def _load_due_match_and_start_driver(self, id: str) -> None:
        """Drive a match that is due. Whatever is wrong with it, the others are taken up too."""
        try:
            live = await self.get_match(id)
            if not live.has_driver:
                live.driver = self._spawn_task(self._drive_loop(live))
        except (NotFound, UnreadableMatch):
            pass  # noted when it was read
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            log.exception("a match could not be taken up", extra={"match": id})
            await self._set_match_aside(id, UnreadableMatch(f"This table cannot be read: {type(error).__name__}."))

    async def _heartbeat_loop(self) -> None:
        while not self.is_closing:
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            try:
                await self._record_heartbeat_and_grant_grace()
            except (StorageUnavailable, SQLAlchemyError, OSError) as error:
                log.warning("the heartbeat found no database: %s", type(error).__name__)
            except Exception:
                log.exception("the heartbeat failed")

    async def _record_heartbeat_and_grant_grace(self) -> None:
        """Note that a server runs; after an outage people get a moment to come back before clocks run out."""
        now_ms = util.now_ms()
        self.outages[:] = await self.store.record_heartbeat_and_list_outages(now_ms, OUTAGE_MS)
        if now_ms - self._alive_at_ms > OUTAGE_MS:
            self.clock_grace_until_ms = max(self.clock_grace_until_ms, now_ms + CLOCK_GRACE_MS)
        self._alive_at_ms = now_ms

    async def _housekeeping_loop(self, retention: Retention) -> None:
        """Remove old matches, a few at a time and while nothing waits to be written."""
        while not self.is_closing:
            pause = HOUSEKEEPING_INTERVAL_S
            try:
                if not self.store.has_no_pending_writes or await self.remove_expired_matches_and_editions(
                    retention, HOUSEKEEPING_BATCH
                ):
                    pause = HOUSEKEEPING_PAUSE_S
            except (StorageUnavailable, SQLAlchemyError, OSError) as error:
                log.warning("housekeeping found no database: %s", type(error).__name__)
            except Exception:
                log.exception("housekeeping failed")
            await asyncio.sleep(pause)

    async def remove_expired_matches_and_editions(self, retention: Retention, limit: int) -> list[str]:
        """Remove up to so many matches whose time is over and that nobody looks at."""
        removed = await remove_expired_matches_and_editions(
            self.store, retention, util.now_ms(), limit, self._is_in_use
        )
        for id in removed:
            self.live_matches.pop(id, None)
            self.set_aside_matches.pop(id, None)
            self.reviews.cancel_and_forget_job(id)
        if removed:
            log.info("%d old matches were removed", len(removed))
        return removed

    def _is_in_use(self, id: str) -> bool:
        live = self.live_matches.get(id)
        return live is not None and not live.is_idle

    def _evict_idle_matches(self) -> None:
        """Memory is for matches in use; the others are on disk, all but those used last."""
        now = time.monotonic()
        idle = sorted((live.last_used, id) for id, live in self.live_matches.items() if live.is_idle)
        surplus = len(idle) - MAX_IDLE_MATCHES
        for number, (last_used, id) in enumerate(idle):
            if last_used < now - (IN_USE_S if number < surplus else EVICT_AFTER_S):
                del self.live_matches[id]


def _choose_event_time_ms(match: Match) -> int:
    """Now, but not before the last event, unless that one was dated by a clock that was wrong."""
    now_ms = util.now_ms()
    return max(now_ms, min(match.updated_at_ms, now_ms + CLOCK_TOLERANCE_MS))


def _build_start_event_unless_started(match: Match) -> events.MatchStarted | None:
    return None if match.is_started or match.is_closed else event_builders.play_opening_and_build_match_started(match)


def _copy_with_claim_changes(pending: PendingAppend, event: AnyMatchEvent) -> PendingAppend:
    """Devices that come and go: their claims are written with the event."""
    match event:
        case events.SeatTaken() | events.DeviceAdmitted() if event.device:
            return pending._replace(added_claim=(event.device, event.seat))
        case events.DeviceRemoved():
            return pending._replace(removed_claim=(event.device, event.seat))
    return pending


def _may_have_job_after(match: Match, event: AnyMatchEvent) -> bool:
    """Whether the match may have something to do by itself after this event."""
    if (
        isinstance(event, (events.SeatReplaced, events.StandingOrderSet))
        or match.setup.clock is not None
        or not match.is_started
    ):
        return True
    if match.game.presentation.has_default_orders:
        return True
    return any(seat.kind == "bot" or seat.standing_orders for seat in match.seats)


def _ignore_task_exception(task: "asyncio.Task[Any]") -> None:
    """Whoever asked may be gone: an error nobody waits for is not logged as forgotten."""
    if not task.cancelled():
        task.exception()
