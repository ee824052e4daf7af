"""Air-Kwire's board: the map under hexes, the market, certificates, and mergers that can be watched again."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.moments import LIT, ME, all_named_and_one_chosen_by_enter, kept, letters, says_why, sit, two_taps_enlarge
from browser.player import CHOICE, ROW, box, make, n_grows, n_of, settle

pytestmark = BROWSER

GAME = "airkwire/06-4"
ROUTE = kept(GAME, 65, 0)
"""A route is to be made: Norfolk in one way, Santa Barbara in two; Boise cannot be reached."""
STOCK = kept(GAME, 62, 0)
"""Shares may be bought and sold."""
HOME = kept(GAME, 183, 2)
"""TWA has met American: an aircraft for its home, then the merger."""

LISTEN = """
tale => {
  window.told = [];
  const words = () => tale.querySelector('.words').textContent;
  new MutationObserver(() => window.told.at(-1) === words() || window.told.push(words()))
    .observe(tale, { subtree: true, childList: true, characterData: true });
}
"""
"""Keeps what a story says, step by step."""


def city(page: Page, name: str) -> Locator:
    return page.locator("#board").get_by_role("button", name=re.compile(f"^{name}, "))


def test_a_press_on_a_city_plays_its_only_route_and_offers_several(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, ROUTE)
    city(page, "Santa Barbara").click()
    offers = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Fly "))
    expect(offers).to_have_count(2)
    page.keyboard.press("Escape")
    before = n_of(page)
    city(page, "Norfolk").click()
    n_grows(page, before)
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"to Norfolk"))


def test_a_route_in_the_bar_lights_its_city_and_the_city_lights_its_routes(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, ROUTE)
    place = city(page, "Santa Barbara")
    routes = page.locator(CHOICE, has_text="Santa Barbara").filter(has_text="Fly")
    routes.first.hover()
    expect(place).to_have_class(LIT)
    page.mouse.move(2, 2)
    expect(place).not_to_have_class(LIT)
    place.hover()
    for route in routes.all():
        expect(route).to_have_class(LIT)
    expect(page.locator(CHOICE, has_text="Norfolk").first).not_to_have_class(LIT)


def test_a_city_out_of_reach_says_why_on_hover_and_by_keyboard(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, ROUTE)
    says_why(page, city(page, "Boise"), re.compile(r"AK-[\dR]"))


def test_every_place_that_can_be_chosen_has_a_name_and_is_chosen_by_enter(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, ROUTE)
    all_named_and_one_chosen_by_enter(page, city(page, "Norfolk"))


def test_a_card_in_hand_shows_where_it_flies_with_what_and_for_whom(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, ROUTE)
    flights = page.locator("[data-flights]")
    expect(flights).to_have_count(0)
    cards = page.get_by_role("group", name="Your cards")
    cards.get_by_text("Santa Barbara", exact=True).hover()
    expect(flights).to_have_attribute("data-flights", "western")
    expect(flights).to_contain_text("Western")
    assert flights.locator("line.reach:not(.under)").count() == 1
    cards.get_by_text("Boise", exact=True).hover()
    expect(flights).to_contain_text("no airline reaches it")


def test_a_share_is_bought_on_its_certificate(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, STOCK)
    delta = page.locator("#board").get_by_role("button", name=re.compile("^Delta"))
    delta.click()
    offers = page.get_by_role("dialog", name=re.compile("^Delta")).get_by_role("button")
    expect(offers).to_have_count(2)
    before = n_of(page)
    offers.first.click()
    n_grows(page, before)
    expect(page.get_by_role("log")).to_contain_text(f"{ME} buys one share of Delta")


def test_a_merger_is_told_step_by_step_and_can_be_watched_again(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, HOME)
    page.locator(CHOICE).first.click()
    tale = page.locator("[data-tale=merger]")
    # When it has been told, and the turn has passed, it folds up.
    settle(page)
    fold = page.get_by_role("button", name="Last merger")
    fold.click()
    tale.evaluate(LISTEN)
    tale.get_by_role("button", name="Watch again").click()
    page.wait_for_function("() => window.told.length > 4 && window.told.at(-1).includes('points')")
    told = page.evaluate("window.told")
    assert told[0] == "TWA takes over American at New Orleans"
    assert told[1].startswith("Bonuses")
    assert told.count("Shares of American are handed in") >= 1
    back = tale.get_by_role("button", name="Step before")
    while "2 of" not in tale.inner_text():
        back.click()
    expect(tale).to_contain_text("+$400")
    expect(tale).to_contain_text("most shares")
    expect(tale.get_by_text("second most")).to_have_count(2)
    back.click()
    expect(tale).to_contain_text("1 of")
    expect(page.locator("#board polygon.told")).to_have_count(1)
    tale.get_by_role("button", name="Close").click()
    expect(fold).to_be_visible()
    page.reload()
    expect(fold).to_be_visible()


def test_gifts_of_cash_wait_below_the_choices(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airkwire", "me", "cadet", "cadet", options={"loans": True}))
    settle(page)
    gifts = page.locator(".rail .fold", has_text="Give cash to")
    expect(gifts).to_have_count(2)
    assert box(page.locator(ROW).first)["y"] < box(gifts.first)["y"]
    expect(page.locator(".rail form")).to_have_count(0)
    gifts.first.click()
    sheet = page.locator(".rail .sheet")
    expect(sheet.get_by_role("button", name=re.compile(r"^Give \$\d+ to "))).to_be_visible()


def test_the_table_says_what_its_rules_mean(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, STOCK)
    page.get_by_role("button", name="Table", exact=True).click()
    said = page.locator("dialog dl").get_by_text("stall rounds").locator("xpath=following-sibling::dd[1]")
    expect(said).to_contain_text(re.compile(r"^\s*10\s+\S+ \S+"))


def test_on_a_phone_codes_prices_and_certificates_can_be_read(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    sit(page, house, HOME)
    assert min(letters(page, "text.code").values()) >= 9.5
    assert min(letters(page, "text.price").values()) >= 9.5
    names = letters(page, ".cards text")
    assert min(size for text, size in names.items() if "·" in text) >= 12
    assert box(page.locator("#board div.map"))["width"] >= box(page.locator(".stage"))["width"] - 2


def test_on_a_phone_the_question_brings_its_part_of_the_board_and_two_taps_enlarge_it(
    house: House, visit: Visit
) -> None:
    page = visit(house.url, phone=True)
    sit(page, house, STOCK)
    expect(page.get_by_role("button", name=re.compile("^Delta")).first).to_be_in_viewport()
    sit(page, house, ROUTE)
    place = city(page, "Norfolk")
    expect(place).to_be_in_viewport()
    one = page.locator("#board .map .place").first
    small = box(one)
    whole = box(page.locator("#board div.map"))
    two_taps_enlarge(page, whole["x"] + 10, whole["y"] + 10)
    assert box(one)["width"] > 2 * small["width"]
    expect(place).to_be_in_viewport()
