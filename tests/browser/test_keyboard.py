"""Nothing but the keyboard, from the lobby to the final screen, in each title."""

import os
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from aerodrome.core.game import Game
from aerodrome.core.question import DealForm
from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.moments import found, sit
from browser.player import CONFIRM, FINAL, GONE, POPOVER, ROW, n_grows, n_of, settle

pytestmark = SECOND_BROWSER

SHORTEST: dict[str, tuple[int, dict[str, str]]] = {
    "airline": (2, {"round_limit": "9"}),
    "airkwire": (3, {"round_limit": "3"}),
    "tingoose": (3, {}),
    "airsteam": (2, {}),
}
"""Seats, and the settings that end a game early."""
PLAYED_WHOLE = sorted(SHORTEST) if os.environ.get("AERODROME_TEST_EVERY_WAY") else ["airkwire", "airline"]
"""The other two take a minute and a half; every title's choices are made by key in the lessons too."""

FIELD = ".question .answers form .stepper input"
RING = """
() => {
  const at = document.activeElement;
  if (!at || at === document.body) return 'nothing has the focus';
  if (!at.matches(':focus-visible')) return '';
  const drawn = (one) => {
    const style = getComputedStyle(one);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.filter !== 'none';
  };
  return drawn(at) ? '' : 'no ring around ' + at.outerHTML.slice(0, 200);
}
"""


def tab_to(page: Page, selector: str, limit: int = 80, key: str = "Tab") -> None:
    """By Tab alone; on the way everything that gets the focus shows it."""
    for _ in range(limit):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        assert page.evaluate(RING) in ("", "nothing has the focus")
    raise AssertionError(f"Tab never comes to {selector}")


def set_up(page: Page, title: str) -> None:
    """The smallest and quickest table, against the weakest bots."""
    seats, options = SHORTEST[title]
    page.locator("[data-quick]").first.wait_for()
    tab_to(page, f"a[href='/new/{title}']:not([aria-hidden])")
    page.keyboard.press("Enter")
    expect(page.locator("[data-start]")).to_be_focused()
    tab_to(page, "input[aria-label=seats]")
    page.keyboard.press("Control+a")
    page.keyboard.type(str(seats))
    tab_to(page, "select")
    page.keyboard.type("cadet")
    if options:
        tab_to(page, "summary")
        page.keyboard.press("Enter")
        for name, value in options.items():
            tab_to(page, f"#option-{name}")
            page.keyboard.press("Control+a")
            page.keyboard.type(value)
    tab_to(page, "[data-start]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*")


def answer_by_keys(page: Page, rng: random.Random) -> bool:
    """One answer in one of the ways there are: its number, walking to it, on the board, a form. False at the end."""
    settle(page)
    if page.locator(FINAL).count():
        return False
    if page.locator(CONFIRM).count():
        expect(page.locator(CONFIRM)).to_be_focused()
        page.keyboard.press("Enter")
        page.locator(CONFIRM).wait_for(state="detached")
        return True
    assert page.evaluate(RING) == ""
    before = n_of(page)
    count = page.locator(ROW).count()
    way = rng.random()
    if count == 0 or (way > 0.8 and page.locator(FIELD).count()):
        page.keyboard.press("q")
        tab_to(page, FIELD, key="Shift+Tab")  # forms stand above the list
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    elif way < 0.12:
        page.keyboard.press("q")
        assert page.evaluate(RING) == ""
        for _ in range(rng.randrange(min(count, 4))):
            page.keyboard.press("Tab")
        assert page.evaluate(RING) == ""
        step = page.evaluate("() => document.activeElement?.matches('[data-step]') ?? false")
        page.keyboard.press("Enter")
        if step:
            page.locator(".stub").wait_for()
            pick_by_number(page, rng)
    elif way < 0.2 and page.locator("#board [role=button]:not([aria-disabled])").count():
        page.keyboard.press("b")
        tab_to(page, "#board [role=button]:not([aria-disabled])")
        assert page.evaluate(RING) == ""
        page.keyboard.press("Enter")
    else:
        pick_by_number(page, rng)
    n_grows(page, before, CONFIRM, GONE, POPOVER)
    if page.locator(POPOVER).count():
        page.keyboard.press("Enter")
        n_grows(page, before, CONFIRM, GONE)
    return True


def pick_by_number(page: Page, rng: random.Random) -> None:
    """A number picks, Enter plays; a row with more behind it leads to the next step."""
    for _ in range(4):
        rows, stubs = page.locator(ROW), page.locator(".stub").count()
        i = rng.randrange(rows.count())
        is_step = rows.nth(i).get_attribute("data-step") is not None
        page.keyboard.type(rows.nth(i).locator("kbd").inner_text())
        if not is_step:
            expect(rows.nth(i)).to_be_focused()
            page.keyboard.press("Enter")
            return
        expect(page.locator(".stub")).to_have_count(stubs + 1)
    raise AssertionError("steps without end")


@pytest.mark.parametrize("title", PLAYED_WHOLE)
def test_keyboard_alone_leads_through_a_whole_game(title: str, house: House, visit: Visit) -> None:
    page = visit(house.url)
    set_up(page, title)
    rng = random.Random(5)
    answers = 0
    while answer_by_keys(page, rng):
        answers += 1
        assert answers < 600, "no end in sight"
    print(title, answers, "answers")
    expect(page.locator(f"{FINAL} h1")).to_contain_text(re.compile("wins?"))
    assert page.evaluate("() => document.querySelector('[data-final]').contains(document.activeElement)")
    tab_to(page, f"{FINAL} a[href='/']")
    page.keyboard.press("Enter")
    expect(page.locator("[data-quick]").first).to_be_visible()


@found("airline", 2)
def can_deal(game: Game, state: Any, seat: int) -> bool:
    """Somebody has a city to offer."""
    return any(isinstance(form, DealForm) and form.mine for form in game.forms(state, seat))


def test_a_deal_is_offered_by_keyboard(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, can_deal)
    page.keyboard.press("q")
    tab_to(page, ".fold")
    page.keyboard.press("Enter")
    tab_to(page, "input[aria-label='money to ask for']")
    page.keyboard.type("1")
    expect(page.locator(".sheet [role=status]")).to_contain_text("at least one city")
    tab_to(page, ".sheet button[aria-pressed]", key="Shift+Tab")
    page.keyboard.press("Space")
    expect(page.locator(".sheet [type=submit]")).to_be_enabled()
    tab_to(page, ".sheet [type=submit]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log").get_by_text(re.compile("offers")).last).to_be_visible()
