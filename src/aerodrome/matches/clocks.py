"""Thinking time: how much a seat has used, how much is left, when it is out."""

from collections.abc import Sequence

from aerodrome.matches.events import ClockRules
from aerodrome.matches.time_away import Period, count_overlap_ms, keep_time_before, merge_periods

Outages = Sequence[tuple[int, int]]
"""From when to when no server ran, in order: nobody could play, and no clock runs."""


class Clocks:
    """The clocks of all seats: each runs from the moment its seat is asked until it has answered."""

    def __init__(self, rules: ClockRules | None, seats: int, outages: Outages = ()) -> None:
        self.rules = rules
        self.outages = outages
        self.used_ms = [0] * seats
        self.running_since_ms: list[int | None] = [None] * seats
        self.time_away: list[list[Period]] = [[] for _ in range(seats)]
        """By seat: when its person is away and its clock stands, past periods included."""

    def set_time_away(self, seat: int, periods: Sequence[Period], at_ms: int) -> None:
        """From this moment on the seat's person is away in these periods; what was before stays as it was."""
        coming = [(max(began, at_ms), ended) for began, ended in periods]
        self.time_away[seat] = merge_periods([*keep_time_before(self.time_away[seat], at_ms), *coming])

    def start_and_stop_clocks(
        self, asked_seats: Sequence[int], seats_with_same_question: Sequence[int], at_ms: int
    ) -> None:
        """Start the clocks of seats that are asked and stop all others; unchanged ones run on for the same question."""
        for seat, since in enumerate(self.running_since_ms):
            if since is not None and seat in seats_with_same_question:
                continue
            if since is not None:
                self.used_ms[seat] += self._count_running_ms(seat, since, at_ms)
            self.running_since_ms[seat] = at_ms if seat in asked_seats else None

    def get_remaining_ms_for_question_and_match(self, seat: int, at_ms: int) -> tuple[int | None, int | None]:
        """Milliseconds left for this question and for the match."""
        if self.rules is None:
            return None, None
        since = self.running_since_ms[seat]
        running = 0 if since is None else self._count_running_ms(seat, since, at_ms)
        move, game = self.rules.per_move, self.rules.per_game
        return (
            None if move is None else max(0, move - running),
            None if game is None else max(0, game - self.used_ms[seat] - running),
        )

    def get_deadline_ms(self, seat: int) -> int | None:
        """When this seat's time is out, if its clock is running."""
        since = self.running_since_ms[seat]
        if self.rules is None or since is None:
            return None
        ends = []
        if self.rules.per_move is not None:
            ends.append(self.compute_end_ms(since, self.rules.per_move, seat))
        if self.rules.per_game is not None:
            ends.append(self.compute_end_ms(since, max(0, self.rules.per_game - self.used_ms[seat]), seat))
        return min(ends, default=None)

    def restart_clocks_begun_in_future(self, now_ms: int) -> None:
        """Clocks that started in the future, because the machine's clock was wrong, start now."""
        self.running_since_ms = [None if since is None else min(since, now_ms) for since in self.running_since_ms]

    def _list_stopped_periods(self, seat: int | None) -> Sequence[Period]:
        """When no server ran, and for a seat when its person was away."""
        away = [] if seat is None else self.time_away[seat]
        return merge_periods([*self.outages, *away]) if away else self.outages

    def _count_running_ms(self, seat: int, since_ms: int, at_ms: int) -> int:
        """The time between two moments, without that when the seat's clock stood."""
        lost = count_overlap_ms(self._list_stopped_periods(seat), since_ms, at_ms)
        return max(0, at_ms - since_ms - lost)

    def compute_end_ms(self, since_ms: int, allowed_ms: int, seat: int | None = None) -> int:
        """When so much time has run since a moment, by the clock of a seat or by that of the table."""
        end_ms = since_ms + allowed_ms
        for began, ended in self._list_stopped_periods(seat):
            if began < end_ms and ended > since_ms:
                end_ms += ended - max(began, since_ms)
        return end_ms
