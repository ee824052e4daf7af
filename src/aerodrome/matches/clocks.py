"""Thinking time: how much a seat has used, how much is left, when it is out."""

from collections.abc import Sequence

from aerodrome.matches.events import ClockRules

Outages = Sequence[tuple[int, int]]
"""From when to when no server ran, in order: nobody could play, and no clock runs."""


class Clocks:
    """The clocks of all seats: each runs from the moment its seat is asked until it has answered."""

    def __init__(self, rules: ClockRules | None, seats: int, outages: Outages = ()) -> None:
        self.rules = rules
        self.outages = outages
        self.used_ms = [0] * seats
        self.running_since_ms: list[int | None] = [None] * seats

    def switch_clocks(self, asked: Sequence[int], unchanged: Sequence[int], at_ms: int) -> None:
        """Start the clocks of `asked` and stop all others; those in `unchanged` run on for the same question."""
        for seat, since in enumerate(self.running_since_ms):
            if since is not None and seat in unchanged:
                continue
            if since is not None:
                self.used_ms[seat] += self._count_running_ms(since, at_ms)
            self.running_since_ms[seat] = at_ms if seat in asked else None

    def get_remaining_ms_for_question_and_match(self, seat: int, at_ms: int) -> tuple[int | None, int | None]:
        """Milliseconds left for this question and for the match."""
        if self.rules is None:
            return None, None
        since = self.running_since_ms[seat]
        running = 0 if since is None else self._count_running_ms(since, at_ms)
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
            ends.append(self.compute_end_ms(since, self.rules.per_move))
        if self.rules.per_game is not None:
            ends.append(self.compute_end_ms(since, max(0, self.rules.per_game - self.used_ms[seat])))
        return min(ends, default=None)

    def restart_clocks_begun_in_future(self, now_ms: int) -> None:
        """Clocks that started in the future, because the machine's clock was wrong, start now."""
        self.running_since_ms = [None if since is None else min(since, now_ms) for since in self.running_since_ms]

    def _count_running_ms(self, since_ms: int, at_ms: int) -> int:
        """The time between two moments, without that when no server ran."""
        lost = sum(max(0, min(ended, at_ms) - max(began, since_ms)) for began, ended in self.outages)
        return max(0, at_ms - since_ms - lost)

    def compute_end_ms(self, since_ms: int, allowed_ms: int) -> int:
        """When so much time has run since a moment."""
        end_ms = since_ms + allowed_ms
        for began, ended in self.outages:
            if began < end_ms and ended > since_ms:
                end_ms += ended - max(began, since_ms)
        return end_ms
