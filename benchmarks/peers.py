"""Random play of every title against catanatron's, in one process, taking turns: `python benchmarks/peers.py`.

A decision is one answer of a seat. What chance answers (dice, draws, deals) takes time in both and is counted apart:
catanatron has it inside a player's action, here it is an action of its own. Time is that of the processor, and ratios
are medians over the rounds, so that a busy machine hurts both sides alike and little. catanatron comes with
`uv sync --group bench`; without it there are no ratios.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import aerodrome
from aerodrome import CHANCE, Game, State
from aerodrome.cli.version import format_version
from aerodrome.core.random_play import play_at_random_and_count_decisions

try:
    import catanatron
except ImportError:
    catanatron = None

try:
    from aerodrome.adapters import pettingzoo
except ImportError:
    pettingzoo = None  # type: ignore[assignment]


class LapResult(NamedTuple):
    """Some whole games."""

    decisions: int
    chances: int
    games: int
    seconds: float


class Contender(NamedTuple):
    """An engine in the comparison."""

    name: str
    run_lap: Callable[[int, float], LapResult]
    clone: Callable[[], None]
    """Copies a position from the middle of a game once."""


def create_lap_runner(play_seeded_game: Callable[[int], tuple[int, int, float]]) -> Callable[[int, float], LapResult]:
    """Whole games with seeds from `first` on until the time is up."""

    def run_lap(first: int, budget: float) -> LapResult:
        decisions, chances, games, seconds = 0, 0, 0, 0.0
        while seconds < budget:
            made, rolled, took = play_seeded_game(first + games)
            decisions, chances, games, seconds = decisions + made, chances + rolled, games + 1, seconds + took
        return LapResult(decisions, chances, games, seconds)

    return run_lap


def create_title_contender(name: str, seats: int) -> Contender:
    """One of our titles, played at random."""
    game = aerodrome.load(name)
    counts: dict[int, int] = {}

    def play_seeded_game(seed: int) -> tuple[int, int, float]:
        state, rng = game.new(seats), random.Random(seed)
        begun = time.process_time()
        actions = play_at_random_and_count_decisions(game, state, rng)
        seconds = time.process_time() - begun
        if seed not in counts:
            counts[seed] = count_chance_actions(game, seats, seed)
        return actions - counts[seed], counts[seed], seconds

    state = play_to_middle(game, seats)

    def clone_state() -> None:
        state.clone()

    return Contender(f"{name} {seats} seats", create_lap_runner(play_seeded_game), clone_state)


def count_chance_actions(game: Game, seats: int, seed: int) -> int:
    """How many actions of `play_at_random_and_count_decisions` with this seed are chance's.

    They are counted outside the measured time.
    """
    state, rng, chances = game.new(seats), random.Random(seed), 0
    while actors := game.actors(state):
        chances += actors[0] == CHANCE
        play_at_random_and_count_decisions(game, state, rng, max_decisions=1)
    return chances


def play_to_middle(game: Game, seats: int) -> State:
    """A position from the middle of a random game."""
    length = play_at_random_and_count_decisions(game, game.new(seats), random.Random(1))
    state: State = game.new(seats)
    play_at_random_and_count_decisions(game, state, random.Random(1), max_decisions=length // 2)
    return state


def create_catanatron_contender() -> Contender:
    """Catanatron with random players."""
    colors = list(catanatron.Color)

    def start_game(seed: int) -> "catanatron.Game":
        return catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)

    def play_seeded_game(seed: int) -> tuple[int, int, float]:
        random.seed(seed)
        game = start_game(seed)
        begun = time.process_time()
        game.play()
        return len(game.state.actions), 0, time.process_time() - begun

    middle = start_game(1)
    for _ in range(150):
        middle.play_tick()

    def clone_state() -> None:
        middle.state.copy()

    return Contender("catanatron 4 seats", create_lap_runner(play_seeded_game), clone_state)


def create_observing_lap_runner(name: str, seats: int) -> Callable[[int, float], LapResult]:
    """The same random play through the PettingZoo adapter: `last`, a choice from the mask, `step`."""
    env = pettingzoo.env(name, seats=seats)

    def play_seeded_game(seed: int) -> tuple[int, int, float]:
        rng = random.Random(seed)
        env.reset(seed=seed)
        steps = 0
        begun = time.process_time()
        while not env.terminations[env.agent_selection]:
            mask = env.last()[0]["action_mask"]
            legal = mask.nonzero()[0]
            env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps, 0, time.process_time() - begun

    return create_lap_runner(play_seeded_game)


def create_stepping_lap_runner(name: str, seats: int) -> Callable[[int, float], LapResult]:
    """Only `step`, without looking at the observation: what the adapter itself adds."""
    env = pettingzoo.env(name, seats=seats)

    def play_seeded_game(seed: int) -> tuple[int, int, float]:
        rng = random.Random(seed)
        env.reset(seed=seed)
        steps = 0
        begun = time.process_time()
        while not env.terminations[env.agent_selection]:
            legal = env.list_legal_indices()
            env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps, 0, time.process_time() - begun

    return create_lap_runner(play_seeded_game)


def measure_clone_microseconds(clone: Callable[[], None], times: int = 2000) -> float:
    """How long one copy of a position takes."""
    begun = time.process_time()
    for _ in range(times):
        clone()
    return (time.process_time() - begun) / times * 1e6


class ContenderScore:
    """What a contender did, round by round."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.laps: list[LapResult] = []
        self.clones: list[float] = []

    def compute_rates(self, count: Callable[[LapResult], float]) -> list[float]:
        return [count(lap) / lap.seconds for lap in self.laps]


def compute_median_ratio(mine: list[float], theirs: list[float]) -> float:
    """The median of the ratios, round by round."""
    return statistics.median(a / b for a, b in zip(mine, theirs, strict=True))


def measure_contenders(contenders: list[Contender], rounds: int, budget: float) -> list[ContenderScore]:
    """All contenders in turn, round after round."""
    scores = [ContenderScore(contender.name) for contender in contenders]
    for contender in contenders:
        contender.run_lap(0, 0.0)
    for number in range(rounds):
        for contender, score in zip(contenders, scores, strict=True):
            score.laps.append(contender.run_lap(1000 * number, budget))
            score.clones.append(measure_clone_microseconds(contender.clone))
    return scores


def print_scores(scores: list[ContenderScore], reference: ContenderScore | None) -> None:
    """The table, with ratios to the reference if there is one."""
    print(
        f"{'':22}{'decisions/s':>13}{'ratio':>8}{'with chance/s':>15}{'ratio':>8}{'games/s':>9}"
        f"{'copy µs':>9}{'ratio':>8}"
    )
    for score in scores:
        seats = score.compute_rates(lambda lap: lap.decisions)
        both = score.compute_rates(lambda lap: lap.decisions + lap.chances)
        games = statistics.median(score.compute_rates(lambda lap: lap.games))
        row = f"{score.name:22}{statistics.median(seats):13,.0f}{{}}{statistics.median(both):15,.0f}{{}}"
        row += f"{games:9,.1f}{statistics.median(score.clones):9.2f}{{}}"
        if reference is None or score is reference:
            print(row.format(" " * 8, " " * 8, " " * 8))
            continue
        theirs = reference.compute_rates(lambda lap: lap.decisions)
        copies = compute_median_ratio(score.clones, reference.clones)
        print(
            row.format(
                f"{compute_median_ratio(seats, theirs):7.1f}x",
                f"{compute_median_ratio(both, theirs):7.1f}x",
                f"   1/{1 / copies:<3.0f}",
            )
        )


def print_adapter_costs(rounds: int, budget: float) -> None:
    """What a decision costs with and without the PettingZoo adapter."""
    print("\nPettingZoo against the bare engine (time for one decision, chance included):")
    for name in aerodrome.titles():
        seats = aerodrome.load(name).seats_min
        laps = (
            create_title_contender(name, seats).run_lap,
            create_stepping_lap_runner(name, seats),
            create_observing_lap_runner(name, seats),
        )
        times: list[list[float]] = [[], [], []]
        for number in range(rounds):
            for place, run_lap in enumerate(laps):
                done = run_lap(1000 * number, budget)
                times[place].append(done.seconds / done.decisions * 1e6)
        bare, step, look = (statistics.median(column) for column in times)
        print(
            f"{name:22}bare {bare:6.1f} µs   step {step:6.1f} µs ({compute_median_ratio(times[1], times[0]):.1f}x)   "
            f"step and observation {look:6.1f} µs ({compute_median_ratio(times[2], times[0]):.1f}x)"
        )


def print_peak_memory(name: str) -> None:
    """Peak memory of a process that loads a title and plays 100 games."""
    code = (
        "import random, aerodrome; from aerodrome.core.random_play import play_at_random_and_count_decisions\n"
        f"game = aerodrome.load({name!r})\n"
        "for seed in range(100):\n"
        "    play_at_random_and_count_decisions(game, game.new(game.seats_max), random.Random(seed))\n"
        "print(open('/proc/self/status').read())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    print(f"{name:22}{read_peak_memory(done.stdout):6.0f} MB")


def read_peak_memory(status: str) -> float:
    """The high-water mark in Linux's /proc/<process>/status, in megabytes."""
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of play, for each contender in each round")
    parser.add_argument("--titles", default=",".join(aerodrome.titles()))
    arguments = parser.parse_args()
    print(f"{format_version()}, Python {sys.version.split()[0]}\n")
    contenders = [create_title_contender(name, aerodrome.load(name).seats_max) for name in arguments.titles.split(",")]
    if catanatron is not None:
        contenders.append(create_catanatron_contender())
    scores = measure_contenders(contenders, arguments.rounds, arguments.seconds)
    print_scores(scores, scores[-1] if catanatron is not None else None)
    if pettingzoo is not None:
        print_adapter_costs(arguments.rounds, arguments.seconds)
    print("\nPeak memory of one process:")
    for name in arguments.titles.split(","):
        print_peak_memory(name)
    print(f"{'this one, all of it':22}{read_peak_memory(Path('/proc/self/status').read_text()):6.0f} MB")


if __name__ == "__main__":
    main()
