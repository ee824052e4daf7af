"""What strangers, cheats, old pages and broken clients send: a clear refusal, and nothing changes."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy.exc import DBAPIError

from aerodrome.server.app import Application
from aerodrome.server.exception_handlers import handle_database_error
from aerodrome.server.settings import Limits, Settings
from matches.conftest import until
from server.client import Browser
from server.conftest import InlineBotPool

Browsers = Callable[[], Browser]
BID: dict[str, Any] = {"type": "bid", "amount": 3}


@pytest.fixture
async def table(browsers: Browsers) -> tuple[str, Browser, Browser, Browser]:
    """A match of two, its two people, and a spectator."""
    a, b, watcher = browsers(), browsers(), browsers()
    made = await a.make("toy", "me", "open")
    await b.join(made["links"][1], "Berta")
    await watcher.join(made["spectator_link"])
    return made["id"], a, b, watcher


async def unchanged(app: Application, match: str, answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code
    live = await app.service.get_match(match)
    assert live.match.version == len(await app.service.store.load_events_after(match, 0))
    assert live.match.record.log[2:] == [], "something was played"


Table = tuple[str, Browser, Browser, Browser]


async def test_nobody_acts_without_a_seat(app: Application, table: Table, browsers: Browsers) -> None:
    match, a, _, watcher = table
    seq = (await a.room(match))["seq"]
    await unchanged(app, match, await browsers().act(match, seq, BID), 404, "not_found")
    await unchanged(app, match, await watcher.act(match, seq, BID), 403, "not_yours")


@pytest.mark.parametrize("value", ["%00%ff" + "d" * 20, "x" * 19, "y" * 65, 'a"b' * 9])
async def test_what_is_no_cookie_of_ours_is_replaced(browsers: Browsers, value: str) -> None:
    odd = browsers()
    answer = await odd.http.post(
        "/api/matches",
        json={"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}]},
        headers={"Cookie": f"aerodrome={value}"},
    )
    assert answer.status_code == 201, answer.text
    assert value not in answer.headers["set-cookie"]


async def test_a_forged_cookie_opens_nothing(app: Application, table: Table, browsers: Browsers) -> None:
    match, _, _, _ = table
    thief = browsers()
    thief.http.cookies.set("aerodrome", "A" * 43)
    answer = await thief.http.get(f"/api/matches/{match}/")
    await unchanged(app, match, answer, 404, "not_found")
    missing = await thief.http.get("/api/matches/AAAAAAAAAAAA/")
    assert missing.content == answer.content, "a match that exists answers like one that does not"


async def test_nobody_acts_or_looks_for_another_seat(app: Application, table: Table) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["seq"]
    await unchanged(app, match, await a.act(match, seq, BID, seat=1), 403, "not_yours")
    for path in ("", "events", "positions/0", "statistics", "notifications"):
        answer = await a.http.get(f"/api/matches/{match}/{path}", params={"seat": 1})
        await unchanged(app, match, answer, 403, "not_yours")


async def test_a_stale_answer_is_refused_and_a_repeated_one_recognised(app: Application, table: Table) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["question"]["seq"]
    await unchanged(app, match, await a.act(match, seq + 5, BID), 409, "stale")
    await unchanged(app, match, await a.act(match, 0, BID), 409, "stale")
    first, second = (await a.act(match, seq, BID)).json(), (await a.act(match, seq, BID)).json()
    assert (first["repeated"], second["repeated"]) == (False, True)
    assert first["version"] == second["version"]
    other = await a.act(match, seq, {"type": "bid", "amount": 6})
    assert (other.status_code, other.json()["code"]) == (409, "stale")


async def test_the_same_answer_sent_many_times_at_once_is_played_once(app: Application, table: Table) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["question"]["seq"]
    answers = await asyncio.gather(*(a.act(match, seq, BID) for _ in range(12)))
    assert sorted(answer.json()["repeated"] for answer in answers) == [False] + [True] * 11
    assert len((await app.service.get_match(match)).match.record.log) == 3


async def test_what_the_rules_forbid_names_its_rule(app: Application, table: Table) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["question"]["seq"]
    answer = await a.act(match, seq, {"type": "bid", "amount": 10})
    await unchanged(app, match, answer, 422, "refused")
    assert answer.json()["rule"] == "TY-2.2"


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "steal"},
        {"type": ["bid"]},
        {"type": "bid"},
        {"type": "bid", "amount": "3"},
        {"type": "bid", "amount": 3.5},
        {"type": "bid", "amount": 10**30},
        {"type": "bid", "amount": 3, "seat": 1},
        {"type": "bid", "amount": [[[[[[3]]]]]]},
        {"type": "deal", "card": "joker"},
        {"type": "x" * 200},
    ],
)
async def test_nonsense_for_an_action_is_malformed(app: Application, table: Table, action: dict[str, Any]) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["question"]["seq"]
    await unchanged(app, match, await a.act(match, seq, action), 400, "malformed")


async def test_chance_cannot_be_played_by_a_person(app: Application, table: Table) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["question"]["seq"]
    await unchanged(app, match, await a.act(match, seq, {"type": "deal", "card": "ace"}), 422, "refused")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"seq": "x", "action": {}}',
        b'{"seq": -1, "action": {}}',
        b'{"seq": 2, "action": []}',
        b'{"seq": 2, "action": {}, "who": 1}',
        b'{"seq": 2, "action": {"type": "\xff"}}',
        b"[" * 16_000,
        b'{"a":' * 5_000,
    ],
)
async def test_a_broken_body_is_malformed(app: Application, table: Table, body: bytes) -> None:
    match, a, _, _ = table
    headers = {"Content-Type": "application/json"}
    answer = await a.http.post(f"/api/matches/{match}/actions", content=body, headers=headers)
    await unchanged(app, match, answer, 400, "malformed")


async def test_an_oversized_body_is_too_large(app: Application, table: Table) -> None:
    match, a, _, _ = table
    answer = await a.http.post(f"/api/matches/{match}/chat", json={"text": "x" * 100_000})
    await unchanged(app, match, answer, 413, "too_large")
    long = await a.http.post(f"/api/matches/{match}/chat", json={"text": "x" * 501})
    await unchanged(app, match, long, 400, "malformed")


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Aerodrome": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_a_foreign_page_changes_nothing(app: Application, table: Table, headers: dict[str, str]) -> None:
    match, a, _, _ = table
    seq = (await a.room(match))["question"]["seq"]
    body = {"seq": seq, "action": BID}
    answer = await a.http.post(f"/api/matches/{match}/actions", json=body, headers=headers)
    await unchanged(app, match, answer, 403, "not_allowed")


async def test_a_bot_is_chosen_from_the_list_and_never_by_a_path_to_code(browsers: Browsers) -> None:
    host = browsers()
    for level in ("os:system", "aerodrome.bots.levels:Ace", "nobody"):
        seats = [{"kind": "person"}, {"kind": "bot", "level": level[:24]}]
        answer = await host.http.post("/api/matches", json={"title": "toy", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("plan", "status"),
    [
        ({"title": "chess", "seats": [{"kind": "person"}] * 2}, 404),
        ({"title": "toy", "seats": [{"kind": "person"}] * 5}, 400),
        ({"title": "toy", "seats": []}, 400),
        ({"title": "toy", "seats": [{"kind": "person"}] * 2, "options": {"wind": 3}}, 400),
        ({"title": "toy", "seats": [{"kind": "person"}] * 2, "options": {"generous": 3}}, 400),
        ({"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}], "mode": "hotseat"}, 400),
        ({"title": "toy", "seats": [{"kind": "person", "name": "<>"}] * 2}, 400),
        ({"title": "toy", "seats": [{"kind": "person"}] * 2, "clock": {"per_move": 1}}, 400),
        ({"title": "toy", "seats": [{"kind": "person"}] * 2, "seed": "known"}, 400),
    ],
)
async def test_a_table_that_cannot_be_is_not_made(browsers: Browsers, plan: dict[str, Any], status: int) -> None:
    host = browsers()
    answer = await host.http.post("/api/matches", json=plan)
    assert answer.status_code == status, answer.text
    assert (await host.get("/api/my-matches"))["matches"] == []


@pytest.mark.parametrize("record", [{}, {"format": 1}, {"format": 99, "title": "toy"}, {"log": "x"}])
async def test_a_broken_record_is_not_imported(browsers: Browsers, record: dict[str, Any]) -> None:
    body = {"record": record, "seats": [{"kind": "person"}] * 2}
    answer = await browsers().http.post("/api/matches/import", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    "record",
    [
        b"[]",
        b"null",
        b"1e999",
        b'{"edition":{"hash":"\xff"}}',
        b'{"edition":{"hash":"x"},"log":[{"do":{"x":1e999}}]}',
        b'{"edition":{"hash":"x"},"log":[{"do":{"\xfe":1}}]}',
        b'{"edition":{"hash":"x"},"log":[{"do":{"x":' + b"9" * 5000 + b"}}]}",
        b'{"edition":{"hash":"x"},"log":[{"do":{"x":' + b"[" * 900 + b"]" * 900 + b"}}]}",
        b"[" * 5000 + b"]" * 5000,
        b'{"edition":{"hash":"\\ud800"}}',
        b'{"edition":',
    ],
)
async def test_what_only_a_worker_reads_is_refused_like_everything_else(browsers: Browsers, record: bytes) -> None:
    json_header = {"Content-Type": "application/json"}
    for path, before in (
        ("/api/matches/import", b'{"seats":[{"kind":"person"},{"kind":"open"}],"record":'),
        ("/api/editions", b'{"title":"airline","data":'),
    ):
        answer = await browsers().http.post(path, content=before + record + b"}", headers=json_header)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.text


async def test_floods_are_slowed_down(tmp_path: Path, with_toy_title: None) -> None:
    limits = Limits(write_rate=(0.001, 5), read_rate=(0.001, 50), new_match_rate=(0.001, 2), max_streams=2)
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()
    async with Browser("http://table.test", httpx.ASGITransport(app)) as browser:
        for _ in range(2):
            made = await browser.make("toy", "me", "open")
        third = await browser.http.post("/api/matches", json={"title": "toy", "seats": [{"kind": "person"}] * 2})
        assert third.status_code == 429
        assert int(third.headers["Retry-After"]) > 0
        statuses = [
            (await browser.http.post(f"/api/matches/{made['id']}/chat", json={"text": "hi"})).status_code
            for _ in range(6)
        ]
        assert statuses == [200, 200, 429, 429, 429, 429]
        assert (await app.service.get_match(made["id"])).match.version == 2
        key = next(iter((await app.service.get_match(made["id"])).claimed_seats))
        app.context.concurrency.streams_by_person[key] = 2
        assert (await browser.http.get(f"/api/matches/{made['id']}/events")).status_code == 429
    await app.service.close()


async def test_nobody_opens_tables_without_end(tmp_path: Path, with_toy_title: None) -> None:
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=Limits(max_unfinished_matches=2)))
    await app.service.open()
    async with Browser("http://table.test", httpx.ASGITransport(app)) as browser:
        for _ in range(2):
            await browser.make("toy", "me", "open")
        third = await browser.http.post("/api/matches", json={"title": "toy", "seats": [{"kind": "person"}] * 2})
        assert (third.status_code, third.json()["code"]) == (403, "not_allowed")
    await app.service.close()


async def test_rematches_are_tables_too(browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    host = browsers()
    finished = []
    for _ in range(2):
        made = await host.make("toy", "me", "random")
        room = await host.room(made["id"])
        await host.act(made["id"], room["question"]["seq"], BID)
        await until(await app.service.get_match(made["id"]), lambda match: match.is_over)
        finished.append(made["id"])
    limits = msgspec.structs.replace(app.context.settings.limits, max_unfinished_matches=1)
    app.context.settings = msgspec.structs.replace(app.context.settings, limits=limits)
    monkeypatch.setattr(app.service, "ensure_driver", lambda _: None)
    first = await host.post(f"/api/matches/{finished[0]}/rematch")
    assert (await host.post(f"/api/matches/{finished[0]}/rematch"))["id"] == first["id"], "no second table of it"
    second = await host.http.post(f"/api/matches/{finished[1]}/rematch", json={})
    assert (second.status_code, second.json()["code"]) == (403, "not_allowed")


async def test_every_answer_carries_safe_headers(browsers: Browsers) -> None:
    browser = browsers()
    for path in ("/", "/j/sometoken", "/api/titles", "/api/nothing", "/healthz", "/no/such/file.js"):
        headers = (await browser.http.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "cache-control" in headers
    made = await browser.http.post("/api/matches", json={"title": "toy", "seats": [{"kind": "person"}] * 2})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


async def test_on_loopback_a_foreign_name_is_not_answered(tmp_path: Path) -> None:
    app = Application(Settings(database=str(tmp_path / "t.db"), allowed_hosts=["localhost", "127.0.0.1", "::1"]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as http:
        assert (await http.get("http://evil.example/api/titles")).status_code == 421
        for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
            assert (await http.get(f"http://{host}/api/titles")).status_code == 200


async def test_files_outside_the_client_are_not_served(browsers: Browsers) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/static/../../app.py", "/%00.js"):
        answer = await browsers().http.get(path)
        assert b"Litestar" not in answer.content


async def test_counters_name_routes_and_never_a_match_or_a_token(table: Table) -> None:
    match, a, _, _ = table
    await a.room(match)
    text = (await a.http.get("/metrics")).text
    assert 'route="/api/matches/{id}' in text
    assert match not in text


async def test_a_stranger_does_not_make_a_match_load(app: Application, table: Table, browsers: Browsers) -> None:
    """Loading takes time, by which a stranger could tell that the match exists, and memory."""
    match, a, _, watcher = table
    thief = browsers()
    thief.http.cookies.set("aerodrome", "A" * 43)
    app.service.live_matches.clear()
    assert (await thief.http.get(f"/api/matches/{match}/")).status_code == 404
    assert (await browsers().http.get(f"/api/matches/{match}/")).status_code == 404
    assert match not in app.service.live_matches
    assert (await watcher.room(match))["version"] == (await a.room(match))["version"]


@pytest.mark.parametrize(("sqlstate", "status"), [("22021", 400), ("57P01", 503), (None, 503)])
def test_what_no_database_can_hold_is_not_blamed_on_the_database(sqlstate: str | None, status: int) -> None:
    class DriverError(Exception):
        pass

    original = DriverError()
    if sqlstate is not None:
        original.sqlstate = sqlstate  # type: ignore[attr-defined]
    error = DBAPIError("select", None, original)
    assert handle_database_error(None, error).status_code == status  # type: ignore[arg-type]
