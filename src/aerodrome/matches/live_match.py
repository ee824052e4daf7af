"""A match in the memory of this process, with those who look at it."""

import asyncio
import time
from collections import Counter

from aerodrome.core.question import ChoiceOutcome
from aerodrome.matches.bot_move_timing import BotMoveTiming
from aerodrome.matches.bot_pool import SuggestedAction
from aerodrome.matches.coach import CoachState
from aerodrome.matches.fair_queue import Priority, ShareKey
from aerodrome.matches.log_text import LogPage
from aerodrome.matches.match import Match
from aerodrome.matches.statistics import StatisticsCache

FORGET_PRESENCE_S = 50.0
AWAY_AFTER_S = 60.0
"""Who was not seen for so long may be replaced without a vote by the only other person."""


class LiveMatch:
    """A match with its lock, its viewers and the task that drives its bots and clocks."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        """Set, and replaced by a new one, at every change."""
        self.presence_version = 0
        """Grows when somebody comes or goes, or a pause begins or ends: sent, but not stored."""
        self.local_viewers: Counter[int] = Counter()
        """How many streams of this process look from each seat."""
        self.remote_viewers: dict[str, tuple[set[int], float]] = {}
        """By process: which seats look at its streams, and when it said so."""
        self.stream_count = 0
        self.pause_reason = ""
        self.driver: asyncio.Task[None] | None = None
        self.lease_until_ms = 0
        self.last_used = time.monotonic()
        self.host_address = ""
        """From where the host was last seen: for fair shares, stored nowhere."""
        self.last_seen: dict[int, float] = {}
        """By seat: when its person last looked or did something, in monotonic seconds."""
        self.loaded_at = time.monotonic()
        self.bot_move_timing = BotMoveTiming(self.loaded_at)
        self.claimed_seats: dict[str, list[int]] = {}
        """By key: the seats its holder has claimed, as far as they were looked up."""
        self.claims_version = 0
        """Grows when claims change: what was read before is not kept."""
        self.update_cache: dict[int | None, tuple[int, bytes]] = {}
        """By viewer: the newest update that was encoded for it, with its version."""
        self.outcome_cache: dict[int, tuple[int, list[ChoiceOutcome]]] = {}
        """By seat: the version, and what the choices of its question would bring then."""
        self.log_page_cache: dict[int | None, tuple[int, LogPage]] = {}
        """By viewer: the newest page of the log, with the version it was made at."""
        self.presence_cache: tuple[tuple[int, int], bytes] | None = None
        """What streams were last sent of who is here, with the versions of presence and match."""
        self.statistics: dict[int | None, StatisticsCache] = {}
        """By viewer: the figures for charts, as far as they were asked for."""
        self.hints: dict[int, tuple[int, list[SuggestedAction]]] = {}
        """By seat: the newest hint, with the length of the log it was given at."""
        self.coach = CoachState()
        self.edition_differences: list[str] | None = None
        """What differs from the house's edition, in sentences, once somebody asked for it."""

    def notify_waiters(self) -> None:
        """Wake everybody who waits for a change."""
        self.changed.set()
        self.changed = asyncio.Event()

    def forget_claimed_seats(self, key: str | None = None) -> bool:
        """Claims of this key changed (None: of anybody). Returns whether any of them were known."""
        self.claims_version += 1
        if key is not None:
            return self.claimed_seats.pop(key, None) is not None
        were_known = bool(self.claimed_seats)
        self.claimed_seats.clear()
        return were_known

    def is_seat_connected(self, seat: int) -> bool:
        """Whether anybody looks from this seat, here or at another process."""
        oldest = time.monotonic() - FORGET_PRESENCE_S
        remote = any(seat in seats and seen > oldest for seats, seen in self.remote_viewers.values())
        return remote or self.local_viewers[seat] > 0

    @property
    def share_key(self) -> ShareKey:
        """On whose account the work for this match is done."""
        host = self.match.setup.host_key
        return ShareKey(self.host_address or host, host, self.match.id)

    @property
    def bot_priority(self) -> Priority:
        """How urgent it is that the bots of this match choose."""
        people = self.match.seats_played_by_people
        if not people:
            return Priority.WATCHED if self.stream_count else Priority.BOTS_ONLY
        asked = self.match.asked_seats
        is_hotseat = self.match.setup.mode == "hotseat"
        idle_people = [seat for seat in people if seat not in asked]
        here = [seat for seat in idle_people if is_hotseat or self.is_seat_connected(seat)]
        return Priority.PERSON_WAITS if here else Priority.WITH_PEOPLE

    def record_person_seen(self, seat: int) -> None:
        """The person at this seat did something, or looked until now."""
        self.last_seen[seat] = time.monotonic()

    def get_seconds_away(self, seat: int) -> float | None:
        """For how long nobody was seen at this seat; None when somebody looks from it now.

        Who was not seen since the match was loaded counts as seen then: a restart makes nobody absent.
        """
        if self.is_seat_connected(seat):
            return None
        return time.monotonic() - self.last_seen.get(seat, self.loaded_at)

    def is_away_long_enough_to_replace(self, seat: int) -> bool:
        """Whether nobody was seen at this seat for so long that a bot may play for them."""
        away = self.get_seconds_away(seat)
        return away is not None and away >= AWAY_AFTER_S

    def attach_viewer(self, seat: int | None) -> None:
        """A stream opened; None is a spectator's."""
        self._change_viewer_count(seat, 1)

    def detach_viewer(self, seat: int | None) -> None:
        """A stream closed."""
        self._change_viewer_count(seat, -1)

    def _change_viewer_count(self, seat: int | None, change: int) -> None:
        self.stream_count += change
        self.last_used = time.monotonic()
        if seat is None:
            return
        was_here = self.local_viewers[seat] > 0
        self.local_viewers[seat] += change
        self.record_person_seen(seat)
        if was_here != (self.local_viewers[seat] > 0):
            # Not for spectators and second tabs: with many of them, each would wake all.
            self.trigger_presence_update()
            # Whoever is still not here then is away, and the others are told.
            asyncio.get_running_loop().call_later(AWAY_AFTER_S, self.trigger_presence_update)

    def set_pause_reason(self, reason: str) -> None:
        """Why the match cannot go on, in words; "" when it can."""
        if reason != self.pause_reason:
            self.pause_reason = reason
            self.trigger_presence_update()

    def trigger_presence_update(self) -> None:
        """Make all streams send who is here and whether the match is paused."""
        self.presence_version += 1
        self.last_used = time.monotonic()
        self.notify_waiters()

    @property
    def has_driver(self) -> bool:
        """Whether a task drives the bots and clocks of this match."""
        return self.driver is not None and not self.driver.done()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at the match and nothing happens in it."""
        return not (self.stream_count or self.lock.locked() or self.has_driver)
