"""A match over HTTP, from the first link to the record."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import aerodrome
from aerodrome.matches.bot_pool import BotRequest, SuggestedAction
from aerodrome.server.app import Application
from server.client import Browser

Browsers = Callable[[], Browser]
RECORDS = Path(__file__).parent.parent / "records"


async def three(browsers: Browsers, **more: Any) -> tuple[str, list[Browser], Browser]:
    """A toy match of three people, and somebody who watches."""
    a, b, c, watcher = (browsers() for _ in range(4))
    made = await a.make("toy", "me", "open", "open", **more)
    await b.join(made["links"][1], "Berta")
    await c.join(made["links"][2], "Cora")
    await watcher.join(made["spectator_link"])
    return made["id"], [a, b, c], watcher


async def finish(match: str, people: list[Browser], amounts: tuple[int, ...] = (3, 6, 0)) -> None:
    for browser, amount in zip(people, amounts, strict=True):
        room = await browser.room(match)
        answer = await browser.act(match, room["question"]["seq"], {"type": "bid", "amount": amount})
        assert answer.status_code == 200, answer.text


async def test_a_match_starts_when_the_last_open_seat_is_taken(browsers: Browsers) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    assert (await host.room(made["id"]))["status"] == "waiting"
    joined = await guest.join(made["links"][1], "Berta")
    assert joined == {"id": made["id"], "seat": 1}
    room = await guest.room(made["id"])
    assert room["status"] == "playing"
    assert [seat["name"] for seat in room["seats"]] == ["Person A", "Berta"]


async def test_while_a_bot_thinks_for_who_left_it_is_not_their_turn(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think_for_ever(request: BotRequest, level: str) -> dict[str, Any]:
        return await asyncio.Future()

    monkeypatch.setattr(app.service.bot_pool, "choose_action", think_for_ever)
    match, people, _watcher = await three(browsers)
    await people[0].post(f"/api/matches/{match}/leave")
    (line,) = (await people[0].get("/api/my-matches"))["matches"]
    assert (line["has_left"], line["my_turn"]) == (True, False)
    (line,) = (await people[1].get("/api/my-matches"))["matches"]
    assert (line["has_left"], line["my_turn"]) == (False, True)


async def test_people_choose_at_once_and_nobody_becomes_stale(browsers: Browsers) -> None:
    match, people, _ = await three(browsers)
    questions = [(await person.room(match))["question"] for person in people]
    for person, question in zip(people, questions, strict=True):
        answer = await person.act(match, question["seq"], question["choices"][1]["action"])
        assert answer.status_code == 200, answer.text
    assert (await people[0].room(match))["status"] == "over"


async def test_the_end_shows_the_tally_and_the_seed_that_was_promised(browsers: Browsers) -> None:
    match, people, watcher = await three(browsers)
    before = await watcher.room(match)
    assert before["result"] is None
    await finish(match, people)
    room = await watcher.room(match)
    result = room["result"]
    assert result["winners"] == [1]
    assert [sum(line["amount"] for line in lines) for lines in result["tally"]] == result["scores"]
    from aerodrome.core.chance import compute_seed_commitment

    assert compute_seed_commitment(result["seed"]) == before["commitment"]


async def test_the_record_is_given_out_after_the_end_and_its_chance_is_fair(browsers: Browsers) -> None:
    match, people, _ = await three(browsers)
    early = await people[0].http.get(f"/api/matches/{match}/record")
    assert early.status_code == 409
    await finish(match, people)
    data = (await people[0].http.get(f"/api/matches/{match}/record")).content
    record = aerodrome.Record.replay(data)
    assert record.over
    assert record.verify() == []
    assert record.names == ["Person A", "Berta", "Cora"]


async def test_a_record_goes_on_as_a_new_match_from_any_position(browsers: Browsers) -> None:
    match, people, _ = await three(browsers)
    await finish(match, people, (9, 9, 9))
    record = (await people[0].http.get(f"/api/matches/{match}/record")).json()
    body = {"record": record, "position": 4, "mode": "hotseat", "seats": [{"kind": "person"}] * 3}
    made = await people[0].post("/api/matches/import", body)
    room = await people[0].room(made["id"], seat=1)
    assert room["view"]["chosen"] == [True, False, False]
    for seat in (1, 2):
        await people[0].act(made["id"], room["seq"], {"type": "bid", "amount": 0}, seat)
    again = (await people[0].http.get(f"/api/matches/{made['id']}/record")).content
    report = aerodrome.Record.replay(again).build_chance_report()
    assert (report.wrong, report.imported) == ([], [0, 1, 2])


async def test_one_screen_holds_several_seats_and_shows_nobodys_hand_unasked(browsers: Browsers) -> None:
    screen = browsers()
    made = await screen.make("toy", "me", "me", mode="hotseat")
    plain = await screen.room(made["id"])
    assert plain["me"] == {"seats": [0, 1], "seat": None, "is_host": True}
    assert plain["view"]["card"] is None
    assert plain["question"] is None
    hands = [(await screen.room(made["id"], seat))["view"]["card"] for seat in (0, 1)]
    assert None not in hands
    unnamed = await screen.act(made["id"], plain["seq"], {"type": "bid", "amount": 3})
    assert unnamed.status_code == 400
    named = await screen.act(made["id"], plain["seq"], {"type": "bid", "amount": 3}, seat=1)
    assert named.status_code == 200


async def test_bots_sit_at_the_table_and_play(browsers: Browsers, app: Application) -> None:
    host = browsers()
    made = await host.make("toy", "me", "random", "greedy")
    room = await host.room(made["id"])
    await host.act(made["id"], room["question"]["seq"], {"type": "bid", "amount": 9})
    live = await app.service.get_match(made["id"])
    while not live.match.is_over:
        await live.changed.wait()
    assert (await host.room(made["id"]))["result"]["scores"]


async def test_who_leaves_is_played_by_a_bot_and_may_come_back(browsers: Browsers, app: Application) -> None:
    match, (a, b, _), _ = await three(browsers)
    await b.post(f"/api/matches/{match}/leave")
    live = await app.service.get_match(match)
    while 1 in live.match.asked_seats:
        await live.changed.wait()
    seat = (await a.room(match))["seats"][1]
    assert (seat["kind"], seat["replaced_reason"]) == ("bot", "left")
    refused = await b.act(match, (await b.room(match))["seq"], {"type": "bid", "amount": 0})
    assert refused.status_code == 409
    await b.post(f"/api/matches/{match}/resume")
    assert (await a.room(match))["seats"][1]["kind"] == "person"


async def test_a_seat_is_given_to_a_bot_when_the_others_agree(browsers: Browsers) -> None:
    match, (a, b, c), _ = await three(browsers)
    await a.post(f"/api/matches/{match}/replace", {"target": 2, "level": "random"})
    (vote,) = (await b.room(match))["votes"]
    assert (vote["kind"], vote["target"], vote["pending"]) == ("replace", 2, [1])
    foreign = await c.http.post(f"/api/matches/{match}/vote", json={"id": vote["id"], "agree": False})
    assert foreign.status_code == 403
    await b.post(f"/api/matches/{match}/vote", {"id": vote["id"], "agree": True})
    assert (await a.room(match))["seats"][2]["replaced_reason"] == "vote"


async def test_the_host_fills_an_open_seat_with_a_bot(browsers: Browsers) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open", "open")
    await guest.join(made["links"][1])
    body = {"target": 2, "level": "random"}
    assert (await guest.http.post(f"/api/matches/{made['id']}/replace", json=body)).status_code == 403
    await host.post(f"/api/matches/{made['id']}/replace", body)
    assert (await host.room(made["id"]))["status"] == "playing"


async def test_the_same_people_play_again(browsers: Browsers) -> None:
    match, people, watcher = await three(browsers)
    await finish(match, people)
    first = await people[1].post(f"/api/matches/{match}/rematch")
    told = await watcher.room(match)
    assert (told["rematch"], told["rematch_by"]) == (first["id"], 1)
    name = told["seats"][1]["name"]
    assert told["log"][-1]["text"] == f"{name} wants a rematch"
    assert told["rematch_seats"] == [1]
    assert (await people[1].room(first["id"]))["status"] == "waiting", "nobody is moved there unasked"
    assert [seat["kind"] for seat in (await people[1].room(first["id"]))["seats"]] == ["open", "person", "open"]
    for person in (people[0], people[2]):
        lines = {line["id"]: line for line in (await person.get("/api/my-matches"))["matches"]}
        assert (list(lines), lines[match]["rematch_by"]) == ([match], name)
        for _ in range(2):
            assert (await person.post(f"/api/matches/{match}/rematch"))["id"] == first["id"]
    old = await watcher.room(match)
    assert old["rematch_seats"] == [1, 0, 2]
    assert old["log"][-1]["text"] == f"{told['seats'][2]['name']} joins the rematch"
    room = await people[2].room(first["id"])
    assert (room["status"], room["me"]["seat"]) == ("playing", 2)
    assert [seat["name"] for seat in room["seats"]] == [seat["name"] for seat in told["seats"]]
    lines = {line["id"]: line for line in (await people[0].get("/api/my-matches"))["matches"]}
    assert lines[match]["rematch_by"] == ""


async def test_a_seat_of_a_rematch_that_a_bot_has_by_now_is_gone(browsers: Browsers) -> None:
    match, people, _ = await three(browsers)
    await finish(match, people)
    again = await people[1].post(f"/api/matches/{match}/rematch")
    await people[1].post(f"/api/matches/{again['id']}/replace", {"target": 0, "level": "random"})
    late = await people[0].http.post(f"/api/matches/{match}/rematch", json={})
    assert (late.status_code, "given away" in late.json()["detail"]) == (409, True)


async def test_a_finished_table_says_who_won_and_which_place_i_came_in(browsers: Browsers) -> None:
    match, people, watcher = await three(browsers)
    await finish(match, people)
    result = (await watcher.room(match))["result"]
    names = [seat["name"] for seat in (await watcher.room(match))["seats"]]
    for seat, person in enumerate(people):
        (line,) = (await person.get("/api/my-matches"))["matches"]
        assert line["winners"] == [names[winner] for winner in result["winners"]]
        ahead = sum(score > result["scores"][seat] for score in result["scores"])
        assert line["my_place"] == ahead + 1
    (seen,) = (await watcher.get("/api/my-matches"))["matches"]
    assert seen["my_place"] is None


async def test_the_curves_of_a_finished_match_show_what_was_hidden(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("airkwire", "me", "random", "random")
    path = f"/api/matches/{made['id']}/statistics"
    running = await host.get(path)
    assert running["scores"] == []
    wealth = next(series for series in running["series"] if series["name"] == "Wealth")
    assert [line[-1] is None for line in wealth["values"]] == [False, True, True]
    record = json.loads((RECORDS / "airkwire" / "01-3-seats-points.json").read_text())
    seats = [{"kind": "person"}, *[{"kind": "bot", "level": "cadet"}] * 2]
    over = (await host.post("/api/matches/import", {"record": record, "seats": seats}))["id"]
    result = (await host.room(over))["result"]
    found = await host.get(f"/api/matches/{over}/statistics")
    assert [line[-1] for line in found["scores"]] == result["scores"]
    wealth = next(series for series in found["series"] if series["name"] == "Wealth")
    assert not [value for line in wealth["values"] for value in line if value is None]


async def test_chat_is_read_by_everybody_and_written_by_the_seated(browsers: Browsers) -> None:
    match, (a, _, _), watcher = await three(browsers)
    await a.post(f"/api/matches/{match}/chat", {"text": "  <b>hello</b>\n there "})
    (said,) = (await watcher.room(match))["chat"]
    assert (said["seat"], said["text"]) == (0, "<b>hello</b> there")
    mute = await watcher.http.post(f"/api/matches/{match}/chat", json={"text": "me too"})
    assert mute.status_code == 403


async def test_history_shows_each_moment_as_it_was_seen(browsers: Browsers) -> None:
    match, people, _ = await three(browsers)
    await finish(match, people)
    before = await people[0].get(f"/api/matches/{match}/positions/4")
    assert before["view"]["chosen"] == [True, False, False]
    assert before["view"]["bids"] is None
    assert before["last_actor"] == 0
    beyond = await people[0].http.get(f"/api/matches/{match}/positions/99")
    assert beyond.status_code == 404


async def test_my_tables_are_those_of_my_cookie(browsers: Browsers) -> None:
    match, (a, _, _), watcher = await three(browsers)
    await a.make("toy", "me", "open")
    lines = (await a.get("/api/my-matches"))["matches"]
    assert {line["id"]: line["my_turn"] for line in lines}[match] is True
    assert len(lines) == 2
    (seen,) = (await watcher.get("/api/my-matches"))["matches"]
    assert seen["seats"] == []
    assert (await browsers().get("/api/my-matches"))["matches"] == []


async def test_links_of_open_seats_are_shown_to_the_host_alone(browsers: Browsers) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open", "open")
    await guest.join(made["links"][1])
    assert (await host.room(made["id"]))["links"]["seats"] == [None, None, made["links"][2]]
    assert (await guest.room(made["id"]))["links"]["seats"] == [None, None, None]


async def test_a_name_is_nobodys_double(browsers: Browsers) -> None:
    match, (a, b, _), _ = await three(browsers)
    for name in ("Person A", "person  a", "PERS0N A", "Ｐerson A", "Реrson A", "Red"):
        answer = await b.http.post(f"/api/matches/{match}/rename", json={"name": name})
        assert answer.status_code == 403, name
    await b.post(f"/api/matches/{match}/rename", {"name": "<i>Zo\u202eé</i>"})
    assert (await a.room(match))["seats"][1]["name"] == "iZoé/i"


async def test_a_guest_without_a_name_gets_one_that_is_free(browsers: Browsers) -> None:
    host, guest = browsers(), browsers()
    seats = [{"kind": "person", "name": "Player 2"}, {"kind": "open"}]
    made = await host.post("/api/matches", {"title": "toy", "seats": seats})
    await guest.join(made["links"][1])
    assert (await guest.room(made["id"]))["seats"][1]["name"] == "Guest A"


async def test_judge_says_what_the_rules_would(browsers: Browsers) -> None:
    match, (a, _, _), _ = await three(browsers)
    bad = await a.post(f"/api/matches/{match}/validate", {"action": {"type": "bid", "amount": 10}})
    assert bad == {"allowed": False, "description": "", "rule": "TY-2.2", "text": "You have only 9.", "deal": None}
    fine = await a.post(f"/api/matches/{match}/validate", {"action": {"type": "bid", "amount": 7}})
    assert fine["description"] == "Bid 7"


async def test_after_the_end_judge_names_the_rule_that_ended_it(browsers: Browsers) -> None:
    match, people, _ = await three(browsers)
    await finish(match, people)
    late = await people[0].post(f"/api/matches/{match}/validate", {"action": {"type": "bid", "amount": 3}})
    assert (late["allowed"], late["rule"]) == (False, "TY-2.3")


async def test_titles_tell_their_options(browsers: Browsers) -> None:
    toy = next(t for t in (await browsers().get("/api/titles"))["titles"] if t["name"] == "toy")
    assert (toy["seats_min"], toy["seats_max"]) == (2, 3)
    assert toy["options"][0]["type"] == "bool"
    assert toy["bots"] == ["cadet", "captain", "ace"]


SUGGESTION = SuggestedAction({"type": "bid", "amount": 3}, "Bid 3", 0.618, 0.02, 62, -2.5, "-2", True, "it is cheap")


@pytest.mark.parametrize("hints", [True, False])
async def test_hints_are_given_only_where_the_table_allows_them(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch, hints: bool
) -> None:
    async def suggest_actions(_request: object) -> list[SuggestedAction]:
        return [SUGGESTION]

    monkeypatch.setattr(app.service.bot_pool, "suggest_actions", suggest_actions)
    host = browsers()
    made = await host.make("toy", "me", "me", mode="hotseat", hints=hints)
    answer = await host.http.post(f"/api/matches/{made['id']}/hint", json={"seat": 0})
    assert answer.status_code == (200 if hints else 403)
    if hints:
        assert answer.json()["advice"] == [msgspec.structs.asdict(SUGGESTION)]


async def test_a_hint_is_kept_for_its_position_and_seat(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def suggest_actions(request: BotRequest) -> list[SuggestedAction]:
        asked.append(request.seat)
        return [SUGGESTION]

    monkeypatch.setattr(app.service.bot_pool, "suggest_actions", suggest_actions)
    host = browsers()
    made = await host.make("toy", "me", "me", "me", mode="hotseat")
    path = f"/api/matches/{made['id']}"
    for seat in (0, 0, 1, 0, 1):
        assert (await host.http.post(f"{path}/hint", json={"seat": seat})).status_code == 200
    assert asked == [0, 1]
    question = (await host.room(made["id"], 2))["question"]
    assert (await host.act(made["id"], question["seq"], {"type": "bid", "amount": 3}, 2)).status_code == 200
    await host.http.post(f"{path}/hint", json={"seat": 0})
    assert asked == [0, 1, 0]


async def test_a_bot_plays_in_a_style_of_its_title_and_in_no_other(
    browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aerodrome.core.registry.read_style_factors", lambda *_: {"bold": {}})
    host = browsers()
    made = await host.make("toy", "me", "captain?style=bold", "captain")
    seats = (await host.room(made["id"]))["seats"]
    assert [seat["name"] for seat in seats[1:]] == ["Captain (bot)", "Captain B (bot)"]
    for level in ("captain?style=wild", "captain?worlds=99", "random?style=bold", "toy.game:Toy"):
        seats = [{"kind": "person"}, {"kind": "bot", "level": level}]
        answer = await host.http.post("/api/matches", json={"title": "toy", "seats": seats})
        assert answer.status_code == 400, level


async def test_outcomes_are_told_to_who_is_asked_and_to_nobody_else(browsers: Browsers) -> None:
    match, people, watcher = await three(browsers)
    question = (await people[0].room(match))["question"]
    found = await people[0].http.get(f"/api/matches/{match}/outcomes")
    assert found.status_code == 200, found.text
    assert found.json()["seq"] == question["seq"]
    assert len(found.json()["outcomes"]) == len(question["choices"])
    assert (await watcher.http.get(f"/api/matches/{match}/outcomes")).status_code == 409
    await people[0].act(match, question["seq"], question["choices"][0]["action"])
    answered = await people[0].http.get(f"/api/matches/{match}/outcomes")
    assert (answered.status_code, answered.json()["outcomes"]) == (200, [])


async def test_a_place_is_described_to_players_and_watchers(browsers: Browsers) -> None:
    match, people, watcher = await three(browsers)
    base = f"/api/matches/{match}/description"
    for browser in (people[0], watcher):
        found = await browser.http.get(base, params={"where": '{"nothing":1}'})
        assert (found.status_code, found.json()["description"]) == (200, None)
    earlier = await people[0].http.get(base, params={"where": "{}", "position": 0})
    assert (earlier.status_code, earlier.json()["position"]) == (200, 0)
    assert (await people[0].http.get(base, params={"where": "{}", "position": 999_999})).status_code == 404
    for wrong in ("", "[]", "nowhere"):
        assert (await people[0].http.get(base, params={"where": wrong})).status_code == 400, wrong
