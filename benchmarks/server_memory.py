"""Memory over hours of play, compressed into minutes: does a server that plays match after match grow?

    python benchmarks/server_memory.py [--seconds 300] [--matches 60] [--level random] [--samples 20]

So many matches of bots are always running; whatever ends is followed by a new one, and streams come and go. Matches
that nobody looks at leave memory after seconds instead of five minutes. Prints the memory of the server over the run as a
Markdown table, and a straight line through its second half: what is left of growth when everything has warmed up.
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

TITLES = ("airline", "airkwire", "airsteam", "tingoose")
EVICT_AFTER_S = 5.0
COOKIE = f"aerodrome={'memory' * 6}"


class MemorySample(NamedTuple):
    """One look at the server."""

    seconds: float
    megabytes: float
    bot_megabytes: float
    in_memory: int
    stored: int
    """Events that the server wrote so far."""
    finished: int


async def send(connection: RawConnection, method: str, path: str, body: Any = None) -> bytes:
    """An answer's body; raises RuntimeError unless it is a success."""
    headers = {"X-Aerodrome": "1", "Content-Type": "application/json", "Cookie": COOKIE}
    answer = await connection.send(
        build_request(method, path, headers, b"" if body is None else msgspec.json.encode(body))
    )
    if answer is None or answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer}")
    return answer.body


class MatchTurnover:
    """Keeps so many matches of bots running."""

    def __init__(self, connection: RawConnection, wanted: int, level: str) -> None:
        self.connection = connection
        self.wanted = wanted
        self.level = level
        self.running: list[str] = []
        self.created = 0
        self.finished = 0

    async def refill(self) -> None:
        """Start matches until enough are running."""
        while len(self.running) < self.wanted:
            seats = [{"kind": "bot", "level": self.level}] * 4
            body = {"title": TITLES[self.created % len(TITLES)], "seats": seats}
            made = msgspec.json.decode(await send(self.connection, "POST", "/api/matches", body))
            self.running.append(made["id"])
            self.created += 1

    async def look_around(self, some: int) -> None:
        """Open a few rooms as people would, and drop what is over."""
        for match in self.running[:some]:
            room = msgspec.json.decode(await send(self.connection, "GET", f"/api/matches/{match}/"))
            await send(self.connection, "GET", f"/api/matches/{match}/events")  # opened and closed at once
            self.running.remove(match)
            if room["status"] == "over":
                self.finished += 1
            else:
                self.running.append(match)


async def sample_memory(server: ServerProcess, turnover: MatchTurnover, begun: float) -> MemorySample:
    """One look."""
    text = (await send(turnover.connection, "GET", "/metrics")).decode()
    gauges = {name: float(value) for name, value in re.findall(r"^(aerodrome_\w+) ([\d.e+]+)$", text, re.MULTILINE)}
    bots = sum(read_resident_megabytes(pid) for pid in server.list_bot_process_ids())
    return MemorySample(
        time.perf_counter() - begun,
        server.read_memory_megabytes(),
        bots,
        int(gauges["aerodrome_matches_in_memory"]),
        int(gauges["aerodrome_events_stored"]),
        turnover.finished,
    )


async def measure_memory(server: ServerProcess, matches: int, level: str, seconds: float, samples: int) -> None:
    """Play, look, print."""
    turnover = MatchTurnover(RawConnection(server.port), matches, level)
    begun = time.perf_counter()
    found = [await sample_memory(server, turnover, begun)]
    print("| seconds | server | bot processes | matches in memory | events stored | matches over |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    while found[-1].seconds < seconds:
        await turnover.refill()
        await turnover.look_around(8)
        await asyncio.sleep(0.2)
        if time.perf_counter() - begun >= seconds * len(found) / samples:
            found.append(await sample_memory(server, turnover, begun))
            one = found[-1]
            print(
                f"| {one.seconds:.0f} | {one.megabytes:.0f} MB | {one.bot_megabytes:.0f} MB | {one.in_memory} "
                f"| {one.stored} | {one.finished} |",
                flush=True,
            )
    half = [one for one in found if one.seconds >= seconds / 2]
    slope, _ = statistics.linear_regression([float(one.stored) for one in half], [one.megabytes for one in half])
    print(
        f"\nempty {found[0].megabytes:.0f} MB; "
        f"second half of the run: {slope * 1e6:+.0f} MB for each million events stored"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--level", default="random")
    parser.add_argument("--samples", type=int, default=20)
    given = parser.parse_args()
    with open_database("sqlite") as database:
        settings = Settings(database=database, min_bot_move_seconds=0.0, limits=build_generous_limits())
        with ServerProcess(settings, EVICT_AFTER_S=EVICT_AFTER_S) as server:
            asyncio.run(measure_memory(server, given.matches, given.level, given.seconds, given.samples))


if __name__ == "__main__":
    main()
