"""After the game: the review fills in, leads to its moments, shows what was better, and is shared by its table."""

import json
import random
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.moments import RECORDS
from browser.player import CHOICE, FINAL, answer_once, asked_of, guest_of, open_table
from browser.test_look import findings

pytestmark = SECOND_BROWSER

REVIEW = ".review"
DONE = ".review[data-status=done]"
KNOWN = """() => {
  const plot = document.querySelector('.plot');
  return plot !== null && plot.dataset.known === plot.dataset.steps;
}"""


def finished_table(page: Page, house: House) -> str:
    """A table where a kept game of Airline has just ended, Ada in the second seat. Returns its id."""
    record = json.loads((RECORDS / "airline" / "rounds.json").read_text())
    cadet = {"kind": "bot", "level": "cadet"}
    seats = [{"kind": "person", "name": "Ada"} if seat == 1 else cadet for seat in range(record["seats"])]
    match: str = open_table(page, house.url, "/import", record=record, seats=seats)["id"]
    return match


def points_in(words: Locator) -> list[float]:
    text = words.inner_text().replace("−", "-").replace("- ", "")
    return [float(number) for number in re.findall(r"[-+]?\d+\.\d", text)]


def whole(page: Page, match: str, house: House) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"{house.url}/api/matches/{match}/review").json()
    return found


def test_a_review_fills_in_leads_to_its_moments_and_is_played_on_from(house: House, visit: Visit) -> None:
    page = visit(house.url)
    match = finished_table(page, house)
    page.goto(f"{house.url}/m/{match}")
    page.locator(FINAL).get_by_role("link", name="Review: what decided it").click()
    page.locator(REVIEW).wait_for()
    # It goes on when nobody looks, and is found again further on.
    page.goto(house.url)
    page.goto(f"{house.url}/m/{match}/review")
    page.wait_for_function(KNOWN)
    expect(page.locator(".plot [data-line]")).to_have_count(4)
    page.locator(DONE).wait_for()
    review = whole(page, match, house)

    # It adds up, in what people read too.
    start, *parts, result = points_in(page.locator("[data-sum]"))
    assert abs(start + sum(parts) - result) < 0.3
    assert result == 100 * review["summaries"][1]["result"]
    expect(page.locator("tbody tr[data-seat]")).to_have_count(4)

    # The curve leads through the match, by keys as well.
    slider = page.get_by_role("slider", name="Moment of the match")
    slider.focus()
    slider.press("Home")
    expect(page.locator(f"{REVIEW}[data-at='0']")).to_have_count(1)
    slider.press("PageUp")
    first = page.locator(".plot [data-moment='1']")
    expect(first).to_have_attribute("aria-current", "true")

    # What was played and what was better.
    costly = next(i for i, one in enumerate(review["moments"]) if one["kind"] != "chance")
    moment = review["moments"][costly]
    page.locator(f".plot [data-moment='{costly + 1}']").click()
    expect(page.locator(f"{REVIEW}[data-at='{moment['position']}']")).to_have_count(1)
    panel = page.locator("section.moment")
    expect(panel.get_by_text("Played:", exact=True)).to_be_visible()
    expect(panel.get_by_text("Better:", exact=True)).to_be_visible()
    expect(panel.locator("[data-verdict]")).to_have_text(re.compile("slight|mistake|blunder"))
    expect(page.get_by_role("button", name=re.compile(f"^{costly + 1} ?Round"))).to_have_attribute(
        "aria-current", "true"
    )
    decision = page.request.get(f"{house.url}/api/matches/{match}/review/positions/{moment['position']}").json()
    best = next(one for one in decision["alternatives"] if one["is_best"])
    if best["line"]:
        panel.get_by_text("How it could go on").click()
        expect(panel.locator("details.line li")).not_to_have_count(0)
    times = len(review["turning_points"])
    expect(
        page.get_by_text(re.compile(f"The lead changed {'once' if times == 1 else f'{times} times'}"))
    ).to_be_visible()
    expect(page.locator(".plot .lead")).to_have_count(times)
    panel.get_by_role("button", name="Better", exact=True).click()
    expect(panel.get_by_role("button", name="Better", exact=True)).to_have_attribute("aria-pressed", "true")
    assert findings(page) == []

    # What chance could have brought, and what that would have meant.
    luck = next(i for i, one in enumerate(review["moments"]) if one["kind"] == "chance")
    page.locator(f".plot [data-moment='{luck + 1}']").click()
    table = panel.get_by_role("table", name="What chance could have brought")
    expect(table.get_by_role("row", name="All, weighed by their odds")).to_be_visible()
    came, expected, brought = points_in(panel.get_by_text("Luck is what came less"))
    assert abs(came - expected - brought) < 0.11
    page.locator(f".plot [data-moment='{costly + 1}']").click()

    page.keyboard.press("n")
    if costly + 1 < len(review["moments"]):
        expect(page.locator(f".plot [data-moment='{costly + 2}']")).to_have_attribute("aria-current", "true")
    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep as a file").click()
    assert "Luck and choices" in kept.value.path().read_text()

    page.locator(f".plot [data-moment='{costly + 1}']").click()
    expect(page.locator(f"{REVIEW}[data-at='{moment['position']}']")).to_have_count(1)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/m/" in url and "review" not in url)
    page.locator(CHOICE).first.wait_for()
    again = page.request.get(f"{house.url}/api/matches/{page.url.rsplit('/', 1)[-1]}").json()
    assert (again["me"]["seat"], again["origin"]["position"]) == (1, moment["position"])


def test_a_review_is_public_when_both_people_agree(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "toy")
    for _ in range(2):
        answer_once(asked_of(host, guest), random.Random(1), board=0)
    for page in (host, guest):
        page.locator(FINAL).wait_for()
    match = host.url.rsplit("/", 1)[-1]
    stranger = visit(house.url, phone=True)
    assert stranger.request.get(f"{house.url}/api/matches/{match}/review").status == 404

    guest.get_by_role("button", name="Look at the board").click()
    guest.get_by_role("link", name="Review", exact=True).click()
    guest.locator(DONE).wait_for()
    host.get_by_role("link", name="Review: what decided it").click()
    host.locator(DONE).wait_for()
    host.get_by_role("button", name="Share: 0 of 2 agree").click()
    host.get_by_role("button", name="I agree: everybody may see it").click()
    expect(host.get_by_text("Bea: has not agreed")).to_be_visible()
    expect(host.locator("[data-link^='/r/']")).to_have_count(0)

    guest.reload()
    guest.get_by_role("button", name="Share: 1 of 2 agree").click()
    guest.get_by_role("button", name="I agree: everybody may see it").click()
    link = guest.locator("[data-link^='/r/']")
    expect(link).to_have_count(1)
    path = link.get_attribute("data-link")

    stranger.goto(f"{house.url}{path}")
    stranger.locator(DONE).wait_for()
    for tab in ("Moments", "Seats", "Share", "Moment"):
        stranger.get_by_role("button", name=tab, exact=True).click()
        assert stranger.evaluate("() => document.documentElement.scrollWidth") <= 390
    stranger.get_by_role("button", name="Seats", exact=True).click()
    expect(stranger.locator("tbody tr[data-seat]")).to_have_count(2)
    expect(stranger.get_by_role("button", name="Play on from here")).to_have_count(0)
    assert findings(stranger) == []

    guest.get_by_role("button", name="Take my agreement back").click()
    expect(link).to_have_count(0)
    assert stranger.request.get(f"{house.url}/api/reviews/{path.rsplit('/', 1)[-1] if path else ''}").status == 404
