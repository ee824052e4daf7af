"""From nothing to a seat: what the lobby promises, counted in clicks and seconds."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.player import CHOICE, make, settle

pytestmark = BROWSER

OWN = ("airline", "airkwire", "tingoose", "airsteam")


def test_a_server_just_started_shows_its_lobby_and_opens_a_table(own_house: House, visit: Visit) -> None:
    page = visit(own_house.url)
    page.locator("[data-quick=airsteam]").wait_for()
    page.locator("[data-quick=airline]").click()
    page.locator(CHOICE).first.wait_for()


def test_posters_do_not_wait_for_the_server_to_load_its_titles(house: House, visit: Visit) -> None:
    page = visit("about:blank")
    page.route("**/api/titles", lambda route: None)
    page.goto(house.url)
    for title in OWN:
        expect(page.locator(f"[data-quick={title}]")).to_be_visible()
    expect(page.locator("[data-title=airline] [data-fact=Players]")).to_contain_text("2–4")
    page.unroute_all(behavior="ignoreErrors")


def test_a_poster_says_what_one_gets_into(house: House, visit: Visit) -> None:
    page = visit(house.url)
    for title in OWN:
        poster = page.locator(f"article[data-title={title}]")
        expect(poster.locator(".goal")).to_have_text(re.compile(r"^\S.{40,}\.$"))
        expect(poster.locator("[data-fact=Players] dd")).to_have_text(re.compile(r"^\d–\d$"))
        expect(poster.locator("[data-fact=Minutes] dd")).to_have_text(re.compile(r"^\d+$"))
        expect(poster.locator("[data-fact=Choices] dd")).to_have_text(re.compile(r"^\d+$"))
        expect(poster.locator("[data-fact='To learn'] dd")).to_have_text(re.compile("easy|medium|hard"))
        expect(poster.get_by_role("button").first).to_have_text("Learn in ten minutes")


def test_a_table_against_bots_is_one_click_away_and_with_other_settings_two(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.locator("[data-quick=airline]").click()
    page.locator(CHOICE).first.wait_for()
    page.goto(house.url)
    page.locator("[data-title=airline]").get_by_role("link", name="Set up").click()
    page.get_by_role("button", name="Play against 3 bots").click()
    page.locator(CHOICE).first.wait_for()


def invitation(page: Page) -> str:
    link = page.locator("[data-link^='/j/']").first.get_attribute("data-link")
    assert link is not None
    return link


def test_from_a_link_in_a_chat_to_a_seat_in_two_clicks(house: House, visit: Visit) -> None:
    host = visit(house.url)
    host.locator("[data-title=airline]").get_by_role("link", name="Invite friends").click()
    expect(host.get_by_label("Friends by link")).to_be_checked()
    host.get_by_label("seats", exact=True).fill("2")
    host.get_by_role("button", name="Open the table").click()
    path = invitation(host)

    chat = f"<a href='{house.url}{path}'>our table</a>"
    guest = visit("about:blank")
    guest.set_content(chat)
    guest.get_by_role("link").click()
    sit = guest.get_by_role("button", name="Sit down")
    expect(sit).to_be_focused()
    sit.click()
    expect(guest).to_have_url(re.compile("/m/"))
    expect(guest.get_by_role("list", name="Seats")).to_contain_text("you")
    expect(host.get_by_text("Waiting for 1 more")).to_have_count(0)


def test_my_tables_are_on_top_with_those_that_wait_for_me_first(house: House, visit: Visit) -> None:
    page = visit(house.url)
    waiting = make(page, house.url, "tingoose", "me", "open", "open")
    asked = make(page, house.url, "airkwire", "me", "cadet", "cadet")
    page.goto(house.url + asked)
    settle(page)
    page.goto(house.url)
    mine = page.get_by_role("region", name="My tables").get_by_role("link")
    expect(mine.first).to_contain_text("Your move")
    expect(mine.nth(1)).to_have_attribute("href", waiting)
    expect(mine.nth(1)).to_contain_text("open seat")
    expect(mine.first).to_be_in_viewport()
    mine.first.click()
    page.locator(CHOICE).first.wait_for()


@pytest.mark.parametrize("title", OWN)
def test_every_option_is_explained_in_a_line(title: str, house: House, visit: Visit) -> None:
    page = visit(f"{house.url}/new/{title}")
    page.locator("summary", has_text="Rules of this table").click()
    settings = page.locator(".setting")
    assert settings.count() > 0
    for line in settings.locator("label span").all_inner_texts():
        assert len(line) > 10, line
