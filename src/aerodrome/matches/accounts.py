"""Accounts: an account is a key that holds seats, as a guest's cookie does, and the sessions that may use it.

The key of an account is that of the guest who made it, so that all tables come along. From then on the guest's own
cookie opens nothing: only sessions, each with a cookie of its own, lead to the key, and each can be ended.
"""

import secrets
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.display_names import clean_and_require_unique_name, compute_confusable_skeleton
from aerodrome.matches.errors import InvalidState, NotAllowed, VersionConflict
from aerodrome.matches.former_entrants import erase_account_from_competitions
from aerodrome.matches.notice_store import bind_push_channels_to_session, delete_notice_data_of_key, move_notice_data
from aerodrome.matches.passkey_store import Passkey, insert_passkey
from aerodrome.matches.relation_removal import delete_relations_of_account
from aerodrome.matches.schema import (
    account_browsers,
    accounts,
    decision_figures,
    notice_channels,
    own_editions,
    passkey_challenges,
    passkeys,
    rating_changes,
    ratings,
    recovery_codes,
    seat_claims,
    sessions,
    times_away,
)
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows, find_first_readable_row

SESSION_DAYS = 180
SESSION_MS = SESSION_DAYS * 86_400_000
"""A session that was not used for so long is over."""
USE_NOTED_MS = 3_600_000
MAX_SESSIONS = 30
RECOVERY_CODES = 8
_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_GROUPS, _CODE_GROUP_LENGTH = 3, 5


ProfileVisibility = Literal["listed", "page", "private"]
"""In leaderboards and with a page; with a page that others may open; for nobody else."""


class Account(NamedTuple):
    """Somebody who wants to be known again."""

    id: str
    key: str
    """What holds this person's seats."""
    name: str
    password: str
    """The hash of it; empty for who enters by passkey alone."""
    created_ms: int
    visibility: ProfileVisibility = "page"


class Session(NamedTuple):
    """A browser that is signed in; `key` is the hash of its cookie."""

    key: str
    account: str
    label: str
    created_ms: int
    used_ms: int


class SessionWithAccount(NamedTuple):
    """What a cookie leads to."""

    session: Session
    account: Account


class AccountStore:
    """Reads and writes accounts; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    # Reading

    async def find_by_similar_name(self, wanted_name: str) -> Account | None:
        """The account whose name looks like this one."""
        return await self._find_account(accounts.c.look == compute_confusable_skeleton(wanted_name))

    async def find_by_id(self, id: str) -> Account | None:
        """The account of this id."""
        return await self._find_account(accounts.c.id == id)

    async def find_by_key(self, key: str) -> Account | None:
        """The account whose seats this key holds; None for a guest's."""
        return await self._find_account(accounts.c.key == key)

    async def list_account_keys_sharing_browser(self, account: str) -> set[str]:
        """The keys of other accounts that were signed in from a browser where this one was."""
        mine, theirs = account_browsers.alias("mine"), account_browsers.alias("theirs")
        query = select(accounts.c.key).join_from(mine, theirs, mine.c.browser == theirs.c.browser)
        others = query.join(accounts, theirs.c.account == accounts.c.id).where(accounts.c.id != account)
        oldest_ms = util.now_ms() - SESSION_MS
        is_recent = (mine.c.used_ms >= oldest_ms) & (theirs.c.used_ms >= oldest_ms)
        return {row[0] for row in await self.store.fetch_all(others.where(mine.c.account == account, is_recent))}

    async def _find_account(self, condition: object) -> Account | None:
        columns = [accounts.c[name] for name in Account._fields]
        rows = await self.store.fetch_all(select(*columns).where(condition))  # type: ignore[arg-type]
        return find_first_readable_row(rows, Account, "an account")

    async def find_session_with_account(self, session_key: str) -> SessionWithAccount | None:
        """What the cookie of this hash leads to; None for a guest's, and for sessions that are over."""
        columns = [*[sessions.c[name] for name in Session._fields], *[accounts.c[name] for name in Account._fields]]
        query = select(*columns).join_from(sessions, accounts, sessions.c.account == accounts.c.id)
        rows = await self.store.fetch_all(query.where(sessions.c.key == session_key))
        if not rows:
            return None
        session = find_first_readable_row([rows[0][: len(Session._fields)]], Session, "a session")
        account = find_first_readable_row([rows[0][len(Session._fields) :]], Account, "an account")
        if session is None or account is None or session.used_ms < util.now_ms() - SESSION_MS:
            return None
        return SessionWithAccount(session, account)

    async def is_account_key(self, key: str) -> bool:
        """Whether an account was made of the guest with this key: the guest's cookie opens nothing any more."""
        return bool(await self.store.fetch_all(select(accounts.c.id).where(accounts.c.key == key)))

    async def list_sessions(self, account: str) -> list[Session]:
        """The browsers that are signed in, last used first."""
        columns = [sessions.c[name] for name in Session._fields]
        is_live = sessions.c.used_ms >= util.now_ms() - SESSION_MS
        query = select(*columns).where(sessions.c.account == account, is_live)
        rows = await self.store.fetch_all(query.order_by(sessions.c.used_ms.desc()))
        return convert_readable_rows(rows, Session, "a session")

    async def count_recovery_codes(self, account: str) -> int:
        """How many codes are left."""
        query = select(func.count()).where(recovery_codes.c.account == account)
        return int((await self.store.fetch_all(query))[0][0])

    # Writing

    async def create_account(
        self, key: str, name: str, password_hash: str, id: str = "", passkey: Passkey | None = None
    ) -> Account:
        """An account of the guest with this key, entered by password or passkey.

        Raises NotAllowed when a name like that is taken.
        """
        row = Account(id or make_account_id(), key, name, password_hash, util.now_ms())

        async def write(connection: AsyncConnection) -> None:
            values = row._asdict() | {"look": compute_confusable_skeleton(name)}
            await connection.execute(insert(accounts).values(values))
            if passkey is not None:
                await insert_passkey(connection, passkey)

        try:
            await self.store.run_transaction(write)
        except VersionConflict:
            raise NotAllowed("Somebody has a name that looks like this one: take another.") from None
        return row

    async def add_session(self, account: str, key: str, label: str) -> None:
        """A browser is signed in; the ones that were not used for longest go when there are too many."""
        now_ms = util.now_ms()

        async def write(connection: AsyncConnection) -> None:
            await _delete_sessions_and_push_channels(connection, sessions.c.used_ms < now_ms - SESSION_MS)
            of_account = select(sessions.c.key).where(sessions.c.account == account)
            kept = of_account.order_by(sessions.c.used_ms.desc()).offset(MAX_SESSIONS - 1)
            for (old,) in (await connection.execute(kept)).all():
                await _delete_sessions_and_push_channels(connection, sessions.c.key == old)
            values = Session(key, account, label[:60], now_ms, now_ms)._asdict()
            await connection.execute(insert(sessions).values(values))
            await bind_push_channels_to_session(connection, account, key)

        await self.store.run_transaction(write)

    async def record_sign_in_browser(self, account: str, browser_hash: str) -> None:
        """The account was signed in from the browser of this hash; what is older than any session is forgotten."""
        row, now_ms = account_browsers.c, util.now_ms()
        is_old = (row.account == account) & ((row.browser == browser_hash) | (row.used_ms < now_ms - SESSION_MS))

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(account_browsers).where(is_old))
            await connection.execute(
                insert(account_browsers).values(account=account, browser=browser_hash, used_ms=now_ms)
            )

        await self.store.run_transaction_with_retries(write)

    async def rename_account(self, account: str, name: str) -> None:
        """Another name. Raises NotAllowed when a name like that is taken."""
        values = {"name": name, "look": compute_confusable_skeleton(name)}

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(accounts).where(accounts.c.id == account).values(**values))

        try:
            await self.store.run_transaction(write)
        except VersionConflict:
            raise NotAllowed("Somebody has a name that looks like this one: take another.") from None

    async def set_profile_visibility(self, account: str, visibility: ProfileVisibility) -> None:
        """Who may see the person's page and ratings."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(accounts).where(accounts.c.id == account).values(visibility=visibility))

        await self.store.run_transaction(write)

    async def record_session_use(self, session_key: str) -> None:
        """The session was used now."""

        async def write(connection: AsyncConnection) -> None:
            change = update(sessions).where(sessions.c.key == session_key)
            await connection.execute(change.values(used_ms=util.now_ms()))

        await self.store.run_transaction(write)

    async def end_sessions(self, account: str, only_key: str | None = None, except_key: str | None = None) -> int:
        """End one session of the account, or all but one, or all; returns how many there were."""
        condition = sessions.c.account == account
        if only_key is not None:
            condition = condition & (sessions.c.key == only_key)
        if except_key is not None:
            condition = condition & (sessions.c.key != except_key)
        ended: list[int] = []

        async def write(connection: AsyncConnection) -> None:
            ended.append(await _delete_sessions_and_push_channels(connection, condition))

        await self.store.run_transaction(write)
        return ended[-1]

    async def set_password(self, account: str, password_hash: str) -> None:
        """Another password, as its hash."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(accounts).where(accounts.c.id == account).values(password=password_hash))

        await self.store.run_transaction(write)

    async def replace_recovery_codes(self, account: str) -> list[str]:
        """New codes, to be shown once; those of before are void."""
        codes = [_make_recovery_code() for _ in range(RECOVERY_CODES)]
        rows = [{"account": account, "hash": hash_recovery_code(account, code)} for code in codes]

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.account == account))
            await connection.execute(insert(recovery_codes), rows)

        await self.store.run_transaction(write)
        return codes

    async def use_up_recovery_code(self, account: str, code: str) -> bool:
        """Whether this was a code of the account; it works once."""
        of_code = (recovery_codes.c.account == account) & (recovery_codes.c.hash == hash_recovery_code(account, code))
        used: list[int] = []

        async def write(connection: AsyncConnection) -> None:
            used.append((await connection.execute(delete(recovery_codes).where(of_code))).rowcount)

        await self.store.run_transaction(write)
        return bool(used[-1])

    async def move_claims_editions_and_notices(
        self, from_key: str, to_key: str, skipped_seats: set[tuple[str, int]]
    ) -> None:
        """What one key holds, another holds from now on; not the seats in `skipped_seats`."""

        async def write(connection: AsyncConnection) -> None:
            claim = seat_claims.c
            for key in (from_key, to_key):
                rows = (await connection.execute(select(claim.match, claim.seat).where(claim.key == key))).all()
                if key == from_key:
                    moved = [(row[0], row[1]) for row in rows if (row[0], row[1]) not in skipped_seats]
                else:
                    present = {(row[0], row[1]) for row in rows}
            for match, seat in moved:
                of_claim = (claim.key == from_key) & (claim.match == match) & (claim.seat == seat)
                await connection.execute(delete(seat_claims).where(of_claim))
                if (match, seat) not in present:
                    await connection.execute(insert(seat_claims).values(key=to_key, match=match, seat=seat))
            await _move_own_editions(connection, from_key, to_key)
            await move_notice_data(connection, from_key, to_key)

        await self.store.run_transaction(write)

    async def delete_account(self, account: Account) -> None:
        """Remove the account with its sessions, codes, ratings and what its key holds."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(sessions).where(sessions.c.account == account.id))
            for table in (recovery_codes, account_browsers, ratings, rating_changes, decision_figures):
                await connection.execute(delete(table).where(table.c.account == account.id))
            for table in (passkeys, passkey_challenges):
                await connection.execute(delete(table).where(table.c.account == account.id))
            await connection.execute(delete(seat_claims).where(seat_claims.c.key == account.key))
            for kept in (own_editions, times_away):
                await connection.execute(delete(kept).where(kept.c.key == account.key))
            await delete_notice_data_of_key(connection, account.key)
            await delete_relations_of_account(connection, account.id, account.key)
            await erase_account_from_competitions(connection, account.id, util.now_ms())
            await connection.execute(delete(accounts).where(accounts.c.id == account.id))

        await self.store.run_transaction(write)


async def _delete_sessions_and_push_channels(connection: AsyncConnection, condition: ColumnElement[bool]) -> int:
    """End sessions with the push subscriptions that were made in them; returns how many there were."""
    ended = select(sessions.c.key).where(condition)
    await connection.execute(delete(notice_channels).where(notice_channels.c.session.in_(ended)))
    return int((await connection.execute(delete(sessions).where(condition))).rowcount)


async def _move_own_editions(connection: AsyncConnection, from_key: str, to_key: str) -> None:
    """The editions that one key keeps, another keeps from now on; one that both keep stays once."""
    edition = own_editions.c
    known = select(edition.hash).where(edition.key == to_key).scalar_subquery()
    await connection.execute(delete(own_editions).where(edition.key == from_key, edition.hash.in_(known)))
    await connection.execute(update(own_editions).where(edition.key == from_key).values(key=to_key))


def make_account_id() -> str:
    """Random: it tells nothing of the person, so that passkeys may keep it."""
    return secrets.token_urlsafe(12)


def clean_and_require_account_name(name: str) -> str:
    """The name as it is shown; raises when it is none, or could be taken for a bot's or for nobody's."""
    cleaned = clean_and_require_unique_name(name, [])
    if len(compute_confusable_skeleton(cleaned)) < 2:
        raise InvalidState("A name needs at least two letters or digits.")
    return cleaned


def _make_recovery_code() -> str:
    letters = ["".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_GROUP_LENGTH)) for _ in range(_CODE_GROUPS)]
    return "-".join(letters)


def hash_recovery_code(account: str, code: str) -> str:
    """How a code is looked up: 74 random bits need no slow hash; case and spaces do not matter."""
    plain = "".join(letter for letter in code.lower() if letter in _CODE_LETTERS)
    return util.hash_secret(f"{account}:{plain}")
