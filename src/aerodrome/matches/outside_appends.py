"""Events that an operator's command stores beside a running server.

Of PostgreSQL every process hears by itself. SQLite tells nobody: there the command leaves a row, and the server looks
for it in its sweep.
"""

from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.schema import outside_appends

if TYPE_CHECKING:
    from aerodrome.matches.store import MatchStore


async def record_outside_append(connection: AsyncConnection, match_id: str, version: int) -> None:
    """Let the server find what was stored."""
    await connection.execute(insert(outside_appends).values(match=match_id, version=version))


async def list_and_delete_outside_appends(store: "MatchStore") -> list[tuple[str, int]]:
    """The matches and versions that commands stored since this was last asked."""
    found = [(row[0], row[1]) for row in await store.fetch_all(select(outside_appends))]

    async def forget(connection: AsyncConnection) -> None:
        for match, version in found:
            same = and_(outside_appends.c.match == match, outside_appends.c.version == version)
            await connection.execute(delete(outside_appends).where(same))

    if found:
        await store.run_transaction(forget)
    return found
