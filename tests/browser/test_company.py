"""Others at the table: leaving asks, who is away is named, what is said is noticed; sounds and forced answers."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from aerodrome.core.game import Game
from browser.conftest import BROWSER, Visit
from browser.house import AWAY, House
from browser.moments import found, sit
from browser.player import CHOICE, answer_once, asked_of, box, guest_of, n_grows, n_of, settle

pytestmark = BROWSER

SPY = """
window.tones = [];
window.AudioContext = class {
  currentTime = 0;
  destination = {};
  resume() { return Promise.resolve(); }
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (next) => next, stop() {} };
    tone.start = () => window.tones.push(tone.frequency.value);
    return tone;
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
};
"""
TURN, HIT = [659, 880], [220, 165]


def set_preference(page: Page, name: str, on: bool) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(name).set_checked(on)
    page.keyboard.press("Escape")


def say(page: Page, words: str) -> None:
    if not page.get_by_placeholder("Say something").count():  # a press on the tab that is open closes it
        page.get_by_role("tab", name="Chat").click()
    page.get_by_placeholder("Say something").fill(words)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text(words)


def test_leaving_asks_and_can_be_thought_better_of(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    asked_of(host, guest)
    host.get_by_role("button", name="Table", exact=True).click()
    # What is known of my devices comes a moment later, and moves what lies below it.
    host.get_by_role("button", name="Use another device").wait_for()
    host.get_by_role("button", name=re.compile("^Leave")).click()
    sure = host.get_by_role("group", name="Leave the table")
    expect(sure).to_contain_text("A bot plays on for you")
    sure.get_by_role("button", name="Stay").click()
    expect(sure).to_have_count(0)
    expect(guest.locator(".state", has_text="left")).to_have_count(0)
    host.get_by_role("button", name=re.compile("^Leave")).click()
    sure.get_by_role("button", name="Leave").click()
    host.wait_for_url(f"{house.url}/")
    expect(guest.locator(".state", has_text="bot (left)")).to_have_count(1)


@pytest.fixture
def impatient_house(tmp_path: Path, client: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server where somebody is away after two seconds."""
    monkeypatch.setenv(AWAY, "2")
    house = House(tmp_path).start()
    yield house
    house.stop()


def test_who_is_away_is_named_in_the_rail_and_a_bot_put_in(impatient_house: House, visit: Visit) -> None:
    house = impatient_house
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    while asked_of(host, guest) is host:
        answer_once(host, random.Random(1), board=0)
    back = guest.url
    expect(host.locator("[data-away]")).to_have_count(0)
    guest.goto("about:blank")
    away = host.locator(".rail [data-away]")
    expect(away).to_contain_text("Bea is away. Put a bot in?")
    away.get_by_role("button", name="Wait").click()
    expect(away).to_have_count(0)
    guest.goto(back)
    expect(host.locator(".state", has_text=re.compile("asleep|away"))).to_have_count(0)
    guest.goto("about:blank")
    expect(away).to_contain_text("Bea is away")
    away.get_by_role("button", name="Put a bot in").click()
    expect(host.locator(".state", has_text="bot (away)")).to_have_count(1)
    expect(away).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_line_of_chat_is_noticed_and_goes_by_itself(phone: bool, house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, lambda url: visit(url, phone=phone), "airline")
    asked_of(host, guest)
    say(host, "Good luck to you")
    toast = guest.locator("[data-toast]")
    expect(toast).to_have_attribute("aria-live", "polite")
    expect(toast.get_by_role("button")).to_have_text(re.compile("Ann.*Good luck to you"))
    seen, bar = box(toast.get_by_role("button")), box(guest.locator("header.top"))
    assert seen["y"] >= bar["y"]
    assert seen["y"] + seen["height"] <= bar["y"] + bar["height"], "it lies over nothing but the bar"
    chat = guest.get_by_role("button", name="Chat") if phone else guest.get_by_role("tab", name="Chat")
    expect(chat.first).to_contain_text("new")
    expect(toast.get_by_role("button")).to_have_count(0, timeout=60_000)
    expect(chat.first).to_contain_text("new")
    chat.first.click()
    expect(guest.get_by_role("log", name="Chat")).to_contain_text("Good luck to you")
    say(host, "And now?")
    expect(guest.get_by_role("log", name="Chat")).to_contain_text("And now?")
    expect(toast.get_by_role("button")).to_have_count(0)
    expect(host.locator("[data-toast] button")).to_have_count(0)


def test_a_press_on_what_was_said_opens_the_chat(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    asked_of(host, guest)
    say(host, "Hello")
    guest.locator("[data-toast] button").click()
    expect(guest.get_by_role("log", name="Chat")).to_contain_text("Hello")


def until_asked(page: Page, other: Page) -> None:
    """The page's turn comes once more."""
    rng = random.Random(1)
    while asked_of(page, other) is page:
        answer_once(page, rng, board=0)
    while asked_of(other, page) is other:
        answer_once(other, rng, board=0)
    settle(page)


def test_sounds_are_off_at_first_and_one_tells_of_my_turn(house: House, visit: Visit) -> None:
    host = visit(house.url)
    host.context.add_init_script(SPY)
    guest = guest_of(host, house.url, visit, "airline")
    until_asked(host, guest)
    assert host.evaluate("window.tones") == []
    set_preference(host, "Sounds", on=True)
    assert host.evaluate("window.tones") == TURN, "a sample when it is switched on"
    until_asked(host, guest)
    host.wait_for_function("turn => turn.every((tone) => window.tones.slice(2).includes(tone))", arg=TURN)
    set_preference(host, "Sounds", on=False)
    tones = host.evaluate("window.tones")
    assert set(tones) <= {*TURN, *HIT}
    count = len(tones)
    until_asked(host, guest)
    assert len(host.evaluate("window.tones")) == count


@found("airkwire", 3)
def one_answer(game: Game, state: Any, seat: int) -> bool:
    """There is one answer, it gives nothing away, and the seat is asked again after it."""
    asked = game.question(state, seat)
    if len(asked.choices) != 1 or asked.forms or asked.choices[0].confirm or game.out_of_turn_choices(state, seat):
        return False
    after = state.clone()
    game.apply(after, seat, game.parse(asked.choices[0].action))
    return game.actors(state) == game.actors(after) == (seat,)


def test_the_only_answer_is_given_for_who_wishes_it_and_stays_taken_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, one_answer)
    ask = page.locator("#ask").inner_text()
    expect(page.locator(CHOICE)).to_have_count(1)
    before = n_of(page)
    set_preference(page, "Answer for me", on=True)
    n_grows(page, before)
    expect(page.locator("#ask")).not_to_have_text(ask)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#ask")).to_have_text(ask)
    expect(page.locator(CHOICE)).to_have_count(1)
    before = n_of(page)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator(CHOICE)).to_have_count(1)
    assert n_of(page) == before, "who takes it back wants to answer"
    page.locator(CHOICE).click()
    n_grows(page, before)


def test_nothing_is_answered_for_who_does_not_wish_it(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, one_answer)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Answer for me")).not_to_be_checked()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    page.keyboard.press("Escape")
    before = n_of(page)
    expect(page.locator(CHOICE)).to_have_count(1)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert n_of(page) == before
