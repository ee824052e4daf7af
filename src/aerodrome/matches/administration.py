"""What an operator does with a database: look, export, check, repair. Works beside a running server."""

import base64
from collections.abc import AsyncIterator
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Table, delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from aerodrome.core.game import Game
from aerodrome.core.record import CHECKPOINT
from aerodrome.core.state import State
from aerodrome.matches import util
from aerodrome.matches.errors import NotFound, UnreadableMatch
from aerodrome.matches.match import Match
from aerodrome.matches.restoring import restore_match
from aerodrome.matches.schema import TABLES_OF_MATCH, events, matches, metadata, snapshots
from aerodrome.matches.store import REMOVED, MatchStore, StoredMatch
from aerodrome.matches.stored_rows import convert_to_bytes, read_int_or_zero

PAGE = 200

MatchFilter = Literal["waiting", "playing", "over", "set-aside"]


class MatchRow(NamedTuple):
    """A match as its row says; title "?" and version 0 when its setup cannot be read."""

    id: str
    title: str
    rules_version: int
    status: str
    updated_at_ms: int
    set_aside: str
    events: int
    size: int
    """Bytes of its events and snapshots."""


class _SetupTitleAndRulesVersion(msgspec.Struct):
    title: str
    rules: int


class DatabaseTableSize(NamedTuple):
    """How much a table holds."""

    name: str
    rows: int
    size: int
    """Bytes of what is stored in it, without indexes and free pages."""


class MatchCheckResult(NamedTuple):
    """What came out of reading a match from its first event on."""

    id: str
    problem: str
    """Why it cannot be read; empty when it can."""
    bad_snapshots_from: int | None
    """The position of the first snapshot that is not what the events give."""
    set_aside: str
    """Why it is set aside now; empty when it is not."""


async def iter_match_rows(
    store: MatchStore, status: MatchFilter | None = None, title: str = "", updated_before_ms: int | None = None
) -> AsyncIterator[MatchRow]:
    """All matches that fit, in the order of their ids."""
    last = ""
    while True:
        query = select(matches).where(matches.c.id > last).order_by(matches.c.id).limit(PAGE)
        if status == "set-aside":
            query = query.where(matches.c.set_aside.is_not(None))
        elif status is not None:
            query = query.where(matches.c.status == status)
        if updated_before_ms is not None:
            query = query.where(matches.c.updated_at_ms < updated_before_ms)
        rows = await _fetch_all(store, query)
        sizes = await _count_events_and_stored_bytes(store, [row.id for row in rows])
        for row in rows:
            head = _read_title_and_rules_version(row.setup)
            if title in ("", head.title):
                yield MatchRow(
                    row.id,
                    head.title,
                    head.rules,
                    row.status,
                    read_int_or_zero(row.updated_at_ms),
                    row.set_aside or "",
                    *sizes.get(row.id, (0, 0)),
                )
        if len(rows) < PAGE:
            return
        last = rows[-1].id


async def get_match_row(store: MatchStore, id: str) -> MatchRow:
    """The row of a match. Raises NotFound."""
    row = await _fetch_match_row(store, id)
    head = _read_title_and_rules_version(row.setup)
    size = (await _count_events_and_stored_bytes(store, [id])).get(id, (0, 0))
    updated_at_ms = read_int_or_zero(row.updated_at_ms)
    return MatchRow(id, head.title, head.rules, row.status, updated_at_ms, row.set_aside or "", *size)


async def load_match_even_if_set_aside(store: MatchStore, id: str) -> Match:
    """The match, even when it is set aside. Raises NotFound or UnreadableMatch."""
    stored = await store.load_match(id, include_set_aside=True)
    if stored is None:
        raise NotFound(f"there is no match {id}")
    return restore_match(id, stored)


async def export_match_rows(store: MatchStore, id: str) -> dict[str, Any]:
    """All that is stored of a match, secrets included, whether it can be read or not. Raises NotFound."""
    row = await _fetch_match_row(store, id)
    query = select(events.c.version, events.c.encoded).where(events.c.match == id).order_by(events.c.version)
    return {
        "id": id,
        "status": row.status,
        "updated_at_ms": row.updated_at_ms,
        "set_aside": row.set_aside,
        "setup": _decode_json_or_encode_base64(row.setup),
        "events": [
            {"version": event.version, "event": _decode_json_or_encode_base64(event.encoded)}
            for event in await _fetch_all(store, query)
        ],
    }


async def measure_database_tables(store: MatchStore) -> list[DatabaseTableSize]:
    """Rows and bytes of every table."""
    found = []
    for table in metadata.sorted_tables:
        columns = [
            func.coalesce(func.sum(func.length(column)), 0) for column in table.c if _is_text_or_bytes_column(column)
        ]
        row = (await _fetch_all(store, select(func.count(), *columns).select_from(table)))[0]
        found.append(DatabaseTableSize(table.name, row[0], sum(row[1:])))
    return found


async def check_matches(store: MatchStore) -> AsyncIterator[MatchCheckResult]:
    """Read every match from its first event on, without the help of snapshots, and compare those."""
    async for row in iter_match_rows(store):
        problem, bad_snapshots_from = "", None
        try:
            stored = await store.load_match(row.id, include_set_aside=True)
            if stored is None:
                continue
            match = restore_match(row.id, stored._replace(snapshots=[]))
            bad_snapshots_from = _find_first_bad_snapshot_position(match, stored)
        except UnreadableMatch as error:
            problem = str(error)
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            problem = f"This table cannot be read: {type(error).__name__}."
        yield MatchCheckResult(row.id, problem, bad_snapshots_from, row.set_aside)


async def repair_match_and_describe_repair(store: MatchStore, check_result: MatchCheckResult) -> str:
    """Do what can be done for a match after a check; what was done, in words."""
    if check_result.set_aside == REMOVED:
        await store.delete_match(check_result.id)
        return "its removal was finished"
    if check_result.problem:
        await store.set_or_clear_unreadable_reason(check_result.id, check_result.problem)
        return "set aside"
    done = []
    if check_result.bad_snapshots_from is not None:
        await store.delete_snapshots(check_result.id, check_result.bad_snapshots_from)
        done.append("its bad snapshots were removed")
    if check_result.set_aside:
        await store.set_or_clear_unreadable_reason(check_result.id, None)
        await store.set_next_due(check_result.id, util.now_ms())
        done.append("it goes on")
    return " and ".join(done)


async def count_orphan_rows(store: MatchStore) -> dict[str, int]:
    """By table: rows that belong to no match."""
    found = {}
    for table in TABLES_OF_MATCH:
        query = select(func.count()).select_from(table).where(_build_orphan_condition(table))
        count = (await _fetch_all(store, query))[0][0]
        if count:
            found[table.name] = count
    return found


async def delete_orphan_rows(store: MatchStore) -> None:
    """Remove rows that belong to no match."""
    async with store.engine.begin() as connection:
        for table in TABLES_OF_MATCH:
            await connection.execute(delete(table).where(_build_orphan_condition(table)))


def _build_orphan_condition(table: Table) -> Any:
    return table.c.match.not_in(select(matches.c.id))


def _is_text_or_bytes_column(column: Any) -> bool:
    return column.type.python_type in (bytes, str)


def _find_first_bad_snapshot_position(match: Match, stored_match: StoredMatch) -> int | None:
    game = match.game
    for number, encoded in enumerate(stored_match.snapshots, 1):
        position = number * CHECKPOINT
        if position > match.actions_in_force_count:
            return position
        try:
            is_good = _is_snapshot_of_state(game, encoded, match.record.state_at(position))
        except Exception:
            is_good = False
        if not is_good:
            return position
    return None


def _is_snapshot_of_state(game: Game, encoded_snapshot: bytes, state: State) -> bool:
    """Whether the snapshot is of this state. Older programs stored less, nothing that rules ask for."""
    stored = msgspec.json.decode(game.to_json(game.from_json(encoded_snapshot)))
    given = msgspec.json.decode(game.to_json(state))
    known = msgspec.json.decode(encoded_snapshot).keys()
    return all(stored.get(name) == given.get(name) for name in known | stored.keys())


def _read_title_and_rules_version(encoded_setup: bytes) -> _SetupTitleAndRulesVersion:
    try:
        return msgspec.json.decode(encoded_setup, type=_SetupTitleAndRulesVersion)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return _SetupTitleAndRulesVersion("?", 0)


def _decode_json_or_encode_base64(encoded: bytes) -> Any:
    """The JSON that is stored, or what is there instead in base64."""
    try:
        return msgspec.json.decode(encoded)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return {"damaged": base64.b64encode(convert_to_bytes(encoded)).decode()}


async def _fetch_match_row(store: MatchStore, id: str) -> Any:
    rows = await _fetch_all(store, select(matches).where(matches.c.id == id))
    if not rows:
        raise NotFound(f"there is no match {id}")
    return rows[0]


async def _count_events_and_stored_bytes(store: MatchStore, ids: list[str]) -> dict[str, tuple[int, int]]:
    """By match: how many events, and the bytes of events and snapshots."""
    found: dict[str, tuple[int, int]] = {}
    for table, column in ((events, events.c.encoded), (snapshots, snapshots.c.state)):
        query = select(table.c.match, func.count(), func.sum(func.length(column))).where(table.c.match.in_(ids))
        for id, count, size in await _fetch_all(store, query.group_by(table.c.match)):
            before = found.get(id, (0, 0))
            found[id] = (count if table is events else before[0], before[1] + int(size))
    return found


async def _fetch_all(store: MatchStore, query: Any) -> list[Any]:
    async with store.engine.connect() as connection:
        return list((await connection.execute(query)).all())
