"""Play a tournament of people through by the API while its server is killed again and again.

    python scripts/play_tournament.py [--title tingoose] [--table-size 4] [--people 10] [--entrants 16] [--rounds 4]
        [--format round_robin|swiss] [--kills 10] [--seed 9] [--database sqlite|postgresql]

SIGKILL at random moments, then a new server on the same database. In the end every table is read back: nobody met twice
before all were met, no table is missing or there twice, and standings are what the matches on disk come to.
`tests/server/test_tournaments.py` runs a short one.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from sqlalchemy import select

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
from server_processes import open_database

from aerodrome.core import registry
from aerodrome.matches.events import MatchSetup
from aerodrome.matches.match import Match
from aerodrome.matches.schema import matches
from aerodrome.matches.store import MatchStore
from aerodrome.ratings.finishing_places import compute_finishing_places
from server.client import Browser, any_answer
from server.conftest import ForkServer, free_port, settings_for

UNLIMITED = (1e6, 10**6)


class Plan(NamedTuple):
    """The tournament that is played."""

    title: str = "toy"
    table_size: int = 2
    people: int = 10
    entrants: int = 16
    rounds: int = 4
    format: str = "round_robin"
    kills: int = 4
    seed: int = 9


async def open_tournament(browsers: list[Browser], plan: Plan) -> str:
    """An account for everybody, a tournament of the first, and everybody signs up."""
    for number, browser in enumerate(browsers):
        account = {"name": f"Pilot {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number]}x", "password": f"a long password {number}"}
        await browser.post("/api/account", account)
    wanted = {
        "name": "Autumn Cup",
        "title": plan.title,
        "table_size": plan.table_size,
        "rounds": plan.rounds,
        "format": plan.format,
        "clock": {"per_move": 600},
        "bot_level": "random",
        "fill_to": plan.entrants,
    }
    id: str = (await browsers[0].post("/api/tournaments", wanted))["id"]
    for browser in browsers:
        await browser.post(f"/api/tournaments/{id}/sign-up")
    await browsers[0].post(f"/api/tournaments/{id}/start")
    return id


async def play_until_over(browser: Browser, id: str, rng: random.Random) -> None:
    """One person at all their tables, until the tournament is over; what breaks is tried again."""
    while True:
        try:
            page = await browser.get(f"/api/tournaments/{id}")
            if page["status"] != "running":
                return
            mine = [
                table for table in page["played"][-1]["tables"] if table["is_mine"] and table["status"] == "playing"
            ]
            for table in mine:
                await _play_table(browser, table["match"], rng)
            await asyncio.sleep(0.05)
        except httpx.TransportError:
            await asyncio.sleep(0.05)


async def _play_table(browser: Browser, match: str, rng: random.Random) -> None:
    while True:
        room = await browser.room(match)
        if room["status"] == "over":
            return
        if room["question"] is None:
            await asyncio.sleep(0.02)
            continue
        answer = await browser.act(match, room["question"]["seq"], any_answer(room["question"], rng))
        assert answer.status_code < 500, answer.text


async def play_through_kills(fork_server: ForkServer, database: str, plan: Plan) -> dict[str, Any]:
    """Returns the page of the tournament when it is over."""
    rng, port, settings = random.Random(plan.seed), free_port(), settings_for(database)
    limits = msgspec.structs.replace(settings.limits, new_account_rate=UNLIMITED)
    settings = msgspec.structs.replace(settings, limits=limits)
    server = await fork_server.start(settings, port)
    browsers = [Browser(f"http://127.0.0.1:{port}") for _ in range(plan.people)]
    try:
        id = await open_tournament(browsers, plan)
        players = [
            asyncio.create_task(play_until_over(browser, id, random.Random(rng.random()))) for browser in browsers
        ]
        for _ in range(plan.kills):
            await asyncio.wait(players, timeout=rng.uniform(0.05, 0.6))
            fork_server.kill(server)
            server = await fork_server.start(settings, port)
        await asyncio.gather(*players)
        page: dict[str, Any] = await browsers[0].get(f"/api/tournaments/{id}")
    finally:
        for browser in browsers:
            await browser.http.aclose()
        fork_server.kill(server)
    return page


async def check_tournament(database: str, page: dict[str, Any], plan: Plan) -> None:
    """Raises AssertionError when the page is not what the matches on disk come to."""
    assert (page["status"], page["end_reason"], page["round"]) == ("over", "finished", plan.rounds)
    assert len(page["entrants"]) == plan.entrants
    tables = [table for played in page["played"] for table in played["tables"]]
    assert len(tables) == plan.rounds * plan.entrants // plan.table_size
    for played in page["played"]:
        seated = [seat["entrant"] for table in played["tables"] for seat in table["seats"]]
        assert sorted(seated) == list(range(plan.entrants)), "everybody sits once in each round"
    if plan.format == "round_robin":
        met = Counter(
            pair for table in tables for pair in combinations(sorted(seat["entrant"] for seat in table["seats"]), 2)
        )
        assert max(met.values()) == 1, "nobody meets twice before all were met"
    points: Counter[int] = Counter()
    store = MatchStore(database)
    stored = [
        msgspec.json.decode(bytes(row[0]), type=MatchSetup) for row in await store.fetch_all(select(matches.c.setup))
    ]
    assert len(stored) == len(tables), "no match without a table, and none twice"
    for table in tables:
        loaded = await store.load_match(table["match"])
        assert loaded is not None
        match = Match.restore(table["match"], loaded.setup, loaded.encoded_events, loaded.snapshots)
        assert match.is_over
        assert match.left_seats == {}
        places = compute_finishing_places(match.game.scores(match.record.state), match.winners)
        assert [seat["place"] for seat in table["seats"]] == places
        for seat in table["seats"]:
            points[seat["entrant"]] += _count_points(seat["place"], places)
    await store.engine.dispose()
    shown = {one["entrant"]: one["points"] for one in page["standings"]}
    assert shown == {entrant: round(float(points[entrant]), 2) for entrant in range(plan.entrants)}
    ordered = [one["points"] for one in page["standings"]]
    assert ordered == sorted(ordered, reverse=True)


def _count_points(place: int, places: list[int]) -> Any:
    """As docs/tournaments.md says: one for each seat not in front, one more for the first, ties share."""
    worth = [len(places) - number + (number == 0) for number in range(len(places))]
    tied = places.count(place)
    return Fraction(sum(worth[place - 1 : place - 1 + tied]), tied)


async def run(kind: str, plan: Plan) -> float:
    """One tournament on a database of its own; returns how many seconds it took."""
    fork_server = ForkServer()
    begun = time.perf_counter()
    with contextlib.closing(fork_server), open_database(kind) as database:
        page = await play_through_kills(fork_server, database, plan)
        await check_tournament(database, page, plan)
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="tingoose")
    parser.add_argument("--table-size", type=int, default=4)
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--entrants", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--format", choices=["round_robin", "swiss"], default="round_robin")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    given = vars(parser.parse_args())
    kind = given.pop("database")
    registry.register("toy", "toy.game")
    plan = Plan(**given)
    seconds = asyncio.run(run(kind, plan))
    print(f"{plan}: {seconds:.0f} s; no table missing or there twice, standings right", flush=True)


if __name__ == "__main__":
    main()
