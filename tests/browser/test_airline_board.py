"""Airline's board: the oval and the world, by mouse, keyboard and finger."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from aerodrome.core.game import Game
from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.moments import (
    LIT,
    ME,
    a_pinch_enlarges,
    found,
    in_names,
    large_enough,
    letters,
    place,
    says_why,
    sit,
    step,
    two_taps_enlarge,
)
from browser.player import CHOICE, CONFIRM, box, make, n_grows, n_of, settle

pytestmark = BROWSER

EMPTY_FRAMES = """
window.empty_frames = 0;
(function look() {
  if (document.querySelector('#ask') && !document.querySelector('#board .zoom svg')) window.empty_frames += 1;
  requestAnimationFrame(look);
})();
"""


@found("airline", 4)
def base_choice(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "BaseChoice" and seat == 2


@found("airline", 4)
def middle(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "Before" and state.round >= 18


@found("airline", 4)
def cut_off(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "Before" and state.owned[seat] != state.network[seat]


@found("airline", 4)
def can_trade(game: Game, state: Any, seat: int) -> bool:
    """The asked seat and another have a city besides their bases."""
    more = [bin(owned).count("1") > 1 for owned in state.owned]
    return step(state) == "Before" and more[seat] and more.count(True) > 1


def tile(page: Page, name: str) -> Locator:
    return place(page, name).filter(has=page.locator("rect.plate"))


def dot(page: Page, name: str) -> Locator:
    return place(page, name).filter(has=page.locator("text.label"))


def plate(page: Page, name: str) -> Locator:
    """The tile of a city that nothing is asked about."""
    return page.locator(f"#board [aria-label^='{name},']").filter(has=page.locator("rect.plate"))


def test_nobody_is_asked_before_an_empty_board(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    path = make(page, house.url, "airline", "me", "cadet")
    held: list[Route] = []
    page.route(re.compile(r"/assets/airline-.*\.js"), lambda route: held.append(route))
    page.add_init_script(EMPTY_FRAMES)
    with page.expect_request(re.compile("/events")):
        page.goto(house.url + path)
    # The room has arrived and its stream runs, the board is still on its way.
    expect(page.get_by_text("Laying the table")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert len(held) == 1
    held[0].continue_()
    page.locator(CHOICE).first.wait_for()
    board = page.locator("#board .zoom svg")
    expect(board).to_be_visible()
    assert page.evaluate("window.empty_frames") == 0
    assert box(board)["width"] > 380
    assert box(board)["height"] > 200
    expect(page.locator("#board rect.plate")).to_have_count(24)


def test_a_click_on_a_city_plays_the_choice_there(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, base_choice)
    free = room["question"]["choices"][0]["where"]["city"]
    name = next(city["name"] for city in room["board"]["cities"] if city["id"] == free)
    tile(page, name).click()
    expect(page.locator("#board").get_by_label(f"{name}, base of {ME}").first).to_be_visible()


def test_what_is_hovered_in_the_bar_is_lit_on_track_and_map_and_the_other_way_round(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, base_choice)
    free = room["question"]["choices"][3]
    name = next(city["name"] for city in room["board"]["cities"] if city["id"] == free["where"]["city"])
    choice = page.locator(CHOICE, has_text=free.get("place") or free["label"])
    choice.hover()
    expect(tile(page, name)).to_have_class(LIT)
    expect(dot(page, name)).to_have_class(LIT)
    page.locator("#ask").hover()
    expect(tile(page, name)).not_to_have_class(LIT)
    for there in (tile(page, name), dot(page, name).locator("circle").first, dot(page, name).locator("text")):
        there.hover()
        expect(choice).to_have_class(LIT)
        page.locator("#ask").hover()
        expect(choice).not_to_have_class(LIT)


def test_a_refused_city_says_why_with_its_rule_on_hover_and_on_focus(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, base_choice)
    refused = next(one for one in room["question"]["refused"] if one["where"])
    name = next(city["name"] for city in room["board"]["cities"] if city["id"] == refused["where"]["city"])
    says_why(page, tile(page, name), in_names(room, refused["why"]), refused["rule"])


def test_tab_reaches_a_city_and_enter_chooses_it(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, base_choice)
    page.locator("#board .zoom svg").first.focus()
    page.keyboard.press("Tab")
    focused = page.locator("#board .place:focus")
    said = focused.locator("title").text_content() or ""
    assert re.match(r".+, (free|.+, base): ", said), said
    while focused.get_attribute("aria-disabled"):
        page.keyboard.press("Tab")
    said = focused.locator("title").text_content() or ""
    before = n_of(page)
    page.keyboard.press("Enter")
    n_grows(page, before)
    expect(page.locator("#board").get_by_label(f"{said.split(',')[0]}, base of {ME}").first).to_be_visible()


def test_a_city_that_is_cut_off_is_dimmed_and_shows_the_missing_link(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, cut_off)
    lost = [city for city in room["view"]["cities"] if city["owner"] is not None and not city["connected"]]
    names = {city["id"]: city["name"] for city in room["board"]["cities"]}
    expect(page.locator("#board rect.plate.cut")).to_have_count(len(lost))
    expect(
        page.locator(f"#board [aria-label*='{names[lost[0]['city']]}'][aria-label*='cut off']").first
    ).to_be_visible()
    links = page.locator("#board path.missing:not(.under)")
    assert links.count() == sum(len(city["links"]) for city in lost)


def test_on_a_phone_names_and_fares_can_be_read_and_tiles_be_hit(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    sit(page, house, middle)
    for texts in ("text.fare", "text.name:not(.special)", "text.label"):
        sizes = letters(page, texts)
        assert len(sizes) >= 15
        assert min(sizes.values()) >= 9, sizes
    large_enough(page.locator("#board rect.plate"), 40, 30)


def test_on_a_phone_a_double_tap_goes_to_the_place_that_matters_and_a_pinch_enlarges(
    house: House, visit: Visit
) -> None:
    page = visit(house.url, phone=True)
    sit(page, house, middle)
    stage = box(page.locator("#board .stage"))
    at = (stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    two_taps_enlarge(page, *at)
    active = box(page.locator("#board .plane.active"))
    assert stage["x"] - 5 < active["x"] < stage["x"] + stage["width"]
    assert stage["y"] - 5 < active["y"] < stage["y"] + stage["height"]
    a_pinch_enlarges(page, *at)


def drag(page: Page, what: Locator, to: Locator) -> None:
    start, end = box(what), box(to)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + 30, steps=6)
    expect(to).to_have_class(re.compile(r"\bover\b"))
    page.mouse.up()


def test_cities_are_dragged_from_the_board_into_both_sides_of_a_deal(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, can_trade)
    form = room["question"]["forms"][0]
    mine = form["mine"][0]["label"]
    other = [one for one in form["partners"] if one["items"]][-1]
    theirs = other["items"][-1]["label"]
    page.locator(".fold", has_text=form["label"]).click()
    give, want = page.locator("[data-side=give]"), page.locator("[data-side=want]")
    before = n_of(page)

    drag(page, plate(page, mine), give)
    expect(give.get_by_role("button", name=mine)).to_have_attribute("aria-pressed", "true")
    drag(page, plate(page, theirs), want)
    expect(want.get_by_role("button", name=theirs)).to_have_attribute("aria-pressed", "true")
    partner = room["seats"][other["seat"]]["name"].removesuffix(" (bot)")
    expect(page.get_by_role("radio", name=partner)).to_be_checked()

    # Let go beside the basket, nothing is put in; and a drag on the board is never a press.
    give.get_by_role("button", name=mine).click()
    seen = box(plate(page, mine))
    page.mouse.move(seen["x"] + 20, seen["y"] + 20)
    page.mouse.down()
    page.mouse.move(seen["x"] + 60, seen["y"] + 60, steps=4)
    page.mouse.move(seen["x"] + 22, seen["y"] + 22, steps=4)
    page.mouse.up()
    expect(give.get_by_role("button", name=mine)).to_have_attribute("aria-pressed", "false")
    assert n_of(page) == before


@found("airline", 4)
def answering(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "Answer" and state.round >= 4


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_deal_shows_both_sides_before_and_after_and_leaves_the_board_alone(
    phone: bool, house: House, visit: Visit
) -> None:
    page = visit(house.url, phone=phone)
    room = sit(page, house, can_trade)
    stage = box(page.locator("#board .stage"))
    form = room["question"]["forms"][0]
    other = next(one for one in form["partners"] if one["items"] and one["cash"] is not None)
    page.locator(".fold", has_text=form["label"]).click()
    names = [seat["name"].removesuffix(" (bot)") for seat in room["seats"]]
    page.get_by_role("radio", name=names[other["seat"]]).check(force=True)
    page.locator("[data-side=want]").get_by_role("button", name=other["items"][0]["label"]).click()
    prices = page.get_by_role("group", name="Usual prices to give").get_by_role("button")
    price = int(prices.first.inner_text())
    prices.first.click()
    expect(prices.first).to_have_attribute("aria-pressed", "true")
    table = page.get_by_role("table", name="The deal")
    cash = table.get_by_role("row", name=re.compile("^Cash"))
    expect(cash.get_by_role("cell").first).to_have_text(re.compile(rf"^{form['cash']} →\s+{form['cash'] - price}$"))
    theirs = other["cash"]
    expect(cash.get_by_role("cell").last).to_have_text(re.compile(rf"^{theirs} →\s+{theirs + price}$"))
    expect(table.get_by_role("row")).to_have_count(5)
    assert box(page.locator("#board .stage")) == stage
    sheet = page.get_by_role("region", name=form["label"])
    if not phone:
        assert box(sheet)["x"] >= stage["x"] + stage["width"] - 1
    # Money goes one way.
    page.get_by_role("textbox", name="money to ask for").fill("1")
    expect(page.get_by_role("textbox", name="money to give")).to_have_value("0")


def test_the_answer_to_a_deal_shows_both_sides_before_anything_is_pointed_at(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, answering)
    offer = room["view"]["offer"]
    me = room["view"]["players"][room["me"]["seat"]]
    after = me["cash"] + offer["give_cash"] - offer["want_cash"]
    table = page.locator(".brings").get_by_role("table", name="The deal")
    cash = table.get_by_role("row", name=re.compile("^Cash")).get_by_role("cell").first
    changed = rf"^{me['cash']} →\s+{after}$" if after != me["cash"] else rf"^{after}$"
    expect(cash).to_have_text(re.compile(changed))


def test_nobody_is_asked_for_offers_in_others_turns_until_the_switch_is_on(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, can_trade)
    switch = page.get_by_role("switch", name="Ask me for offers in others' turns")
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name="Orders").click()
    orders = page.get_by_role("region", name="Standing orders")
    expect(orders.get_by_label("Ask me for offers in others' turns")).not_to_be_checked()
    orders.get_by_role("button", name="Close").click()
    asked: list[str] = []
    for _ in range(6):
        settle(page)
        asked.append(page.locator("#ask").inner_text())
        before = n_of(page)
        quiet = page.locator(CHOICE).filter(has_text=re.compile("End your turn|Throw the dice|Reject"))
        (quiet if quiet.count() else page.locator(CHOICE)).first.click()
        n_grows(page, before)
    assert not [words for words in asked if "an offer before" in words]
    settle(page)
    switch.click()
    expect(switch).to_be_checked()
    expect(page.get_by_role("button", name="Orders (1)")).to_be_visible()
    for _ in range(12):
        settle(page)
        if "an offer before" in page.locator("#ask").inner_text():
            return
        before = n_of(page)
        quiet = page.locator(CHOICE).filter(has_text=re.compile("End your turn|Throw the dice|Reject"))
        (quiet if quiet.count() else page.locator(CHOICE)).first.click()
        n_grows(page, before, CONFIRM)
    raise AssertionError("never asked for an offer")
