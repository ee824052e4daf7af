"""Any legal action, all equally likely."""

from __future__ import annotations

import random

from aerodrome.bots.base import Bot
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


class RandomBot(Bot):
    """Values nothing, and so has no style."""

    def __init__(self) -> None:
        super().__init__()

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        legal = game.legal(state, seat)
        return legal[int(rng.random() * len(legal))]
