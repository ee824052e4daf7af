"""Everything explains itself: by mouse, by keyboard and by a finger that is held, at every title's table."""

from typing import NamedTuple

import pytest
from playwright.sync_api import FloatRect, Page, expect

from browser.conftest import BROWSER, PHONE, Visit
from browser.house import House
from browser.player import box, list_own_answers, make, settle
from browser.test_look import findings

pytestmark = BROWSER

SEATS = {"airkwire": 3, "airline": 2, "airsteam": 2, "tingoose": 3}
TOLD = ".popover.told"
TITLES = sorted(SEATS)
ROUND = """[data-where='{"figure":"round"}']"""
SUBSIDY = """[data-where='{"space":"subsidy"}']"""


def sit(page: Page, house: House, title: str) -> None:
    page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (SEATS[title] - 1)))
    settle(page)


IN_SIGHT = """
under => {
  const found = new Map();
  for (const thing of document.querySelectorAll(`${under} [data-where]`)) {
    const where = thing.dataset.where;
    const kind = Object.keys(JSON.parse(where)).join();
    const { x, y, width, height } = thing.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!found.has(kind) && top?.closest('[data-where]')?.dataset.where === where && !top.closest('[title]'))
      found.set(kind, [where, { x, y, width, height }]);
  }
  return [...found.values()];
}
"""


class Thing(NamedTuple):
    where: str
    box: FloatRect


def things(page: Page, under: str = "#board") -> list[Thing]:
    """What carries a name in this part of the room and lies in sight, one of each kind, with its rectangle."""
    return [Thing(*found) for found in page.evaluate(IN_SIGHT, under)]


def middle(seen: FloatRect) -> tuple[float, float]:
    return seen["x"] + seen["width"] / 2, seen["y"] + seen["height"] / 2


def apart(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize("title", TITLES)
def test_whatever_the_mouse_rests_on_is_explained_and_nothing_moves(house: House, visit: Visit, title: str) -> None:
    page = visit(house.url)
    sit(page, house, title)
    board, question = box(page.locator("#board")), box(page.locator("#ask"))
    seen = [*things(page), *things(page, ".seats"), *things(page, ".hand")]
    assert len(seen) > 4
    for thing in seen:
        page.mouse.move(2, 2)
        expect(page.locator(TOLD)).to_have_count(0)
        page.mouse.move(*middle(thing.box))
        expect(page.locator(TOLD)).to_be_visible()
        expect(page.locator(f"{TOLD} footer")).to_contain_text("-")
        told = box(page.locator(TOLD))
        assert apart(told, thing.box), thing.where
        assert apart(told, question), thing.where
        assert box(page.locator("#board")) == board
    page.keyboard.press("Escape")
    expect(page.locator(TOLD)).to_have_count(0)


@pytest.mark.parametrize("title", TITLES)
def test_the_keyboard_walks_from_thing_to_thing(house: House, visit: Visit, title: str) -> None:
    page = visit(house.url)
    sit(page, house, title)
    answers = list_own_answers(page)
    page.locator("#ask").focus()
    page.keyboard.press("i")
    expect(page.locator(f"{TOLD}[role=tooltip]")).to_be_visible()
    walked = {page.evaluate("() => document.activeElement.dataset.where")}
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        expect(page.locator(TOLD)).to_be_visible()
        walked.add(page.evaluate("() => document.activeElement.dataset.where"))
    assert len(walked - {None}) > 2, walked
    expect(page.locator(":focus")).to_have_attribute("aria-describedby", "description")
    page.keyboard.press("Escape")
    expect(page.locator(TOLD)).to_have_count(0)
    expect(page.locator("#ask")).to_be_focused()
    assert answers == [], "walking played something"


@pytest.mark.parametrize("title", TITLES)
def test_a_finger_that_is_held_asks_and_plays_nothing(house: House, visit: Visit, title: str) -> None:
    page = visit(house.url, phone=True)
    sit(page, house, title)
    answers = list_own_answers(page)
    thing = things(page)[0]
    x, y = middle(thing.box)
    hold(page, x, y)
    expect(page.locator(f"{TOLD}[role=dialog]")).to_be_visible()
    told = box(page.locator(TOLD))
    assert apart(told, thing.box), thing.where
    for kept in page.locator("#ask, .button-main").all():
        assert apart(told, box(kept)), "the question or its button is covered"
    assert told["x"] >= 0, told
    assert told["x"] + told["width"] <= PHONE["width"], told
    assert answers == []
    assert findings(page) == []
    page.locator(f"{TOLD} .rule-link").first.tap()
    expect(page.locator("#drawer-panel")).to_be_visible()


def hold(page: Page, x: float, y: float) -> None:
    """Down, until it is explained, and up."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y, "id": 1}]})
    page.locator(TOLD).wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_history_is_explained_as_it_was(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, "tingoose")
    with page.expect_request("**/description?*") as now:
        page.mouse.move(*middle(box(page.locator(ROUND).last)))
    assert "position=" not in now.value.url
    expect(page.locator(TOLD)).to_be_visible()
    page.mouse.move(2, 2)
    page.keyboard.press("[")
    expect(page.locator("#board.past")).to_be_visible()
    with page.expect_request("**/description?*") as then:
        page.mouse.move(*middle(box(page.locator(ROUND).last)))
    assert "position=" in then.value.url
    expect(page.locator(TOLD)).to_be_visible()


def test_what_is_pinned_can_be_followed_to_its_rule(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, "airline")
    page.mouse.move(*middle(box(page.locator(SUBSIDY))))
    expect(page.locator(TOLD)).to_contain_text("SUBSIDY")
    page.keyboard.press("i")
    expect(page.locator(f"{TOLD}[role=dialog]")).to_be_visible()
    expect(page.locator(f"{TOLD} .rule-link").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("AL-10.1").first).to_be_visible()
