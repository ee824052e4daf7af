"""Passkeys of accounts, and the challenges that browsers were given to sign."""

from typing import Literal, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.errors import InvalidState, NotAllowed, VersionConflict
from aerodrome.matches.schema import accounts, passkey_challenges, passkeys
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows

CHALLENGE_MS = 300_000
"""So long a browser may take to answer; its own prompt is shorter."""
MAX_PASSKEYS = 20
Purpose = Literal["new account", "add", "sign in", "confirm"]


class Passkey(NamedTuple):
    """A key pair whose secret half some device of the person keeps."""

    id: str
    """The hash of `credential_id`."""
    credential_id: bytes
    account: str
    host: str
    """The name of this server that it was made for (the relying party's id): it opens the account under no other."""
    public_key: bytes
    sign_count: int
    """How often it has signed, as far as it counts: one that counts backwards was copied."""
    label: str
    created_ms: int
    used_ms: int | None = None


class PasskeyChallenge(NamedTuple):
    """What a browser, known by the hash of a cookie, is to sign once."""

    browser: str
    purpose: Purpose
    account: str
    """Whose passkey it is to be, or whose it must be; empty when whoever answers is signed in."""
    name: str
    """Of an account that is to be made."""
    host: str
    challenge: bytes
    until_ms: int


class PasskeyStore:
    """Reads and writes passkeys and challenges; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def find_passkey(self, credential_id: bytes) -> Passkey | None:
        """The passkey with this id of its own."""
        found = await self._select_passkeys(passkeys.c.id == hash_credential_id(credential_id))
        return found[0] if found else None

    async def list_passkeys(self, account: str) -> list[Passkey]:
        """Those of an account, oldest first."""
        return await self._select_passkeys(passkeys.c.account == account)

    async def _select_passkeys(self, condition: object) -> list[Passkey]:
        columns = [passkeys.c[name] for name in Passkey._fields]
        query = select(*columns).where(condition)  # type: ignore[arg-type]
        return convert_readable_rows(
            await self.store.fetch_all(query.order_by(passkeys.c.created_ms)), Passkey, "a passkey"
        )

    async def add_passkey(self, passkey: Passkey) -> None:
        """One more way into an account. Raises NotAllowed for one that somebody has, or when there are too many."""

        async def write(connection: AsyncConnection) -> None:
            await _lock_account(connection, passkey.account)
            query = select(passkeys.c.id).where(passkeys.c.account == passkey.account)
            if len((await connection.execute(query)).all()) >= MAX_PASSKEYS:
                raise NotAllowed(f"An account has at most {MAX_PASSKEYS} passkeys: remove one first.")
            await insert_passkey(connection, passkey)

        try:
            await self.store.run_transaction(write)
        except VersionConflict:
            raise NotAllowed("This passkey is known here already.") from None

    async def record_use_unless_changed(self, passkey: Passkey, sign_count: int) -> bool:
        """The passkey signed now; False when another use of it was noted meanwhile."""
        mine = (passkeys.c.id == passkey.id) & (passkeys.c.sign_count == passkey.sign_count)
        changed: list[int] = []

        async def write(connection: AsyncConnection) -> None:
            change = update(passkeys).where(mine).values(sign_count=sign_count, used_ms=util.now_ms())
            changed.append((await connection.execute(change)).rowcount)

        await self.store.run_transaction(write)
        return bool(changed[-1])

    async def remove_passkey(self, account: str, id: str) -> bool:
        """Whether there was one. Raises InvalidState when the account could not be entered any more."""
        removed: list[int] = []

        async def write(connection: AsyncConnection) -> None:
            removed.append(0)
            await _lock_account(connection, account)
            others = select(passkeys.c.id).where(passkeys.c.account == account, passkeys.c.id != id)
            password = select(accounts.c.password).where(accounts.c.id == account)
            has_other_way = (await connection.execute(others.limit(1))).first() is not None
            if not has_other_way and not (await connection.execute(password)).scalar():
                raise InvalidState("This is the only way into your account: set a password or add a passkey first.")
            change = delete(passkeys).where(passkeys.c.account == account, passkeys.c.id == id)
            removed[-1] = (await connection.execute(change)).rowcount

        await self.store.run_transaction(write)
        return bool(removed[-1])

    async def remove_all_passkeys(self, account: str) -> None:
        """None of them opens the account any more."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(passkeys).where(passkeys.c.account == account))

        await self.store.run_transaction(write)

    async def remove_password(self, account: str) -> None:
        """Passkeys alone open the account. Raises InvalidState when it has none."""

        async def write(connection: AsyncConnection) -> None:
            await _lock_account(connection, account)
            query = select(passkeys.c.id).where(passkeys.c.account == account).limit(1)
            if (await connection.execute(query)).first() is None:
                raise InvalidState("The password is the only way into your account: add a passkey first.")
            await connection.execute(update(accounts).where(accounts.c.id == account).values(password=""))

        await self.store.run_transaction(write)

    async def store_challenge(self, challenge: PasskeyChallenge) -> None:
        """Remember what the browser is to sign; an earlier challenge of it, and all that are over, go."""
        row = passkey_challenges.c

        async def write(connection: AsyncConnection) -> None:
            is_old = (row.browser == challenge.browser) | (row.until_ms < util.now_ms())
            await connection.execute(delete(passkey_challenges).where(is_old))
            await connection.execute(insert(passkey_challenges).values(challenge._asdict()))

        await self.store.run_transaction(write)

    async def find_and_delete_challenge(self, browser: str, purpose: Purpose) -> PasskeyChallenge | None:
        """What this browser was to sign for this purpose, once: whatever it answers, the challenge is used up."""
        columns = [passkey_challenges.c[name] for name in PasskeyChallenge._fields]
        of_browser = passkey_challenges.c.browser == browser
        taken: list[PasskeyChallenge] = []

        async def write(connection: AsyncConnection) -> None:
            taken.clear()
            rows = (await connection.execute(select(*columns).where(of_browser))).all()
            if rows and (await connection.execute(delete(passkey_challenges).where(of_browser))).rowcount:
                taken.extend(convert_readable_rows(rows[:1], PasskeyChallenge, "a challenge"))

        await self.store.run_transaction(write)
        is_good = bool(taken) and taken[0].purpose == purpose and taken[0].until_ms >= util.now_ms()
        return taken[0] if is_good else None


async def _lock_account(connection: AsyncConnection, account: str) -> None:
    """Until the transaction ends nobody else counts the ways into this account: the last one stays."""
    await connection.execute(update(accounts).where(accounts.c.id == account).values(name=accounts.c.name))


async def insert_passkey(connection: AsyncConnection, passkey: Passkey) -> None:
    """Inside a transaction: of two with one credential, the first stays."""
    await connection.execute(insert(passkeys).values(passkey._asdict()))


def hash_credential_id(credential_id: bytes) -> str:
    """How a passkey is looked up and named: credentials' own ids have up to 1023 bytes."""
    return util.hash_secret(credential_id.hex())
