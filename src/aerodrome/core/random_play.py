"""The plainest way through a game: everybody chooses at random. The measuring rod of the engine's speed."""

from __future__ import annotations

import random

from aerodrome.core.actions import CHANCE
from aerodrome.core.chance import pick_outcome_index
from aerodrome.core.game import Game
from aerodrome.core.state import State


def play_at_random_and_count_decisions(
    game: Game, state: State, rng: random.Random, max_decisions: int = 1_000_000
) -> int:
    """Play on to the end; returns the number of decisions, those of CHANCE included."""
    decisions = 0
    while decisions < max_decisions:
        actors = game.actors(state)
        if not actors:
            break
        who = actors[0] if len(actors) == 1 else actors[int(rng.random() * len(actors))]
        legal = game.legal(state, who)
        if who == CHANCE:
            action = legal[pick_outcome_index(game.odds(state), rng.random())]
        else:
            action = legal[int(rng.random() * len(legal))]
        game.apply_legal_action(state, who, action)
        decisions += 1
    return decisions
