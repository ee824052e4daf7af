"""Boards in the middle of a game: sitting down there, and what is looked at and done on any board."""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.record import Record
from aerodrome.core.state import State
from browser.conftest import ROOT
from browser.house import House
from browser.player import box, n_grows, n_of, open_table, settle

RECORDS = ROOT / "tests" / "records"
ME = "Ada"
LIT = re.compile(r"\blit\b")

LETTERS = """
nodes => nodes
  .map(node => [node.textContent.trim(), parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().d])
  .filter(([text]) => text)
"""


class Table(NamedTuple):
    record: dict[str, Any]
    position: int
    seat: int
    """Mine; cadets have the others."""


Moment = Callable[[], Table]
Wanted = Callable[[Game, Any, int], bool]
"""Whether this is the moment to look for, with that seat asked."""


def kept(record: str, position: int, seat: int) -> Moment:
    """The kept record `airkwire/06-4…` after so many actions."""
    return lambda: Table(json.loads(next(RECORDS.glob(f"{record}*.json")).read_text()), position, seat)


def found(title: str, seats: int) -> Callable[[Wanted], Moment]:
    """The first such moment of games played here at random; the seat that is asked there is mine."""
    return lambda wanted: cache(lambda: first(title, seats, wanted))


def first(title: str, seats: int, wanted: Wanted) -> Table:
    for seed in range(1, 60):
        record, rng = Record.start(title, seats, seed=seed), random.Random(seed)
        game, state = record.game, record.state
        while actors := game.actors(state):
            if actors == (CHANCE,):
                record.advance()
                continue
            for seat in actors:
                if wanted(game, state, seat):
                    return Table(json.loads(record.to_json()), len(record.played), seat)
            who = actors[0]
            record.play(who, rng.choice(game.legal(state, who)))
    raise AssertionError(f"no such moment in {title}")


def step(state: State) -> str:
    """The question of the moment by the name it is stored under, "" when there is none."""
    return (type(state.step_stack[-1]).stored_name or type(state.step_stack[-1]).__name__) if state.step_stack else ""


def sit(page: Page, house: House, moment: Moment) -> dict[str, Any]:
    """Opens a table at that moment. Returns the room as my seat sees it."""
    record, position, mine = moment()
    cadet = {"kind": "bot", "level": "cadet"}
    seats = [{"kind": "person", "name": ME} if seat == mine else cadet for seat in range(record["seats"])]
    match = open_table(page, house.url, "/import", record=record, position=position, seats=seats)["id"]
    room: dict[str, Any] = page.request.get(f"{house.url}/api/matches/{match}?seat={mine}").json()
    page.goto(f"{house.url}/m/{match}")
    settle(page)
    page.locator("#board .zoom svg").first.wait_for()
    page.locator("#board .place").first.wait_for()
    page.evaluate("() => document.fonts.ready")
    return room


def in_names(room: dict[str, Any], words: str) -> str:
    """The rules' words as people read them: with their names for colours."""
    for seat in room["seats"]:
        words = re.sub(rf"\b{seat['colour']}\b", seat["name"].removesuffix(" (bot)"), words)
    return words


def place(page: Page, name: str) -> Locator:
    """A place of the board by the beginning of its name."""
    return page.locator("#board .place").filter(
        has=page.locator("title", has_text=re.compile(f"^{re.escape(name)}[,:]"))
    )


def letters(page: Page, texts: str) -> dict[str, float]:
    """How high the letters of these texts of the board are, in pixels of the screen."""
    return dict(page.locator(f"#board {texts}").evaluate_all(LETTERS))


def large_enough(marks: Locator, width: float, height: float) -> None:
    """Each of these can be hit by a finger and lies on the phone's screen."""
    for one in marks.all():
        seen = box(one)
        assert seen["width"] >= width, seen
        assert seen["height"] >= height, seen
        assert seen["x"] >= 0, seen
        assert seen["x"] + seen["width"] <= 390, seen


def tab_to(page: Page, place: Locator, most: int = 200) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if place.evaluate("node => node === document.activeElement"):
            return
    raise AssertionError(f"not reached by {most} presses of Tab")


def says_why(page: Page, place: Locator, *why: str | re.Pattern[str], at: Locator | None = None) -> None:
    """What cannot be chosen says why on hover and by keyboard, and is silent in between."""
    tip = page.get_by_role("tooltip")
    (at or place).hover()
    for words in why:
        expect(tip).to_contain_text(words)
    page.mouse.move(2, 2)
    expect(tip).to_have_count(0)
    tab_to(page, place)
    for words in why:
        expect(tip).to_contain_text(words)


def all_named_and_one_chosen_by_enter(page: Page, chosen: Locator) -> None:
    """Places that can be pressed say what they are and what can be done there; Tab and Enter choose this one."""
    names = page.locator("#board .stage [role=button]").evaluate_all(
        "nodes => nodes.map(n => n.querySelector('title, .sr')?.textContent ?? '')"
    )
    assert len(names) > 3, names
    assert all(re.match(r"\S.*: ", name) for name in names), names
    tab_to(page, chosen)
    before = n_of(page)
    page.keyboard.press("Enter")
    n_grows(page, before)


def zoomed(page: Page) -> float:
    """How far the board is enlarged."""
    frame = page.locator("#board .zoom svg > g").first.get_attribute("transform") or ""
    match = re.search(r"scale\(([\d.]+)\)", frame)
    assert match is not None, frame
    return float(match.group(1))


def two_taps_enlarge(page: Page, x: float, y: float) -> None:
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()
    assert zoomed(page) > 2


def a_pinch_enlarges(page: Page, x: float, y: float) -> None:
    """Back to the whole board, then two fingers move apart around a point."""
    whole = page.get_by_role("button", name="Whole board")
    whole.click()
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 70), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()
    expect(whole).to_be_visible()
    assert zoomed(page) > 1.3
