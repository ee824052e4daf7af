"""How strong the levels are, for every title and several table sizes: `python benchmarks/levels.py FOLDER`.

`captain` alone among `random` seats, and `ace` alone among `captain`s; seats rotated, seeds paired. Results are kept in
the folder as those of `aerodrome tournament` are: stop it when you like, start it again with more games, it goes on.
Prints the tables of docs/bots.md.
"""

import argparse
from pathlib import Path

from rich.console import Console

import aerodrome
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.bot_ratings import compute_lone_bot_win_rates
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan


def list_seat_counts(title: str) -> tuple[int, ...]:
    """The smallest table, and four."""
    game = aerodrome.load(title)
    return tuple(sorted({game.seats_min, 4}))


def measure_level_row(
    title: str, seats: int, one: str, other: str, games: int, folder: Path, jobs: int, limit: float
) -> str:
    """Plays one bot alone among others and makes a row of the table from it."""
    plan = TournamentPlan(
        title=title, bots=(one, other), seats=seats, format="solo", rounds=-(-games // seats), seed=1, limit=limit
    )
    name = f"{title}-{seats}-{one}-{other}".replace("?", "-").replace("&", "-").replace("=", "")
    out = folder / f"{name}.parquet"
    run_tournament(plan, out, create_local_batch_runner(jobs), Console(stderr=True))
    found = compute_lone_bot_win_rates(read_results(out)).filter(bot=one).row(0, named=True)
    goal = ("90 %" if seats == 2 else "80 %") if other == "random" else f"{65 if seats == 2 else 150 / seats:.1f} %"
    return (
        f"| {title} | {seats} | {one} | {other} | {found['games']} | {found['rate']:.1%} | "
        f"{found['low']:.1%} to {found['high']:.1%} | {found['fair']:.1%} | {goal} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the levels are.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--captain-games", type=int, default=200, help="games of captain against random")
    parser.add_argument("--ace-games", type=int, default=100, help="games of ace against captains")
    parser.add_argument("--ace", default="ace?simulations=400", help="the ace that plays")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for a choice")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print("| title | seats | bot | alone among | games | wins | 95 % interval | fair | goal |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    pairs = [("captain", "random", given.captain_games), (given.ace, "captain", given.ace_games)]
    for one, other, games in pairs:
        for title in given.titles:
            for seats in list_seat_counts(title) if games else ():
                print(
                    measure_level_row(title, seats, one, other, games, given.folder, given.jobs, given.limit),
                    flush=True,
                )


if __name__ == "__main__":
    main()
