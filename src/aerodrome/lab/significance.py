"""Whether counts differ by more than chance, and by how much more when many are looked at."""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt


def compute_chi_square(counts: Sequence[float]) -> float:
    """How far counts are from being equal: the sum of squared differences, as parts of what is expected."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 0.0
    return sum((count - expected) ** 2 for count in counts) / expected


def compute_chi_square_tail(statistic: float, freedom: int) -> float:
    """The probability of a chi-square value at least this large, by chance, with so many degrees of freedom."""
    if statistic <= 0.0:
        return 1.0
    half = statistic / 2.0
    if freedom % 2 == 0:
        term = total = exp(-half)
        for i in range(1, freedom // 2):
            term *= half / i
            total += term
        return min(1.0, total)
    total = erfc(sqrt(half))
    term = sqrt(half) * exp(-half) * 2.0 / sqrt(pi)
    for i in range(1, (freedom - 1) // 2 + 1):
        total += term
        term *= half / (i + 0.5)
    return min(1.0, total)


def adjust_by_holm(probabilities: Sequence[float]) -> list[float]:
    """Each probability as it counts among all of them (Holm's correction); the same order as given."""
    order = sorted(range(len(probabilities)), key=lambda i: probabilities[i])
    adjusted = [0.0] * len(probabilities)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * probabilities[i]))
        adjusted[i] = highest
    return adjusted
