"""Whether bots among themselves keep a person waiting: 50 tables of aces run beside one with a person and a captain.

    python benchmarks/bot_fairness.py [--tables 50] [--moves 25] [--title airline]

Starts a server of its own in another process, on loopback; the tables of aces come from three addresses, the person
from another. Prints the table of docs/server.md: first with the person alone, then beside the aces.
"""

import argparse
import asyncio
import contextlib
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec

from aerodrome.server.settings import Limits, Settings

HEADERS = {"X-Aerodrome": "1"}
TITLES = ("airline", "airkwire", "airsteam", "tingoose")
SERVE = """
import sys
from msgspec.json import decode
from aerodrome.server.main import run_server
from aerodrome.server.settings import Settings
run_server(port=int(sys.argv[1]), open_browser=False, settings=decode(sys.argv[2], type=Settings))
"""
UNLIMITED = (1e6, 10**6)
MIN_BOT_MOVE_S = 0.6
"""As a server does by default: a bot's move takes at least this long where people play."""


@contextlib.contextmanager
def start_server(database: str) -> Iterator[str]:
    """A server of its own in another process; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    limits = Limits(new_match_rate=UNLIMITED, write_rate=UNLIMITED, read_rate=UNLIMITED, hint_rate=UNLIMITED)
    settings = msgspec.json.encode(Settings(database, MIN_BOT_MOVE_S, limits=limits)).decode()
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(port), settings], stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        while process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{base}/healthz").is_success:
                    break
            time.sleep(0.02)
        yield base
    finally:
        process.terminate()
        process.wait(30)


def open_client(base: str, address: str) -> httpx.AsyncClient:
    """A browser at an address of the loopback range."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=base, headers=HEADERS, timeout=60.0, transport=transport)


class Person:
    """Plays at a table with one captain and notes how long everything takes."""

    def __init__(self, client: httpx.AsyncClient, match: str) -> None:
        self.client = client
        self.match = match
        self.rng = random.Random(1)
        self.room: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.bot_asked_at: float | None = None
        self.clicks: list[float] = []
        self.bot_moves: list[float] = []
        self.hints: list[str] = []

    async def watch(self) -> None:
        """Follow the stream: note when the captain is asked and when it has moved."""
        self.room = (await self.client.get(f"/api/matches/{self.match}")).json()
        self.changed.set()
        path = f"/api/matches/{self.match}/events?after={self.room['version']}"
        async with self.client.stream("GET", path, timeout=None) as answer:
            kind = ""
            async for line in answer.aiter_lines():
                if line.startswith("event:"):
                    kind = line[6:].strip()
                elif line.startswith("data:") and kind == "update":
                    self._take_update(msgspec.json.decode(line[5:]))

    def _take_update(self, update: dict[str, Any]) -> None:
        now = time.perf_counter()
        if self.bot_asked_at is not None and update["position"] != self.room["position"]:
            self.bot_moves.append(now - self.bot_asked_at)
        self.room |= update
        is_bot_asked = update["question"] is None and update["status"] == "playing"
        self.bot_asked_at = now if is_bot_asked else None
        self.changed.set()

    async def play(self, moves: int) -> None:
        """Answer so many questions of one's own."""
        for number in range(moves):
            while self.room.get("question") is None:
                if self.room.get("status") == "over":
                    return
                await self.changed.wait()
                self.changed.clear()
            if number % 8 == 7:
                await self._ask_hint()
            await self._answer()

    async def _answer(self) -> None:
        question = self.room["question"]
        self.room["question"] = None
        body = {"seq": question["seq"], "action": self.rng.choice(question["choices"])["action"]}
        begun = time.perf_counter()
        answer = await self.client.post(f"/api/matches/{self.match}/actions", json=body)
        self.clicks.append(time.perf_counter() - begun)
        answer.raise_for_status()

    async def _ask_hint(self) -> None:
        begun = time.perf_counter()
        answer = await self.client.post(f"/api/matches/{self.match}/hint", json={})
        self.hints.append(f"{time.perf_counter() - begun:.1f} s{'' if answer.is_success else ' (busy)'}")


async def create_match(client: httpx.AsyncClient, title: str, seats: list[dict[str, Any]]) -> str:
    """A new match's id."""
    answer = await client.post("/api/matches", json={"title": title, "seats": seats})
    answer.raise_for_status()
    return str(answer.json()["id"])


def format_row(name: str, person: Person) -> str:
    """One line of the table: medians and 95th percentiles."""
    clicks, moves = person.clicks, person.bot_moves
    return (
        f"| {name} | {statistics.median(clicks) * 1000:.0f} ms · {percentile(clicks) * 1000:.0f} ms "
        f"| {statistics.median(moves):.2f} s · {percentile(moves):.2f} s ({len(moves)}) | {', '.join(person.hints)} |"
    )


def percentile(values: list[float], share: float = 0.95) -> float:
    """The value that `share` of the others do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def sit_and_play(base: str, title: str, moves: int) -> Person:
    """A person at a table of their own, until so many answers are given."""
    async with open_client(base, "127.0.0.9") as client:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "captain"}]
        person = Person(client, await create_match(client, title, seats))
        watching = asyncio.create_task(person.watch())
        await person.play(moves)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    return person


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=25)
    parser.add_argument("--title", default="airline")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, start_server(str(Path(folder) / "tables.db")) as base:
        print("| | click: median · p95 | captain's move: median · p95 (count) | hints |\n| --- | --- | --- | --- |")
        alone = await sit_and_play(base, chosen.title, chosen.moves)
        print(format_row("the person's table alone", alone), flush=True)
        aces = [{"kind": "bot", "level": "ace"}] * 4
        for number in range(chosen.tables):
            async with open_client(base, f"127.0.0.{2 + number % 3}") as client:
                await create_match(client, TITLES[number % len(TITLES)], aces)
        beside = await sit_and_play(base, chosen.title, chosen.moves)
        print(format_row(f"beside {chosen.tables} tables of four aces", beside))


if __name__ == "__main__":
    asyncio.run(main())
