"""What a bot thinks of a seat's choices, for somebody who asks."""

from __future__ import annotations

import random

from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.explain import explain_best_evaluations
from aerodrome.bots.levels import Ace
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


def evaluate_legal_moves(bot: Bot, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
    """What the bot thinks of its choices on this table, best first. It sees only what its seat may know."""
    imagined = game.imagine(state, seat, rng)
    return bot.evaluate_moves(game, imagined, seat, rng)


def advise(
    game: Game,
    state: State,
    seat: int,
    rng: random.Random,
    budget_ms: int = 1000,
    best: int = 3,
    simulations: int = 0,
) -> list[tuple[Action, float, str]]:
    """The best choices for a seat as (action, expectation in the title's currency, a sentence), best first.

    `state` is the true table; what the seat cannot know plays no part. With `simulations` instead of milliseconds the
    advice does not depend on the machine.
    """
    evaluations = evaluate_legal_moves(Ace(budget_ms, simulations), game, state, seat, rng)
    return explain_best_evaluations(game, state, seat, evaluations, best)
