"""Who may see a review, and when: those who sat there, and everybody once all people agree."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from aerodrome.matches import review_jobs
from aerodrome.matches.worker_pool import JobFailed
from aerodrome.server.app import Application
from server.client import Browser, any_answer, good

Browsers = Callable[[], Browser]


async def play_out(match: str, *people: Browser) -> None:
    """All people answer at random until the match is over."""
    rng = random.Random(1)
    while True:
        rooms = [(person, await person.room(match)) for person in people]
        if rooms[0][1]["status"] == "over":
            return
        for person, room in rooms:
            if room["question"]:
                good(await person.act(match, room["question"]["seq"], any_answer(room["question"], rng)))
        await asyncio.sleep(0)


async def table_of_two(browsers: Browsers, watchable: bool = False) -> tuple[str, Browser, Browser, dict[str, Any]]:
    ann, bob = browsers(), browsers()
    made = await ann.make("toy", "me", "open", "random", watchable=watchable)
    await bob.join(made["links"][1], "Bob")
    await play_out(made["id"], ann, bob)
    return made["id"], ann, bob, made


async def test_so_many_reviews_are_made_at_once_for_one_address(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_jobs, "MOST_RUNNING_OF_ADDRESS", 1)
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def wait(*_: object, **__: object) -> dict[int, bytes]:
        begun.set()
        await may_end.wait()
        raise JobFailed("of the test")

    monkeypatch.setattr(app.service.bot_pool, "run_in_idle_time", wait)
    tables = [await table_of_two(browsers) for _ in range(3)]
    for (match, *_), address in zip(tables, ("192.0.2.1", "192.0.2.1", "192.0.2.2"), strict=True):
        (await app.service.get_match(match)).host_address = address
    bobs = [(match, bob) for match, _ann, bob, _made in tables]
    statuses = [(await bob.http.post(f"/api/matches/{match}/review", json={})).status_code for match, bob in bobs]
    assert statuses == [200, 409, 200]
    await begun.wait()
    may_end.set()
    job = await app.service.reviews.get_or_create_review_job(await app.service.get_match(bobs[0][0]))
    assert job.worker is not None
    await job.worker
    match, bob = bobs[1]
    assert (await bob.http.post(f"/api/matches/{match}/review", json={})).status_code == 200


async def polled(browser: Browser, path: str) -> AsyncIterator[dict[str, Any]]:
    """What a path says, again and again."""
    while True:
        yield await browser.get(path)
        await asyncio.sleep(0.01)


async def wait_until_done(browser: Browser, match: str) -> dict[str, Any]:
    await browser.post(f"/api/matches/{match}/review")
    async for progress in polled(browser, f"/api/matches/{match}/review/progress"):
        if progress["status"] != "running":
            break
    found: dict[str, Any] = await browser.get(f"/api/matches/{match}/review")
    assert found["progress"]["status"] == "done", found["progress"]
    return found


ROUTES = ("review", "review/progress", "review/positions/0", "review/page")


async def test_those_who_sat_there_see_it_and_nobody_else(browsers: Browsers) -> None:
    match, ann, bob, made = await table_of_two(browsers, watchable=True)
    stranger, watcher = browsers(), browsers()
    await watcher.join(made["spectator_link"])
    await stranger.make("toy", "me", "random")  # has a cookie
    assert (await ann.get(f"/api/matches/{match}/review"))["progress"]["status"] == "none"
    await wait_until_done(bob, match)
    for path in ROUTES:
        for person in (ann, bob):
            assert (await person.http.get(f"/api/matches/{match}/{path}")).status_code == 200, path
        assert (await stranger.http.get(f"/api/matches/{match}/{path}")).status_code == 404, path
        refused = await watcher.http.get(f"/api/matches/{match}/{path}")
        assert refused.status_code == 403, path
        assert "sat at this table" in refused.json()["detail"]
    for outsider, status in ((stranger, 404), (watcher, 403)):
        assert (await outsider.http.post(f"/api/matches/{match}/review", json={})).status_code == status
        answer = await outsider.http.post(f"/api/matches/{match}/review/sharing", json={"agree": True})
        assert answer.status_code == status


async def test_a_running_match_is_never_reviewed(browsers: Browsers) -> None:
    ann = browsers()
    match = (await ann.make("toy", "me", "random"))["id"]
    for answer in (
        *[await ann.http.get(f"/api/matches/{match}/{path}") for path in ROUTES],
        await ann.http.post(f"/api/matches/{match}/review", json={}),
        await ann.http.post(f"/api/matches/{match}/review/sharing", json={"agree": True}),
    ):
        assert answer.status_code == 409, answer.url
        assert "not over" in answer.json()["detail"]


async def test_it_adds_up_and_shows_what_was_played_and_what_was_better(browsers: Browsers) -> None:
    match, ann, _, _ = await table_of_two(browsers)
    found = await wait_until_done(ann, match)
    assert found["me"] == [0]
    assert [one["name"] for one in found["seats"]][:2] == ["Person A", "Bob"]
    assert all(sum(step["chances"]) == pytest.approx(1, abs=0.001) for step in found["steps"])
    for one in found["summaries"]:
        parts = one["start"] + one["luck"] + one["own"] + one["others"] + one["nobody"]
        assert parts == pytest.approx(one["result"])
    assert sum(one["luck"] for one in found["summaries"]) == pytest.approx(0)
    assert found["decisions"]
    for decision in found["decisions"]:
        position = await ann.get(f"/api/matches/{match}/review/positions/{decision['position']}")
        assert position["viewer"] == decision["seat"] == position["view"]["seat"]
        assert position["decision"] == decision
        assert [one["is_played"] for one in position["alternatives"]].count(True) == 1
        drawn = [one for one in position["alternatives"] if one["is_played"] or one["is_best"]]
        assert all(one["view"]["seat"] == decision["seat"] for one in drawn)
    for step, before in zip(
        found["steps"], [found["start"], *[one["chances"] for one in found["steps"]]], strict=False
    ):
        table = (await ann.get(f"/api/matches/{match}/review/positions/{step['end']}"))["chance"]
        assert table is None or step["kind"] == "chance", "what could have come, where chance acted"
        if step["kind"] == "chance" and table is None:
            assert step["chances"] == pytest.approx(before, abs=0.001), "only where nothing was at stake"
        if table is not None:
            for seat, expected in enumerate(before):
                mean = sum(row["odds"] * row["chances"][seat] for row in table["rows"])
                assert mean == pytest.approx(expected, abs=0.001)
    beyond = await ann.http.get(f"/api/matches/{match}/review/positions/{found['position'] + 1}")
    assert beyond.status_code == 404
    page = await ann.http.get(f"/api/matches/{match}/review/page")
    assert page.headers["content-disposition"].startswith("attachment")
    assert "Bob" in page.text


async def test_it_is_public_when_all_people_agree_and_no_longer_when_one_takes_it_back(browsers: Browsers) -> None:
    match, ann, bob, _ = await table_of_two(browsers)
    early = await ann.http.post(f"/api/matches/{match}/review/sharing", json={"agree": True})
    assert early.status_code == 409, "there is nothing to share yet"
    await wait_until_done(ann, match)
    first = await ann.post(f"/api/matches/{match}/review/sharing", {"agree": True})
    assert (first["agreed"], first["missing"], first["link"]) == ([0], [1], None), "the bot has no voice"
    second = await bob.post(f"/api/matches/{match}/review/sharing", {"agree": True})
    assert (second["agreed"], second["missing"]) == ([0, 1], [])
    token = second["link"].rsplit("/", 1)[-1]

    anybody = browsers()
    public = await anybody.get(f"/api/reviews/{token}")
    assert (public["me"], public["sharing"]) == ([], None)
    assert public["summaries"] == (await ann.get(f"/api/matches/{match}/review"))["summaries"]
    assert match not in str(public), "the link to the review is none to the table"
    assert (await anybody.get(f"/api/reviews/{token}/positions/0"))["viewer"] is None
    assert (await anybody.http.get(f"/api/reviews/{token}/page")).status_code == 200
    assert (await anybody.http.get(f"/api/matches/{match}/review")).status_code == 404
    assert (await anybody.http.get("/api/reviews/abcdefghijklmnopqrst")).status_code == 404

    await bob.post(f"/api/matches/{match}/review/sharing", {"agree": False})
    for path in ("", "/positions/0", "/page"):
        assert (await anybody.http.get(f"/api/reviews/{token}{path}")).status_code == 404
    again = await bob.post(f"/api/matches/{match}/review/sharing", {"agree": True})
    assert again["link"] == second["link"]


async def test_people_at_one_screen_agree_at_once_and_a_bots_match_is_its_hosts(browsers: Browsers) -> None:
    ann = browsers()
    both = (await ann.make("toy", "me", "me", mode="hotseat"))["id"]
    while (room := await ann.room(both))["status"] != "over":
        for seat in (0, 1):
            if (question := (await ann.room(both, seat))["question"]) is not None:
                good(await ann.act(both, question["seq"], any_answer(question, random.Random(2)), seat))
    assert room["result"]
    bots = (await ann.make("toy", "random", "random"))["id"]
    async for now in polled(ann, f"/api/matches/{bots}/"):
        if now["status"] == "over":
            break
    for match in (both, bots):
        await wait_until_done(ann, match)
        shared = await ann.post(f"/api/matches/{match}/review/sharing", {"agree": True})
        assert shared["missing"] == []
        assert shared["link"]


async def test_an_imported_record_that_is_over_is_reviewed_too(browsers: Browsers) -> None:
    match, ann, _, _ = await table_of_two(browsers)
    record = await ann.get(f"/api/matches/{match}/record")
    seats = [{"kind": "person", "name": "Ann"}] + 2 * [{"kind": "bot", "level": "random"}]
    made = await ann.post("/api/matches/import", {"record": record, "seats": seats})
    found = await wait_until_done(ann, made["id"])
    assert found["winners"] == record["result"]["winners"]
