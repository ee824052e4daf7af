"""How long it takes to foresee every choice of a question: `python benchmarks/foresight_speed.py [airline ...]`.

Whole games are played at random with the most seats; the questions with the most choices are kept, and all their
choices foreseen as for a person (`game.outcomes`). Prints the table of docs/room.md: the largest question, and the
slowest of those kept. Run it with the plain and with the compiled engine.
"""

import argparse
import random
import time
from typing import Any, NamedTuple

import aerodrome
from aerodrome import CHANCE, Record
from aerodrome.core import game as core_game

MOST_SEATS = {"airkwire": 6, "airline": 4, "airsteam": 6, "tingoose": 5}
KEPT = 8
RUNS = 5


class Kept(NamedTuple):
    choices: int
    game: Any
    state: Any
    seat: int


def find_largest(title: str, games: int) -> list[Kept]:
    """The questions with the most choices in so many games, the largest first, one for each step of the rules."""
    found: dict[tuple[str, int], Kept] = {}
    for seed in range(games):
        record, rng = Record.start(title, MOST_SEATS[title], seed=seed), random.Random(seed)
        game, state = record.game, record.state
        while actors := game.actors(state):
            if actors == (CHANCE,):
                record.advance()
                continue
            legal = game.legal(state, actors[0])
            step = type(state.step_stack[-1]).__name__, seed
            if step not in found or len(legal) > found[step].choices:
                found[step] = Kept(len(legal), game, state.clone(), actors[0])
            record.play(actors[0], rng.choice(legal))
    return sorted(found.values(), key=lambda kept: -kept.choices)[:KEPT]


def measure_ms(kept: Kept) -> float:
    """The shortest of several runs, in processor time: what the work itself takes, however busy the machine is."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        outcomes = kept.game.list_choice_outcomes(kept.state, kept.seat)
        times.append(1000 * (time.process_time() - start))
        assert len(outcomes) == kept.choices
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--games", type=int, default=5)
    given = parser.parse_args()
    print("interpreted" if core_game.__file__.endswith(".py") else "compiled")
    print("| title | most choices | ms | slowest: choices | ms |")
    print("| --- | --- | --- | --- | --- |")
    for title in given.titles:
        largest = find_largest(title, given.games)
        times = [measure_ms(kept) for kept in largest]
        slowest = max(range(len(largest)), key=lambda i: times[i])
        first, slow = f"{largest[0].choices} | {times[0]:.0f}", f"{largest[slowest].choices} | {times[slowest]:.0f}"
        print(f"| {title} | {first} | {slow} |", flush=True)


if __name__ == "__main__":
    main()
