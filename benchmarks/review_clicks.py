"""Whether people notice that reviews are running: `python benchmarks/review_clicks.py [--reviews 2] [--actions 150]`.

Starts a server of its own, imports finished games and has them reviewed while somebody plays at another table; compares
the time from a click to each watcher with that of the same server before. Prints the table of docs/review.md with the
load of the machine, which such times depend on.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from pathlib import Path

import httpx
import msgspec

sys.path.append(str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from benchmarks.review_speed import play_match
from benchmarks.server_load import TITLES, compute_percentile, create_http_client, measure_action_latency
from server_processes import ServerProcess, build_generous_limits

from aerodrome.server.settings import Settings


async def start_reviews(http: httpx.AsyncClient, count: int, seats: int, seed: int) -> list[str]:
    """Finished games, all titles in turn, with their reviews begun."""
    begun: list[str] = []
    for i in range(count):
        record = msgspec.json.decode(play_match(TITLES[i % len(TITLES)], seats, seed + i).to_json())
        plan = {"record": record, "seats": [{"kind": "bot", "level": "cadet"}] * seats}
        made = await http.post("/api/matches/import", json=plan)
        made.raise_for_status()
        begun.append(made.json()["id"])
    for match in begun:
        (await http.post(f"/api/matches/{match}/review", json={})).raise_for_status()
    return begun


async def read_progress(http: httpx.AsyncClient, matches: list[str]) -> list[dict[str, object]]:
    return [(await http.get(f"/api/matches/{match}/review/progress")).json() for match in matches]


def format_row(name: str, values: list[float]) -> str:
    p95, load = compute_percentile(values, 0.95), os.getloadavg()[0]
    return f"| {name} | {len(values)} | {statistics.median(values):.1f} | {p95:.1f} | {load:.1f} |"


async def measure_clicks(database: str, reviews: int, seats: int, actions: int, seed: int) -> None:
    server = ServerProcess(Settings(database=database, min_bot_move_seconds=0.0, limits=build_generous_limits()))
    try:
        async with create_http_client(server.base) as http:
            print("| server | arrivals | median, ms | p95, ms | load of the machine |\n| --- | --- | --- | --- | --- |")
            print(format_row("no review", await measure_action_latency(server.base, actions)), flush=True)
            matches = await start_reviews(http, reviews, seats, seed)
            beside = await measure_action_latency(server.base, actions)
            progress = await read_progress(http, matches)
            print(format_row(f"{reviews} reviews running", beside))
            for one in progress:
                print(f"\nA review at the end: {one['status']}, {one['done']} of {one['total']} pieces.")
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reviews", type=int, default=2)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--actions", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.db")
        asyncio.run(measure_clicks(database, given.reviews, given.seats, given.actions, given.seed))


if __name__ == "__main__":
    main()
