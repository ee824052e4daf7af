"""How the table server bears load: 200 matches of bots at once, and how fast a person's action reaches everybody.

    python benchmarks/server_load.py [--database postgresql://…] [--matches 200] [--running 50] [--actions 150]

Starts a server of its own in another process, on loopback. Prints the table of docs/server.md.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx

sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from server_processes import ServerProcess, build_generous_limits

from aerodrome.server.settings import Settings

HEADERS = {"X-Aerodrome": "1"}
TITLES = ("airline", "airkwire", "airsteam", "tingoose")


def create_http_client(base: str) -> httpx.AsyncClient:
    """A client with a cookie jar of its own."""
    limits = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(base_url=base, headers=HEADERS, timeout=60.0, limits=limits, verify=False)


async def create_match(http: httpx.AsyncClient, title: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A new match, as the server answers it."""
    answer = await http.post("/api/matches", json={"title": title, "seats": seats, **more})
    answer.raise_for_status()
    made: dict[str, Any] = answer.json()
    return made


async def create_bot_matches(http: httpx.AsyncClient, count: int, level: str) -> list[str]:
    """So many matches of four bots, all titles in turn."""
    seats = [{"kind": "bot", "level": level}] * 4
    return [(await create_match(http, TITLES[i % len(TITLES)], seats))["id"] for i in range(count)]


class MatchProgress(NamedTuple):
    """How far some matches have come, together."""

    actions: int
    over: int
    trouble: int


async def read_progress(http: httpx.AsyncClient, matches: list[str]) -> MatchProgress:
    """Actions, ends and troubles of all these matches together."""
    actions = over = trouble = 0
    for match in matches:
        room = (await http.get(f"/api/matches/{match}/")).json()
        actions += room["seq"]
        over += room["status"] == "over"
        trouble += bool(room["pause_reason"])
    return MatchProgress(actions, over, trouble)


async def record_arrivals(http: httpx.AsyncClient, match: str, seen: dict[int, float], ready: asyncio.Event) -> None:
    """Note when each thing comes in."""
    async with http.stream("GET", f"/api/matches/{match}/events") as answer:
        async for line in answer.aiter_lines():
            if line.startswith("event: presence"):
                ready.set()
            elif line.startswith("id:"):
                seen[int(line[3:])] = time.perf_counter()


async def measure_action_latency(base: str, actions: int, watchers: int = 4) -> list[float]:
    """Milliseconds from a person's click to each watcher, for every action."""
    async with create_http_client(base) as host, create_http_client(base) as guest:
        made = await create_match(host, "airline", [{"kind": "person"}, {"kind": "person"}], mode="hotseat")
        match = made["id"]
        await guest.post("/api/join", json={"token": made["spectator_link"].rsplit("/", 1)[-1]})
        seen: list[dict[int, float]] = [{} for _ in range(watchers)]
        ready = [asyncio.Event() for _ in range(watchers)]
        tasks = [
            asyncio.create_task(record_arrivals(guest, match, times, up)) for times, up in zip(seen, ready, strict=True)
        ]
        for up in ready:
            await up.wait()
        sent: dict[int, float] = {}
        for _ in range(actions):
            view = (await host.get(f"/api/matches/{match}/")).json()
            if view["status"] == "over":
                break
            seat = view["view"]["actors"][0]
            question = (await host.get(f"/api/matches/{match}/", params={"seat": seat})).json()["question"]
            if question is None:  # the table went on between the two requests
                continue
            choice = question["choices"][len(sent) % len(question["choices"])]["action"]
            begun = time.perf_counter()
            answer = await host.post(
                f"/api/matches/{match}/actions", json={"seq": question["seq"], "action": choice, "seat": seat}
            )
            answer.raise_for_status()
            sent[answer.json()["version"]] = begun
            await asyncio.sleep(0.05)
        await asyncio.sleep(1.0)
        for task in tasks:
            task.cancel()
        return [(times[n] - begun) * 1000 for n, begun in sent.items() for times in seen]


def compute_percentile(values: list[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure_server(database: str, matches: int, running: int, actions: int, level: str, seconds: float) -> None:
    """Everything, printed as a table."""
    rows: list[tuple[str, str]] = []
    server = ServerProcess(Settings(database=database, min_bot_move_seconds=0.0, limits=build_generous_limits()))
    rows.append(("start-up, until `/healthz` answers", f"{server.start_up:.2f} s"))
    empty = server.read_memory_megabytes()
    rows.append(("memory, empty server", f"{empty:.0f} MB"))
    alone = await measure_action_latency(server.base, actions)
    rows.append(("click to watcher, idle server: median · p95", _format_latency(alone)))
    async with create_http_client(server.base) as http:
        some = await create_bot_matches(http, running, level)
        busy = await measure_action_latency(server.base, actions)
        rows.append((f"click to watcher, {running} matches of 4 bots running: median · p95", _format_latency(busy)))
        some += await create_bot_matches(http, matches - running, level)
        first = await read_progress(http, some)
        begun = time.perf_counter()
        await asyncio.sleep(seconds)
        then = await read_progress(http, some)
        elapsed = time.perf_counter() - begun
        rows.append(
            (
                f"{matches} matches of 4 bots at once: actions a second",
                f"{(then.actions - first.actions) / elapsed:.0f}",
            )
        )
        rows.append(("… matches in trouble", f"{then.trouble}"))
        rows.append(("… matches over by then", f"{then.over}"))
        full = server.read_memory_megabytes()
        each = (full - empty) * 1000 / matches
        rows.append((f"memory with {matches} matches", f"{full:.0f} MB, {each:.0f} kB each"))
        errors = (await http.get("/metrics")).text.count('status="5')
        rows.append(("answers of 500 and above", str(errors)))
    rows.append(("time to stop", f"{server.stop():.2f} s"))
    print(
        f"\n| measured on {os.cpu_count()} cores, {'PostgreSQL' if '://' in database else 'SQLite'}, {level} bots | |"
    )
    print("| --- | --- |")
    for name, value in rows:
        print(f"| {name} | {value} |")


def _format_latency(values: list[float]) -> str:
    return f"{statistics.median(values):.1f} ms · {compute_percentile(values, 0.95):.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--running", type=int, default=50)
    parser.add_argument("--actions", type=int, default=150)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or str(Path(folder) / "tables.db")
        asyncio.run(measure_server(database, given.matches, given.running, given.actions, given.level, given.seconds))


if __name__ == "__main__":
    main()
