"""The end of a match and what follows: the count, the curves, the rematch, history, and playing on from a moment."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.looking import CUT_TEXT
from browser.moments import RECORDS
from browser.player import CHOICE, FINAL, answer_once, asked_of, box, guest_of, make, open_table, play, settle
from browser.test_look import findings

pytestmark = SECOND_BROWSER

LAST = {
    "airline": "airline/four.json",
    "airkwire": "airkwire/10-6-seats-points.json",
    "tingoose": "tingoose/5-seats.json",
    "airsteam": "airsteam/full-6-first.json",
}
"""Kept records with as many seats as there are."""


def sit_at_the_end(page: Page, house: House, title: str, seat: int | None = None) -> tuple[dict[str, Any], int]:
    """A table where a kept game has just ended, in the last seat unless said. Returns the room and the seat."""
    record = json.loads(Path(RECORDS / LAST[title]).read_text())
    mine = record["seats"] - 1 if seat is None else seat
    cadet = {"kind": "bot", "level": "cadet"}
    seats = [{"kind": "person", "name": "Ada"} if one == mine else cadet for one in range(record["seats"])]
    match = open_table(page, house.url, "/import", record=record, seats=seats)["id"]
    page.goto(f"{house.url}/m/{match}")
    page.locator(FINAL).wait_for()
    room: dict[str, Any] = page.request.get(f"{house.url}/api/matches/{match}?seat={mine}").json()
    return room, mine


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("title", sorted(LAST))
def test_the_count_is_whole_and_my_column_stays_in_sight(title: str, phone: bool, house: House, visit: Visit) -> None:
    page = visit(house.url, phone=phone)
    room, mine = sit_at_the_end(page, house, title)
    final = page.locator(FINAL)
    expect(final.locator("h1")).to_contain_text("win")
    labels = final.locator("tbody th").all_inner_texts()
    assert labels
    assert not any("…" in label for label in labels), labels
    for line in room["result"]["tally"][mine]:
        assert any(label.startswith(line["label"]) for label in labels), line
    assert page.evaluate(CUT_TEXT) == []
    own, scroll = final.locator(f"[data-total='{mine}']"), final.locator(".paper .box")
    figures = re.sub(r"\D", "", own.inner_text())
    assert int(figures) == abs(room["result"]["scores"][mine])
    own.scroll_into_view_if_needed()
    for place in (0, 10_000):
        scroll.evaluate("(node, left) => { node.scrollLeft = left }", place)
        seen = box(own)
        assert seen["x"] >= 0
        assert seen["x"] + seen["width"] <= (390 if phone else 1440)
        on_top = own.evaluate(
            """node => {
              const { left, top, width, height } = node.getBoundingClientRect();
              return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }"""
        )
        assert on_top, "something lies over my column"
    expect(final.locator(".curve [data-line]")).to_have_count(len(room["seats"]))
    assert page.evaluate("() => document.documentElement.scrollWidth") <= (390 if phone else 1440)
    assert findings(page) == []


def test_everybodys_curve_ends_where_the_count_does(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room, _ = sit_at_the_end(page, house, "airkwire")
    names = page.locator(".curve svg g text")
    expect(names).to_have_count(6)
    shown = " ".join(names.all_text_contents())
    for score in room["result"]["scores"]:
        assert f"${score:,}" in shown


def test_a_rematch_is_told_to_all_and_begins_when_all_have_sat_down(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "toy")
    for _ in range(2):
        answer_once(asked_of(host, guest), random.Random(1), board=0)
    for page in (host, guest):
        page.locator(FINAL).wait_for()
    old = host.url
    host.get_by_role("button", name="Again with the same people").click()
    host.wait_for_url(lambda url: "/m/" in url and url != old)
    expect(host.get_by_role("heading", name="Waiting for 1 more")).to_be_visible()

    told = guest.locator("[data-again]")
    expect(told).to_contain_text("Ann wants a rematch.")
    expect(told.get_by_role("listitem")).to_have_text([re.compile("Ann: is there"), re.compile("Bea: is asked")])
    guest.get_by_role("button", name="Look at the board").click()
    expect(told).to_contain_text("Ann wants a rematch.")
    guest.goto(house.url)
    line = guest.locator("#my-tables ~ ul li").first
    expect(line).to_contain_text("Ann wants a rematch")
    line.get_by_role("link").click()
    guest.get_by_role("button", name="Join the rematch").click()
    guest.wait_for_url(host.url)
    settle(asked_of(host, guest))
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Bea")


def test_a_finished_table_says_in_the_lobby_who_won_and_shows_its_count_when_opened(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "toy", "me", "cadet"))
    play(page, random.Random(1))
    path = page.url
    page.goto(house.url)
    expect(page.locator("#my-tables ~ ul li").first).to_contain_text(re.compile("You won|Won by .+"))
    page.locator("#my-tables ~ ul a").first.click()
    page.wait_for_url(path)
    expect(page.locator(f"{FINAL} h1")).to_contain_text("win")


def test_history_is_a_path_with_rounds_that_keys_lead_along(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room, _ = sit_at_the_end(page, house, "tingoose")
    slider = page.get_by_role("slider", name="Moment of the match")
    slider.focus()
    expect(page.locator(".scrubber [data-waypoint]")).to_have_count(7)
    assert box(page.locator("header.top"))["height"] == 44
    slider.press("Home")
    expect(page.locator("#ask")).to_have_text("Looking back")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("set-up"))
    slider.press("PageUp")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^round 1, after a move of "))
    slider.press("PageUp")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^round 2"))
    at = int(slider.input_value())
    slider.press("ArrowRight")
    expect(slider).to_have_value(str(at + 1))
    slider.press("PageDown")
    expect(slider).to_have_value(str(at))
    assert 0 < at < room["position"]
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.locator(FINAL).wait_for()


def test_a_moment_has_a_link_and_a_finished_match_is_played_on_from_it(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room, _ = sit_at_the_end(page, house, "airline", seat=1)
    position = "64"
    path = f"/m/{room['id']}?at={position}"
    page.goto(house.url + path)
    slider = page.get_by_role("slider", name="Moment of the match")
    expect(slider).to_have_value(position)
    expect(page.get_by_role("log").locator("[data-told]")).to_be_in_viewport()
    expect(page.locator(f"[data-link='{path}']")).to_have_count(1)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/m/" in url and "?" not in url)
    page.locator(CHOICE).first.wait_for()
    expect(page.get_by_role("button", name="From a record", exact=True)).to_be_visible()
    again = page.request.get(f"{house.url}/api/matches/{page.url.rsplit('/', 1)[-1]}").json()
    assert (again["me"]["seat"], again["origin"]["position"]) == (1, int(position))


def test_a_running_match_is_looked_back_on_but_not_played_on_from(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    for _ in range(2):
        answer_once(page, random.Random(1), board=0)
    settle(page)
    page.keyboard.press("[")
    expect(page.locator("#ask")).to_have_text("Looking back")
    expect(page.locator("[data-link*='?at=']")).to_have_count(1)
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    settle(page)


def test_the_count_comes_at_once_without_motion(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit_at_the_end(page, house, "airsteam")
    assert page.locator(f"{FINAL} tbody tr.hidden").count() == 0
    assert page.evaluate("() => document.getAnimations().filter((one) => one.playState === 'running').length") == 0
