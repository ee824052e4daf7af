"""Bots by import path, good and bad. Importing this makes the toy a title, also in other processes."""

import os
import random
from pathlib import Path
from signal import pause
from typing import Any

from aerodrome import Action, Game, State
from aerodrome.bots import Bot
from aerodrome.core.registry import register
from toy.actions import Bid

register("toy", "toy.game")


class Bold(Bot):
    """Bids all there is."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return Bid(9)


class Meek(Bot):
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return Bid(1)


class Dice(Bot):
    """As random as can be: notices any difference in its generator."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return Bid(int(rng.random() * 10))


class Raises(Bot):
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        raise RuntimeError("no fuel")


class Cheats(Bot):
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return Bid(100)


class Mumbles(Bot):
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        answer: Any = "nine"
        action: Action = answer
        return action


class Dawdles(Bot):
    """Never comes to an end, and does not mind exceptions."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        while True:
            try:
                rng.random()
            except Exception:
                continue


class Vandal(Bot):
    """Scribbles over what it is shown."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        state.step_stack.clear()
        return Bid(1)


class Registered(Bot):
    """Plays at random and leaves a file with the name of its process in the folder REGISTER."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        Path(os.environ["REGISTER"], str(os.getpid())).touch()
        legal = game.legal(state, seat)
        return legal[int(rng.random() * len(legal))]


class Stuck(Registered):
    """Leaves that file and then thinks for good."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        super().choose(game, state, seat, rng)
        while True:
            pause()
