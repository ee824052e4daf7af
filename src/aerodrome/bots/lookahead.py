"""Greedy with lookahead: every choice is tried on a few imagined tables, with the rest of one's own move."""

from __future__ import annotations

import random

from aerodrome.bots.evaluation import MoveEvaluation, add_position_sample, sort_and_set_gains
from aerodrome.bots.quick_policy import complete_move_greedily, shortlist_actions, simultaneous_step_type
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


def evaluate_by_lookahead(
    game: Game,
    state: State,
    seat: int,
    legal: list[Action],
    worlds: int,
    follow: int,
    candidates: int,
    doubtful: bool,
    rng: random.Random,
) -> list[MoveEvaluation]:
    """Ranked evaluations on the shortlist of `legal`. All choices meet the same imagined tables and the same luck.

    `worlds`: how many imagined tables; `follow`: how many further choices of one's own are played, greedily;
    `doubtful`: whether choices that the title doubts are tried as well.
    """
    evaluations = [
        MoveEvaluation(action) for action in shortlist_actions(game, state, seat, legal, candidates, doubtful, rng)
    ]
    if len(evaluations) == 1:
        evaluations[0].add_sample(1.0, 0.0)
        return sort_and_set_gains(evaluations)
    secret_step_type = simultaneous_step_type(game, state)
    for _world in range(worlds):
        table = game.imagine(state, seat, rng)
        luck = rng.getrandbits(62)
        for evaluation in evaluations:
            play_line_and_add_sample(
                game, table.clone(), seat, evaluation, secret_step_type, follow, candidates, random.Random(luck)
            )
    return sort_and_set_gains(evaluations)


def play_line_and_add_sample(
    game: Game,
    table: State,
    seat: int,
    evaluation: MoveEvaluation,
    secret_step_type: type | None,
    follow: int,
    candidates: int,
    rng: random.Random,
) -> None:
    """Make the choice on this table, finish one's own move greedily and note how it stands; `table` is used up."""
    game.apply(table, seat, evaluation.action)
    complete_move_greedily(game, table, seat, secret_step_type, follow, candidates, rng)
    add_position_sample(evaluation, game, table, seat)
