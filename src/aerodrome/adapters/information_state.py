"""All that a seat saw and did in a game: as a string with a hash, and as a tensor of bounded length."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from aerodrome.core.recall import Recall

NO_ACTION = -1


class SeatMemory:
    """What one seat remembers. Moments are kept for the tensor alone: whenever it acted or saw something new."""

    def __init__(self, keeps_moments: bool) -> None:
        self.recall = Recall()
        self.keeps_moments = keeps_moments
        self.moments: list[tuple[int, bytes]] = []
        """The number of its own action, or NO_ACTION, and what it observed then."""

    def copy(self) -> "SeatMemory":
        """As it is now."""
        twin = SeatMemory(self.keeps_moments)
        twin.recall = self.recall.copy()
        twin.moments = self.moments[:]
        return twin

    def add_moment(self, own_action: int, view: bytes, encode_observation: Callable[[], bytes]) -> None:
        """Something happened: this seat acted, or somebody else did; then it sees this."""
        is_new = own_action != NO_ACTION or view != self.recall.last_view
        if own_action != NO_ACTION:
            self.recall.add_experience(b"%d" % own_action)
        self.recall.add_view_if_changed(view)
        if is_new and self.keeps_moments:
            self.moments.append((own_action, encode_observation()))

    def fill_tensor(self, tensor: NDArray[np.float32], scale_factors: NDArray[np.float32]) -> None:
        """A row for each moment: 1, what was observed (scaled), the own action as one-hot; then rows of 0."""
        if len(self.moments) > len(tensor):
            raise ValueError(
                f"this seat remembers {len(self.moments)} moments and the tensor has room for {len(tensor)}: "
                "load the game with a larger recall"
            )
        numbers = len(scale_factors)
        tensor.fill(0.0)
        for row, (action, observation) in zip(tensor, self.moments, strict=False):
            row[0] = 1.0
            row[1 : 1 + numbers] = np.frombuffer(observation, "<i4") * scale_factors
            if action != NO_ACTION:
                row[1 + numbers + action] = 1.0
