"""Matches on disk: SQLite by default, PostgreSQL by URL, through the same code.

All journal writes of a process go through one writer, which commits whatever waits in one transaction: the disk is
asked once for many tables, and nothing is acknowledged before it is there.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import and_, bindparam, delete, event, insert, or_, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from aerodrome.core.record import CHECKPOINT
from aerodrome.table import journal
from aerodrome.table.journal import Setup
from aerodrome.table.schema import holders, matches, migrate, notices, snapshots, things, tokens
from aerodrome.table.troubles import CannotSave, Taken

LOCK_PATIENCE = 5.0
"""Seconds to wait for another process that holds SQLite's lock."""
BATCH = 64
CHANNEL = "aerodrome"
WHISPERS = "aerodrome_whispers"


_MATCH_ROW = (
    update(matches)
    .where(matches.c.id == bindparam("the_id"))
    .values(status=bindparam("status"), moved=bindparam("moved"), wake=bindparam("wake"))
)


class Saved(NamedTuple):
    """One thing to be written, and what it means for the match's row."""

    match: str
    n: int
    body: bytes
    status: str
    moved: int
    wake: int | None
    snapshot: tuple[int, bytes] | None = None
    drop_after: int | None = None
    """Snapshots of later positions are void."""


class Loaded(NamedTuple):
    setup: Setup
    bodies: list[bytes]
    snapshots: list[bytes]


class Held(NamedTuple):
    match: str
    seat: int


def database_url(database: str | Path) -> str:
    """A path or a URL as people write it, with the driver that is used."""
    plain = str(database)
    if plain.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + plain.split("://", 1)[1]
    if "://" in plain:
        return plain
    return f"sqlite+aiosqlite:///{plain}"


class Store:
    def __init__(self, database: str | Path, lock_patience: float = LOCK_PATIENCE) -> None:
        self.url = database_url(database)
        self.shared = self.url.startswith("postgresql")
        """Several processes may serve the same matches."""
        self.lock_patience = lock_patience
        self.engine: AsyncEngine = self._engine()
        self._queue: asyncio.Queue[tuple[Saved, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    def _engine(self) -> AsyncEngine:
        if self.shared:
            return create_async_engine(self.url, pool_size=5, max_overflow=5, pool_pre_ping=True)
        engine = create_async_engine(self.url, connect_args={"timeout": self.lock_patience})

        @event.listens_for(engine.sync_engine, "connect")
        def _prepare(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        return engine

    async def open(self) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        for task in (self._listener, self._writer):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        await self.engine.dispose()

    async def ping(self) -> None:
        async with self.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    # Writing

    async def append(self, saved: Saved) -> None:
        """Returns when it is on disk. Raises Taken when another process was first, CannotSave when nothing can be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((saved, done))
        await done

    async def _write_on(self) -> None:
        while True:
            waiting = [await self._queue.get()]
            while len(waiting) < BATCH and not self._queue.empty():
                waiting.append(self._queue.get_nowait())
            try:
                await self._write_batch(waiting)
            except asyncio.CancelledError:
                for _, done in waiting:
                    _settle(done, CannotSave("The server is stopping."))
                raise

    async def _write_batch(self, waiting: list[tuple[Saved, asyncio.Future[None]]]) -> None:
        problem = await self._try([saved for saved, _ in waiting])
        if problem is None or len(waiting) == 1:
            for _, done in waiting:
                _settle(done, problem)
            return
        for saved, done in waiting:
            _settle(done, await self._try([saved]))

    async def _try(self, batch: list[Saved]) -> Exception | None:
        try:
            async with self.engine.begin() as connection:
                await self._write(connection, batch)
        except IntegrityError:
            return Taken()
        except (SQLAlchemyError, OSError) as error:
            return CannotSave(_in_words(error))
        return None

    async def _write(self, connection: AsyncConnection, batch: list[Saved]) -> None:
        await connection.execute(insert(things), [{"match": s.match, "n": s.n, "body": s.body} for s in batch])
        rows = [{"the_id": s.match, "status": s.status, "moved": s.moved, "wake": s.wake} for s in batch]
        await connection.execute(_MATCH_ROW, rows)
        for saved in batch:
            if saved.drop_after is not None:
                mine = and_(snapshots.c.match == saved.match, snapshots.c.position > saved.drop_after)
                await connection.execute(delete(snapshots).where(mine))
            if saved.snapshot is not None:
                position, state = saved.snapshot
                at = and_(snapshots.c.match == saved.match, snapshots.c.position == position)
                await connection.execute(delete(snapshots).where(at))
                await connection.execute(insert(snapshots).values(match=saved.match, position=position, state=state))
        if self.shared:
            news = ",".join(f"{s.match} {s.n}" for s in batch)
            await connection.execute(text("SELECT pg_notify(:c, :p)"), {"c": CHANNEL, "p": news})

    async def create(self, match: str, setup: Setup, wake: int | None, held: list[tuple[str, int]]) -> None:
        """A new match, with the seats that are taken from the start."""
        links = [(seat.token, i) for i, seat in enumerate(setup.seats) if seat.token]
        if setup.watch:
            links.append((setup.watch, -1))

        async def write(connection: AsyncConnection) -> None:
            row = {"id": match, "setup": msgspec.json.encode(setup), "status": "waiting"}
            await connection.execute(insert(matches).values(**row, moved=setup.created, wake=wake))
            if links:
                rows = [{"hash": journal.hashed(token), "match": match, "seat": seat} for token, seat in links]
                await connection.execute(insert(tokens), rows)
            if held:
                rows = [{"key": key, "match": match, "seat": seat} for key, seat in held]
                await connection.execute(insert(holders), rows)

        await self._guarded(write)

    async def hold(self, key: str, match: str, seat: int) -> None:
        async def write(connection: AsyncConnection) -> None:
            await connection.execute(insert(holders).values(key=key, match=match, seat=seat))

        with contextlib.suppress(Taken):
            await self._guarded(write)

    async def set_notice(self, match: str, seat: int, address: str) -> None:
        async def write(connection: AsyncConnection) -> None:
            mine = and_(notices.c.match == match, notices.c.seat == seat)
            await connection.execute(delete(notices).where(mine))
            if address:
                await connection.execute(insert(notices).values(match=match, seat=seat, address=address))

        await self._guarded(write)

    async def own(self, match: str, owner: str, now: int, until: int) -> bool:
        """Whether this process may do the table's own work (bots, clocks) until then."""
        if not self.shared:
            return True
        free = or_(matches.c.owner.is_(None), matches.c.owner == owner, matches.c.owned_until < now)
        mine = and_(matches.c.id == match, free)
        async with self.engine.begin() as connection:
            result = await connection.execute(update(matches).where(mine).values(owner=owner, owned_until=until))
        return bool(result.rowcount)

    async def set_wake(self, match: str, wake: int | None) -> None:
        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(matches).where(matches.c.id == match).values(wake=wake))

        await self._guarded(write)

    async def disown(self, owner: str) -> None:
        """This process stops: others may take its tables at once."""
        if self.shared:
            async with self.engine.begin() as connection:
                await connection.execute(
                    update(matches).where(matches.c.owner == owner).values(owner=None, owned_until=None)
                )

    async def _guarded(self, write: Callable[[AsyncConnection], Any]) -> None:
        try:
            async with self.engine.begin() as connection:
                await write(connection)
        except IntegrityError:
            raise Taken from None
        except (SQLAlchemyError, OSError) as error:
            raise CannotSave(_in_words(error)) from None

    # Reading

    async def load(self, match: str) -> Loaded | None:
        async with self.engine.connect() as connection:
            setup = (await connection.execute(select(matches.c.setup).where(matches.c.id == match))).scalar()
            if setup is None:
                return None
            bodies = await _tail(connection, match, 0)
            where = snapshots.c.match == match
            query = select(snapshots.c.position, snapshots.c.state).where(where).order_by(snapshots.c.position)
            rows = (await connection.execute(query)).all()
        return Loaded(msgspec.json.decode(setup, type=Setup), bodies, _unbroken([(r[0], r[1]) for r in rows]))

    async def tail(self, match: str, after: int) -> list[bytes]:
        async with self.engine.connect() as connection:
            return await _tail(connection, match, after)

    async def token(self, token: str) -> Held | None:
        query = select(tokens.c.match, tokens.c.seat).where(tokens.c.hash == journal.hashed(token))
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Held(row[0], row[1])

    async def held(self, key: str) -> list[Held]:
        query = select(holders.c.match, holders.c.seat).where(holders.c.key == key)
        async with self.engine.connect() as connection:
            return [Held(row[0], row[1]) for row in await connection.execute(query)]

    async def held_in(self, key: str, match: str) -> list[int]:
        mine = and_(holders.c.key == key, holders.c.match == match)
        query = select(holders.c.seat).where(mine).order_by(holders.c.seat)
        async with self.engine.connect() as connection:
            return [row[0] for row in await connection.execute(query)]

    async def holders_of(self, match: str) -> list[tuple[str, int]]:
        query = select(holders.c.key, holders.c.seat).where(holders.c.match == match)
        async with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in await connection.execute(query)]

    async def open_tables(self, key: str) -> int:
        """How many unfinished matches the holder of a key sits at."""
        mine = and_(holders.c.key == key, holders.c.match == matches.c.id, matches.c.status != "over")
        async with self.engine.connect() as connection:
            return len((await connection.execute(select(matches.c.id).where(mine).distinct())).all())

    async def notice(self, match: str, seat: int) -> str:
        mine = and_(notices.c.match == match, notices.c.seat == seat)
        async with self.engine.connect() as connection:
            return (await connection.execute(select(notices.c.address).where(mine))).scalar() or ""

    async def due(self, now: int, limit: int) -> list[str]:
        """Matches whose table has something to do, and that no other process looks after."""
        free = or_(matches.c.owned_until.is_(None), matches.c.owned_until < now)
        query = select(matches.c.id).where(and_(matches.c.wake <= now, free)).order_by(matches.c.wake).limit(limit)
        async with self.engine.connect() as connection:
            return [row[0] for row in await connection.execute(query)]

    # News from other processes

    def listen(self, heard: Callable[[str | None, int], None], whispered: Callable[[str], None]) -> None:
        """`heard(match, n)` when a process wrote thing n; `heard(None, 0)` when news may have been missed."""
        if self.shared:
            self._listener = asyncio.create_task(self._listen_on(heard, whispered))

    async def whisper(self, words: str) -> None:
        """Tell the other processes something that is not written down."""
        if self.shared:
            async with self.engine.begin() as connection:
                await connection.execute(text("SELECT pg_notify(:c, :p)"), {"c": WHISPERS, "p": words})

    async def _listen_on(self, heard: Callable[[str | None, int], None], whispered: Callable[[str], None]) -> None:
        import asyncpg  # type: ignore[import-untyped]

        def read(*message: Any) -> None:
            for news in str(message[-1]).split(","):
                match, n = news.split()
                heard(match, int(n))

        dsn = self.url.replace("+asyncpg", "", 1)
        while True:
            lost = asyncio.Event()
            try:
                connection = await asyncpg.connect(dsn)
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, read)
                await connection.add_listener(WHISPERS, lambda *message: whispered(str(message[-1])))
                heard(None, 0)
                await lost.wait()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(0.5)


async def _tail(connection: AsyncConnection, match: str, after: int) -> list[bytes]:
    query = select(things.c.body).where(and_(things.c.match == match, things.c.n > after)).order_by(things.c.n)
    return [bytes(row[0]) for row in await connection.execute(query)]


def _unbroken(rows: list[tuple[int, bytes]]) -> list[bytes]:
    """The snapshots without a gap from the first on: those after a gap cannot be counted."""
    kept = []
    for i, (position, state) in enumerate(rows):
        if position != (i + 1) * CHECKPOINT:
            break
        kept.append(bytes(state))
    return kept


def _settle(done: "asyncio.Future[None]", problem: Exception | None) -> None:
    if done.cancelled():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _in_words(error: Exception) -> str:
    cause = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    if "full" in cause:
        return "The disk is full: nothing can be saved. The table goes on when there is room."
    if "locked" in cause or "busy" in cause:
        return "The database is locked by another program. The table goes on when it is free."
    return "The database does not answer. The table goes on when it does."
