"""A whole game of each title, clicked through to its final screen."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.player import answer_once, make

pytestmark = BROWSER

SHORT: dict[str, dict[str, Any]] = {
    "airline": {"seats": 2, "options": {"round_limit": 6}},
    "airkwire": {"seats": 3, "options": {"round_limit": 3}},
    "tingoose": {"seats": 3, "options": {}},
    "airsteam": {"seats": 2, "options": {}},
}
MOVING = """
() => document.getAnimations()
  .filter(one => one.playState === 'running' && one.effect.getComputedTiming().duration > 1)
  .map(one => `${one.animationName ?? one.transitionProperty} of ${one.effect.target?.outerHTML.slice(0, 80)}`)
"""
"""With reduced motion nothing glides or pulses."""


@pytest.mark.parametrize("title", sorted(SHORT))
def test_a_whole_game_is_played_by_clicks_with_reduced_motion_to_its_final_screen(
    title: str, house: House, visit: Visit
) -> None:
    page = visit(house.url)
    seats = ["me", *["cadet"] * (SHORT[title]["seats"] - 1)]
    page.goto(house.url + make(page, house.url, title, *seats, options=SHORT[title]["options"]))
    rng, clicks = random.Random(7), 0
    while answer_once(page, rng):
        clicks += 1
        assert clicks < 2000, "no final screen"
        assert page.evaluate(MOVING) == []
    print(title, clicks, "clicks")
    final = page.locator("[data-final]")
    expect(final.locator("h1")).to_contain_text("win")
    expect(final.locator("tfoot td")).to_have_count(len(seats))
    expect(final.get_by_text("Keep the record")).to_be_visible()
