"""A game ends by agreement in the browser: proposal, answers, final screen; and how bots introduce themselves."""

import random
import re

from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.player import CHOICE, FINAL, answer_once, asked_of, guest_of, make, n_grows, n_of

pytestmark = SECOND_BROWSER


def propose_end(page: Page) -> None:
    page.get_by_role("button", name="Table", exact=True).click()
    # What is known of my devices comes a moment later, and moves what lies below it.
    page.get_by_role("button", name="Use another device").wait_for()
    page.get_by_role("button", name="Propose to end the game here").click()
    page.locator("[data-propose-end]").click()


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")


def test_two_people_agree_to_end_and_the_final_screen_says_so(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    for _ in range(4):
        answer_once(asked_of(host, guest), random.Random(1))
    propose_end(host)
    vote = guest.get_by_role("alert").filter(has_text="Ann proposes to end the game here")
    expect(vote).to_contain_text("1 agreed, 1 to go")
    vote.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        page.locator(FINAL).wait_for()
        expect(page.locator("[data-ending=agreement]")).to_contain_text("ended by agreement")
        expect(page.get_by_role("heading", level=1).last).to_have_text(re.compile("win"))
    guest.goto(house.url)
    expect(guest.locator("#my-tables ~ ul").first).to_contain_text("ended by agreement")


def test_a_no_lets_the_game_go_on_and_is_not_asked_again_at_once(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    asked_of(host, guest)
    propose_end(host)
    guest.get_by_role("alert").get_by_role("button", name="No", exact=True).click()
    expect(host.get_by_role("dialog")).to_contain_text("can be asked again after 16 more moves")
    expect(host.get_by_role("button", name="Propose to end the game here")).to_have_count(0)
    close_dialog(host)
    assert answer_once(asked_of(host, guest), random.Random(1))


def test_who_proposed_may_change_their_mind(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    asked_of(host, guest)
    propose_end(host)
    close_dialog(host)
    host.get_by_role("button", name="Play on after all").click()
    expect(guest.get_by_role("alert")).to_have_count(0)


def test_bots_are_asked_and_want_to_play_on_at_the_start(house: House, visit: Visit) -> None:
    page = visit(house.url, phone=True)
    page.goto(house.url + make(page, house.url, "tingoose", "me", "captain", "captain"))
    page.locator(CHOICE).first.wait_for()
    propose_end(page)
    expect(page.get_by_role("dialog")).to_contain_text("The table wanted to play on")


def test_air_kwire_calls_its_vote_from_a_button_beside_the_choices(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airkwire", "me", "me", "me", mode="hotseat"))
    page.get_by_role("button", name=re.compile("^I am")).or_(page.locator("[data-curtain] button")).first.click()
    page.locator(CHOICE).first.wait_for()
    before = n_of(page)
    page.get_by_role("group", name="You may also").get_by_role("button", name="Propose to end the game here").click()
    page.locator("[data-confirm]").click()
    n_grows(page, before, "[data-curtain]")


def test_a_bot_has_a_name_a_mark_a_level_and_a_style(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airline", "me", "captain", "captain"))
    page.locator(CHOICE).first.wait_for()
    room = page.request.get(f"{house.url}/api/matches/{page.url.rsplit('/', 1)[-1]}").json()
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    names = set()
    for info in room["seats"][1:]:
        card = seats.nth(info["seat"])
        name = info["name"].removesuffix(" (bot)")
        names.add(name)
        expect(card.locator(".name")).to_have_text(name)
        expect(card.locator(".state")).to_have_text(re.compile("bot|thinking"))
        assert f"captain · {info['style']}" in (card.locator(".who").get_attribute("title") or "")
    assert len(names) == 2
    assert not any(character.isdigit() for name in names for character in name)
