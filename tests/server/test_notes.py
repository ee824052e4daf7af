"""What somebody writes down at a table: for that person alone, on all their devices, until the match goes."""

from collections.abc import Callable

import pytest

from aerodrome.matches.errors import NotFound
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.server.app import Application
from server.client import Browser

Browsers = Callable[[], Browser]


async def make_table_of_two(browsers: Browsers) -> tuple[str, Browser, Browser]:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await guest.join(made["links"][1], "Berta")
    return made["id"], host, guest


async def test_notes_are_kept_for_the_person_at_the_seat_alone(browsers: Browsers) -> None:
    match, host, guest = await make_table_of_two(browsers)
    path = f"/api/matches/{match}/notes"
    assert await host.get(path) == {"text": "", "revision": 0, "is_saved": True}
    secret = "Blue bluffs\nalways"
    assert await host.post(path, {"text": secret, "revision": 0}) == {"text": secret, "revision": 1, "is_saved": True}
    assert (await host.get(path))["text"] == secret
    assert (await guest.get(path))["text"] == ""
    for answer in (await guest.room(match), await guest.whole_log(match)):
        assert "bluffs" not in str(answer)
    assert (await guest.http.get(path, params={"seat": 0})).status_code == 403
    body = {"text": "x", "revision": 1, "seat": 0}
    assert (await guest.http.post(path, json=body)).status_code == 403
    assert (await browsers().http.get(path)).status_code == 404


async def test_spectators_have_no_notes(browsers: Browsers) -> None:
    host, watcher = browsers(), browsers()
    made = await host.make("toy", "me", "random")
    await watcher.join(made["spectator_link"])
    assert (await watcher.http.get(f"/api/matches/{made['id']}/notes")).status_code == 403


async def test_another_device_has_the_notes_and_nothing_is_overwritten_unseen(browsers: Browsers) -> None:
    match, host, _ = await make_table_of_two(browsers)
    path = f"/api/matches/{match}/notes"
    device = await host.post(f"/api/matches/{match}/devices/link")
    phone = browsers()
    await phone.join(device["link"])
    await host.post(path, {"text": "one", "revision": 0})
    assert await phone.get(path) == {"text": "one", "revision": 1, "is_saved": True}
    await phone.post(path, {"text": "two", "revision": 1})
    late = await host.post(path, {"text": "three", "revision": 1})
    assert late == {"text": "two", "revision": 2, "is_saved": False}
    late = await host.post(path, {"text": "first", "revision": 0})
    assert late == {"text": "two", "revision": 2, "is_saved": False}
    assert (await host.post(path, {"text": "two three", "revision": 2}))["is_saved"]


async def test_notes_have_a_length_and_may_be_emptied(browsers: Browsers) -> None:
    match, host, _ = await make_table_of_two(browsers)
    path = f"/api/matches/{match}/notes"
    assert (await host.http.post(path, json={"text": "x" * 4001, "revision": 0})).status_code == 400
    assert (await host.post(path, {"text": "é" * 4000, "revision": 0}))["is_saved"]
    assert (await host.post(path, {"text": "", "revision": 1}))["is_saved"]
    assert (await host.get(path))["text"] == ""


async def test_notes_go_with_the_match(browsers: Browsers, app: Application) -> None:
    match, host, _ = await make_table_of_two(browsers)
    await host.post(f"/api/matches/{match}/notes", {"text": "gone soon", "revision": 0})
    store = app.service.store
    assert (await SeatLinksAndNotesStore(store).get_seat_note(match, 0)).text == "gone soon"
    assert await store.delete_match(match)
    assert await SeatLinksAndNotesStore(store).get_seat_note(match, 0) == ("", 0)
    app.service.live_matches.clear()
    with pytest.raises(NotFound):
        await app.service.get_match(match)
