"""Whom a cookie leads to: a guest, or the account that a session of this browser belongs to."""

import contextlib
import time
from collections import OrderedDict
from typing import NamedTuple

from litestar.exceptions import ServiceUnavailableException
from sqlalchemy.exc import SQLAlchemyError

from aerodrome.matches import util
from aerodrome.matches.accounts import USE_NOTED_MS, AccountStore, SessionWithAccount
from aerodrome.matches.errors import StorageUnavailable
from aerodrome.matches.service import MatchService
from aerodrome.server.identity import Caller

KEPT_SECONDS = 10.0
"""So long another process may take to notice that a session was ended; this one notices at once."""
MAX_KEPT = 20_000


class _CookieOwner(NamedTuple):
    signed_in: SessionWithAccount | None
    is_retired: bool
    until: float


class SessionLookup:
    """Looks cookies up, and remembers for a few seconds what it found."""

    def __init__(self, service: MatchService) -> None:
        self.service = service
        self.accounts = AccountStore(service.store)
        self._found: OrderedDict[str, _CookieOwner] = OrderedDict()
        self._forgotten_count = 0
        """Grows when sessions change: what was read before is not kept."""

    async def set_caller_identity(self, caller: Caller) -> None:
        """Let the caller be whoever the cookie leads to."""
        if not caller.has_cookie:
            return
        found = await self._find_cached_or_read(caller.key)
        if found.is_retired:
            caller.reset_to_new_guest()
        elif found.signed_in is not None:
            caller.set_session_and_account(found.signed_in)

    async def is_session_over(self, caller: Caller) -> bool:
        """Whether the session that the caller came with was ended since."""
        session = caller.session_key
        return session is not None and (await self._find_cached_or_read(session)).signed_in is None

    async def _find_cached_or_read(self, cookie_hash: str) -> _CookieOwner:
        kept = self._found.get(cookie_hash)
        if kept is not None and kept.until > time.monotonic():
            return kept
        try:
            return await self._read_and_cache(cookie_hash)
        except (SQLAlchemyError, OSError):
            if kept is not None:
                return kept
            raise ServiceUnavailableException("The database does not answer.", headers={"Retry-After": "2"}) from None

    async def _read_and_cache(self, cookie_hash: str) -> _CookieOwner:
        forgotten_count = self._forgotten_count
        signed_in = await self.accounts.find_session_with_account(cookie_hash)
        if signed_in is not None and util.now_ms() - signed_in.session.used_ms > USE_NOTED_MS:
            await self._record_session_use(cookie_hash)
        is_retired = signed_in is None and await self.accounts.is_account_key(cookie_hash)
        found = _CookieOwner(signed_in, is_retired, time.monotonic() + KEPT_SECONDS)
        if self._forgotten_count == forgotten_count:
            self._found[cookie_hash] = found
        while len(self._found) > MAX_KEPT:
            self._found.popitem(last=False)
        return found

    async def _record_session_use(self, session_key: str) -> None:
        with contextlib.suppress(StorageUnavailable):  # looking at tables goes on while nothing can be written
            await self.accounts.record_session_use(session_key)

    def forget_cached_sessions_and_claims(self, account_key: str) -> None:
        """Sessions of this account changed: look cookies up anew, and let its open streams ask whether they go on."""
        self._forgotten_count += 1
        self._found.clear()
        for live in self.service.live_matches.values():
            if live.forget_claimed_seats(account_key) and live.stream_count:
                live.trigger_presence_update()
