"""Steps a core does in a second with observation and mask: `python benchmarks/vector.py [--batch 128] [--seconds 3]`.

Random legal actions in all games at once through `aerodrome.adapters.vector`, every step with the observation of the
seat asked and a dense mask in arrays. Time is that of the processor; the best of several rounds, as other work on the
machine can only slow a round down. The bare engine plays the same titles at random for comparison.

With `pgx` and `jax` importable (they are no part of the project: use an environment of their own with this package on
PYTHONPATH) the same is measured for some games of pgx on the CPU; with `pygame` and `chess`, for some of PettingZoo's
classic environments, one game at a time as they have no batches.
"""

import argparse
import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import aerodrome
from aerodrome.adapters import vector
from aerodrome.cli.version import format_version
from aerodrome.core.random_play import play_at_random_and_count_decisions

HAS_PEERS = find_spec("pgx") is not None
PEERS = ("backgammon", "go_9x9", "hex")
HAS_CLASSIC = find_spec("pygame") is not None and find_spec("chess") is not None
CLASSIC = ("connect_four_v3", "go_v5", "chess_v6")


def find_best_rate(run: Callable[[], int], seconds: float, rounds: int) -> float:
    """Steps per second of processor time in the best round."""
    rates = []
    for _round in range(rounds):
        steps, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            steps += run()
        rates.append(steps / (time.process_time() - begun))
    return max(rates)


def measure_vector(title: str, batch: int, seconds: float, rounds: int) -> tuple[float, vector.VectorEnv]:
    env = vector.VectorEnv(title, batch)
    env.reset(seed=1)
    rng = random.Random(1)

    def run() -> int:
        env.step(np.array(env.sample_actions(rng)))
        return batch

    for _ in range(200):  # games in all stages
        run()
    return find_best_rate(run, seconds, rounds), env


def measure_bare(title: str, seconds: float, rounds: int) -> float:
    """Actions per second of the engine alone, those of chance included."""
    game = aerodrome.load(title)
    seeds = iter(range(1_000_000_000))

    def run() -> int:
        return play_at_random_and_count_decisions(game, game.new(game.seats_min), random.Random(next(seeds)))

    return find_best_rate(run, seconds, rounds)


def measure_peer(name: str, batch: int, seconds: float, rounds: int) -> tuple[float, tuple[int, ...], int]:
    """A game of pgx on the CPU, stepped at random by one compiled function."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

    def act(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        key, choice, start = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, logits, axis=-1)
        return step(state, actions, jax.random.split(start, batch)), key

    act_compiled = jax.jit(act)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))

    def run() -> int:
        nonlocal state, key
        state, key = act_compiled(state, key)
        jax.block_until_ready(state.observation)
        return batch

    run()
    return find_best_rate(run, seconds, rounds), env.observation_shape, env.num_actions


def measure_classic(name: str, seconds: float, rounds: int) -> tuple[float, int, int]:
    """An environment of PettingZoo by its documented loop, with legal actions taken at random from the mask."""
    env: Any = import_module(f"pettingzoo.classic.{name}").raw_env(**({"board_size": 9} if name == "go_v5" else {}))
    rng = random.Random(1)

    def run() -> int:
        steps = 0
        env.reset(seed=rng.randrange(1_000_000))
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask).tolist()))
            steps += 1
        return steps

    env.reset(seed=1)
    agent = env.possible_agents[0]
    numbers = int(np.prod(env.observe(agent)["observation"].shape))
    return find_best_rate(run, seconds, rounds), numbers, int(env.action_space(agent).n)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{format_version()}; batch {given.batch}\n")
    print("| | seats | numbers observed | actions in the mask | steps/s | µs | bare actions/s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for title in given.titles:
        rate, env = measure_vector(title, given.batch, given.seconds, given.rounds)
        bare = measure_bare(title, given.seconds, given.rounds)
        print(
            f"| {title} | {env.seats} | {len(env.feature_names)} | {env.num_actions} | {rate:,.0f} | {1e6 / rate:.1f} |"
            f" {bare:,.0f} |",
            flush=True,
        )
    for name in PEERS if HAS_PEERS else ():
        rate, shape, actions = measure_peer(name, given.batch, given.seconds, given.rounds)
        print(f"| pgx {name} | 2 | {np.prod(shape)} | {actions} | {rate:,.0f} | {1e6 / rate:.1f} | |", flush=True)
    for name in CLASSIC if HAS_CLASSIC else ():
        rate, numbers, actions = measure_classic(name, given.seconds, given.rounds)
        print(f"| PettingZoo {name} | 2 | {numbers} | {actions} | {rate:,.0f} | {1e6 / rate:.1f} | |", flush=True)


if __name__ == "__main__":
    main()
