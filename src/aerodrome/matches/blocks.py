"""Keeping others away: block an account, or mute somebody's chat.

Whoever is blocked is never told: requests and invitations of theirs look as if they waited.
"""

import secrets
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.accounts import Account
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.matches.people_removal import end_friendship, redirect_requests_to_nobody
from aerodrome.matches.schema import accounts, blocks, muted_people, muted_seats, seat_claims
from aerodrome.matches.store import MatchStore

MAX_BLOCKS = 500


class Block(NamedTuple):
    """Somebody whom the account wants nothing to do with, as they were called then."""

    id: str
    label: str
    since_ms: int


class BlockStore:
    """Reads and writes blocks and mutes; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def list_blocks(self, account: str) -> list[Block]:
        """Whom somebody has blocked, newest first."""
        query = select(blocks.c.id, blocks.c.label, blocks.c.since_ms).where(blocks.c.account == account)
        rows = await self.store.fetch_all(query.order_by(blocks.c.since_ms.desc(), blocks.c.id))
        return [Block(*row) for row in rows]

    async def list_blocked_accounts(self, account: str) -> set[str]:
        """The accounts that somebody has blocked."""
        rows = await self.store.fetch_all(select(blocks.c.blocked).where(blocks.c.account == account))
        return {row[0] for row in rows} - {""}

    async def block_person(self, me: Account, typed_name: str, name_skeleton: str, other: Account | None) -> None:
        """Block somebody; a name that nobody has is kept alike. What both had with each other ends."""
        other_id = other.id if other is not None else ""
        if other_id == me.id:
            raise InvalidState("That is you.")

        async def write(connection: AsyncConnection) -> None:
            if await is_on_block_list(connection, me.id, name_skeleton, other_id):
                return
            count = select(func.count()).select_from(blocks).where(blocks.c.account == me.id)
            if int((await connection.execute(count)).scalar_one()) >= MAX_BLOCKS:
                raise NotAllowed(f"Nobody blocks more than {MAX_BLOCKS} people: lift some first.")
            values = {"id": secrets.token_urlsafe(12), "account": me.id, "blocked": other_id, "look": name_skeleton}
            await connection.execute(insert(blocks).values(**values, label=typed_name[:60], since_ms=util.now_ms()))
            if other_id:
                await end_friendship(connection, me.id, other_id)
                await redirect_requests_to_nobody(connection, me.id, other_id)

        await self.store.run_transaction(write)

    async def lift_block(self, me: Account, block_id: str) -> None:
        """The other may come near again. Raises NotFound."""

        async def write(connection: AsyncConnection) -> None:
            mine = and_(blocks.c.id == block_id, blocks.c.account == me.id)
            if not (await connection.execute(delete(blocks).where(mine))).rowcount:
                raise NotFound("You have blocked nobody of that number.")

        await self.store.run_transaction(write)

    async def has_blocked(self, account: str, other: str) -> bool:
        """Whether the first account has blocked the second."""
        query = select(blocks.c.id).where(blocks.c.account == account, blocks.c.blocked == other)
        return bool(account and other and await self.store.fetch_all(query.limit(1)))

    async def has_host_blocked(self, host_key: str, key: str) -> bool:
        """Whether the account of one key has blocked the account of another; guests have none."""
        host, guest = accounts.alias("host"), accounts.alias("guest")
        query = select(blocks.c.id).join_from(blocks, host, blocks.c.account == host.c.id)
        joined = query.join(guest, blocks.c.blocked == guest.c.id)
        return bool(await self.store.fetch_all(joined.where(host.c.key == host_key, guest.c.key == key).limit(1)))

    async def has_block_with_anybody_at(self, match_id: str, key: str) -> bool:
        """Whether the holder of a key and somebody who sits in the match have blocked one another."""
        seated, me = accounts.alias("seated"), accounts.alias("me")
        at_table = select(seated.c.id).join_from(seat_claims, seated, seat_claims.c.key == seated.c.key)
        people = at_table.where(seat_claims.c.match == match_id, seat_claims.c.seat >= 0).scalar_subquery()
        mine = select(me.c.id).where(me.c.key == key).scalar_subquery()
        between = or_(
            and_(blocks.c.account == mine, blocks.c.blocked.in_(people)),
            and_(blocks.c.blocked == mine, blocks.c.account.in_(people)),
        )
        return bool(await self.store.fetch_all(select(blocks.c.id).where(between).limit(1)))

    # Muting

    async def set_mute(
        self, key: str, account: str | None, match_id: str, seat: int, other_account: str | None, is_muted: bool
    ) -> None:
        """Hide somebody's chat, or show it: everywhere between accounts, at this table where one of both is a guest."""

        async def write(connection: AsyncConnection) -> None:
            at_seat = {"key": key, "match": match_id, "seat": seat}
            await connection.execute(delete(muted_seats).filter_by(**at_seat))
            if account is not None and other_account is not None:
                pair = {"account": account, "muted": other_account}
                await connection.execute(delete(muted_people).filter_by(**pair))
                if is_muted:
                    await connection.execute(insert(muted_people).values(**pair))
            elif is_muted:
                await connection.execute(insert(muted_seats).values(**at_seat))

        await self.store.run_transaction(write)

    async def list_muted_seats(
        self, key: str, account: str | None, match_id: str, people: Mapping[int, Collection[str]]
    ) -> set[int]:
        """The seats whose chat the holder of a key does not want to read; `people` are the accounts by seat."""
        query = select(muted_seats.c.seat).where(muted_seats.c.key == key, muted_seats.c.match == match_id)
        muted = {row[0] for row in await self.store.fetch_all(query)}
        if account is not None:
            rows = await self.store.fetch_all(select(muted_people.c.muted).where(muted_people.c.account == account))
            hidden = {row[0] for row in rows} | await self.list_blocked_accounts(account)
            muted |= {seat for seat, ids in people.items() if hidden & set(ids)}
        return muted


async def is_on_block_list(connection: AsyncConnection, account: str, name_skeleton: str, other: str) -> bool:
    """Whether somebody has blocked this name or this account."""
    same = or_(blocks.c.look == name_skeleton, and_(blocks.c.blocked == other, blocks.c.blocked != ""))
    query = select(blocks.c.id).where(blocks.c.account == account, same).limit(1)
    return (await connection.execute(query)).first() is not None


async def has_blocked(connection: AsyncConnection, account: str, other: str) -> bool:
    """Whether the first account has blocked the second."""
    query = select(blocks.c.id).where(blocks.c.account == account, blocks.c.blocked == other).limit(1)
    return (await connection.execute(query)).first() is not None
