"""Two strangers find each other through the lobby and play; one of them keeps the tables and gets rid of a thief."""

import random

from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit, Watch
from browser.house import House
from browser.player import FINAL, answer_once

pytestmark = SECOND_BROWSER

NAME, PASSWORD = "Wilhelmina", "across the channel"


def play_to_the_end(pages: list[Page]) -> None:
    rng = random.Random(1)
    for page in pages:
        answer_once(page, rng, board=0.0)
    for page in pages:
        expect(page.locator(FINAL)).to_be_visible()


def test_strangers_meet_in_the_lobby_and_one_keeps_the_tables(house: House, visit: Visit, watch: Watch) -> None:
    host = visit(f"{house.url}/tables")
    host.get_by_label("My name").fill(NAME)
    host.get_by_role("radio", name="toy").check(force=True)
    host.get_by_label("Seats").select_option("2")
    host.get_by_label("Bots fill up after").select_option("never: people only")
    expect(host.locator(".promise")).to_contain_text("people only")
    host.locator("[data-play-now]").click()
    expect(host.locator("[data-listing]")).to_contain_text("stands in the lobby")
    table = host.url.rsplit("/", 1)[-1]

    # On the page with the posters one line says that somebody waits.
    guest = visit(house.url)
    expect(guest.get_by_label("Play with people")).to_contain_text("free")
    guest.locator("[data-people]").click()
    row = guest.locator(f"[data-open-tables] [data-table='{table}']")
    expect(row).to_contain_text(NAME)
    expect(row).to_contain_text("1 of 2 free")
    guest.get_by_role("button", name="Airline", exact=True).click()
    expect(row).to_have_count(0)
    # Where nobody waits the page says what one can do, and leads back.
    guest.get_by_role("button", name="Kings of Air and Steam", exact=True).click()
    empty = guest.locator(".empty")
    expect(empty).to_contain_text("Open the first one of Kings of Air and Steam")
    expect(empty.get_by_role("link", name="Open a Kings of Air and Steam table")).to_have_attribute(
        "href", "/new/airsteam/public"
    )
    empty.get_by_role("button", name="All games").click()
    expect(row).to_have_count(1)
    guest.get_by_label("My name").fill("Orville")
    guest.get_by_label("My name").blur()
    row.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(f"**/m/{table}")

    watcher = visit(f"{house.url}/tables")
    running = watcher.locator(f"[data-running-tables] [data-table='{table}']")
    expect(running).to_contain_text(f"{NAME} and Orville")
    running.get_by_role("button", name="Watch").click()
    watcher.wait_for_url(f"**/m/{table}")
    expect(watcher.locator(".rail")).to_contain_text("watching")
    play_to_the_end([host, guest])

    host.goto(f"{house.url}/me")
    host.get_by_label("Name").fill(NAME)
    host.get_by_label("Password").fill(PASSWORD)
    host.locator("[data-enter]").click()
    expect(host.locator("[data-codes] li")).to_have_count(8)
    host.get_by_role("button", name="I have kept them").click()
    expect(host.get_by_role("heading", name=NAME)).to_be_visible()

    phone = visit(f"{house.url}/me")
    phone.get_by_role("button", name="Sign in", exact=True).first.click()
    phone.get_by_label("Name").fill(NAME)
    phone.get_by_label("Password").fill(PASSWORD)
    phone.locator("[data-enter]").click()
    expect(phone.locator("[data-sessions] li")).to_have_count(2)
    phone.goto(house.url)
    phone.locator(f"a[href='/m/{table}']").click()
    expect(phone.locator(FINAL)).to_be_visible()

    host.reload()
    expect(host.locator("[data-sessions] li")).to_have_count(2)
    host.get_by_role("button", name="Sign it out").click()
    expect(host.locator("[data-sessions] li")).to_have_count(1)
    watch.offline = True  # the browser itself reports the refusal
    phone.goto(f"{house.url}/m/{table}")
    expect(phone.get_by_text("not yours to see")).to_be_visible()
    phone.goto(house.url)
    expect(phone.locator("[data-account='']")).to_be_visible()
    host.goto(house.url)
    expect(host.locator(f"a[href='/m/{table}']")).to_be_visible()
