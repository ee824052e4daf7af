"""A database written by version 0.1.0 opens, and every match in it goes on."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import aerodrome
from aerodrome import CHANCE
from aerodrome.matches.administration import check_matches
from aerodrome.matches.store import MatchStore
from compat.reading import (
    Listing,
    StoredMatch,
    describe,
    entries_of,
    load_match,
    open_application,
    read_listing,
    read_positions,
    registered_entries,
    unpack_database,
    wait_for_entry,
)
from server.client import Browser

NEWER_STEPS = {"ChooseColour"}
NEWER_ENTRIES = {
    "device_in",
    "device_out",
    "closed",
    "ended_by_agreement",
    "listed",
    "rematch_joined",
    "time_away",
    "chat_removed",
}
"""Kinds of journal entries that version 0.1 did not have."""
PATIENCE = 600.0
"""Seconds after which a bot that does not go on fails the test."""


@pytest.fixture(scope="module")
def listing() -> Listing:
    return read_listing()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return unpack_database(tmp_path)


@pytest.fixture
async def application(database: Path) -> AsyncIterator[Any]:
    """The service on a copy of the stored database, its bots asleep."""
    async with open_application(database, bots_think=False) as made:
        yield made


def browser(application: Any, cookie: str) -> Browser:
    made = Browser("http://table.test", httpx.ASGITransport(application))
    made.http.cookies.set("aerodrome", cookie)
    return made


async def holder_of(application: Any, listing: Listing, match: str, seat: int) -> tuple[Browser, Any]:
    """The browser whose cookie holds this seat, and what it sees from there."""
    for cookie in listing.cookies.values():
        made = browser(application, cookie)
        answer = await made.http.get(f"/api/matches/{match}/", params={"seat": seat})
        if answer.status_code == 200:
            return made, answer.json()
        await made.http.aclose()
    raise AssertionError(f"{match}: nobody holds seat {seat}")


def running(listing: Listing, kind: str) -> list[StoredMatch]:
    """The matches in which somebody of this kind must act first."""
    return [match for match in listing.matches if match.asked and match.asked[0].kind == kind]


async def test_every_match_is_as_it_was_left(application: Any, listing: Listing) -> None:
    kinds: Counter[str] = Counter()
    for stored in listing.matches:
        match = await load_match(application, stored.id)
        found = describe(match)
        listed = {name: getattr(stored, name) for name in found}
        assert found == listed, f"{stored.id}: {stored.what}"
        kinds.update(entry["kind"] for entry in entries_of(match))
    assert kinds == listing.kinds
    assert set(kinds) == registered_entries() - NEWER_ENTRIES, "a kind of journal entry that no stored match has"


@pytest.mark.parametrize("kind", ["person", "bot"])
@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_match_is_stopped_at_every_question_to_a_seat(listing: Listing, title: str, kind: str) -> None:
    stopped = {match.top for match in running(listing, kind) if match.title == title}
    asking = {position.top for position in read_positions(title) if any(who != CHANCE for who, _ in position.legal)}
    assert sorted(asking - stopped - NEWER_STEPS) == []


async def test_a_check_finds_nothing_wrong_with_it(database: Path) -> None:
    """Its snapshots lack what bots remember by now; nothing that was played does."""
    store = MatchStore(database)
    await store.open()
    checked = [result async for result in check_matches(store)]
    assert [result for result in checked if result.problem or result.bad_snapshots_from is not None] == []
    assert len(checked) > 100
    await store.close()


async def test_who_is_asked_can_go_on(database: Path, listing: Listing) -> None:
    answered: list[StoredMatch] = []
    async with open_application(database, bots_think=False) as application:
        for stored in running(listing, "person"):
            if not is_asked_for_an_offer(stored):
                await answer_first(application, listing, stored)
                answered.append(stored)
    assert {stored.title for stored in answered} == set(aerodrome.titles())
    async with open_application(database, bots_think=False) as application:
        for stored in answered:
            asked = stored.asked[0]
            entry = entries_of(await load_match(application, stored.id))[stored.entries]
            assert (entry["kind"], entry["seat"]) == ("played", asked.seat), f"{stored.id}: {stored.what}"
            assert entry["moves"][0]["do"] == asked.legal[0]


def is_asked_for_an_offer(stored: StoredMatch) -> bool:
    """People who do not wish to be asked for offers are not asked any more: the table answers for them."""
    return stored.title == "airline" and any(action["type"] == "pass" for action in stored.asked[0].legal)


async def answer_first(application: Any, listing: Listing, stored: StoredMatch) -> None:
    """Whoever is asked first takes the first action on offer."""
    asked = stored.asked[0]
    person, room = await holder_of(application, listing, stored.id, asked.seat)
    async with person:
        assert [choice["action"] for choice in room["question"]["choices"]] == asked.legal, stored.what
        answer = await person.act(stored.id, room["question"]["seq"], asked.legal[0], asked.seat)
        assert answer.status_code == 200, f"{stored.id}: {stored.what}: {answer.text}"
        assert answer.json()["version"] > room["version"]


async def test_bots_go_on_where_it_is_their_turn(database: Path, listing: Listing) -> None:
    async with asyncio.timeout(PATIENCE), open_application(database, bots_think=True) as application:
        for stored in running(listing, "bot"):
            match = await wait_for_entry(application, stored.id, stored.entries)
            entry = entries_of(match)[stored.entries]
            assert (entry["kind"], entry["by"]) == ("played", "bot"), f"{stored.id}: {stored.what}"
            assert entry["seat"] in [asked.seat for asked in stored.asked]


async def test_a_finished_match_shows_its_result_and_gives_its_record(application: Any, listing: Listing) -> None:
    finished = [match for match in listing.matches if match.status == "over"]
    assert {match.title for match in finished} == set(aerodrome.titles())
    for stored in finished:
        async with browser(application, listing.cookies[stored.cookie]) as person:
            room = await person.room(stored.id, 0)
            assert stored.result is not None
            assert {name: room["result"][name] for name in stored.result} == stored.result
            assert room["rematch"] in [match.id for match in listing.matches]
            record = await person.get(f"/api/matches/{stored.id}/record")
            assert aerodrome.Record.replay(msgspec.json.encode(record)).over


async def test_earlier_positions_can_be_looked_at(application: Any, listing: Listing) -> None:
    for stored in listing.matches:
        if stored.what.startswith("long enough"):
            async with browser(application, listing.cookies[stored.cookie]) as person:
                for position in range(0, stored.position + 1, 16):
                    moment = await person.get(f"/api/matches/{stored.id}/positions/{position}", seat=0)
                    assert moment["position"] == position
                    # Where people are not asked for offers any more, the table answers by itself.
                    assert moment["last_position"] >= stored.position


async def test_cookies_still_hold_their_seats(application: Any, listing: Listing) -> None:
    async with browser(application, listing.cookies["host"]) as host:
        tables = (await host.get("/api/my-matches"))["matches"]
    assert {table["id"] for table in tables} == {match.id for match in listing.matches}


async def test_links_still_open_seats(application: Any, listing: Listing) -> None:
    for match, token in listing.open.items():
        async with browser(application, listing.cookies["third"]) as guest:
            joined = await guest.join(token, "Late")
            assert joined["id"] == match
            room = await guest.room(match)
            assert (room["status"], room["seats"][joined["seat"]]["name"]) == ("playing", "Late")


async def test_links_still_let_people_watch(application: Any, listing: Listing) -> None:
    for match, token in listing.watch.items():
        async with browser(application, "the cookie of somebody new") as guest:
            assert await guest.join(token) == {"id": match, "seat": None}
            assert (await guest.room(match))["me"]["seats"] == []


async def test_notices_are_still_wanted(application: Any, listing: Listing) -> None:
    for match, shown in listing.notices.items():
        async with browser(application, listing.cookies["host"]) as host:
            assert await host.get(f"/api/matches/{match}/notifications", seat=0) == {
                "enabled": True,
                "masked_address": shown,
            }


async def test_an_old_database_gets_the_schema_of_a_new_one(database: Path, tmp_path: Path) -> None:
    for place in (database, tmp_path / "new.sqlite3"):
        async with open_application(place, bots_think=False):
            pass
    assert schema(database) == schema(tmp_path / "new.sqlite3")


def schema(database: Path) -> dict[str, Any]:
    """Columns and indexes of every table."""
    connection = sqlite3.connect(database)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {
        name: (
            sorted(row[1:] for row in connection.execute(f"PRAGMA table_info({name})")),
            sorted(
                (index[1], index[2], tuple(row[2] for row in connection.execute(f"PRAGMA index_info({index[1]})")))
                for index in connection.execute(f"PRAGMA index_list({name})")
            ),
        )
        for name in names
    }
    connection.close()
    return found
