"""Greedy with lookahead: every choice is tried on a few imagined tables, with the rest of one's own move."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.evaluation import (
    MoveEvaluation,
    add_evaluated_sample_and_get_win_shares,
    sort_by_win_share_and_set_gains,
)
from aerodrome.bots.quick_policy import complete_move_greedily, find_simultaneous_step_type, shortlist_actions
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

MOST_GLANCES: Final = 80
"""So many choices, the most natural ones, get at least a glance."""
LAST_CHOICES: Final = 8
"""How many choices of one's own are played on where a game can end."""


def evaluate_by_lookahead(
    game: Game,
    state: State,
    seat: int,
    legal: list[Action],
    imagined_state_count: int,
    max_followups: int,
    max_candidates: int,
    include_doubtful: bool,
    rng: random.Random,
) -> list[MoveEvaluation]:
    """Ranked evaluations on the best of `legal`. All choices meet the same imagined tables and the same luck.

    `max_followups`: how many further choices of one's own are played, greedily; `max_candidates`: how many are looked
    at so, where there are more those that are best at once; `include_doubtful`: whether choices that the title doubts
    are tried as well.
    """
    actions = shortlist_actions(game, state, seat, legal, MOST_GLANCES, include_doubtful, rng)
    if len(actions) > max_candidates:
        actions = _pick_best_actions_without_lookahead(game, state, seat, actions, max_candidates, rng)
    if len(actions) == 1:
        only = MoveEvaluation(actions[0])
        only.add_sample(1.0, 0.0)
        return sort_by_win_share_and_set_gains([only])
    tables: list[State] = []
    luck: list[int] = []
    for _world in range(imagined_state_count):
        tables.append(game.imagine(state, seat, rng))
        luck.append(rng.getrandbits(62))
    evaluations = evaluate_on_imagined_states(game, state, seat, actions, tables, luck, max_followups, max_candidates)
    if max_followups < LAST_CHOICES and do_only_some_samples_end_game(evaluations):
        evaluations = evaluate_on_imagined_states(
            game, state, seat, actions, tables, luck, LAST_CHOICES, max_candidates
        )
    return sort_by_win_share_and_set_gains(evaluations)


def _pick_best_actions_without_lookahead(
    game: Game, state: State, seat: int, actions: list[Action], count: int, rng: random.Random
) -> list[Action]:
    """The actions after which the seat stands best at once, on one imagined table.

    How natural a choice is says little among many of one kind: all places for a depot look alike before a thought.
    """
    table = game.imagine(state, seat, rng)
    evaluations = evaluate_on_imagined_states(game, state, seat, actions, [table], [rng.getrandbits(62)], 0, count)
    return [evaluation.action for evaluation in sort_by_win_share_and_set_gains(evaluations)[:count]]


def evaluate_on_imagined_states(
    game: Game,
    state: State,
    seat: int,
    actions: list[Action],
    imagined_states: list[State],
    seeds: list[int],
    max_followups: int,
    max_candidates: int,
) -> list[MoveEvaluation]:
    """Every action on each table with the luck that belongs to it, in the order given."""
    evaluations = [MoveEvaluation(action) for action in actions]
    simultaneous_step_type = find_simultaneous_step_type(game, state)
    for i in range(len(imagined_states)):
        ends: list[State] = []
        for evaluation in evaluations:
            # Make the choice on this table and finish one's own move greedily.
            table = imagined_states[i].clone()
            game.apply(table, seat, evaluation.action)
            complete_move_greedily(
                game, table, seat, simultaneous_step_type, max_followups, max_candidates, random.Random(seeds[i])
            )
            ends.append(table)
        values = game.evaluator.evaluate_all(game, ends)
        for j, evaluation in enumerate(evaluations):
            add_evaluated_sample_and_get_win_shares(evaluation, game, ends[j], seat, values[j])
    return evaluations


def do_only_some_samples_end_game(evaluations: list[MoveEvaluation]) -> bool:
    """Whether some lines end the game and others stop short of it.

    A finished game is won or lost, a lead in an unfinished one is not: then all lines must go on to the end of one's
    own move before they can be compared.
    """
    endings = sum([evaluation.endings for evaluation in evaluations])
    return 0 < endings < sum([evaluation.samples for evaluation in evaluations])
