"""Passwords: hashed slowly by Argon2id, in threads, a few at a time."""

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from aerodrome.matches.errors import MalformedRequest

MIN_LENGTH, MAX_LENGTH = 10, 200
MAX_AT_ONCE = 2
"""Each takes 64 MB and a processor for a moment."""

_hasher = PasswordHasher()


class PasswordChecker:
    """Hashes and compares; for a name that nobody has it works as long as for one that somebody has."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(MAX_AT_ONCE)
        self._nobodys_hash: str | None = None

    async def hash_password(self, password: str) -> str:
        """The hash to be stored."""
        async with self._slots:
            return await asyncio.to_thread(_hasher.hash, _normalize_password(password))

    async def is_password_right(self, password: str, password_hash: str | None) -> bool:
        """Whether this is the password of that hash.

        None or "": there is no such account, or it has no password, which takes as long to say.
        """
        if self._nobodys_hash is None:
            self._nobodys_hash = await self.hash_password("nobody's password")
        async with self._slots:
            is_right = await asyncio.to_thread(
                _is_hash_of_password, password_hash or self._nobodys_hash, _normalize_password(password)
            )
        return is_right and bool(password_hash)


def _is_hash_of_password(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def _normalize_password(password: str) -> str:
    """The same letters typed on another keyboard are the same password."""
    return unicodedata.normalize("NFKC", password)


def require_good_password(password: str, name: str) -> None:
    """Raises MalformedRequest for one that is guessed at once."""
    if len(set(password)) < 4 or password.casefold() in (name.casefold(), "aerodrome", "aerodrome1", "password12"):
        raise MalformedRequest("This password is guessed at once: take another, of at least ten letters.")
