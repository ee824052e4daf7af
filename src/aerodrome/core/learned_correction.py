"""What self-play taught about a title: a correction of its evaluation in the same currency, as plain named numbers.

`aerodrome lab learn` makes it. It lies beside the title's weights (`ai/learned.toml`) and is read with them, each name
with `learned.` before it, so that it can be overridden like any weight.
"""

from __future__ import annotations

from typing import Final, final

PREFIX: Final = "learned."
ROUNDS: Final = "learned.rounds"
"""After so many rounds a game is taken to be in its last stage."""
EARLY: Final = ".early"
LATE: Final = ".late"


@final
class LearnedCorrection:
    """A number for each feature of a seat, for the first and for the last stage of a game; between them a line."""

    def __init__(self, names: list[str], weights: dict[str, float]) -> None:
        self.early: list[float] = [weights.get(PREFIX + name + EARLY, 0.0) for name in names]
        self.late: list[float] = [weights.get(PREFIX + name + LATE, 0.0) for name in names]
        self.rounds: float = max(1.0, weights.get(ROUNDS, 1.0))
        self.is_empty: bool = not any(self.early) and not any(self.late)

    def compute_stage(self, round_number: int) -> float:
        """0 at the start, 1 in the last stage."""
        return min(1.0, round_number / self.rounds)

    def compute_correction(self, features: list[float], stage: float) -> float:
        """What these features of a seat add to its value."""
        total = 0.0
        early = self.early
        late = self.late
        rest = 1.0 - stage
        for i in range(len(features)):
            total += (rest * early[i] + stage * late[i]) * features[i]
        return total
