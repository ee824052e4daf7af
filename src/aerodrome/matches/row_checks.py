"""Whether what is stored beside the matches can be read, for whoever runs the server."""

import math
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Column, Table, and_, delete, select

from aerodrome.matches.competition_results import CompetitionTableResult
from aerodrome.matches.competition_state import CompetitionSettings
from aerodrome.matches.finished_summaries import FinishedMatchSummary
from aerodrome.matches.listings import ListedTable
from aerodrome.matches.rated_results import RatedSeatResult
from aerodrome.matches.schema import (
    competition_tables,
    competitions,
    events,
    finished_summaries,
    friend_tables,
    heartbeats,
    metadata,
    outages,
    own_editions,
    public_tables,
    rated_matches,
    review_results,
    snapshots,
)
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_to_bytes
from aerodrome.reviews.tasks import TaskResult

_READ_WITH_MATCHES = (events, snapshots)
_JSON_TYPES: dict[Column[Any], Any] = {
    public_tables.c.body: ListedTable,
    friend_tables.c.body: ListedTable,
    competitions.c.settings: CompetitionSettings,
    competition_tables.c.entrants: list[int],
    competition_tables.c.result: CompetitionTableResult,
    rated_matches.c.body: list[RatedSeatResult],
    review_results.c.encoded: TaskResult,
    own_editions.c.data: dict[str, Any],
    finished_summaries.c.encoded: FinishedMatchSummary,
}
_MADE_AGAIN = (public_tables, friend_tables, review_results, finished_summaries, heartbeats, outages)
"""Their bad rows may go: the lobby lists a table again at its next change, a review is worked out again."""
_TYPE_NAMES = {int: "whole number", float: "number", str: "text", bytes: "data"}


class UnreadableRow(NamedTuple):
    """A row that cannot be read, by its primary key."""

    table: Table
    key: dict[str, Any]
    problem: str

    @property
    def is_safe_to_delete(self) -> bool:
        """Whether nothing is lost with it."""
        return self.table in _MADE_AGAIN

    def __str__(self) -> str:
        key = ", ".join(f"{name} {value}" for name, value in self.key.items())
        return f"{self.table.name} ({key}): {self.problem}"


async def iter_unreadable_rows(store: MatchStore) -> AsyncIterator[UnreadableRow]:
    """The rows of all tables that hold what they should not; events and snapshots are read with their matches."""
    for table in metadata.sorted_tables:
        if table in _READ_WITH_MATCHES:
            continue
        async with store.engine.connect() as connection:
            async for row in await connection.stream(select(table)):
                problem = next(filter(None, (_describe_bad_value(column, row) for column in table.c)), "")
                if problem:
                    yield UnreadableRow(
                        table, {column.key: row._mapping[column] for column in table.primary_key}, problem
                    )


def _describe_bad_value(column: Column[Any], row: Any) -> str:
    value, kind = row._mapping[column], column.type.python_type
    if value is None:
        return ""
    is_number = kind is float and isinstance(value, int | float) and math.isfinite(value)
    if not (is_number or (kind is not float and isinstance(value, kind))):
        return f"{column.name} is no {_TYPE_NAMES.get(kind, kind.__name__)}"
    if column in _JSON_TYPES:
        try:
            msgspec.json.decode(convert_to_bytes(value), type=_JSON_TYPES[column])
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return f"{column.name} cannot be read: {error}"
    return ""


async def delete_unreadable_row(store: MatchStore, row: UnreadableRow) -> None:
    """Remove a bad row."""
    same = and_(*(row.table.c[name] == value for name, value in row.key.items()))
    async with store.engine.begin() as connection:
        await connection.execute(delete(row.table).where(same))
