"""Who is served next when more wait than can be served: people first, everybody in turn, nobody forgotten."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

OVERDUE_S = 10.0
"""Whoever waited so long may be served before those who rank higher."""
TURNS_BETWEEN_OVERDUE = 7
"""How many are served by rank before one is served because it waited too long."""

T = TypeVar("T")


class Priority(IntEnum):
    """How urgent a job is; the smaller is served first."""

    PERSON_WAITS = 0
    """A person looks at the match and can do nothing until this is done."""
    WITH_PEOPLE = 1
    """People play in the match; none of them waits for this just now."""
    WATCHED = 2
    """Only bots play; somebody watches."""
    BOTS_ONLY = 3
    """Only bots play, and nobody looks."""
    IDLE_TIME = 4
    """Nobody plays on after it: the review of a match that is over."""


class ShareKey(NamedTuple):
    """On whose account a job is done. Addresses are served in turn, then the persons of one, then their matches."""

    address: str = ""
    person: str = ""
    match: str = ""


NO_SHARE = ShareKey()


class _WaitingItem(NamedTuple):
    item: Any
    share: ShareKey
    since: float


class _RoundRobinQueue:
    """Those who wait with one priority."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, Any] = OrderedDict()
        """Nested by the parts of a share; at the bottom the items of one match, oldest first."""
        self.waiting: dict[int, _WaitingItem] = {}
        """By the item's identity, oldest first."""

    def push(self, item: Any, share: ShareKey, now: float) -> None:
        """Put an item behind the others of its share."""
        persons = self._addresses.setdefault(share.address, OrderedDict())
        matches = persons.setdefault(share.person, OrderedDict())
        matches.setdefault(share.match, deque()).append(item)
        self.waiting[id(item)] = _WaitingItem(item, share, now)

    def pop(self) -> Any:
        """The next in turn; its share goes to the end of the line."""
        address, persons = next(iter(self._addresses.items()))
        person, matches = next(iter(persons.items()))
        match, items = next(iter(matches.items()))
        item = items[0]
        for level, key in ((self._addresses, address), (persons, person), (matches, match)):
            level.move_to_end(key)
        self.remove(item)
        return item

    def remove(self, item: Any) -> None:
        """Take an item out, wherever it stands."""
        share = self.waiting.pop(id(item)).share
        persons = self._addresses[share.address]
        matches = persons[share.person]
        matches[share.match].remove(item)
        if not matches[share.match]:
            del matches[share.match]
        if not matches:
            del persons[share.person]
        if not persons:
            del self._addresses[share.address]


class FairQueue(Generic[T]):
    """Items in the order of their priority, those of one priority in turn by their shares.

    One in every TURNS_BETWEEN_OVERDUE + 1 turns goes to whoever has waited longest, if that is OVERDUE_S: a crowd of
    urgent jobs slows the others down and does not stop them.
    """

    def __init__(self, get_time: Callable[[], float] = time.monotonic) -> None:
        self._get_time = get_time
        self._classes = {priority: _RoundRobinQueue() for priority in Priority}
        self._turns_by_rank = 0

    def __len__(self) -> int:
        return sum(len(waiting.waiting) for waiting in self._classes.values())

    def push(self, item: T, priority: Priority, share: ShareKey) -> None:
        """Let an item wait."""
        self._classes[priority].push(item, share, self._get_time())

    def remove(self, item: T) -> None:
        """Let an item wait no longer; harmless when it does not."""
        for waiting in self._classes.values():
            if id(item) in waiting.waiting:
                waiting.remove(item)

    def pop(self, priorities: Collection[Priority] = tuple(Priority)) -> T | None:
        """The item to serve next, of these priorities only; None when none waits."""
        nonempty = [self._classes[priority] for priority in sorted(priorities) if self._classes[priority].waiting]
        if not nonempty:
            return None
        first, *lower = nonempty
        overdue = self._find_longest_overdue_queue(lower)
        if overdue is not None and self._turns_by_rank >= TURNS_BETWEEN_OVERDUE:
            self._turns_by_rank = 0
            item: T = next(iter(overdue.waiting.values())).item
            overdue.remove(item)
            return item
        self._turns_by_rank += 1
        found: T = first.pop()
        return found

    def _find_longest_overdue_queue(self, queues: list[_RoundRobinQueue]) -> _RoundRobinQueue | None:
        """The one of the classes whose oldest item has waited longest, if that is too long."""
        oldest = min(queues, key=lambda waiting: next(iter(waiting.waiting.values())).since, default=None)
        if oldest is None or self._get_time() - next(iter(oldest.waiting.values())).since < OVERDUE_S:
            return None
        return oldest
