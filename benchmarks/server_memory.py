"""Memory over hours of play, compressed into minutes: does a server that plays match after match grow?

    python benchmarks/server_memory.py [--seconds 300] [--matches 8] [--level random] [--titles airkwire tingoose]

Wave after wave of bots' matches is played to the end, with rooms and streams that are opened and left meanwhile.
Matches that nobody looks at leave memory after seconds instead of five minutes, so that the server is empty after each
wave: what it holds more than after the one before is growth. Prints a Markdown table, and a line through all waves but
the first two, which warm up.
"""

import argparse
import asyncio
import re
import statistics
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from raw_http import RawConnection, build_request
from server_processes import ServerProcess, build_generous_limits, open_database, read_resident_megabytes

from aerodrome.server.settings import Settings

EVICT_AFTER_S = 2.0
COOKIE = f"aerodrome={'memory' * 6}"


class MemorySample(NamedTuple):
    """The server after a wave, in megabytes."""

    seconds: float
    fullest: float
    empty: float
    bots: float
    stored: int
    """Events that the server wrote so far."""


async def send(connection: RawConnection, method: str, path: str, body: Any = None) -> bytes:
    """An answer's body; raises RuntimeError unless it is a success."""
    headers = {"X-Aerodrome": "1", "Content-Type": "application/json", "Cookie": COOKIE}
    answer = await connection.send(
        build_request(method, path, headers, b"" if body is None else msgspec.json.encode(body))
    )
    if answer is None or answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer}")
    return answer.body


class Wave:
    """Some matches of bots, from their start until the server has forgotten them."""

    def __init__(self, connection: RawConnection, titles: list[str], level: str) -> None:
        self.connection = connection
        self.titles = titles
        self.level = level
        self.running: list[str] = []

    async def play(self) -> None:
        """Start all and look at them now and then until the last is over."""
        for title in self.titles:
            seats = [{"kind": "bot", "level": self.level}] * 4
            made = msgspec.json.decode(
                await send(self.connection, "POST", "/api/matches", {"title": title, "seats": seats})
            )
            self.running.append(made["id"])
        while self.running:
            await asyncio.sleep(0.5)
            for match in list(self.running):
                room = msgspec.json.decode(await send(self.connection, "GET", f"/api/matches/{match}/"))
                await send(self.connection, "GET", f"/api/matches/{match}/events")  # opened and closed at once
                if room["status"] == "over":
                    self.running.remove(match)


async def read_gauges(connection: RawConnection) -> dict[str, float]:
    """What the server counts."""
    text = (await send(connection, "GET", "/metrics")).decode()
    return {name: float(value) for name, value in re.findall(r"^(aerodrome_\w+) ([\d.e+]+)$", text, re.MULTILINE)}


async def wait_until_forgotten(connection: RawConnection) -> int:
    """Until no match is in the server's memory. Returns how many events it has stored."""
    while True:
        gauges = await read_gauges(connection)
        if not gauges["aerodrome_matches_in_memory"]:
            return int(gauges["aerodrome_events_stored"])
        await asyncio.sleep(0.5)


async def measure_memory(server: ServerProcess, titles: list[str], level: str, seconds: float) -> None:
    """Wave after wave; prints what the server holds when it is empty again."""
    connection = RawConnection(server.port)
    begun = time.perf_counter()
    found: list[MemorySample] = []
    print("| seconds | waves | server, at its fullest | server, empty again | bot processes | events stored |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    while not found or found[-1].seconds < seconds:
        await Wave(connection, titles, level).play()
        fullest = server.read_memory_megabytes()
        stored = await wait_until_forgotten(connection)
        bots = sum(read_resident_megabytes(pid) for pid in server.list_bot_process_ids())
        one = MemorySample(time.perf_counter() - begun, fullest, server.read_memory_megabytes(), bots, stored)
        found.append(one)
        print(
            f"| {one.seconds:.0f} | {len(found)} | {one.fullest:.0f} MB | {one.empty:.1f} MB | {one.bots:.0f} MB "
            f"| {one.stored} |",
            flush=True,
        )
    connection.close()
    if len(found) > 4:
        warm = found[2:]
        slope, _ = statistics.linear_regression([float(one.stored) for one in warm], [one.empty for one in warm])
        print(f"\nafter the first two waves: {slope * 1e6:+.0f} MB for each million events stored")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--matches", type=int, default=8, help="in each wave")
    parser.add_argument("--level", default="random")
    parser.add_argument("--titles", nargs="+", default=["airkwire", "tingoose"])
    given = parser.parse_args()
    with open_database("sqlite") as database:
        settings = Settings(database=database, min_bot_move_seconds=0.0, limits=build_generous_limits())
        with ServerProcess(settings, EVICT_AFTER_S=EVICT_AFTER_S) as server:
            titles = [given.titles[number % len(given.titles)] for number in range(given.matches)]
            asyncio.run(measure_memory(server, titles, given.level, given.seconds))


if __name__ == "__main__":
    main()
