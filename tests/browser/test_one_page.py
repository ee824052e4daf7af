"""The rules on one page: where they are found, that their numbers lead to the rules, and that they print on a sheet."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.player import make, settle
from browser.test_look import findings

pytestmark = SECOND_BROWSER

SEATS = {"airline": 2, "airkwire": 3, "tingoose": 3, "airsteam": 2}
PARTS = ("goal", "turn", "scoring", "ending", "missed")


def expect_page_above_rules(page: Page) -> None:
    for part in PARTS:
        expect(page.locator(f"[data-part={part}] .rule-link").first).to_be_attached()
    expect(page.locator("[data-part=missed] li")).to_have_count(5)
    page.locator("dt").first.wait_for()
    order = page.evaluate(
        "() => document.querySelector('.one-page').compareDocumentPosition(document.querySelector('dt'))"
    )
    assert order & 4, "the numbered rules come first"


@pytest.mark.parametrize("title", sorted(SEATS))
def test_a_poster_leads_to_the_page_and_its_numbers_to_the_rules(title: str, house: House, visit: Visit) -> None:
    page = visit(house.url, phone=title == "airsteam")
    page.locator(f"article[data-title={title}]").get_by_role("link", name="Rules on one page").click()
    expect(page).to_have_url(re.compile(f"/rules/{title}$"))
    expect_page_above_rules(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []
    link = page.locator("[data-part=scoring] .rule-link").first
    rule = (link.get_attribute("href") or "").removeprefix("#")
    link.click()
    expect(page.locator(f"[id='rule-{rule}']")).to_be_in_viewport()
    expect(page.locator(f"[id='rule-{rule}']")).to_be_focused()


def test_the_page_stands_above_the_rules_in_their_tab(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    settle(page)
    page.get_by_role("tab", name="Rules").click()
    asked = page.locator(".present .rule-link").first.inner_text()
    expect(page.locator(f"[id='rule-{asked}']")).to_be_in_viewport()
    page.get_by_role("button", name="One page", exact=True).click()
    expect(page.get_by_role("article", name="The rules on one page")).to_be_in_viewport()
    expect_page_above_rules(page)
    page.get_by_role("searchbox", name="Search the rules").fill("challenge")
    expect(page.locator(".one-page")).to_have_count(0)
    expect(page.locator("dt").first).to_be_visible()


def test_contents_lead_to_their_section(house: House, visit: Visit) -> None:
    page = visit(f"{house.url}/rules/tingoose")
    entry = page.get_by_role("navigation", name="Contents of the rules").get_by_role("button").nth(6)
    name = entry.inner_text()
    entry.click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_focused()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("title", sorted(SEATS))
def test_a_page_prints_on_one_sheet(title: str, house: House, visit: Visit) -> None:
    page = visit(f"{house.url}/rules/{title}")
    expect_page_above_rules(page)
    sheets = re.findall(rb"/Type /Page\b", page.pdf(format="A4"))
    assert len(sheets) == 1
