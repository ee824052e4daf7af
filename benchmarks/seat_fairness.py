"""Whether a seat is better than another: `python benchmarks/seat_fairness.py airsteam --bots greedy,ace --games 600`.

The same bot sits in all seats. For each title, bot and number of seats the wins of each seat are counted; chi-square
says how likely such a difference is by chance, with Holm's correction for the number of rows. Prints the table of
docs/bots.md.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial

import aerodrome
from aerodrome.bots import create_bot
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.game_runner import create_action_chooser, create_record_chance_source, play_game
from aerodrome.lab.significance import adjust_p_values_by_holm, compute_chi_square, compute_chi_square_tail

SIGNIFICANT = 0.05
Row = tuple[str, str, list[float]]
"""A title, a bot and what each seat won."""


def count_wins_by_seat(title: str, bot: str, seats: int, seed: int, first: int, count: int) -> list[float]:
    """What each seat won in so many games from that number on; a shared win counts in parts."""
    game = aerodrome.load(title)
    player = create_bot(bot)
    wins = [0.0] * seats
    for number in range(first, first + count):
        name = f"{seed}:{number}"
        choose_for_seat = create_action_chooser(game, [player] * seats, name)
        winners = game.winners(play_game(game, seats, choose_for_seat, create_record_chance_source(name)).state)
        for seat in winners:
            wins[seat] += 1.0 / len(winners)
    return wins


def measure_row(title: str, bot: str, seats: int, games: int, seed: int, jobs: int) -> Row:
    """All games of one row, on several processes if wanted."""
    play = partial(count_wins_by_seat, title, bot, seats, seed)
    batches = list(create_local_batch_runner(jobs)(play, 0, games, max(1, games // (jobs * 20))))
    return title, bot, [sum(batch[seat] for batch in batches) for seat in range(seats)]


def format_table(rows: Sequence[Row]) -> str:
    """Wins by seat with the probability of such a difference by chance, alone and among all rows."""
    tails = [compute_chi_square_tail(compute_chi_square(wins), len(wins) - 1) for _title, _bot, wins in rows]
    lines = ["| title | bot | seats | games | wins by seat | chi² | p | p (Holm) |", "|" + " --- |" * 8]
    for (title, bot, wins), tail, adjusted in zip(rows, tails, adjust_p_values_by_holm(tails), strict=True):
        games = sum(wins)
        rates = " · ".join(f"{part / games:.1%}" for part in wins)
        mark = " **" if adjusted < SIGNIFICANT else ""
        lines.append(
            f"| {title} | {bot} | {len(wins)} | {games:.0f} | {rates} | {compute_chi_square(wins):.1f} | "
            f"{tail:.3f} | {adjusted:.3f}{mark} |"
        )
    return "\n".join(lines)


def list_seat_counts(title: str, wanted: str) -> list[int]:
    """The numbers of seats asked for that the title takes; all of them unless asked."""
    game = aerodrome.load(title)
    counts = [int(part) for part in wanted.split(",")] if wanted else range(game.seats_min, game.seats_max + 1)
    return [seats for seats in counts if game.seats_min <= seats <= game.seats_max]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--bots", default="captain", help="with commas between")
    parser.add_argument("--seats", default="", help="with commas between; all that a title takes unless given")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    rows: list[Row] = []
    for title in given.titles:
        for bot in given.bots.split(","):
            for seats in list_seat_counts(title, given.seats):
                rows.append(measure_row(title, bot, seats, given.games, given.seed, given.jobs))
                print(f"{title}, {bot}, {seats} seats: {rows[-1][2]}", file=sys.stderr, flush=True)
    print(format_table(rows))


if __name__ == "__main__":
    main()
