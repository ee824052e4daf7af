"""The tables that stand in the lobby, as they are read from the database; events write them (`listings.py`)."""

from typing import Any, NamedTuple

from sqlalchemy import Select, func, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.friend_tables import decode_readable_listings
from aerodrome.matches.listings import ListedStatus, ListingRow
from aerodrome.matches.schema import public_tables
from aerodrome.matches.store import MatchStore


class LobbyRows(NamedTuple):
    """What the lobby shows first; `open_counts` are title, tables and free seats."""

    open: list[ListingRow]
    playing: list[ListingRow]
    open_counts: list[tuple[str, int, int]]


class LobbyStore:
    """Reads public tables; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def list_public_tables(
        self, status: ListedStatus, title: str | None, before_time_and_match: tuple[int, str] | None, limit: int
    ) -> list[ListingRow]:
        """A page of the lobby, newest first: what comes before the table of this time and match."""
        async with self.store.engine.connect() as connection:
            return await _fetch_listings(connection, status, title, limit, before_time_and_match)

    async def read_lobby(self, title: str | None, open_limit: int, playing_limit: int) -> LobbyRows:
        """The newest open and running tables, and for each title how many are open and how many seats are free."""
        row = public_tables.c
        counting = select(row.title, func.count(), func.sum(row.free_seats)).where(row.status == "open")
        # One connection for all three: handing it over costs more than the queries.
        async with self.store.engine.connect() as connection:
            opened = await _fetch_listings(connection, "open", title, open_limit)
            playing = await _fetch_listings(connection, "playing", title, playing_limit)
            counts = (await connection.execute(counting.group_by(row.title).order_by(row.title))).all()
        return LobbyRows(opened, playing, [(count[0], count[1], int(count[2])) for count in counts])

    async def list_match_ids_of_open_tables(
        self, table_kind_hash: str, seat_count: int | None, limit: int
    ) -> list[str]:
        """Open public tables of this kind, those that lack the fewest people first."""
        row = public_tables.c
        query = select(row.match).where(row.status == "open", row.fit == table_kind_hash)
        if seat_count is not None:
            query = query.where(row.seat_count == seat_count)
        order = query.order_by(row.free_seats, row.since_ms.desc()).limit(limit)
        return [found[0] for found in await self.store.fetch_all(order)]

    async def find_public_table(self, match_id: str) -> ListingRow | None:
        """The row of a table in the lobby; None when it is not there."""
        rows = await self.store.fetch_all(select(public_tables).where(public_tables.c.match == match_id))
        found = decode_readable_listings(rows)
        return found[0] if found else None


async def _fetch_listings(
    connection: AsyncConnection,
    status: ListedStatus,
    title: str | None,
    limit: int,
    before_time_and_match: tuple[int, str] | None = None,
) -> list[ListingRow]:
    """So many rows that can be read, if there are as many: one that cannot be read makes no page shorter."""
    found: list[ListingRow] = []
    while len(found) < limit:
        wanted = limit - len(found)
        rows = (
            await connection.execute(_build_public_tables_query(status, title, wanted, before_time_and_match))
        ).all()
        found += decode_readable_listings(rows)
        if len(rows) < wanted:
            break
        before_time_and_match = rows[-1].since_ms, rows[-1].match
    return found


def _build_public_tables_query(
    status: ListedStatus, title: str | None, limit: int, before_time_and_match: tuple[int, str] | None = None
) -> Select[Any]:
    row = public_tables.c
    query = select(public_tables).where(row.status == status)
    if title is not None:
        query = query.where(row.title == title)
    if before_time_and_match is not None:
        query = query.where(
            tuple_(row.since_ms, row.match)
            < tuple_(literal(before_time_and_match[0]), literal(before_time_and_match[1]))
        )
    return query.order_by(row.since_ms.desc(), row.match.desc()).limit(limit)
