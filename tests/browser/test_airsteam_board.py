"""The board of Kings of Air and Steam: hexes and rails, plans laid by hand, shipments seen before they are sent."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.moments import (
    ME,
    Moment,
    all_named_and_one_chosen_by_enter,
    kept,
    letters,
    says_why,
    sit,
    tab_to,
    two_taps_enlarge,
)
from browser.player import CHOICE, CONFIRM, box, n_grows, n_of, settle

pytestmark = BROWSER

SHIP = kept("airsteam/basic-3", 199, 0)
"""Where to? Two cities and two depots of one's own; three cities want something else."""
FULL = kept("airsteam/full-4", 69, 0)
"""Colours dealt by lot: green, purple, blue, red. The first space of a new line is to be laid."""
GREEN = "#0b8461"
PLAN = kept("airsteam/basic-3", 7, 0)
"""Round 1, nothing planned yet."""
CHANGING = kept("airsteam/basic-3-rules-2", 7, 0)
"""The same under rules version 2: plans can be changed."""
SIX = kept("airsteam/full-6-first", 414, 1)
"""The full game of six in its middle."""
OPEN = "#board .stage [role=button]:not([aria-disabled])"


def planning(page: Page, house: House) -> None:
    sit(page, house, PLAN)
    expect(page.locator("#ask")).to_contain_text("Plan card 1 of 4")


def movement_card(page: Page, name: str) -> Locator:
    cards = page.get_by_role("group", name="Your movement cards")
    return cards.get_by_role("button", name=re.compile(rf" {re.escape(name)}: speed"))


def test_a_press_on_a_city_sends_the_goods_there(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, SHIP)
    expect(page.locator(OPEN)).to_have_count(4)
    before = n_of(page)
    page.locator("#board").get_by_role("button", name=re.compile("wants .*: To ")).first.click()
    n_grows(page, before)


def test_a_shipment_is_drawn_along_its_links_with_its_fees_before_it_is_sent(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, SHIP)
    ways = page.locator("#board path.route")
    expect(ways).to_have_count(0)
    choice = page.locator(CHOICE).first
    choice.hover()
    expect(ways).to_have_count(2)
    place = page.locator("#board .stage .place.lit[role=button]")
    expect(place).to_have_count(1)
    fees = page.locator("#board .fee")
    assert fees.count() >= 1
    expect(fees.first).to_have_attribute("aria-label", re.compile(r"Costs \$1 a cube"))
    page.mouse.move(2, 2)
    expect(ways).to_have_count(0)
    city = page.locator("#board").get_by_role("button", name=re.compile("wants .*: To ")).first
    city.hover()
    expect(page.locator(f"{CHOICE}.lit")).to_have_count(1)
    expect(ways).to_have_count(2)


def test_a_city_that_wants_something_else_says_why_on_hover_and_by_keyboard(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, SHIP)
    says_why(page, page.locator("#board .stage [role=button][aria-disabled=true]").first, re.compile(r"KS-[\dR]"))


def test_places_have_names_and_are_chosen_by_enter(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, SHIP)
    all_named_and_one_chosen_by_enter(page, page.locator(OPEN).first)


def test_a_card_dragged_to_the_next_slot_is_planned(house: House, visit: Visit) -> None:
    page = visit(house.url)
    planning(page, house)
    movement_card(page, "3").locator(".card").drag_to(page.locator("#board [data-slot='1']"))
    expect(page.locator("#ask")).to_contain_text("Plan card 2 of 4")
    expect(page.locator("#board [data-slot='2']")).to_be_visible()
    mine = page.locator("#board").get_by_role("group", name=f"Plan of {ME}")
    expect(mine.get_by_role("img", name=re.compile("^3, face down"))).to_be_visible()


def test_a_plan_is_laid_by_keyboard_and_its_reach_is_drawn(house: House, visit: Visit) -> None:
    page = visit(house.url)
    planning(page, house)
    steps = page.locator("#board .step")
    for count, name in enumerate(("2", "1"), 1):
        tab_to(page, movement_card(page, name))
        expect(page.locator("#board .ahead").first).to_be_attached()
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_contain_text(f"Plan card {count + 1} of 4")
        expect(steps).to_have_count(count)
    expect(steps.last).to_have_attribute("aria-label", "Reached after card 2")


def test_a_plan_is_filled_in_any_order_changed_and_sealed(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, CHANGING)
    slots = page.locator(".slots li")

    def change(slot: int, label: str) -> None:
        settle(page)
        page.get_by_role("button", name=f"Change slot {slot}").click()
        page.get_by_role("group", name=f"Change slot {slot}").get_by_role("button", name=label).click()

    change(3, "Plan 3 in slot 3")
    expect(slots.nth(2)).to_contain_text("3")
    expect(page.locator("#ask")).to_contain_text("Plan card 2 of 4")
    settle(page)
    movement_card(page, "1").locator(".card").drag_to(page.locator("#board [data-slot='4']"))
    expect(page.locator("#ask")).to_contain_text("Plan card 3 of 4")
    change(4, "Take 1 (slot 4) back")
    expect(page.locator("#ask")).to_contain_text("Plan card 2 of 4")
    for name in ("0", "2"):
        page.locator(CHOICE).get_by_text(f"Plan {name}", exact=True).click()
        expect(page.locator(CHOICE).get_by_text(f"Plan {name}", exact=True)).to_have_count(0)
    change(1, "Exchange 0 (slot 1) and 2 (slot 2)")
    expect(slots.nth(0)).to_contain_text("2")
    change(3, "Move 3 (slot 3) to slot 4")
    page.locator(CHOICE).get_by_text("Plan 1", exact=True).click()
    expect(page.locator("#ask")).to_contain_text("Your plan is full")
    before = n_of(page)
    page.locator(CHOICE, has_text="Seal your plan").click()
    n_grows(page, before)


def test_more_diamonds_than_the_airship_has_are_asked_about_once(house: House, visit: Visit) -> None:
    page = visit(house.url)
    planning(page, house)
    for name in ("7**", "6**"):
        page.locator(CHOICE, has_text=f"Plan {name}").click()
    expect(page.locator(CONFIRM)).to_be_visible()


def test_dealt_colours_are_those_of_the_seats_and_of_the_board(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, FULL)
    seat = page.get_by_role("list", name="Seats").get_by_role("listitem").first
    assert seat.evaluate("node => node.style.getPropertyValue('--paint')") == GREEN
    ship = page.get_by_role("img", name=re.compile(f"^Airship of {ME}"))
    assert ship.locator("[fill]").first.get_attribute("fill") == GREEN


def test_track_is_laid_on_the_map(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, FULL)
    expect(page.locator("#ask")).to_contain_text("lay space 1")
    before = n_of(page)
    page.locator(OPEN).first.click()
    n_grows(page, before)
    expect(page.locator("#ask")).to_contain_text("lay space 2")


COVERED = """
() => {
  const box = node => node.getBoundingClientRect();
  const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const ships = [...document.querySelectorAll('#board .ship')].map(ship => box(ship.querySelector('path')));
  const kept = [...document.querySelectorAll('#board .names text, #board .depot')];
  return kept.filter(node => ships.some(ship => shared(ship, box(node)) > 0.2 * box(node).width * box(node).height))
    .map(node => node.textContent || 'a depot');
}
"""


@pytest.mark.parametrize(
    "moment",
    [SIX, kept("airsteam/basic-6", 504, 0), SHIP],
    ids=["six, full", "six", "three"],
)
def test_airships_hide_neither_depots_nor_the_names_of_cities(moment: Moment, house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, moment)
    assert page.locator("#board .ship").count() >= 3
    assert page.evaluate(COVERED) == []


def test_on_a_phone_names_and_prices_can_be_read_and_two_taps_enlarge_the_map(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    sit(page, house, SHIP)
    assert min(letters(page, ".names text").values()) >= 9
    assert min(letters(page, ".market text").values()) >= 13
    whole = box(page.locator("#board div.map"))
    assert whole["width"] >= box(page.locator(".stage"))["width"] - 2
    city = page.locator("#board .map [role=button]").first
    small = box(city)
    market = box(page.locator(".stage .market"))
    two_taps_enlarge(page, whole["x"] + whole["width"] - 8, market["y"] + market["height"] + 16)
    assert box(city)["width"] > 2 * small["width"]
