"""A whole game of each title, clicked through to its final screen."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.player import make, play

pytestmark = BROWSER

SHORT: dict[str, dict[str, Any]] = {
    "airline": {"seats": 2, "options": {"round_limit": 6}},
    "airkwire": {"seats": 3, "options": {"round_limit": 3}},
    "tingoose": {"seats": 3, "options": {}},
    "airsteam": {"seats": 2, "options": {}},
}


@pytest.mark.parametrize("title", sorted(SHORT))
def test_a_whole_game_is_played_by_clicks_to_its_final_screen(title: str, house: House, visit: Visit) -> None:
    page = visit(house.url)
    seats = ["me", *["cadet"] * (SHORT[title]["seats"] - 1)]
    page.goto(house.url + make(page, house.url, title, *seats, options=SHORT[title]["options"]))
    clicks = play(page, random.Random(7))
    print(title, clicks, "clicks")
    final = page.locator("[data-final]")
    expect(final.locator("h1")).to_contain_text("win")
    expect(final.locator("tfoot td")).to_have_count(len(seats))
    expect(final.get_by_text("Keep the record")).to_be_visible()
