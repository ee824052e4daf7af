"""How fast the lobby answers with 10,000 public tables and 100,000 finished matches in the database.

    python benchmarks/lobby.py [--tables 10000] [--finished 100000] [--requests 400]

The rows are made by hand around one real setup, so that filling takes seconds; the server and its routes are the real
ones, in this process, without a network between. Every second request comes after a change of the lobby: nothing kept
from the request before can be used.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from sqlalchemy import insert

from aerodrome.matches import match_creation, util
from aerodrome.matches.events import ClockRules, MatchSetup, PublicListing
from aerodrome.matches.listings import build_first_listing
from aerodrome.matches.match import Match
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.matches.schema import accounts, attendance, matches, public_tables, seat_claims
from aerodrome.matches.store import MatchStore
from aerodrome.server.app import Application
from aerodrome.server.settings import Limits, Settings

HEADERS = {"X-Aerodrome": "1"}
BATCH = 5000
TITLES = {"airline": 3, "airkwire": 4, "tingoose": 4, "airsteam": 4}
RATE = (1e6, 10**6)
PEOPLE = 20_000
"""All have an account, so that the lobby says of everybody how reliable they are."""


def build_setups() -> list[MatchSetup]:
    """A public table of every title."""
    clock = ClockRules(per_move=120_000)
    return [
        match_creation.build_match_setup(
            MatchRequest(
                title,
                [SeatRequest("person", name="Ann"), *[SeatRequest("open")] * (seats - 1)],
                {},
                clock=clock,
                public=PublicListing(180_000),
            ),
            "nobody",
            [],
        )
        for title, seats in TITLES.items()
    ]


async def fill_database(store: MatchStore, tables: int, finished: int) -> None:
    """Six of ten public tables are open, the others run; finished matches have four people each."""
    await add_people(store)
    setups = build_setups()
    encoded = [msgspec.json.encode(setup) for setup in setups]
    rows = [build_first_listing(Match("x", setup)) for setup in setups]
    now_ms = util.now_ms()
    for first in range(0, tables + finished, BATCH):
        matches_rows: list[dict[str, Any]] = []
        listed: list[dict[str, Any]] = []
        claims: list[dict[str, Any]] = []
        attended: list[dict[str, Any]] = []
        for number in range(first, min(first + BATCH, tables + finished)):
            id, kind = f"m{number:011d}", number % len(setups)
            is_open = number < tables and number % 10 < 6
            status = "over" if number >= tables else "waiting" if is_open else "playing"
            at_ms = now_ms - number * 1000
            updated_at_ms = setups[kind].created_at_ms if is_open else at_ms
            matches_rows.append({"id": id, "setup": encoded[kind], "status": status, "updated_at_ms": updated_at_ms})
            people = [(number * 7 + seat) % PEOPLE for seat in range(4)]
            claims += [{"key": f"key {one}", "match": id, "seat": seat} for seat, one in enumerate(people)]
            if status == "over":
                note = {"match_id": id, "at_ms": at_ms, "has_left": number % 9 == 0}
                attended += [{"account": f"account {one}", **note} for one in people]
            row = rows[kind]
            if number < tables and row is not None:
                values = row._asdict() | {"match": id, "since_ms": at_ms}
                values |= {} if is_open else {"status": "playing", "free_seats": 0}
                values["body"] = msgspec.json.encode(values.pop("table"))
                listed.append(values)
        async with store.engine.begin() as connection:
            await connection.execute(insert(matches), matches_rows)
            await connection.execute(insert(seat_claims), claims)
            if listed:
                await connection.execute(insert(public_tables), listed)
            if attended:
                await connection.execute(insert(attendance), attended)


async def add_people(store: MatchStore) -> None:
    rows = [
        {"id": f"account {one}", "key": f"key {one}", "name": "Ann", "look": f"ann {one}", "password": ""}
        for one in range(PEOPLE)
    ]
    async with store.engine.begin() as connection:
        await connection.execute(insert(accounts), [{**row, "created_ms": 0} for row in rows])


async def measure(name: str, requests: int, ask: Callable[[int], Awaitable[httpx.Response]], wanted: int = 200) -> str:
    """One line of the table."""
    times = []
    for number in range(requests):
        begun = time.perf_counter()
        answer = await ask(number)
        times.append((time.perf_counter() - begun) * 1000)
        assert answer.status_code == wanted, answer.text
    cuts = statistics.quantiles(times, n=100)
    return (
        f"| {name} | {cuts[49]:.1f} ms | {cuts[94]:.1f} ms | {cuts[98]:.1f} ms | {len(answer.content) / 1000:.0f} kB |"
    )


async def run(tables: int, finished: int, requests: int) -> None:
    """Fill a database and ask."""
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(
            read_rate=RATE,
            expensive_read_rate=RATE,
            write_rate=RATE,
            join_rate=RATE,
            new_match_rate=RATE,
            max_unfinished_matches=10**6,
            max_unfinished_matches_per_address=10**6,
        )
        app = Application(Settings(database=str(Path(folder) / "tables.db"), limits=limits))
        await app.service.store.open()
        begun = time.perf_counter()
        await fill_database(app.service.store, tables, finished)
        print(f"{tables} public tables, {finished} finished matches, filled in {time.perf_counter() - begun:.0f} s\n")
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://table.test", headers=HEADERS
        ) as http:
            await ask_everything(app, http, requests)
        await app.service.store.close()


async def ask_everything(app: Application, http: httpx.AsyncClient, requests: int) -> None:
    """The whole table of results."""

    def forget(number: int) -> None:
        app.service.listings_version += number % 2

    async def ask_lobby(number: int) -> httpx.Response:
        forget(number)
        return await http.get("/api/lobby")

    async def ask_title(number: int) -> httpx.Response:
        forget(number)
        return await http.get("/api/lobby", params={"title": list(TITLES)[number % 4]})

    cursor = (await http.get("/api/lobby")).json()["open"]["next"]

    async def ask_next_page(_number: int) -> httpx.Response:
        nonlocal cursor
        answer = await http.get("/api/public-tables/open", params={"after": cursor})
        cursor = answer.json()["next"] or cursor
        return answer

    tag = (await http.get("/api/lobby")).headers["etag"]

    async def ask_again(number: int) -> httpx.Response:
        forget(number)
        return await http.get("/api/lobby", headers={"If-None-Match": tag})

    async def play_now(number: int) -> httpx.Response:
        body = {"title": list(TITLES)[number % 4], "seats": 4, "clock": {"per_move": 120}}
        http.cookies.clear()
        return await http.post("/api/play-now", json=body)

    print("| | p50 | p95 | p99 | size |\n| --- | --- | --- | --- | --- |")
    print(await measure("the lobby", requests, ask_lobby))
    print(await measure("the lobby, one title", requests, ask_title))
    print(await measure("further pages", requests, ask_next_page))
    print(await measure("the lobby again, nothing changed", requests, ask_again, 304))
    print(await measure("Play now: a seat is taken", max(requests // 10, 20), play_now))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--finished", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=400)
    options = parser.parse_args()
    asyncio.run(run(options.tables, options.finished, options.requests))


if __name__ == "__main__":
    main()
