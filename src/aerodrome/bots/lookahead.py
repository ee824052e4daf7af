"""Greedy with lookahead: every choice is tried on a few imagined tables, with the rest of one's own move."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.evaluation import MoveEvaluation, add_position_sample, sort_and_set_gains
from aerodrome.bots.quick_policy import complete_move_greedily, shortlist_actions, simultaneous_step_type
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

MOST_GLANCES: Final = 80
"""So many choices, the most natural ones, get at least a glance."""


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
    """Ranked evaluations on the best of `legal`. All choices meet the same imagined tables and the same luck.

    `worlds`: how many imagined tables; `follow`: how many further choices of one's own are played, greedily;
    `candidates`: how many are looked at so, where there are more those that a glance likes best; `doubtful`: whether
    choices that the title doubts are tried as well.
    """
    actions = shortlist_actions(game, state, seat, legal, MOST_GLANCES, doubtful, rng)
    if len(actions) > candidates:
        actions = _pick_best_at_a_glance(game, state, seat, actions, candidates, rng)
    evaluations = [MoveEvaluation(action) for action in actions]
    if len(evaluations) == 1:
        evaluations[0].add_sample(1.0, 0.0)
        return sort_and_set_gains(evaluations)
    for _world in range(worlds):
        _try_on_imagined_table(game, state, seat, evaluations, follow, candidates, rng)
    return sort_and_set_gains(evaluations)


def _pick_best_at_a_glance(
    game: Game, state: State, seat: int, actions: list[Action], count: int, rng: random.Random
) -> list[Action]:
    """The actions after which the seat stands best at once, on one imagined table.

    How natural a choice is says little among many of one kind: all places for a depot look alike before a thought.
    """
    evaluations = [MoveEvaluation(action) for action in actions]
    _try_on_imagined_table(game, state, seat, evaluations, 0, count, rng)
    return [evaluation.action for evaluation in sort_and_set_gains(evaluations)[:count]]


def _try_on_imagined_table(
    game: Game,
    state: State,
    seat: int,
    evaluations: list[MoveEvaluation],
    follow: int,
    candidates: int,
    rng: random.Random,
) -> None:
    """One sample more of each, all on the same imagined table with the same luck."""
    secret_step_type = simultaneous_step_type(game, state)
    table = game.imagine(state, seat, rng)
    luck = rng.getrandbits(62)
    for evaluation in evaluations:
        _play_line_and_add_sample(
            game, table.clone(), seat, evaluation, secret_step_type, follow, candidates, random.Random(luck)
        )


def _play_line_and_add_sample(
    game: Game,
    table: State,
    seat: int,
    evaluation: MoveEvaluation,
    secret_step_type: type | None,
    follow: int,
    candidates: int,
    rng: random.Random,
) -> None:
    game.apply(table, seat, evaluation.action)
    complete_move_greedily(game, table, seat, secret_step_type, follow, candidates, rng)
    add_position_sample(evaluation, game, table, seat)
