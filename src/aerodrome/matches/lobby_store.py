"""The tables that stand in the lobby, as they are read from the database; events write them (`listings.py`)."""

from typing import Any, NamedTuple

from sqlalchemy import Select, func, literal, select, tuple_

from aerodrome.matches.friend_tables import decode_listing, decode_listings
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
        self, status: ListedStatus, title: str | None, before: tuple[int, str] | None, limit: int
    ) -> list[ListingRow]:
        """A page of the lobby, newest first, after the table that `before` names by its time and match."""
        return decode_listings(await self.store.fetch_all(_select_public_tables(status, title, limit, before)))

    async def read_lobby(self, title: str | None, open_limit: int, playing_limit: int) -> LobbyRows:
        """The newest open and running tables, and for each title how many are open and how many seats are free."""
        row = public_tables.c
        counting = select(row.title, func.count(), func.sum(row.free_seats)).where(row.status == "open")
        queries = (
            _select_public_tables("open", title, open_limit),
            _select_public_tables("playing", title, playing_limit),
            counting.group_by(row.title).order_by(row.title),
        )
        # One connection for all three: handing it over costs more than the queries.
        async with self.store.engine.connect() as connection:
            found = [(await connection.execute(query)).all() for query in queries]
        return LobbyRows(
            decode_listings(found[0]),
            decode_listings(found[1]),
            [(count[0], count[1], int(count[2])) for count in found[2]],
        )

    async def list_fitting_tables(self, fit_hash: str, seat_count: int | None, limit: int) -> list[str]:
        """Open public tables of this kind, those that lack the fewest people first."""
        row = public_tables.c
        query = select(row.match).where(row.status == "open", row.fit == fit_hash)
        if seat_count is not None:
            query = query.where(row.seat_count == seat_count)
        order = query.order_by(row.free_seats, row.since_ms.desc()).limit(limit)
        return [found[0] for found in await self.store.fetch_all(order)]

    async def find_public_table(self, match_id: str) -> ListingRow | None:
        """The row of a table in the lobby; None when it is not there."""
        rows = await self.store.fetch_all(select(public_tables).where(public_tables.c.match == match_id))
        return decode_listing(rows[0]) if rows else None


def _select_public_tables(
    status: ListedStatus, title: str | None, limit: int, before: tuple[int, str] | None = None
) -> Select[Any]:
    row = public_tables.c
    query = select(public_tables).where(row.status == status)
    if title is not None:
        query = query.where(row.title == title)
    if before is not None:
        query = query.where(tuple_(row.since_ms, row.match) < tuple_(literal(before[0]), literal(before[1])))
    return query.order_by(row.since_ms.desc(), row.match.desc()).limit(limit)
