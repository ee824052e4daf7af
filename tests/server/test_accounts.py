"""Accounts: tables come along, sessions can be ended, nobody learns which names there are, and one can be forgotten."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from aerodrome.matches import accounts
from aerodrome.matches.events import decode_event
from aerodrome.matches.former_players import leave_tables_and_erase_person
from aerodrome.matches.service import MatchService
from aerodrome.server import account_routes
from aerodrome.server.app import Application
from aerodrome.server.passwords import PasswordChecker
from aerodrome.server.settings import Limits, Settings
from server.client import PATIENCE_S, Browser
from server.conftest import InlineBotPool

Browsers = Callable[[], Browser]
AMELIA = {"name": "Amelia", "password": "over the Atlantic"}
BID = {"type": "bid", "amount": 3}


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Slow hashes are tried once, where they matter."""
    if "slow" in request.node.name:
        return

    async def hash_password(_self: PasswordChecker, password: str) -> str:
        return f"hash of {password}"

    async def is_right(_self: PasswordChecker, password: str, password_hash: str | None) -> bool:
        return password_hash == f"hash of {password}"

    monkeypatch.setattr(PasswordChecker, "hash_password", hash_password)
    monkeypatch.setattr(PasswordChecker, "is_password_right", is_right)


async def ids(browser: Browser) -> list[str]:
    return [table["id"] for table in (await browser.get("/api/my-matches"))["matches"]]


async def status(browser: Browser, path: str, body: Any = None) -> int:
    if body is None:
        return (await browser.http.get(path)).status_code
    return (await browser.http.post(path, json=body)).status_code


async def test_a_guest_keeps_the_tables_and_finds_them_on_another_device(browsers: Browsers) -> None:
    guest, phone, friend = browsers(), browsers(), browsers()
    made = await guest.make("toy", "me", "open")
    await friend.join(made["links"][1], "Berta")
    before = guest.http.cookies["aerodrome"]
    created = await guest.post("/api/account", AMELIA)
    assert len(set(created["recovery_codes"])) == accounts.RECOVERY_CODES
    assert guest.http.cookies["aerodrome"] != before
    assert await ids(guest) == [made["id"]]
    info = await phone.post("/api/account/sign-in", AMELIA)
    assert (info["name"], len(info["sessions"]), info["recovery_codes_left"]) == ("Amelia", 2, 8)
    assert await ids(phone) == [made["id"]]
    room = await phone.room(made["id"])
    assert room["me"]["seats"] == [0]
    answer = await phone.act(made["id"], room["question"]["seq"], BID)
    assert answer.status_code == 200
    stolen = browsers()
    stolen.http.cookies.set("aerodrome", before)
    assert await status(stolen, f"/api/matches/{made['id']}/") == 404, "the guest's cookie opens nothing any more"
    assert await ids(stolen) == []


async def test_tables_of_the_browser_that_signs_in_come_along(browsers: Browsers) -> None:
    home, phone, host = browsers(), browsers(), browsers()
    await home.post("/api/account", AMELIA)
    made = await host.make("toy", "me", "open")
    await phone.join(made["links"][1], "Berta")
    await phone.post("/api/account/sign-in", AMELIA)
    assert await ids(phone) == await ids(home) == [made["id"]]
    assert (await home.room(made["id"]))["me"]["seats"] == [1]


async def test_a_further_device_does_not_take_the_seat_into_its_own_account(browsers: Browsers) -> None:
    host, friend = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    link = await host.post(f"/api/matches/{made['id']}/devices/link")
    await friend.join(link["link"])
    other = browsers()
    await other.post("/api/account", AMELIA)
    await friend.post("/api/account/sign-in", AMELIA)
    assert await ids(friend) == [], "the seat is the host's to give"
    assert await ids(host) == [made["id"]]


async def test_a_further_device_at_many_tables_takes_none_of_their_seats(app: Application, browsers: Browsers) -> None:
    limits = msgspec.structs.replace(app.context.settings.limits, max_unfinished_matches=2)
    host, friend = browsers(), browsers()
    for _ in range(5):
        made = await host.make("toy", "me", "open")
        await friend.join((await host.post(f"/api/matches/{made['id']}/devices/link"))["link"])
    app.context.settings = msgspec.structs.replace(app.context.settings, limits=limits)
    await browsers().post("/api/account", AMELIA)
    await friend.post("/api/account/sign-in", AMELIA)
    assert await ids(friend) == []


async def test_a_stolen_session_is_ended(app: Application, browsers: Browsers) -> None:
    owner, thief, friend = browsers(), browsers(), browsers()
    made = await owner.make("toy", "me", "open")
    await friend.join(made["links"][1], "Berta")
    await owner.post("/api/account", AMELIA)
    phone = browsers()
    await phone.post("/api/account/sign-in", AMELIA)
    thief.http.cookies.set("aerodrome", phone.http.cookies["aerodrome"])
    assert await ids(thief) == [made["id"]]
    for what in ("return-key", "devices/link"):
        assert await status(thief, f"/api/matches/{made['id']}/{what}", {}) == 403, "it would outlive the session"
    context, live = app.context, await app.service.get_match(made["id"])
    sessions = (await owner.get("/api/account"))["sessions"]
    (other,) = [one for one in sessions if not one["is_this"]]
    presence = live.presence_version
    live.stream_count = 1
    after = await owner.post("/api/account/sessions/end", {"id": other["id"]})
    assert live.presence_version > presence, "open streams are made to ask whether they may go on"
    assert [one["is_this"] for one in after["sessions"]] == [True]
    assert await status(thief, f"/api/matches/{made['id']}/") == 404
    assert (await thief.get("/api/account"))["name"] is None
    assert await ids(owner) == [made["id"]]
    mine = (await owner.get("/api/account"))["sessions"][0]["id"]
    assert await status(owner, "/api/account/sessions/end", {"id": mine}) == 409
    assert await status(owner, "/api/account/sessions/end", {"id": "0" * 12}) == 404
    assert context.sessions is not None


async def test_the_stream_of_an_ended_session_says_nothing_more(app: Application, browsers: Browsers) -> None:
    from aerodrome.server.identity import Caller, resolve_match_access
    from aerodrome.server.match_routes import _stream_while_allowed

    owner, phone = browsers(), browsers()
    made = await owner.make("toy", "me", "open")
    await owner.post("/api/account", AMELIA)
    await phone.post("/api/account/sign-in", AMELIA)
    caller = Caller(phone.http.cookies["aerodrome"], "1.2.3.4", False)
    await app.context.sessions.set_caller_identity(caller)
    access = await resolve_match_access(app.service, caller, made["id"])
    stream = _stream_while_allowed(app.context, access, caller, 0, 0)
    assert b"retry" in await anext(stream)
    await owner.post("/api/account/sessions/end", {})
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(stream), PATIENCE_S)


async def test_signing_out_leaves_the_tables_in_the_account(browsers: Browsers) -> None:
    owner = browsers()
    made = await owner.make("toy", "me", "open")
    await owner.post("/api/account", AMELIA)
    kept = owner.http.cookies["aerodrome"]
    await owner.post("/api/account/sign-out")
    assert await ids(owner) == []
    replayed = browsers()
    replayed.http.cookies.set("aerodrome", kept)
    assert await ids(replayed) == []
    assert await status(replayed, "/api/account/sign-out", {}) == 403
    await owner.post("/api/account/sign-in", AMELIA)
    assert await ids(owner) == [made["id"]]


@pytest.mark.parametrize("name", ["Amelia", "amelia", "Аmelia", "Ame1ia", "A m e l i a"])
async def test_a_name_is_unique_in_look_and_signs_in_by_look(browsers: Browsers, name: str) -> None:
    await browsers().post("/api/account", AMELIA)
    assert await status(browsers(), "/api/account", {"name": name, "password": "another password"}) == 403
    assert (await browsers().post("/api/account/sign-in", {**AMELIA, "name": name}))["name"] == "Amelia"


@pytest.mark.parametrize("name", ["Captain", "Ann (bot)", "!", "Former player"])
async def test_some_names_nobody_has(browsers: Browsers, name: str) -> None:
    assert await status(browsers(), "/api/account", {"name": name, "password": "another password"}) in (400, 403, 409)


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "x" * 201])
async def test_a_password_that_is_guessed_at_once_is_refused(browsers: Browsers, password: str) -> None:
    assert await status(browsers(), "/api/account", {"name": "Amelia", "password": password}) == 400


async def test_an_unknown_name_and_a_wrong_password_answer_alike(
    browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browsers().post("/api/account", AMELIA)
    asked: list[bool] = []
    is_right = PasswordChecker.is_password_right

    async def count(self: PasswordChecker, password: str, password_hash: str | None) -> bool:
        asked.append(True)
        return await is_right(self, password, password_hash)

    monkeypatch.setattr(PasswordChecker, "is_password_right", count)
    wrong = await browsers().http.post("/api/account/sign-in", json={**AMELIA, "password": "not it at all"})
    unknown = await browsers().http.post("/api/account/sign-in", json={**AMELIA, "name": "Nobody"})
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.content == unknown.content
    assert len(asked) == 2, "both take the time of a password"
    code = {"name": "Amelia", "code": "aaaaa-bbbbb-ccccc", "password": "a new password"}
    wrong_code = await browsers().http.post("/api/account/recover", json=code)
    no_name = await browsers().http.post("/api/account/recover", json={**code, "name": "Nobody"})
    assert wrong_code.status_code == no_name.status_code == 403
    assert wrong_code.content == no_name.content


async def test_slow_hashes_are_used_for_known_and_unknown_names() -> None:
    checker = PasswordChecker()
    stored = await checker.hash_password("over the Atlantic")
    assert stored.startswith("$argon2id$")
    assert await checker.is_password_right("over the Atlantic", stored)
    assert not await checker.is_password_right("over the Pacific", stored)
    assert not await checker.is_password_right("nobody's password", None)
    assert checker._nobodys_hash is not None
    assert checker._nobodys_hash.split("$")[3] == stored.split("$")[3], "the same work for a name that nobody has"


async def test_guessing_is_slowed_down_for_a_name_and_for_an_address(tmp_path: Path, with_toy_title: None) -> None:
    limits = Limits(sign_in_rate=(0.001, 4), sign_in_name_rate=(0.001, 6))
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits, behind_proxy=True))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()

    async def guess(address: str, name: str) -> int:
        async with Browser("http://table.test", httpx.ASGITransport(app)) as browser:
            headers = {"X-Forwarded-For": address}
            body = {"name": name, "password": "a guess of mine"}
            return (await browser.http.post("/api/account/sign-in", json=body, headers=headers)).status_code

    assert [await guess("198.51.100.1", f"Name {letter}") for letter in "abcdef"] == [403] * 4 + [429] * 2
    found = [await guess(f"198.51.100.{n}", "Amelia") for n in range(2, 10)]
    assert found == [403] * 6 + [429] * 2, "one name from many addresses, whether somebody has it or not"
    await app.service.close()


async def test_a_recovery_code_works_once_and_ends_all_sessions(browsers: Browsers) -> None:
    owner, thief, again = browsers(), browsers(), browsers()
    made = await owner.make("toy", "me", "open")
    codes = (await owner.post("/api/account", AMELIA))["recovery_codes"]
    await thief.post("/api/account/sign-in", AMELIA)
    body = {"name": "Amelia", "code": codes[3].upper().replace("-", " "), "password": "over the Pacific"}
    info = await again.post("/api/account/recover", body)
    assert (info["recovery_codes_left"], len(info["sessions"])) == (7, 1)
    assert await ids(again) == [made["id"]]
    assert await ids(thief) == await ids(owner) == []
    assert await status(browsers(), "/api/account/recover", body) == 403
    assert await status(browsers(), "/api/account/sign-in", AMELIA) == 403
    new = await again.post("/api/account/recovery-codes", {"password": "over the Pacific"})
    old = {**body, "code": codes[0]}
    assert await status(browsers(), "/api/account/recover", old) == 403
    assert await status(browsers(), "/api/account/recover", {**body, "code": new["recovery_codes"][0]}) == 200


async def test_a_new_password_ends_the_other_sessions(browsers: Browsers) -> None:
    owner, phone = browsers(), browsers()
    await owner.post("/api/account", AMELIA)
    await phone.post("/api/account/sign-in", AMELIA)
    change = {"password": "not it at all", "new_password": "over the Pacific"}
    assert await status(owner, "/api/account/password", change) == 403
    await owner.post("/api/account/password", {**change, "password": AMELIA["password"]})
    assert (await phone.get("/api/account"))["name"] is None
    assert (await owner.get("/api/account"))["name"] == "Amelia"
    assert await status(phone, "/api/account/sign-in", AMELIA) == 403


async def test_what_is_kept_of_me_can_be_taken_along(browsers: Browsers) -> None:
    owner, friend = browsers(), browsers()
    made = await owner.make("toy", "me", "open")
    await friend.join(made["links"][1], "Berta")
    await owner.post("/api/account", AMELIA)
    for browser, text in ((owner, "mine"), (friend, "hers")):
        await browser.post(f"/api/matches/{made['id']}/chat", {"text": text})
    await owner.post(f"/api/matches/{made['id']}/notes", {"text": "bid low", "revision": 0})
    found = await owner.get("/api/account/export")
    assert found["account"]["name"] == "Amelia"
    (table,) = found["tables"]
    assert (table["id"], table["notes"]) == (made["id"], ["bid low"])
    assert [line["text"] for line in table["chat"]] == ["mine"]
    assert "hers" not in json.dumps(found)
    assert await status(friend, "/api/account/export") == 403


async def test_who_is_forgotten_leaves_a_former_player_and_a_game_that_goes_on(
    app: Application, browsers: Browsers
) -> None:
    owner, friend = browsers(), browsers()
    seats = [{"kind": "person", "name": "Amelia"}, {"kind": "open"}]
    made = await owner.post("/api/matches", {"title": "toy", "seats": seats})
    await friend.join(made["links"][1], "Berta")
    await owner.post("/api/account", AMELIA)
    await owner.post(f"/api/matches/{made['id']}/chat", {"text": "Amelia was here"})
    await owner.post(f"/api/matches/{made['id']}/rename", {"name": "Amelia E"})
    assert await status(owner, "/api/account/delete", {"password": "not it at all"}) == 403
    await owner.post("/api/account/delete", {"password": AMELIA["password"]})
    assert await ids(owner) == []
    room = await friend.room(made["id"])
    assert [seat["name"] for seat in room["seats"]] == ["Former player", "Berta"]
    assert room["seats"][0]["kind"] == "bot"
    assert "Amelia" not in json.dumps(room)
    await friend.act(made["id"], room["question"]["seq"], BID)
    live = await app.service.get_match(made["id"])
    while not live.match.is_over:
        await live.changed.wait()
    stored = await app.service.store.load_match(made["id"])
    assert stored is not None
    text = b"".join(stored.encoded_events).decode() + str(stored.setup)
    assert "Amelia" not in text
    assert all(decode_event(encoded) for encoded in stored.encoded_events)
    del app.service.live_matches[made["id"]]
    again = await friend.room(made["id"])
    assert again["seats"][0]["name"] == "Former player"
    assert again["result"] is not None
    for body in (AMELIA, {**AMELIA, "name": "Somebody"}):
        assert await status(browsers(), "/api/account/sign-in", body) == 403
    assert await status(browsers(), "/api/account", AMELIA) == 201, "the name is free again"


async def test_finished_tables_forget_too_and_an_open_one_is_closed(app: Application, browsers: Browsers) -> None:
    owner, friend = browsers(), browsers()
    seats = [{"kind": "person", "name": "Amelia"}, {"kind": "open"}]
    done = await owner.post("/api/matches", {"title": "toy", "seats": seats})
    await friend.join(done["links"][1], "Berta")
    for browser in (owner, friend):
        room = await browser.room(done["id"])
        await browser.act(done["id"], room["question"]["seq"], BID)
    waiting = await owner.post("/api/matches", {"title": "toy", "seats": seats, "public": {"fill_after": 600}})
    await owner.post("/api/account", AMELIA)
    await owner.post("/api/account/delete", {"password": AMELIA["password"]})
    room = await friend.room(done["id"])
    assert (room["status"], room["seats"][0]["name"]) == ("over", "Former player")
    assert (await friend.get("/api/lobby"))["open"]["tables"] == []
    assert (await app.service.get_match(waiting["id"])).match.is_closed
    record = await friend.get(f"/api/matches/{done['id']}/record")
    assert "Amelia" not in json.dumps(record)


async def test_it_is_said_how_long_things_are_kept(browsers: Browsers) -> None:
    kept = await browsers().get("/api/what-is-kept")
    assert kept == {"finished_days": 365.0, "abandoned_days": 90.0, "unstarted_days": 7.0, "session_days": 180}


async def test_while_somebody_is_forgotten_nobody_acts_for_them(
    browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, phone, friend = browsers(), browsers(), browsers()
    made = await owner.make("toy", "me", "open")
    await friend.join(made["links"][1], "Friend")
    await owner.post("/api/account", AMELIA)
    await phone.post("/api/account/sign-in", AMELIA)
    meanwhile: list[int] = []

    async def forget(service: MatchService, key: str) -> None:
        meanwhile.append(await status(phone, f"/api/matches/{made['id']}/chat", {"text": "still me"}))
        meanwhile.append(await status(phone, "/api/friends/ask", {"name": "Friend"}))
        await leave_tables_and_erase_person(service, key)

    monkeypatch.setattr(account_routes, "leave_tables_and_erase_person", forget)
    await owner.post("/api/account/delete", {"password": AMELIA["password"]})
    assert meanwhile == [404, 403]
    assert (await friend.room(made["id"]))["chat"] == []
