"""Thinking time: how much a seat has used, how much is left, when it is out."""

from collections.abc import Sequence

from aerodrome.matches.events import ClockRules


class Clocks:
    """The clocks of all seats: each runs from the moment its seat is asked until it has answered."""

    def __init__(self, rules: ClockRules | None, seats: int) -> None:
        self.rules = rules
        self.used_ms = [0] * seats
        self.running_since_ms: list[int | None] = [None] * seats

    def switch_clocks(self, asked: Sequence[int], unchanged: Sequence[int], at_ms: int) -> None:
        """Start the clocks of `asked` and stop all others; those in `unchanged` run on for the same question."""
        for seat, since in enumerate(self.running_since_ms):
            if since is not None and seat in unchanged:
                continue
            if since is not None:
                self.used_ms[seat] += max(0, at_ms - since)
            self.running_since_ms[seat] = at_ms if seat in asked else None

    def get_remaining_ms(self, seat: int, at_ms: int) -> tuple[int | None, int | None]:
        """Milliseconds left for this question and for the match."""
        if self.rules is None:
            return None, None
        since = self.running_since_ms[seat]
        running = 0 if since is None else max(0, at_ms - since)
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
            ends.append(since + self.rules.per_move)
        if self.rules.per_game is not None:
            ends.append(since + max(0, self.rules.per_game - self.used_ms[seat]))
        return min(ends, default=None)
