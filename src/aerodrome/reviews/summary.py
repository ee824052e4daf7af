"""What the pieces of a review add up to: seat by seat, the moments that mattered, and an accuracy."""

from math import exp, sqrt
from typing import Final

from aerodrome.reviews.model import (
    CHANCE_STEP,
    CHOICE_STEP,
    JudgedDecision,
    ReviewStep,
    SeatSummary,
)

ACCURACY_SCALE: Final = 14.0
"""Accuracy is 100 e^(-14 x average loss): 87 where a decision costs one percent on average, 50 where it costs five."""
CLEAR_LEAD: Final = 0.02
"""Another seat leads when it is ahead of the former leader by more than this."""


def compute_accuracy(average_loss: float) -> float:
    """From 0 to 100 on one scale for all titles and seats; a little noise below no loss is no loss."""
    return 100.0 * exp(-ACCURACY_SCALE * max(0.0, average_loss))


def summarize_seat(
    seat: int, start_chances: list[float], steps: list[ReviewStep], decisions: list[JudgedDecision]
) -> SeatSummary:
    """Where one seat's result came from. Each step's change belongs to exactly one of the four."""
    luck = own = others = nobody = 0.0
    before = start_chances
    for step in steps:
        change = step.chances[seat] - before[seat]
        if step.kind == CHANCE_STEP:
            luck += change
        elif step.kind != CHOICE_STEP:
            nobody += change
        elif step.seat == seat:
            own += change
        else:
            others += change
        before = step.chances
    losses = [decision.loss for decision in decisions if decision.seat == seat]
    errors = [decision.error for decision in decisions if decision.seat == seat]
    count = len(losses)
    average = sum(losses) / count if count else 0.0
    return SeatSummary(
        decisions=count,
        average_loss=average,
        average_loss_error=sqrt(sum(error * error for error in errors)) / count if count else 0.0,
        accuracy=compute_accuracy(average),
        start=start_chances[seat],
        luck=luck,
        own=own,
        others=others,
        nobody=nobody,
        result=before[seat],
    )


def find_steps_changing_leader(start_chances: list[float], steps: list[ReviewStep]) -> list[int]:
    """The steps after which another seat had clearly the best chance."""
    leader = max(range(len(start_chances)), key=lambda seat: start_chances[seat])
    found: list[int] = []
    for number, step in enumerate(steps):
        best = max(range(len(start_chances)), key=lambda seat: step.chances[seat])
        if step.chances[best] > step.chances[leader] + CLEAR_LEAD:
            found.append(number)
            leader = best
    return found
