"""Thinking time: how much a seat has used, how much is left, when it is out."""

from collections.abc import Sequence

from aerodrome.table.journal import ClockRules


class Clocks:
    """Runs for every seat that is asked, from the moment it is asked until it has answered."""

    def __init__(self, rules: ClockRules | None, seats: int) -> None:
        self.rules = rules
        self.used = [0] * seats
        self.since: list[int | None] = [None] * seats

    def turn(self, asked: Sequence[int], still: Sequence[int], at: int) -> None:
        """The table moved on: `asked` must answer now; for those in `still` the question is the old one."""
        for seat, since in enumerate(self.since):
            if since is not None and seat in still:
                continue
            if since is not None:
                self.used[seat] += max(0, at - since)
            self.since[seat] = at if seat in asked else None

    def left(self, seat: int, now: int) -> tuple[int | None, int | None]:
        """Milliseconds left for this question and for the match."""
        if self.rules is None:
            return None, None
        since = self.since[seat]
        running = 0 if since is None else max(0, now - since)
        move, game = self.rules.per_move, self.rules.per_game
        return (
            None if move is None else max(0, move - running),
            None if game is None else max(0, game - self.used[seat] - running),
        )

    def deadline(self, seat: int) -> int | None:
        """When this seat's time is out, if it is running."""
        since = self.since[seat]
        if self.rules is None or since is None:
            return None
        ends = []
        if self.rules.per_move is not None:
            ends.append(since + self.rules.per_move)
        if self.rules.per_game is not None:
            ends.append(since + max(0, self.rules.per_game - self.used[seat]))
        return min(ends, default=None)
