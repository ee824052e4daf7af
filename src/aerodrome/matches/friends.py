"""Friends: ask, accept, decline, end; and what somebody lets their friends see.

Nobody learns by asking whether a name exists: a request to nobody, to somebody who blocked the asker and to somebody
who declined all stand in the asker's list alike, as what the asker wrote.
"""

import secrets
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.accounts import Account
from aerodrome.matches.blocks_and_mutes import has_blocked, has_blocked_by_name, has_blocked_name_skeleton
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.matches.relation_removal import NOBODY, end_friendship
from aerodrome.matches.schema import accounts, friend_requests, friendships, people_settings
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows, find_first_readable_row

A_REQUEST = "a request"
MAX_FRIENDS = 500
MAX_ASKED = 50
"""So many requests of one person may wait."""
MAX_RECEIVED = 100
"""Of more than these somebody hears nothing."""
REQUEST_MS = 60 * 86_400_000

RequestState = Literal["open", "declined", "dropped"]
"""Waits; was declined, which the asker is not told; was declined and then withdrawn."""
InvitedBy = Literal["anybody", "friends"]


class Friend(NamedTuple):
    """Somebody's friend."""

    account: str
    key: str
    name: str
    since_ms: int
    shows_presence: bool


class FriendRequest(NamedTuple):
    """Somebody wants to be friends; `name` is the asker's for who was asked, and what the asker wrote for the asker."""

    id: str
    name: str
    created_ms: int


class SocialSettings(NamedTuple):
    """Whether friends see that I am here and at which table, and who may invite me."""

    shows_presence: bool = False
    invited_by: InvitedBy = "anybody"


class FriendStore:
    """Reads and writes friendships; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    # Reading

    async def list_friends(self, account: str) -> list[Friend]:
        """The friends of an account by name."""
        columns = (accounts.c.id, accounts.c.key, accounts.c.name, friendships.c.since_ms)
        query = select(*columns, func.coalesce(people_settings.c.shows_presence, False))
        joined = query.join_from(friendships, accounts, friendships.c.friend == accounts.c.id).outerjoin(
            people_settings, people_settings.c.account == accounts.c.id
        )
        rows = await self.store.fetch_all(joined.where(friendships.c.account == account).order_by(accounts.c.name))
        return convert_readable_rows([(*row[:4], bool(row[4])) for row in rows], Friend, "a friend")

    async def list_received_requests(self, account: str) -> list[FriendRequest]:
        """Who wants to be this person's friend, oldest first; each once."""
        row = friend_requests.c
        query = select(row.id, accounts.c.name, row.created_ms).join_from(
            friend_requests, accounts, row.asker == accounts.c.id
        )
        is_open = and_(row.asked == account, row.state == "open", row.created_ms >= util.now_ms() - REQUEST_MS)
        rows = await self.store.fetch_all(query.where(is_open).order_by(row.created_ms))
        found = convert_readable_rows(rows, FriendRequest, A_REQUEST)
        return list({one.name: one for one in reversed(found)}.values())[::-1]

    async def list_sent_requests(self, account: str) -> list[FriendRequest]:
        """Whom this person asked, as they wrote it, newest first."""
        row = friend_requests.c
        shown = and_(row.asker == account, row.state != "dropped", row.created_ms >= util.now_ms() - REQUEST_MS)
        query = select(row.id, row.label, row.created_ms).where(shown).order_by(row.created_ms.desc(), row.id)
        return convert_readable_rows(await self.store.fetch_all(query), FriendRequest, A_REQUEST)

    async def are_friends(self, account: str, other_account: str) -> bool:
        """Whether both are friends."""
        return bool(
            await self.store.fetch_all(
                select(friendships.c.friend).where(_build_pair_condition(account, other_account)).limit(1)
            )
        )

    async def get_social_settings(self, account: str) -> SocialSettings:
        """What somebody lets their friends see."""
        row = people_settings.c
        rows = await self.store.fetch_all(select(row.shows_presence, row.invited_by).where(row.account == account))
        found = [(bool(one[0]), one[1]) for one in rows]
        return find_first_readable_row(found, SocialSettings, "what somebody shows") or SocialSettings()

    # Writing

    async def set_social_settings(self, account: str, settings: SocialSettings) -> None:
        """Whether friends see where somebody is, and who may invite them."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(people_settings).where(people_settings.c.account == account))
            await connection.execute(insert(people_settings).values(account=account, **settings._asdict()))

        await self.store.run_transaction_with_retries(write)

    async def send_request_or_befriend(
        self, me: Account, typed_name: str, name_skeleton: str, other_account: Account | None
    ) -> None:
        """Ask somebody to be friends; who has asked me becomes one at once. No `other_account`: nobody is found."""

        async def write(connection: AsyncConnection) -> None:
            await _add_request_or_befriend(connection, me, typed_name, name_skeleton, other_account)

        await self.store.run_transaction_with_retries(write)

    async def accept_request(self, me: Account, request_id: str) -> None:
        """Both are friends from now on. Raises NotFound when nobody asked."""

        async def write(connection: AsyncConnection) -> None:
            asker = await _require_asker_of_open_request(connection, me.id, request_id)
            await _befriend(connection, me.id, asker)

        await self.store.run_transaction_with_retries(write)

    async def decline_request(self, me: Account, request_id: str) -> None:
        """The asker is told nothing, and cannot ask again for as long as a request lasts."""

        async def write(connection: AsyncConnection) -> None:
            asker = await _require_asker_of_open_request(connection, me.id, request_id)
            row = friend_requests.c
            change = update(friend_requests).where(row.asker == asker, row.asked == me.id)
            await connection.execute(change.values(state="declined"))

        await self.store.run_transaction(write)

    async def withdraw_request(self, me: Account, request_id: str) -> None:
        """A request of mine does not stand any more. Raises NotFound."""
        row = friend_requests.c
        mine = and_(row.id == request_id, row.asker == me.id, row.state != "dropped")

        async def write(connection: AsyncConnection) -> None:
            dropped = update(friend_requests).where(mine, row.state == "declined").values(state="dropped")
            if (await connection.execute(dropped)).rowcount:
                return
            if not (await connection.execute(delete(friend_requests).where(mine))).rowcount:
                raise NotFound("There is no such request.")

        await self.store.run_transaction(write)

    async def end_friendship_with(self, me: Account, friend: Account | None) -> None:
        """Both are friends no more. Raises NotFound, alike for strangers and for names that nobody has."""

        async def write(connection: AsyncConnection) -> None:
            if friend is None or not await end_friendship(connection, me.id, friend.id):
                raise NotFound("You have no friend of that name.")

        await self.store.run_transaction(write)


def _build_pair_condition(account: str, other_account: str) -> ColumnElement[bool]:
    return and_(friendships.c.account == account, friendships.c.friend == other_account)


async def _add_request_or_befriend(
    connection: AsyncConnection, me: Account, typed_name: str, name_skeleton: str, other_account: Account | None
) -> None:
    row, now_ms = friend_requests.c, util.now_ms()
    other_id = other_account.id if other_account is not None else NOBODY
    if other_id == me.id:
        raise InvalidState("That is you.")
    is_known_block = other_id and await has_blocked_by_name(connection, me.id, other_id, typed_name)
    if is_known_block or await has_blocked_name_skeleton(connection, me.id, name_skeleton):
        raise InvalidState("You have blocked this person: lift that first.")
    if other_id and await has_blocked(connection, me.id, other_id):
        other_id = NOBODY  # by another name, which asking must not tell
    if (
        await connection.execute(select(friendships.c.friend).where(_build_pair_condition(me.id, other_id)))
    ).first() is not None:
        raise InvalidState("You are friends already.")
    # Also what others asked: whoever never comes back would fill the list of this person for ever.
    is_mine_or_theirs = or_(row.asker == me.id, row.asked == other_id)
    await connection.execute(delete(friend_requests).where(is_mine_or_theirs, row.created_ms < now_ms - REQUEST_MS))
    has_asked_me = and_(row.asker == other_id, row.asked == me.id, row.state != "dropped")
    if other_id and (await connection.execute(select(row.id).where(has_asked_me))).first() is not None:
        await _befriend(connection, me.id, other_id)
        return
    same = and_(row.asker == me.id, row.look == name_skeleton)
    known = (await connection.execute(select(row.state).where(same))).first()
    if known is not None and known[0] != "dropped":
        return
    if await _count_friend_requests(connection, and_(row.asker == me.id, row.state != "dropped")) >= MAX_ASKED:
        raise NotAllowed("Many requests of yours wait for an answer: withdraw some first.")
    fresh = {"id": secrets.token_urlsafe(12), "label": typed_name[:60], "created_ms": now_ms}
    if known is not None:
        # By its looks a new one: an id or a time of before would tell that it was declined.
        await connection.execute(update(friend_requests).where(same).values(**fresh, state="declined"))
        return
    # A request by name and one from a seat look different: who declined one hears nothing of the other.
    has_declined = and_(row.asker == me.id, row.asked == other_id, row.state != "open")
    is_declined = bool(other_id) and await _count_friend_requests(connection, has_declined) > 0
    is_deaf = await has_blocked(connection, other_id, me.id)
    if (
        is_deaf
        or await _count_friend_requests(connection, and_(row.asked == other_id, row.state == "open")) >= MAX_RECEIVED
    ):
        other_id = NOBODY
    state: RequestState = "declined" if is_declined else "open"
    values = {"asker": me.id, "asked": other_id, "look": name_skeleton, "state": state}
    await connection.execute(insert(friend_requests).values(**values, **fresh))


async def _count_friend_requests(connection: AsyncConnection, condition: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(friend_requests).where(condition)
    return int((await connection.execute(query)).scalar_one())


async def _require_asker_of_open_request(connection: AsyncConnection, asked_account: str, request_id: str) -> str:
    row = friend_requests.c
    query = select(row.asker).where(row.id == request_id, row.asked == asked_account, row.state == "open")
    found = (await connection.execute(query)).first()
    if found is None:
        raise NotFound("There is no such request.")
    return str(found[0])


async def _befriend(connection: AsyncConnection, account: str, other_account: str) -> None:
    count = select(func.count()).select_from(friendships)
    for one in (account, other_account):
        if int((await connection.execute(count.where(friendships.c.account == one))).scalar_one()) >= MAX_FRIENDS:
            raise NotAllowed(f"Nobody has more than {MAX_FRIENDS} friends here.")
    now_ms = util.now_ms()
    pairs = [
        {"account": a, "friend": b, "since_ms": now_ms} for a, b in ((account, other_account), (other_account, account))
    ]
    await connection.execute(
        delete(friendships).where(
            or_(_build_pair_condition(account, other_account), _build_pair_condition(other_account, account))
        )
    )
    await connection.execute(insert(friendships), pairs)
    row = friend_requests.c
    both = or_(
        and_(row.asker == account, row.asked == other_account), and_(row.asker == other_account, row.asked == account)
    )
    await connection.execute(delete(friend_requests).where(both))
