"""Quick choices: what a player would do without much thought. Lookahead and search are made of these."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.evaluation import SAME_SHARE, compute_win_share_and_lead
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

MAX_CHANCE_RUN: Final = 12


def shortlist_actions(
    game: Game,
    state: State,
    who: int,
    legal: list[Action],
    max_candidates: int,
    include_doubtful: bool,
    rng: random.Random,
) -> list[Action]:
    """At most `max_candidates` actions, the most natural first; among equals, chance decides.

    Those that the title calls doubtful only if `include_doubtful` or when there are no others; those that are not worth
    a thought only when there are no others.
    """
    evaluator = game.evaluator
    keyed: list[tuple[float, float, int]] = []
    sound = 0
    for i in range(len(legal)):
        prior = evaluator.estimate_action_prior(game, state, who, legal[i])
        if prior > 0.0 or (include_doubtful and prior == 0.0):
            sound += 1
        keyed.append((-prior, rng.random(), i))
    keyed.sort()
    if 0 < sound < max_candidates:
        max_candidates = sound
    return [legal[entry[2]] for entry in keyed[:max_candidates]]


def list_actions_worth_considering(game: Game, state: State, who: int, legal: list[Action]) -> list[Action]:
    """The legal actions without those that the title calls pointless, unless there are no others; or what the title
    would do now that is not listed among them."""
    evaluator = game.evaluator
    unlisted = evaluator.list_sensible_unlisted_actions(game, state, who)
    if unlisted:
        return unlisted
    if len(legal) == 1:
        return legal
    sensible = [action for action in legal if not evaluator.is_pointless(game, state, who, action)]
    return sensible or legal


def choose_greedily(
    game: Game, state: State, who: int, legal: list[Action], max_candidates: int, rng: random.Random
) -> Action:
    """The action of the shortlist after which this seat stands best; chance is asked once, with the same luck.

    Among actions with the same share of the win the better lead counts.
    """
    if len(legal) == 1:
        return legal[0]
    actions = shortlist_actions(game, state, who, legal, max_candidates, False, rng)
    if len(actions) == 1:
        return actions[0]
    luck = rng.random()
    best = actions[0]
    best_share = -1.0
    best_lead = 0.0
    highest = 0.0
    tables: list[State] = []
    for action in actions:
        twin = state.clone()
        game.apply(twin, who, action)
        run_chance_until_seat_acts(game, twin, luck)
        tables.append(twin)
    values = game.evaluator.evaluate_all(game, tables)
    for i, action in enumerate(actions):
        share, lead = compute_win_share_and_lead(game, tables[i], who, values[i])
        if share > highest:
            highest = share
        if share > best_share + SAME_SHARE or (share >= highest - SAME_SHARE and lead > best_lead):
            best = action
            best_share = share
            best_lead = lead
    return best


def run_chance_until_seat_acts(game: Game, state: State, uniform_number: float) -> None:
    """Let chance act until a seat must; one number drives all throws, so that equal choices meet equal luck."""
    for _throw in range(MAX_CHANCE_RUN):
        actors = game.actors(state)
        if not actors or actors[0] != CHANCE:
            return
        game.apply(state, CHANCE, game.pick_outcome(state, uniform_number))
        uniform_number = (uniform_number * 9301.0 + 0.2113248654) % 1.0


def complete_move_greedily(
    game: Game,
    state: State,
    seat: int,
    simultaneous_step_type: type | None,
    max_followups: int,
    max_candidates: int,
    rng: random.Random,
) -> None:
    """Go on as `seat` would, greedily, while it alone is asked and for at most `max_followups` choices; chance rolls.

    `simultaneous_step_type`: the question that all were asked at once, if any; the others answer it by the rollout
    policy.
    """
    throws = 0
    while throws < MAX_CHANCE_RUN:
        actors = game.actors(state)
        if not actors:
            return
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
            throws += 1
            continue
        if who != seat and seat in actors:
            who = seat
        legal = game.legal(state, who)
        if who != seat:
            if type(state.step_stack[-1]) is not simultaneous_step_type:
                return
            game.apply(state, who, game.evaluator.choose_rollout_action(game, state, who, legal, rng))
            continue
        if len(legal) > 1:
            if max_followups == 0:
                return
            max_followups -= 1
        game.apply(state, who, choose_greedily(game, state, who, legal, max_candidates, rng))


def find_simultaneous_step_type(game: Game, state: State) -> type | None:
    """The question of the moment, if several seats are asked it at once."""
    return type(state.step_stack[-1]) if len(game.actors(state)) > 1 else None
