"""What the pieces of a review add up to: seat by seat, the moments that mattered, and an accuracy."""

from math import exp, sqrt
from typing import Final

from aerodrome.reviews.model import (
    CHANCE_STEP,
    CHOICE_STEP,
    JudgedDecision,
    ReviewedStretch,
    SeatSummary,
)

ACCURACY_SCALE: Final = 14.0
"""Accuracy is 100 e^(-14 x loss): 87 where a decision of an open match costs one percent, 50 where it costs five."""
CLEAR_LEAD: Final = 0.02
"""Another seat leads when it is ahead of the former leader by more than this."""


def compute_accuracy(weighed_loss: float) -> float:
    """From 0 to 100 on one scale for all titles and seats; a little noise below no loss is no loss."""
    return 100.0 * exp(-ACCURACY_SCALE * max(0.0, weighed_loss))


def summarize_seat(
    seat: int, start_chances: list[float], stretches: list[ReviewedStretch], decisions: list[JudgedDecision]
) -> SeatSummary:
    """Where one seat's result came from. Each stretch's change belongs to exactly one of the four; their errors follow
    from those of the positions (`uncertainty.py`) and are 0 here."""
    luck = own = others = nobody = 0.0
    before = start_chances
    for stretch in stretches:
        change = stretch.chances[seat] - before[seat]
        if stretch.kind == CHANCE_STEP:
            luck += change
        elif stretch.kind != CHOICE_STEP:
            nobody += change
        elif stretch.seat == seat:
            own += change
        else:
            others += change
        before = stretch.chances
    own_decisions = [decision for decision in decisions if decision.seat == seat]
    count = len(own_decisions)
    openness = sum(decision.openness for decision in own_decisions)
    lost = sum(decision.loss for decision in own_decisions)
    error = sqrt(sum(decision.error**2 for decision in own_decisions))
    weighed_loss = lost / openness if openness > 0.0 else 0.0
    return SeatSummary(
        decisions=count,
        average_loss=lost / count if count else 0.0,
        average_loss_error=error / count if count else 0.0,
        weighed_loss=weighed_loss,
        weighed_loss_error=error / openness if openness > 0.0 else 0.0,
        accuracy=compute_accuracy(weighed_loss),
        start=start_chances[seat],
        luck=luck,
        own=own,
        others=others,
        nobody=nobody,
        result=before[seat],
        start_error=0.0,
        luck_error=0.0,
        own_error=0.0,
        others_error=0.0,
        nobody_error=0.0,
    )


def find_stretches_changing_leader(start_chances: list[float], stretches: list[ReviewedStretch]) -> list[int]:
    """The stretches after which another seat had clearly the best chance."""
    leader = max(range(len(start_chances)), key=lambda seat: start_chances[seat])
    found: list[int] = []
    for number, stretch in enumerate(stretches):
        best = max(range(len(start_chances)), key=lambda seat: stretch.chances[seat])
        if stretch.chances[best] > stretch.chances[leader] + CLEAR_LEAD:
            found.append(number)
            leader = best
    return found
