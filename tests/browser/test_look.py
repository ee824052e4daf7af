"""What every page must keep: contrast and names, the phone's width, sizes, speed."""

import gzip
import random
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ROOT, SECOND_BROWSER, Visit
from browser.house import House
from browser.moments import sit
from browser.player import CURTAIN, FINAL, ROW, answer_once, box, make, play, settle
from browser.test_airkwire_board import HOME
from browser.test_airline_board import middle
from browser.test_airsteam_board import SIX
from browser.test_tingoose_board import medium

pytestmark = SECOND_BROWSER

AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text
TITLES = {"airline": 2, "airkwire": 3, "tingoose": 3, "airsteam": 2}
Theme = Literal["dark", "light"]
MID_GAME = {"airline": middle, "airkwire": HOME, "tingoose": medium, "airsteam": SIX}


def findings(page: Page) -> list[str]:
    """Serious and critical findings of axe in dark and light, each with where it was found. The theme stays."""
    page.evaluate(AXE())
    themes: list[Theme] = ["dark", "light"]
    themes.sort(key=lambda theme: theme == page.locator(":root").get_attribute("data-theme"))
    return [f"{theme} {one}" for theme in themes for one in seen_in(page, theme)]


def seen_in(page: Page, theme: Theme) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.locator(f":root[data-theme={theme}]").wait_for(state="attached")
    found: list[dict[str, Any]] = page.evaluate(
        "() => axe.run({ resultTypes: ['violations'] }).then(r => r.violations)"
    )
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'][:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def test_the_lobby_and_setting_up_have_no_serious_finding(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.locator("[data-quick]").first.wait_for()
    assert findings(page) == []
    page.goto(f"{house.url}/new/airkwire")
    for fold in page.locator("dialog summary").all():
        fold.click()
    assert findings(page) == []
    page.goto(f"{house.url}/rules/airline")
    page.locator("dt").first.wait_for()
    page.locator("[data-part=missed]").wait_for()
    assert findings(page) == []


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_table_and_its_drawer_have_no_serious_finding(title: str, house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (TITLES[title] - 1)))
    for _ in range(3):
        answer_once(page, random.Random(4), board=0)
    settle(page)
    assert findings(page) == []
    for tab in ("Rules", "Chat", "Numbers"):
        page.get_by_role("tab", name=tab).click()
        page.locator("#drawer-panel").get_by_role("region").or_(page.get_by_role("log")).first.wait_for()
        assert [f"{tab}: {one}" for one in findings(page)] == []


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("title", sorted(MID_GAME))
def test_a_table_in_mid_game_has_no_serious_finding(title: str, phone: bool, house: House, visit: Visit) -> None:
    page = visit(house.url, phone=phone)
    sit(page, house, MID_GAME[title])
    assert findings(page) == []


def test_curtain_dialogs_and_final_screen_have_no_serious_finding(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "toy", "me", "me", mode="hotseat"))
    page.locator(f"{CURTAIN} button").wait_for()
    assert findings(page) == []
    page.locator(f"{CURTAIN} button").click()
    for name in ("Table", "Settings", "Keys"):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()
        assert findings(page) == []
        page.keyboard.press("Escape")
    play(page, random.Random(1))
    assert findings(page) == []


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_phone_shows_board_and_question_without_sideways_scrolling(title: str, house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (TITLES[title] - 1)))
    for _ in range(3):
        answer_once(page, random.Random(4))
    settle(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    expect(page.locator("#ask")).to_be_in_viewport()
    expect(page.locator(f"{ROW}, .answers form, .answers .slots").first).to_be_in_viewport()
    assert box(page.locator(".stage"))["height"] >= 200
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("log")).to_be_in_viewport()
    assert findings(page) == []


ON_DEMAND = (
    "WorkshopPage",
    "ReviewPage",
    "AccountPage",
    "CachedPage",
    "FriendsPage",
    "PersonPage",
    "RatingsPage",
    "NoticesPage",
    "TournamentPage",
    "TournamentsPage",
)
"""Pages that nobody needs to find and play a game."""
INSTALLED = ("icon-", "badge-")
"""Pictures that are fetched when Aerodrome is installed as an app."""


def test_the_whole_client_is_small(client: Path) -> None:
    sizes = {path: len(gzip.compress(path.read_bytes(), 9)) for path in client.rglob("*") if path.is_file()}
    pages = sum(size for path, size in sizes.items() if path.name.startswith(ON_DEMAND))
    pictures = sum(size for path, size in sizes.items() if path.name.startswith(INSTALLED))
    assert 0 < pages < 80_000
    assert 0 < pictures < 40_000
    assert sum(sizes.values()) - pages - pictures < 350_000
    assert sum(size for path, size in sizes.items() if path.suffix == ".woff2") <= 90_000


def test_motion_ends_and_the_count_adds_up_line_by_line(house: House, visit: Visit) -> None:
    page = visit(house.url, calm=False)
    page.goto(house.url + make(page, house.url, "toy", "me", "cadet"))
    play(page, random.Random(1))
    expect(page.locator(f"{FINAL} h1")).to_contain_text("win")
    expect(page.locator(f"{FINAL} tbody tr.hidden")).to_have_count(0)


CUT = """
() => {
  const cut = [];
  for (const box of document.querySelectorAll('.scroll:not(.sideways) > .box')) {
    const hidden = box.scrollHeight - box.clientHeight - box.scrollTop > 4;
    if (hidden && !box.parentElement.querySelector(':scope > [data-more]')) cut.push(box.innerText.slice(0, 80));
  }
  const bar = document.querySelector('.question').getBoundingClientRect();
  for (const choice of document.querySelectorAll('[data-choice]')) {
    const { bottom } = choice.getBoundingClientRect();
    const scroll = choice.closest('.scroll');
    if (bottom > bar.bottom && !scroll?.querySelector('[data-more]')) cut.push(choice.innerText);
  }
  return cut;
}
"""
MOST = {"airline": 4, "airkwire": 6, "tingoose": 5, "airsteam": 6}


@pytest.mark.parametrize("title", sorted(MOST))
def test_at_a_full_table_nothing_is_cut_without_a_sign_and_all_seats_are_seen(
    title: str, house: House, visit: Visit
) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (MOST[title] - 1)))
    rng = random.Random(6)
    for _ in range(8):
        settle(page)
        assert page.evaluate(CUT) == []
        row = box(page.get_by_role("list", name="Seats"))
        for seat in page.get_by_role("list", name="Seats").get_by_role("listitem").all():
            at = box(seat)
            assert row["x"] <= at["x"]
            assert at["x"] + at["width"] <= row["x"] + row["width"] + 1
        answer_once(page, rng, board=0)


def test_a_choice_below_the_edge_is_one_press_away(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.set_viewport_size({"width": 1100, "height": 620})
    page.goto(house.url + make(page, house.url, "airsteam", "me", "cadet"))
    for _ in range(6):
        settle(page)
        if page.locator(".answers [data-more]").count():
            break
        answer_once(page, random.Random(1), board=0)
    last = page.locator(ROW).last
    expect(last).not_to_be_in_viewport(ratio=0.9)
    page.wait_for_function(
        "() => { const more = document.querySelector('.answers [data-more]'); more?.click(); return !more; }"
    )
    expect(last).to_be_in_viewport()


def test_on_a_phone_the_sheet_is_pulled_up_and_seats_show_what_they_have(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.goto(house.url + make(page, house.url, "airsteam", "me", "cadet"))
    settle(page)
    sheet = page.locator(".question")
    before = sheet.evaluate("one => one.offsetHeight")
    handle = page.get_by_role("button", name="Height of the question")
    grip = box(handle)
    at = (grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0], at[1] - 220, steps=4)
    page.mouse.up()
    expect(handle).to_have_accessible_name(re.compile("full"))
    assert sheet.evaluate("one => one.offsetHeight") > before + 100
    handle.press("ArrowDown")
    expect(handle).to_have_accessible_name(re.compile("middle"))
    page.get_by_role("list", name="Seats").get_by_role("button").nth(1).click()
    expect(page.locator(".sheet")).to_contain_text("Cash")
    assert findings(page) == []
