"""Tin Goose's board: the country, its tracks and its bids, by mouse, keyboard and finger."""

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Locator, Page, expect

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
from browser.player import CHOICE, CONFIRM, POPOVER, box, n_grows, n_of, open_table, row_of

pytestmark = BROWSER

MEDIUM = 1


@found("tingoose", 4)
def acts(game: Game, state: Any, seat: int) -> bool:
    """A turn with cities to fly to and cities that cannot be reached, all planes small."""
    return step(state) == "TakesAction" and state.round >= 2 and not planes(game, state, seat, MEDIUM)


@found("tingoose", 4)
def medium(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "TakesAction" and planes(game, state, seat, MEDIUM) > 0


def planes(game: Any, state: Any, seat: int, size: int) -> int:
    fleets = zip(state.fleets[seat], state.planes[seat], strict=True)
    return sum(count for fleet, count in fleets if game.fleet_size[fleet] == size)


@found("tingoose", 4)
def auction(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "CallsBid" and state.step_stack[-1].leader >= 0


@found("tingoose", 4)
def strike(game: Game, state: Any, seat: int) -> bool:
    return step(state) == "BidsChips" and len(game.actors(state)) == 2


@found("tingoose", 4)
def crash(game: Game, state: Any, seat: int) -> bool:
    return any("crash" in game.say(state, seat, action) for action in game.legal(state, seat))


def city(page: Page, room: dict[str, Any], key: str) -> Locator:
    name = next(one["name"] for one in room["board"]["cities"] if one["id"] == key)
    return place(page, name)


def flights(room: dict[str, Any]) -> list[dict[str, Any]]:
    return [choice for choice in room["question"]["choices"] if "city" in choice.get("where", {})]


def per_city(room: dict[str, Any]) -> Counter[str]:
    return Counter(choice["where"]["city"] for choice in flights(room))


def mark(there: Locator) -> Locator:
    return there.locator("circle").first


def test_a_click_on_a_city_flies_there_or_offers_what_can_be_done(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, acts)
    places = per_city(room)
    key, count = places.most_common()[-1]
    before = n_of(page)
    mark(city(page, room, key)).click()
    if count > 1:
        offered = page.get_by_role("dialog").get_by_role("button")
        expect(offered).to_have_count(count)
        offered.first.click()
    if page.locator(CONFIRM).count():
        page.locator(CONFIRM).click()
    n_grows(page, before)
    name = next(one["name"] for one in room["board"]["cities"] if one["id"] == key)
    page.wait_for_function(
        """([name, me]) => [...document.querySelectorAll('#board .place')]
            .map((one) => one.getAttribute('aria-label') ?? one.querySelector('title')?.textContent ?? '')
            .some((said) => said.startsWith(name) && RegExp(`served by [^:]*${me}`).test(said))""",
        arg=[name, ME],
    )


def test_what_is_hovered_in_the_bar_is_lit_on_the_map_and_the_other_way_round(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, acts)
    flight = flights(room)[0]
    choice = row_of(page, flight)
    there = city(page, room, flight["where"]["city"])
    choice.hover()
    expect(there).to_have_class(LIT)
    page.locator("#ask").hover()
    expect(there).not_to_have_class(LIT)
    mark(there).hover()
    expect(choice).to_have_class(LIT)
    page.locator("#ask").hover()
    expect(choice).not_to_have_class(LIT)


def test_a_refused_city_says_why_with_its_rule_on_hover_and_on_focus(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, acts)
    open_cities = per_city(room)
    refused = next(
        one
        for one in room["question"]["refused"]
        if "city" in one.get("where", {}) and one["where"]["city"] not in open_cities
    )
    there = city(page, room, refused["where"]["city"])
    says_why(page, there, in_names(room, refused["why"]), refused["rule"], at=mark(there))


def test_tab_reaches_what_can_be_chosen_and_enter_chooses_it(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, acts)
    page.locator("#board .zoom svg").first.focus()
    page.keyboard.press("Tab")
    focused = page.locator("#board .place:focus")
    for _ in range(60):
        if focused.get_attribute("aria-disabled") is None:
            break
        page.keyboard.press("Tab")
    said = focused.locator("title").text_content() or ""
    assert re.match(r".+: .+", said), said
    before = n_of(page)
    page.keyboard.press("Enter")
    n_grows(page, before, POPOVER, CONFIRM)


def test_names_lie_over_every_tower_and_the_zoom_s_buttons_beside_the_tables(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, acts)
    is_above = page.evaluate(
        """() => {
            const name = document.querySelector('#board .names text');
            return [...document.querySelectorAll('#board .tower')]
                .every((tower) => tower.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING);
        }"""
    )
    assert page.locator("#board .tower").count() > 3
    assert is_above
    zoom = box(page.get_by_role("button", name="Zoom in"))
    airmail = box(page.locator("#board").get_by_text("AIRMAIL"))
    assert zoom["x"] + zoom["width"] < airmail["x"]


def test_every_city_track_and_destination_has_a_name(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, acts)
    names: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('#board .place')]
            .map((one) => one.getAttribute('aria-label') ?? one.querySelector('title')?.textContent ?? '')"""
    )
    assert all(names)
    for one in [*room["board"]["cities"], *room["board"]["destinations"]]:
        assert any(name.startswith(one["name"]) for name in names), one["name"]
    for player in range(4):
        flames, barrels = (room["view"]["players"][player][kind] for kind in ("flames", "barrels"))
        said = f"{room['seats'][player]['name']}: hazard {flames} flames, oil {barrels} barrels"
        expect(page.locator(f'#board [aria-label="{said}"]')).to_have_count(1)


def test_hexes_show_only_while_a_medium_plane_can_fly(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, acts)
    expect(page.locator("#board polygon.hex")).to_have_count(0)
    sit(page, house, medium)
    assert page.locator("#board polygon.hex").count() > 10


def test_an_auction_is_a_row_of_bids_with_the_leader_and_whose_turn_it_is(house: House, visit: Visit) -> None:
    for phone in (False, True):
        page = visit(house.url, phone=phone)
        room = sit(page, house, auction)
        now = room["view"]["auction"]
        leader = room["seats"][now["leader"]]["name"]
        expect(page.locator(f"#board [aria-label='{leader} leads with ${now['high']}']")).to_be_visible()
        expect(page.locator(f"#board [aria-label='{ME} is to bid']")).to_be_visible()


def test_secret_bids_lie_face_down_as_chips(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, strike)
    expect(page.locator(f"#board [aria-label='{ME} is choosing']")).to_be_visible()
    bid = [seat for seat, player in enumerate(room["view"]["players"]) if player["chosen"]]
    assert bid
    for seat in bid:
        name = room["seats"][seat]["name"]
        expect(page.locator(f"#board [aria-label='{name} has bid, face down'] .chip")).to_be_visible()


def test_a_crash_shows_what_everybody_paid(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, crash)
    page.locator(CHOICE, has_text="crash").first.click()
    price = re.compile(r"(.+): hazard (\d+) flames, oil \d+ barrels, paid \$(\d+)")
    rows = page.locator("#board [aria-label*='barrels, paid $']")
    expect(rows).to_have_count(len(room["seats"]))
    expect(rows.first.locator(".bill")).to_contain_text("−$")
    paid = [price.fullmatch(row.get_attribute("aria-label") or "") for row in rows.all()]
    assert all(one and int(one[3]) % int(one[2]) == 0 for one in paid)


def test_on_a_phone_city_codes_and_tracks_can_be_read(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    room = sit(page, house, acts)
    sizes = letters(page, "text")
    codes = {one["code"] for one in room["board"]["cities"]}
    assert codes <= set(sizes)
    assert min(sizes.values()) >= 9, sizes
    large_enough(page.locator("#board .port > rect"), 90, 20)


def test_on_a_phone_a_double_tap_goes_to_the_place_that_matters_and_a_pinch_enlarges(
    house: House, visit: Visit
) -> None:
    page = visit(house.url, phone=True)
    room = sit(page, house, acts)
    first = flights(room)[0]["where"]["city"]
    stage = box(page.locator("#board .stage"))
    # Canada: nothing can be chosen there.
    north = (stage["x"] + stage["width"] * 0.55, stage["y"] + stage["height"] * 0.2)
    two_taps_enlarge(page, *north)
    expect(mark(city(page, room, first))).to_be_in_viewport()
    assert any(name.startswith(one["name"]) for one in room["board"]["cities"] for name in letters(page, "text"))
    a_pinch_enlarges(page, *north)


def test_a_sealed_bid_is_seen_by_nobody_and_opened_again(house: House, visit: Visit) -> None:
    page = visit(house.url)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "bot", "level": "cadet"}]
    made = open_table(page, house.url, title="tingoose", seats=seats)
    page.goto(f"{house.url}/m/{made['id']}")
    bea = visit(house.url + made["links"][1])
    bea.get_by_label("My name").fill("Bea")
    bea.get_by_role("button", name="Sit down").click()
    for who in (page, bea):
        who.locator(CHOICE).first.wait_for()
    bid = page.locator("form", has=page.get_by_role("button", name=re.compile("^More ")))
    bid.get_by_role("button", name=re.compile("^More ")).first.click()
    before = n_of(page)
    bid.locator("[type=submit]").click()
    n_grows(page, before)
    sealed = page.get_by_role("region", name="Sealed")
    expect(sealed.get_by_role("listitem").filter(has_text="Bea")).to_contain_text("still thinking")
    expect(sealed).not_to_contain_text("you have sealed")
    expect(bea.get_by_text("you have sealed")).to_have_count(0)
    sealed.get_by_role("button", name="Look at it").click()
    expect(sealed).to_contain_text("you have sealed $")
    sealed.get_by_role("button", name="Open your bid again").click()
    expect(page.locator(CHOICE).first).to_be_visible()
    expect(sealed).to_have_count(0)
