"""What somebody does well and what costs them most: losses by the kind of decision, told only beyond the noise."""

from math import sqrt
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

FEWEST_DECISIONS: Final = 20
FEWEST_MATCHES: Final = 3
"""A kind of decision that somebody made fewer times, or in fewer matches, is not judged."""
FEWEST_OTHERS: Final = 5
FEWEST_DECISIONS_OF_OTHERS: Final = 100
"""With fewer people or decisions the average of others says more of one of them than of all."""
CLEAR_ERRORS: Final = 2.0
"""A difference is told beyond so many standard errors, more where many kinds are looked at,"""
FALSE_ALARMS: Final = 0.05
"""so that in no more titles than this share of them something is told that is chance alone,"""
SMALLEST_DIFFERENCE: Final = 0.0005
"""and when it is no smaller than this: half a tenth of a point."""
MOST_TOLD: Final = 3
"""So many kinds are told in which somebody does better, and in which worse."""

ComparedWith = Literal["others", "own other choices"]


class LossSum(NamedTuple):
    """So many decisions, the winning chances that they lost, and the squares of these, added up."""

    decisions: int = 0
    loss: float = 0.0
    loss_squares: float = 0.0

    def __add__(self, other: "LossSum") -> "LossSum":  # type: ignore[override]
        return LossSum(self.decisions + other.decisions, self.loss + other.loss, self.loss_squares + other.loss_squares)

    @property
    def average(self) -> float:
        return self.loss / self.decisions if self.decisions else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of a decision's loss."""
        if self.decisions < 2:
            return 0.0
        return sqrt(max(0.0, self.loss_squares - self.loss * self.average) / (self.decisions - 1))

    @property
    def error(self) -> float:
        """The standard error of the average, as if decisions did not depend on each other."""
        return self.spread / sqrt(max(1, self.decisions))


class KindComparison(NamedTuple):
    """Somebody's decisions of one kind: what each lost on average, and what it is compared with."""

    kind: str
    decisions: int
    matches: int
    loss: float
    error: float
    compared_loss: float
    compared_with: ComparedWith

    @property
    def difference(self) -> float:
        return self.loss - self.compared_loss


class Strengths(NamedTuple):
    """Where somebody clearly loses less, and where more; `is_known` is False while there are too few decisions."""

    is_known: bool
    better: list[KindComparison]
    worse: list[KindComparison]


def find_strengths(own_sums: dict[str, dict[str, LossSum]], others: dict[str, dict[str, LossSum]]) -> Strengths:
    """`own_sums`: by kind and match; `others`: by kind and person."""
    judged = [kind for kind, by_match in own_sums.items() if _is_enough(by_match)]
    errors = compute_clear_errors(len(judged))
    told = [one for kind in judged if (one := _compare_kind(kind, own_sums, others.get(kind, {}), errors)) is not None]
    better = sorted((one for one in told if one.difference < 0), key=lambda one: (one.difference, one.kind))
    worse = sorted((one for one in told if one.difference > 0), key=lambda one: (-one.difference, one.kind))
    return Strengths(bool(judged), better[:MOST_TOLD], worse[:MOST_TOLD])


def compute_clear_errors(kinds: int) -> float:
    """Beyond how many standard errors a difference is told when so many kinds are looked at (Bonferroni)."""
    return max(CLEAR_ERRORS, NormalDist().inv_cdf(1 - FALSE_ALARMS / (2 * max(1, kinds))))


def compute_error(groups: list[LossSum]) -> float:
    """The standard error of the average; the greater one where decisions of a match, or of a person, are alike."""
    total = sum_up(groups)
    if len(groups) < 2:
        return total.error
    apart = sum((one.loss - total.average * one.decisions) ** 2 for one in groups)
    between = sqrt(len(groups) / (len(groups) - 1) * apart) / total.decisions
    return max(total.error, between)


def sum_up(sums: list[LossSum]) -> LossSum:
    """All of them together."""
    whole = LossSum()
    for one in sums:
        whole += one
    return whole


def _is_enough(by_match: dict[str, LossSum]) -> bool:
    return len(by_match) >= FEWEST_MATCHES and sum_up(list(by_match.values())).decisions >= FEWEST_DECISIONS


def _compare_kind(
    kind: str, own_sums: dict[str, dict[str, LossSum]], others: dict[str, LossSum], clear_errors: float
) -> KindComparison | None:
    """None unless the difference is beyond the noise."""
    mine, theirs = list(own_sums[kind].values()), list(others.values())
    compared_with: ComparedWith = "others"
    if len(theirs) < FEWEST_OTHERS or sum_up(theirs).decisions < FEWEST_DECISIONS_OF_OTHERS:
        rest = _gather_other_kinds(kind, own_sums)
        if not _is_enough(rest):
            return None
        compared_with, theirs = "own other choices", list(rest.values())
    total, compared = sum_up(mine), sum_up(theirs)
    # A few choices that all cost nothing look surer than they are: others' choices say how much such a loss varies.
    error = max(compute_error(mine), compared.spread / sqrt(total.decisions))
    compared_error = compute_error(theirs)
    difference = abs(total.average - compared.average)
    if difference <= clear_errors * sqrt(error**2 + compared_error**2) or difference < SMALLEST_DIFFERENCE:
        return None
    return KindComparison(kind, total.decisions, len(mine), total.average, error, compared.average, compared_with)


def _gather_other_kinds(kind: str, own_sums: dict[str, dict[str, LossSum]]) -> dict[str, LossSum]:
    """By match: all that somebody chose besides this kind."""
    rest: dict[str, LossSum] = {}
    for other, by_match in own_sums.items():
        if other != kind:
            for match, one in by_match.items():
                rest[match] = rest.get(match, LossSum()) + one
    return rest
