"""Chances as results bear them out: what a search says, corrected by how often it came true.

`benchmarks/calibration.py` fits it from games of captains. It lies beside the title's weights (`ai/calibration.toml`)
and is read with them, each name with `calibration.` before it.
"""

from __future__ import annotations

from math import exp, log
from typing import Final, final

PREFIX: Final = "calibration."
ROUNDS: Final = "calibration.rounds"
SURE: Final = 0.999
"""Nobody is told of a greater chance, or of a smaller one than its opposite, while a game goes on."""


def log_odds(chance: float) -> float:
    """The logarithm of chance to no chance, within what may be told."""
    within = min(SURE, max(1.0 - SURE, chance))
    return log(within / (1.0 - within))


@final
class ChanceCalibration:
    """For each number of seats how far log-odds are to be stretched from the fair share and shifted, early and late."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.rounds: float = max(1.0, weights.get(ROUNDS, 1.0))
        self.by_seats: dict[int, list[float]] = {}
        """slope early, slope late, shift early, shift late"""
        for seats in range(2, 9):
            name = f"{PREFIX}seats_{seats}."
            if name + "slope_early" in weights:
                self.by_seats[seats] = [
                    weights[name + "slope_early"],
                    weights[name + "slope_late"],
                    weights[name + "shift_early"],
                    weights[name + "shift_late"],
                ]

    def calibrate(self, seats: int, round_number: int, share: float) -> float:
        """The chance that results bear out where a search says `share`; the same where nothing was fitted.

        It rises with the share, and what is certain stays certain.
        """
        numbers = self.by_seats.get(seats)
        if numbers is None or share <= 0.0 or share >= 1.0:
            return share
        stage = min(1.0, round_number / self.rounds)
        slope = (1.0 - stage) * numbers[0] + stage * numbers[1]
        shift = (1.0 - stage) * numbers[2] + stage * numbers[3]
        fair = log_odds(1.0 / seats)
        return 1.0 / (1.0 + exp(-(fair + slope * (log_odds(share) - fair) + shift)))
