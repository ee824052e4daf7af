"""How long a quick review of a game takes: `python benchmarks/review_speed.py [airline ...] [--seats 4] [--jobs 2]`.

A game of captains and cadets is played from the seed and reviewed on so many processes. Prints the table of
docs/review.md: the time on the clock, the work of all processes, and the work shared among them, which is the time that
a machine with nothing else to do would take. Compile the engine first (`AERODROME_COMPILE=1 pip install .`).
"""

import argparse
import random
import resource
import time

import aerodrome
from aerodrome import Record
from aerodrome.bots import choose_action, create_bot
from aerodrome.core import game as core_game
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.reviews.model import EFFORTS
from aerodrome.reviews.review import review

LEVELS = ("captain", "cadet")


def play_match(title: str, seats: int, seed: int) -> Record:
    """A whole game, captains and cadets in turn."""
    record = Record.start(title, seats, seed=seed)
    bots = [create_bot(LEVELS[seat % len(LEVELS)]) for seat in range(seats)]
    rng = random.Random(seed)
    record.advance()
    while not record.over:
        seat = record.game.actors(record.state)[0]
        record.play(seat, choose_action(bots[seat], record.game, record.state, seat, rng))
        record.advance()
    return record


def measure_work() -> float:
    """Seconds of work of this process and of those it started that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=aerodrome.titles())
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--effort", choices=sorted(EFFORTS), default="quick")
    given = parser.parse_args()
    print(f"{given.seats} seats, {given.effort}, {given.jobs} processes, ", end="")
    print("interpreted" if core_game.__file__.endswith(".py") else "compiled")
    print("| title | actions | decisions | seconds | work, s | shared among processes, s |")
    print("| --- | --- | --- | --- | --- | --- |")
    for title in given.titles:
        record = play_match(title, given.seats, given.seed)
        begun, work = time.perf_counter(), measure_work()
        judged = review(record, EFFORTS[given.effort], run_batches=create_local_batch_runner(given.jobs))
        seconds, work = time.perf_counter() - begun, measure_work() - work
        counts = f"{len(record.played):,} | {len(judged.decisions):,}"
        print(f"| {title} | {counts} | {seconds:.0f} | {work:.0f} | {work / given.jobs:.0f} |", flush=True)


if __name__ == "__main__":
    main()
