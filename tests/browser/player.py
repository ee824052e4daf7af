"""Somebody who plays in the browser: sees a choice, clicks it, until the final screen."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, Request
from playwright.sync_api import TimeoutError as NotYet

from browser.conftest import PATIENCE_MS

BAR = ".bar[aria-busy=false]"
"""While an answer is on its way the old question still stands there."""
CHOICE = f"{BAR} [data-choice]"
STEP = f"{BAR} [data-step]"
"""Several choices behind one row: what, then with which, then where."""
ROW = f"{CHOICE}, {STEP}"
FINAL = "[data-final]"
CONFIRM = "[data-confirm]"
CURTAIN = "[data-curtain]"
PLACE = "#board .stage [role=button][tabindex='0']:not([aria-disabled])"
NEXT = f"{ROW}, {FINAL}, {CONFIRM}, {CURTAIN} button, {BAR} form [type=submit]"
POPOVER = ".popover[role=dialog]"
GONE = "body:not(:has([data-n]))"
"""The room made way, for a curtain perhaps."""


def make(page: Page, url: str, title: str, *seats: str, **more: Any) -> str:
    """A new match by the page's own cookie; seats as words: "me", "open", or a bot's level. Returns its path."""
    plan = [seat(word, i) for i, word in enumerate(seats)]
    return f"/m/{open_table(page, url, title=title, seats=plan, **more)['id']}"


def open_table(page: Page, url: str, how: str = "", **plan: Any) -> dict[str, Any]:
    """What the server says of a new match: its id and its links."""
    answer = page.request.post(f"{url}/api/matches{how}", data=plan, headers={"X-Aerodrome": "1"})
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def guest_of(host: Page, url: str, visit: Callable[[str], Page], title: str) -> Page:
    """Ann opens a table of two, and Bea sits down there by link. Returns the page of Bea."""
    made = open_table(host, url, title=title, seats=[{"kind": "person", "name": "Ann"}, {"kind": "open"}])
    host.goto(f"{url}/m/{made['id']}")
    guest = visit(url + made["links"][1])
    guest.get_by_label("My name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    return guest


def seat(word: str, i: int) -> dict[str, Any]:
    if word == "me":
        return {"kind": "person", "name": f"Person {i + 1}"}
    return {"kind": "open"} if word == "open" else {"kind": "bot", "level": word}


def n_of(page: Page) -> int:
    return int(page.locator("[data-n]").get_attribute("data-n") or 0)


def list_own_answers(page: Page) -> list[str]:
    """What this page plays from now on; others may answer meanwhile where all choose at once."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/actions"):
            sent.append(request.post_data or "")

    page.on("request", note)
    return sent


def n_grows(page: Page, before: int, *signs: str, timeout: float = PATIENCE_MS) -> None:
    """Until the table has moved on, or one of these signs is seen."""
    page.wait_for_function(
        "([n, signs]) => Number(document.querySelector('[data-n]')?.dataset.n) > n"
        " || (signs && document.querySelector(signs))",
        arg=[before, ", ".join(signs)],
        timeout=timeout,
    )


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Until this holds: for what a page must be asked for, as `wait_for_function` waits for no promise."""
    for _ in range(PATIENCE_MS // 100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came true")


def box(found: Locator) -> FloatRect:
    """Where it is seen on the page."""
    seen = found.bounding_box()
    assert seen is not None, found
    return seen


def settle(page: Page) -> None:
    """Until the page shows something to do, or the end."""
    page.locator(NEXT).first.wait_for()


def asked_of(*pages: Page) -> Page:
    """The page of these that is asked, as soon as one is."""
    for _ in range(300):
        for page in pages:
            try:
                page.locator(ROW).first.wait_for(timeout=200)
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
    give_answer(page, rng)
    try:
        n_grows(page, before, CONFIRM, GONE, timeout=6_000)
    except NotYet:
        # Another question came between looking and pressing: the room dropped what was meant for the last one.
        give_answer(page, rng)
        n_grows(page, before, CONFIRM, GONE)
    return True


def give_answer(page: Page, rng: random.Random) -> None:
    if page.locator(ROW).count():
        click(walk_steps(page, rng))
    else:
        click(page.locator(".question form [type=submit]").first)


def walk_steps(page: Page, rng: random.Random) -> Locator:
    """Through the steps of a long list, to a choice that can be made."""
    for _ in range(4):
        rows = page.locator(ROW)
        row = rows.nth(rng.randrange(rows.count()))
        if row.get_attribute("data-choice") is not None:
            return row
        click(row)
    raise AssertionError("steps without end")


def row_of(page: Page, choice: dict[str, Any]) -> Locator:
    """The row of this choice, its steps opened: by its place there, or by its whole label."""
    for name in (choice.get("group"), choice.get("piece")):
        step = page.locator(STEP).filter(has=page.get_by_text(name or "-", exact=True))
        if step.count():
            click(step.first)
    placed = page.locator(CHOICE).filter(has=page.get_by_text(choice.get("place") or "-", exact=True))
    return placed.first if placed.count() else page.locator(CHOICE).filter(has_text=choice["label"]).first


def press_place(page: Page, rng: random.Random) -> bool:
    places = page.locator(PLACE)
    count = places.count()
    if not count:
        return False
    before = n_of(page)
    places.nth(rng.randrange(count)).press("Enter")
    n_grows(page, before, CONFIRM, GONE, POPOVER)
    if page.locator(".popover button.button").count():
        click(page.locator(".popover button.button").first)
    return True


def click(target: Locator) -> None:
    target.click()


def play(page: Page, rng: random.Random, limit: int = 2000, board: float = 0.3) -> int:
    """To the final screen; returns the number of clicks."""
    for clicks in range(limit):
        if not answer_once(page, rng, board):
            return clicks
    raise AssertionError(f"no final screen after {limit} clicks")
