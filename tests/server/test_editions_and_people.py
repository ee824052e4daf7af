"""An edition of one's own where strangers, accounts and reviews come in: it stays with its owner and those invited."""

import asyncio
from collections.abc import Callable
from typing import Any

from server.client import Browser
from server.test_editions import airline_text, keep, until_over

Browsers = Callable[[], Browser]
BERTA = {"name": "Berta", "password": "under the Atlantic"}


async def list_kept(browser: Browser) -> list[str]:
    return [edition["hash"] for edition in (await browser.get("/api/editions"))["editions"]]


async def test_editions_come_along_into_an_account_and_go_with_it(browsers: Browsers) -> None:
    guest, phone = browsers(), browsers()
    first, both = await keep(guest, airline_text()), await keep(guest, airline_text(edition_id="second"))
    await guest.post("/api/account", BERTA)
    assert set(await list_kept(guest)) == {first, both}
    third = await keep(phone, airline_text(edition_id="third"))
    await keep(phone, airline_text(edition_id="second"))
    await phone.post("/api/account/sign-in", BERTA)
    assert set(await list_kept(phone)) == {first, both, third}
    exported = (await phone.get("/api/account/export"))["editions"]
    assert sorted(edition["id"] for edition in exported) == ["mine", "second", "third"]
    await phone.post("/api/account/delete", {"password": BERTA["password"]})
    assert await list_kept(phone) == []
    assert await list_kept(guest) == []


async def test_a_table_with_an_edition_of_ones_own_is_by_link(browsers: Browsers) -> None:
    host = browsers()
    edition = await keep(host, airline_text())
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    plan = {"title": "airline", "seats": seats, "edition": edition, "public": {"fill_after": None}}
    answer = await host.http.post("/api/matches", json=plan)
    assert answer.status_code == 403
    assert "by link" in answer.json()["detail"]


async def test_a_review_has_the_edition_and_is_public_only_with_it(browsers: Browsers) -> None:
    host = browsers()
    edition = await keep(host, airline_text())
    for shows, status in ((False, 403), (True, 200)):
        options = {"round_limit": 1}
        made = await host.make("airline", "random", "random", edition=edition, shows_edition=shows, options=options)
        await until_over(host, made["id"])
        await host.post(f"/api/matches/{made['id']}/review")
        progress = await until_reviewed(host, made["id"])
        assert progress["status"] == "done", progress
        answer = await host.http.post(f"/api/matches/{made['id']}/review/sharing", json={"agree": True})
        assert answer.status_code == status, answer.text
        stranger = await browsers().http.get(f"/api/matches/{made['id']}/review")
        assert stranger.status_code in (403, 404)


async def until_reviewed(browser: Browser, match: str) -> dict[str, Any]:
    while True:
        progress: dict[str, Any] = await browser.get(f"/api/matches/{match}/review/progress")
        if progress["status"] != "running":
            return progress
        await asyncio.sleep(0.01)
