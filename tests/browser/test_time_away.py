"""Time away: the host grants days, somebody says when, and the clock stands for all to see until they are back."""

import re
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.player import wait_until

pytestmark = SECOND_BROWSER


def read_clocks(page: Page) -> list[int]:
    """How many milliseconds each seat has left for its move."""
    match = page.url.rsplit("/", 1)[-1]
    clocks = page.request.get(f"{page.url.split('/m/')[0]}/api/matches/{match}").json()["clocks"]
    return [seat["move_left"] for seat in clocks["seats"]]


def open_slow_table(page: Page, days: int) -> str:
    """A table of two with a day a move and so many days away; the guest's link."""
    page.get_by_label("Friends by link").check()
    page.get_by_label("My name").fill("Ann")
    page.get_by_text("Clock, hints, spectators").click()
    page.get_by_label("Clock: when it runs out").select_option("a day a move")
    page.get_by_label("Time away").fill(str(days))
    page.get_by_role("button", name="Open the table").click()
    return page.locator("[data-link^='/j/']").first.get_attribute("data-link") or ""


def test_somebody_is_away_and_the_clock_stands(house: House, visit: Visit) -> None:
    host = visit(f"{house.url}/new/toy")
    guest = visit(house.url + open_slow_table(host, 3))
    guest.get_by_label("My name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("timer").first).to_be_visible()
    before = read_clocks(host)[1]
    wait_until(host, lambda: read_clocks(host)[1] < before)

    guest.get_by_role("button", name="Table", exact=True).click()
    section = guest.locator("[data-time-away]")
    expect(section).to_contain_text("3 days a year, of which 3 are left")
    today = date.today()
    section.get_by_label("First day").fill(today.isoformat())
    section.get_by_label("Last day").fill((today + timedelta(days=1)).isoformat())
    section.get_by_role("button", name="I am away then").click()
    expect(section.locator("[data-period]")).to_contain_text(re.compile("^From .* to "))
    guest.keyboard.press("Escape")
    last = f"{today + timedelta(days=1):%-d %B}"
    expect(guest.locator("[data-on-leave]")).to_contain_text(f"You are away until {last}: your clock stands.")
    expect(host.locator("[data-on-leave]")).to_contain_text(f"Bea is away until {last}; that clock stands.")
    expect(host.get_by_role("log")).to_contain_text("Bea is away from")

    # Both are asked at once: one clock runs on, the other does not.
    stands = read_clocks(host)
    wait_until(host, lambda: read_clocks(host)[0] < stands[0] - 1000)
    assert read_clocks(host)[1] == stands[1]

    guest.get_by_role("button", name="Table", exact=True).click()
    section.get_by_role("button", name="I am back").click()
    expect(section.locator("[data-period]")).to_have_count(0)
    expect(host.locator("[data-on-leave]")).to_have_count(0)
    wait_until(host, lambda: read_clocks(host)[1] < stands[1])


def test_a_host_who_grants_no_days_gets_none(house: House, visit: Visit) -> None:
    host = visit(f"{house.url}/new/toy")
    guest = visit(house.url + open_slow_table(host, 0))
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("timer").first).to_be_visible()
    guest.get_by_role("button", name="Table", exact=True).click()
    expect(guest.get_by_role("dialog")).to_be_visible()
    expect(guest.locator("[data-time-away]")).to_have_count(0)
