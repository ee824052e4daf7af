"""A crowd at one server: thousands of open streams, clicks all over, and a flood beside an honest visitor.

    python benchmarks/server_crowd.py [--streams 2000] [--matches 500] [--clicks 50] [--seconds 60]
                                      [--database sqlite|postgresql|URL] [--workers 1] [--scenario crowd|flood|all]
                                      [--figures FILE]

Starts a server of its own on loopback, PostgreSQL too when asked for it (`--database postgresql --workers 2`). Prints a
table for docs/server.md. The load generator is one process of plain asyncio sockets: a stream costs it a few
microseconds for each update, JSON is decoded for the streams of the match that is clicked next and for no other. Its
share of the processor is printed beside the server's, so that a run in which the generator was the bottleneck shows.
Every time includes the generator's own delay.

crowd: everybody sits at a table of four and has a stream of their own; 50 clicks a second go to all tables in turn;
every stream of a table must hear the click. The baseline is one table with one stream at the same server before that.
flood: limits as they are by default; 150 unfinished bodies and 400 streams come from 20 other addresses of the loopback
range, while an honest visitor loads the page, opens a room and clicks, on a new connection each time.
"""

import argparse
import asyncio
import os
import random
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from raw_http import RawConnection, RawResponse, build_request, read_response
from server_processes import ServerProcess, build_generous_limits, open_database

from aerodrome.server.settings import Limits, Settings

TITLES = ("airline", "airkwire", "airsteam", "tingoose")
SEATS = 4
CLICK_CONNECTIONS = 400
"""So many clicks may be on their way: more than the server would need to be late by seconds."""
OPENERS = 32
"""Streams that are opened at the same time."""
FLOOD_ADDRESSES = 20
FLOOD_BODIES = 150
FLOOD_STREAMS = 400
PATIENCE_S = 20.0
UPDATE_START = b"event: update\nid: "


class SeatQuestion(msgspec.Struct):
    """As much of a question as an answer needs."""

    seq: int
    choices: list[Any]


class SeenUpdate(msgspec.Struct):
    """As much of an update as the generator reads."""

    version: int
    is_latest: bool
    status: str
    question: SeatQuestion | None = None


class Person:
    """The cookie of somebody, and requests in their name."""

    def __init__(self, number: int) -> None:
        self.cookie = f"aerodrome=crowd-{number:06d}-{'x' * 24}"

    def build_get(self, path: str) -> bytes:
        """A request that reads."""
        return build_request("GET", path, {"Cookie": self.cookie})

    def build_post(self, path: str, body: Any) -> bytes:
        """A request that changes something."""
        headers = {"X-Aerodrome": "1", "Content-Type": "application/json", "Cookie": self.cookie}
        return build_request("POST", path, headers, msgspec.json.encode(body))


class StreamProtocol(asyncio.Protocol):
    """One open stream: notes when each version came in and keeps the newest update as bytes."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.arrivals: dict[int, float] = {}
        self.newest = b""
        self.status = 0
        self.first_event: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed_at = 0.0
        self.transport: asyncio.Transport | None = None
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Note the versions of whole updates in what came; the rest waits for more."""
        self._buffer += data
        if not self.status and len(self._buffer) >= 12:
            self.status = int(self._buffer[9:12])
        while (end := self._buffer.find(b"\n\n")) >= 0:
            start = self._buffer.find(UPDATE_START, 0, end)
            if start >= 0:
                line_end = self._buffer.find(b"\n", start + len(UPDATE_START))
                self.arrivals[int(self._buffer[start + len(UPDATE_START) : line_end])] = time.perf_counter()
                self.newest = bytes(self._buffer[line_end + len(b"\ndata: ") : end])
            if self.status == 200 and not self.first_event.done():
                self.first_event.set_result(None)
            del self._buffer[: end + 2]

    def connection_lost(self, _error: Exception | None) -> None:
        """The server ended it, or we did."""
        self.closed_at = time.perf_counter()
        if not self.first_event.done():
            self.first_event.set_exception(ConnectionError(f"no stream: status {self.status}"))
            self.first_event.exception()


class CrowdMatch:
    """A table of the crowd, with the streams that look at it."""

    def __init__(self, id: str, person: Person) -> None:
        self.id = id
        self.person = person
        self.streams: list[tuple[int, StreamProtocol]] = []
        """With the seat that each looks from."""
        self.sent: dict[int, float] = {}
        """When the click that led to a version was sent."""

    def find_question(self) -> tuple[int, SeatQuestion] | None:
        """A seat that is asked, and what."""
        for seat, stream in self.streams:
            if stream.newest:
                update = msgspec.json.decode(stream.newest, type=SeenUpdate)
                if update.is_latest and update.question is not None and update.question.choices:
                    return seat, update.question
        return None


async def send_checked(connection: RawConnection, request: bytes) -> Any:
    """The answer's JSON; raises RuntimeError for anything but a success."""
    answer = await connection.send(request)
    if answer is None or answer.status >= 300:
        raise RuntimeError(f"not served: {request[:80]!r}: {answer and (answer.status, answer.body[:200])}")
    return msgspec.json.decode(answer.body)


async def create_hotseat_match(connection: RawConnection, person: Person, title: str) -> CrowdMatch:
    """A table with all seats at one screen."""
    body = {"title": title, "seats": [{"kind": "person"}] * SEATS, "mode": "hotseat"}
    made = await send_checked(connection, person.build_post("/api/matches", body))
    return CrowdMatch(made["id"], person)


async def open_stream(port: int, match: CrowdMatch, seat: int, address: str = "127.0.0.1") -> StreamProtocol:
    """A stream that looks from a seat, when its first event is there."""
    request = match.person.build_get(f"/api/matches/{match.id}/events?seat={seat}&after=0")
    loop = asyncio.get_running_loop()
    _, stream = await loop.create_connection(
        lambda: StreamProtocol(request), "127.0.0.1", port, local_addr=(address, 0)
    )
    async with asyncio.timeout(PATIENCE_S):
        await stream.first_event
    match.streams.append((seat, stream))
    return stream


async def run_bounded(jobs: list[Callable[[], Awaitable[Any]]], width: int) -> list[BaseException]:
    """Do all of this, so many at a time; returns what failed."""
    waiting = iter(jobs)
    failures: list[BaseException] = []

    async def work() -> None:
        for job in waiting:
            try:
                await job()
            except (OSError, RuntimeError, TimeoutError) as error:
                failures.append(error)

    await asyncio.gather(*(work() for _ in range(width)))
    return failures


class ClickDriver:
    """Clicks at a steady rate at all tables in turn, whether or not earlier ones were answered."""

    def __init__(self, port: int, matches: list[CrowdMatch]) -> None:
        self.matches = matches
        self.idle = [RawConnection(port) for _ in range(CLICK_CONNECTIONS)]
        self.acknowledged: list[float] = []
        """Seconds until each click was answered."""
        self.failures = 0
        self.skipped = 0
        """Clicks at a table whose streams show no question, or with no connection left."""
        self._rng = random.Random(5)
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, rate: float, seconds: float) -> None:
        """So many clicks a second for so long; returns when all are answered."""
        begun = time.perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            self._click(self.matches[number % len(self.matches)])
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE_S)

    def _click(self, match: CrowdMatch) -> None:
        found = match.find_question()
        if found is None or not self.idle:
            self.skipped += 1
            return
        seat, question = found
        body = {"seq": question.seq, "action": self._rng.choice(question.choices)["action"], "seat": seat}
        request = match.person.build_post(f"/api/matches/{match.id}/actions", body)
        task = asyncio.create_task(self._send(match, request, self.idle.pop()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, match: CrowdMatch, request: bytes, connection: RawConnection) -> None:
        begun = time.perf_counter()
        try:
            answer = await send_checked(connection, request)
            match.sent[answer["version"]] = begun
            self.acknowledged.append(time.perf_counter() - begun)
        except (RuntimeError, OSError):
            self.failures += 1
        self.idle.append(connection)


def collect_latencies(matches: list[CrowdMatch]) -> tuple[list[float], int]:
    """Milliseconds from each click to each stream of its table, and how many never heard."""
    found: list[float] = []
    unheard = 0
    for match in matches:
        for version, begun in match.sent.items():
            for _, stream in match.streams:
                arrival = stream.arrivals.get(version)
                if arrival is None:
                    unheard += 1
                else:
                    found.append((arrival - begun) * 1000)
    return found, unheard


def compute_percentile(values: list[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def list_percentiles(values: list[float]) -> list[float]:
    """p50, p95 and p99."""
    return [round(compute_percentile(values, share), 2) for share in (0.5, 0.95, 0.99)]


def format_percentiles(values: list[float]) -> str:
    """p50, p95 and p99 in milliseconds."""
    return " · ".join(f"{value:.0f}" for value in list_percentiles(values)) + " ms"


# Scenarios


async def measure_baseline(port: int, clicks: int) -> list[float]:
    """One table with one stream; what is asked is read from the room."""
    connection, rng = RawConnection(port), random.Random(4)
    match = await create_hotseat_match(connection, Person(999_999), "airline")
    stream = await open_stream(port, match, 0)
    for _ in range(clicks):
        seat, question = await read_question(connection, match)
        body = {"seq": question["seq"], "action": rng.choice(question["choices"])["action"], "seat": seat}
        request = match.person.build_post(f"/api/matches/{match.id}/actions", body)
        begun = time.perf_counter()
        match.sent[(await send_checked(connection, request))["version"]] = begun
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    assert stream.transport is not None
    stream.transport.close()
    connection.close()
    return collect_latencies([match])[0]


async def read_question(connection: RawConnection, match: CrowdMatch) -> tuple[int, Any]:
    """Who is asked at a table, and what."""
    room = await send_checked(connection, match.person.build_get(f"/api/matches/{match.id}/"))
    seat = room["view"]["actors"][0]
    own = await send_checked(connection, match.person.build_get(f"/api/matches/{match.id}/?seat={seat}"))
    return seat, own["question"]


class CrowdFigures(msgspec.Struct):
    """One run, as `scale_model.py` reads it."""

    database: str
    processes: int
    streams: int
    matches: int
    clicks: float
    """Answered a second."""
    server_cpu: float
    """Cores that the server processes used."""
    client_cpu: float
    baseline_ms: list[float]
    """Click to stream with one stream: p50, p95, p99."""
    heard_ms: list[float]
    """Click to every stream of its table: p50, p95, p99."""
    match_kb: float
    stream_kb: float
    empty_mb: float


async def measure_crowd(server: ServerProcess, streams: int, matches: int, rate: float, seconds: float) -> CrowdFigures:
    """Many streams at many tables, clicks at all of them. Prints a table."""
    baseline = await measure_baseline(server.port, 50)
    empty = server.read_memory_megabytes()
    connection = RawConnection(server.port)
    crowd = [
        await create_hotseat_match(connection, Person(number), TITLES[number % len(TITLES)])
        for number in range(matches)
    ]
    connection.close()
    with_matches = server.read_memory_megabytes()
    begun = time.perf_counter()
    refused = await open_streams(server.port, crowd, streams)
    opening = time.perf_counter() - begun
    opened = sum(len(match.streams) for match in crowd)
    with_streams = server.read_memory_megabytes()
    await asyncio.sleep(2.0)
    own, theirs, begun = time.process_time(), server.read_cpu_seconds(), time.perf_counter()
    driver = ClickDriver(server.port, crowd)
    await driver.run(rate, seconds)
    elapsed = time.perf_counter() - begun
    own, theirs = (time.process_time() - own) / elapsed, (server.read_cpu_seconds() - theirs) / elapsed
    await asyncio.sleep(1.0)
    heard, unheard = collect_latencies(crowd)
    lost = sum(1 for match in crowd for _, stream in match.streams if stream.closed_at)
    match_kb = (with_matches - empty) * 1e3 / matches
    stream_kb = (with_streams - with_matches) * 1e3 / max(1, opened)
    answered, failed, skipped = len(driver.acknowledged), driver.failures, driver.skipped
    rows = [
        ("click to stream, 1 stream: p50 · p95 · p99", format_percentiles(baseline)),
        (f"{streams} streams at {matches} tables: opened · refused · took", f"{opened} · {refused} · {opening:.0f} s"),
        ("clicks: a second · answered · failed · skipped", f"{rate:.0f} · {answered} · {failed} · {skipped}"),
        ("click to its answer: p50 · p95 · p99", format_percentiles([s * 1000 for s in driver.acknowledged])),
        ("click to every stream of its table: p50 · p95 · p99", format_percentiles(heard)),
        ("… updates heard · never heard · streams that broke", f"{len(heard)} · {unheard} · {lost}"),
        ("processor: server · load generator (100 % is one core)", f"{theirs:.0%} · {own:.0%}"),
        ("memory: empty · with tables · with streams", f"{empty:.0f} · {with_matches:.0f} · {with_streams:.0f} MB"),
        ("… for a table · for a stream", f"{match_kb:.0f} kB · {stream_kb:.0f} kB"),
    ]
    print_table(f"crowd, {describe_machine(server)}", rows)
    return CrowdFigures(
        server.database_kind,
        server.workers,
        opened,
        matches,
        answered / elapsed,
        theirs,
        own,
        list_percentiles(baseline),
        list_percentiles(heard),
        match_kb,
        stream_kb,
        empty,
    )


async def open_streams(port: int, crowd: list[CrowdMatch], streams: int) -> int:
    """So many streams, spread over all tables and their seats. Returns how many were refused."""

    def opening(number: int) -> Callable[[], Awaitable[Any]]:
        match = crowd[number % len(crowd)]
        return lambda: open_stream(port, match, number // len(crowd) % SEATS)

    return len(await run_bounded([opening(number) for number in range(streams)], OPENERS))


async def measure_flood(server: ServerProcess, seconds: float) -> None:
    """Unfinished bodies and streams from other addresses, beside an honest visitor."""
    rows: list[tuple[str, str]] = []
    rows += [(f"{name}, alone", format_percentiles(values)) for name, values in (await visit(server.port, 3.0)).items()]
    flooders = [asyncio.create_task(keep_bodies_open(server.port, number)) for number in range(FLOOD_BODIES)]
    tables = []
    for number in range(FLOOD_ADDRESSES):
        connection = RawConnection(server.port, f"127.0.0.{number + 2}")
        tables.append(await create_hotseat_match(connection, Person(number), TITLES[number % len(TITLES)]))
        connection.close()

    def opening(number: int) -> Callable[[], Awaitable[Any]]:
        place = number % FLOOD_ADDRESSES
        return lambda: open_stream(server.port, tables[place], number % SEATS, f"127.0.0.{place + 2}")

    refused = await run_bounded([opening(number) for number in range(FLOOD_STREAMS)], OPENERS)
    opened = sum(len(table.streams) for table in tables)
    rows.append(
        (f"{FLOOD_STREAMS} streams from {FLOOD_ADDRESSES} addresses: opened · refused", f"{opened} · {len(refused)}")
    )
    during = await visit(server.port, seconds)
    rows += [(f"{name}, in the flood", format_percentiles(values)) for name, values in during.items()]
    rows.append(("… slowest of all", f"{max(max(values) for values in during.values()):.0f} ms"))
    open_bodies = sum(1 for task in flooders if not task.done())
    rows.append((f"{FLOOD_BODIES} unfinished bodies: still being held at the end", str(open_bodies)))
    for task in flooders:
        task.cancel()
    print_table(f"flood, {describe_machine(server)}: p50 · p95 · p99", rows)


async def keep_bodies_open(port: int, number: int) -> None:
    """A body that never arrives, again and again as soon as the server cuts it off. Ends when cancelled."""
    head = build_request(
        "POST", "/api/join", {"X-Aerodrome": "1", "Content-Type": "application/json", "Content-Length": "900"}
    )
    while True:
        try:
            address = (f"127.0.0.{number % FLOOD_ADDRESSES + 2}", 0)
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=address)
            writer.write(head + b'{"token": "')
            await read_response(reader)
            writer.close()
        except (OSError, ValueError, asyncio.IncompleteReadError):
            pass
        await asyncio.sleep(0.5)


async def visit(port: int, seconds: float) -> dict[str, list[float]]:
    """An honest visitor: the page, a room, a click, each time on a new connection. Milliseconds of each."""
    person, rng = Person(888_888), random.Random(3)
    connection = RawConnection(port)
    match = await create_hotseat_match(connection, person, "airline")
    connection.close()
    times: dict[str, list[float]] = {"page": [], "room": [], "click": []}

    async def measure(name: str, request: bytes) -> RawResponse:
        begun = time.perf_counter()
        fresh = RawConnection(port)
        async with asyncio.timeout(60.0):
            answer = await fresh.send(request)
        fresh.close()
        times[name].append((time.perf_counter() - begun) * 1000)
        if answer is None or answer.status >= 300:
            raise RuntimeError(f"the honest visitor's {name}: {answer and answer.status}")
        return answer

    end = time.perf_counter() + seconds
    seat = 0
    while time.perf_counter() < end:
        await measure("page", person.build_get("/"))
        room = msgspec.json.decode(
            (await measure("room", person.build_get(f"/api/matches/{match.id}/?seat={seat}"))).body
        )
        seat = room["view"]["actors"][0]
        if room["question"] is not None:
            action = rng.choice(room["question"]["choices"])["action"]
            body = {"seq": room["question"]["seq"], "action": action, "seat": seat}
            await measure("click", person.build_post(f"/api/matches/{match.id}/actions", body))
        await asyncio.sleep(0.1)
    return times


def describe_machine(server: ServerProcess) -> str:
    """For the head of a table."""
    processes = "1 process" if server.workers == 1 else f"{server.workers} processes"
    return f"{processes}, {os.cpu_count()} cores"


def print_table(head: str, rows: list[tuple[str, str]]) -> None:
    """Markdown."""
    print(f"\n| {head} | |\n| --- | --- |")
    for name, value in rows:
        print(f"| {name} | {value} |")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--clicks", type=float, default=50.0, help="a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scenario", choices=["crowd", "flood", "all"], default="all")
    parser.add_argument("--figures", type=Path, help="a file to add the crowd's figures to, for scale_model.py")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for scenario in ("crowd", "flood"):
        if given.scenario not in (scenario, "all"):
            continue
        limits = build_generous_limits() if scenario == "crowd" else Limits()
        with open_database(given.database) as database:
            settings = Settings(database=database, limits=limits)
            with ServerProcess(settings, given.workers) as server:
                if scenario == "flood":
                    asyncio.run(measure_flood(server, given.seconds))
                    continue
                found = asyncio.run(measure_crowd(server, given.streams, given.matches, given.clicks, given.seconds))
                if given.figures:
                    with given.figures.open("ab") as file:
                        file.write(msgspec.json.encode(found) + b"\n")


if __name__ == "__main__":
    main()
