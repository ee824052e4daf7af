"""Coming to a table: what an invitation says, how far a link reaches, watching, notes, and choices that stay."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aerodrome.server.local_network import ADDRESS_VARIABLE
from browser.conftest import SECOND_BROWSER, Visit, Watch
from browser.house import House
from browser.player import asked_of, box, guest_of, make, open_table, settle
from browser.test_look import findings

pytestmark = SECOND_BROWSER

NETWORK = "127.0.0.2"
"""An address of this machine that is not the one its person uses: the stand-in for a local network."""
ANN = {"kind": "person", "name": "Ann"}
OPEN = {"kind": "open"}


@pytest.fixture
def lan_house(tmp_path: Path, client: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server whose machine is in a local network."""
    monkeypatch.setenv(ADDRESS_VARIABLE, NETWORK)
    house = House(tmp_path).start()
    yield house
    house.stop()


def fact(page: Page, name: str) -> str:
    """What an invitation says about something."""
    term = page.locator("dt").get_by_text(name, exact=True)
    return term.locator("xpath=following-sibling::dd[1]").inner_text()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_an_invitation_names_title_host_rules_seats_and_length(phone: bool, house: House, visit: Visit) -> None:
    host = visit(house.url)
    made = open_table(
        host,
        house.url,
        title="airline",
        seats=[ANN, {"kind": "bot", "level": "cadet"}, OPEN],
        options={"short_game": True},
        clock={"per_move": 120},
        watchable=False,
    )
    guest = visit(house.url + made["links"][2], phone=phone)
    expect(guest).to_have_title("Ann invites you to Airline · Aerodrome")
    expect(guest.get_by_role("heading", name="Airline")).to_be_visible()
    assert fact(guest, "Host") == "Ann"
    assert "yours" in fact(guest, "Table")
    assert fact(guest, "Length").startswith("about an hour with two people and one bot")
    assert fact(guest, "Clock") == "2 minutes a move, then a bot moves"
    rules = fact(guest, "Rules")
    for said in ("short game: yes", "The first bankruptcy ends the game", "the house edition", "nobody may watch"):
        assert said in rules
    assert fact(guest, "Begins") == "when you sit down"
    assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert findings(guest) == []


def test_a_spectators_link_speaks_of_watching(house: House, visit: Visit) -> None:
    host = visit(house.url)
    made = open_table(host, house.url, title="airline", seats=[ANN, OPEN])
    watcher = visit(house.url + made["spectator_link"])
    expect(watcher).to_have_title("Watch Ann’s table of Airline · Aerodrome")
    expect(watcher.get_by_text("You are invited to watch")).to_be_visible()
    expect(watcher.locator("[data-watching]")).to_contain_text("You cannot play, vote or chat.")
    expect(watcher.locator("[data-watching]")).to_contain_text("A seat is still free: to play, ask Ann for a link.")
    expect(watcher.get_by_text("Sit down")).to_have_count(0)
    assert findings(watcher) == []
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.get_by_text("You are watching. The game begins")).to_be_visible()
    guest = visit(house.url + made["links"][1])
    guest.get_by_role("button", name="Sit down").click()
    expect(watcher.get_by_text("You are watching: the board as everybody sees it")).to_be_visible()
    expect(watcher.get_by_role("tab", name="Log")).to_be_visible()
    expect(watcher.get_by_role("tab", name="Notes")).to_have_count(0)
    watcher.get_by_role("button", name="Table", exact=True).click()
    expect(watcher.locator("dialog [data-watching]")).to_contain_text("nobody’s hand")
    late = visit(house.url + made["spectator_link"])
    expect(late.locator("[data-watching]")).not_to_contain_text("free")


def test_the_table_says_who_may_watch(house: House, visit: Visit) -> None:
    page = visit(house.url)
    for watchable, said in ((True, "Whoever has this link may watch"), (False, "Nobody may watch this table.")):
        page.goto(house.url + make(page, house.url, "airline", "me", "cadet", watchable=watchable))
        settle(page)
        page.get_by_role("button", name="Table", exact=True).click()
        expect(page.get_by_role("dialog").get_by_text(said)).to_be_visible()


def test_a_table_is_opened_to_the_local_network_and_closed_again(lan_house: House, visit: Visit, watch: Watch) -> None:
    host = visit(lan_house.url)
    made = open_table(host, lan_house.url, title="airline", seats=[ANN, OPEN])
    host.goto(f"{lan_house.url}/m/{made['id']}")
    expect(host.get_by_role("heading", name="These links work on this machine only")).to_be_visible()
    seat = host.get_by_label("Link: Seat Yellow", exact=True)
    expect(seat).to_have_value(lan_house.url + made["links"][1])
    assert findings(host) == []
    switch = host.get_by_role("switch", name="Open to the local network")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    network = f"http://{NETWORK}:{lan_house.port}"
    expect(host.get_by_role("link", name=network)).to_be_visible()
    expect(seat).to_have_value(network + made["links"][1])
    host.get_by_role("button", name="QR code of the link: Seat Yellow").click()
    for code in (host.get_by_alt_text(f"QR code of {network}"), host.get_by_alt_text("QR code: Seat Yellow")):
        host.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=code.element_handle())
    assert findings(host) == []

    guest = visit(seat.input_value(), phone=True)
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(f"{network}/m/*")
    asked_of(host, guest)
    expect(guest.locator("[data-n]")).to_be_visible()
    expect(host.get_by_role("region", name="Waiting for players")).to_have_count(0)
    watch.offline = True  # the guest's browser reports that nobody answers any more
    host.get_by_role("button", name="Table", exact=True).click()
    switch.click()
    expect(switch).not_to_be_checked()
    expect(guest.get_by_text("Reconnecting…")).to_be_visible()
    switch.click()
    expect(switch).to_be_checked()
    expect(guest.get_by_text("Reconnecting…")).to_have_count(0)
    assert NETWORK in watch.hosts
    watch.hosts.discard(NETWORK)


def test_who_is_not_at_the_machine_sees_no_switch(lan_house: House, visit: Visit, watch: Watch) -> None:
    host = visit(lan_house.url)
    headers = {"X-Aerodrome": "1"}
    host.request.post(f"{lan_house.url}/api/local-network", data={"open": True}, headers=headers)
    network = f"http://{NETWORK}:{lan_house.port}"
    other = visit(network)
    made = open_table(other, network, title="airline", seats=[ANN, OPEN])
    other.goto(f"{network}/m/{made['id']}")
    expect(other.get_by_label("Link: Seat Yellow", exact=True)).to_have_value(network + made["links"][1])
    expect(other.get_by_role("switch")).to_have_count(0)
    forged = other.request.post(f"{network}/api/local-network", data={"open": False}, headers=headers)
    assert forged.status == 403
    watch.hosts.discard(NETWORK)


def open_notes(page: Page) -> None:
    page.get_by_role("tab", name="Notes").or_(page.get_by_role("button", name="Notes", exact=True)).first.click()
    expect(page.get_by_label("Only you see what you write here.")).to_be_editable()


def test_notes_stay_with_the_seat_and_are_nobody_elses(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    expect(host.get_by_role("region", name="Waiting for players")).to_have_count(0)
    notes = host.get_by_label("Only you see what you write here.")
    board = box(host.locator("#board"))
    open_notes(host)
    notes.fill("Bea wants Rome.\nNever sell it.")
    expect(host.get_by_text("Saved with your seat.")).to_be_visible()
    assert box(host.locator("#board")) == board
    assert findings(host) == []
    host.reload()
    open_notes(host)
    expect(notes).to_have_value("Bea wants Rome.\nNever sell it.")
    open_notes(guest)
    expect(guest.get_by_label("Only you see what you write here.")).to_have_value("")

    # What was written a moment ago goes along when another tab is opened, and is there on the other device.
    notes.fill("Bea wants Rome and Lima.")
    host.get_by_role("tab", name="Log").click()
    open_notes(host)
    expect(notes).to_have_value("Bea wants Rome and Lima.")
    expect(host.get_by_text("Saved with your seat.")).to_be_visible()
    host.get_by_role("button", name="Table", exact=True).click()
    host.get_by_role("button", name="Use another device").click()
    phone = visit(host.get_by_label("Link: For another device").input_value(), phone=True)
    phone.get_by_role("button", name="Open my seat here").click()
    open_notes(phone)
    expect(phone.get_by_label("Only you see what you write here.")).to_have_value("Bea wants Rome and Lima.")
    assert findings(phone) == []


def test_set_up_choices_survive_reading_the_rules(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.locator("[data-title=airline]").get_by_role("link", name="Set up").click()
    page.get_by_text("Friends by link").click()
    page.get_by_label("seats", exact=True).fill("3")
    page.get_by_text("Rules of this table").click()
    page.get_by_label("short game").check()
    page.get_by_label("banker").first.select_option(label="Green")
    page.get_by_role("link", name="Read the rules").click()
    page.get_by_role("link", name="Back to my table’s set-up").click()
    for _ in range(2):
        expect(page.get_by_label("Friends by link")).to_be_checked()
        expect(page.get_by_label("seats", exact=True)).to_have_value("3")
        expect(page.get_by_label("short game")).to_be_checked()
        expect(page.get_by_label("banker").first).to_have_value("2")
        page.get_by_role("link", name="Read the rules").click()
        expect(page.get_by_role("heading", name="Airline: the rules")).to_be_visible()
        page.go_back()
    # A seat that is not there any more cannot be banker.
    page.get_by_label("seats", exact=True).fill("2")
    expect(page.get_by_label("banker").first).to_have_value("")
    # Whoever puts the form away starts anew.
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("[data-title=airline]").get_by_role("link", name="Set up").click()
    expect(page.get_by_label("Me and bots")).to_be_checked()
    expect(page.get_by_label("seats", exact=True)).to_have_value("4")


def test_my_tables_say_what_became_of_them(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    guest.wait_for_url("**/m/*")
    expect(guest.locator("#board")).to_be_visible()
    expect(guest.get_by_role("region", name="Waiting for players")).to_have_count(0)
    left = guest.request.post(
        f"{house.url}/api/matches/{guest.url.rsplit('/', 1)[-1]}/leave", data={}, headers={"X-Aerodrome": "1"}
    )
    assert left.ok, left.text()
    guest.goto(house.url)
    expect(guest.get_by_text("you left: a bot plays")).to_be_visible()
    closed = open_table(host, house.url, title="airline", seats=[ANN, OPEN])
    host.request.post(f"{house.url}/api/matches/{closed['id']}/close", data={}, headers={"X-Aerodrome": "1"})
    host.goto(house.url)
    expect(host.get_by_text("closed before it began")).to_be_visible()
