"""Chance: from a number in [0, 1) to an outcome, the same on every machine."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

from aerodrome.core.actions import CHANCE, NOBODY

if TYPE_CHECKING:
    from aerodrome.core.game import Game
    from aerodrome.core.state import State

_UNIFORM: dict[int, list[float]] = {}


def get_uniform_odds(outcome_count: int) -> list[float]:
    """The odds of `outcome_count` equally likely outcomes: one shared list for each n."""
    odds = _UNIFORM.get(outcome_count)
    if odds is None:
        odds = [1.0 / outcome_count] * outcome_count
        _UNIFORM[outcome_count] = odds
    return odds


def pick_outcome_index(odds: list[float], uniform_number: float) -> int:
    """The index of the outcome that the number `uniform_number` in [0, 1) stands for."""
    n = len(odds)
    if odds is _UNIFORM.get(n):
        return int(uniform_number * n)
    for i in range(n):
        uniform_number -= odds[i]
        if uniform_number < 0.0:
            return i
    last = n - 1
    while odds[last] <= 0.0:
        last -= 1
    return last


def run_chance_and_get_seat(game: Game, state: State, rng: random.Random) -> int:
    """Let chance act until a seat must; which one, or NOBODY when the game is over."""
    actors = game.actors(state)
    while actors and actors[0] == CHANCE:
        game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
        actors = game.actors(state)
    return actors[0] if actors else NOBODY


def compute_seeded_uniform(seed: str, log_index: int) -> float:
    """The number in [0, 1) that a match with this seed uses at this place of its log.

    Anyone who knows the seed can recompute it; nobody can before.
    """
    digest = hashlib.sha256(f"{seed}:{log_index}".encode()).digest()
    return float(int.from_bytes(digest[:8], "big") >> 11) / float(1 << 53)


def compute_seed_commitment(seed: str) -> str:
    """What is published of a seed before the match: its hash."""
    return hashlib.sha256(f"aerodrome:{seed}".encode()).hexdigest()
