"""What is seen, observed and asked: `python scripts/check_observations.py [--positions 10000]`.

Looks at so many decisions of random games of every title, with the fewest and the most seats, as the seat that is asked
and another one see them. Different views are different observations; one view is one question; and where all that a
seat cannot know is dealt anew, its observation, view and legal actions are the same. The suite looks at fewer, with all
options.
"""

import argparse
import random
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import aerodrome
from laws.test_observations import Sights, check_same_information, decisions

ENOUGH_SEEDS = 100_000


class Counts(NamedTuple):
    """What was looked at."""

    looks: int
    observations: int
    """Those that differ from each other."""
    imagined_otherwise: int
    """Looks where what the seat cannot know came out otherwise when it was dealt anew."""


def check_table(game: aerodrome.Game, seats: int, positions: int) -> Counts:
    """Looks at positions of random games until there were enough."""
    sights, rng = Sights(game, seats), random.Random(1)
    looked, looks, otherwise = 0, 0, 0
    for seed in range(ENOUGH_SEEDS):
        for moment in decisions(game, seats, seed):
            with moment.looked_at():
                for seat in {moment.who, looked % seats}:
                    sights.look(moment, seat)
                    otherwise += check_same_information(game, moment.state, seat, rng)
                    looks += 1
            looked += 1
            if looked == positions:
                return Counts(looks, len(sights.view_by_row), otherwise)
    raise AssertionError("games without decisions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--positions", type=int, default=10_000)
    arguments = parser.parse_args()
    for title in arguments.titles:
        fullest = {"game": "full"} if title == "airsteam" else {}
        for options in ({}, fullest) if fullest else ({},):
            game = aerodrome.load(title, options=options)
            for seats in (game.seats_min, game.seats_max):
                counts = check_table(game, seats, arguments.positions)
                length = len(game.observation_encoding(seats).names)
                print(f"{title} {options or ''} {seats} seats: {arguments.positions} positions, {counts.looks} looks")
                print(f"  {counts.observations} observations of {length} numbers, no two views with the same one")
                print(f"  {counts.imagined_otherwise} imagined otherwise, all observed the same", flush=True)


if __name__ == "__main__":
    main()
