"""Friends, invitations by name, tables for friends, blocks and mutes; nothing can be found out by asking."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select, update

from aerodrome.matches import schema, util
from aerodrome.matches.friends import MAX_RECEIVED
from aerodrome.matches.notice_store import NoticeChannel
from aerodrome.server.app import Application
from aerodrome.server.notices import NoticeMessage
from server.client import Browser
from server.people import Browsers, befriend, invite, sign_up


def without_ids(answer: httpx.Response) -> Any:
    """An answer without what differs by chance: ids, times, and the name that was asked for."""
    assert answer.status_code == 200, answer.text
    body = answer.json()
    rows = body.get("asked") or body.get("invitations") or []
    return {**body, "asked": [], "invitations": [], "rows": [{**row, "id": "", "at": 0, "name": ""} for row in rows]}


async def test_ask_accept_and_end(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    asked = await anna.post("/api/friends/ask", {"name": "bert"})
    assert [one["name"] for one in asked["asked"]] == ["bert"]
    (request,) = (await bert.get("/api/friends"))["received"]
    assert request["name"] == "Anna"
    assert (await bert.get("/api/for-me"))["friend_requests"] == 1
    assert (await anna.http.post("/api/friends/accept", json={"id": request["id"]})).status_code == 404, "not hers"
    people = await bert.post("/api/friends/accept", {"id": request["id"]})
    assert [(one["name"], one["is_here"], one["table"]) for one in people["friends"]] == [("Anna", None, None)]
    assert (await anna.get("/api/friends"))["friends"][0]["name"] == "Bert"
    assert (await anna.http.post("/api/friends/ask", json={"name": "Bert"})).status_code == 409
    assert (await bert.post("/api/friends/end", {"name": "Anna"}))["friends"] == []
    assert (await anna.get("/api/friends"))["friends"] == []
    refused = [await bert.http.post("/api/friends/end", json={"name": name}) for name in ("Anna", "Nobody here")]
    assert refused[0].status_code == 404
    assert refused[0].content == refused[1].content


async def test_who_asks_each_other_are_friends_at_once(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await anna.post("/api/friends/ask", {"name": "Bert"})
    people = await bert.post("/api/friends/ask", {"name": "Anna"})
    assert [one["name"] for one in people["friends"]] == ["Anna"]
    assert (await anna.get("/api/friends"))["asked"] == []


async def test_asking_and_inviting_tell_nothing_about_names(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await sign_up(app, browsers, "Carla")
    await bert.post("/api/blocks", {"name": "Anna"})
    app.context.approach_limiter.burst = 100
    made = await anna.make("toy", "me", "open", "open")
    for path, more in (("/api/friends/ask", {}), (f"/api/matches/{made['id']}/personal-invitations", {"seat": 1})):
        seen = []
        for name in ("Bert", "Nobody", "Carla"):
            answer = await anna.http.post(path, json={"name": name, **more})
            seen.append(without_ids(answer)["rows"][-1])
            again = await anna.http.post(path, json={"name": name, **more})
            assert without_ids(again) == without_ids(answer)
        assert seen[0] == seen[1] == seen[2]
    mine = await bert.get("/api/friends")
    assert mine["received"] == []
    assert (await bert.get("/api/for-me"))["invitations"] == []
    assert [one["name"] for one in mine["blocked"]] == ["Anna"]
    assert (await anna.get("/api/friends"))["blocked"] == []
    blocked = [without_ids(await bert.http.post("/api/blocks", json={"name": n})) for n in ("Carla", "Nobody")]
    assert [len(one["blocked"]) for one in blocked] == [2, 3]


async def test_a_declined_request_is_not_told_and_cannot_be_repeated(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    before = await anna.post("/api/friends/ask", {"name": "Bert"})
    (request,) = (await bert.get("/api/friends"))["received"]
    await bert.post("/api/friends/decline", {"id": request["id"]})
    assert await anna.get("/api/friends") == before
    await anna.post("/api/friends/withdraw", {"id": before["asked"][0]["id"]})
    assert (await anna.get("/api/friends"))["asked"] == []
    (again,) = (await anna.post("/api/friends/ask", {"name": "Bert"}))["asked"]
    assert again["id"] != before["asked"][0]["id"], "the same id would tell that it was declined"
    assert again["at"] > before["asked"][0]["at"], "so would the old time"
    made = await anna.make("toy", "me", "open")
    await bert.join(made["links"][1])
    await anna.post(f"/api/matches/{made['id']}/people/1/ask")
    assert (await bert.get("/api/friends"))["received"] == []
    await bert.post("/api/friends/ask", {"name": "Anna"})
    assert [one["name"] for one in (await anna.get("/api/friends"))["friends"]] == ["Bert"], "Bert changed his mind"


async def test_old_requests_of_many_do_not_close_a_list_for_ever(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    store = app.service.store
    asked = (await store.fetch_all(select(schema.accounts.c.id).where(schema.accounts.c.name == "Bert")))[0][0]
    old = {"asked": asked, "look": "bert", "label": "Bert", "state": "open", "created_ms": 0}
    rows = [{"id": f"id {number}", "asker": f"asker {number}", **old} for number in range(MAX_RECEIVED)]
    await store.execute_write(insert(schema.friend_requests).values(rows))
    await anna.post("/api/friends/ask", {"name": "Bert"})
    assert [one["name"] for one in (await bert.get("/api/friends"))["received"]] == ["Anna"]


async def test_floods_are_slowed_down(app: Application, browsers: Browsers) -> None:
    anna = await sign_up(app, browsers, "Anna")
    answers = [await anna.http.post("/api/friends/ask", json={"name": f"Name {n}"}) for n in range(14)]
    assert [answer.status_code for answer in answers].count(429) == 2
    assert answers[-1].headers["retry-after"]


async def test_an_invitation_seats_whom_it_names(app: Application, browsers: Browsers) -> None:
    anna, bert, carla = [await sign_up(app, browsers, name) for name in ("Anna", "Bert", "Carla")]
    made = await anna.make("toy", "me", "open", "open")
    await invite(anna, made["id"], "Bert")
    await invite(anna, made["id"], "Carla", 2)
    (waiting,) = (await bert.get("/api/for-me"))["invitations"]
    assert (waiting["from_name"], waiting["title"], waiting["names"]) == ("Anna", "toy", ["Person A"])
    refused = await carla.http.post(f"/api/personal-invitations/{waiting['id']}/accept", json={})
    assert refused.status_code == 404, "it is another's"
    joined = await bert.post(f"/api/personal-invitations/{waiting['id']}/accept")
    assert joined == {"id": made["id"], "seat": 1}
    assert (await bert.room(made["id"]))["seats"][1]["name"] == "Bert"
    (declined,) = (await carla.get("/api/for-me"))["invitations"]
    assert (await carla.post(f"/api/personal-invitations/{declined['id']}/decline"))["invitations"] == []
    sent = await anna.get(f"/api/matches/{made['id']}/personal-invitations")
    assert [one["state"] for one in sent["invitations"]] == ["accepted", "declined"]
    await invite(anna, made["id"], "Carla", 2)
    assert (await carla.get("/api/for-me"))["invitations"] == [], "who declined is not asked again"


async def test_an_invitation_ends_with_what_it_is_for(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    made = await anna.make("toy", "me", "open")
    (sent,) = await invite(anna, made["id"], "Bert")
    await anna.post(f"/api/matches/{made['id']}/personal-invitations/{sent['id']}/withdraw")
    assert (await bert.get("/api/for-me"))["invitations"] == []
    await invite(anna, made["id"], "Bert")
    (waiting,) = (await bert.get("/api/for-me"))["invitations"]
    await browsers().join(made["links"][1], "Quick")
    assert (await bert.get("/api/for-me"))["invitations"] == []
    assert (await bert.http.post(f"/api/personal-invitations/{waiting['id']}/accept", json={})).status_code == 404


async def test_who_wants_invitations_of_friends_alone_gets_those(app: Application, browsers: Browsers) -> None:
    anna, bert, carla = [await sign_up(app, browsers, name) for name in ("Anna", "Bert", "Carla")]
    await befriend(anna, bert, "Bert")
    await bert.post("/api/friends/settings", {"shows_presence": False, "invited_by": "friends"})
    for host in (anna, carla):
        made = await host.make("toy", "me", "open")
        await invite(host, made["id"], "Bert")
    assert [one["from_name"] for one in (await bert.get("/api/for-me"))["invitations"]] == ["Anna"]


async def test_who_is_away_is_told_of_an_invitation_once(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, notices = await sign_up(app, browsers, "Anna"), app.context.notices
    await sign_up(app, browsers, "Bert")
    bert = await app.context.sessions.accounts.find_by_similar_name("Bert")
    assert bert is not None
    await notices.store.add_or_replace_channel(bert.key, "webhook", "https://bert.example/hook")
    sent: list[NoticeMessage] = []

    async def send(_channel: NoticeChannel, message: NoticeMessage) -> None:
        sent.append(message)

    monkeypatch.setattr(notices, "send_to_channel", send)
    made = await anna.make("toy", "me", "open")
    await invite(anna, made["id"], "Bert")
    await notices.send_due_notices()
    assert sent == [], "perhaps Bert sees it by himself"
    monkeypatch.setattr(notices, "get_now_ms", lambda: util.now_ms() + 600_000)
    for _ in range(2):
        await notices.send_due_notices()
    (message,) = sent
    assert message.title.endswith("an invitation")
    assert message.text.startswith("Anna invites you")
    sent.clear()
    path = f"/api/matches/{made['id']}/personal-invitations"
    (before,) = (await anna.get(path))["invitations"]
    assert (await anna.post(f"{path}/{before['id']}/withdraw"))["invitations"] == []
    (again,) = await invite(anna, made["id"], "Bert")
    assert again["id"] != before["id"]
    await invite(anna, (await anna.make("toy", "me", "open"))["id"], "Bert")
    await notices.send_due_notices()
    assert sent == [], "whoever invites again and again is heard once"


async def test_a_table_for_friends_is_for_friends(app: Application, browsers: Browsers) -> None:
    anna, bert, stranger = [await sign_up(app, browsers, name) for name in ("Anna", "Bert", "Stranger")]
    await befriend(anna, bert, "Bert")
    made = await anna.make("toy", "me", "open", "open", public={"for_friends": True})
    guest = browsers()
    assert (
        await guest.http.post(
            "/api/matches",
            json={
                "title": "toy",
                "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}],
                "public": {"for_friends": True},
            },
        )
    ).status_code == 403
    for other in (guest, stranger):
        assert (await other.get("/api/lobby"))["open"]["tables"] == []
        assert (await other.get("/api/for-me"))["tables"] == []
        for what in ("sit-down", "watch"):
            answer = await other.http.post(f"/api/public-tables/{made['id']}/{what}", json={})
            missing = await other.http.post(f"/api/public-tables/AAAAAAAAAAAA/{what}", json={})
            assert (answer.status_code, answer.content) == (404, missing.content)
    opened = await stranger.post("/api/play-now", {"title": "toy", "seats": 3})
    assert opened["id"] != made["id"]
    (table,) = (await bert.get("/api/for-me"))["tables"]
    assert (table["id"], table["for_friends"], table["host_name"]) == (made["id"], True, "Person A")
    assert (await bert.post(f"/api/public-tables/{made['id']}/sit-down", {"name": "Bert"}))["seat"] == 1
    await anna.post(f"/api/matches/{made['id']}/listing", {"public": {"fill_after": None}})
    assert made["id"] in [one["id"] for one in (await guest.get("/api/lobby"))["open"]["tables"]]
    assert (await bert.get("/api/for-me"))["tables"] == []


async def test_a_row_of_the_lobby_that_cannot_be_read_hides_no_other(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await befriend(anna, bert, "Bert")
    for table, public in ((schema.friend_tables, {"for_friends": True}), (schema.public_tables, {})):
        bad, good = [(await anna.make("toy", "me", "open", public=public))["id"] for _ in range(2)]
        change = update(table).where(table.c.match == bad).values(body=b"{")
        await app.service.store.execute_write(change)
        for_me = (await bert.get("/api/for-me"))["tables"]
        lobby = (await bert.get("/api/public-tables/open"))["tables"]
        assert [one["id"] for one in (for_me if public else lobby)] == [good]


async def test_friends_see_where_one_is_if_one_lets_them(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await befriend(anna, bert, "Bert")
    made = await bert.make("toy", "me", "open", public={})
    (friend,) = (await anna.get("/api/friends"))["friends"]
    assert (friend["is_here"], friend["table"]) == (None, None)
    await bert.post("/api/friends/settings", {"shows_presence": True, "invited_by": "anybody"})
    (friend,) = (await anna.get("/api/friends"))["friends"]
    assert (friend["is_here"], friend["table"]["id"]) == (True, made["id"])
    await bert.make("toy", "me", "open")
    assert (await anna.get("/api/friends"))["friends"][0]["table"]["id"] == made["id"], "not the one by link"


async def test_a_blocked_person_stays_away_and_is_not_told(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await befriend(anna, bert, "Bert")
    await anna.post("/api/blocks", {"name": "Bert"})
    assert (await bert.get("/api/friends"))["friends"] == []
    made = await anna.make("toy", "me", "open", public={})
    refused = await bert.http.post(f"/api/public-tables/{made['id']}/sit-down", json={"name": "Bert"})
    assert refused.status_code == 403
    assert "block" not in refused.text.lower()
    assert (await bert.post("/api/play-now", {"title": "toy", "seats": 2}))["is_opened"]
    own = await bert.make("toy", "me", "open", "open", public={})
    assert (await anna.post("/api/play-now", {"title": "toy", "seats": 3}))["id"] != own["id"], "nor the other way"
    (block,) = (await anna.get("/api/friends"))["blocked"]
    await anna.post("/api/blocks/lift", {"id": block["id"]})
    assert (await bert.post(f"/api/public-tables/{made['id']}/sit-down", {"name": "Bert"}))["seat"] == 1


async def test_the_menu_of_a_seat(app: Application, browsers: Browsers) -> None:
    anna, bert, guest = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert"), browsers()
    made = await anna.make("toy", "me", "open", "open")
    await bert.join(made["links"][1], "B.")
    await guest.join(made["links"][2], "Gast")
    path = f"/api/matches/{made['id']}/people"

    async def kinds(browser: Browser) -> list[str]:
        return [seat["kind"] for seat in (await browser.get(path))["seats"]]

    assert await kinds(anna) == ["me", "account", "guest"]
    assert await kinds(guest) == ["account", "account", "me"]
    muted = await anna.post(f"{path}/2/mute", {"muted": True})
    assert [seat["is_muted"] for seat in muted["seats"]] == [False, False, True]
    await guest.post(f"{path}/1/mute", {"muted": True})
    assert (await guest.get(path))["seats"][1]["is_muted"]
    assert not (await bert.get(path))["seats"][0]["is_muted"]
    for seat, status in ((0, 409), (2, 409), (9, 404)):
        assert (await anna.http.post(f"{path}/{seat}/block", json={})).status_code == status
    await anna.post(f"{path}/1/ask")
    assert [one["name"] for one in (await anna.get("/api/friends"))["asked"]] == ["B."], "not the account's name"
    assert [one["name"] for one in (await bert.get("/api/friends"))["received"]] == ["Anna"]
    await bert.post(f"{path}/0/block")
    seat = (await bert.get(path))["seats"][0]
    assert (seat["is_blocked"], seat["is_muted"]) == (True, True)
    other = await anna.make("toy", "me", "open")
    await bert.join(other["links"][1], "Bert")
    assert (await bert.get(f"/api/matches/{other['id']}/people"))["seats"][0]["is_muted"], "at every table"


async def seat_as(host: Browser, other: Browser, name: str) -> str:
    """The other sits down at a new table of the host under this name; the path of the people there."""
    made = await host.make("toy", "me", "open", "open")
    await other.join(made["links"][1], name)
    return f"/api/matches/{made['id']}/people"


async def test_a_block_does_not_tell_who_sits_there_under_another_name(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await sign_up(app, browsers, "Carla")
    masked, plain = await seat_as(anna, bert, "Fox"), await seat_as(anna, bert, "bert")
    before = await anna.get(masked)
    await anna.post("/api/blocks", {"name": "Bert"})
    await anna.post("/api/blocks", {"name": "Carla"})
    assert await anna.get(masked) == before, "it would tell who the Fox is"
    seat = (await anna.get(plain))["seats"][1]
    assert (seat["is_blocked"], seat["is_muted"]) == (True, True), "there he goes by the name that was blocked"
    assert (await anna.http.post(f"{plain}/1/ask", json={})).status_code == 409
    await anna.post(f"{masked}/1/ask")
    assert [one["name"] for one in (await anna.get("/api/friends"))["asked"]] == ["Fox"]
    assert (await bert.get("/api/friends"))["received"] == [], "he is blocked all the same"
    await anna.post(f"{masked}/1/block")
    assert (await anna.get(masked))["seats"][1]["is_blocked"]
    blocked = (await anna.get("/api/friends"))["blocked"]
    assert [one["name"] for one in blocked] == ["Fox", "Carla", "Bert"], "one more row, as for anybody else"
    elsewhere = [await seat_as(anna, bert, name) for name in ("Fox", "Owl")]
    assert [(await anna.get(path))["seats"][1]["is_blocked"] for path in elsewhere] == [True, False]
    await anna.post(f"{elsewhere[1]}/1/block")
    assert len((await anna.get("/api/friends"))["blocked"]) == 4


async def test_a_persons_page_says_whether_we_are_friends_or_i_blocked_that_name(
    app: Application, browsers: Browsers
) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")

    async def read_page() -> tuple[bool, bool]:
        person = await anna.get("/api/people/Bert")
        return person["is_friend"], person["is_blocked"]

    assert await read_page() == (False, False)
    await befriend(anna, bert, "Bert")
    assert await read_page() == (True, False)
    guest = await browsers().get("/api/people/Bert")
    assert (guest["is_friend"], guest["is_blocked"]) == (False, False)
    await anna.post(f"{await seat_as(anna, bert, 'Fox')}/1/block")
    assert await read_page() == (False, False), "the page must not tell who the Fox is"
    await anna.post("/api/blocks", {"name": "Bert"})
    assert await read_page() == (False, True)


async def test_a_mute_does_not_tell_who_sits_there_under_another_name(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    for muted_as, tables in (("Fox", {"Bert": False, "Owl": False}), ("Bert", {"Bert": True, "Owl": False})):
        path = await seat_as(anna, bert, muted_as)
        assert (await anna.post(f"{path}/1/mute", {"muted": True}))["seats"][1]["is_muted"]
        for name, is_muted in tables.items():
            there = await seat_as(anna, bert, name)
            assert (await anna.get(there))["seats"][1]["is_muted"] == is_muted, (muted_as, name)
        assert not (await anna.post(f"{path}/1/mute", {"muted": False}))["seats"][1]["is_muted"]


async def test_asking_two_seats_does_not_tell_that_one_person_sits_there(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    for name in ("Fox", "Owl"):
        await anna.post(f"{await seat_as(anna, bert, name)}/1/ask")
    assert sorted(one["name"] for one in (await anna.get("/api/friends"))["asked"]) == ["Fox", "Owl"]


async def test_a_mute_between_accounts_holds_at_every_table(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    for is_first in (True, False):
        made = await anna.make("toy", "me", "open")
        await bert.join(made["links"][1], "Bert")
        path = f"/api/matches/{made['id']}/people"
        if is_first:
            await anna.post(f"{path}/1/mute", {"muted": True})
        assert (await anna.get(path))["seats"][1]["is_muted"]
    await anna.post(f"{path}/1/mute", {"muted": False})
    assert not (await anna.get(path))["seats"][1]["is_muted"]


async def test_deleting_an_account_takes_its_friends_along(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await befriend(anna, bert, "Bert")
    made = await anna.make("toy", "me", "open", "open")
    await invite(anna, made["id"], "Bert")
    kept = (await anna.get("/api/account/export"))["people"]
    assert [one["name"] for one in kept["friends"]] == ["Bert"]
    store = app.context.sessions.accounts
    account = await store.find_by_similar_name("Anna")
    assert account is not None
    await store.delete_account(account)
    app.context.sessions.forget_cached_sessions_and_claims(account.key)
    assert (await bert.get("/api/friends"))["friends"] == []
    assert (await bert.get("/api/for-me"))["invitations"] == []


@pytest.mark.parametrize("leaves", [True, False])
async def test_who_plays_to_the_end_is_counted(app: Application, browsers: Browsers, leaves: bool) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    made = await anna.make("toy", "me", "open", "open", public={})
    seat = await bert.post(f"/api/public-tables/{made['id']}/sit-down", {"name": "Bert"})
    people = (await anna.get(f"/api/matches/{made['id']}/people"))["seats"]
    assert people[1]["reliability"] == {"played": 0, "finished": 0, "is_known": False}
    assert (await bert.get(f"/api/matches/{made['id']}/people"))["seats"][0]["reliability"] is None, "not the host"
    await anna.post(f"/api/matches/{made['id']}/replace", {"target": 2, "level": "random"})
    assert seat["seat"] == 1
    if leaves:
        await bert.post(f"/api/matches/{made['id']}/leave")
    await play_to_the_end(made["id"], anna, *([] if leaves else [bert]))
    person = await anna.get("/api/people/Bert")
    assert person["reliability"] == {"played": 1, "finished": 0 if leaves else 1, "is_known": False}
    assert (await anna.get("/api/people/Anna"))["reliability"]["finished"] == 1


async def play_to_the_end(match_id: str, *people: Browser) -> None:
    """Everybody answers with the first choice; bots answer by themselves."""
    for _ in range(400):
        for person in people:
            room = await person.room(match_id)
            if room["status"] == "over":
                return
            if room["question"] is not None:
                answer = await person.act(match_id, room["question"]["seq"], room["question"]["choices"][0]["action"])
                assert answer.status_code in (200, 409), answer.text
        await asyncio.sleep(0.005)
    raise AssertionError("the match does not end")


async def test_who_sits_at_the_table_already_takes_no_second_seat_by_an_invitation(
    app: Application, browsers: Browsers
) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    made = await anna.make("toy", "me", "open", "open")
    await invite(anna, made["id"], "Bert", seat=1)
    await bert.join(made["links"][2])
    (invitation,) = (await bert.get("/api/for-me"))["invitations"]
    accept = f"/api/personal-invitations/{invitation['id']}/accept"
    for _ in range(2):
        assert await bert.post(accept) == {"id": made["id"], "seat": 2}
    assert [seat["kind"] for seat in (await bert.room(made["id"]))["seats"]] == ["person", "open", "person"]
    assert (await bert.get("/api/for-me"))["invitations"] == []


async def test_who_presses_twice_is_answered_twice_alike(app: Application, browsers: Browsers) -> None:
    """Of requests at the same moment the first does it, and the others come to the same."""
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")

    async def press(browser: Browser, path: str, body: Any) -> None:
        answers = await asyncio.gather(*(browser.http.post(path, json=body) for _ in range(6)))
        assert {answer.status_code for answer in answers} == {200}, path

    for path, body in (
        ("/api/blocks", {"name": "Somebody rude"}),
        ("/api/friends/ask", {"name": "Bert"}),
        ("/api/friends/settings", {"shows_presence": True, "invited_by": "anybody"}),
        ("/api/notices/quiet-hours", {"begin": 60, "end": 120, "time_zone": "UTC"}),
    ):
        await press(anna, path, body)
    assert len((await anna.get("/api/friends"))["blocked"]) == 1
    made = await anna.make("toy", "me", "open", "open")
    await press(anna, f"/api/matches/{made['id']}/personal-invitations", {"name": "Bert", "seat": 1})
    (invitation,) = (await bert.get("/api/for-me"))["invitations"]
    accept = f"/api/personal-invitations/{invitation['id']}/accept"
    await press(bert, accept, {})
    assert await bert.post(accept) == {"id": made["id"], "seat": 1}, "also when the answer was lost"
    assert [seat["kind"] for seat in (await bert.room(made["id"]))["seats"]] == ["person", "person", "open"]
    await press(anna, f"/api/matches/{made['id']}/people/1/block", {})
