"""The tables of one process: live matches in memory, every change on disk first, bots and clocks kept going."""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from aerodrome.table import journal, moves
from aerodrome.table.jobs import Job, Obey, Start, TakeSeat, Think, Wait, next_job
from aerodrome.table.journal import AnyThing, Played, Replaced, Setup, Started, Undone
from aerodrome.table.match import Match
from aerodrome.table.store import Saved, Store
from aerodrome.table.troubles import CannotSave, CannotThink, NotFound, TableError, Taken
from aerodrome.table.workers import STAND_IN, Task, Workers

log = logging.getLogger("aerodrome.table")

LEASE_MS = 15_000
GRACE_MS = 30_000
SWEEP_S = 2.0
PRESENCE_S = 20.0
FORGET_PRESENCE_S = 50.0
IDLE_S = 300.0
LONGEST_WAIT_MS = 60_000
MANY_FAILURES = 3
BACKOFF = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

Make = Callable[[Match], AnyThing | None]


class Live:
    """A match in memory with those who look at it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.presence = 0
        """Grows when somebody comes or goes, or trouble begins or ends: told, but not written down."""
        self.here: Counter[int] = Counter()
        """How many streams of this process look from each seat."""
        self.elsewhere: dict[str, tuple[set[int], float]] = {}
        """Which seats other processes have at their streams, and when they said so."""
        self.streams = 0
        self.trouble = ""
        self.driver: asyncio.Task[None] | None = None
        self.owned_until = 0
        self.used = time.monotonic()
        self.held: dict[str, list[int]] = {}
        self.newest: dict[int | None, tuple[int, bytes]] = {}
        """The newest news as last told from each chair."""

    def ring(self) -> None:
        """Wake everybody who waits for news."""
        self.changed.set()
        self.changed = asyncio.Event()

    def is_here(self, seat: int) -> bool:
        late = time.monotonic() - FORGET_PRESENCE_S
        return self.here[seat] > 0 or any(seat in seats and at > late for seats, at in self.elsewhere.values())

    def came(self, seat: int | None) -> None:
        self.streams += 1
        if seat is not None:
            self.here[seat] += 1
        self.stir()

    def went(self, seat: int | None) -> None:
        self.streams -= 1
        if seat is not None:
            self.here[seat] -= 1
        self.stir()

    def worry(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self.stir()

    def stir(self) -> None:
        self.presence += 1
        self.used = time.monotonic()
        self.ring()

    @property
    def idle(self) -> bool:
        busy = self.streams or self.lock.locked() or (self.driver is not None and not self.driver.done())
        return not busy


class Tables:
    def __init__(
        self,
        store: Store,
        workers: Workers,
        pace: float = 0.0,
        on_turn: Callable[[Live, int], None] | None = None,
    ) -> None:
        self.store = store
        self.workers = workers
        self.pace = pace
        """The least time, in seconds, that a bot's move takes while people play along: they want to follow."""
        self.on_turn = on_turn
        self.live: dict[str, Live] = {}
        self.name = ""
        """Tells this process from others: made when it opens, so that forks differ."""
        self.grace = 0
        self.closing = False
        self.actions = 0
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        self.name = secrets.token_hex(8)
        await self.store.open()
        self.grace = journal.now() + GRACE_MS
        self.store.listen(self._heard, self._whispered)
        self._spawn(self._sweep_on())
        if self.store.shared:
            self._spawn(self._tell_presence_on())

    def farewell(self) -> None:
        """Everybody at a stream is told that it ends."""
        self.closing = True
        for live in self.live.values():
            live.ring()

    async def close(self) -> None:
        """Nothing that was acknowledged is lost: it is on disk."""
        self.farewell()
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self.workers.close()
        with contextlib.suppress(Exception):
            await self.store.disown(self.name)
        await self.store.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Finding

    async def get(self, id: str) -> Live:
        live = self.live.get(id)
        if live is None:
            async with self._loading.setdefault(id, asyncio.Lock()):
                live = self.live.get(id) or await self._load(id)
            self._loading.pop(id, None)
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> Live:
        loaded = await self.store.load(id)
        if loaded is None:
            raise NotFound("There is no such match.")
        live = Live(Match.restore(id, loaded.setup, loaded.bodies, loaded.snapshots))
        self.live[id] = live
        if self.store.shared:
            self._spawn(self._whisper(f"who {id} {self.name}"))
        return live

    async def create(self, setup: Setup, held: list[tuple[str, int]]) -> Live:
        id = secrets.token_urlsafe(9)
        match = Match(id, setup)
        await self.store.create(id, setup, setup.created, held)
        live = self.live[id] = Live(match)
        await self.start_if_full(live)
        return live

    async def start_if_full(self, live: Live) -> None:
        if not any(seat.kind == "open" for seat in live.match.seats):
            await self.commit(live, _start)

    async def seats_of(self, live: Live, key: str) -> list[int]:
        """The seats that the holder of a key has; -1 is a spectator's place."""
        held = live.held.get(key)
        if held is None:
            held = await self.store.held_in(key, live.match.id)
            if held:
                live.held[key] = held
        return held

    async def hold(self, live: Live, key: str, seat: int) -> None:
        await self.store.hold(key, live.match.id, seat)
        live.held.pop(key, None)

    async def freshen(self, live: Live, n: int = 0, seq: int = 0) -> None:
        """Somebody knows more than this process: read what others wrote."""
        if self.store.shared and (n > live.match.n or seq > live.match.seq):
            async with live.lock:
                await self._catch_up(live)

    # Changing

    async def commit(self, live: Live, make: Make) -> int:
        """Write down what `make` makes of the match, then let it happen. Returns its number.

        When another process was faster, its news is read first and `make` is asked again.
        """
        # Whoever asked may go away in the middle: what is begun is finished.
        return await asyncio.shield(self._spawn_commit(live, make))

    def _spawn_commit(self, live: Live, make: Make) -> "asyncio.Task[int]":
        task = asyncio.create_task(self._commit(live, make))
        task.add_done_callback(_quiet)
        return task

    async def _commit(self, live: Live, make: Make) -> int:
        match = live.match
        async with live.lock:
            while True:
                thing = make(match)
                if thing is None:
                    return match.n
                thing.at = max(journal.now(), match.moved)
                body = journal.write(thing)
                try:
                    await self.store.append(self._saved(match, thing, body))
                except Taken:
                    await self._catch_up(live)
                    continue
                except CannotSave as error:
                    live.worry(str(error))
                    raise
                was = set(match.asked)
                if match.snapshot_due is not None:
                    match.snapshot_due = None
                match.fold(thing, body)
                break
        self.actions += 1
        live.worry("")
        live.ring()
        self.drive(live)
        self._tell_turns(live, was)
        return match.n

    def _saved(self, match: Match, thing: AnyThing, body: bytes) -> Saved:
        status: str = match.status
        if isinstance(thing, (Started, Played, Undone)):
            status = "playing" if thing.asked else "over"
        drop = thing.to if isinstance(thing, Undone) else None
        due = match.snapshot_due
        if due is not None and drop is not None and due[0] > drop:
            due = None
        wake = thing.at if status != "over" and _minds_itself(match, thing) else None
        return Saved(match.id, match.n + 1, body, status, thing.at, wake, due, drop)

    async def _catch_up(self, live: Live) -> None:
        """Read what other processes wrote."""
        was = live.match.n
        for body in await self.store.tail(live.match.id, was):
            live.match.fold(journal.read(body), body)
        if live.match.n > was:
            live.held.clear()
            live.ring()

    def _tell_turns(self, live: Live, was: set[int]) -> None:
        if self.on_turn is None:
            return
        for seat in live.match.asked:
            if seat not in was and live.match.seats[seat].is_person and not live.is_here(seat):
                self.on_turn(live, seat)

    # News from other processes

    def _heard(self, id: str | None, n: int) -> None:
        """Called by the store: thing `n` of a match was written, by us or elsewhere; None: news may be missing."""
        for live in list(self.live.values()) if id is None else [self.live.get(id)]:
            if live is not None and (id is None or live.match.n < n):
                self._spawn(self._refresh(live, n))

    async def _refresh(self, live: Live, n: int) -> None:
        try:
            async with live.lock:
                if live.match.n < n or not n:
                    await self._catch_up(live)
            self.drive(live)
        except (SQLAlchemyError, OSError) as error:
            log.warning("news of a match could not be read: %s", type(error).__name__)

    # Who is here: whispered between processes, written nowhere

    def tell_presence(self, live: Live) -> None:
        if self.store.shared and not self.closing:
            seats = ",".join(str(seat) for seat, count in live.here.items() if count > 0)
            self._spawn(self._whisper(f"here {live.match.id} {self.name} {seats}"))

    def _whispered(self, words: str) -> None:
        what, id, name, *rest = words.split(" ")
        live = self.live.get(id)
        if live is None or name == self.name:
            return
        if what == "who":
            self.tell_presence(live)
            return
        seats = {int(seat) for seat in rest[0].split(",") if seat}
        before = live.elsewhere.get(name)
        live.elsewhere[name] = seats, time.monotonic()
        if before is None or before[0] != seats:
            live.stir()

    async def _whisper(self, words: str) -> None:
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self.store.whisper(words)

    async def _tell_presence_on(self) -> None:
        while not self.closing:
            await asyncio.sleep(PRESENCE_S)
            for live in list(self.live.values()):
                if live.streams:
                    self.tell_presence(live)

    # The table's own work

    def drive(self, live: Live) -> None:
        if self.closing or (live.driver is not None and not live.driver.done()):
            return
        if next_job(live.match, journal.now(), self.grace, STAND_IN) is not None:
            live.driver = self._spawn(self._drive(live))

    async def _drive(self, live: Live) -> None:
        failures = 0
        while not self.closing:
            match = live.match
            at = match.n
            job = next_job(match, journal.now(), self.grace, STAND_IN)
            try:
                if job is None or isinstance(job, Wait):
                    if await self._rest(live, job, at):
                        return
                    continue
                if not await self._owned(live):
                    return
                await self._do(live, _simpler(job) if failures >= MANY_FAILURES else job)
                failures = 0
                live.worry("")
            except (CannotSave, CannotThink) as error:
                live.worry(str(error))
            except (SQLAlchemyError, OSError):
                live.worry("The database does not answer. The table goes on when it does.")
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the table could not go on", extra={"match": match.id})
                live.worry("Something went wrong at this table. It tries again.")
            if live.trouble:
                await asyncio.sleep(BACKOFF[min(failures, len(BACKOFF) - 1)])
                failures += 1

    async def _rest(self, live: Live, wait: Wait | None, at: int) -> bool:
        """Nothing to do now: note when there will be. True when the driver may go home."""
        wake = None if wait is None else wait.until
        await self.store.set_wake(live.match.id, wake)
        if live.match.n != at:
            return False
        if wake is None or wake - journal.now() > LONGEST_WAIT_MS:
            return True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(live.changed.wait(), max(0.0, (wake - journal.now()) / 1000) + 0.005)
        return False

    async def _owned(self, live: Live) -> bool:
        now = journal.now()
        if live.owned_until - now > LEASE_MS // 2:
            return True
        mine = await self.store.own(live.match.id, self.name, now, now + LEASE_MS)
        live.owned_until = now + LEASE_MS if mine else 0
        return mine

    async def _do(self, live: Live, job: Job) -> None:
        match job:
            case Start():
                await self.commit(live, _start)
            case Obey(seat=seat, action=action):
                asked_at = live.match.seats[seat].asked_at
                await self.commit(
                    live, lambda m: moves.play(m, seat, action, "order") if _still(m, seat, asked_at) else None
                )
            case TakeSeat(seat=seat):
                await self.commit(live, lambda m: _timed_out(m, seat))
            case Think():
                await self._think(live, job)

    async def _think(self, live: Live, job: Think) -> None:
        match, seat = live.match, job.seat
        asked_at, level = match.seats[seat].asked_at, match.seats[seat].level
        begun = time.monotonic()
        choice = await self.workers.think(task(match, seat), job.level)
        if self.pace and match.people:
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - begun)))
        by = "clock" if job.for_clock else "bot"

        def make(now: Match) -> AnyThing | None:
            if not _still(now, seat, asked_at) or now.seats[seat].level != level:
                return None
            return moves.play(now, seat, now.game.parse(choice), "clock" if by == "clock" else "bot")

        await self.commit(live, make)

    async def _sweep_on(self) -> None:
        """Take up tables that have work and nobody who does it: after a restart, or when another process died."""
        while not self.closing:
            try:
                for id in await self.store.due(journal.now(), 50):
                    live = await self.get(id)
                    if live.driver is None or live.driver.done():
                        live.driver = self._spawn(self._drive(live))
                self._forget_idle()
            except asyncio.CancelledError:
                raise
            except (TableError, SQLAlchemyError, OSError) as error:
                log.warning("the sweep found no database or a broken match: %s", type(error).__name__)
            except Exception:
                log.exception("the sweep failed")
            await asyncio.sleep(SWEEP_S)

    def _forget_idle(self) -> None:
        """Memory is for tables in use; the others are on disk."""
        old = time.monotonic() - IDLE_S
        for id, live in list(self.live.items()):
            if live.used < old and live.idle:
                del self.live[id]


def task(match: Match, seat: int) -> Task:
    setup = match.setup
    digest = hashlib.sha256(f"{setup.seed}:bot:{match.seq}:{seat}".encode()).digest()
    state = match.game.to_json(match.record.state)
    return Task(setup.title, setup.rules, setup.options, state, seat, int.from_bytes(digest[:8], "big"))


def _simpler(job: Job) -> Job:
    """A bot that fails again and again at a position makes way for one that cannot."""
    return job._replace(level="random") if isinstance(job, Think) else job


def _start(match: Match) -> Started | None:
    return None if match.started else moves.start(match)


def _timed_out(match: Match, seat: int) -> Replaced | None:
    now = match.seats[seat]
    if not now.is_person or now.asked_at is None:
        return None
    return Replaced(seat=seat, level=STAND_IN, why="time")


def _still(match: Match, seat: int, asked_at: int | None) -> bool:
    return asked_at is not None and match.seats[seat].asked_at == asked_at


def _minds_itself(match: Match, thing: AnyThing) -> bool:
    """Whether the table may have something to do after this."""
    if isinstance(thing, Replaced) or match.setup.clock is not None or not match.started:
        return True
    return any(seat.kind == "bot" or seat.orders for seat in match.seats) or isinstance(thing, journal.Ordered)


def _quiet(task: "asyncio.Task[int]") -> None:
    """Whoever asked may be gone: an answer nobody waits for is no error."""
    if not task.cancelled():
        task.exception()
