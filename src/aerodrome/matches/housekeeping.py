"""Old matches are removed: finished ones, abandoned ones, those that never started; and editions that nobody uses."""

from collections.abc import Callable

import msgspec

from aerodrome.matches.edition_store import EditionStore
from aerodrome.matches.store import MatchStore

DAY_MS = 86_400_000


class Retention(msgspec.Struct, frozen=True):
    """How many days a match is kept after the last thing that happened in it; 0 is for ever."""

    finished_days: float = 365.0
    abandoned_days: float = 90.0
    """Matches that were begun and not finished."""
    unstarted_days: float = 7.0
    """Matches that still wait for people."""

    def list_cutoffs_by_status(self, now_ms: int) -> list[tuple[str, int]]:
        """For each status of a match: nothing happened since then, so it goes."""
        days_by_status = (
            ("waiting", self.unstarted_days),
            ("playing", self.abandoned_days),
            ("over", self.finished_days),
        )
        return [(status, now_ms - int(days * DAY_MS)) for status, days in days_by_status if days > 0]


async def remove_expired_matches_and_editions(
    store: MatchStore, retention: Retention, now_ms: int, limit: int, is_in_use: Callable[[str], bool]
) -> list[str]:
    """Remove up to so many matches whose time is over, oldest first, but none that is in use."""
    removed: list[str] = []
    for status, before_ms in retention.list_cutoffs_by_status(now_ms):
        for id in await store.list_expired_match_ids(status, before_ms, limit - len(removed)):
            if not is_in_use(id) and await store.delete_match(id, unless_updated_since_ms=before_ms):
                removed.append(id)
    if retention.finished_days > 0:
        await EditionStore(store).delete_own_editions_last_used_before(now_ms - int(retention.finished_days * DAY_MS))
    return removed
