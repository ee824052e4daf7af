"""Two people with accounts meet in the lobby, play a rated game and see what it did to their ratings."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import BROWSER, Visit, Watch
from browser.house import House
from browser.player import CHOICE, FINAL

pytestmark = BROWSER

HOST, GUEST = "Raymonde", "Jean Batten"
PASSWORD = "over the Tasman sea"


def sign_up(page: Page, house: House, name: str) -> None:
    page.goto(f"{house.url}/me")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("[data-enter]").click()
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def want_to_be_listed(page: Page) -> None:
    page.locator("[data-visibility]").get_by_label("Listed").check()
    expect(page.get_by_role("status")).to_contain_text("who sees your ratings")


def test_a_rated_game_of_strangers_counts(house: House, visit: Visit, watch: Watch) -> None:
    host, guest, stranger = visit(f"{house.url}/me"), visit(f"{house.url}/me"), visit(f"{house.url}/tables")
    sign_up(host, house, HOST)
    want_to_be_listed(host)
    sign_up(guest, house, GUEST)

    host.goto(f"{house.url}/tables")
    host.get_by_role("radio", name="toy").check(force=True)
    host.get_by_label("Seats").select_option("2")
    host.get_by_label("Bots fill up after").select_option("never: people only")
    host.locator("[data-rated]").check()
    expect(host.locator(".promise")).to_contain_text("Opens a rated table")
    host.locator("[data-play-now]").click()
    expect(host.locator("[data-rated-table]")).to_contain_text("is the last place")
    table = host.url.rsplit("/", 1)[-1]

    # A guest sees that it is rated, and what it takes.
    row = stranger.locator(f"[data-open-tables] [data-table='{table}']")
    expect(row).to_contain_text("Rated")
    expect(row.get_by_role("link", name="Needs an account")).to_be_visible()
    expect(stranger.locator("[data-rated]")).to_be_disabled()

    guest.goto(f"{house.url}/tables")
    guest.locator(f"[data-table='{table}']").get_by_role("button", name="Sit down").click()
    guest.wait_for_url(f"**/m/{table}")
    expect(guest.locator("header [data-rated]")).to_be_visible()
    for page, bid in ((host, "Bid 3"), (guest, "Bid 6")):
        page.locator(CHOICE).filter(has_text=bid).click()
    for page in (host, guest):
        expect(page.locator(FINAL)).to_be_visible()
        expect(page.locator("[data-rating-changes] li")).to_have_count(2)
    changes = guest.locator("[data-rating-changes]")
    expect(changes.get_by_role("listitem").filter(has_text=GUEST)).to_contain_text("+")
    expect(changes.get_by_role("listitem").filter(has_text=HOST)).to_contain_text("−")

    # From there to the page of the other: one match, and who was ahead.
    changes.get_by_role("listitem").filter(has_text=HOST).get_by_role("link").click()
    expect(guest.get_by_role("heading", name=HOST, exact=True)).to_be_visible()
    expect(guest.locator("[data-history] tbody tr")).to_have_count(1)
    expect(guest.locator("[data-history]")).to_contain_text(GUEST)
    expect(guest.locator("[data-head-to-head]")).to_contain_text("1 match together")
    expect(guest.locator("[data-titles] tbody")).to_contain_text("prov.")
    expect(guest.get_by_role("img", name=re.compile("after 1 match"))).to_be_visible()
    expect(guest.locator(f"a[href='/m/{table}/review']")).to_be_visible()

    # The leaderboard has only who wants to be there.
    stranger.goto(f"{house.url}/ratings/toy")
    leader = stranger.locator(f"[data-leaderboard] [data-person='{HOST}']")
    expect(leader).to_contain_text("provisional")
    expect(stranger.locator(f"[data-person='{GUEST}']")).to_have_count(0)
    leader.get_by_role("link", name=HOST).click()
    expect(stranger.locator("[data-history]")).to_contain_text(GUEST)
    expect(stranger.get_by_role("link", name="Review")).to_have_count(0)

    # Who is private is nobody, and the own page stays.
    guest.goto(f"{house.url}/me")
    guest.locator("[data-visibility]").get_by_label("Private").check()
    expect(guest.get_by_role("status")).to_contain_text("who sees your ratings")
    stranger.reload()
    expect(stranger.locator("[data-history]")).to_contain_text("Private player")
    watch.offline = True  # the browser itself reports the refusal
    stranger.goto(f"{house.url}/p/{GUEST}")
    expect(stranger.locator("[data-nobody]")).to_be_visible()
    guest.get_by_role("link", name="My page").click()
    expect(guest.locator("[data-history] tbody tr")).to_have_count(1)
