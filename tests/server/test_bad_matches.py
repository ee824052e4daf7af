"""A match that cannot be read, seen from a browser; and the list of one's matches."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from aerodrome.matches.schema import matches
from aerodrome.server.app import Application
from aerodrome.server.settings import build_settings_from_environment
from matches.damage import Damage
from server.client import Browser

Browsers = Callable[[], Browser]


async def damage(app: Application, database: Path, match: str) -> None:
    # In a thread: the server may be in the middle of a transaction, which only goes on while nobody blocks its loop.
    await asyncio.to_thread(lambda: Damage(database, match).cut_last_event())
    del app.service.live_matches[match]


async def test_a_bad_match_answers_its_own_people_with_a_sentence(
    app: Application, browsers: Browsers, tmp_path: Path
) -> None:
    host, guest, stranger = browsers(), browsers(), browsers()
    made = await host.make("toy", "me", "open")
    good = await host.make("toy", "me", "open")
    await guest.join(made["links"][1], "Guest")
    await stranger.make("toy", "me", "open")
    await damage(app, tmp_path / "tables.db", made["id"])
    for browser in (host, guest):
        for path in ("", "events", "record"):
            answer = await browser.http.get(f"/api/matches/{made['id']}/{path}")
            assert (answer.status_code, answer.json()["code"]) == (409, "unreadable")
            assert "is damaged" in answer.json()["detail"]
        assert (await browser.act(made["id"], 1, {"type": "bid", "amount": 3})).status_code == 409
    assert (await stranger.http.get(f"/api/matches/{made['id']}/")).status_code == 404
    token = made["links"][1].rsplit("/", 1)[-1]
    assert (await stranger.http.post("/api/join", json={"token": token})).status_code == 409
    lines = {line["id"]: line for line in (await host.get("/api/my-matches"))["matches"]}
    assert "is damaged" in lines[made["id"]]["problem"]
    assert lines[made["id"]]["seats"] == [0]
    assert lines[good["id"]]["problem"] == ""
    assert lines[good["id"]]["title"] == "toy"


async def test_running_matches_are_listed_first_whatever_the_number_of_finished_ones(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    made = [(await host.make("toy", "me", "open"))["id"] for _ in range(9)]
    context = app.litestar.state.context
    few = msgspec.structs.replace(context.settings.limits, max_unfinished_matches=4)
    monkeypatch.setattr(context, "settings", msgspec.structs.replace(context.settings, limits=few))
    running, finished = made[:3], made[3:]
    async with app.service.store.engine.begin() as connection:
        for i, id in enumerate(finished):  # all later than what runs
            change = update(matches).where(matches.c.id == id)
            await connection.execute(change.values(status="over", updated_at_ms=matches.c.updated_at_ms + 1000 + i))
    first = await host.get("/api/my-matches")
    assert [line["id"] for line in first["matches"]] == [*reversed(running), finished[-1]]
    assert first["has_more"] is True
    rest = [line["id"] for line in (await host.get("/api/my-matches", offset=4))["matches"]]
    last = await host.get("/api/my-matches", offset=8)
    rest += [line["id"] for line in last["matches"]]
    assert (rest, last["has_more"]) == ([*reversed(finished[:-1])], False)


async def test_of_each_match_all_my_seats_are_listed(browsers: Browsers) -> None:
    host = browsers()
    await host.make("toy", "me", "me", "me", mode="hotseat")
    (line,) = (await host.get("/api/my-matches"))["matches"]
    assert line["seats"] == [0, 1, 2]


def test_how_long_matches_are_kept_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AERODROME_KEEP_FINISHED_DAYS", "30")
    monkeypatch.setenv("AERODROME_KEEP_UNSTARTED_DAYS", "0")
    kept = build_settings_from_environment("x.db").retention
    assert (kept.finished_days, kept.abandoned_days, kept.unstarted_days) == (30.0, 90.0, 0.0)
    monkeypatch.setenv("AERODROME_KEEP_FINISHED_DAYS", "long")
    with pytest.raises(ValueError, match="AERODROME_KEEP"):
        build_settings_from_environment("x.db")
