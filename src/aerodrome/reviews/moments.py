"""The moments that mattered, told in words."""

from collections.abc import Sequence
from typing import Final

from aerodrome.core.actions import CHANCE, Event
from aerodrome.core.record import Record
from aerodrome.core.text import capitalize_first
from aerodrome.reviews.chance_tables import find_seat_with_greatest_change
from aerodrome.reviews.model import CHANCE_STEP, JudgedDecision, Moment, ReviewedStretch

MOST_MOMENTS: Final = 5
LEAST_WEIGHT: Final = 0.02
"""What moved the chances by less than two points did not matter."""
MOST_TOLD_OF_A_RUN: Final = 3
"""So much of what chance brought at once is told; a long run at the start is the deal."""


def find_moments(
    record: Record,
    seat_names: Sequence[str],
    start_chances: list[float],
    stretches: list[ReviewedStretch],
    decisions: list[JudgedDecision],
) -> list[Moment]:
    """The luck that moved the most and the choices that cost the most, in the order in which they came."""
    found = [*_weigh_chance_stretches(start_chances, stretches), *_weigh_costly_choices(stretches, decisions)]
    found.sort(key=lambda one: -one[0])
    chosen = sorted((one for one in found[:MOST_MOMENTS] if one[0] >= LEAST_WEIGHT), key=lambda one: one[1])
    return [
        _build_luck_moment(record, seat_names, start_chances, stretches, number, weight)
        if decision is None
        else _build_choice_moment(seat_names, number, decision)
        for weight, number, decision in chosen
    ]


def _weigh_chance_stretches(
    start_chances: list[float], stretches: list[ReviewedStretch]
) -> list[tuple[float, int, JudgedDecision | None]]:
    before = [start_chances, *[stretch.chances for stretch in stretches]]
    return [
        (max(abs(after - was) for after, was in zip(stretch.chances, before[number], strict=True)), number, None)
        for number, stretch in enumerate(stretches)
        if stretch.kind == CHANCE_STEP
    ]


def _weigh_costly_choices(
    stretches: list[ReviewedStretch], decisions: list[JudgedDecision]
) -> list[tuple[float, int, JudgedDecision | None]]:
    stretch_at = {
        position: number for number, stretch in enumerate(stretches) for position in range(stretch.begin, stretch.end)
    }
    return [(one.loss_beyond_noise, stretch_at[one.position], one) for one in decisions if one.is_clear]


def _build_luck_moment(
    record: Record,
    seat_names: Sequence[str],
    start_chances: list[float],
    stretches: list[ReviewedStretch],
    stretch_number: int,
    weight: float,
) -> Moment:
    stretch = stretches[stretch_number]
    before = stretches[stretch_number - 1].chances if stretch_number else start_chances
    seat = find_seat_with_greatest_change(before, stretch.chances)
    verb = "rises" if stretch.chances[seat] > before[seat] else "falls"
    words = (
        f"{_describe_what_chance_brought(record, stretch)} chance of {seat_names[seat]} {verb} "
        f"from {before[seat]:.0%} to {stretch.chances[seat]:.0%}."
    )
    return Moment(stretch_number, stretch.begin, seat, stretch.kind, weight, words)


def _describe_what_chance_brought(record: Record, stretch: ReviewedStretch) -> str:
    """What chance brought, as the log has it: all of it, as no part alone did what is told of it; and "the", for what
    follows."""
    game, state = record.game, record.state_at(stretch.begin)
    actions = record.played[stretch.begin : stretch.end]
    if stretch.begin == 0 and len(actions) > MOST_TOLD_OF_A_RUN:
        return "The deal: the"
    told: list[str] = []
    for who, action in actions[:MOST_TOLD_OF_A_RUN]:
        heard: list[Event] = []
        words = capitalize_first(game.say(state, CHANCE, action))
        game.apply(state, who, action, heard.append)
        told.append(next((line for line in map(game.describe_event, heard) if line), words))
    more = len(actions) - len(told)
    return ". ".join(told) + (f", and {more} more. The" if more else ". The")


def _build_choice_moment(seat_names: Sequence[str], stretch_number: int, decision: JudgedDecision) -> Moment:
    words = (
        f"{seat_names[decision.seat]} chose “{decision.played.words}”; “{decision.best.words}” was better "
        f"by {100.0 * decision.loss:.0f} points of winning chance."
    )
    return Moment(stretch_number, decision.position, decision.seat, "choice", decision.loss, words)
