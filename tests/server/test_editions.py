"""Editions of one's own at the table: private to their owner, looked at by everybody there, found by their hash."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import aerodrome
from aerodrome.core.record import Record, RecordError
from aerodrome.core.registry import get_edition_rules
from aerodrome.lab import edition_trial
from aerodrome.matches import util
from aerodrome.matches.bot_pool import build_bot_request, choose_action
from aerodrome.matches.edition_store import EditionStore
from aerodrome.matches.housekeeping import DAY_MS, Retention
from aerodrome.server import edition_trials
from aerodrome.server.app import Application
from server.client import Browser

Browsers = Callable[[], Browser]
TITLES = ("airkwire", "airline", "airsteam", "tingoose")


def airline_text(rome: str = "[6, 12, 18]", edition_id: str = "mine") -> str:
    text = get_edition_rules("airline").house_file.read_text(encoding="utf-8")
    return text.replace("house-1", edition_id).replace("fares = [7, 14, 21]", f"fares = {rome}", 1)


async def keep(browser: Browser, text: str, title: str = "airline") -> str:
    kept = await browser.post("/api/editions", {"title": title, "text": text})
    return str(kept["hash"])


async def until_over(browser: Browser, match: str) -> dict[str, Any]:
    for _ in range(3000):
        room = await browser.room(match)
        if room["status"] == "over":
            return room
        await asyncio.sleep(0.01)
    raise AssertionError("the match is not over")


@pytest.mark.parametrize("title", TITLES)
async def test_the_workshop_begins_with_the_house_edition_and_checks_what_is_changed(
    browsers: Browsers, title: str
) -> None:
    browser = browsers()
    house = await browser.get(f"/api/titles/{title}/edition")
    assert (house["errors"], house["warnings"], house["differences"]) == ([], [], [])
    assert house["hash"] == aerodrome.load(title).edition_hash
    assert house["board"] == msgspec.json.decode(msgspec.json.encode(aerodrome.load(title).board()))
    data = house["data"]
    data["edition"]["id"] = "mine"
    table = {"airkwire": "merger", "airline": "aircraft", "airsteam": "game", "tingoose": "scoring"}[title]
    field = {"airkwire": "immunity_points", "airsteam": "start_money", "tingoose": "per_major_city"}.get(title)
    if field is None:
        data["aircraft"][0]["maintenance"] += 1
    else:
        data[table][field] += 1
    changed = await browser.post("/api/editions/check", {"title": title, "data": data})
    assert changed["errors"] == []
    assert len(changed["differences"]) == 1
    assert changed["hash"] != house["hash"]
    again = await browser.post("/api/editions/check", {"title": title, "text": changed["text"]})
    assert again["hash"] == changed["hash"]


async def test_a_broken_edition_is_told_and_not_kept(browsers: Browsers) -> None:
    browser = browsers()
    text = airline_text("[6, 18, 12]")
    (error,) = (await browser.post("/api/editions/check", {"title": "airline", "text": text}))["errors"]
    assert error["where"] == "city[7].fares"
    assert error["line"] == text[: text.index("[6, 18, 12]")].count("\n") + 1
    refused = await browser.http.post("/api/editions", json={"title": "airline", "text": text})
    assert refused.status_code == 400
    assert f"line {error['line']}" in refused.json()["detail"]
    assert (await browser.get("/api/editions"))["editions"] == []


@pytest.mark.parametrize(
    "body",
    [{"title": "airline"}, {"title": "airline", "text": "", "data": {}}, {"title": "nosuch", "text": ""}, {"title": 1}],
)
async def test_a_request_that_makes_no_sense_is_refused(browsers: Browsers, body: Any) -> None:
    assert (await browsers().http.post("/api/editions/check", json=body)).status_code in (400, 404)


async def test_a_huge_body_is_not_read(browsers: Browsers) -> None:
    body = {"title": "airline", "text": "#" * 2_000_000}
    assert (await browsers().http.post("/api/editions/check", json=body)).status_code in (400, 413)


HOSTILE_BODIES = {
    "not a number": '{"title": "%s", "data": {"a": NaN}}',
    "infinite": '{"title": "%s", "data": {"a": 1e400}}',
    "nearly infinite": '{"title": "%s", "data": {"a": 1e308}}',
    "half a character": '{"title": "%s", "text": "a = \'\\ud800\'"}',
    "digits": '{"title": "%s", "data": {"a": ' + "9" * 200_000 + "}}",
    "deep lists": '{"title": "%s", "data": {"a": ' + "[" * 100_000 + "]" * 100_000 + "}}",
    "deep tables": '{"title": "%s", "data": ' + '{"a": ' * 50_000 + "1" + "}" * 50_000 + "}",
    "entries": '{"title": "%s", "data": {"a": [' + "1, " * 150_000 + "1]}}",
    "keys": '{"title": "%s", "data": {' + ", ".join(f'"k{n}": 1' for n in range(20_000)) + "}}",
    "what browsers know": '{"title": "%s", "data": {"__proto__": {"constructor": 1}}}',
    "the same key twice": '{"title": "%s", "data": {"edition": {"id": "a"}, "edition": {"id": "b"}}}',
    "zero byte": '{"title": "%s", "text": "a = 1\\u0000"}',
    "a key of many parts": '{"title": "%s", "text": "' + "a." * 60_000 + 'a = 1"}',
    "a list for a text": '{"title": "%s", "text": ["a"]}',
}


@pytest.mark.parametrize("name", HOSTILE_BODIES)
async def test_a_hostile_body_is_answered_with_a_sentence(browsers: Browsers, name: str) -> None:
    browser = browsers()
    for title in TITLES:
        body = HOSTILE_BODIES[name].replace("%s", title).encode()
        headers = {"content-type": "application/json"}
        checked = await browser.http.post("/api/editions/check", content=body, headers=headers)
        assert checked.status_code in (200, 400, 413), checked.text
        told = checked.json()["errors"][0]["text"] if checked.status_code == 200 else checked.json()["detail"]
        assert 10 < len(told) < 600
        kept = await browser.http.post("/api/editions", content=body, headers=headers)
        assert kept.status_code in (400, 413), kept.text
    assert (await browser.get("/api/editions"))["editions"] == []


async def test_nobody_else_finds_an_edition(browsers: Browsers) -> None:
    owner, stranger = browsers(), browsers()
    edition = await keep(owner, airline_text())
    await keep(stranger, airline_text("[5, 10, 15]"))
    assert [found["id"] for found in (await owner.get("/api/editions"))["editions"]] == ["mine"]
    assert (await stranger.http.get(f"/api/editions/{edition}")).status_code == 404
    assert (await stranger.http.post(f"/api/editions/{edition}/remove", json={})).status_code == 404
    seats = [{"kind": "bot", "level": "random"}] * 2
    refused = await stranger.http.post("/api/matches", json={"title": "airline", "seats": seats, "edition": edition})
    assert refused.status_code == 404
    assert (await owner.get(f"/api/editions/{edition}"))["text"].count("[6, 12, 18]") == 1
    assert (await owner.post(f"/api/editions/{edition}/remove"))["editions"] == []
    assert (await owner.get("/api/editions"))["editions"] == []


async def test_only_so_many_editions_are_kept(browsers: Browsers, app: Application) -> None:
    owner = browsers()
    for number in range(20):
        await keep(owner, airline_text(edition_id=f"mine-{number}"))
    again = await keep(owner, airline_text(edition_id="mine-3"))
    assert again
    refused = await owner.http.post("/api/editions", json={"title": "airline", "text": airline_text()})
    assert refused.status_code == 403
    assert "remove one first" in refused.json()["detail"]
    await EditionStore(app.service.store).delete_own_editions_last_used_before(util.now_ms() + 1)
    assert (await owner.get("/api/editions"))["editions"] == []


async def test_housekeeping_forgets_editions_that_nobody_uses(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = browsers()
    edition = await keep(owner, airline_text())
    await app.service.remove_expired_matches_and_editions(Retention(), 10)
    assert (await owner.get("/api/editions"))["editions"][0]["hash"] == edition
    later_ms = util.now_ms() + 2 * DAY_MS
    monkeypatch.setattr(util, "now_ms", lambda: later_ms)
    await app.service.remove_expired_matches_and_editions(Retention(finished_days=1), 10)
    assert (await owner.get("/api/editions"))["editions"] == []


async def test_everybody_at_the_table_sees_what_differs(browsers: Browsers) -> None:
    host, friend, stranger = browsers(), browsers(), browsers()
    edition = await keep(host, airline_text())
    made = await host.make("airline", "me", "open", edition=edition)
    token = made["links"][1].rsplit("/", 1)[-1]
    summary = {"id": "mine", "hash": edition, "differences": 1}
    invitation = await friend.get(f"/api/invitations/{token}")
    assert invitation["own_edition"] == summary
    assert invitation["edition_differences"] == ["Fares of Rome: $6m, $12m, $18m instead of $7m, $14m, $21m."]
    assert "own edition mine" in (await friend.http.get(f"/j/{token}")).text, "said by messengers too"
    await friend.join(made["links"][1], "Berta")
    room = await friend.room(made["id"])
    assert room["own_edition"] == summary
    assert next(city for city in room["board"]["cities"] if city["id"] == "rome")["fares"] == [6, 12, 18]
    spent = await stranger.get(f"/api/invitations/{token}")
    assert (spent["state"], spent["edition_differences"]) == ("spent", [])
    seen = await friend.get(f"/api/matches/{made['id']}/edition")
    assert seen["differences"] == ["Fares of Rome: $6m, $12m, $18m instead of $7m, $14m, $21m."]
    assert (seen["shown"], seen["text"]) == (False, None)
    assert (await host.get(f"/api/matches/{made['id']}/edition"))["text"] is not None
    assert (await stranger.http.get(f"/api/matches/{made['id']}/edition")).status_code == 404


async def test_a_table_of_the_house_edition_has_no_own_one(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("airline", "me", "open")
    assert (await host.room(made["id"]))["own_edition"] is None
    assert (await host.http.get(f"/api/matches/{made['id']}/edition")).status_code == 404


async def test_bots_play_and_restarts_keep_the_edition(browsers: Browsers, app: Application) -> None:
    host = browsers()
    made = await host.make("airline", "me", "random", edition=await keep(host, airline_text()))
    live = await app.service.get_match(made["id"])
    asked = live.match.game.actors(live.match.record.state)[0]
    assert choose_action(build_bot_request(live.match, asked), "random")
    app.service.live_matches.clear()
    again = await app.service.get_match(made["id"])
    assert again is not live
    assert again.match.game.edition_id == "mine"
    assert next(city for city in again.match.game.board()["cities"] if city["id"] == "rome")["fares"] == [6, 12, 18]


async def finish(host: Browser, edition: str, shows: bool) -> dict[str, Any]:
    made = await host.make(
        "airline", "random", "random", edition=edition, shows_edition=shows, options={"round_limit": 1}
    )
    await until_over(host, made["id"])
    record: dict[str, Any] = await host.get(f"/api/matches/{made['id']}/record")
    return record


async def take_up(browser: Browser, record: dict[str, Any]) -> Any:
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    return await browser.http.post("/api/matches/import", json={"record": record, "seats": seats, "position": 3})


async def test_a_record_has_the_hash_and_says_what_is_missing(browsers: Browsers, tmp_path: Any) -> None:
    host, friend = browsers(), browsers()
    edition = await keep(host, airline_text())
    record = await finish(host, edition, shows=False)
    assert record["edition"] == {"id": "mine", "hash": edition}
    missing = await take_up(friend, record)
    assert missing.status_code == 400
    assert f"mine ({edition[:12]})" in missing.json()["detail"]
    assert "not here" in missing.json()["detail"]
    found = (await take_up(host, record)).json()
    assert (await host.room(found["id"]))["own_edition"]["hash"] == edition, "the owner's is found by its hash"
    await keep(friend, airline_text())
    found = (await take_up(friend, record)).json()
    assert (await friend.room(found["id"]))["own_edition"]["hash"] == edition, "and so is a file brought along"
    with pytest.raises(RecordError, match=rf"mine \({edition[:12]}\), an edition that is not here"):
        Record.replay(msgspec.json.encode(record))
    file = tmp_path / "mine.toml"
    file.write_text(airline_text(), encoding="utf-8")
    assert Record.replay(msgspec.json.encode(record), file).over


async def test_a_record_carries_the_edition_by_its_owners_choice(browsers: Browsers) -> None:
    host, friend = browsers(), browsers()
    record = await finish(host, await keep(host, airline_text()), shows=True)
    assert Record.replay(msgspec.json.encode(record)).game.edition_id == "mine"
    made = (await take_up(friend, record)).json()
    seen = await friend.get(f"/api/matches/{made['id']}/edition")
    assert seen["shown"]
    assert "[6, 12, 18]" in seen["text"]
    record["edition"]["data"]["city"][7]["fares"] = [1, 2, 3]
    forged = await take_up(friend, record)
    assert forged.status_code == 400
    record["edition"]["data"] = {"edition": {"id": "x" * 5000}}
    assert (await take_up(friend, record)).status_code == 400


async def test_playing_again_plays_the_same_edition(browsers: Browsers) -> None:
    host = browsers()
    edition = await keep(host, airline_text())
    made = await host.make("airline", "random", "random", edition=edition, options={"round_limit": 1})
    await until_over(host, made["id"])
    again = await host.http.post(f"/api/matches/{made['id']}/rematch", json={})
    if again.status_code == 200:
        assert (await host.room(again.json()["id"]))["own_edition"]["hash"] == edition


async def test_an_edition_of_another_title_is_refused(browsers: Browsers) -> None:
    host = browsers()
    edition = await keep(host, airline_text())
    seats = [{"kind": "bot", "level": "random"}] * 3
    refused = await host.http.post("/api/matches", json={"title": "airkwire", "seats": seats, "edition": edition})
    assert (refused.status_code, "one of airline" in refused.json()["detail"]) == (400, True)


async def test_a_comparison_goes_on_in_the_background_and_says_how_sure_it_is(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_play = asyncio.Event()

    async def run_on_the_spot(function: Any, *arguments: Any, share: Any) -> Any:
        await may_play.wait()
        return function(*arguments)

    monkeypatch.setattr(edition_trials, "GAMES", 6)
    monkeypatch.setattr(edition_trial, "BOT", "random")
    monkeypatch.setattr(app.service.bot_pool, "run_in_idle_time", run_on_the_spot)
    owner, stranger = browsers(), browsers()
    edition = await keep(owner, airline_text("[20, 40, 60]"))
    path = f"/api/editions/{edition}/comparison"
    assert (await owner.http.get(path)).status_code == 404
    begun = await owner.post(path)
    assert (begun["games"], begun["is_over"]) == (12, False)
    second = await keep(owner, airline_text("[21, 42, 63]"))
    assert (await owner.http.post(f"/api/editions/{second}/comparison", json={})).status_code == 409
    assert (await stranger.http.get(path)).status_code == 404
    may_play.set()
    for _ in range(2000):
        told = await owner.get(path)
        if told["is_over"]:
            break
        await asyncio.sleep(0.01)
    assert (told["played"], told["is_over"], told["problem"]) == (12, True, "")
    assert {"rounds in a game", "seat 1 wins", "from first to last"} <= {line["name"] for line in told["lines"]}
    assert all("±" in line["house"] for line in told["lines"])
    assert told["certainty"].startswith("After 6 games with each edition")
