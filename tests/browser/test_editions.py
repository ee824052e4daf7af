"""Somebody changes three fares, plays with a friend on that edition, and takes the record elsewhere."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aerodrome.core.record import Record, RecordError
from browser.conftest import SECOND_BROWSER, Visit, Watch
from browser.house import House
from browser.player import FINAL, answer_once, asked_of

pytestmark = SECOND_BROWSER

HEADERS = {"X-Aerodrome": "1"}
DIFFERENCES = "5 differences"
"""Three fares, and latitude and longitude of a city that was moved south: the meridians bend."""


def make_edition(page: Page) -> None:
    """Three fares in the workshop; a mistake on the way is told and marked."""
    expect(page.locator("[data-picture] svg").first).to_be_visible()
    rome = page.get_by_label("Rome, fares", exact=True)
    rome.fill("6, 18, 12")
    expect(page.locator("[data-errors]")).to_contain_text("city[7].fares: expected three rising numbers")
    expect(rome).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Use at a table")).to_be_disabled()
    rome.fill("6, 12, 18")
    page.locator("[data-picture] [data-where*='\"london\"']").first.click()
    london = page.get_by_label("London, fares", exact=True)
    expect(london).to_be_focused()
    london.fill("5, 10, 15")
    page.get_by_label("Tokyo, fares", exact=True).fill("14, 28, 42")
    expect(page.locator("[data-differences] li")).to_have_count(3)
    expect(page.locator("[data-differences]")).to_contain_text(
        "Fares of Rome: $6m, $12m, $18m instead of $7m, $14m, $21m."
    )
    expect(page.locator("[data-picture]")).to_contain_text("42")


def read_number(page: Page, label: str) -> float:
    return float(page.get_by_label(label, exact=True).input_value())


def drag_city(page: Page, city: str, right: int, down: int, drop: bool = True) -> None:
    """From the middle of its mark, by mouse; without a drop the button is still held."""
    mark = page.locator(f"[data-movable='{city}'] circle").first
    box = mark.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    if drop:
        page.mouse.up()


def move_a_city(page: Page) -> None:
    """Dragged and given up, dragged and taken back, moved by keys; on top of another it is odd."""
    south, west = read_number(page, "Lima, lat"), read_number(page, "Lima, lon")
    lima = page.locator("[data-movable='lima']")
    drag_city(page, "lima", 60, 30, drop=False)
    expect(page.locator("[data-told]")).to_contain_text("Lima lies at latitude")
    assert read_number(page, "Lima, lat") < south
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.get_by_label("Lima, lat", exact=True)).to_have_value(str(south))
    drag_city(page, "lima", 60, 30)
    expect(page.locator("[data-differences]")).to_contain_text(f"Longitude of Lima: {read_number(page, 'Lima, lon')}")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Lima, lon", exact=True)).to_have_value(str(west))
    expect(page.locator("[data-differences] li")).to_have_count(3)
    lima.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert read_number(page, "Lima, lat") < south
    expect(page.locator("[data-differences]")).to_contain_text("Latitude of Lima")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Lima, lat", exact=True)).to_have_value(str(south))
    page.get_by_label("Rome, lat", exact=True).fill("51.9")
    page.get_by_label("Rome, lon", exact=True).fill("0.4")
    expect(page.locator("[data-odd]")).to_contain_text("Rome lies on top of London")
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-differences] li")).to_have_count(3)
    lima.focus()
    page.keyboard.press("Shift+ArrowDown")
    lima.blur()
    expect(page.locator("[data-differences]")).to_contain_text("Latitude of Lima")


def open_table(page: Page) -> str:
    """A table for a friend with the edition that was made, and its id."""
    page.get_by_role("button", name="Use at a table").click()
    expect(page.locator("[data-edition]")).to_contain_text(DIFFERENCES + " from the house edition")
    page.get_by_text("Friends by link").click()
    for seats in ("3", "2"):
        page.get_by_label("Less seats").click()
        expect(page.get_by_label("seats", exact=True)).to_have_value(seats)
    page.get_by_text("Rules of this table").click()
    page.locator("#option-round_limit").fill("1")
    page.locator("#option-round_limit").blur()
    page.locator("[data-start]").click()
    page.wait_for_url("**/m/*")
    return page.url.rsplit("/", 1)[-1]


def expect_differences_at_table(page: Page, may_save: bool) -> None:
    page.locator("[data-edition-chip]").click()
    line = page.locator("[data-own-edition]")
    expect(line).to_contain_text(f"Own edition: my-airline, {DIFFERENCES}")
    expect(line).to_contain_text("Fares of Rome: $6m, $12m, $18m instead of $7m, $14m, $21m.")
    expect(line).to_contain_text("Latitude of Lima")
    line.locator("[data-values] summary").click()
    line.get_by_label("Table of values").select_option("City (18)")
    expect(line.get_by_role("row", name="Rome 6, 12, 18")).to_be_visible()
    expect(line).to_contain_text("records name it by its hash only")
    expect(line.get_by_role("link", name="Save the file")).to_have_count(1 if may_save else 0)
    page.get_by_role("dialog").get_by_label("Close").click()


def play_to_the_end(match: str, url: str, owner: Page, friend: Page) -> None:
    """Some choices by both, then bots play on for them."""
    rng = random.Random(5)
    for _ in range(6):
        answer_once(asked_of(owner, friend), rng)
    for page in (owner, friend):
        left = page.request.post(f"{url}/api/matches/{match}/leave", data={}, headers=HEADERS)
        assert left.status in (200, 409), left.text()
    owner.locator(FINAL).wait_for()


def test_an_edition_of_ones_own_is_made_played_and_taken_elsewhere(
    visit: Visit, watch: Watch, house: House, own_house: House, tmp_path: Path
) -> None:
    owner = visit(f"{house.url}/workshop/airline")
    make_edition(owner)
    move_a_city(owner)
    with owner.expect_download() as saved:
        owner.get_by_role("link", name="Save as a file").click()
    edition = tmp_path / "mine.toml"
    saved.value.save_as(edition)
    match = open_table(owner)

    link = owner.request.get(f"{house.url}/api/matches/{match}").json()["links"]["seats"][1]
    friend = visit(house.url + link)
    expect(friend.locator("main")).to_contain_text(f"own edition my-airline, {DIFFERENCES} from the house edition")
    friend.get_by_text("What differs from the house edition").click()
    expect(friend.locator("[data-edition-differences]")).to_contain_text("Fares of Rome: $6m, $12m, $18m")
    friend.get_by_label("My name").fill("Bea")
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_url("**/m/*")
    expect_differences_at_table(friend, may_save=False)
    expect_differences_at_table(owner, may_save=True)
    play_to_the_end(match, house.url, owner, friend)

    record = tmp_path / "record.json"
    record.write_bytes(owner.request.get(f"{house.url}/api/matches/{match}/record").body())
    with pytest.raises(RecordError, match=r"my-airline \([0-9a-f]{12}\), an edition that is not here"):
        Record.replay(record.read_bytes())
    assert Record.replay(record.read_bytes(), edition).over

    elsewhere = visit(own_house.url)
    elsewhere.get_by_label("A record file").set_input_files(record)
    elsewhere.get_by_role("slider").fill("3")
    watch.offline = True  # the refusal is meant, and the browser reports it
    elsewhere.get_by_role("button", name="Play on against bots").click()
    expect(elsewhere.get_by_role("alert")).to_contain_text("an edition that is not here")
    with elsewhere.expect_response("**/api/editions") as kept:
        elsewhere.get_by_label("The record’s edition").set_input_files(edition)
    assert kept.value.ok
    watch.offline = False
    elsewhere.get_by_role("button", name="Play on against bots").click()
    elsewhere.wait_for_url("**/m/*")
    elsewhere.get_by_role("button", name="Table", exact=True).click()
    expect(elsewhere.locator("[data-own-edition]")).to_contain_text(f"Own edition: my-airline, {DIFFERENCES}")
    elsewhere.goto("about:blank")  # its server is stopped before the browser is
