"""Two people with accounts open a tournament, sign up, play a table each round and read the standings."""

from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.player import CHOICE, FINAL

pytestmark = SECOND_BROWSER

PASSWORD = "over the southern cross"


def sign_up(page: Page, house: House, name: str) -> None:
    page.goto(f"{house.url}/me")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("[data-enter]").click()
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_tournament_from_the_form_to_the_standings(house: House, visit: Visit) -> None:
    organiser, guest = visit(f"{house.url}/me"), visit(f"{house.url}/me", phone=True)
    sign_up(organiser, house, "Nancy Bird")
    sign_up(guest, house, "Lores Bonney")

    organiser.goto(f"{house.url}/tournaments")
    organiser.locator("[data-open-tournament]").click()
    form = organiser.get_by_role("dialog")
    form.get_by_role("textbox", name="Name").fill("Southern Cup")
    form.get_by_role("combobox", name="Game", exact=True).select_option(label="toy")
    form.get_by_role("combobox", name="Seats at a table").select_option("2")
    form.get_by_role("spinbutton", name="Rounds").fill("1")
    form.locator("[data-create]").click()
    expect(organiser.get_by_role("heading", name="Southern Cup")).to_be_visible()
    organiser.locator("[data-sign-up]").click()

    # The other finds it in the list.
    guest.goto(f"{house.url}/tournaments")
    guest.locator("[data-tournaments='open']").get_by_role("link", name="Southern Cup").click()
    guest.locator("[data-sign-up]").click()
    expect(guest.locator("[data-entrants] li")).to_have_count(2)

    expect(organiser.locator("[data-entrants] li")).to_have_count(2)
    organiser.locator("[data-begin]").click()
    for page, bid in ((organiser, "Bid 3"), (guest, "Bid 6")):
        page.get_by_role("link", name="Go to the table").click()
        expect(page.locator("[data-tournament]")).to_be_visible()
        page.locator(CHOICE).filter(has_text=bid).click()
    expect(guest.locator(FINAL)).to_be_visible()
    guest.locator("[data-tournament]").click()
    expect(guest.locator("[data-status]")).to_have_text("Over")
    expect(guest.locator("[data-standings] tbody tr").first).to_contain_text("Lores Bonney")
    expect(guest.locator("[data-standings] tbody tr").first).to_contain_text("3")
    guest.locator("[data-cross] summary").click()
    expect(guest.locator("[data-cross-table] tbody tr")).to_have_count(2)
