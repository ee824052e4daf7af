"""One thing measured in two editions, with intervals. Needs nothing beyond the engine."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from aerodrome.lab.confidence_intervals import Z95, compute_wilson_interval


class EditionComparisonRow(NamedTuple):
    """One thing measured in both editions, with the 95 % interval of each and of the difference."""

    name: str
    values: tuple[float, float]
    errors: tuple[float, float]
    """Half the interval."""
    z_score: float
    """The difference in standard errors."""
    is_rate: bool = True
    bounds: tuple[tuple[float, float], ...] = ()
    """Where the intervals of two rates begin and end: not quite as far on both sides."""

    @property
    def differs_significantly(self) -> bool:
        """Whether the 95 % interval of the difference leaves out none."""
        return abs(self.z_score) > Z95

    def format_cells(self) -> tuple[str, str, str]:
        """The value in each edition, and the difference."""
        kind = ".1%" if self.is_rate else ",.1f"
        one, other = (f"{value:{kind}} ±{error:{kind}}" for value, error in zip(self.values, self.errors, strict=True))
        step = self.values[1] - self.values[0]
        return one, other, f"{100 * step:+.1f} pt" if self.is_rate else f"{step:+,.1f}"


def build_rate_comparison_row(row_name: str, wins: tuple[float, float], games: tuple[int, int]) -> EditionComparisonRow:
    """Two rates; the error of each as Wilson has it, of the difference from both (Newcombe)."""
    values = wins[0] / games[0], wins[1] / games[1]
    bounds = [compute_wilson_interval(won, count) for won, count in zip(wins, games, strict=True)]
    errors = (bounds[0][1] - bounds[0][0]) / 2, (bounds[1][1] - bounds[1][0]) / 2
    step = values[1] - values[0]
    near, far = (0, 1) if step > 0 else (1, 0)
    spread = sqrt((bounds[near][1] - values[near]) ** 2 + (values[far] - bounds[far][0]) ** 2)
    return EditionComparisonRow(row_name, values, errors, Z95 * step / spread if spread else 0.0, bounds=tuple(bounds))


def build_mean_comparison_row(row_name: str, values_by_edition: Sequence[Iterable[float]]) -> EditionComparisonRow:
    """Two means; the error of each from its spread, of the difference from both (Welch)."""
    numbers = [[float(value) for value in values] for values in values_by_edition]
    means = [mean(values) for values in numbers]
    errors = [stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0 for values in numbers]
    spread = sqrt(errors[0] ** 2 + errors[1] ** 2)
    z_score = (means[1] - means[0]) / spread if spread else 0.0 if means[0] == means[1] else float("inf")
    return EditionComparisonRow(
        row_name, (means[0], means[1]), (Z95 * errors[0], Z95 * errors[1]), z_score, is_rate=False
    )
