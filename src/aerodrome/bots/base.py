"""What a bot is, and the one way in which it sees a table."""

from __future__ import annotations

import random

from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.mypyc_compat import mypyc_attr
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Chooses for a seat. Your own bot is a subclass with `choose`, in plain Python or compiled."""

    def __init__(self) -> None:
        self.reason = ""
        """Why the last choice was made, in half a sentence; "" when there is nothing to say."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        """One of the actions allowed to `seat`. `state` is imagined: hidden parts are a guess, and it may be
        changed at will. All randomness comes from `rng`."""
        raise NotImplementedError

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        """Every choice it looked at, best first; of a bot that compares nothing, just what it would do."""
        return [MoveEvaluation(self.choose(game, state, seat, rng))]


def choose_action(bot: Bot, game: Game, state: State, seat: int, rng: random.Random) -> Action:
    """What the bot does on this table. It gets the table as its seat could believe it, never the truth."""
    return bot.choose(game, game.imagine(state, seat, rng), seat, rng)
