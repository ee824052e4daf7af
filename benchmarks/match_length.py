"""What a match costs as it grows: a room, an update, a page of the log and the charts at 100, 1,000 and 10,000 events.

    python benchmarks/match_length.py [--title airline] [--seats 3] [--repeat 50]

Plays a match by itself in memory and goes back when it would end, so that it can be as long as wanted. Prints the table
of docs/server.md. tests/matches/test_match_length.py counts the same work.
"""

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Callable

import msgspec

from aerodrome.core.registry import load
from aerodrome.matches.event_builders import (
    build_action_played,
    build_actions_undone,
    play_opening_and_build_match_started,
)
from aerodrome.matches.events import AnyMatchEvent, MatchSetup, SeatConfig, encode_event
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.replay_pool import ReplayWorkerPool
from aerodrome.matches.statistics import StatisticsCache
from aerodrome.server import serializers

LENGTHS = (100, 1000, 10_000)
BACK = 300
"""How many choices the match goes back when it is over."""


def create_match(title: str, seats: int) -> LiveMatch:
    """A match of people, started."""
    game = load(title)
    people = [SeatConfig("person", f"Player {seat + 1}") for seat in range(seats)]
    match = Match("m", MatchSetup(title, game.rules_version, game.resolved_options(), people, "7", "host", 0))
    apply_event(match, play_opening_and_build_match_started(match))
    return LiveMatch(match)


def apply_event(match: Match, event: AnyMatchEvent) -> None:
    """Make the event part of the match as if it were stored."""
    event.at_ms = match.updated_at_ms + 1000
    match.apply_event(event, encode_event(event))


def play_to(live: LiveMatch, length: int, rng: random.Random) -> None:
    """Play at random until there are so many events."""
    match = live.match
    while match.version < length:
        if match.is_over:
            apply_event(
                match, build_actions_undone(match, 0, match.undo_points[-min(BACK, len(match.undo_points))].position)
            )
            continue
        seat = match.asked_seats[0]
        action = rng.choice(match.game.legal(match.record.state, seat))
        apply_event(match, build_action_played(match, seat, action, "bot"))


def measure_ms(work: Callable[[], object], repeat: int) -> float:
    """The median time of it in milliseconds."""
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


async def measure_statistics_ms(
    live: LiveMatch, pool: ReplayWorkerPool, rng: random.Random, repeat: int
) -> tuple[float, float]:
    """The first request for the charts of a match, and the median of further ones with a move between them."""
    cache = StatisticsCache(0)
    times = []
    for _ in range(repeat + 1):
        begun = time.perf_counter()
        msgspec.json.encode(
            serializers.build_statistics_info(await cache.compute_statistics(live.match, pool, live.share_key))
        )
        times.append((time.perf_counter() - begun) * 1000)
        play_to(live, live.match.version + 1, rng)
    return times[0], statistics.median(times[1:])


def measure_room(live: LiveMatch) -> bytes:
    """The room without help of what was kept from the last time."""
    live.log_page_cache.clear()
    return msgspec.json.encode(serializers.build_room(live, [0], 0, True))


async def measure_row(live: LiveMatch, pool: ReplayWorkerPool, rng: random.Random, repeat: int) -> str:
    """One line of the table."""
    match, encode = live.match, msgspec.json.encode
    length, earlier = match.version, serializers.build_room(live, [0], 0, True).earlier_log
    room_ms = measure_ms(lambda: measure_room(live), repeat)
    update_ms = measure_ms(lambda: encode(serializers.build_event_update(live, match.version, 0)), repeat)
    page_ms = measure_ms(lambda: encode(serializers.build_log_page(match, 0, earlier)), repeat)
    size = len(measure_room(live)) / 1000
    first_ms, next_ms = await measure_statistics_ms(live, pool, rng, repeat)
    return (
        f"| {length:,} | {room_ms:.2f} ms | {size:.0f} kB | {update_ms:.2f} ms | {page_ms:.2f} ms "
        f"| {first_ms:.0f} ms | {next_ms:.1f} ms |"
    )


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="airline")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=50)
    chosen = parser.parse_args()
    rng, pool = random.Random(1), ReplayWorkerPool()
    live = create_match(chosen.title, chosen.seats)
    await StatisticsCache(0).compute_statistics(live.match, pool, live.share_key)
    print("| events | room | its size | update | earlier page of the log | charts, first time | charts after a move |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for length in LENGTHS:
        play_to(live, length, rng)
        print(await measure_row(live, pool, rng, chosen.repeat))
    pool.close()


if __name__ == "__main__":
    asyncio.run(main())
