"""What a bot is, and the one door through which it sees a table."""

from __future__ import annotations

import random

from aerodrome.bots.native import mypyc_attr
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


def decide(bot: Bot, game: Game, state: State, seat: int, rng: random.Random) -> Action:
    """What the bot does on this table. It gets the table as its seat could believe it, never the truth."""
    return bot.choose(game, game.imagine(state, seat, rng), seat, rng)
