"""The opponents people choose from: cadet, captain, ace."""

from __future__ import annotations

import random

from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.explain import phrase_reason_and_gain
from aerodrome.bots.lookahead import evaluate_by_lookahead
from aerodrome.bots.quick_policy import list_sensible_actions
from aerodrome.bots.search import UNLIMITED, SearchBot
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

LEVEL_NAMES = ("random", "greedy", "cadet", "captain", "ace")
"""Which bots may play in a match. Others, by import path, are for the lab: nobody names code over the network."""
LOBBY_LEVELS = ("cadet", "captain", "ace")
"""Those that people are offered, weakest first."""
SUBSTITUTE_LEVEL = "captain"
"""Which bot plays for somebody who left or whose time is out."""


class Cadet(Bot):
    """Plays soundly and forgets things: some choices never come to mind, and small differences escape it."""

    def __init__(self, forget_rate: float = 0.4, noise: float = 0.04) -> None:
        super().__init__()
        self.forget_rate = forget_rate
        self.noise = noise

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _take_best_and_keep_reason(self, game, state, seat, self.evaluate_moves(game, state, seat, rng))

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        legal = list_sensible_actions(game, state, seat, game.legal(state, seat))
        remembered = [
            action
            for action in legal
            if rng.random() >= self.forget_rate or game.evaluator.is_obvious(game, state, seat, action)
        ]
        if not remembered:
            remembered = [legal[int(rng.random() * len(legal))]]
        evaluations = evaluate_by_lookahead(game, state, seat, remembered, 1, 0, 12, False, rng)
        blurred = [(evaluation.win_share + self.noise * rng.random(), -i) for i, evaluation in enumerate(evaluations)]
        return [evaluations[-entry[1]] for entry in sorted(blurred, reverse=True)]


class Captain(Bot):
    """Tries every sensible choice on a few imagined tables, finishes its move, and plays on from the best in thought.

    `finalists`: how many of them are compared by `simulations` (the title's own number unless given; 0 for none).
    """

    def __init__(
        self, worlds: int = 3, follow: int = 2, candidates: int = 8, simulations: int = -1, finalists: int = 4
    ) -> None:
        super().__init__()
        self.worlds = worlds
        self.follow = follow
        self.candidates = candidates
        self.simulations = simulations
        # No tree: with so few simulations what it explores would be noise in the comparison.
        self.search = SearchBot(simulations, candidates=finalists, expand_after=UNLIMITED)

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _take_best_and_keep_reason(self, game, state, seat, self.evaluate_moves(game, state, seat, rng))

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        legal = list_sensible_actions(game, state, seat, game.legal(state, seat))
        first = evaluate_by_lookahead(game, state, seat, legal, self.worlds, self.follow, self.candidates, False, rng)
        simulations = self.simulations if self.simulations >= 0 else game.evaluator.captain_simulations()
        if simulations == 0:
            return first
        self.search.simulations = simulations
        return self.search.compare_finalists(game, state, seat, first, 0.0, rng)


class Ace(Bot):
    """Search, for about two seconds a move; `simulations` instead makes it reproducible."""

    def __init__(self, milliseconds: int = 2000, simulations: int = 0) -> None:
        super().__init__()
        self.search = SearchBot(simulations, milliseconds)

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _take_best_and_keep_reason(self, game, state, seat, self.evaluate_moves(game, state, seat, rng))

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        return self.search.evaluate_moves(game, state, seat, rng)


def _take_best_and_keep_reason(
    bot: Bot, game: Game, state: State, seat: int, evaluations: list[MoveEvaluation]
) -> Action:
    """The first evaluation's action; the bot remembers why."""
    best = evaluations[0]
    bot.reason = phrase_reason_and_gain(game, state, seat, best.action, best.gain) if len(evaluations) > 1 else ""
    return best.action
