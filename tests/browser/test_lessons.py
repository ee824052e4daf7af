"""Lessons in the browser: whoever follows what is shown comes to the end; who goes astray is led back."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotYet

from aerodrome.core.lesson import list_lessons_with_names, read_lesson
from aerodrome.core.registry import titles
from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.looking import CUT_TEXT
from browser.test_look import findings

pytestmark = SECOND_BROWSER

SLOW = 20_000
"""Milliseconds: several browsers may share one processor."""
REST_MS = 5_000
LESSONS = [(title, name) for title in titles() for name, _ in list_lessons_with_names(title)]
WAYS = ("mouse", "keys", "finger")
EVERY_WAY = "AERODROME_TEST_EVERY_WAY"
"""Set: each lesson by mouse, by keyboard, and by finger on a phone. Else each once, the ways in turn."""
PLAYED = [
    (title, name, way)
    for i, (title, name) in enumerate(LESSONS)
    for way in (WAYS if os.environ.get(EVERY_WAY) else (WAYS[i % 3],))
]
STAGES = ("asked", "told", "ended")
"""Moments of a lesson at which axe looks: one in each lesson, in turn."""
COVERED = """
() => {
  const wrong = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push(`scrolls: ${scrollWidth} x ${scrollHeight}`);
  for (const one of document.querySelectorAll('.room button, .room h1, .room h2')) {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const aside = one.closest('.scroll, .sr, svg') || one.matches('.sr') || !one.checkVisibility();
    if (width === 0 || aside) continue;
    if (left < -3 || top < -3 || right > innerWidth + 3 || bottom > innerHeight + 3)
      wrong.push(`outside: ${one.textContent.trim().slice(0, 40)}`);
  }
  // Marks let the pointer through: what lies under the middle of a ring is what it is around.
  for (const ring of document.querySelectorAll('.light .ring')) {
    const { x, y, width, height } = ring.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    const isCovered = seen?.closest('.question') && !seen.closest('[data-where]');
    if (isCovered) wrong.push(`covered: ${Math.round(x)}, ${Math.round(y)}`);
  }
  for (const number of document.querySelectorAll('.light text')) {
    const { left, right, top, bottom } = number.getBoundingClientRect();
    const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    if (isOutside) wrong.push(`outside: number ${number.textContent}`);
  }
  return wrong;
}
"""
"""What lies outside the window, and what a lesson points at but covers with its words."""
CREATE = """([title, lesson]) => fetch('/api/lessons', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Aerodrome': '1' },
  body: JSON.stringify({ title, lesson }),
}).then((answer) => answer.json()).then((made) => made.id)"""


def begin(page: Page, house: House, title: str, name: str) -> None:
    page.goto(f"{house.url}/m/{page.evaluate(CREATE, [title, name])}")
    go_on(page).wait_for()


def go_on(page: Page) -> Locator:
    return page.locator("[data-go-on]")


def shown(page: Page) -> Locator:
    return page.locator("[data-shown]")


def ready(page: Page) -> None:
    """Something can be pressed: a lesson's own button, or an answer to the question."""
    go_on(page).or_(shown(page)).or_(page.locator("[data-play-on]")).first.wait_for()
    expect(page.locator("section.rail")).to_have_attribute("aria-busy", "false", timeout=SLOW)


def press(place: Locator, by_finger: bool) -> None:
    place.scroll_into_view_if_needed()
    if by_finger:
        place.tap()
    else:
        place.click()


def list_faults(page: Page) -> list[str]:
    """What is cut, outside the window, or pointed at and covered, once lights and scrolling have come to rest."""
    try:
        page.wait_for_function(f"() => ({CUT_TEXT})().length + ({COVERED})().length === 0", timeout=REST_MS)
    except NotYet:
        faults: list[str] = [*page.evaluate(CUT_TEXT), *page.evaluate(COVERED)]
        return faults
    return []


def expect_heading(page: Page, text: str) -> None:
    expect(page.locator("#ask")).to_have_text(text, timeout=SLOW)


def heading(page: Page) -> str:
    return page.locator("#ask").inner_text()


def play_shown(page: Page, way: str) -> None:
    """Choose what is shown; by mouse in steps, until there is nothing left to ask."""
    if way == "keys":
        page.keyboard.press("Enter")
    elif way == "finger":
        # What is shown lies ready in the panel below: one tap.
        press(page.locator("[data-play]"), True)
    else:
        row = shown(page)
        while row.get_attribute("data-step") is not None:
            press(row, False)
            expect(row).to_be_visible()
        press(row, False)


def read_on(page: Page, way: str) -> None:
    if way == "keys":
        go_on(page).wait_for()
        page.keyboard.press("Enter")
    else:
        press(go_on(page), way == "finger")


def follow_step(page: Page, way: str = "mouse", look: Callable[[str], None] = lambda stage: None) -> None:
    """Choose what is shown, then read what happened."""
    ready(page)
    look("asked")
    before = heading(page)
    play_shown(page, way)
    expect(page.locator("#ask")).not_to_have_text(before, timeout=SLOW)
    ready(page)
    look("told")
    read_on(page, way)


class Looker:
    """Looks at every moment of a lesson for what is cut or covered, and by axe at the first one of a kind."""

    def __init__(self, page: Page, stage: str) -> None:
        self.page = page
        self.stage = stage

    def look(self, stage: str) -> None:
        assert list_faults(self.page) == [], heading(self.page)
        if stage == self.stage:
            self.stage = ""
            assert findings(self.page) == [], heading(self.page)


def follow_to_end(page: Page, steps: int, way: str, stage: str = "") -> None:
    looker = Looker(page, stage)
    for _ in range(steps):
        follow_step(page, way, looker.look)
    page.locator("[data-play-on]").wait_for()
    looker.look("ended")


@pytest.mark.parametrize(("title", "name", "way"), PLAYED)
def test_following_what_is_shown_leads_to_the_end(house: House, visit: Visit, title: str, name: str, way: str) -> None:
    page = visit(house.url, phone=way == "finger")
    begin(page, house, title, name)
    read_on(page, way)
    stage = STAGES[LESSONS.index((title, name)) // 3]
    follow_to_end(page, len(read_lesson(title, name).steps), way, stage)


def test_by_finger_on_a_phone_from_the_lobby_and_on_into_a_game(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.locator("[data-learn=tingoose]").tap()
    press(go_on(page), True)
    follow_to_end(page, len(read_lesson("tingoose", "first").steps), "finger")
    page.locator("[data-play-on]").tap()
    expect(page.locator(".course")).to_have_count(0)
    page.locator("[data-choice], [data-step]").first.wait_for()


def test_who_goes_astray_is_answered_and_led_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    begin(page, house, "tingoose", "first")
    go_on(page).click()
    follow_step(page)
    ready(page)
    page.locator("[data-choice]").filter(has_text="oil").first.click()
    expect_heading(page, "Oil: everybody pays at once")
    page.locator("[data-take-back]").click()
    expect_heading(page, "Play the Condor")
    follow_step(page)
    expect_heading(page, "Pass")


def test_who_leaves_goes_on_where_it_was(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.locator("[data-learn=tingoose]").click()
    go_on(page).click()
    follow_step(page)
    follow_step(page)
    expect_heading(page, "Pass")
    page.locator("[data-later]").click()
    page.get_by_text("Your first turns · step 3 of 14").wait_for()
    page.locator("[data-learn=tingoose]").click()
    expect_heading(page, "Pass")
    page.locator("[data-leave]").click()
    page.locator("[data-learn=tingoose]").wait_for()
    expect(page.get_by_text("Your first turns · step 3 of 14")).to_have_count(0)


def test_on_its_side_a_phone_has_a_way_to_go_on_later(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.set_viewport_size({"width": 844, "height": 390})
    begin(page, house, "airline", "first")
    page.locator("[data-later]").click()
    page.locator("[data-learn=airline]").wait_for()


def test_on_a_phone_a_figure_is_shown_while_a_lesson_speaks_of_it(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    begin(page, house, "airkwire", "first")
    figure = page.locator("ol.seats .figures :visible")
    expect(figure).to_have_text(["Cash $3,800", "$3,800"])
    # What it speaks of on the map comes into sight, though the question is about the cards below it.
    expect(page.locator(".light text")).to_have_text(["1", "2"], timeout=SLOW)
    assert list_faults(page) == []
    go_on(page).click()
    ready(page)
    expect(figure).to_have_count(0)


def test_what_is_pointed_at_is_lit(house: House, visit: Visit) -> None:
    page = visit(house.url)
    begin(page, house, "tingoose", "first")
    go_on(page).click()
    ready(page)
    expect(page.locator(".light text")).to_have_text(["1", "2"])
