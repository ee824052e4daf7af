"""The public lobby over HTTP: strangers find each other, watchers see what spectators see, limits hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event, insert

from aerodrome.matches import schema, util
from aerodrome.matches.accounts import AccountStore
from aerodrome.server.app import Application
from aerodrome.server.lobby_pages import MAX_KEPT_PAGES
from aerodrome.server.settings import Limits, Settings
from matches.conftest import until
from server.client import Browser
from server.conftest import InlineBotPool
from server.people import sign_up

Browsers = Callable[[], Browser]
PUBLIC = {"fill_after": 180}


async def list_open(browser: Browser, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await browser.get("/api/lobby", **params))["open"]["tables"]
    return found


async def test_the_lobby_says_what_one_gets_into(browsers: Browsers) -> None:
    host, stranger = browsers(), browsers()
    clock = {"per_move": 120, "on_timeout": "move"}
    made = await host.make("toy", "me", "open", "open", options={"generous": True}, clock=clock, public=PUBLIC)
    await host.make("toy", "me", "open")
    lobby = await stranger.get("/api/lobby")
    assert lobby["open_counts"] == [{"title": "toy", "tables": 1, "free_seats": 2}]
    (table,) = lobby["open"]["tables"]
    assert (table["id"], table["title"], table["host_name"]) == (made["id"], "toy", "Person A")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open", "open"]
    assert [(option["name"], option["value"]) for option in table["options"]] == [("generous", "yes")]
    assert (table["clock"]["per_move"], table["fill_after"], table["free_seats"]) == (120, 180, 2)
    assert await list_open(stranger, title="airline") == []
    assert len(await list_open(stranger, title="toy")) == 1


async def test_two_strangers_play_and_a_third_watches_as_a_spectator(app: Application, browsers: Browsers) -> None:
    host, guest, watcher, by_link = browsers(), browsers(), browsers(), browsers()
    made = await host.make("toy", "me", "open", public=PUBLIC)
    refused = await watcher.http.post(f"/api/public-tables/{made['id']}/watch", json={})
    assert refused.status_code == 409, "it has not begun"
    joined = await guest.post(f"/api/public-tables/{made['id']}/sit-down", {"name": "Berta"})
    assert joined == {"id": made["id"], "seat": 1}
    lobby = await watcher.get("/api/lobby")
    assert lobby["open"]["tables"] == []
    assert [seat["name"] for seat in lobby["playing"]["tables"][0]["seats"]] == ["Person A", "Berta"]
    assert await watcher.post(f"/api/public-tables/{made['id']}/watch") == {"id": made["id"], "seat": None}
    await by_link.join(made["spectator_link"])
    seen, usual = await watcher.room(made["id"]), await by_link.room(made["id"])
    assert seen == usual
    assert seen["view"]["card"] is None
    assert (await guest.room(made["id"]))["view"]["card"] is not None
    for seat in (0, 1):
        answer = await watcher.http.get(f"/api/matches/{made['id']}/", params={"seat": seat})
        assert answer.status_code == 403


async def test_a_table_by_link_is_not_public(browsers: Browsers) -> None:
    host, stranger = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    for what in ("sit-down", "watch"):
        answer = await stranger.http.post(f"/api/public-tables/{made['id']}/{what}", json={})
        missing = await stranger.http.post(f"/api/public-tables/AAAAAAAAAAAA/{what}", json={})
        assert answer.status_code == 404
        assert answer.content == missing.content


async def test_only_the_host_decides_and_only_until_it_begins(browsers: Browsers) -> None:
    host, guest, stranger = browsers(), browsers(), browsers()
    made = await host.make("toy", "me", "open", "open")
    path = f"/api/matches/{made['id']}/listing"
    await guest.join(made["links"][1], "Berta")
    assert (await guest.http.post(path, json={"public": PUBLIC})).status_code == 403
    assert (await stranger.http.post(path, json={"public": PUBLIC})).status_code == 404
    await host.post(path, {"public": PUBLIC})
    room = await guest.room(made["id"])
    assert room["listing"]["fill_after"] == 180
    assert room["listing"]["fill_at"] is not None
    assert len(await list_open(stranger)) == 1
    await host.post(path, {"public": None})
    assert await list_open(stranger) == []
    assert (await host.room(made["id"]))["listing"] is None
    await host.post(path, {"public": {"fill_after": None}})
    await stranger.post(f"/api/public-tables/{made['id']}/sit-down")
    assert (await host.http.post(path, json={"public": None})).status_code == 409
    for plan in ({"public": {"level": "nobody"}}, {"public": {"fill_after": 1}}):
        assert (await host.http.post(path, json=plan)).status_code == 400


async def test_nothing_for_strangers_cannot_be_public(app: Application, browsers: Browsers) -> None:
    host = browsers()
    seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
    plan = {"title": "toy", "seats": seats, "mode": "hotseat", "public": PUBLIC}
    assert (await host.http.post("/api/matches", json=plan)).status_code == 400
    done = await host.make("toy", "random", "random")
    await until(await app.service.get_match(done["id"]), lambda match: match.is_over)
    record = await host.get(f"/api/matches/{done['id']}/record")
    seats = [{"kind": "person", "name": "A"}, {"kind": "open"}]
    body = {"record": record, "seats": seats, "position": 1}
    imported = await host.post("/api/matches/import", body)
    answer = await host.http.post(f"/api/matches/{imported['id']}/listing", json={"public": PUBLIC})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_a_page_that_has_not_changed_is_not_sent_again(browsers: Browsers) -> None:
    host, stranger = browsers(), browsers()
    await host.make("toy", "me", "open", public=PUBLIC)
    first = await stranger.http.get("/api/lobby")
    tag = {"If-None-Match": first.headers["etag"]}
    assert first.headers["cache-control"] == "private, no-cache"
    again = await stranger.http.get("/api/lobby", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    await host.make("toy", "me", "open", public=PUBLIC)
    news = await stranger.http.get("/api/lobby", headers=tag)
    assert news.status_code == 200
    assert len(news.json()["open"]["tables"]) == 2


async def test_every_table_is_on_one_page_and_the_newest_first(browsers: Browsers) -> None:
    host = browsers()
    made = [(await host.make("toy", "me", "open", public=PUBLIC))["id"] for _ in range(45)]
    found: list[dict[str, Any]] = []
    page = (await host.get("/api/lobby"))["open"]
    while True:
        found += page["tables"]
        if page["next"] is None:
            break
        page = await host.get("/api/public-tables/open", after=page["next"], title="toy")
    assert sorted(table["id"] for table in found) == sorted(made)
    times = [table["since"] for table in found]
    assert times == sorted(times, reverse=True)
    assert (await host.http.get("/api/public-tables/closed")).status_code == 400
    assert (await host.http.get("/api/public-tables/open", params={"after": "x"})).status_code == 400


async def test_play_now_finds_a_table_or_opens_one(browsers: Browsers) -> None:
    first, second, third = browsers(), browsers(), browsers()
    plan = {"title": "toy", "seats": 3}
    opened = await first.post("/api/play-now", {**plan, "name": "Ann"})
    assert opened["is_opened"]
    assert await list_open(third)
    joined = await second.post("/api/play-now", {**plan, "seats": 2, "name": "Ben"})
    assert (joined["id"], joined["is_opened"]) == (opened["id"], False)
    other = await third.post("/api/play-now", {**plan, "seats": 2, "any_seats": False})
    assert other["id"] != opened["id"]
    same_name = browsers()
    assert (await same_name.post("/api/play-now", {**plan, "name": "Ann"}))["id"] == other["id"]
    answer = await first.http.post("/api/play-now", json={"title": "chess", "seats": 2})
    assert answer.status_code == 404


@pytest.mark.parametrize("what", ["sit", "play"])
async def test_nobody_takes_the_seats_of_all_tables(tmp_path: Path, with_toy_title: None, what: str) -> None:
    limits = Limits(max_unfinished_matches=3, max_unfinished_matches_per_address=50)
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()
    transport = httpx.ASGITransport(app)
    greedy = Browser("http://table.test", transport)
    greedy.http.cookies.set("aerodrome", "g" * 43)
    statuses = []
    for number in range(4):
        host = Browser("http://table.test", transport)
        host.http.cookies.set("aerodrome", f"{number}" * 43)
        made = await host.make("toy", "me", "open", "open", options={"generous": bool(number % 2)}, public=PUBLIC)
        if what == "sit":
            answer = await greedy.http.post(f"/api/public-tables/{made['id']}/sit-down", json={})
        else:
            body = {
                "title": "toy",
                "seats": 2 + number % 2,
                "any_seats": False,
                "clock": {"per_move": 5 + number * 600},
            }
            answer = await greedy.http.post("/api/play-now", json=body)
        statuses.append(answer.status_code)
        await host.http.aclose()
    assert statuses == [200, 200, 200, 403]
    await greedy.http.aclose()
    await app.service.close()


async def note_matches(app: Application, name: str, finished: int, left: int) -> None:
    """As if this account had played so many matches among people."""
    account = await AccountStore(app.service.store).find_by_similar_name(name)
    assert account is not None
    rows = [
        {"account": account.id, "match_id": f"past {number}", "at_ms": util.now_ms(), "has_left": number < left}
        for number in range(finished + left)
    ]
    async with app.service.store.engine.begin() as connection:
        await connection.execute(insert(schema.attendance), rows)


async def open_table(host: Browser, name: str) -> str:
    seats = [{"kind": "person", "name": name}, *[{"kind": "open"}] * 2]
    made = await host.post("/api/matches", {"title": "toy", "seats": seats, "public": PUBLIC})
    return str(made["id"])


async def test_the_lobby_says_how_reliable_the_people_at_open_tables_are(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await note_matches(app, "Anna", finished=18, left=2)
    await note_matches(app, "Bert", finished=3, left=1)
    table = await open_table(anna, "Anna")
    await bert.post(f"/api/public-tables/{table}/sit-down", {"name": "Bert"})
    (row,) = await list_open(browsers())
    assert row["seats"][0]["reliability"] == {"played": 20, "finished": 18, "is_known": True}
    assert row["seats"][1]["reliability"] is None, "too few to say anything"
    assert row["seats"][2]["reliability"] is None
    page = await browsers().get("/api/public-tables/open")
    assert page["tables"] == [row]


async def test_the_lobby_says_nothing_of_private_people_and_of_those_under_another_name(
    app: Application, browsers: Browsers
) -> None:
    anna, bert, guest = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert"), browsers()
    for name in ("Anna", "Bert"):
        await note_matches(app, name, finished=6, left=0)
    await open_table(anna, "Somebody else")
    await bert.post("/api/account/visibility", {"visibility": "private"})
    await open_table(bert, "Bert")
    await open_table(guest, "Anna")
    rows = await list_open(browsers())
    assert sorted(row["host_name"] for row in rows) == ["Anna", "Bert", "Somebody else"]
    assert [row["seats"][0]["reliability"] for row in rows] == [None] * 3


async def test_the_lobby_asks_the_database_as_often_for_many_tables_as_for_one(
    app: Application, browsers: Browsers
) -> None:
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    anna, looker = await sign_up(app, browsers, "Anna"), browsers()
    await note_matches(app, "Anna", finished=6, left=0)
    event.listen(app.service.store.engine.sync_engine, "before_cursor_execute", note)
    counts = []
    for _round in range(2):
        for _table in range(4):
            await open_table(anna, "Anna")
        asked.clear()
        assert all(row["seats"][0]["reliability"] for row in await list_open(looker))
        counts.append(len([one for one in asked if "attendance" in one or "public_tables" in one]))
    assert counts[0] == counts[1] > 1


async def test_the_lobby_of_a_title_that_does_not_exist_is_not_looked_up(browsers: Browsers, app: Application) -> None:
    """Pages are kept by title: with made up ones somebody could push out those that everybody looks at."""
    stranger = browsers()
    for number in range(MAX_KEPT_PAGES + 1):
        assert (await stranger.http.get("/api/lobby", params={"title": f"chess {number}"})).status_code == 404
    assert (await stranger.get("/api/lobby", title="toy"))["open"]["tables"] == []
    assert len(app.context.lobby_pages._kept) == 1
