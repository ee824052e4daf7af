"""Time away over the API: said once for all tables, or at one, and seen by everybody there."""

from collections.abc import Callable

from aerodrome.matches.time_away import DAY_MS
from aerodrome.server.app import Application
from server.client import Browser
from server.test_accounts import AMELIA, quick_passwords, status

__all__ = ["quick_passwords"]
SLOW = {"per_move": 86_400}


async def test_a_person_is_away_and_everybody_sees_until_when(
    app: Application, browsers: Callable[[], Browser]
) -> None:
    owner, friend = browsers(), browsers()
    made = await owner.make("toy", "me", "open", clock={**SLOW, "away_days": 5})
    invitation = await friend.get(f"/api/invitations/{made['links'][1].rsplit('/', 1)[-1]}")
    assert invitation["clock"]["away_days"] == 5
    await friend.join(made["links"][1], "Berta")
    now_ms = (await friend.room(made["id"]))["clocks"]["now"]
    periods = [{"from_at": now_ms, "until_at": now_ms + 3 * DAY_MS}]
    path = f"/api/matches/{made['id']}/time-away"
    await friend.post(path, {"periods": periods})
    clocks = (await owner.room(made["id"]))["clocks"]
    assert clocks["seats"][0]["away"] == []
    assert [one["until_at"] for one in clocks["seats"][1]["away"]] == [now_ms + 3 * DAY_MS]
    assert 2 <= clocks["seats"][1]["away_days_left"] < 2.1
    assert any("is away from" in line["text"] for line in await owner.whole_log(made["id"]))

    assert await status(owner, "/api/account/time-away", {"periods": periods}) == 403, "a guest says it at the table"
    await owner.post("/api/account", AMELIA)
    long = [{"from_at": now_ms, "until_at": now_ms + 9 * DAY_MS}]
    said = await owner.post("/api/account/time-away", {"periods": long})
    assert (said["tables"], said["shortened"], said["periods"]) == (1, 1, long)
    assert (await owner.get("/api/account/export"))["time_away"] == [[now_ms, now_ms + 9 * DAY_MS]]
    (stands,) = (await friend.room(made["id"]))["clocks"]["seats"][0]["away"]
    assert 4.9 * DAY_MS < stands["until_at"] - now_ms < 5.1 * DAY_MS
    assert (await friend.http.post(path, json={"periods": [{"from_at": 2, "until_at": 1}]})).status_code == 400

    usual = await owner.make("toy", "me", "me", mode="online", clock=SLOW)
    quick = await owner.make("toy", "me", "me", clock={"per_move": 60, "away_days": 30})
    for match, days in ((usual, 14), (quick, 0)):
        assert (await owner.room(match["id"], 0))["clocks"]["away_days"] == days
    live = await app.service.get_match(usual["id"])
    while live.match.find_current_time_away(0) is None:  # said before this table began
        await live.changed.wait()
