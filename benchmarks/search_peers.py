"""Simulations per second of the search against OpenSpiel's MCTS bots, in one run: `python benchmarks/search_peers.py`.

All play the same kind of simulation: down the tree, then random choices to the end of the game. Each contender thinks
about a position near the beginning of a game. Laps take turns, processor time is measured and ratios are of medians, so
that a busy machine hurts all alike. OpenSpiel's games stand for games of a few hundred decisions; the length of a
simulation is printed too.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import aerodrome
from aerodrome import CHANCE, Game, State
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.search import Candidate, SearchBot, Simulator
from aerodrome.cli.version import format_version
from aerodrome.core.random_play import play_at_random_and_count_decisions

PEERS = ("backgammon(scoring_type=winloss_scoring)", "go(board_size=13)", "hex(board_size=15)")


class Contender(NamedTuple):
    """A search in the comparison."""

    kind: str
    name: str
    length: float
    """Decisions of a random game, those of chance included."""
    run_simulations: Callable[[int], int]
    """Think for about so many simulations; returns how many it were."""


def create_title_contender(title: str) -> Contender:
    """Our search on one of our titles."""
    game = aerodrome.load(title)
    seats = game.seats_min
    state = play_opening(game, seats)
    who = game.actors(state)[0]

    def run_simulations(simulations: int) -> int:
        bot = SearchBot(simulations, depth=-1, greedy_fraction=-1.0, expand_after=1)
        race = Simulator(bot, game, state, who, random.Random(1))
        field = [Candidate(MoveEvaluation(action)) for action in game.legal(state, who)[:8]]
        done = 0
        while done < simulations:
            race.simulate_each_once(field)
            done += len(field)
        return done

    lengths = [play_at_random_and_count_decisions(game, game.new(seats), random.Random(seed)) for seed in range(20)]
    return Contender("aerodrome", f"{title}, {seats} seats", statistics.mean(lengths), run_simulations)


def play_opening(game: Game, seats: int) -> State:
    """A little way into a game, where somebody has a choice."""
    rng = random.Random(7)
    state: State = game.new(seats)
    choices = 0
    while True:
        who = game.actors(state)[0]
        if who == CHANCE:
            game.apply(state, who, game.pick_outcome(state, rng.random()))
            continue
        legal = game.legal(state, who)
        choices += 1
        if choices > 12 and len(legal) > 2:
            return state
        game.apply(state, who, legal[int(rng.random() * len(legal))])


def create_openspiel_contender(name: str, compiled: bool) -> Contender:
    """OpenSpiel's MCTS, in C++ or Python, on one of its games."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    rng = np.random.RandomState(7)
    lengths = []
    for _ in range(10):
        twin = state.clone()
        lengths.append(0)
        while not twin.is_terminal():
            twin.apply_action(int(rng.choice(twin.legal_actions())))
            lengths[-1] += 1
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    short = name.partition("(")[0]

    def run_simulations(simulations: int) -> int:
        bot: Any
        if compiled:
            evaluate_by_lookahead = pyspiel.RandomRolloutEvaluator(1, 7)
            bot = pyspiel.MCTSBot(
                game, evaluate_by_lookahead, 2.0, simulations, 1000, False, 7, False, pyspiel.ChildSelectionPolicy.UCT
            )
        else:
            bot = mcts.MCTSBot(game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        bot.step(state)
        return simulations

    return Contender(
        "OpenSpiel C++" if compiled else "OpenSpiel Python", short, statistics.mean(lengths), run_simulations
    )


def measure_speed(contender: Contender, seconds: float) -> float:
    """Simulations per second of processor time."""
    simulations = 16
    while True:
        begun = time.process_time()
        done = contender.run_simulations(simulations)
        took = time.process_time() - begun
        if took >= seconds:
            return done / took
        simulations = max(simulations * 2, int(simulations * seconds / max(took, 1e-4)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Search against OpenSpiel's MCTS, in simulations per second.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each contender in each round")
    given = parser.parse_args()
    contenders = [create_title_contender(title) for title in aerodrome.titles()]
    contenders += [create_openspiel_contender(name, compiled) for compiled in (False, True) for name in PEERS]
    laps: dict[str, list[float]] = {f"{c.kind}: {c.name}": [] for c in contenders}
    for _ in range(given.rounds):
        for c in contenders:
            laps[f"{c.kind}: {c.name}"].append(measure_speed(c, given.seconds))
    medians = {label: statistics.median(found) for label, found in laps.items()}
    steps = {f"{c.kind}: {c.name}": c.length for c in contenders}
    print(format_version())
    print(f"{'contender':42} {'decisions':>10} {'simulations/s':>14} {'decisions/s':>12}")
    for label, median in medians.items():
        print(f"{label:42} {steps[label]:10.0f} {median:14.0f} {median * steps[label]:12.0f}")
    for kind in ("OpenSpiel Python", "OpenSpiel C++"):
        peers = [label for label in medians if label.startswith(kind)]
        for title in (label for label in medians if label.startswith("aerodrome")):
            plain = statistics.mean(medians[title] / medians[peer] for peer in peers)
            fair = statistics.mean(medians[title] * steps[title] / (medians[peer] * steps[peer]) for peer in peers)
            print(f"{title} against {kind}: {plain:6.2f}x the simulations, {fair:6.2f}x the decisions in simulations")


if __name__ == "__main__":
    main()
