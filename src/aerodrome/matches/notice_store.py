"""Where and when people want to be told that a table waits, and what they were told. `MatchStore` has the database."""

import logging
import secrets
from collections.abc import Callable
from typing import Literal, NamedTuple

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.errors import NotAllowed, VersionConflict
from aerodrome.matches.schema import (
    accounts,
    notice_channels,
    notice_preferences,
    seat_claims,
    server_secrets,
    turn_notices,
)
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows, find_first_readable_row

log = logging.getLogger("aerodrome.notices")

A_CHANNEL = "a place where somebody is told"
MAX_CHANNELS = 12
"""Of one person."""
MARK_KEPT_MS = 86_400_000
"""For so long it is known what was sent: much longer than anybody could try to send it again."""

ChannelKind = Literal["push", "mail", "webhook"]


class NoticeChannel(NamedTuple):
    """A place where somebody wants to be told."""

    id: str
    key: str
    kind: ChannelKind
    address: str
    """The endpoint of a push subscription, a mail address, or a webhook's or Apprise address."""
    secrets: str
    """Of a push subscription: its public key and its secret, both base64url, with a space between."""
    label: str
    session: str
    """Of a push subscription: the session of the account that made it and that it ends with; else empty."""
    is_confirmed: bool
    created_ms: int


class NoticePreferences(NamedTuple):
    """When somebody wants no notices: from and until which minute of the day there; None for never."""

    quiet_begin: int | None = None
    quiet_end: int | None = None
    time_zone: str = "UTC"
    active_ms: int = 0


class TurnNotice(NamedTuple):
    """Somebody is to be told that this seat is asked, since this event."""

    key: str
    match: str
    seat: int
    version: int


_CHANNEL_COLUMNS = [notice_channels.c[name] for name in NoticeChannel._fields]


class NoticeStore:
    """Reads and writes subscriptions, addresses, quiet hours and the marks of notices."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def get_or_make_server_secret(
        self, secret_name: str, make_secret: Callable[[], str], is_valid: Callable[[str], bool]
    ) -> str:
        """What the server signs with; made when it is asked for first, or when what is kept signs nothing.

        Of two processes that make it, one wins.
        """
        mine = server_secrets.c.name == secret_name
        query = select(server_secrets.c.value).where(mine)
        for _ in range(2):
            rows = await self.store.fetch_all(query)
            if rows and is_valid(str(rows[0][0])):
                return str(rows[0][0])
            if rows:
                log.error("the server's key for %s was damaged: there is a new one", secret_name)
            value, damaged = make_secret(), [row[0] for row in rows]

            async def write(connection: AsyncConnection, value: str = value, damaged: list[str] = damaged) -> None:
                for old in damaged:
                    await connection.execute(delete(server_secrets).where(mine, server_secrets.c.value == old))
                await connection.execute(insert(server_secrets).values(name=secret_name, value=value))

            try:
                await self.store.run_transaction(write)
            except VersionConflict:
                continue
        return str((await self.store.fetch_all(query))[0][0])

    # Channels

    async def list_channels(self, key: str) -> list[NoticeChannel]:
        """Where the holder of a key is told, oldest first."""
        query = select(*_CHANNEL_COLUMNS).where(notice_channels.c.key == key)
        rows = await self.store.fetch_all(query.order_by(notice_channels.c.created_ms, notice_channels.c.id))
        return convert_readable_rows(rows, NoticeChannel, A_CHANNEL)

    async def find_channel(self, id: str) -> NoticeChannel | None:
        """The channel of this id, whosever it is."""
        rows = await self.store.fetch_all(select(*_CHANNEL_COLUMNS).where(notice_channels.c.id == id))
        return find_first_readable_row(rows, NoticeChannel, A_CHANNEL)

    async def add_or_replace_channel(
        self,
        key: str,
        kind: ChannelKind,
        address: str,
        *,
        secret: str = "",
        label: str = "",
        session: str = "",
        is_confirmed: bool = True,
    ) -> NoticeChannel:
        """One more place; the same address again replaces what was known of it. Raises NotAllowed when there are many.

        A browser has one push subscription: whoever it belonged to before is told there no more.
        """
        channel = NoticeChannel(
            secrets.token_urlsafe(12), key, kind, address, secret, label[:60], session, is_confirmed, util.now_ms()
        )
        table, address_hash = notice_channels, util.hash_secret(address)

        async def write(connection: AsyncConnection) -> None:
            same = (table.c.address_hash == address_hash) & (table.c.kind == kind)
            await connection.execute(delete(table).where(same if kind == "push" else same & (table.c.key == key)))
            others = (await connection.execute(select(table.c.id).where(table.c.key == key))).all()
            if len(others) >= MAX_CHANNELS:
                raise NotAllowed("You are told in many places already: turn one off first.")
            await connection.execute(insert(table).values(**channel._asdict(), address_hash=address_hash))
            known = select(notice_preferences.c.key).where(notice_preferences.c.key == key)
            if not (await connection.execute(known)).all():
                defaults = NoticePreferences()._asdict()
                await connection.execute(insert(notice_preferences).values(key=key, **defaults))

        await self.store.run_transaction_with_retries(write)
        return channel

    async def confirm_channel(self, id: str) -> None:
        """Its person has shown that the address is theirs."""

        async def write(connection: AsyncConnection) -> None:
            change = update(notice_channels).where(notice_channels.c.id == id)
            await connection.execute(change.values(is_confirmed=True))

        await self.store.run_transaction(write)

    async def remove_channel(self, id: str) -> None:
        """Nobody is told there any more; harmless when it is gone."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(notice_channels).where(notice_channels.c.id == id))

        await self.store.run_transaction(write)

    async def delete_notice_data(self, key: str) -> None:
        """Forget all that the holder of a key wanted here."""

        async def write(connection: AsyncConnection) -> None:
            await delete_notice_data_of_key(connection, key)

        await self.store.run_transaction(write)

    # Preferences

    async def get_preferences(self, key: str) -> NoticePreferences:
        """When the holder of a key wants no notices."""
        columns = [notice_preferences.c[name] for name in NoticePreferences._fields]
        rows = await self.store.fetch_all(select(*columns).where(notice_preferences.c.key == key))
        return find_first_readable_row(rows, NoticePreferences, "when somebody is told") or NoticePreferences()

    async def set_quiet_hours(self, key: str, begin_minute: int | None, end_minute: int | None, time_zone: str) -> None:
        """From and until which minute of the day nothing is sent; None for never."""
        values = {"quiet_begin": begin_minute, "quiet_end": end_minute, "time_zone": time_zone}

        async def write(connection: AsyncConnection) -> None:
            change = update(notice_preferences).where(notice_preferences.c.key == key).values(**values)
            if not (await connection.execute(change)).rowcount:
                await connection.execute(insert(notice_preferences).values(key=key, active_ms=0, **values))

        await self.store.run_transaction_with_retries(write)

    async def record_activity(self, key: str, at_ms: int) -> None:
        """The person does something, for other processes to know; only of those who have preferences."""

        async def write(connection: AsyncConnection) -> None:
            change = update(notice_preferences).where(notice_preferences.c.key == key)
            await connection.execute(change.values(active_ms=at_ms))

        await self.store.run_transaction(write)

    # What is to be told

    async def add_turn_notices(self, match_id: str, seat: int, version: int, due_ms: int) -> int:
        """A seat is asked: tell whoever holds it and wants to be told. Returns how many that are."""
        wanted = exists().where(notice_channels.c.key == seat_claims.c.key, notice_channels.c.is_confirmed)
        query = select(seat_claims.c.key).where(seat_claims.c.match == match_id, seat_claims.c.seat == seat, wanted)
        keys = [row[0] for row in await self.store.fetch_all(query)]
        rows = [
            {**TurnNotice(key, match_id, seat, version)._asdict(), "created_ms": util.now_ms(), "due_ms": due_ms}
            for key in keys
        ]

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(insert(turn_notices), rows)

        if rows:
            await self.store.run_transaction(write)
        return len(rows)

    async def list_keys_with_due_notices(self, now_ms: int, limit: int) -> list[str]:
        """Whose notices are due."""
        query = select(turn_notices.c.key).where(turn_notices.c.due_ms <= now_ms).distinct()
        return [row[0] for row in await self.store.fetch_all(query.limit(limit))]

    async def list_pending_turn_notices(self, key: str) -> list[TurnNotice]:
        """All that this person is still to be told, due or not: they are told once."""
        columns = [turn_notices.c[name] for name in TurnNotice._fields]
        query = select(*columns).where(turn_notices.c.key == key, turn_notices.c.due_ms.is_not(None))
        rows = await self.store.fetch_all(query.order_by(turn_notices.c.created_ms))
        return convert_readable_rows(rows, TurnNotice, "a notice")

    async def postpone_turn_notices(self, key: str, due_ms: int) -> None:
        """Ask again then whether this person is to be told."""

        async def write(connection: AsyncConnection) -> None:
            pending = (turn_notices.c.key == key) & turn_notices.c.due_ms.is_not(None)
            await connection.execute(update(turn_notices).where(pending).values(due_ms=due_ms))

        await self.store.run_transaction(write)

    async def mark_told_and_list_newly_marked(self, notices: list[TurnNotice]) -> list[TurnNotice]:
        """Mark them before they are sent; returns those that no other process has marked."""
        claimed: list[TurnNotice] = []

        async def write(connection: AsyncConnection) -> None:
            claimed.clear()
            for notice in notices:
                conditions = [turn_notices.c[name] == value for name, value in notice._asdict().items()]
                change = update(turn_notices).where(*conditions, turn_notices.c.due_ms.is_not(None))
                if (await connection.execute(change.values(due_ms=None))).rowcount:
                    claimed.append(notice)

        await self.store.run_transaction(write)
        return claimed

    async def remove_stale_notice_data(self, now_ms: int) -> None:
        """Marks that nobody needs any more, and what guests wanted who have no table left."""

        async def write(connection: AsyncConnection) -> None:
            old = turn_notices.c.due_ms.is_(None) & (turn_notices.c.created_ms < now_ms - MARK_KEPT_MS)
            await connection.execute(delete(turn_notices).where(old))
            for table in (notice_channels, notice_preferences):
                has_seat = exists().where(seat_claims.c.key == table.c.key)
                has_account = exists().where(accounts.c.key == table.c.key)
                await connection.execute(delete(table).where(~has_seat, ~has_account))

        await self.store.run_transaction(write)


async def delete_notice_data_of_key(connection: AsyncConnection, key: str) -> None:
    """All that the holder of a key wanted to be told, and where."""
    for table in (notice_channels, notice_preferences, turn_notices):
        await connection.execute(delete(table).where(table.c.key == key))


async def move_notice_data(connection: AsyncConnection, from_key: str, to_key: str) -> None:
    """What a guest set, the account has from now on; quiet hours that the account has stay."""
    await connection.execute(update(notice_channels).where(notice_channels.c.key == from_key).values(key=to_key))
    of_account = select(notice_preferences.c.key).where(notice_preferences.c.key == to_key)
    if not (await connection.execute(of_account)).all():
        change = update(notice_preferences).where(notice_preferences.c.key == from_key)
        await connection.execute(change.values(key=to_key))
    for table in (notice_preferences, turn_notices):
        await connection.execute(delete(table).where(table.c.key == from_key))


async def bind_push_channels_to_session(connection: AsyncConnection, account: str, session: str) -> None:
    """The subscriptions that this browser made as a guest end with its session from now on."""
    of_account = select(accounts.c.key).where(accounts.c.id == account).scalar_subquery()
    table = notice_channels
    of_guest = (table.c.key == of_account) & (table.c.kind == "push") & (table.c.session == "")
    await connection.execute(update(table).where(of_guest).values(session=session))
