"""Who wins from here, as the results of games taught it: the judgement at the end of a baseline's thoughts."""

from __future__ import annotations

from typing import Final, final

from aerodrome.bots.evaluation import LN3, compute_softmax_shares
from aerodrome.core.calibration import interpolate_by_stage
from aerodrome.core.game import Game
from aerodrome.core.state import State

STAGES: Final = ("early", "middle", "late")
VALUE: Final = "value"
"""The name of what the title's own evaluator says, among the names of what a seat has."""


@final
class LearnedJudge:
    """The chances of all seats: a softmax of one number for each, a sum over its value and what it has.

    `factors` has a row for the title's value and one for each of `compute_learnable_features`, with a number for
    each of STAGES; `rounds`: after so many a game is taken to be in its last stage.
    """

    def __init__(self, factors: list[list[float]], rounds: float) -> None:
        self.factors = factors
        self.rounds = max(1.0, rounds)

    def share_win(self, game: Game, state: State, values: list[float]) -> list[float]:
        """How the win of an unfinished game divides; `values` is what the title's evaluator says of it."""
        stage = min(1.0, game.round_number(state) / self.rounds)
        prices = [interpolate_by_stage(row, stage) for row in self.factors]
        sums: list[float] = []
        for seat in range(state.seats):
            features = game.evaluator.compute_learnable_features(game, state, seat)
            total = prices[0] * values[seat]
            for i in range(len(features)):
                total += prices[i + 1] * features[i]
            sums.append(total)
        return compute_softmax_shares(sums, LN3)
