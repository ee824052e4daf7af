"""Matches on disk: SQLite by default, PostgreSQL by URL, through the same code.

All events of a process are written by one task, which commits whatever waits in one transaction: the disk is asked
once for many matches, and nothing is acknowledged before it is there.
"""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from aerodrome.core.record import CHECKPOINT
from aerodrome.matches.attendance import Attendance, write_attendance
from aerodrome.matches.competition_results import CompetitionMatchResult, write_competition_match_result
from aerodrome.matches.errors import MatchError, NotFound, StorageUnavailable, UnreadableMatch, VersionConflict
from aerodrome.matches.events import MatchSetup
from aerodrome.matches.file_permissions import create_or_protect_database_file
from aerodrome.matches.friend_tables import write_or_remove_listing
from aerodrome.matches.listings import ListingChange, ListingRow
from aerodrome.matches.migrations import migrate_database, require_latest_revision
from aerodrome.matches.postgres_connections import limit_silence_on_connection, wait_until_connection_ends
from aerodrome.matches.rated_results import RatedMatchResult, store_result_and_update_ratings
from aerodrome.matches.schema import (
    TABLES_OF_MATCH,
    events,
    finished_summaries,
    heartbeats,
    link_tokens,
    matches,
    notification_addresses,
    outages,
    seat_claims,
    seat_notes,
    snapshots,
)
from aerodrome.matches.stored_rows import (
    convert_readable_rows,
    convert_to_bytes,
    read_int_or_zero,
)
from aerodrome.matches.time_away import merge_periods
from aerodrome.matches.util import hash_secret

log = logging.getLogger("aerodrome.matches")

MAX_OUTAGE_MS = 400 * 86_400_000
"""What claims to have lasted longer is a damaged row: all clocks would stand."""
LOCK_TIMEOUT_S = 5.0
"""How long to wait for another process that holds SQLite's lock."""
MAX_BATCH = 64
MAX_LEASE_MS = 60_000
"""A lease that claims to last longer was given by a clock that was wrong: it does not count."""
DELETE_BATCH = 500
READ_ATTEMPTS = 5
CONFLICT_ATTEMPTS = 5
WAL_ATTEMPTS = 50
WAL_PAUSE_S = 0.02
REMOVED = "This table was removed."
NOT_SAVED = "Something went wrong here when this was to be saved. The table tries again."
READ_ONLY = "The database is read-only for this program: nothing can be saved."
LISTEN_CHECK_INTERVAL_S = 15.0
"""How often the line on which PostgreSQL tells of news is tried."""
LISTEN_ANSWER_TIMEOUT_S = 10.0
APPEND_CHANNEL = "aerodrome"
PRESENCE_CHANNEL = "aerodrome_whispers"

OnAppend = Callable[[str | None, int], None]
"""Called with the match and the version that a process stored; with (None, 0) when news may have been missed."""

_UPDATE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("match_id"))
    .values(status=bindparam("status"), updated_at_ms=bindparam("at_ms"), next_due_ms=bindparam("due_ms"))
)


class PendingAppend(NamedTuple):
    """One event to be stored, and what it means for the match's row."""

    match: str
    version: int
    encoded: bytes
    status: str
    updated_at_ms: int
    next_due_ms: int | None
    snapshots: dict[int, bytes] = {}
    rewound_to: int | None = None
    """Snapshots of later positions are void."""
    added_claim: tuple[str, int] | None = None
    """The key and the seat that it has from this event on."""
    removed_claim: tuple[str, int] | None = None
    listing: ListingChange | None = None
    """What changes in the lobby."""
    rated_result: RatedMatchResult | None = None
    """By what the ratings of people change, when a rated match ends."""
    attendance: Attendance | None = None
    """Who played to the end, when a match among people ends."""
    competition_result: CompetitionMatchResult | None = None
    """What a table of a tournament came to, when it ends."""


class StoredMatch(NamedTuple):
    """A match as it is on disk."""

    setup: MatchSetup
    encoded_events: list[bytes]
    snapshots: list[bytes]
    updated_at_ms: int = 0
    """When its row says that the last event was stored."""


class ClaimedMatch(NamedTuple):
    """A match in which somebody holds seats, as its row says."""

    id: str
    status: Literal["waiting", "playing", "over"]
    updated_at_ms: int
    seats: list[int]


def build_database_url(database: str | Path) -> str:
    """A path or a URL as people write it, with the driver that is used."""
    plain = str(database)
    if plain.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + plain.split("://", 1)[1]
    if "://" in plain:
        return plain
    return f"sqlite+aiosqlite:///{plain}"


def _switch_to_wal(cursor: Any) -> None:
    """SQLite does not wait when another connection switches at the same moment: try again for a while."""
    for attempt in range(WAL_ATTEMPTS):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if attempt == WAL_ATTEMPTS - 1:
                raise
            time.sleep(WAL_PAUSE_S)


class MatchStore:
    """Reads and writes matches; raises StorageUnavailable when nothing can be written."""

    def __init__(self, database: str | Path, lock_timeout: float = LOCK_TIMEOUT_S) -> None:
        self.url = build_database_url(database)
        self.is_shared = self.url.startswith("postgresql")
        """Several processes may serve the same matches."""
        self.lock_timeout = lock_timeout
        self.engine: AsyncEngine = self._create_engine()
        self._append_queue: asyncio.Queue[tuple[PendingAppend, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self.write_failure = ""
        """Why the last write failed; "" when it did not."""

    def _create_engine(self) -> AsyncEngine:
        if self.is_shared:
            engine = create_async_engine(self.url, pool_size=5, max_overflow=5, pool_pre_ping=True)

            @event.listens_for(engine.sync_engine, "connect")
            def limit_silence_of_new_connection(connection: Any, _record: Any) -> None:
                limit_silence_on_connection(connection.driver_connection)

            return engine
        engine = create_async_engine(self.url, connect_args={"timeout": self.lock_timeout})

        @event.listens_for(engine.sync_engine, "connect")
        def set_pragmas(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            _switch_to_wal(cursor)
            for pragma in ("synchronous=FULL", "foreign_keys=ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        return engine

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        self._create_or_protect_database_file()
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate_database)
        await self._require_writable()
        self._writer = asyncio.create_task(self._write_loop())

    async def open_for_administration(self) -> None:
        """Connect to a database that is up to date, beside a server or without one. No events are written."""
        async with self.engine.connect() as connection:
            await connection.run_sync(require_latest_revision)

    def _create_or_protect_database_file(self) -> None:
        name = self.engine.url.database
        if not self.is_shared and name and name != ":memory:" and "uri" not in self.engine.url.query:
            create_or_protect_database_file(Path(name))

    async def _require_writable(self) -> None:
        """Raises StorageUnavailable for a read-only database. A full disk may have room again: that is no reason."""
        try:
            await self.probe_write()
        except StorageUnavailable:
            if self.write_failure == READ_ONLY:
                raise

    async def close(self) -> None:
        """Stop writing and listening, and disconnect."""
        for task in (self._listener, self._writer):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        await self.engine.dispose()

    async def ping_database(self) -> None:
        """Raises when the database does not answer."""
        await self.fetch_all(select(1))

    # Writing events

    async def append_event(self, append: PendingAppend) -> None:
        """Returns when it is on disk. Raises VersionConflict when another process was first, or StorageUnavailable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._append_queue.put_nowait((append, done))
        await done

    async def _write_loop(self) -> None:
        while True:
            waiting = [await self._append_queue.get()]
            while len(waiting) < MAX_BATCH and not self._append_queue.empty():
                waiting.append(self._append_queue.get_nowait())
            try:
                await self._write_batch_and_complete_futures(waiting)
            except asyncio.CancelledError:
                for _, done in waiting:
                    _complete_future(done, StorageUnavailable("The server is stopping."))
                raise

    async def _write_batch_and_complete_futures(
        self, waiting: list[tuple[PendingAppend, asyncio.Future[None]]]
    ) -> None:
        """All in one transaction; one by one when that fails, so that one conflict does not stop the others."""
        problem = await self._write_batch_or_get_error([append for append, _ in waiting])
        for append, done in waiting:
            if problem is not None and len(waiting) > 1:
                _complete_future(done, await self._write_batch_or_get_error([append]))
            else:
                _complete_future(done, problem)

    async def _write_batch_or_get_error(self, batch: list[PendingAppend]) -> Exception | None:
        async def write(connection: AsyncConnection) -> None:
            await self._write_events_with_consequences(connection, batch)

        try:
            await self.run_transaction(write)
        except (VersionConflict, MatchError) as error:
            return error
        except Exception:
            # The task that writes for everybody must not end with it.
            log.exception("an event could not be saved")
            return StorageUnavailable(NOT_SAVED)
        return None

    async def _write_events_with_consequences(self, connection: AsyncConnection, batch: list[PendingAppend]) -> None:
        rows = [{"match": a.match, "version": a.version, "encoded": a.encoded} for a in batch]
        await connection.execute(insert(events), rows)
        changes = [
            {"match_id": a.match, "status": a.status, "at_ms": a.updated_at_ms, "due_ms": a.next_due_ms} for a in batch
        ]
        await connection.execute(_UPDATE_MATCH, changes)
        await require_matches_usable(connection, {a.match for a in batch})
        for append in batch:
            of_match = snapshots.c.match == append.match
            if append.rewound_to is not None:
                later = snapshots.c.position > append.rewound_to
                await connection.execute(delete(snapshots).where(of_match, later))
            for position, state in append.snapshots.items():
                await connection.execute(delete(snapshots).where(of_match, snapshots.c.position == position))
                row = {"match": append.match, "position": position, "state": state}
                await connection.execute(insert(snapshots).values(row))
            await _write_claim_changes(connection, append)
            if append.listing is not None:
                await write_or_remove_listing(connection, append.match, append.listing.row)
            if append.rated_result is not None:
                await store_result_and_update_ratings(connection, append.rated_result)
            if append.attendance is not None:
                await write_attendance(connection, append.attendance)
            if append.competition_result is not None:
                await write_competition_match_result(connection, append.competition_result)
        if self.is_shared:
            await notify_postgres_channel(connection, APPEND_CHANNEL, ",".join(f"{a.match} {a.version}" for a in batch))

    # Writing everything else

    async def create_match(
        self,
        match_id: str,
        setup: MatchSetup,
        next_due_ms: int | None,
        claims: list[tuple[str, int]],
        listing: ListingRow | None = None,
    ) -> None:
        """A new match, with the keys that hold seats from the start and its row in the lobby."""

        async def write(connection: AsyncConnection) -> None:
            await insert_match(connection, match_id, setup, next_due_ms, claims)
            if listing is not None:
                await write_or_remove_listing(connection, match_id, listing)

        await self.run_transaction(write)

    async def add_seat_claim(self, key: str, match_id: str, seat: int) -> None:
        """The holder of a key has this seat from now on; harmless when they had it."""
        with contextlib.suppress(VersionConflict):
            await self.execute_write(insert(seat_claims).values({"key": key, "match": match_id, "seat": seat}))

    async def acquire_lease(self, match_id: str, process_id: str, now_ms: int, until_ms: int) -> bool:
        """Whether this process may drive the match (bots, clocks) until then."""
        if not self.is_shared:
            return True
        is_free = or_(matches.c.lease_owner == process_id, _build_lease_over_condition(now_ms))
        change = update(matches).where(matches.c.id == match_id, is_free)
        async with self.engine.begin() as connection:
            result = await connection.execute(change.values(lease_owner=process_id, lease_until_ms=until_ms))
        return bool(result.rowcount)

    async def release_leases(self, process_id: str) -> None:
        """This process stops: others may drive its matches at once."""
        if self.is_shared:
            change = update(matches).where(matches.c.lease_owner == process_id)
            await self.execute_write(change.values(lease_owner=None, lease_until_ms=None))

    async def set_next_due(self, match_id: str, next_due_ms: int | None, updated_at_ms: int | None = None) -> None:
        """When the match has something to do by itself again; unless something happened after `updated_at_ms`."""
        change = update(matches).where(matches.c.id == match_id)
        if updated_at_ms is not None:
            change = change.where(matches.c.updated_at_ms <= updated_at_ms)
        await self.execute_write(change.values(next_due_ms=next_due_ms))

    async def execute_write(self, statement: Any) -> None:
        """Write one statement in a transaction of its own."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(statement)

        await self.run_transaction(write)

    async def run_transaction(self, write: Callable[[AsyncConnection], Any]) -> None:
        """All or nothing. Raises VersionConflict for a row that is there already, or StorageUnavailable."""
        try:
            async with self.engine.begin() as connection:
                await write(connection)
        except IntegrityError:
            raise VersionConflict from None
        except (SQLAlchemyError, OSError) as error:
            self._set_write_failure(_describe_database_error(error))
            raise StorageUnavailable(self.write_failure) from None
        self._set_write_failure("")

    async def run_transaction_with_retries(self, write: Callable[[AsyncConnection], Any]) -> None:
        """A transaction that is worked out again when another wrote the same rows first: somebody pressed twice."""
        for _ in range(CONFLICT_ATTEMPTS - 1):
            with contextlib.suppress(VersionConflict):
                return await self.run_transaction(write)
        return await self.run_transaction(write)

    def _set_write_failure(self, reason: str) -> None:
        """Remember why the last write failed ("" when it did not), and log when that changes."""
        if reason != self.write_failure:
            log.warning("writing to the database: %s", reason or "works again")
            self.write_failure = reason

    async def probe_write(self) -> None:
        """Write something and take it back, so that the disk is asked. Raises StorageUnavailable."""
        nobody = {"match": "", "seat": -1}

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(insert(notification_addresses).values(**nobody, address="x" * 300))
            await connection.execute(delete(notification_addresses).filter_by(**nobody))

        await self.run_transaction(write)

    # Reading

    async def fetch_all(self, query: Select[Any]) -> list[Any]:
        """The rows that a query finds."""
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).all())

    async def load_match(self, match_id: str, include_set_aside: bool = False) -> StoredMatch | None:
        """The match with all its events and the snapshots that can be used; None when there is none.

        Raises UnreadableMatch when its rows are not whole, or when it was set aside.
        """
        query = select(matches.c.setup, matches.c.set_aside, matches.c.updated_at_ms).where(matches.c.id == match_id)
        found = await self.fetch_all(query)
        if not found:
            return None
        encoded_setup, set_aside, updated_at_ms = found[0]
        if set_aside and not include_set_aside:
            raise UnreadableMatch(set_aside)
        setup = _decode_setup(encoded_setup)
        encoded_events = await self.load_events_after(match_id, 0)
        for _ in range(READ_ATTEMPTS):
            states = await self._load_snapshots(match_id)
            newer = await self.load_events_after(match_id, len(encoded_events))
            if not newer:
                return StoredMatch(setup, encoded_events, states, read_int_or_zero(updated_at_ms))
            # Another process wrote in between, an undo perhaps: the snapshots may not be of these events.
            encoded_events += newer
        return StoredMatch(setup, encoded_events, [], read_int_or_zero(updated_at_ms))

    async def _load_snapshots(self, match_id: str) -> list[bytes]:
        query = select(snapshots.c.position, snapshots.c.state).where(snapshots.c.match == match_id)
        rows = await self.fetch_all(query.order_by(snapshots.c.position))
        return _select_snapshots_before_gap([(row[0], row[1]) for row in rows])

    async def load_events_after(self, match_id: str, version: int) -> list[bytes]:
        """The events after this version, in order. Raises UnreadableMatch when one is missing."""
        query = select(events.c.version, events.c.encoded).where(events.c.match == match_id, events.c.version > version)
        found: list[bytes] = []
        for row in await self.fetch_all(query.order_by(events.c.version)):
            expected = version + len(found) + 1
            if row.version != expected:
                raise UnreadableMatch(f"This table cannot be read: event {expected} of it is missing.")
            found.append(convert_to_bytes(row.encoded))
        return found

    async def list_matches_of_key(self, key: str, limit: int, offset: int = 0) -> list[ClaimedMatch]:
        """Matches that the holder of a key has seats in: unfinished ones first, each kind newest first."""
        row, claim = matches.c, seat_claims.c
        of_key = select(claim.match).where(claim.key == key).distinct()
        query = select(row.id, row.status, row.updated_at_ms).where(row.id.in_(of_key))
        order = (row.status == "over", row.updated_at_ms.desc(), row.id)
        found = await self.fetch_all(query.order_by(*order).limit(limit).offset(offset))
        seats: dict[str, list[int]] = {match.id: [] for match in found}
        held = select(claim.match, claim.seat).where(claim.key == key, claim.match.in_(list(seats)))
        rows = await self.fetch_all(held.order_by(claim.seat))
        for match, seat in convert_readable_rows(rows, tuple[str, int], "a claim"):
            seats[match].append(seat)
        return [ClaimedMatch(one.id, one.status, read_int_or_zero(one.updated_at_ms), seats[one.id]) for one in found]

    async def list_claimed_seats(self, key: str, match_id: str) -> list[int]:
        """The seats that the holder of a key has in this match."""
        query = select(seat_claims.c.seat).where(seat_claims.c.key == key, seat_claims.c.match == match_id)
        rows = await self.fetch_all(query.order_by(seat_claims.c.seat))
        return [row[0] for row in convert_readable_rows(rows, tuple[int], "a claim")]

    async def list_claims_in_match(self, match_id: str) -> list[tuple[str, int]]:
        """The keys and the seats they have in this match."""
        query = select(seat_claims.c.key, seat_claims.c.seat).where(seat_claims.c.match == match_id)
        return convert_readable_rows(await self.fetch_all(query), tuple[str, int], "a claim")

    async def count_unfinished_matches(self, key: str) -> int:
        """In how many unfinished matches the holder of a key has a seat."""
        mine = and_(seat_claims.c.key == key, seat_claims.c.match == matches.c.id, matches.c.status != "over")
        return len(await self.fetch_all(select(matches.c.id).where(mine).distinct()))

    async def filter_unfinished_matches(self, match_ids: list[str]) -> list[str]:
        """Which of these matches are not over."""
        query = select(matches.c.id).where(matches.c.id.in_(match_ids), matches.c.status != "over")
        return [row[0] for row in await self.fetch_all(query)]

    async def filter_waiting_matches(self, match_ids: list[str]) -> set[str]:
        """Which of these matches have not begun."""
        query = select(matches.c.id).where(matches.c.id.in_(match_ids), matches.c.status == "waiting")
        return {row[0] for row in await self.fetch_all(query)}

    async def filter_readable_matches(self, match_ids: list[str]) -> set[str]:
        """Which of these matches are still there and not set aside."""
        query = select(matches.c.id).where(matches.c.id.in_(match_ids), matches.c.set_aside.is_(None))
        return {row[0] for row in await self.fetch_all(query)}

    async def list_due_match_ids(self, now_ms: int, limit: int) -> list[str]:
        """Matches that have something to do by themselves and that no other process drives."""
        query = select(matches.c.id).where(
            matches.c.next_due_ms <= now_ms, matches.c.set_aside.is_(None), _build_lease_over_condition(now_ms)
        )
        return [row[0] for row in await self.fetch_all(query.order_by(matches.c.next_due_ms).limit(limit))]

    # People

    async def list_match_ids_of_key(self, key: str) -> list[str]:
        """All matches in which a key holds something."""
        query = select(seat_claims.c.match).where(seat_claims.c.key == key).distinct()
        return [row[0] for row in await self.fetch_all(query)]

    async def erase_person_from_match(
        self, match_id: str, setup: MatchSetup, changed_events: dict[int, bytes], seats: list[int]
    ) -> None:
        """Write over what names a person in the setup and in events; notes and addresses of their seats go."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(
                update(matches).where(matches.c.id == match_id).values(setup=msgspec.json.encode(setup))
            )
            for version, encoded in changed_events.items():
                of_event = and_(events.c.match == match_id, events.c.version == version)
                await connection.execute(update(events).where(of_event).values(encoded=encoded))
            for table in (seat_notes, notification_addresses):
                await connection.execute(delete(table).where(table.c.match == match_id, table.c.seat.in_(seats)))
            await connection.execute(delete(finished_summaries).where(finished_summaries.c.match == match_id))

        await self.run_transaction(write)

    # Keeping house

    async def postpone_match(self, match_id: str, until_ms: int) -> None:
        """Nobody looks what this match has to do before then; one that has nothing to do stays so."""
        change = update(matches).where(matches.c.id == match_id, matches.c.next_due_ms.is_not(None))
        await self.execute_write(change.values(next_due_ms=until_ms))

    async def set_or_clear_unreadable_reason(self, match_id: str, reason: str | None) -> None:
        """Mark a match as one that cannot be read, for all processes and for good; None takes the mark away."""
        await self.execute_write(
            update(matches).where(matches.c.id == match_id).values(set_aside=reason and reason[:300])
        )

    async def delete_snapshots(self, match_id: str, from_position: int) -> None:
        """Remove the snapshots of a match from a position on: they are made again from its events."""
        later = snapshots.c.position >= from_position
        await self.execute_write(delete(snapshots).where(snapshots.c.match == match_id, later))

    async def redate_matches_dated_in_future(self, now_ms: int, tolerance_ms: int) -> None:
        """Rows that a wrong clock dated in the future are dated now, so that what they wait for comes."""
        due = case((matches.c.next_due_ms.is_not(None), now_ms), else_=None)
        change = update(matches).where(matches.c.updated_at_ms > now_ms + tolerance_ms)
        await self.execute_write(change.values(updated_at_ms=now_ms, next_due_ms=due))

    async def record_heartbeat_and_list_outages(self, now_ms: int, outage_ms: int) -> list[tuple[int, int]]:
        """A server runs now; if none did for so long, that was an outage. Returns all outages, in order."""

        async def write(connection: AsyncConnection) -> None:
            query = select(heartbeats.c.alive_at_ms).with_for_update()
            alive_at_ms = (await connection.execute(query)).scalar()
            if alive_at_ms is None:
                await connection.execute(insert(heartbeats).values(id=1, alive_at_ms=now_ms))
                return
            if isinstance(alive_at_ms, int) and now_ms - alive_at_ms > outage_ms:
                await connection.execute(insert(outages).values(began_ms=alive_at_ms, ended_ms=now_ms))
            await connection.execute(update(heartbeats).values(alive_at_ms=now_ms))

        with contextlib.suppress(VersionConflict):  # another process was quicker
            await self.run_transaction(write)
        rows = await self.fetch_all(select(outages).order_by(outages.c.began_ms))
        found = convert_readable_rows(rows, tuple[int, int], "an outage")
        return merge_periods([one for one in found if one[1] - one[0] <= MAX_OUTAGE_MS])

    async def list_expired_match_ids(self, status: str, before_ms: int, limit: int) -> list[str]:
        """Matches of this status in which nothing has happened since then, oldest first."""
        query = select(matches.c.id).where(matches.c.status == status, matches.c.updated_at_ms < before_ms)
        return [row[0] for row in await self.fetch_all(query.order_by(matches.c.updated_at_ms).limit(limit))]

    async def delete_match(self, match_id: str, unless_updated_since_ms: int | None = None) -> bool:
        """Remove a match with all that hangs on it, in several short transactions. False when it is not there.

        It is marked first and its row goes last: if this is broken off, it can be done again.
        """
        is_old = matches.c.id == match_id
        if unless_updated_since_ms is not None:
            is_old = and_(is_old, matches.c.updated_at_ms < unless_updated_since_ms)
        is_marked = False

        async def mark(connection: AsyncConnection) -> None:
            nonlocal is_marked
            change = update(matches).where(is_old).values(set_aside=REMOVED, next_due_ms=None)
            is_marked = bool((await connection.execute(change)).rowcount)

        async def finish(connection: AsyncConnection) -> None:
            for table in TABLES_OF_MATCH:
                await connection.execute(delete(table).where(table.c.match == match_id))
            await connection.execute(delete(matches).where(matches.c.id == match_id))

        await self.run_transaction(mark)
        if not is_marked:
            return False
        last = (await self.fetch_all(select(func.max(events.c.version)).where(events.c.match == match_id)))[0][0] or 0
        for version in range(DELETE_BATCH, last, DELETE_BATCH):
            await self.execute_write(delete(events).where(events.c.match == match_id, events.c.version <= version))
        await self.run_transaction(finish)
        return True

    @property
    def has_no_pending_writes(self) -> bool:
        """Whether no event waits to be written."""
        return self._append_queue.empty()

    # News from other processes

    def start_listening(self, on_append: OnAppend, on_presence_message: Callable[[str], None]) -> None:
        """Call back whenever a process stores an event or sends a presence message."""
        if self.is_shared:
            self._listener = asyncio.create_task(self._listen_loop(on_append, on_presence_message))

    async def broadcast_presence(self, message: str) -> None:
        """Tell the other processes something that is not stored."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await notify_postgres_channel(connection, PRESENCE_CHANNEL, message)

    async def _listen_loop(self, on_append: OnAppend, on_presence_message: Callable[[str], None]) -> None:
        import asyncpg  # type: ignore[import-untyped]

        def read_appends(*message: Any) -> None:
            for append in str(message[-1]).split(","):
                match, version = append.split()
                on_append(match, int(version))

        dsn = self.url.replace("+asyncpg", "", 1)
        while True:
            connection = None
            try:
                connection = await asyncpg.connect(dsn)
                limit_silence_on_connection(connection)
                await connection.add_listener(APPEND_CHANNEL, read_appends)
                await connection.add_listener(PRESENCE_CHANNEL, lambda *message: on_presence_message(str(message[-1])))
                on_append(None, 0)
                while True:
                    # A line that broke without a word is as silent as a quiet one.
                    await wait_until_connection_ends(connection, LISTEN_CHECK_INTERVAL_S)
                    await connection.execute("SELECT 1", timeout=LISTEN_ANSWER_TIMEOUT_S)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(0.5)
            finally:
                if connection is not None:
                    connection.terminate()


async def insert_match(
    connection: AsyncConnection,
    match_id: str,
    setup: MatchSetup,
    next_due_ms: int | None,
    claims: list[tuple[str, int]],
) -> None:
    """The rows of a new match, as part of a transaction."""
    row = {
        "id": match_id,
        "setup": msgspec.json.encode(setup),
        "status": "waiting",
        "updated_at_ms": setup.created_at_ms,
        "next_due_ms": next_due_ms,
    }
    await connection.execute(insert(matches).values(row))
    links = [(seat.token, i) for i, seat in enumerate(setup.seats) if seat.token]
    if setup.spectator_token:
        links.append((setup.spectator_token, -1))
    if links:
        rows = [{"hash": hash_secret(token), "match": match_id, "seat": seat} for token, seat in links]
        await connection.execute(insert(link_tokens), rows)
    if claims:
        await connection.execute(
            insert(seat_claims), [{"key": key, "match": match_id, "seat": seat} for key, seat in claims]
        )


async def _write_claim_changes(connection: AsyncConnection, append: PendingAppend) -> None:
    """Who has the seat changes in the same transaction as the event that says so."""
    for claim in (append.removed_claim, append.added_claim):
        if claim is not None:
            row = {"match": append.match, "key": claim[0], "seat": claim[1]}
            of_claim = and_(*(seat_claims.c[name] == value for name, value in row.items()))
            await connection.execute(delete(seat_claims).where(of_claim))
            if claim is append.added_claim:
                await connection.execute(insert(seat_claims).values(row))


async def notify_postgres_channel(connection: AsyncConnection, channel: str, message: str) -> None:
    """Tell all processes something, when the transaction is done."""
    await connection.execute(text("SELECT pg_notify(:c, :p)"), {"c": channel, "p": message})


async def require_matches_usable(connection: AsyncConnection, ids: set[str]) -> None:
    """Raises when one of the matches was removed or set aside since it was read."""
    rows = (await connection.execute(select(matches.c.id, matches.c.set_aside).where(matches.c.id.in_(ids)))).all()
    for row in rows:
        if row.set_aside:
            raise UnreadableMatch(row.set_aside)
    if len(rows) < len(ids):
        raise NotFound(REMOVED)


def _build_lease_over_condition(now_ms: int) -> ColumnElement[bool]:
    until = matches.c.lease_until_ms
    return or_(until.is_(None), until < now_ms, until > now_ms + MAX_LEASE_MS)


def _decode_setup(encoded: bytes) -> MatchSetup:
    try:
        return msgspec.json.decode(encoded, type=MatchSetup)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableMatch("This table cannot be read: what it was opened with is damaged.") from error


def _select_snapshots_before_gap(rows: list[tuple[int, bytes]]) -> list[bytes]:
    """The snapshots from the first on that follow each other: those after a gap cannot be counted."""
    kept = []
    for i, (position, state) in enumerate(rows):
        if position != (i + 1) * CHECKPOINT:
            break
        kept.append(convert_to_bytes(state))
    return kept


def _complete_future(future: "asyncio.Future[None]", problem: Exception | None) -> None:
    if future.cancelled():
        return
    if problem is None:
        future.set_result(None)
    else:
        future.set_exception(problem)


def _describe_database_error(error: Exception) -> str:
    cause = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    if "full" in cause:
        return "The disk is full: nothing can be saved. The table goes on when there is room."
    if "readonly" in cause or "read-only" in cause:
        return READ_ONLY
    if "locked" in cause or "busy" in cause:
        return "The database is locked by another program. The table goes on when it is free."
    return "The database does not answer. The table goes on when it does."
