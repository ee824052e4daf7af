"""Different views, different observations, and one view, one question: `python scripts/check_observations.py`.

Looks at so many decisions of random games of every title, with the fewest and the most seats, as the seat that is asked
and another one see them. The suite looks at fewer, with all options.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import aerodrome
from laws.test_observations import Sights, decisions

ENOUGH_SEEDS = 100_000


def check_table(game: aerodrome.Game, seats: int, positions: int) -> int:
    """Looks at positions of random games until there were enough; returns how many looks had an observation apart."""
    sights = Sights(game, seats)
    looked = 0
    for seed in range(ENOUGH_SEEDS):
        for moment in decisions(game, seats, seed):
            with moment.looked_at():
                for seat in {moment.who, looked % seats}:
                    sights.look(moment, seat)
            looked += 1
            if looked == positions:
                return len(sights.view_by_row)
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
                apart = check_table(game, seats, arguments.positions)
                length = len(game.observation_encoding(seats).names)
                print(f"{title} {options or ''} {seats} seats: {arguments.positions} positions, {apart} observations")
                print(f"  of {length} numbers, no two views with the same one", flush=True)


if __name__ == "__main__":
    main()
