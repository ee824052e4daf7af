"""The board of Kings of Air and Steam: hexes and rails, plans laid by hand, shipments seen before they are sent."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from aerodrome.core.game import Game
from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.moments import (
    ME,
    Moment,
    all_named_and_one_chosen_by_enter,
    found,
    kept,
    letters,
    says_why,
    sit,
    step,
    tab_to,
    two_taps_enlarge,
)
from browser.player import (
    CHOICE,
    CONFIRM,
    answer_once,
    asked_of,
    box,
    click,
    guest_of,
    n_grows,
    n_of,
    settle,
    walk_steps,
)

pytestmark = SECOND_BROWSER

SHIP = kept("airsteam/basic-3", 199, 0)
"""Where to? Two cities and two depots of one's own; three cities want something else."""
VOSS = kept("airsteam/full-4", 351, 1)
"""Cordelia Voss, for whom the bank pays the fees, ships over links of others."""
FULL = kept("airsteam/full-4", 69, 0)
"""Colours dealt by lot: green, purple, blue, red. The first space of a new line is to be laid."""
GREEN = "#0b7f5d"
PLAN = kept("airsteam/basic-3", 7, 0)
"""Round 1, nothing planned yet."""
CHANGING = kept("airsteam/basic-3-rules-2", 7, 0)
"""The same under rules version 2: plans can be changed."""
SIX = kept("airsteam/full-6-first", 414, 1)
"""The full game of six in its middle."""
OPEN = "#board .stage [role=button]:not([aria-disabled])"


@found("airsteam", 3)
def upkeep(game: Game, state: Any, seat: int) -> bool:
    """At least two cubes of one good in the hold, and others still choose."""
    return step(state) == "Upkeep" and max(state.hold[seat * 5 : seat * 5 + 5]) >= 2


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
    sit(page, house, VOSS)
    page.locator(CHOICE).first.hover()
    expect(ways).not_to_have_count(0)
    expect(fees).to_have_count(0)


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


def test_slots_are_dragged_onto_each_other_emptied_and_their_reach_is_pinned(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, CHANGING)
    slots = page.locator(".slots li")
    # While bots still plan, their news could come in the middle of a drag.
    planned = page.locator("#board").get_by_role("img", name="face down", exact=True)
    expect(planned).to_have_count(8)
    settle(page)
    for slot, name in ((2, "5◆◆"), (1, "3")):
        movement_card(page, name).locator(".card").drag_to(slots.nth(slot - 1))
        expect(slots.nth(slot - 1)).to_contain_text(name)
        settle(page)
    slots.nth(0).drag_to(slots.nth(1))
    expect(slots.nth(0)).to_contain_text("5◆◆")
    expect(slots.nth(1)).to_contain_text("3")
    settle(page)

    page.get_by_role("button", name="Change slot 1").click()
    reach = page.get_by_role("group", name="Reach of slot 1")
    expect(page.locator("#board .pinning polygon").first).to_be_attached()
    stop = reach.get_by_role("button").first
    place = stop.locator("b").inner_text()
    stop.click()
    expect(page.get_by_role("img", name="Pin 1")).to_be_visible()
    # The next card begins there: slot 2 follows, and the list says how far everything is from the pin.
    expect(page.get_by_role("group", name="Reach of slot 2")).to_be_visible()
    page.get_by_role("button", name="Change slot 1").click()
    expect(reach.get_by_role("button", name=place)).to_have_attribute("aria-pressed", "true")
    before = n_of(page)
    slots.nth(1).get_by_role("button", name=re.compile("^Take 3.* back$")).click()
    n_grows(page, before)
    expect(page.locator("#ask")).to_contain_text("Plan card 2 of 4")


def test_a_sealed_plan_leaves_no_trace_and_is_opened_again(house: House, visit: Visit) -> None:
    page = visit(house.url)
    bea = guest_of(page, house.url, visit, "airsteam")
    for who in (page, bea):
        who.locator("#board .place").first.wait_for()
    while "Plan card 1 of 4" not in page.locator("#ask").inner_text():
        asked = asked_of(page, bea)
        before = n_of(asked)
        click(walk_steps(asked, random.Random(1)))
        n_grows(asked, before, CONFIRM)
        asked.locator("#ask").wait_for()
        if asked.locator(CONFIRM).count():
            asked.locator(CONFIRM).click()
    for count, name in enumerate(("0", "1", "2", "3"), 2):
        page.locator(CHOICE).get_by_text(f"Plan {name}", exact=True).click()
        expect(page.locator("#ask")).to_contain_text(f"Plan card {count} of 4" if count < 5 else "Your plan is full")
    page.locator(CHOICE, has_text="Seal your plan").click()
    sealed = page.get_by_role("region", name="Sealed")
    expect(sealed.get_by_role("listitem").filter(has_text="Bea")).to_contain_text("still thinking")
    mine = page.locator("#board").get_by_role("group", name="Plan of Ann")
    expect(mine.get_by_role("img", name="face down", exact=True)).to_have_count(4)
    expect(sealed).not_to_contain_text("0, 1, 2, 3")
    sealed.get_by_role("button", name="Look at it").click()
    expect(sealed).to_contain_text("you have sealed 0, 1, 2, 3")
    page.keyboard.press("o")
    expect(page.locator("#ask")).to_contain_text("Your plan is full")
    expect(page.locator(".slots li").nth(3)).to_contain_text("3")


def test_several_cubes_are_given_up_at_once_and_orders_are_given_and_ended(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, upkeep)
    form = page.locator("form", has_text="Give up several at once")
    more = form.get_by_role("button", name=re.compile("^More ")).first
    more.click()
    more.click()
    before = n_of(page)
    form.get_by_role("button", name=re.compile("^Give up 2 ")).click()
    n_grows(page, before)
    expect(page.locator(".slots li")).to_have_count(2)

    page.get_by_role("button", name="Orders").click()
    order = page.get_by_role("region", name="Standing orders").get_by_label("Do not ask about loading again")
    order.check()
    expect(page.get_by_role("button", name="Orders (1)")).to_be_visible()
    expect(order).to_be_checked()
    order.uncheck()
    expect(page.get_by_role("button", name="Orders (1)")).to_have_count(0)


def test_more_diamonds_than_the_airship_has_are_asked_about_once(house: House, visit: Visit) -> None:
    page = visit(house.url)
    planning(page, house)
    for name in ("7◆◆", "6◆◆"):
        page.locator(CHOICE, has_text=f"Plan {name}").click()
    expect(page.locator(CONFIRM)).to_be_visible()


def test_dealt_colours_are_those_of_the_seats_and_of_the_board(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, FULL)
    seat = page.get_by_role("list", name="Seats").get_by_role("listitem").first
    expect(seat).to_have_attribute("style", re.compile(rf"--paint: ?{GREEN}"))
    ship = page.get_by_role("img", name=re.compile(f"^Airship of {ME}"))
    expect(ship.locator("[fill]").first).to_have_attribute("fill", GREEN)


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


def test_a_drag_is_not_dropped_by_news_that_arrive_meanwhile(house: House, visit: Visit) -> None:
    ann = visit(house.url)
    bea = guest_of(ann, house.url, visit, "airsteam")
    for _ in range(2):
        answer_once(asked_of(ann, bea), random.Random(1), board=0)
    for page in (ann, bea):
        expect(page.locator("#ask")).to_contain_text("Plan card 1 of 4")
    for name in ("2", "1", "0", "3"):
        settle(bea)
        movement_card(bea, name).locator(".card").click()
        expect(bea.locator(".slots li", has_text=name).first).to_be_visible()
    settle(bea)
    slots = ann.locator(".slots li")
    movement_card(ann, "3").locator(".card").drag_to(slots.nth(0))
    expect(slots.nth(0)).to_contain_text("3")
    settle(ann)
    # The card of slot 1 is on its way to slot 2 when Bea seals her plan.
    begin_drag(ann, slots.nth(0), slots.nth(1))
    before = n_of(ann)
    bea.locator(CHOICE, has_text="Seal your plan").click()
    n_grows(ann, before)
    end_drag(ann, slots.nth(1))
    expect(slots.nth(1)).to_contain_text("3")
    expect(slots.nth(0)).not_to_contain_text("3")


def begin_drag(page: Page, what: Locator, to: Locator) -> None:
    start, end = box(what), box(to)
    page.mouse.move(start["x"] + 12, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 14, steps=8)


def end_drag(page: Page, to: Locator) -> None:
    end = box(to)
    page.mouse.move(end["x"] + end["width"] / 2 + 4, end["y"] + 16, steps=4)
    page.mouse.up()
