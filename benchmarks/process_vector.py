"""What worker processes are worth: `python benchmarks/process_vector.py [TITLE ...] [--processes 2]`.

Random legal actions through `VectorEnv` and `ProcessVectorEnv`, with observations and dense masks, for several numbers
of games. Rounds of both take turns, so that other work on the machine hits them alike; the ratio is the median over
the rounds. Steps per second are by the clock on the wall. Beside them stands what a step of all games costs in
processor time, that of the workers included.
"""

import argparse
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

import aerodrome
from aerodrome.adapters.process_vector import ProcessVectorEnv
from aerodrome.adapters.vector import VectorEnv
from aerodrome.adapters.vector_env_base import VectorEnvBase
from aerodrome.cli.version import format_version

TICKS = os.sysconf("SC_CLK_TCK")


def get_processor_seconds(env: VectorEnvBase) -> float:
    """Of this process and of the workers."""
    total = time.process_time()
    if isinstance(env, ProcessVectorEnv):
        for process, _connection in env._workers:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


def prepare_steps(env: VectorEnvBase) -> Callable[[int], None]:
    """Games in all stages; returns what steps them so many times more."""
    env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(100):
        env.step(env.sample_actions(rng))

    def step(count: int) -> None:
        for _ in range(count):
            env.step(pick_legal_actions(env, rng))

    return step


def pick_legal_actions(env: VectorEnvBase, rng: random.Random) -> NDArray[np.int64]:
    """In each game the next legal action from a random number on: as quick as can be, as it is not what is measured."""
    assert env.masks is not None
    start = rng.randrange(env.num_actions)
    after = env.masks[:, start:].argmax(axis=1) + start
    picked: NDArray[np.int64] = np.where(
        env.masks[np.arange(env.num_envs), after] == 1, after, env.masks.argmax(axis=1)
    )
    return picked


def compare(title: str, games: int, processes: int, seconds: float, rounds: int) -> str:
    with VectorEnv(title, games) as one, ProcessVectorEnv(title, games, processes) as many:
        envs: list[VectorEnvBase] = [one, many]
        steps = [prepare_steps(env) for env in envs]
        begun = time.process_time()
        steps[0](3)
        count = max(2, int(seconds * 3 / max(1e-4, time.process_time() - begun)))
        rates: list[list[float]] = [[], []]
        costs: list[list[float]] = [[], []]
        for _round in range(rounds):
            for i, env in enumerate(envs):
                wall, used = time.perf_counter(), get_processor_seconds(env)
                steps[i](count)
                rates[i].append(count * games / (time.perf_counter() - wall))
                costs[i].append((get_processor_seconds(env) - used) / count * 1e6)
        ratio = median(more / less for less, more in zip(*rates, strict=True))
        return (
            f"| {title} | {games} | {median(rates[0]):,.0f} | {median(rates[1]):,.0f} | {ratio:.2f} |"
            f" {median(costs[0]):,.0f} | {median(costs[1]):,.0f} | {os.getloadavg()[0]:.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--games", type=int, nargs="+", default=[128, 512, 2048])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    print(f"{format_version()}; {given.processes} processes, {os.cpu_count()} cores\n")
    print("| | games | steps/s, one process | with workers | ratio | µs of processor a step | with workers | load |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for title in given.titles:
        for games in given.games:
            print(compare(title, games, given.processes, given.seconds, given.rounds), flush=True)


if __name__ == "__main__":
    main()
