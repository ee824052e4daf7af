"""How sure a measured rate is."""

from math import sqrt
from statistics import NormalDist

Z95 = 1.959964
"""Standard errors on each side of a 95 % interval."""


def compute_wilson_interval(wins: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate; also for shared wins. Paired seeds make the true one a little narrower."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = z * sqrt(rate * (1 - rate) / games + z**2 / (4 * games**2))
    middle = rate + z**2 / (2 * games)
    scale = 1 + z**2 / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def compute_bonferroni_z(comparison_count: int) -> float:
    """Standard errors on each side of an interval made wide enough for so many comparisons at once."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparison_count))
