"""Accounts that an operator has suspended: they may not chat, nor open or join public or rated tables."""

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.errors import NotAllowed
from aerodrome.matches.schema import accounts, suspensions
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_row, find_first_readable_row

LAST_MS = 4_102_444_800_000
"""The end of this century: what ends later has no end."""


class Suspension(NamedTuple):
    """Since when and until when (None: until it is lifted), and why, in a sentence for the person."""

    since_ms: int
    until_ms: int | None
    reason: str


UNREADABLE_SUSPENSION = Suspension(0, None, "ask whoever runs this server why.")


def describe_suspension(suspension: Suspension) -> str:
    """What the person is told."""
    if suspension.until_ms is None or suspension.until_ms > LAST_MS:
        until = "until it is lifted"
    else:
        until = f"until {datetime.fromtimestamp(suspension.until_ms / 1000, UTC):%d %B %Y, %H:%M} UTC"
    return f"Your account is suspended {until}: {suspension.reason}"


async def find_suspension(store: MatchStore, key: str) -> Suspension | None:
    """How the account of this key is suspended now; None for all others, and for guests."""
    row = suspensions.c
    query = select(row.since_ms, row.until_ms, row.reason).join_from(
        suspensions, accounts, row.account == accounts.c.id
    )
    in_force = or_(row.until_ms.is_(None), row.until_ms > util.now_ms())
    rows = await store.fetch_all(query.where(accounts.c.key == key, in_force))
    return find_first_readable_row(rows, Suspension, "a suspension") or (UNREADABLE_SUSPENSION if rows else None)


async def require_not_suspended(store: MatchStore, key: str) -> None:
    """Raises NotAllowed, with the reason, for an account that is suspended."""
    suspension = await find_suspension(store, key)
    if suspension is not None:
        raise NotAllowed(describe_suspension(suspension))


async def set_or_lift_suspension(store: MatchStore, account: str, suspension: Suspension | None) -> None:
    """Suspend an account, or lift it."""

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(delete(suspensions).where(suspensions.c.account == account))
        if suspension is not None:
            await connection.execute(insert(suspensions).values(account=account, **suspension._asdict()))

    await store.run_transaction(write)


async def list_suspensions(store: MatchStore) -> list[tuple[str, Suspension]]:
    """By name: who is suspended, newest first."""
    row = suspensions.c
    query = select(accounts.c.name, row.since_ms, row.until_ms, row.reason).join_from(
        suspensions, accounts, row.account == accounts.c.id
    )
    found = await store.fetch_all(query.order_by(row.since_ms.desc()))
    return build_from_readable_rows(found, lambda one: (one[0], convert_row(one[1:], Suspension)), "a suspension")
