"""The board stands still: its rectangle depends on the window alone, whatever is opened."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.player import CONFIRM, FINAL, answer_once, box, make, settle

pytestmark = BROWSER

SIZES = {
    (1440, 900): "tingoose",
    (1280, 720): "airsteam",
    (820, 1180): "airkwire",
    (390, 844): "airline",
    (844, 390): "tingoose",
    (720, 450): "airsteam",
}
"""One title at each size; `python -m browser.pictures` looks at all of them at all sizes."""
SEATS = {"airline": 2, "airkwire": 3, "tingoose": 3, "airsteam": 2}
ANSWERS = 6
CUT_TEXT = """
() => {
  const found = [];
  for (const one of document.querySelectorAll('.room *')) {
    // What a seat did last stands whole in its title and in the log.
    if (one.closest('svg, .stage, .sr, .did[title]')) continue;
    const style = getComputedStyle(one);
    const { width, right } = one.getBoundingClientRect();
    if (width === 0 || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words) continue;
    const text = one.textContent.trim().slice(0, 40);
    if (parseFloat(style.fontSize) < 16) found.push(`small: ${text}`);
    if (style.overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${text}`);
    if (right > innerWidth + 1 && !one.closest('.sideways')) found.push(`outside: ${text}`);
  }
  return found;
}
"""
"""Words outside the drawn board that are cut, smaller than 16 px or outside the window."""


def tools(page: Page) -> Iterator[str]:
    """Opens and closes everything there is beside the board; names what is open now."""
    for name in ("Hint", "Why not?", "Orders"):
        button = page.locator(".rail .tools").get_by_role("button", name=name)
        if button.count():
            button.first.click()
            page.locator(".rail .sheet").wait_for()
            yield name
            page.keyboard.press("Escape")
            page.locator(".rail .sheet").wait_for(state="detached")
    fold = page.locator(".rail .fold")
    if fold.count():
        fold.first.click()
        yield "form"
        page.keyboard.press("Escape")
    page.get_by_role("list", name="Seats").get_by_role("button").first.click()
    yield "holdings"
    page.keyboard.press("Escape")
    for tab in ("Log", "Rules", "Chat", "Numbers"):
        page.locator("nav.tabs button, [role=tab]", has_text=tab).last.click()
        yield tab
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_boards_rectangle_never_changes(size: tuple[int, int], house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    title = SIZES[size]
    page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (SEATS[title] - 1)))
    settle(page)
    first = box(page.locator("#board"))
    upright = size[0] < size[1]
    assert first["width"] / size[0] >= 0.6 if upright else first["height"] / size[1] >= 0.6
    rng = random.Random(3)
    for _ in range(ANSWERS):
        settle(page)
        if page.locator(FINAL).count():
            break
        for what in tools(page):
            assert box(page.locator("#board")) == first, what
        assert page.evaluate(CUT_TEXT) == []
        assert page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
            *size
        ]
        answer_once(page, rng, board=0)
        if page.locator(CONFIRM).count():
            answer_once(page, rng, board=0)
        assert box(page.locator("#board")) == first
