"""Choosing in the room: steps, what a choice brings, fingers and keys, and what happened since."""

import random
import re
from typing import Any

from playwright.sync_api import expect

from aerodrome.core.game import Game
from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.moments import found, sit
from browser.player import CHOICE, CONFIRM, ROW, STEP, answer_once, make, n_grows, n_of, settle

pytestmark = BROWSER

MANY = 30


@found("tingoose", 3)
def many_ways(game: Game, state: Any, seat: int) -> bool:
    """Somebody chooses among many actions of several kinds."""
    question = game.question(state, seat)
    return len(question.choices) > MANY and len({choice.group for choice in question.choices}) > 2


def test_a_long_list_is_chosen_in_steps_and_backspace_goes_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, many_ways)
    step = page.locator(STEP).first
    expect(step).to_be_visible()
    assert page.locator(ROW).count() < len(room["question"]["choices"]) / 2
    name = step.locator("b").inner_text()
    step.click()
    expect(page.locator(".stub").first).to_contain_text(name)
    page.keyboard.press("Backspace")
    expect(page.locator(".stub")).to_have_count(0)
    expect(page.locator(STEP).first).to_contain_text(name)


def test_hovering_tells_and_a_click_plays(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    settle(page)
    choice = page.locator(CHOICE, has_text="Tokyo")
    before = n_of(page)
    choice.hover()
    expect(page.locator("[data-play]")).to_contain_text("Tokyo")
    assert n_of(page) == before
    page.locator(CHOICE).first.hover()
    expect(page.locator("[data-play]")).not_to_contain_text("Tokyo")
    choice.click()
    n_grows(page, before, CONFIRM)


def test_the_first_tap_tells_and_the_second_plays(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    settle(page)
    before = n_of(page)
    choice = page.locator(CHOICE).first
    name = choice.locator("b").inner_text()
    choice.tap()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-play]")).to_contain_text(name)
    assert n_of(page) == before
    page.locator("[data-play]").tap()
    n_grows(page, before, CONFIRM)


def test_digits_pick_also_the_tenth_and_enter_plays(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "tingoose", "me", "cadet", "cadet"))
    settle(page)
    rows = page.locator(CHOICE)
    assert rows.count() > 11
    ask = page.locator("#ask").inner_text()
    page.keyboard.type("12")
    expect(rows.nth(11)).to_be_focused()
    expect(page.locator("[data-play]")).to_contain_text(rows.nth(11).locator("b").inner_text())
    expect(page.locator("#ask")).to_have_text(ask)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "ask => document.querySelector('[data-confirm]') || document.querySelector('#ask').innerText !== ask", arg=ask
    )


def test_a_press_in_the_first_moments_of_a_question_is_not_its_answer(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    settle(page)
    # Pressed as soon as there is something new to press, within the same frame: meant for what stood there before.
    page.evaluate(
        """() => {
          window.early = 0;
          const ask = document.querySelector('#ask');
          new MutationObserver(() => {
            const choice = document.querySelector('[aria-busy=true] [data-choice]');
            if (choice && window.early === 0) { window.early += 1; choice.click(); }
          }).observe(ask, { childList: true, characterData: true, subtree: true });
        }"""
    )
    with page.expect_request(lambda request: request.url.endswith("/actions")):
        page.locator(CHOICE).first.click()
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).click()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    page.wait_for_function("() => window.early === 1")
    settle(page)
    assert sent == []


def test_what_happened_since_my_move_is_replayed_and_escape_stops_it(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airkwire", "me", "cadet", "cadet"))
    rng = random.Random(2)
    for _ in range(40):
        settle(page)
        if page.locator("[data-replay]").count():
            break
        answer_once(page, rng, board=0)
    page.keyboard.press("r")
    expect(page.locator("#ask")).to_have_text("Looking back")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("log").locator("[data-told]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#ask")).not_to_have_text("Looking back")
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Replays").select_option("all at once")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator("#ask")).to_have_text("Looking back")
    # It ends by itself, at the present.
    expect(page.locator("#ask")).not_to_have_text("Looking back", timeout=60_000)


def test_sheets_close_by_escape_and_give_the_focus_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airkwire", "me", "cadet", "cadet"))
    settle(page)
    why = page.get_by_role("button", name="Why not?")
    why.click()
    sheet = page.get_by_role("region", name="Not possible now")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(why).to_be_focused()
    page.keyboard.press("g")
    expect(page.locator("#drawer-panel")).to_contain_text(re.compile(r"AK-\d"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("log")).to_be_visible()
