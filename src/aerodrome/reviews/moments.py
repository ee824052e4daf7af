"""The moments that mattered, told in words."""

from collections.abc import Sequence
from typing import Final

from aerodrome.core.actions import CHANCE, Event
from aerodrome.core.record import Record
from aerodrome.core.text import capitalize_first
from aerodrome.reviews.model import CHANCE_STEP, JudgedDecision, Moment, ReviewedStretch

MOST_MOMENTS: Final = 5
LEAST_WEIGHT: Final = 0.02
"""What moved the chances by less than two points did not matter."""


def find_moments(
    record: Record,
    names: Sequence[str],
    start_chances: list[float],
    steps: list[ReviewedStretch],
    decisions: list[JudgedDecision],
) -> list[Moment]:
    """The luck that moved the most and the choices that cost the most, in the order in which they came."""
    found = [*_weigh_chance_stretches(start_chances, steps), *_weigh_costly_choices(steps, decisions)]
    found.sort(key=lambda one: -one[0])
    chosen = sorted((one for one in found[:MOST_MOMENTS] if one[0] >= LEAST_WEIGHT), key=lambda one: one[1])
    return [
        _build_luck_moment(record, names, start_chances, steps, number, weight)
        if decision is None
        else _build_choice_moment(names, number, decision)
        for weight, number, decision in chosen
    ]


def _weigh_chance_stretches(
    start_chances: list[float], steps: list[ReviewedStretch]
) -> list[tuple[float, int, JudgedDecision | None]]:
    before = [start_chances, *[step.chances for step in steps]]
    return [
        (max(abs(after - was) for after, was in zip(step.chances, before[number], strict=True)), number, None)
        for number, step in enumerate(steps)
        if step.kind == CHANCE_STEP and step.begin > 0
    ]


def _weigh_costly_choices(
    steps: list[ReviewedStretch], decisions: list[JudgedDecision]
) -> list[tuple[float, int, JudgedDecision | None]]:
    step_at = {position: number for number, step in enumerate(steps) for position in range(step.begin, step.end)}
    return [(one.loss_beyond_noise, step_at[one.position], one) for one in decisions if one.is_clear]


def _build_luck_moment(
    record: Record,
    names: Sequence[str],
    start_chances: list[float],
    steps: list[ReviewedStretch],
    step_number: int,
    weight: float,
) -> Moment:
    step = steps[step_number]
    before = steps[step_number - 1].chances if step_number else start_chances
    changes = [after - was for after, was in zip(step.chances, before, strict=True)]
    seat = max(range(len(changes)), key=lambda one: abs(changes[one]))
    verb = "rises" if changes[seat] > 0 else "falls"
    words = (
        f"{_describe_what_chance_brought(record, step)}: the chance of {names[seat]} {verb} "
        f"from {before[seat]:.0%} to {step.chances[seat]:.0%}."
    )
    return Moment(step_number, step.begin, seat, step.kind, weight, words)


def _describe_what_chance_brought(record: Record, step: ReviewedStretch) -> str:
    """What chance brought, as the log has it."""
    heard: list[Event] = []
    state = record.state_at(step.begin)
    for who, action in record.played[step.begin : step.end]:
        record.game.apply(state, who, action, heard.append)
    lines = [line for line in map(record.game.describe_event, heard) if line]
    if lines:
        return lines[0]
    return capitalize_first(record.game.say(record.state_at(step.begin), CHANCE, record.played[step.begin][1]))


def _build_choice_moment(names: Sequence[str], step_number: int, decision: JudgedDecision) -> Moment:
    words = (
        f"{names[decision.seat]} chose “{decision.played.words}”; “{decision.best.words}” was better "
        f"by {100.0 * decision.loss:.0f} points of winning chance."
    )
    return Moment(step_number, decision.position, decision.seat, "choice", decision.loss, words)
