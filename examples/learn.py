"""Teach a small policy to play, with nothing but NumPy and the PettingZoo adapter: `python examples/learn.py`.

The policy is one layer: the chance of an action is softmax(W[action] · observation) over what is legal. It learns by
REINFORCE: play a batch of games against random seats, then make what was done in won games more likely and what was
done in lost games less likely. The learner sits in every seat in turn. A few minutes on one core are enough to beat
`random` by far; see docs/lab.md for what it reaches.

To do better: a deeper network, a critic, self-play. The environment stays the same.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aerodrome.adapters import pettingzoo

Array = NDArray[np.float32]
Choice = tuple[Array, NDArray[np.intp], Array, int]
"""What was seen, what was legal, how likely each was, and which was taken."""


class Policy:
    """W has a row for each action of the title's action_space; the last column is a bias."""

    def __init__(self, actions: int, features: int) -> None:
        self.weights: Array = np.zeros((actions, features + 1), np.float32)
        self.mean_square: Array = np.zeros(actions, np.float32)

    def compute_probabilities(self, seen: Array, legal: NDArray[np.intp]) -> Array:
        """Of each legal action."""
        logits = self.weights[legal] @ seen
        odds: Array = np.exp(logits - logits.max())
        odds /= odds.sum()
        return odds

    def choose_action(self, observation: dict[str, Array], rng: random.Random) -> Choice:
        """Draws one of the legal actions by the policy's probabilities."""
        legal = np.flatnonzero(observation["action_mask"])
        seen = np.append(observation["observation"], np.float32(1.0)).clip(-3.0, 3.0)
        odds = self.compute_probabilities(seen, legal)
        taken = min(int(np.searchsorted(np.cumsum(odds), rng.random())), len(legal) - 1)
        return seen, legal, odds, taken

    def update(self, games: list[tuple[list[Choice], float]], rate: float) -> None:
        """One step up the gradient of (reward - average reward) · log chance; each row has its own pace (RMS)."""
        average = sum(reward for _, reward in games) / len(games)
        slope: Array = np.zeros_like(self.weights)
        for choices, reward in games:
            for seen, legal, odds, taken in choices:
                push = -odds * np.float32(reward - average)
                push[taken] += np.float32(reward - average)
                slope[legal] += np.outer(push, seen)
        slope /= len(games)
        self.mean_square = 0.9 * self.mean_square + 0.1 * np.square(slope).mean(axis=1)
        self.weights += rate * slope / (np.sqrt(self.mean_square)[:, None] + 1e-3)


def play_training_game(
    env: pettingzoo.AerodromeEnv, policy: Policy, learner: str, seed: int
) -> tuple[list[Choice], float]:
    """One game: `learner` by the policy, all others at random. Returns the learner's choices and its reward."""
    rng = random.Random(seed)
    choices = []
    reward = 0.0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, earned, over, cut, _ = env.last()
        if agent == learner:
            reward += earned
        if over or cut:
            env.step(None)
        elif agent != learner:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
        else:
            choice = policy.choose_action(observation, rng)
            env.step(int(choice[1][choice[3]]))
            if len(choice[1]) > 1:
                choices.append(choice)
    return choices, reward


def train_policy(
    title: str, seats: int, batches: int, size: int, rate: float, seed: int, verbose: bool = True
) -> Policy:
    """A policy that has learned from so many batches of `size` games."""
    env = pettingzoo.env(title, seats=seats)
    env.reset(seed=seed)
    observation, *_ = env.last()
    policy = Policy(len(observation["action_mask"]), len(observation["observation"]))
    begun = time.perf_counter()
    for batch in range(batches):
        start = seed + batch * size
        games = [
            play_training_game(env, policy, env.possible_agents[n % len(env.possible_agents)], start + n)
            for n in range(size)
        ]
        policy.update(games, rate)
        if verbose and (batch + 1) % 10 == 0:
            won = sum(reward > 0 for _, reward in games) / size
            print(f"batch {batch + 1:3}: won {won:4.0%} of {size} games, {time.perf_counter() - begun:4.0f} s")
    return policy


def measure_win_rate(policy: Policy, title: str, seats: int, games: int, seed: int) -> float:
    """How often the policy wins against random seats, with games it has not seen; every seat in turn."""
    env = pettingzoo.env(title, seats=seats)
    agents = env.possible_agents
    return sum(play_training_game(env, policy, agents[n % len(agents)], seed + n)[1] > 0 for n in range(games)) / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a small policy to beat random seats.")
    parser.add_argument("title", nargs="?", default="airline")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--batches", type=int, default=60)
    parser.add_argument("--size", type=int, default=60, help="games in a batch")
    parser.add_argument("--rate", type=float, default=0.05, help="how far one batch may move the policy")
    parser.add_argument("--games", type=int, default=400, help="games of the examination")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="where to keep the weights (.npy)")
    given = parser.parse_args()
    policy = train_policy(given.title, given.seats, given.batches, given.size, given.rate, given.seed)
    won = measure_win_rate(policy, given.title, given.seats, given.games, seed=10_000_000)
    print(
        f"{given.title}, {given.seats} seats: won {won:.1%} of {given.games} new games; {1 / given.seats:.1%} is fair"
    )
    if given.save:
        np.save(given.save, policy.weights)


if __name__ == "__main__":
    main()
