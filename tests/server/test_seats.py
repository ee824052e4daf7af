"""A seat belongs to one person: links are spent, keys bring back, devices come and go, and hosts have few powers."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from aerodrome.matches import seat_access, util
from aerodrome.matches.util import hash_secret
from aerodrome.server.app import Application
from aerodrome.server.identity import COOKIE_NAME, describe_user_agent
from server.client import PATIENCE_S, Browser

Browsers = Callable[[], Browser]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


async def try_join(browser: Browser, link: str, name: str | None = None) -> tuple[int, Any]:
    body = {"token": link.rsplit("/", 1)[-1]} | ({"name": name} if name else {})
    answer = await browser.http.post("/api/join", json=body)
    return answer.status_code, answer.json()


async def look_at(browser: Browser, link: str) -> Any:
    return await browser.get(f"/api/invitations/{link.rsplit('/', 1)[-1]}")


async def start_match(browsers: Browsers, *names: str, title: str = "toy") -> tuple[dict[str, Any], list[Browser]]:
    """A match of the host and guests of these names."""
    people = [browsers() for _ in range(len(names) + 1)]
    made = await people[0].make(title, "me", *["open"] * len(names))
    for seat, name in enumerate(names, 1):
        await people[seat].join(made["links"][seat], name)
    return made, people


# Invitations


async def test_a_thief_with_an_old_link_gets_nothing(browsers: Browsers, app: Application) -> None:
    made, (host, guest) = await start_match(browsers, "Berta")
    thief = browsers()
    version = (await guest.room(made["id"]))["version"]
    for stranger in (host, thief):
        status, problem = await try_join(stranger, made["links"][1], "Berta's double")
        assert (status, problem["code"]) == (410, "link_spent")
        assert "works once" in problem["detail"]
    assert (await thief.http.get(f"/api/matches/{made['id']}/")).status_code == 404
    assert (await host.http.get(f"/api/matches/{made['id']}/", params={"seat": 1})).status_code == 403
    assert (await host.http.post(f"/api/matches/{made['id']}/chat", json={"text": "x", "seat": 1})).status_code == 403
    assert (await guest.room(made["id"]))["version"] == version
    assert len(await app.service.store.list_claims_in_match(made["id"])) == 2


async def test_who_sits_there_gets_to_the_table_by_their_own_old_link(browsers: Browsers) -> None:
    made, (_, guest) = await start_match(browsers, "Berta")
    version = (await guest.room(made["id"]))["version"]
    assert await guest.join(made["links"][1], "Somebody else") == {"id": made["id"], "seat": 1}
    room = await guest.room(made["id"])
    assert (room["version"], room["seats"][1]["name"]) == (version, "Berta")


async def test_of_many_who_use_a_link_at_once_one_sits_down(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("toy", "me", "open", "open")
    crowd = [browsers() for _ in range(8)]
    answers = await asyncio.gather(*(try_join(one, made["links"][1]) for one in crowd))
    assert sorted(status for status, _ in answers) == [200] + [410] * 7


async def test_only_open_seats_have_links(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("toy", "me", "open", "random")
    assert [link is not None for link in made["links"]] == [False, True, False]


async def test_a_bots_link_opens_nothing(browsers: Browsers) -> None:
    host, thief = browsers(), browsers()
    made = await host.make("toy", "me", "open", "open")
    await host.post(f"/api/matches/{made['id']}/replace", {"target": 1, "level": "random"})
    for stranger in (host, thief):
        status, problem = await try_join(stranger, made["links"][1], "Spy")
        assert (status, problem["code"]) == (410, "link_spent")
        assert "bot" in problem["detail"]
    assert (await host.http.get(f"/api/matches/{made['id']}/", params={"seat": 1})).status_code == 403


async def test_a_claim_on_a_bots_seat_from_version_0_1_holds_nothing(browsers: Browsers, app: Application) -> None:
    made, (host, guest) = await start_match(browsers, "Berta")
    other = await host.make("toy", "me", "random")
    for match, browser in ((made["id"], host), (other["id"], guest)):
        await app.service.store.add_seat_claim(hash_secret(browser.http.cookies[COOKIE_NAME]), match, 1)
    assert (await host.room(made["id"], seat=1))["me"]["seats"] == [0, 1], "a person's devices cannot be told apart"
    assert (await guest.http.get(f"/api/matches/{other['id']}/")).status_code == 404


async def test_the_link_of_a_seat_that_a_bot_took_over_stays_dead(browsers: Browsers) -> None:
    made, (_, guest, _) = await start_match(browsers, "Berta", "Cora")
    device = await guest.post(f"/api/matches/{made['id']}/devices/link")
    await guest.post(f"/api/matches/{made['id']}/leave")
    for link in (made["links"][1], device["link"]):
        assert (await try_join(browsers(), link))[0] == 410
    await guest.post(f"/api/matches/{made['id']}/resume")
    assert (await try_join(browsers(), made["links"][1]))[0] == 410
    assert (await try_join(browsers(), device["link"]))[0] == 200


async def test_a_link_says_what_it_opens_before_it_is_used(browsers: Browsers) -> None:
    host, guest, thief = browsers(), browsers(), browsers()
    made = await host.make("toy", "me", "open", "random")
    before = await look_at(guest, made["links"][1])
    assert before == {
        "kind": "seat",
        "state": "open",
        "reason": "",
        "id": None,
        "title": "toy",
        "status": "waiting",
        "host_name": "Person A",
        "names": ["Person A", "Random (bot)"],
        "colour": "Blue",
        "name": "",
        "seats": [
            {"colour": "Red", "kind": "person", "name": "Person A", "is_host": True, "is_offered": False},
            {"colour": "Blue", "kind": "open", "name": "", "is_host": False, "is_offered": True},
            {"colour": "Green", "kind": "bot", "name": "Random (bot)", "is_host": False, "is_offered": False},
        ],
        "options": [],
        "edition": "toy-1",
        "own_edition": None,
        "edition_differences": [],
        "rated": False,
        "clock": None,
        "hints": True,
        "watchable": True,
        "minutes": None,
        "origin": None,
    }
    await guest.join(made["links"][1], "Berta")
    assert {"state": "yours", "id": made["id"]}.items() <= (await look_at(guest, made["links"][1])).items()
    spent = await look_at(thief, made["links"][1])
    assert (spent["state"], spent["id"], "works once" in spent["reason"]) == ("spent", None, True)
    assert (await look_at(thief, made["spectator_link"]))["kind"] == "spectator"
    assert (await thief.http.get("/api/invitations/" + "x" * 32)).status_code == 404


# The key to come back


async def test_a_lost_cookie_is_not_a_lost_seat(browsers: Browsers) -> None:
    made, (host, guest) = await start_match(browsers, "Berta")
    path = f"/api/matches/{made['id']}/return-key"
    key = (await guest.post(path))["link"]
    assert (await guest.post(path))["link"] == key, "it is the same whenever it is looked at"
    assert (await host.post(path))["link"] != key
    fresh = browsers()
    assert (await look_at(fresh, key))["kind"] == "key"
    assert await fresh.join(key) == {"id": made["id"], "seat": 1}
    room = await fresh.room(made["id"])
    assert (room["me"]["seat"], room["question"] is not None) == (1, True)
    assert "opened with your key" in room["log"][-1]["text"]


async def test_the_key_brings_back_to_a_seat_that_a_bot_plays_meanwhile(browsers: Browsers) -> None:
    made, (_, guest, _) = await start_match(browsers, "Berta", "Cora")
    key = (await guest.post(f"/api/matches/{made['id']}/return-key"))["link"]
    await guest.post(f"/api/matches/{made['id']}/leave")
    fresh = browsers()
    await fresh.join(key)
    await fresh.post(f"/api/matches/{made['id']}/resume")
    assert (await fresh.room(made["id"]))["seats"][1]["kind"] == "person"


async def test_who_watches_has_no_key(browsers: Browsers) -> None:
    made, _ = await start_match(browsers, "Berta")
    watcher = browsers()
    await watcher.join(made["spectator_link"])
    for what in ("return-key", "devices/link", "devices/remove"):
        body = {"id": "x"} if what == "devices/remove" else {}
        assert (await watcher.http.post(f"/api/matches/{made['id']}/{what}", json=body)).status_code == 403


async def test_the_host_is_host_again_after_coming_back_with_the_key(browsers: Browsers) -> None:
    host, fresh = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await fresh.join((await host.post(f"/api/matches/{made['id']}/return-key"))["link"])
    room = await fresh.room(made["id"])
    assert (room["me"]["is_host"], room["links"]["seats"][1]) == (True, made["links"][1])
    await fresh.post(f"/api/matches/{made['id']}/replace", {"target": 1, "level": "random"})
    assert (await host.room(made["id"]))["status"] == "playing"


# Further devices


async def test_a_second_device_is_let_in_listed_noted_and_shown_out(browsers: Browsers, app: Application) -> None:
    made, (host, guest) = await start_match(browsers, "Berta")
    match, phone = made["id"], browsers()
    phone.http.headers["User-Agent"] = FIREFOX
    link = (await guest.post(f"/api/matches/{match}/devices/link"))["link"]
    assert await phone.join(link) == {"id": match, "seat": 1}
    assert (await try_join(browsers(), link))[0] == 410, "it works once"
    assert (await phone.room(match))["question"] is not None
    listed = (await guest.get(f"/api/matches/{match}/devices"))["devices"]
    assert [(one["label"], one["is_current"]) for one in listed] == [("", True), ("Firefox on Linux", False)]
    told = [(await browser.room(match))["log"][-1]["text"] for browser in (guest, host)]
    assert ["further device: Firefox on Linux" in text for text in told] == [True, False]

    live = await app.service.get_match(match)
    stream = asyncio.create_task(phone.http.get(f"/api/matches/{match}/events"))
    while not live.local_viewers[1]:
        await live.changed.wait()
    body = {"id": listed[1]["id"]}
    assert len((await guest.post(f"/api/matches/{match}/devices/remove", body))["devices"]) == 1
    heard = (await asyncio.wait_for(stream, PATIENCE_S)).text
    assert "event: update" not in heard, "an open stream ends before it tells anything more"
    assert (await phone.http.get(f"/api/matches/{match}/")).status_code == 404
    assert (await phone.act(match, live.match.log_length, {"type": "bid", "amount": 1})).status_code == 404
    assert "showed a device out" in (await guest.room(match))["log"][-1]["text"]
    assert (await guest.room(match))["question"] is not None


async def test_showing_a_device_out_makes_keys_and_links_of_before_void(browsers: Browsers) -> None:
    made, (_, guest) = await start_match(browsers, "Berta")
    match, thief = made["id"], browsers()
    old_key = (await guest.post(f"/api/matches/{match}/return-key"))["link"]
    old_link = (await guest.post(f"/api/matches/{match}/devices/link"))["link"]
    await thief.join(old_key)
    (_, stolen) = (await guest.get(f"/api/matches/{match}/devices"))["devices"]
    await guest.post(f"/api/matches/{match}/devices/remove", {"id": stolen["id"]})
    for link in (old_key, old_link):
        assert (await try_join(thief, link))[0] == 410
    new_key = (await guest.post(f"/api/matches/{match}/return-key"))["link"]
    assert new_key != old_key
    assert (await try_join(browsers(), new_key))[0] == 200


async def test_a_device_that_was_let_in_cannot_take_the_seat_over(browsers: Browsers) -> None:
    made, (_, guest) = await start_match(browsers, "Berta")
    match, phone = made["id"], browsers()
    await phone.join((await guest.post(f"/api/matches/{match}/devices/link"))["link"])
    listed = await phone.get(f"/api/matches/{match}/devices")
    assert listed["is_guest"]
    first = listed["devices"][0]["id"]
    for what, body in (("return-key", {}), ("devices/link", {}), ("devices/remove", {"id": first})):
        assert (await phone.http.post(f"/api/matches/{match}/{what}", json=body)).status_code == 403
    own = await guest.http.post(f"/api/matches/{match}/devices/remove", json={"id": first})
    assert own.status_code == 409, "nobody shows themselves out"


async def test_a_device_link_runs_out(browsers: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    made, (_, guest) = await start_match(browsers, "Berta")
    made_link = await guest.post(f"/api/matches/{made['id']}/devices/link")
    monkeypatch.setattr(util, "now_ms", lambda: made_link["expires_at"] + 1)
    status, problem = await try_join(browsers(), made_link["link"])
    assert (status, problem["code"]) == (410, "link_spent")
    assert "ran out of time" in problem["detail"]


async def test_a_tampered_device_link_opens_nothing(browsers: Browsers) -> None:
    made, (_, guest) = await start_match(browsers, "Berta")
    link = (await guest.post(f"/api/matches/{made['id']}/devices/link"))["link"]
    kind, generation, expiry, secret = link.rsplit("/", 1)[-1].split("~")
    for forged in (f"{kind}~{generation}~{int(expiry) + 1}~{secret}", f"k~{generation}~{secret}", secret):
        assert (await try_join(browsers(), forged))[0] in (404, 410)
    assert (await try_join(browsers(), link))[0] == 200


async def test_a_seat_has_a_bounded_number_of_devices(browsers: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_access, "MAX_DEVICES", 2)
    made, (_, guest) = await start_match(browsers, "Berta")
    links = [(await guest.post(f"/api/matches/{made['id']}/devices/link"))["link"] for _ in range(2)]
    assert [(await try_join(browsers(), link))[0] for link in links] == [200, 403]


async def test_a_seat_has_a_bounded_number_of_links(browsers: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_access, "MAX_LINKS", 4)
    made, (_, guest) = await start_match(browsers, "Berta")
    asked = [await guest.http.post(f"/api/matches/{made['id']}/devices/link", json={}) for _ in range(6)]
    statuses = [answer.status_code for answer in asked]
    assert statuses == [200] * statuses.count(200) + [403] * statuses.count(403)
    assert 1 < statuses.count(200) <= 4
    assert (await guest.post(f"/api/matches/{made['id']}/return-key"))["link"], "nobody loses the seat by it"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/126.0 Safari/537 Edg/126.0", "Edge on Windows"),
        ("curl/8", ""),
    ],
)
def test_devices_are_named_so_that_their_person_knows_them(agent: str, label: str) -> None:
    assert describe_user_agent(agent) == label


# What the host may do


async def test_a_seatless_host_has_no_voice(browsers: Browsers) -> None:
    host, a, b, c = (browsers() for _ in range(4))
    made = await host.make("toy", "open", "open", "open")
    match = made["id"]
    await a.join(made["links"][0], "Anna")
    for body in ({"target": 0, "level": "random"}, {"target": 0, "level": "random", "seat": 0}):
        answer = await host.http.post(f"/api/matches/{match}/replace", json=body)
        assert answer.status_code == 403, "the only person, who is here"
    await b.join(made["links"][1], "Berta")
    await c.join(made["links"][2], "Cora")
    refused = await host.http.post(f"/api/matches/{match}/replace", json={"target": 0, "level": "random"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    room = await c.room(match)
    assert (room["votes"], [seat["kind"] for seat in room["seats"]]) == ([], ["person"] * 3)
    await a.post(f"/api/matches/{match}/replace", {"target": 1, "level": "random"})
    (vote,) = (await c.room(match))["votes"]
    attempts: dict[str, dict[str, Any]] = {"vote": {"id": vote["id"], "agree": True}, "undo": {"scope": "turn"}}
    for what, body in attempts.items():
        assert (await host.http.post(f"/api/matches/{match}/{what}", json=body)).status_code == 403


async def test_a_seatless_host_fills_open_seats(browsers: Browsers) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "open", "open")
    await guest.join(made["links"][0])
    await host.post(f"/api/matches/{made['id']}/replace", {"target": 1, "level": "random"})
    assert (await guest.room(made["id"]))["status"] in ("playing", "over")


async def test_an_unstarted_table_is_closed_for_everybody_to_see(browsers: Browsers, app: Application) -> None:
    host, guest, late = browsers(), browsers(), browsers()
    made = await host.make("toy", "me", "open", "open")
    match = made["id"]
    await guest.join(made["links"][1], "Berta")
    assert (await guest.http.post(f"/api/matches/{match}/close", json={})).status_code == 403
    await host.post(f"/api/matches/{match}/close")
    room = await guest.room(match)
    assert (room["status"], room["log"][-1]["text"]) == ("closed", "The host closed this table")
    assert (await guest.get("/api/my-matches"))["matches"][0]["status"] == "closed"
    status, problem = await try_join(late, made["links"][2])
    assert (status, "closed" in problem["detail"]) == (410, True)
    body = {"target": 2, "level": "random"}
    assert (await host.http.post(f"/api/matches/{match}/replace", json=body)).status_code == 409
    await app.service.start_if_full(await app.service.get_match(match))
    assert (await host.room(match))["status"] == "closed"
    key = hash_secret(host.http.cookies[COOKIE_NAME])
    assert await app.service.store.count_unfinished_matches(key) == 0


async def test_a_match_that_has_begun_is_not_closed(browsers: Browsers) -> None:
    made, (host, _) = await start_match(browsers, "Berta")
    assert (await host.http.post(f"/api/matches/{made['id']}/close", json={})).status_code == 409


async def test_of_two_only_who_is_away_is_replaced_and_the_refusal_says_from_when(
    browsers: Browsers, app: Application
) -> None:
    made, (host, _) = await start_match(browsers, "Berta")
    live = await app.service.get_match(made["id"])
    path, body = f"/api/matches/{made['id']}/replace", {"target": 1, "level": "random"}
    live.local_viewers[1] = 1
    here = await host.http.post(path, json=body)
    assert (here.status_code, here.json()["detail"].endswith("Berta is here.")) == (403, True)
    live.local_viewers[1] = 0
    live.record_person_seen(1)
    gone = await host.http.post(path, json=body)
    assert (gone.status_code, "try again in 60 seconds" in gone.json()["detail"]) == (403, True)
    live.last_seen[1] -= 61
    await host.post(path, body)
    seat = (await host.room(made["id"]))["seats"][1]
    assert (seat["kind"], seat["replaced_reason"]) == ("bot", "away")


# Playing again


async def test_a_rematch_gives_seats_to_the_same_people_only(browsers: Browsers, app: Application) -> None:
    host, thief = browsers(), browsers()
    made = await host.make("toy", "me", "random")
    await thief.make("toy", "me", "random")
    thief_key = hash_secret(thief.http.cookies[COOKIE_NAME])
    await app.service.store.add_seat_claim(thief_key, made["id"], 1)
    seq = (await host.room(made["id"]))["question"]["seq"]
    await host.act(made["id"], seq, {"type": "bid", "amount": 3})
    live = await app.service.get_match(made["id"])
    while not live.match.is_over:
        await live.changed.wait()
    again = await host.post(f"/api/matches/{made['id']}/rematch")
    assert (await host.room(again["id"]))["me"]["seats"] == [0]
    assert (await thief.http.get(f"/api/matches/{again['id']}/")).status_code == 404
