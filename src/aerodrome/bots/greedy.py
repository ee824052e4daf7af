"""One step ahead: the action after which the title's own evaluator likes the position best."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.base import Bot
from aerodrome.bots.explain import phrase_reason
from aerodrome.bots.quick_policy import list_sensible_actions
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.evaluator import lead_over_rivals
from aerodrome.core.game import Game
from aerodrome.core.state import State

MAX_CHANCE_RUN: Final = 8
WON: Final = 1e9


class GreedyBot(Bot):
    """`samples`: how many ways chance may answer are looked at."""

    def __init__(self, samples: int = 3) -> None:
        super().__init__()
        self.samples = samples

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        legal = list_sensible_actions(game, state, seat, game.legal(state, seat))
        if len(legal) == 1:
            self.reason = ""
            return legal[0]
        luck = _draw_chance_samples(self.samples, rng)
        best: list[Action] = []
        highest = 0.0
        for action in _drop_doubtful_actions(game, state, seat, legal):
            value = self._estimate_action_value(game, state, seat, action, luck)
            if not best or value > highest:
                best = [action]
                highest = value
            elif value == highest:
                best.append(action)
        chosen = best[int(rng.random() * len(best))]
        self.reason = phrase_reason(game, state, seat, chosen, True)
        return chosen

    def _estimate_action_value(
        self, game: Game, state: State, seat: int, action: Action, luck: list[list[float]]
    ) -> float:
        total = 0.0
        for i in range(len(luck)):
            twin = state.clone()
            game.apply(twin, seat, action)
            met_chance = resolve_chance_by_numbers(game, twin, luck[i])
            total += value_for_seat(game, twin, seat)
            if not met_chance:
                return total / (i + 1)
        return total / len(luck)


def _drop_doubtful_actions(game: Game, state: State, seat: int, legal: list[Action]) -> list[Action]:
    evaluator = game.evaluator
    sound = [action for action in legal if evaluator.action_prior(game, state, seat, action) > 0.0]
    return sound or legal


def _draw_chance_samples(samples: int, rng: random.Random) -> list[list[float]]:
    """Numbers for chance, spread evenly over [0, 1) at each place; all actions are judged by the same ones."""
    luck: list[list[float]] = [[] for i in range(samples)]
    for _place in range(MAX_CHANCE_RUN):
        start = rng.random()
        turn = int(rng.random() * samples)
        for i in range(samples):
            luck[i].append(((i + turn) % samples + start) / samples)
    return luck


def resolve_chance_by_numbers(game: Game, state: State, numbers: list[float]) -> bool:
    """Let chance act, by these numbers, until a seat must or the numbers are used up; whether it did at all."""
    for i in range(len(numbers)):
        actors = game.actors(state)
        if len(actors) != 1 or actors[0] != CHANCE:
            return i > 0
        game.apply(state, CHANCE, game.pick_outcome(state, numbers[i]))
    return True


def value_for_seat(game: Game, state: State, seat: int) -> float:
    """How far a seat is ahead of its rivals' average; a finished game is won or lost."""
    values = game.evaluator.evaluate(game, state)
    ahead = lead_over_rivals(values, seat)
    if state.step_stack:
        return ahead
    return ahead + WON if seat in game.winners(state) else ahead - WON
