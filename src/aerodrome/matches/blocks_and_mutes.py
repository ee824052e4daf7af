"""Keeping others away: block an account, or mute somebody's chat.

Whoever is blocked is never told: requests and invitations of theirs look as if they waited. And nobody finds out by a
block or a mute who sits somewhere under another name: at a table it shows itself only where the person goes by the
name that it was made for.
"""

import secrets
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.accounts import Account
from aerodrome.matches.display_names import compute_confusable_skeleton
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.matches.relation_removal import end_friendship, redirect_requests_and_invitations_to_nobody
from aerodrome.matches.schema import accounts, blocks, muted_people, muted_seats, seat_claims
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows

MAX_BLOCKS = 500


class Block(NamedTuple):
    """Somebody whom the account wants nothing to do with, as they were called then."""

    id: str
    label: str
    since_ms: int


class SeatAccount(NamedTuple):
    """An account that holds a seat."""

    id: str
    name_skeleton: str


SeatAccounts = Mapping[int, Collection[SeatAccount]]


def format_seat_as_name_skeleton(match_id: str, seat: int) -> str:
    """What stands for a name where somebody is blocked or asked from a seat."""
    return f"seat:{match_id}:{seat}"


class BlockAndMuteStore:
    """Reads and writes blocks and mutes; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def list_blocks(self, account: str) -> list[Block]:
        """Whom somebody has blocked, newest first."""
        query = select(blocks.c.id, blocks.c.label, blocks.c.since_ms).where(blocks.c.account == account)
        rows = await self.store.fetch_all(query.order_by(blocks.c.since_ms.desc(), blocks.c.id))
        return convert_readable_rows(rows, Block, "a block")

    async def list_blocked_seats(
        self, account: str, match_id: str, accounts_by_seat: SeatAccounts, names_by_seat: list[str]
    ) -> set[int]:
        """The seats of those whom somebody blocked there, or by the name that they have there."""
        columns = (blocks.c.blocked, blocks.c.look, blocks.c.label)
        rows = await self.store.fetch_all(select(*columns).where(blocks.c.account == account, blocks.c.blocked != ""))
        made_for: dict[str, set[str]] = {}
        for blocked, name_skeleton, label in convert_readable_rows(rows, tuple[str, str, str], "a block"):
            made_for.setdefault(blocked, set()).update((name_skeleton, compute_confusable_skeleton(label)))

        def is_blocked(seat: int) -> bool:
            known = {format_seat_as_name_skeleton(match_id, seat), compute_confusable_skeleton(names_by_seat[seat])}
            return any(made_for.get(one.id, set()) & known for one in accounts_by_seat[seat])

        return {seat for seat in accounts_by_seat if is_blocked(seat)}

    async def add_block_and_end_relations(
        self, me: Account, typed_name: str, name_skeleton: str, other_account: Account | None
    ) -> None:
        """Block somebody; a name that nobody has is kept alike. What both had with each other ends."""
        other_id = other_account.id if other_account is not None else ""
        if other_id == me.id:
            raise InvalidState("That is you.")

        async def write(connection: AsyncConnection) -> None:
            # By another name the same person is one more row: else it would tell that both are one.
            if await has_blocked_name_skeleton(connection, me.id, name_skeleton):
                return
            count = select(func.count()).select_from(blocks).where(blocks.c.account == me.id)
            if int((await connection.execute(count)).scalar_one()) >= MAX_BLOCKS:
                raise NotAllowed(f"Nobody blocks more than {MAX_BLOCKS} people: lift some first.")
            values = {"id": secrets.token_urlsafe(12), "account": me.id, "blocked": other_id, "look": name_skeleton}
            await connection.execute(insert(blocks).values(**values, label=typed_name[:60], since_ms=util.now_ms()))
            if other_id:
                await end_friendship(connection, me.id, other_id)
                await redirect_requests_and_invitations_to_nobody(connection, me.id, other_id)

        await self.store.run_transaction_with_retries(write)

    async def lift_block(self, me: Account, block_id: str) -> None:
        """The other may come near again. Raises NotFound."""

        async def write(connection: AsyncConnection) -> None:
            mine = and_(blocks.c.id == block_id, blocks.c.account == me.id)
            if not (await connection.execute(delete(blocks).where(mine))).rowcount:
                raise NotFound("You have blocked nobody of that number.")

        await self.store.run_transaction(write)

    async def has_blocked(self, account: str, other_account: str) -> bool:
        """Whether the first account has blocked the second."""
        query = select(blocks.c.id).where(blocks.c.account == account, blocks.c.blocked == other_account)
        return bool(account and other_account and await self.store.fetch_all(query.limit(1)))

    async def has_blocked_name(self, account: str, name: str) -> bool:
        """Whether the account has blocked whoever has this name, by it."""
        same = and_(blocks.c.account == account, blocks.c.look == compute_confusable_skeleton(name))
        return bool(await self.store.fetch_all(select(blocks.c.id).where(same).limit(1)))

    async def has_host_blocked_newcomer(self, host_key: str, newcomer_key: str) -> bool:
        """Whether the account of one key has blocked the account of another; guests have none."""
        host, guest = accounts.alias("host"), accounts.alias("guest")
        query = select(blocks.c.id).join_from(blocks, host, blocks.c.account == host.c.id)
        joined = query.join(guest, blocks.c.blocked == guest.c.id)
        return bool(
            await self.store.fetch_all(joined.where(host.c.key == host_key, guest.c.key == newcomer_key).limit(1))
        )

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

    async def set_mute_of_seat_or_account(
        self, key: str, account: str | None, match_id: str, seat: int, other_account: SeatAccount | None, is_muted: bool
    ) -> None:
        """Hide the chat of a seat, or show it; of an account that is given, wherever it goes by its name."""

        async def write(connection: AsyncConnection) -> None:
            at_seat = {"key": key, "match": match_id, "seat": seat}
            await connection.execute(delete(muted_seats).filter_by(**at_seat))
            if account is not None and other_account is not None:
                pair = {"account": account, "muted": other_account.id}
                await connection.execute(delete(muted_people).filter_by(**pair))
                if is_muted:
                    await connection.execute(insert(muted_people).values(**pair))
            elif is_muted:
                await connection.execute(insert(muted_seats).values(**at_seat))

        await self.store.run_transaction_with_retries(write)

    async def list_muted_seats(
        self, key: str, account: str | None, match_id: str, accounts_by_seat: SeatAccounts, names_by_seat: list[str]
    ) -> set[int]:
        """The seats whose chat the holder of a key wants to read no more; those blocked are not among them."""
        query = select(muted_seats.c.seat).where(muted_seats.c.key == key, muted_seats.c.match == match_id)
        muted = {row[0] for row in await self.store.fetch_all(query)}
        if account is not None:
            rows = await self.store.fetch_all(select(muted_people.c.muted).where(muted_people.c.account == account))
            hidden = {row[0] for row in rows}
            for seat in accounts_by_seat:
                named = find_seat_account_by_name(accounts_by_seat[seat], names_by_seat[seat])
                if named is not None and named.id in hidden:
                    muted.add(seat)
        return muted


async def find_accounts_by_seat(store: MatchStore, match_id: str) -> dict[int, list[SeatAccount]]:
    """By seat: the accounts that hold it."""
    query = select(seat_claims.c.seat, accounts.c.id, accounts.c.look).join_from(
        seat_claims, accounts, seat_claims.c.key == accounts.c.key
    )
    rows = await store.fetch_all(query.where(seat_claims.c.match == match_id, seat_claims.c.seat >= 0))
    found: dict[int, list[SeatAccount]] = {}
    for seat, account, look in rows:
        found.setdefault(seat, []).append(SeatAccount(account, look))
    return found


def find_seat_account_by_name(seat_accounts: Collection[SeatAccount], name: str) -> SeatAccount | None:
    """Of those who hold a seat, who goes there by the account's name."""
    name_skeleton = compute_confusable_skeleton(name)
    return next((one for one in seat_accounts if one.name_skeleton == name_skeleton), None)


async def has_blocked_name_skeleton(connection: AsyncConnection, account: str, name_skeleton: str) -> bool:
    """Whether somebody has blocked whoever this name or seat stands for, by this very name or seat."""
    query = select(blocks.c.id).where(blocks.c.account == account, blocks.c.look == name_skeleton).limit(1)
    return (await connection.execute(query)).first() is not None


async def has_blocked_by_name(connection: AsyncConnection, account: str, other_account: str, name: str) -> bool:
    """Whether the first account has blocked the second by the name that it goes by here."""
    same = and_(blocks.c.blocked == other_account, blocks.c.look == compute_confusable_skeleton(name))
    query = select(blocks.c.id).where(blocks.c.account == account, same).limit(1)
    return (await connection.execute(query)).first() is not None


async def has_blocked(connection: AsyncConnection, account: str, other_account: str) -> bool:
    """Whether the first account has blocked the second."""
    query = select(blocks.c.id).where(blocks.c.account == account, blocks.c.blocked == other_account).limit(1)
    return (await connection.execute(query)).first() is not None
