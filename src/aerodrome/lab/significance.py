"""Whether counts differ by more than chance, and by how much more when many are looked at."""

from collections.abc import Sequence
from math import atan, cos, erfc, exp, lgamma, pi, sqrt


def compute_chi_square(counts: Sequence[float]) -> float:
    """How far counts are from being equal: the sum of squared differences, as parts of what is expected."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 0.0
    return sum((count - expected) ** 2 for count in counts) / expected


def compute_chi_square_tail(statistic: float, degrees_of_freedom: int) -> float:
    """The probability of a chi-square value at least this large, by chance, with so many degrees of freedom."""
    if statistic <= 0.0:
        return 1.0
    half = statistic / 2.0
    if degrees_of_freedom % 2 == 0:
        term = total = exp(-half)
        for i in range(1, degrees_of_freedom // 2):
            term *= half / i
            total += term
        return min(1.0, total)
    total = erfc(sqrt(half))
    term = sqrt(half) * exp(-half) * 2.0 / sqrt(pi)
    for i in range(1, (degrees_of_freedom - 1) // 2 + 1):
        total += term
        term *= half / (i + 0.5)
    return min(1.0, total)


def adjust_p_values_by_holm(p_values: Sequence[float]) -> list[float]:
    """Each probability as it counts among all of them (Holm's correction); the same order as given."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def compute_two_sided_student_tail(statistic: float, degrees_of_freedom: int) -> float:
    """The probability of a t value at least this far from 0 on either side, by chance, with so many degrees of freedom.

    The density is integrated by Simpson's rule over t = tan(x), where its tail ends.
    """
    if degrees_of_freedom < 1:
        return 1.0
    scale = exp(lgamma((degrees_of_freedom + 1) / 2.0) - lgamma(degrees_of_freedom / 2.0)) / sqrt(pi)
    begin, end, parts = atan(abs(statistic) / sqrt(degrees_of_freedom)), pi / 2.0, 400
    step = (end - begin) / parts
    heights = [cos(begin + i * step) ** (degrees_of_freedom - 1) for i in range(parts + 1)]
    inner = 4.0 * sum(heights[1:-1:2]) + 2.0 * sum(heights[2:-1:2])
    return min(1.0, 2.0 * scale * step / 3.0 * (heights[0] + inner + heights[-1]))


def compute_mean_standard_error_and_p_value(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, its standard error, and how probable a mean as far from 0 would be by chance (Student's t)."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return mean, 0.0, 1.0
    error = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    if error == 0.0:
        return mean, 0.0, 1.0 if mean == 0.0 else 0.0
    return mean, error, compute_two_sided_student_tail(mean / error, count - 1)
