"""Tables that the lobby lists for the friends of their hosts alone. Their rows stand apart: the public lobby and
"Play now" never meet them.
"""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.listings import ListedStatus, ListedTable, ListingRow
from aerodrome.matches.schema import accounts, friend_tables, friendships, public_tables, seat_claims
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_row, convert_to_bytes

if TYPE_CHECKING:
    from aerodrome.matches.store import MatchStore

MAX_TABLES = 30


async def write_or_remove_listing(connection: AsyncConnection, match_id: str, listing_row: ListingRow | None) -> None:
    """Put the table into the lobby, for everybody or for the friends of its host; None takes it out."""
    for table in (public_tables, friend_tables):
        await connection.execute(delete(table).where(table.c.match == match_id))
    if listing_row is None:
        return
    values = listing_row._asdict()
    values["body"] = msgspec.json.encode(values.pop("table"))
    host_key = values.pop("friends_of")
    if host_key:
        await connection.execute(insert(friend_tables).values(**values, host_key=host_key))
    else:
        await connection.execute(insert(public_tables).values(values))


def _decode_listing(row: Any) -> ListingRow:
    values = (row.match, row.title, row.status, row.fit, row.seat_count, row.free_seats, row.since_ms)
    columns = convert_row(values, tuple[str, str, ListedStatus, str, int, int, int])
    table = msgspec.json.decode(convert_to_bytes(row.body), type=ListedTable)
    return ListingRow(*columns, table, getattr(row, "host_key", ""))


def decode_readable_listings(rows: Iterable[Any]) -> list[ListingRow]:
    """Rows as they are stored, without those that cannot be read: one bad row empties nobody's lobby."""
    return build_from_readable_rows(rows, _decode_listing, "a table in the lobby")


async def list_tables_open_to_friend(store: "MatchStore", account: str) -> list[ListingRow]:
    """The tables for friends of the friends of an account, newest first."""
    query = select(friend_tables).join_from(friend_tables, accounts, friend_tables.c.host_key == accounts.c.key)
    joined = query.join(friendships, friendships.c.friend == accounts.c.id).where(friendships.c.account == account)
    rows = await store.fetch_all(joined.order_by(friend_tables.c.since_ms.desc()).limit(MAX_TABLES))
    return decode_readable_listings(rows)


async def find_table_if_open_to_friend(store: "MatchStore", match_id: str, key: str) -> ListingRow | None:
    """The row of a table for friends, if the holder of the key is a friend of its host, or the host."""
    rows = await store.fetch_all(select(friend_tables).where(friend_tables.c.match == match_id))
    if not rows:
        return None
    host, guest = accounts.alias("host"), accounts.alias("guest")
    query = select(friendships.c.friend).join_from(friendships, host, friendships.c.account == host.c.id)
    both = query.join(guest, friendships.c.friend == guest.c.id)
    is_friend = await store.fetch_all(both.where(host.c.key == rows[0].host_key, guest.c.key == key).limit(1))
    found = decode_readable_listings(rows) if is_friend or key == rows[0].host_key else []
    return found[0] if found else None


async def find_newest_public_tables_by_key(store: "MatchStore", keys: Collection[str]) -> dict[str, ListingRow]:
    """By key: the newest public table where its holder sits."""
    query = select(seat_claims.c.key, public_tables).join_from(
        seat_claims, public_tables, seat_claims.c.match == public_tables.c.match
    )
    seated = query.where(seat_claims.c.key.in_(list(keys)), seat_claims.c.seat >= 0)
    rows = await store.fetch_all(seated.order_by(public_tables.c.since_ms))
    by_match = {one.match: one for one in decode_readable_listings(rows)}
    return {row.key: by_match[row.match] for row in rows if row.match in by_match}
