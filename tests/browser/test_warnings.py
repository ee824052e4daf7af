"""What threatens a seat stands above its answers; what is public in Tin Goose can be seen of everybody."""

from typing import Any

import pytest
from playwright.sync_api import expect

from aerodrome.core.game import Game
from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.moments import Moment, found, in_names, sit, step
from browser.player import box

pytestmark = BROWSER


def is_warned(game: Game, state: Any, seat: int) -> bool:
    return len(game.question(state, seat).warnings) == 1


def is_calm(game: Game, state: Any, seat: int) -> bool:
    return state.round > 0 and not game.question(state, seat).warnings


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("title", ["airline", "tingoose"])
def test_a_warning_stands_above_the_answers_and_moves_no_board(
    house: House, visit: Visit, title: str, phone: bool
) -> None:
    page = visit(house.url, phone=phone)
    calm: Moment = found(title, 3)(is_calm)
    sit(page, house, calm)
    expect(page.locator("[data-warning]")).to_have_count(0)
    board = box(page.locator("#board"))
    room = sit(page, house, found(title, 3)(is_warned))
    warning = page.locator("[data-warning]")
    expect(warning).to_contain_text(in_names(room, room["question"]["warnings"][0]["text"]))
    assert box(page.locator("#board")) == board
    assert box(warning)["y"] < box(page.locator(".bar [data-choice], .bar [data-step]").first)["y"]


def test_conditions_and_extensions_of_rivals_are_seen_and_their_cash_is_not(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(
        page, house, found("tingoose", 3)(lambda game, state, seat: step(state) == "TakesAction" and state.round > 2)
    )
    me = room["view"]["seat"]
    rival = (me + 1) % 3
    names = {one["id"]: one["name"] for one in room["board"]["conditions"]}
    page.locator(".seats .who").nth(rival).click()
    sheet = page.locator(".sheet")
    for condition in room["view"]["players"][rival]["conditions"]:
        expect(sheet.get_by_role("list", name="Conditions")).to_contain_text(names[condition])
    expect(sheet.locator("[data-own-figures]")).to_have_count(0)
    page.locator(".seats .who").nth(me).click()
    expect(sheet.locator("[data-own-figures]")).to_contain_text(f"Score so far {room['view']['players'][me]['score']}")
