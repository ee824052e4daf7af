"""What a crowd of any size needs, from the measured costs of a click, a stream, a match and a bot's second.

    python benchmarks/scale_model.py [--points benchmarks/scale_points.jsonl] [--people 1000 10000 100000]

The points are what `server_crowd.py --figures` wrote. A few costs are fitted to their processor time: of a click, of a
commit, of a stream that hears the click, of a stream that only waits, of a further process that has the table, of
PostgreSQL. A small simulation of one process, whose loop does one thing at a time and whose writer commits whatever
waits, gives the delay of a click. First both are compared with every measured point, so that it can be seen how far off
they are; then they are asked for larger crowds. Prints the tables of docs/scale.md.
"""

import argparse
import math
import random
from pathlib import Path
from typing import NamedTuple

import msgspec

PEOPLE_PER_TABLE = 4
CLICKS_PER_PERSON = 1 / 40
"""A second: the issue's 50 clicks of 2,000 people."""
BUSY_AT_MOST = 0.6
"""Of a core, so that bursts do not queue up."""
STREAMS_PER_PROCESS = 2000
COMMIT_S = 0.004
"""How long a commit takes: what waits meanwhile goes into the next one."""
BOT_TABLES = 0.5
"""Of all tables, with two bots each that answer every person's click."""
BOT_SECONDS = {"greedy": 0.002, "captain": 0.03, "ace": 2.0}
"""Of a core for a move, interpreted engine."""
EVENT_BYTES = 500
"""On disk, with its key and its part of the snapshots: 280 to 560 by title."""
MATCH_KB = 500
"""In memory, in the middle of a match."""
SIMULATED_CLICKS = 20_000


class MeasuredPoint(msgspec.Struct):
    """One run of server_crowd.py."""

    database: str
    processes: int
    streams: int
    matches: int
    clicks: float
    server_cpu: float
    heard_ms: list[float]
    baseline_ms: list[float]
    match_kb: float
    stream_kb: float
    empty_mb: float

    @property
    def streams_per_match(self) -> float:
        """How many hear each click."""
        return self.streams / self.matches


class Costs(NamedTuple):
    """Seconds of a core."""

    click: float
    """A click without anybody who hears it, and before it is stored."""
    commit: float
    """A transaction, however many clicks are in it."""
    heard: float
    """One stream that hears it."""
    waiting: float
    """A second of a stream that hears nothing."""
    shared: float
    """A click, at each further process that has the table."""
    postgresql: float
    """What a click costs more there than on SQLite."""


def count_processes_of_match(processes: int, streams_per_match: float) -> float:
    """On average, when each stream goes to any of them."""
    return processes * (1.0 - math.pow(1 - 1 / processes, streams_per_match))


def count_commits(clicks: float, processes: int) -> float:
    """Transactions a second, when each process writes whatever came in during its last one."""
    return clicks / (1 + clicks / processes * COMMIT_S)


def list_factors(point: MeasuredPoint) -> list[float]:
    """How often each of the costs is paid in a second."""
    shared = count_processes_of_match(point.processes, point.streams_per_match) - 1
    return [
        point.clicks,
        count_commits(point.clicks, point.processes),
        point.clicks * point.streams_per_match,
        float(point.streams),
        point.clicks * shared,
        point.clicks * (point.database == "postgresql"),
    ]


def fit_costs(points: list[MeasuredPoint]) -> Costs:
    """The costs, none below zero, that explain the processor time of the points best (relative least squares)."""
    rows = [[factor / point.server_cpu for factor in list_factors(point)] for point in points]
    costs = [0.0] * len(Costs._fields)
    for _ in range(20_000):
        for place in range(len(costs)):
            along = sum(row[place] ** 2 for row in rows)
            rest = sum(
                row[place] * (1.0 - sum(c * f for i, (c, f) in enumerate(zip(costs, row, strict=True)) if i != place))
                for row in rows
            )
            costs[place] = max(0.0, rest / along) if along else 0.0
    return Costs(*costs)


def compute_load(costs: Costs, factors: list[float]) -> float:
    """Cores that are busy."""
    return sum(cost * factor for cost, factor in zip(costs, factors, strict=True))


def simulate_delay(busy: float, clicks: float, work: float, floor: float, rng: random.Random) -> list[float]:
    """Milliseconds from a click to its streams in one process: p50 and p95.

    Clicks come at random. The loop works `work` seconds on each, one after the other, slowed by whatever else keeps it
    `busy`; then the click waits for the commit that runs and for its own. `floor` is what passes besides.
    """
    slowed = work / max(0.05, 1.0 - max(0.0, busy - clicks * work))
    now = loop_free = committed = next_commit = 0.0
    delays = []
    for _ in range(SIMULATED_CLICKS):
        now += rng.expovariate(clicks)
        loop_free = max(loop_free, now) + slowed * rng.lognormvariate(-0.18, 0.6)
        if loop_free > next_commit:  # else it goes with those that wait for the next one
            next_commit = max(loop_free, committed)
            committed = next_commit + COMMIT_S * rng.lognormvariate(-0.18, 0.6)
        delays.append((committed - now + floor) * 1000)
    delays.sort()
    return [delays[int(len(delays) * share)] for share in (0.5, 0.95)]


def compute_loop_work(costs: Costs, point: MeasuredPoint) -> float:
    """Seconds that the loop of a process works on a click."""
    return costs.click + costs.heard * point.streams_per_match + costs.postgresql * (point.database == "postgresql")


def simulate_point(costs: Costs, point: MeasuredPoint, floor: float) -> list[float]:
    """The delay that the simulation gives for a measured point."""
    factors = list_factors(point)
    factors[1] = 0.0  # commits are made in a thread
    busy = compute_load(costs, factors) / point.processes
    clicks = point.clicks / point.processes
    return simulate_delay(busy, clicks, compute_loop_work(costs, point), floor, random.Random(1))


class Forecast(NamedTuple):
    """What a crowd needs."""

    people: int
    tables: int
    clicks: float
    cores: float
    processes: int
    memory_gb: float
    events: float
    """Written a second, by people and bots."""
    notifications: float
    """That processes hear from the database in a second."""
    bot_cores: dict[str, int]
    """If all of them were of this level."""
    p95_ms: float


def forecast_crowd(costs: Costs, point: MeasuredPoint, people: int, floor: float, sticky: bool = False) -> Forecast:
    """The crowd by the fitted costs; `sticky`: all streams of a table go to one process."""
    tables = people // PEOPLE_PER_TABLE
    clicks = people * CLICKS_PER_PERSON
    bot_moves = clicks * BOT_TABLES * 2
    events = clicks + bot_moves
    processes = 1
    while True:
        kind = "sqlite" if processes == 1 else "postgresql"
        crowd = msgspec.structs.replace(
            point, database=kind, processes=processes, streams=people, matches=tables, clicks=events
        )
        factors = list_factors(crowd)
        if sticky:
            factors[4] = 0.0
        cores = compute_load(costs, factors)
        if cores / processes <= BUSY_AT_MOST and people / processes <= STREAMS_PER_PROCESS:
            break
        processes += 1
    copies = 1.0 if sticky else count_processes_of_match(processes, PEOPLE_PER_TABLE)
    megabytes = processes * point.empty_mb + (tables * copies * MATCH_KB + people * point.stream_kb) / 1000
    delay = simulate_delay(
        cores / processes, events / processes, compute_loop_work(costs, crowd), floor, random.Random(2)
    )
    heard = events * processes if processes > 1 else 0.0
    bot_cores = {level: math.ceil(bot_moves * seconds) for level, seconds in BOT_SECONDS.items()}
    return Forecast(people, tables, clicks, cores, processes, megabytes / 1000, events, heard, bot_cores, delay[1])


COST_NAMES = (
    "a click",
    "a commit",
    "each stream that hears a click",
    "a second of a waiting stream",
    "a click, at each further process that has the table",
    "a click, more on PostgreSQL",
)


def print_costs(costs: Costs) -> None:
    """The fitted costs."""
    print("| cost | milliseconds of a core |\n| --- | --- |")
    for name, cost in zip(COST_NAMES, costs, strict=True):
        print(f"| {name} | {cost * 1000:.3f} |")


def print_points(costs: Costs, points: list[MeasuredPoint], floor: float) -> None:
    """Measured and simulated, side by side."""
    print("\n| measured point | cores: measured · model · off | p50: measured · model | p95: measured · model |")
    print("| --- | --- | --- | --- |")
    worst = 0.0
    for point in points:
        load = compute_load(costs, list_factors(point))
        off = load / point.server_cpu - 1
        worst = max(worst, abs(off))
        delay = simulate_point(costs, point, floor)
        where = f"{point.streams} streams, {point.matches} tables, {point.clicks:.0f} clicks/s, {point.database}"
        where += f" × {point.processes}" if point.processes > 1 else ""
        figures = f"{point.server_cpu:.2f} · {load:.2f} · {off:+.0%}"
        print(
            f"| {where} | {figures} | {point.heard_ms[0]:.0f} · {delay[0]:.0f} ms "
            f"| {point.heard_ms[1]:.0f} · {delay[1]:.0f} ms |"
        )
    print(f"\nProcessor time is at most {worst:.0%} off.")


FORECAST_COLUMNS = (
    "people",
    "tables",
    "clicks/s",
    "server cores",
    "processes",
    "memory",
    "events/s",
    "a day on disk",
    "notifications heard/s",
    "bot cores: greedy · captain · ace",
    "p95",
)


def print_forecasts(forecasts: list[Forecast]) -> None:
    """What the crowds need."""
    print(f"\n| {' | '.join(FORECAST_COLUMNS)} |\n|{' --- |' * len(FORECAST_COLUMNS)}")
    for one in forecasts:
        cells = (
            f"{one.people:,}",
            f"{one.tables:,}",
            f"{one.clicks:,.0f}",
            f"{one.cores:.1f}",
            f"{one.processes}",
            f"{one.memory_gb:.1f} GB",
            f"{one.events:,.0f}",
            f"{one.events * EVENT_BYTES * 86_400 / 1e9:.0f} GB",
            f"{one.notifications:,.0f}",
            " · ".join(f"{count:,}" for count in one.bot_cores.values()),
            f"{one.p95_ms:.0f} ms",
        )
        print(f"| {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=Path, default=Path(__file__).parent / "scale_points.jsonl")
    parser.add_argument("--people", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    given = parser.parse_args()
    points = [msgspec.json.decode(line, type=MeasuredPoint) for line in given.points.read_bytes().splitlines()]
    costs = fit_costs(points)
    largest = max((point for point in points if point.processes == 1), key=lambda point: point.streams)
    idle = min(point.baseline_ms[0] for point in points) / 1000
    floor = max(0.0, idle - costs.click - costs.heard - COMMIT_S)
    print_costs(costs)
    print_points(costs, points, floor)
    print_forecasts([forecast_crowd(costs, largest, people, floor) for people in given.people])
    print("\nThe same with all streams of a table at one process:")
    print_forecasts([forecast_crowd(costs, largest, people, floor, sticky=True) for people in given.people])


if __name__ == "__main__":
    main()
