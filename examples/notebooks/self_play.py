# %% [markdown]
# # Learning by self-play
#
# A policy of one layer learns a whole game by playing against itself, many games at once through the vector
# environment. The game is Air-Kwire in miniature (two airlines, five cities, two seats, two rounds): small enough to
# learn in a minute on one core, with hidden hands, a market and mergers as in the large one.
#
# The method is REINFORCE: what a seat did in games that it won becomes more likely, what it did in games that it lost
# less likely. Change the title, the edition or the network and the loop stays as it is.

# %%
import os

import numpy as np
from numpy.typing import NDArray

from aerodrome.adapters import vector

SMALL = "SMALL" in os.environ  # the suite runs this with small numbers
BATCHES = 9 if SMALL else 150
EXAM_GAMES = 100 if SMALL else 2000
GAMES_AT_ONCE = 16 if SMALL else 64
RATE = 2.0
rng = np.random.default_rng(1)
TABLE = {"title": "airkwire", "edition": "miniature", "seats": 2, "options": {"round_limit": 2}}
Floats = NDArray[np.float32]

# %% [markdown]
# The policy has a row of weights for each action. The chance of an action is the softmax over what is legal: the mask
# of the environment says what that is.

# %%
env = vector.VectorEnv(num_envs=GAMES_AT_ONCE, **TABLE)  # type: ignore[arg-type]
weights: Floats = np.zeros((env.num_actions, len(env.feature_names) + 1), np.float32)
print(f"{len(env.feature_names)} numbers observed, {env.num_actions} actions")


def add_bias(observations: Floats) -> Floats:
    """The observations with a column of ones."""
    return np.hstack([observations.clip(-3, 3), np.ones((len(observations), 1), np.float32)])


def compute_chances(env: vector.VectorEnv) -> Floats:
    """Of every action in every game; 0 where it is not legal."""
    assert env.masks is not None
    logits = np.where(env.masks > 0, add_bias(env.observations) @ weights.T, -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Floats = odds / odds.sum(axis=1, keepdims=True)
    return chances


def draw_actions(chances: Floats) -> NDArray[np.int64]:
    """One for each game, by these chances."""
    drawn: NDArray[np.int64] = np.argmax(chances.cumsum(axis=1) > rng.random((len(chances), 1)) * 0.999999, axis=1)
    return drawn


# %% [markdown]
# One batch: play until every game has ended at least once. A game that ends begins anew by itself, so nothing waits.
# All seats are played by the same policy; each decision is credited with what the game was worth to its seat: 1 for a
# win, -1 for a loss, 0 for a tie.


# %%
def play_and_learn() -> None:
    """Play a batch of games against itself and take one step up the gradient."""
    global weights
    slope = np.zeros_like(weights)
    open_choices: list[list[tuple[int, Floats, Floats, int]]] = [[] for _game in range(GAMES_AT_ONCE)]
    ended = np.zeros(GAMES_AT_ONCE, bool)
    decisions = 0
    while not ended.all():
        chances = compute_chances(env)
        actions = draw_actions(chances)
        seen = add_bias(env.observations)
        for game in range(GAMES_AT_ONCE):
            open_choices[game].append((int(env.seats_asked[game]), seen[game], chances[game], int(actions[game])))
        _observations, rewards, terminations, _truncations, _infos = env.step(actions)
        for game in np.flatnonzero(terminations).tolist():
            for seat, row, odds, action in open_choices[game]:
                push = -odds * rewards[game, seat]
                push[action] += rewards[game, seat]
                legal = np.flatnonzero(odds)
                slope[legal] += np.outer(push[legal], row)
                decisions += 1
            open_choices[game] = []
        ended |= terminations
    weights += RATE * slope / decisions


# %% [markdown]
# The examination: the policy in one seat, random play in the other, in fresh games; the seat changes from game to game.


# %%
def measure_share(games: int, seed: int) -> float:
    """The share of wins against random play, a tie as half a win."""
    exam = vector.VectorEnv(num_envs=GAMES_AT_ONCE, **TABLE)  # type: ignore[arg-type]
    exam.reset(seed=seed)
    learner = np.arange(GAMES_AT_ONCE) % 2
    results: list[float] = []
    while len(results) < games:
        chances = compute_chances(exam)
        uniform = (chances > 0) / (chances > 0).sum(axis=1, keepdims=True)
        is_learner = (exam.seats_asked == learner)[:, None]
        _observations, rewards, over, _cut, _infos = exam.step(draw_actions(np.where(is_learner, chances, uniform)))
        results += [float(rewards[game, learner[game]]) for game in np.flatnonzero(over)]
    return sum((result + 1) / 2 for result in results) / len(results)


# %%
env.reset(seed=1)
before = measure_share(games=EXAM_GAMES, seed=10_000)
for batch in range(BATCHES):
    play_and_learn()
    if (batch + 1) % (BATCHES // 3) == 0:
        share = measure_share(games=EXAM_GAMES, seed=10_000)
        print(f"after {batch + 1:3} batches of {GAMES_AT_ONCE} games: {share:.1%} against random play")
print(f"before learning: {before:.1%}; 50 % is fair")

# %% [markdown]
# Where to go from here: a deeper network (`NetworkValue` in docs/lab.md puts one under the bots' search), the house
# editions, more seats; and for the one-round miniature the exact answer, which `aerodrome lab solve` finds.
