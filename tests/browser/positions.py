"""Sitting down in the middle of a game: a kept record, taken up at one of its moments."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from browser.conftest import ROOT
from browser.house import House
from browser.player import settle

RECORDS = ROOT / "tests" / "records"

LETTERS = """
nodes => nodes.map(node => {
  const scale = node.getScreenCTM?.()?.a ?? 1;
  return [node.textContent.trim(), parseFloat(getComputedStyle(node).fontSize) * scale];
}).filter(([text]) => text)
"""
"""Text of the nodes with the size in pixels at which it is seen."""


def sit(page: Page, house: House, record: str, position: int, seat: int) -> None:
    """The record `airkwire/06-4…` after so many actions, I in that seat, bots in the others."""
    file = next(RECORDS.glob(f"{record}*.json"))
    data: dict[str, Any] = json.loads(file.read_text())
    seats = [
        {"kind": "person", "name": "Amelia"} if i == seat else {"kind": "bot", "level": "cadet"}
        for i in range(data["seats"])
    ]
    answer = page.request.post(
        f"{house.url}/api/matches/import",
        data={"record": data, "position": position, "seats": seats},
        headers={"X-Aerodrome": "1"},
    )
    assert answer.ok, answer.text()
    page.goto(f"{house.url}/m/{answer.json()['id']}")
    settle(page)
    page.locator("#board .stage svg").first.wait_for()
    page.evaluate("() => document.fonts.ready")


def sizes(found: Locator) -> dict[str, float]:
    return dict(found.evaluate_all(LETTERS))


def tab_until(page: Page, there: Callable[[], bool], most: int = 200) -> None:
    """Presses Tab until the focus is where it should be."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if there():
            return
    raise AssertionError(f"not reached by {most} presses of Tab")


def n_grows(page: Page, before: int) -> None:
    page.wait_for_function("n => Number(document.querySelector('[data-n]')?.dataset.n) > n", arg=before)


def double_tap(page: Page, x: float, y: float) -> None:
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
