"""A network as the judgement of bots: from observations to chances. See docs/lab.md.

from aerodrome import bots
from aerodrome.adapters.network_value import NetworkValue
bot = bots.create_bot_with_value(bots.create_bot("captain"), NetworkValue(network))
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from aerodrome import Game, State

Network = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""From rows of features to one number a row: the more, the better that seat stands (a logit)."""


class NetworkValue:
    """The chances of all seats in many positions by one call of a network: a softmax over each position's seats."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, game: Game, states: list[State]) -> list[list[float]]:
        seats = states[0].seats
        observation = game.observation_encoding(seats)
        rows = b"".join([observation.encode(game, state, seat) for state in states for seat in range(seats)])
        features = np.frombuffer(rows, "<i4").reshape(len(states) * seats, -1).astype(np.float32)
        features /= np.array(observation.scales, np.float32)
        found = np.asarray(self.network(features), np.float64)
        if found.size != len(features):
            raise ValueError(
                f"the network gave an array of shape {found.shape} for {len(features)} rows, not a number for each"
            )
        scores = found.reshape(len(states), seats)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: list[list[float]] = (odds / odds.sum(axis=1, keepdims=True)).tolist()
        return chances
