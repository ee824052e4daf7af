"""Tables in the middle of a game: played here at random from a seed, then handed to the server as a record."""

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page

from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.record import Record
from aerodrome.core.state import State

Wanted = Callable[[Game, Any, int], bool]
"""Whether this is the moment to look for, with that seat asked."""


@cache
def find(title: str, seats: int, wanted: Wanted) -> tuple[bytes, int]:
    """The record of a game up to the first such moment, and the seat that is asked there."""
    for seed in range(1, 60):
        record, rng = Record.start(title, seats, seed=seed), random.Random(seed)
        game, state = record.game, record.state
        while actors := game.actors(state):
            if actors == (CHANCE,):
                record.advance()
                continue
            for seat in actors:
                if wanted(game, state, seat):
                    return record.to_json(), seat
            who = actors[0]
            record.play(who, rng.choice(game.legal(state, who)))
    raise AssertionError(f"no such moment in {title}")


def sit(page: Page, url: str, title: str, seats: int, wanted: Wanted) -> dict[str, Any]:
    """Opens a table at that moment: this page's person is asked, cadets have the other seats. Returns the room."""
    data, seat = find(title, seats, wanted)
    plan = [{"kind": "person", "name": "Ada"} if i == seat else {"kind": "bot", "level": "cadet"} for i in range(seats)]
    answer = page.request.post(
        f"{url}/api/matches/import",
        data={"record": msgspec.json.decode(data), "seats": plan},
        headers={"X-Aerodrome": "1"},
    )
    assert answer.ok, answer.text()
    match = answer.json()["id"]
    room: dict[str, Any] = page.request.get(f"{url}/api/matches/{match}?seat={seat}").json()
    page.goto(f"{url}/m/{match}")
    page.locator("#board .zoom svg").first.wait_for()
    page.locator("#board .place").first.wait_for()
    page.evaluate("() => document.fonts.ready")
    return room


def step(state: State) -> str:
    """The name of what is asked."""
    agenda = getattr(state, "agenda", [])
    return type(agenda[-1]).__name__ if agenda else ""


def place(page: Page, name: str, kind: str = "") -> Locator:
    """A place of the board by the beginning of its name."""
    return page.locator(f"#board .place{kind}").filter(
        has=page.locator("title", has_text=re.compile(f"^{re.escape(name)}[,:]"))
    )


def letters(page: Page, classes: str) -> dict[str, float]:
    """How high the letters of these texts of the board are set, in pixels of the screen; only what is visible."""
    found: dict[str, float] = page.evaluate(
        """(classes) => Object.fromEntries(
            [...document.querySelectorAll('#board .zoom svg ' + classes)]
                .filter((text) => text.textContent.trim() !== '')
                .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d])
        )""",
        classes,
    )
    return found


def zoomed(page: Page) -> float:
    """How far the board is enlarged."""
    frame = page.locator("#board .zoom svg > g").first.get_attribute("transform") or ""
    match = re.search(r"scale\(([\d.]+)\)", frame)
    assert match is not None, frame
    return float(match.group(1))


def double_tap(page: Page, x: float, y: float) -> None:
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)


def pinch(page: Page, x: float, y: float) -> None:
    """Two fingers move apart around a point."""
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 70), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()
