"""The lobby's answers, made once for all who look at the same moment."""

import hashlib
import time
from typing import Any, NamedTuple

import msgspec

from aerodrome.matches.service import MatchService

KEPT_SECONDS = 2.0
"""For so long a page is used again: that long news of other processes may take. News of this one come at once."""
MAX_KEPT_PAGES = 64


class CachedPage(NamedTuple):
    """An encoded answer, its tag, and as of when it is true."""

    encoded: bytes
    tag: str
    made_at: float
    listings_version: int


class LobbyPageCache:
    """The pages of the lobby as they were last made: many people look at the same few."""

    def __init__(self, service: MatchService) -> None:
        self.service = service
        self._kept: dict[tuple[str, ...], CachedPage] = {}

    def find_cached_page(self, key: tuple[str, ...]) -> CachedPage | None:
        """The page, if it is still true."""
        kept = self._kept.get(key)
        is_true = kept is not None and kept.listings_version == self.service.listings_version
        return kept if is_true and kept is not None and time.monotonic() - kept.made_at < KEPT_SECONDS else None

    def encode_and_cache_page(self, key: tuple[str, ...], content: Any, listings_version: int) -> CachedPage:
        """Encode a page and keep it for others; `listings_version` is from before it was read."""
        encoded = msgspec.json.encode(content)
        tag = f'"{hashlib.sha256(encoded).hexdigest()[:24]}"'
        if len(self._kept) >= MAX_KEPT_PAGES:
            self._kept.clear()
        kept = self._kept[key] = CachedPage(encoded, tag, time.monotonic(), listings_version)
        return kept
