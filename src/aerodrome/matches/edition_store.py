"""The editions that people keep here: private, by the key that holds them."""

from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.schema import own_editions
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_to_bytes


class OwnEdition(NamedTuple):
    """An edition that somebody keeps here."""

    hash: str
    title: str
    edition_id: str
    data: bytes
    """Its facts, as `encode_edition` wrote them."""
    used_at_ms: int


class EditionStore:
    """Reads and writes own editions; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def list_own_editions(self, key: str) -> list[OwnEdition]:
        """The editions that the holder of a key keeps, the last used first."""
        query = select(own_editions).where(own_editions.c.key == key).order_by(own_editions.c.used_at_ms.desc())
        return build_from_readable_rows(await self.store.fetch_all(query), _build_own_edition, "an edition")

    async def get_own_edition(self, key: str, edition_hash: str) -> OwnEdition | None:
        """One of them; None when it is not there."""
        mine = and_(own_editions.c.key == key, own_editions.c.hash == edition_hash)
        rows = await self.store.fetch_all(select(own_editions).where(mine))
        return _build_own_edition(rows[0]) if rows else None

    async def store_own_edition_unless_full(self, key: str, edition: OwnEdition, limit: int) -> bool:
        """Keep an edition for the holder of a key; False when so many are kept already."""
        table, row = own_editions, edition._asdict()
        is_kept = True

        async def write(connection: AsyncConnection) -> None:
            nonlocal is_kept
            others = select(func.count()).where(table.c.key == key, table.c.hash != edition.hash)
            is_kept = int((await connection.execute(others)).scalar() or 0) < limit
            if is_kept:
                await connection.execute(delete(table).where(table.c.key == key, table.c.hash == edition.hash))
                await connection.execute(insert(table).values(key=key, **row))

        await self.store.run_transaction_with_retries(write)
        return is_kept

    async def delete_own_edition(self, key: str, edition_hash: str) -> None:
        """Forget an edition; matches that are played with it have their own copies."""
        mine = and_(own_editions.c.key == key, own_editions.c.hash == edition_hash)
        await self.store.execute_write(delete(own_editions).where(mine))

    async def delete_own_editions_last_used_before(self, before_ms: int) -> None:
        """Forget the editions that nobody has kept or played since then."""
        await self.store.execute_write(delete(own_editions).where(own_editions.c.used_at_ms < before_ms))


def _build_own_edition(row: Any) -> OwnEdition:
    return OwnEdition(row.hash, row.title, row.edition_id, convert_to_bytes(row.data), row.used_at_ms)
