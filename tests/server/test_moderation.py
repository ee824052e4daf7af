"""Reported lines, suspended accounts, removed chat and other names: by the operator's commands beside the server."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import update

from aerodrome.cli.app import run_command_line
from aerodrome.matches import commands, schema
from aerodrome.server.app import Application
from aerodrome.server.serializers import build_event_update
from server.client import Browser
from server.people import Browsers, invite, sign_up

Admin = Callable[..., Awaitable[str]]


@pytest.fixture
def admin(app: Application, capsys: pytest.CaptureFixture[str]) -> Admin:
    async def run(*line: str) -> str:
        tokens = ["admin", *line, "--database", app.context.settings.database]
        code = await asyncio.to_thread(run_command_line, tokens)
        printed = capsys.readouterr()
        assert code == 0, printed.out + printed.err
        return printed.out

    return run


async def seat_two(app: Application, browsers: Browsers) -> tuple[Browser, Browser, str]:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    made = await anna.make("toy", "me", "open")
    await bert.join(made["links"][1], "Bert")
    return anna, bert, made["id"]


async def test_a_line_is_reported_read_removed_and_gone(app: Application, browsers: Browsers, admin: Admin) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    for text in ("hello", "you utter walnut"):
        await bert.post(f"/api/matches/{match_id}/chat", {"text": text})
    report = f"/api/matches/{match_id}/chat/2/report"
    assert (await bert.http.post(report, json={"reason": "other"})).status_code == 409, "one's own line"
    assert (await browsers().http.post(report, json={"reason": "other"})).status_code == 404, "not at the table"
    for _ in range(2):
        await anna.post(report, {"reason": "insult", "comment": "not  nice"})
    listed = await admin("reports")
    assert listed.count("you utter walnut") == 1
    for part in ("insult", f"match {match_id}  line 2", "Bert (account Bert)", "comment: not nice", "1 report"):
        assert part in listed
    live = await app.service.get_match(match_id)
    version, changed = live.match.version, live.changed
    assert "removed: you utter walnut" in await admin("remove-chat", match_id, "2")
    await asyncio.wait_for(changed.wait(), 30)
    update = build_event_update(live, version + 1, 0)
    assert [(line.id, line.text) for line in update.chat] == [(2, "")]
    assert [line.text for line in update.log] == ["A line of chat was removed"]
    again = build_event_update(live, version, 0)
    assert [line.text for line in again.chat] == [""], "who reconnects is not sent it either"
    room = await anna.room(match_id)
    assert [(one["text"], one["is_removed"]) for one in room["chat"]] == [("hello", False), ("", True)]
    everywhere = [
        (await bert.http.get("/api/account/export")).text,
        (await anna.http.get(f"/api/matches/{match_id}/")).text,
        (await anna.http.get(f"/api/matches/{match_id}/chat?before=9")).text,
        await admin("export", match_id, "--raw"),
        await admin("reports"),
    ]
    assert not [text for text in everywhere if "walnut" in text]
    assert (await anna.http.post(report, json={"reason": "spam"})).status_code == 409, "it is gone"
    report_id = listed.split()[0]
    await admin("close-report", report_id, "--outcome", "talked to Bert")
    assert "0 reports" in await admin("reports")
    assert "talked to Bert" in await admin("reports", "--closed")
    answer = await bert.http.post(f"/api/matches/{match_id}/chat", json={"text": "sorry"})
    assert answer.status_code == 200, "the server goes on after what was stored beside it"


async def test_a_report_names_who_wrote_the_line_and_not_who_holds_the_seat_now(
    app: Application, browsers: Browsers, admin: Admin
) -> None:
    anna, carl, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Carl"), browsers()
    made = await anna.make("toy", "me", "open")
    await bert.join(made["links"][1], "Bert")
    path = f"/api/matches/{made['id']}"
    await carl.join((await bert.post(f"{path}/devices/link"))["link"])
    await carl.post(f"{path}/chat", {"text": "you utter walnut"})
    await bert.post(f"{path}/chat", {"text": "that was not me"})
    await anna.post(f"{path}/chat/2/report", {"reason": "other"})
    await bert.post(f"{path}/rename", {"name": "Berta"})
    (_, device) = (await bert.get(f"{path}/devices"))["devices"]
    await bert.post(f"{path}/devices/remove", {"id": device["id"]})
    await bert.post(f"{path}/chat/1/report", {"reason": "insult"})
    assert (await bert.http.post(f"{path}/chat/2/report", json={"reason": "other"})).status_code == 409, "one's own"
    by_guest, by_account = (await admin("reports")).split("that was not me")
    assert "Bert (a guest" in by_guest, "Carl held the seat then, but did not write it"
    assert "Bert (account Carl): you utter walnut" in by_account, "under the name that the seat had then"


async def test_a_report_finds_who_wrote_as_a_guest_and_signed_in_since(
    app: Application, browsers: Browsers, admin: Admin
) -> None:
    anna, guest = await sign_up(app, browsers, "Anna"), browsers()
    made = await anna.make("toy", "me", "open")
    await guest.join(made["links"][1], "Gast")
    await guest.post(f"/api/matches/{made['id']}/chat", {"text": "you utter walnut"})
    password = {"name": "Bert", "password": "a password of Bert"}
    await browsers().post("/api/account", password)
    await guest.post("/api/account/sign-in", password)
    await anna.post(f"/api/matches/{made['id']}/chat/1/report", {"reason": "insult"})
    assert "Gast (account Bert)" in await admin("reports")


async def test_lines_from_before_writers_were_kept_are_those_of_the_seat(
    app: Application, browsers: Browsers, admin: Admin
) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    live = await app.service.get_match(match_id)
    await commands.post_chat(app.service, live, 1, "you utter walnut")
    path = f"/api/matches/{match_id}/chat/1/report"
    assert (await bert.http.post(path, json={"reason": "other"})).status_code == 409, "one's own"
    await anna.post(path, {"reason": "insult"})
    assert "Bert (account Bert)" in await admin("reports")


async def test_reports_are_limited(app: Application, browsers: Browsers) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    for number in range(7):
        await bert.post(f"/api/matches/{match_id}/chat", {"text": f"line {number}"})
    path = f"/api/matches/{match_id}/chat"
    answers = [await anna.http.post(f"{path}/{n}/report", json={"reason": "spam"}) for n in range(1, 8)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2


async def test_a_suspended_account_is_told_and_kept_from_strangers(
    app: Application, browsers: Browsers, admin: Admin
) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    open_table = await anna.make("toy", "me", "open", public={})
    cup = await anna.post(
        "/api/tournaments", {"name": "Cup", "title": "toy", "table_size": 2, "rounds": 1, "clock": {"per_move": 60}}
    )
    told = await admin("suspend", "bert", "--days", "3", "--reason", "You insulted others.")
    assert "You insulted others." in told
    suspension = (await bert.get("/api/account"))["suspension"]
    assert suspension.startswith("Your account is suspended until")
    assert suspension.endswith("UTC: You insulted others.")
    seats = [{"kind": "person", "name": "B"}, {"kind": "open"}]
    clock = {"per_move": 60}
    waiting = await bert.make("toy", "me", "open")
    await invite(anna, open_table["id"], "Bert")
    (invitation,) = (await bert.get("/api/for-me"))["invitations"]
    for path, body in (
        (f"/api/personal-invitations/{invitation['id']}/accept", {}),
        (f"/api/matches/{match_id}/chat", {"text": "hello"}),
        (f"/api/public-tables/{open_table['id']}/sit-down", {}),
        ("/api/play-now", {"title": "toy", "seats": 2}),
        ("/api/matches", {"title": "toy", "seats": seats, "public": {}}),
        ("/api/matches", {"title": "toy", "seats": seats, "clock": clock, "rated": True}),
        (f"/api/matches/{waiting['id']}/listing", {"public": {}}),
        (f"/api/matches/{waiting['id']}/personal-invitations", {"name": "Anna", "seat": 1}),
        ("/api/friends/ask", {"name": "Anna"}),
        ("/api/tournaments", {"name": "Cup", "title": "toy", "table_size": 2, "rounds": 1, "clock": clock}),
        (f"/api/tournaments/{cup['id']}/sign-up", {}),
    ):
        answer = await bert.http.post(path, json=body)
        assert (answer.status_code, answer.json()["detail"]) == (403, suspension), path
    room = await bert.room(match_id)
    assert (await bert.act(match_id, room["question"]["seq"], {"type": "bid", "amount": 3})).status_code == 200
    assert "You insulted others." in await admin("suspensions")
    await admin("lift", "Bert")
    assert (await bert.get("/api/account"))["suspension"] == ""
    await bert.post(f"/api/matches/{match_id}/chat", {"text": "hello"})


async def test_a_suspension_ends_by_itself(app: Application, browsers: Browsers, admin: Admin) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    await admin("suspend", "Bert", "--days", "-1", "--reason", "It is over.")
    await bert.post(f"/api/matches/{match_id}/chat", {"text": "hello"})
    assert (await anna.get("/api/account"))["suspension"] == ""


async def test_no_number_of_days_makes_a_suspension_that_cannot_be_read(
    app: Application, browsers: Browsers, capsys: pytest.CaptureFixture[str]
) -> None:
    bert = await sign_up(app, browsers, "Bert")
    for days in ("3e6", "1e300", "nan", "inf"):
        line = ["admin", "suspend", "Bert", "--days", days, "--reason", "Why"]
        tokens = [*line, "--database", app.context.settings.database]
        assert await asyncio.to_thread(run_command_line, tokens) == 1
        assert "--days is at most" in capsys.readouterr().err
        assert (await bert.get("/api/account"))["suspension"] == ""


async def test_what_people_write_does_not_steer_the_operators_terminal(
    app: Application, browsers: Browsers, admin: Admin
) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    steering = "\x1b[2J\x07\x00\u202e"
    await anna.post(f"/api/matches/{match_id}/chat", {"text": f"chat {steering}line"})
    assert (await bert.room(match_id))["chat"][-1]["text"] == "chat [2Jline"
    path = f"/api/matches/{match_id}/chat/1/report"
    await bert.post(path, {"reason": "spam", "comment": f"comment {steering}line"})
    change = update(schema.chat_reports).values(text=f"of before {steering}")
    await app.service.store.execute_write(change)
    printed = await admin("reports")
    assert "comment [2Jline" in printed
    assert "of before" in printed
    assert not set(steering) & set(printed) - set("[2J")


async def test_an_account_gets_another_name_also_at_its_tables(
    app: Application, browsers: Browsers, admin: Admin
) -> None:
    anna, bert, match_id = await seat_two(app, browsers)
    waiting = await bert.make("toy", "me", "open", public={})
    await bert.post(f"/api/matches/{waiting['id']}/rename", {"name": "Bert"})
    await invite(bert, waiting["id"], "Anna")
    await admin("rename", "Bert", "Robert")
    live = await app.service.get_match(match_id)
    while live.match.seats[1].name != "Robert":
        await asyncio.wait_for(live.changed.wait(), 30)
    assert (await bert.get("/api/account"))["name"] == "Robert"
    assert (await anna.get("/api/for-me"))["invitations"][0]["from_name"] == "Robert"
    listed = (await browsers().get("/api/public-tables/open"))["tables"]
    assert [one["host_name"] for one in listed] == ["Robert"]
    assert (await anna.http.get("/api/people/Bert")).status_code == 404
