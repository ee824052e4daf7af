"""Somebody who plays in the browser: sees a choice, clicks it, until the final screen."""

import random
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotYet

BAR = ".bar[aria-busy=false]"
"""While an answer is on its way the old question still stands there."""
CHOICE = f"{BAR} [data-choice]"
FINAL = "[data-final]"
CONFIRM = "[data-confirm]"
CURTAIN = "[data-curtain]"
PLACE = "#board .stage [role=button][tabindex='0']:not([aria-disabled])"
NEXT = f"{CHOICE}, {FINAL}, {CONFIRM}, {CURTAIN} button, {BAR} form [type=submit]"


def make(page: Page, url: str, title: str, *seats: str, **more: Any) -> str:
    """A new match by the page's own cookie; seats as words: "me", "open", or a bot's level. Returns its path."""
    plan = [seat(word, i) for i, word in enumerate(seats)]
    answer = page.request.post(
        f"{url}/api/matches", data={"title": title, "seats": plan, **more}, headers={"X-Aerodrome": "1"}
    )
    assert answer.ok, answer.text()
    return f"/m/{answer.json()['id']}"


def seat(word: str, i: int) -> dict[str, Any]:
    if word == "me":
        return {"kind": "person", "name": f"Person {i + 1}"}
    return {"kind": "open"} if word == "open" else {"kind": "bot", "level": word}


def n_of(page: Page) -> int:
    return int(page.locator("[data-n]").get_attribute("data-n") or 0)


def settle(page: Page) -> None:
    """Until the page shows something to do, or the end."""
    page.locator(NEXT).first.wait_for()


def asked_of(*pages: Page) -> Page:
    """The page of these that is asked, as soon as one is."""
    for _ in range(60):
        for page in pages:
            try:
                page.locator(CHOICE).first.wait_for(timeout=200)
            except NotYet:
                continue
            return page
    raise AssertionError("nobody is asked")


def answer_once(page: Page, rng: random.Random, board: float = 0.3) -> bool:
    """One click, now and then on the board. False at the final screen."""
    settle(page)
    if page.locator(FINAL).count():
        return False
    if page.locator(CONFIRM).count():
        page.locator(CONFIRM).click()
        return True
    if page.locator(f"{CURTAIN} button").count():
        page.locator(f"{CURTAIN} button").click()
        page.locator(CURTAIN).wait_for(state="detached")
        return True
    before = n_of(page)
    if rng.random() < board and press_place(page, rng):
        return True
    choices = page.locator(CHOICE)
    count = choices.count()
    if count:
        click(choices.nth(rng.randrange(count)))
    else:
        click(page.locator(".question form [type=submit]").first)
    if not page.locator(CONFIRM).count():
        page.wait_for_function(
            "([n, confirm]) => Number(document.querySelector('[data-n]')?.dataset.n ?? 1e9) > n"
            " || document.querySelector(confirm)",
            arg=[before, CONFIRM],
        )
    return True


def press_place(page: Page, rng: random.Random) -> bool:
    places = page.locator(PLACE)
    count = places.count()
    if not count:
        return False
    before = n_of(page)
    places.nth(rng.randrange(count)).press("Enter")
    page.wait_for_function(
        "([n, confirm]) => Number(document.querySelector('[data-n]')?.dataset.n ?? 1e9) > n"
        " || document.querySelector(confirm) || document.querySelector('.popover')",
        arg=[before, CONFIRM],
    )
    if page.locator(".popover button.button").count():
        click(page.locator(".popover button.button").first)
    return True


def click(target: Locator) -> None:
    target.click(timeout=10_000)


def play(page: Page, rng: random.Random, limit: int = 2000, board: float = 0.3) -> int:
    """To the final screen; returns the number of clicks."""
    for clicks in range(limit):
        if not answer_once(page, rng, board):
            return clicks
    raise AssertionError(f"no final screen after {limit} clicks")
