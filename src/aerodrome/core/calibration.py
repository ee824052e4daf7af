"""Chances as results bear them out: what a search or a review finds, corrected by how often it came true.

`benchmarks/calibration.py` fits it to games of bots. It lies beside the title's weights (`ai/calibration.toml`) and is
read with them, each name with `calibration.` before it.
"""

from __future__ import annotations

from math import exp, log
from typing import Final, final

PREFIX: Final = "calibration."
ROUNDS: Final = "calibration.rounds"
SLOPES: Final = ("slope_early", "slope_late")
SHIFTS: Final = ("shift_early", "shift_late")
POWERS: Final = ("power_early", "power_middle", "power_late")
SEAT_COUNTS: Final = range(9)
SURE: Final = 0.999
"""Nobody is told of a greater chance, or of a smaller one than its opposite, while a game goes on."""


def interpolate_by_stage(values_by_stage: list[float], stage: float) -> float:
    """Between numbers that stand for the first stage, 0, to the last, 1, at equal distances; after 1 the last one."""
    place = min(1.0, stage) * (len(values_by_stage) - 1)
    before = min(len(values_by_stage) - 2, int(place))
    part = place - before
    return (1.0 - part) * values_by_stage[before] + part * values_by_stage[before + 1]


def compute_bounded_log_odds(chance: float) -> float:
    """The logarithm of chance to no chance, within what may be told."""
    within = min(SURE, max(1.0 - SURE, chance))
    return log(within / (1.0 - within))


@final
class ChanceCalibration:
    """Two corrections that change with the stage of a game: of the share that thoughts find for one seat, and of the
    shares of all seats at a position, which depends a little on the number of seats too."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.rounds: float = max(1.0, weights.get(ROUNDS, 1.0))
        self.has_thoughts: bool = PREFIX + "slope_early" in weights
        self.slopes: list[float] = [weights.get(PREFIX + name, 1.0) for name in SLOPES]
        self.shifts: list[float] = [weights.get(PREFIX + name, 0.0) for name in SHIFTS]
        """How far log-odds are stretched from the fair share, and shifted."""
        self.has_positions: bool = PREFIX + "power_early" in weights
        self.powers: list[float] = [weights.get(PREFIX + name, 1.0) for name in POWERS]
        """To which power shares are raised before they are made to sum to 1 again."""
        self.seat_powers: list[float] = [weights.get(f"{PREFIX}power_seats_{seats}", 0.0) for seats in SEAT_COUNTS]
        """What is added to the power with so many seats."""

    def calibrate_search_share(self, seats: int, round_number: int, share: float) -> float:
        """The chance that results bear out where thoughts find `share`; the same where nothing was fitted.

        It rises with the share, and what is certain stays certain.
        """
        if not self.has_thoughts or share <= 0.0 or share >= 1.0:
            return share
        stage = round_number / self.rounds
        fair = compute_bounded_log_odds(1.0 / seats)
        lead = interpolate_by_stage(self.slopes, stage) * (
            compute_bounded_log_odds(share) - fair
        ) + interpolate_by_stage(self.shifts, stage)
        return 1.0 / (1.0 + exp(-(fair + lead)))

    def calibrate_position_shares(self, round_number: int, shares: list[float]) -> list[float]:
        """The chances that results bear out where a position is judged by these shares; the same where nothing was
        fitted.

        They sum to 1 and have the order of the shares; equal shares stay equal and none stays none.
        """
        if not self.has_positions:
            return shares
        power = interpolate_by_stage(self.powers, round_number / self.rounds)
        if len(shares) < len(self.seat_powers):
            power += self.seat_powers[len(shares)]
        raised = [exp(power * log(share)) if share > 0.0 else 0.0 for share in shares]
        total = sum(raised)
        return [part / total for part in raised]
