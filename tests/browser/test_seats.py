"""Links, keys and devices as people meet them, and what a table says about where it comes from."""

import msgspec
from playwright.sync_api import Page, expect

import aerodrome
from aerodrome.core.actions import CHANCE
from browser.conftest import BROWSER, Visit, Watch
from browser.house import House
from browser.player import guest_of, open_table

pytestmark = BROWSER


def open_my_seat(page: Page) -> None:
    """The part of the Table dialog that only the person at the seat sees."""
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.get_by_role("heading", name="My seat")).to_be_visible()


def link_of(page: Page, label: str) -> str:
    return page.get_by_label(f"Link: {label}").input_value()


def test_a_thief_with_somebodys_old_link_is_told_and_who_sits_there_gets_in(house: House, visit: Visit) -> None:
    host = visit(house.url)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    made = open_table(host, house.url, title="airline", seats=seats)
    guest = visit(house.url + made["links"][1])
    for said in ("Airline", "Ann", "Yellow"):
        expect(guest.locator("form")).to_contain_text(said)
    guest.get_by_label("My name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/m/*")

    thief = visit(house.url + made["links"][1])
    expect(thief.get_by_role("heading", name="This link is no longer open")).to_be_visible()
    expect(thief.locator("[data-spent]")).to_contain_text("a seat's link works once")
    expect(thief.get_by_role("button", name="Sit down")).to_have_count(0)

    guest.goto(house.url + made["links"][1])
    guest.wait_for_url(f"**/m/{made['id']}")

    open_my_seat(guest)
    guest.get_by_role("button", name="Show my key to come back").click()
    key = link_of(guest, "Your key to come back")
    thief.get_by_label("My key to come back").fill(key)
    thief.get_by_role("button", name="Come back").click()
    expect(thief.get_by_role("heading", name="Welcome back")).to_be_visible()
    expect(thief.locator("dl")).to_contain_text("Bea")
    thief.get_by_role("button", name="Back to my seat").click()
    thief.wait_for_url(f"**/m/{made['id']}")


def test_a_second_device_is_let_in_and_shown_out(house: House, visit: Visit, watch: Watch) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    open_my_seat(host)
    devices = host.get_by_role("list", name="My devices").get_by_role("listitem")
    expect(devices).to_have_count(1)
    host.get_by_role("button", name="Use another device").click()
    phone = visit(link_of(host, "For another device"), phone=True)
    phone.get_by_role("button", name="Open my seat here").click()
    expect(phone.get_by_role("button", name="Hand", exact=True)).to_be_visible()
    expect(devices).to_have_count(2)
    expect(guest.get_by_text("further device")).to_have_count(0)

    phone.get_by_role("button", name="Table", exact=True).click()
    expect(phone.get_by_text("let in from another one")).to_be_visible()
    watch.offline = True  # the browser reports the refused stream by itself
    host.get_by_role("button", name="Show it out").click()
    expect(devices).to_have_count(1)
    expect(phone.get_by_text("no longer has a place at this table")).to_be_visible()
    watch.offline = False
    host.keyboard.press("Escape")
    expect(host.get_by_role("log").get_by_text("You showed a device out of your seat")).to_be_visible()
    expect(host.get_by_role("group", name="My hand")).to_be_visible()


def test_an_imported_match_is_announced(house: House, visit: Visit) -> None:
    record = aerodrome.Record.start("airkwire", 3, seed="x")
    while record.game.actors(record.state) == (CHANCE,):
        record.play(CHANCE, record.game.legal(record.state, CHANCE)[0])
    host = visit(house.url)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "bot", "level": "cadet"}]
    plan = {"record": msgspec.json.decode(record.to_json()), "seats": seats}
    made = open_table(host, house.url, "/import", **plan)
    host.goto(f"{house.url}/m/{made['id']}")
    expect(host.locator("[data-origin]")).to_contain_text("goes on from a record")
    guest = visit(house.url + made["links"][1])
    expect(guest.locator("[data-origin]")).to_contain_text("are not what the record's own seed gives")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("button", name="From a record", exact=True)).to_be_visible()
    expect(guest.locator(".log-frame")).to_contain_text("This table goes on from a record")


def test_a_closed_table_says_so_to_everybody(house: House, visit: Visit) -> None:
    host = visit(house.url)
    made = open_table(
        host, house.url, title="airline", seats=[{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    )
    host.goto(f"{house.url}/m/{made['id']}")
    guest = visit(house.url + made["links"][1])
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("Waiting for 1 more")).to_be_visible()
    host.get_by_role("button", name="Close this table").click()
    for page in (host, guest):
        expect(page.get_by_role("heading", name="This table was closed")).to_be_visible()
    late = visit(house.url + made["links"][2])
    expect(late.locator("[data-spent]")).to_contain_text("closed this table before it began")
