"""What a position is worth to each seat, as its share of the win; and what a choice is worth: a MoveEvaluation."""

from __future__ import annotations

from math import exp
from typing import Final

from aerodrome.core.actions import Action
from aerodrome.core.evaluator import compute_lead_over_rival_average
from aerodrome.core.game import Game
from aerodrome.core.state import State

LN3: Final = 1.0986122886681098
"""A lead of one `scale` makes a win three times as likely as not."""
SAME_SHARE: Final = 0.0005
"""Shares of the win that differ by no more are the same: a twentieth of a percent is far below what any thought can
tell apart. Then the better lead is the better choice. Shares of finished games differ by far more or not at all."""


class MoveEvaluation:
    """One choice and what comes of it: for the seat that thinks, on average over what was looked at."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.samples = 0
        self.win_share_total = 0.0
        self.lead_total = 0.0
        self.last_lead = 0.0
        """The lead of the newest sample."""
        self.endings = 0
        """In how many samples the game ended."""
        self.win_share = 0.0
        """Expected share of the win, 0 to 1."""
        self.gain = 0.0
        """Expected lead in the title's own currency, against the average of the choices looked at."""

    def add_sample(self, win_share: float, lead: float) -> None:
        self.samples += 1
        self.win_share_total += win_share
        self.lead_total += lead
        self.last_lead = lead

    def compute_mean_win_share(self) -> float:
        return self.win_share_total / self.samples if self.samples else 0.0

    def compute_mean_lead(self) -> float:
        return self.lead_total / self.samples if self.samples else 0.0


def compute_win_shares(game: Game, state: State) -> list[float]:
    """How the win divides among the seats: certain when the game is over, else by what the title's evaluator says."""
    if not state.step_stack:
        return _divide_win_among_winners(state.seats, game.winners(state))
    return compute_softmax_shares(
        game.evaluator.evaluate(game, state), game.evaluator.compute_three_to_one_lead(game, state)
    )


def compute_win_share_and_lead(game: Game, state: State, seat: int, values: list[float]) -> tuple[float, float]:
    """A seat's share of the win, and how far it is ahead of its rivals' average in the title's currency.

    `values` is what the evaluator says of the position.
    """
    if state.step_stack:
        share = compute_softmax_shares(values, game.evaluator.compute_three_to_one_lead(game, state))[seat]
    else:
        share = compute_win_shares(game, state)[seat]
    return share, compute_lead_over_rival_average(values, seat)


def add_evaluated_sample_and_get_win_shares(
    evaluation: MoveEvaluation, game: Game, state: State, seat: int, values: list[float]
) -> list[float]:
    """Note how a line that began with this choice stands now, by what the evaluator says of the position; returns the
    shares of all seats."""
    parts = (
        compute_softmax_shares(values, game.evaluator.compute_three_to_one_lead(game, state))
        if state.step_stack
        else compute_win_shares(game, state)
    )
    evaluation.add_sample(parts[seat], compute_lead_over_rival_average(values, seat))
    if not state.step_stack:
        evaluation.endings += 1
    return parts


def compute_softmax_shares(values: list[float], three_to_one_lead: float) -> list[float]:
    """A softmax in which this lead weighs three to one."""
    top = max(values)
    factor = LN3 / three_to_one_lead if three_to_one_lead > 0.0 else 1.0
    total = 0.0
    parts: list[float] = []
    for value in values:
        part = exp((value - top) * factor)
        parts.append(part)
        total += part
    for i in range(len(parts)):
        parts[i] /= total
    return parts


def _divide_win_among_winners(seats: int, winners: tuple[int, ...]) -> list[float]:
    parts = [0.0] * seats
    for seat in winners:
        parts[seat] = 1.0 / len(winners)
    return parts


def sort_by_win_share_and_set_gains(evaluations: list[MoveEvaluation]) -> list[MoveEvaluation]:
    """Best first; gains are set against the average."""
    for evaluation in evaluations:
        evaluation.win_share = evaluation.compute_mean_win_share()
    return set_gains_against_average(sort_by_win_share(evaluations))


def sort_by_win_share(evaluations: list[MoveEvaluation]) -> list[MoveEvaluation]:
    """Best first: by the share of the win, and among those that have the same share by the lead."""
    rest = sorted(evaluations, key=_get_win_share, reverse=True)
    ranked: list[MoveEvaluation] = []
    while rest:
        lowest = rest[0].win_share - SAME_SHARE
        same = [evaluation for evaluation in rest if evaluation.win_share >= lowest]
        ranked.extend(sorted(same, key=_get_mean_lead, reverse=True))
        rest = rest[len(same) :]
    return ranked


def _get_win_share(evaluation: MoveEvaluation) -> float:
    return evaluation.win_share


def _get_mean_lead(evaluation: MoveEvaluation) -> float:
    return evaluation.compute_mean_lead()


def set_gains_against_average(evaluations: list[MoveEvaluation]) -> list[MoveEvaluation]:
    if not evaluations:
        return evaluations
    average = sum([evaluation.compute_mean_lead() for evaluation in evaluations]) / len(evaluations)
    for evaluation in evaluations:
        evaluation.gain = evaluation.compute_mean_lead() - average
    return evaluations
