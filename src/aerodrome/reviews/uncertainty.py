"""How far a review's figures may be off because not everything was looked at.

Every figure along the curve is a sum of judged positions, some with a minus: so its error follows from theirs. What a
sample of outcomes leaves open is another accident at every position. The playouts are the same for all positions of a
match: a figure is worked out anew without each of them (the jackknife), so that what they share is not counted twice.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec

from aerodrome.reviews.model import CHANCE_STEP, CHOICE_STEP, ReviewedStretch, SeatSummary
from aerodrome.reviews.tasks import TaskResult


def compute_figure_errors(positions: Sequence[TaskResult], weight_by_position: Mapping[int, float]) -> list[float]:
    """The standard errors, seat by seat, of a sum of these positions' chances with these weights."""
    used = [(positions[number], weight) for number, weight in weight_by_position.items() if weight != 0.0]
    seats = len(positions[0].chances or ())
    playouts = max((len(position.without_playout) for position, _weight in used), default=0)
    found: list[float] = []
    for seat in range(seats):
        variance = sum(
            (weight * position.sampling_errors[seat]) ** 2 for position, weight in used if position.sampling_errors
        )
        if playouts > 1:
            without = [
                sum(weight * _get_chance_without_playout(position, seat, playout) for position, weight in used)
                for playout in range(playouts)
            ]
            mean = sum(without) / playouts
            variance += (playouts - 1) / playouts * sum((one - mean) ** 2 for one in without)
        found.append(sqrt(variance))
    return found


def add_errors_to_summaries(
    summaries: Sequence[SeatSummary], stretches: Sequence[ReviewedStretch], positions: Sequence[TaskResult]
) -> list[SeatSummary]:
    """The summaries with the errors of what they add up."""
    numbered = list(enumerate(stretches))
    start = compute_figure_errors(positions, {0: 1.0})
    luck = compute_figure_errors(positions, _weigh_changes([one for one in numbered if one[1].kind == CHANCE_STEP]))
    joint = [one for one in numbered if one[1].kind not in (CHANCE_STEP, CHOICE_STEP)]
    nobody = compute_figure_errors(positions, _weigh_changes(joint))
    choices = [one for one in numbered if one[1].kind == CHOICE_STEP]
    found: list[SeatSummary] = []
    for seat, summary in enumerate(summaries):
        own = _weigh_changes([one for one in choices if one[1].seat == seat])
        others = _weigh_changes([one for one in choices if one[1].seat != seat])
        found.append(
            msgspec.structs.replace(
                summary,
                start_error=start[seat],
                luck_error=luck[seat],
                own_error=compute_figure_errors(positions, own)[seat],
                others_error=compute_figure_errors(positions, others)[seat],
                nobody_error=nobody[seat],
            )
        )
    return found


def _weigh_changes(numbered_stretches: Sequence[tuple[int, ReviewedStretch]]) -> dict[int, float]:
    """What these stretches changed, as a sum of positions: each end less its beginning."""
    weights: dict[int, float] = {}
    for number, _stretch in numbered_stretches:
        weights[number] = weights.get(number, 0.0) - 1.0
        weights[number + 1] = weights.get(number + 1, 0.0) + 1.0
    return weights


def compute_change_errors(positions: Sequence[TaskResult], stretch_number: int) -> list[float]:
    """Of what one stretch changed; empty where nothing is left open."""
    errors = compute_figure_errors(positions, {stretch_number: -1.0, stretch_number + 1: 1.0})
    return errors if any(errors) else []


def _get_chance_without_playout(position: TaskResult, seat: int, playout: int) -> float:
    """The end of a match is judged without playouts."""
    if position.without_playout:
        return position.without_playout[playout][seat]
    assert position.chances is not None
    return position.chances[seat]
