"""However many tables somebody has finished: the list of them loads none, and memory holds few that nobody looks at."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, select

from aerodrome.matches import match_creation
from aerodrome.matches import service as service_module
from aerodrome.matches.commands import close_unstarted_match_or_lesson
from aerodrome.matches.finished_summaries import build_finished_summary, read_finished_summaries
from aerodrome.matches.former_players import leave_tables_and_erase_person
from aerodrome.matches.schema import finished_summaries
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.server.app import Application
from matches.conftest import InlineBotPool
from matches.test_migrations import new_postgres_database
from server.client import Browser
from server.people import sign_up
from server.test_reviews import play_out

Browsers = Callable[[], Browser]


async def list_lines(browser: Browser) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = (await browser.get("/api/my-matches"))["matches"]
    return lines


async def finish_tables(browsers: Browsers, app: Application, count: int) -> tuple[Browser, Browser, list[str]]:
    """Two people and so many tables that they played to the end, of which none is in memory any more."""
    ann, bob = browsers(), browsers()
    ids = []
    for _ in range(count):
        made = await ann.make("toy", "me", "open", "random")
        await bob.join(made["links"][1], "Bob")
        await play_out(made["id"], ann, bob)
        ids.append(made["id"])
    await until_all_are_kept(app, ids)
    app.service.live_matches.clear()
    return ann, bob, ids


async def until_all_are_kept(app: Application, ids: list[str]) -> None:
    kept: dict[str, Any] = {}
    while len(kept) < len(ids):
        kept = await read_finished_summaries(app.service.store, ids)


async def test_a_list_of_finished_tables_loads_none(browsers: Browsers, app: Application) -> None:
    ann, bob, ids = await finish_tables(browsers, app, 3)
    told = {browser: await list_lines(browser) for browser in (ann, bob)}
    assert app.service.live_matches == {}
    assert [line["id"] for line in told[ann]] == ids[::-1]
    await app.service.store.execute_write(delete(finished_summaries))
    for browser, lines in told.items():
        assert await list_lines(browser) == lines, "what is kept is what the matches themselves say"
    assert set(app.service.live_matches) == set(ids)
    app.service.live_matches.clear()
    assert await list_lines(ann) == told[ann], "and it was kept anew"
    assert app.service.live_matches == {}
    for seat, browser in enumerate((ann, bob)):
        for line in told[browser]:
            room = await browser.room(line["id"])
            names = [one["name"] for one in room["seats"]]
            ahead = sum(score > room["result"]["scores"][seat] for score in room["result"]["scores"])
            assert (line["status"], line["names"], line["my_place"]) == ("over", names, ahead + 1)
            assert line["winners"] == [names[winner] for winner in room["result"]["winners"]]


async def test_what_happens_after_the_end_stands_in_the_list(browsers: Browsers, app: Application) -> None:
    ann, bob, (match,) = await finish_tables(browsers, app, 1)
    (before,) = await list_lines(bob)
    await ann.post(f"/api/matches/{match}/rematch")
    lines = {line["id"]: line for line in await list_lines(bob)}
    assert lines[match]["rematch_by"] == before["names"][0]
    assert lines[match]["updated_at"] >= before["updated_at"]
    await until_all_are_kept(app, [match])
    app.service.live_matches.clear()
    assert (await list_lines(bob))[0]["rematch_by"] == before["names"][0]
    assert match not in app.service.live_matches
    await bob.post(f"/api/matches/{match}/rematch")
    assert [line["rematch_by"] for line in await list_lines(bob)] == ["", ""]


async def test_a_summary_made_before_the_last_event_is_not_believed(browsers: Browsers, app: Application) -> None:
    _ann, _bob, (match,) = await finish_tables(browsers, app, 1)
    store = app.service.store
    assert set(await read_finished_summaries(store, [match])) == {match}
    await store.execute_write(finished_summaries.update().values(version=finished_summaries.c.version - 1))
    assert await read_finished_summaries(store, [match]) == {}


async def test_who_is_forgotten_is_forgotten_in_lists_too(browsers: Browsers, app: Application) -> None:
    amelia, bob = await sign_up(app, browsers, "Amelia"), browsers()
    made = await amelia.make("toy", "me", "open")
    await bob.join(made["links"][1], "Bob")
    await play_out(made["id"], amelia, bob)
    await until_all_are_kept(app, [made["id"]])
    claims = await app.service.store.list_claims_in_match(made["id"])
    key = next(key for key, seat in claims if seat == 0)
    await leave_tables_and_erase_person(app.service, key)
    app.service.live_matches.clear()
    assert (await list_lines(bob))[0]["names"] == ["Former player", "Bob"]


async def test_a_table_that_was_removed_keeps_no_line(browsers: Browsers, app: Application) -> None:
    ann, _bob, (match, other) = await finish_tables(browsers, app, 2)
    live = await app.service.get_match(match)
    await app.service.store.delete_match(match)
    await app.service.keep_finished_summary(live)
    rows = await app.service.store.fetch_all(select(finished_summaries.c.match))
    assert [row[0] for row in rows] == [other]
    assert [line["id"] for line in await list_lines(ann)] == [other]


async def test_a_closed_table_stands_there_as_closed(browsers: Browsers, app: Application) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open", "open")
    await guest.join(made["links"][1], "Bob")
    await host.post(f"/api/matches/{made['id']}/close")
    await until_all_are_kept(app, [made["id"]])
    app.service.live_matches.clear()
    (line,) = await list_lines(guest)
    assert (line["status"], line["names"], line["my_place"]) == ("closed", ["Person A", "Bob", ""], None)
    assert app.service.live_matches == {}


async def test_few_tables_that_nobody_looks_at_stay_in_memory(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "MAX_IDLE_MATCHES", 2)
    host = browsers()
    ids = [(await host.make("toy", "me", "open"))["id"] for _ in range(5)]
    await asyncio.gather(*[live.driver for live in app.service.live_matches.values() if live.driver is not None])
    now = time.monotonic()
    for age, id in enumerate(reversed(ids)):
        app.service.live_matches[id].last_used = now - service_module.IN_USE_S - age - 1
    watched = app.service.live_matches[ids[0]]
    watched.attach_viewer(None)
    watched.last_used = now - 10_000
    app.service.live_matches[ids[1]].last_used = now
    app.service._evict_idle_matches()
    assert set(app.service.live_matches) == {ids[0], ids[1], ids[4]}, "one that is watched, and the two used last"
    watched.detach_viewer(None)


async def test_postgresql_keeps_lines_too(postgres: str, with_toy_title: None) -> None:
    service = MatchService(MatchStore(await new_postgres_database(postgres)), InlineBotPool())
    await service.open()
    seats = [match_creation.SeatRequest("person", name="Ann"), match_creation.SeatRequest("open")]
    live = await match_creation.create_match(service, match_creation.MatchRequest("toy", seats, {}), "key of Ann")
    await close_unstarted_match_or_lesson(service, live, is_host=True)
    for _ in range(2):
        await service.keep_finished_summary(live)
    kept = await read_finished_summaries(service.store, [live.match.id])
    assert kept == {live.match.id: build_finished_summary(live.match)}
    assert kept[live.match.id].names == ["Ann", ""]
    await service.close()
