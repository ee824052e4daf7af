"""A few moments of a game, for what learns from them."""

import random

from aerodrome.core.state import State


class MomentSampler:
    """At most `size` of the moments that a game goes through, each as likely as any other, however many come."""

    def __init__(self, size: int, rng: random.Random) -> None:
        self.size = size
        self.rng = rng
        self.seen = 0
        self.kept: list[tuple[State, int]] = []
        """Positions, each with the seat that was to choose."""

    def keep_moment_at_random(self, state: State, seat: int) -> None:
        """One moment more, which is copied if it is kept."""
        self.seen += 1
        if len(self.kept) < self.size:
            self.kept.append((state.clone(), seat))
        elif (place := int(self.rng.random() * self.seen)) < self.size:
            self.kept[place] = (state.clone(), seat)
