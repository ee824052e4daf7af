"""The agreed end over HTTP: who may propose it, what the room says meanwhile, and what is kept of it."""

from collections.abc import Callable

from aerodrome.core.record import Record
from server.client import Browser

Browsers = Callable[[], Browser]


async def two(browsers: Browsers, title: str = "airline") -> tuple[str, Browser, Browser]:
    host, guest = browsers(), browsers()
    made = await host.make(title, "me", "open")
    await guest.join(made["links"][1], "Bea")
    return made["id"], host, guest


async def test_a_match_ends_by_agreement_and_everything_says_so(browsers: Browsers) -> None:
    match, host, guest = await two(browsers)
    before = await host.room(match)
    assert before["end_proposal"] == {"allowed": True, "reason": ""}
    refused = await host.http.get(f"/api/matches/{match}/record")
    assert refused.status_code == 409
    await host.post(f"/api/matches/{match}/propose-end")
    room = await guest.room(match)
    (vote,) = room["votes"]
    assert (vote["kind"], vote["agreed"], vote["pending"]) == ("end", [0], [1])
    assert not room["end_proposal"]["allowed"]
    await guest.post(f"/api/matches/{match}/vote", {"id": vote["id"], "agree": True})

    room = await host.room(match)
    assert (room["status"], room["question"], room["votes"], room["out_of_turn"]) == ("over", None, [], [])
    assert room["result"]["reason"] == "agreement"
    assert room["result"]["winners"]
    assert [sum(line["amount"] for line in lines) for lines in room["result"]["tally"]] == room["result"]["scores"]
    assert room["log"][-1]["text"].startswith("All agree: the game ends here")
    (listed,) = (await guest.get("/api/my-matches"))["matches"]
    assert (listed["status"], listed["ended_by_agreement"], listed["my_turn"]) == ("over", True, False)
    record = Record.replay((await host.http.get(f"/api/matches/{match}/record")).content)
    assert record.ended_by_agreement
    await host.get(f"/api/matches/{match}/statistics")
    again = await host.post(f"/api/matches/{match}/rematch")
    await guest.post(f"/api/matches/{match}/rematch")
    assert (await host.room(again["id"]))["status"] == "playing"


async def test_who_only_watches_proposes_and_votes_nothing(browsers: Browsers) -> None:
    match, host, _guest = await two(browsers)
    link = (await host.room(match))["links"]["spectator_link"]
    spectator = browsers()
    await spectator.join(link)
    answer = await spectator.http.post(f"/api/matches/{match}/propose-end", json={})
    assert answer.status_code == 403
    await host.post(f"/api/matches/{match}/propose-end")
    (vote,) = (await spectator.room(match))["votes"]
    answer = await spectator.http.post(f"/api/matches/{match}/vote", json={"id": vote["id"], "agree": True})
    assert answer.status_code == 403


async def test_nothing_can_be_ended_before_it_begins_or_twice(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("airline", "me", "open")
    early = await host.http.post(f"/api/matches/{made['id']}/propose-end", json={})
    assert early.status_code == 409
    match, host, _guest = await two(browsers)
    await host.post(f"/api/matches/{match}/propose-end")
    twice = await host.http.post(f"/api/matches/{match}/propose-end", json={})
    assert twice.status_code == 409


async def test_air_kwire_offers_its_own_vote_to_who_begins_a_turn(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("airkwire", "me", "me", "me", mode="hotseat")
    rooms = [await host.room(made["id"], seat) for seat in range(3)]
    for room in rooms:
        offered = [choice["action"]["type"] for choice in room["out_of_turn"]]
        assert offered == (["call_vote"] if room["question"] else [])
        assert "AK-13.5" in room["end_proposal"]["reason"]
    (asked,) = [room for room in rooms if room["question"]]
    called = await host.act(made["id"], asked["question"]["seq"], {"type": "call_vote"}, asked["me"]["seat"])
    assert called.status_code == 200
