"""How a match is numbered for each of those who look at it.

What a seat does in secret must leave no trace elsewhere, not even a gap in the numbers (KS-R58): every viewer counts
the entries that he may know of, and those alone.
"""

from bisect import bisect_left, bisect_right
from functools import partial

from aerodrome.matches import events
from aerodrome.matches.events import AnyMatchEvent


def find_only_witness(event: AnyMatchEvent) -> int | None:
    """The seat that alone may know of an event; None when everybody may."""
    match event:
        case events.ActionPlayed(seat=seat, is_secret=True) | events.ActionsUndone(seat=seat, is_secret=True):
            return seat
        case events.StandingOrderSet(seat=seat) | events.DeviceAdmitted(seat=seat) | events.DeviceRemoved(seat=seat):
            return seat
    return None


class ViewerNumbering:
    """The entries of a list that one seat alone may know of, and the number that each viewer sees of an entry.

    A viewer is a seat, or None for spectators.
    """

    def __init__(self, seats: int) -> None:
        self._private: list[list[int]] = [[] for _ in range(seats)]
        """By seat: the numbers of the entries that it alone may know of."""

    @property
    def private_entry_counts(self) -> tuple[int, ...]:
        """How many entries each seat alone may know of."""
        return tuple([len(numbers) for numbers in self._private])

    def add_private_entry(self, seat: int, entry_number: int) -> None:
        """Entry `entry_number`, the last one yet, is one that only this seat may know of."""
        self._private[seat].append(entry_number)

    def drop_entries_after(self, entry_number: int) -> None:
        """The entries after this one are taken back."""
        for numbers in self._private:
            del numbers[bisect_right(numbers, entry_number) :]

    def is_entry_hidden(self, viewer: int | None, entry_number: int) -> bool:
        """Whether another seat alone may know of this entry."""
        return self.convert_to_shown_number(viewer, entry_number) == self.convert_to_shown_number(
            viewer, entry_number - 1
        )

    def convert_to_shown_number(self, viewer: int | None, entry_number: int) -> int:
        """The number of an entry as the viewer counts: a hidden one has that of the entry before it."""
        return entry_number - sum(
            [bisect_right(numbers, entry_number) for seat, numbers in enumerate(self._private) if seat != viewer]
        )

    def convert_from_shown_number(self, viewer: int | None, shown_number: int, last_number: int) -> int:
        """The entry that the viewer counts as `shown_number`; one after the last when there is none yet."""
        return bisect_left(range(last_number + 1), shown_number, key=partial(self.convert_to_shown_number, viewer))
