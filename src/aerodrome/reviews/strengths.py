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
    def average_loss(self) -> float:
        return self.loss / self.decisions if self.decisions else 0.0

    @property
    def loss_deviation(self) -> float:
        """The standard deviation of a decision's loss."""
        if self.decisions < 2:
            return 0.0
        return sqrt(max(0.0, self.loss_squares - self.loss * self.average_loss) / (self.decisions - 1))

    @property
    def standard_error(self) -> float:
        """The standard error of the average, as if decisions did not depend on each other."""
        return self.loss_deviation / sqrt(max(1, self.decisions))


class DecisionKindComparison(NamedTuple):
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


class StrengthsAndWeaknesses(NamedTuple):
    """Where somebody clearly loses less, and where more; `is_known` is False while there are too few decisions."""

    is_known: bool
    better: list[DecisionKindComparison]
    worse: list[DecisionKindComparison]


def find_strengths_and_weaknesses(
    own_loss_sums: dict[str, dict[str, LossSum]], loss_sums_of_others: dict[str, dict[str, LossSum]]
) -> StrengthsAndWeaknesses:
    """`own_loss_sums`: by kind and match; `loss_sums_of_others`: by kind and person."""
    judged = [kind for kind, by_match in own_loss_sums.items() if _has_enough_decisions(by_match)]
    errors = compute_bonferroni_threshold(len(judged))
    told = [
        one
        for kind in judged
        if (one := _compare_decision_kind(kind, own_loss_sums, loss_sums_of_others.get(kind, {}), errors)) is not None
    ]
    better = sorted((one for one in told if one.difference < 0), key=lambda one: (one.difference, one.kind))
    worse = sorted((one for one in told if one.difference > 0), key=lambda one: (-one.difference, one.kind))
    return StrengthsAndWeaknesses(bool(judged), better[:MOST_TOLD], worse[:MOST_TOLD])


def compute_bonferroni_threshold(kind_count: int) -> float:
    """Beyond how many standard errors a difference is told when so many kinds are looked at (Bonferroni)."""
    return max(CLEAR_ERRORS, NormalDist().inv_cdf(1 - FALSE_ALARMS / (2 * max(1, kind_count))))


def compute_clustered_standard_error(loss_sums_of_groups: list[LossSum]) -> float:
    """The standard error of the average; the greater one where decisions of a match, or of a person, are alike."""
    total = add_up_loss_sums(loss_sums_of_groups)
    if len(loss_sums_of_groups) < 2:
        return total.standard_error
    apart = sum((one.loss - total.average_loss * one.decisions) ** 2 for one in loss_sums_of_groups)
    between = sqrt(len(loss_sums_of_groups) / (len(loss_sums_of_groups) - 1) * apart) / total.decisions
    return max(total.standard_error, between)


def add_up_loss_sums(sums: list[LossSum]) -> LossSum:
    """All of them together."""
    whole = LossSum()
    for one in sums:
        whole += one
    return whole


def _has_enough_decisions(loss_sums_by_match: dict[str, LossSum]) -> bool:
    return (
        len(loss_sums_by_match) >= FEWEST_MATCHES
        and add_up_loss_sums(list(loss_sums_by_match.values())).decisions >= FEWEST_DECISIONS
    )


def _compare_decision_kind(
    kind: str,
    own_loss_sums: dict[str, dict[str, LossSum]],
    loss_sums_of_others: dict[str, LossSum],
    required_standard_errors: float,
) -> DecisionKindComparison | None:
    """None unless the difference is beyond the noise."""
    mine, theirs = list(own_loss_sums[kind].values()), list(loss_sums_of_others.values())
    compared_with: ComparedWith = "others"
    if len(theirs) < FEWEST_OTHERS or add_up_loss_sums(theirs).decisions < FEWEST_DECISIONS_OF_OTHERS:
        rest = _sum_other_kinds_by_match(kind, own_loss_sums)
        if not _has_enough_decisions(rest):
            return None
        compared_with, theirs = "own other choices", list(rest.values())
    total, compared = add_up_loss_sums(mine), add_up_loss_sums(theirs)
    # A few choices that all cost nothing look surer than they are: others' choices say how much such a loss varies.
    error = max(compute_clustered_standard_error(mine), compared.loss_deviation / sqrt(total.decisions))
    compared_error = compute_clustered_standard_error(theirs)
    difference = abs(total.average_loss - compared.average_loss)
    if difference <= required_standard_errors * sqrt(error**2 + compared_error**2) or difference < SMALLEST_DIFFERENCE:
        return None
    return DecisionKindComparison(
        kind, total.decisions, len(mine), total.average_loss, error, compared.average_loss, compared_with
    )


def _sum_other_kinds_by_match(kind: str, own_loss_sums: dict[str, dict[str, LossSum]]) -> dict[str, LossSum]:
    """By match: all that somebody chose besides this kind."""
    rest: dict[str, LossSum] = {}
    for other, by_match in own_loss_sums.items():
        if other != kind:
            for match, one in by_match.items():
                rest[match] = rest.get(match, LossSum()) + one
    return rest
