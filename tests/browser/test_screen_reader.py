"""A whole game of each title by the accessibility tree alone: roles, names and what the live regions say."""

import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotYet

from aerodrome.core.game import Game
from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.moments import found, step
from browser.player import make, open_table

pytestmark = SECOND_BROWSER

AGAIN_MS = 6_000
CADET = {"kind": "bot", "level": "cadet"}
ROWS = re.compile("^(What|With|Where|Which|Choices)$")
HEARD = """
const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]';
window.heard = [];
const say = (text) => { if (text.trim()) window.heard.push(text.trim().replace(/\\s+/g, ' ')); };
new MutationObserver((records) => {
  const changed = new Set();
  for (const { target, addedNodes } of records) {
    const at = target instanceof Element ? target : target.parentElement;
    const region = at?.closest(LIVE);
    if (region?.getAttribute('role') === 'log') addedNodes.forEach((node) => say(node.textContent ?? ''));
    else if (region) changed.add(region);
  }
  changed.forEach((region) => say(region.textContent ?? ''));
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""What a screen reader would say of its own accord: changes in live regions, and lines added to a log."""


class Listener:
    """Somebody who hears the page, walks by roles and names, and presses."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.move = page.get_by_role("region", name="Your move")
        self.question = self.move.get_by_role("heading", level=2)
        self.rows = self.move.get_by_role("group", name=ROWS).last.get_by_role("button")
        self.final = page.get_by_role("region", name="Final score")
        self.sure = page.get_by_role("dialog").get_by_role("button", name="Yes")
        self.questions: list[str] = []

    def heard(self) -> list[str]:
        told: list[str] = self.page.evaluate("() => window.heard")
        return told

    def state(self) -> tuple[str, tuple[str, ...], int]:
        """What tells that something came of a press."""
        names = tuple(self.rows.all_inner_texts())
        # Nothing here waits: the question may go at any moment, for the final screen perhaps.
        question = " ".join(self.question.all_inner_texts()).strip()
        return question, names, len(self.heard())

    def is_busy(self) -> bool:
        busy: bool = self.move.evaluate_all("regions => regions.some(region => region.ariaBusy === 'true')")
        return busy

    def play_to_the_end(self, most: int) -> int:
        for presses in range(most):
            self.final.or_(self.sure).or_(self.rows.first).first.wait_for()
            if self.final.count():
                return presses
            self.answer()
        raise AssertionError(f"no end after {most} presses: {self.state()}")

    def answer(self) -> None:
        if self.sure.count():
            self.sure.press("Enter")
            self.sure.wait_for(state="detached")
            return
        while self.is_busy() and not self.final.count():
            self.page.wait_for_timeout(20)
        before = question, names, _ = self.state()
        if not names or question.startswith("Waiting"):
            return  # the question went while it was read
        self.questions.append(question)
        assert all(name.strip() for name in names), before
        try:
            self.rows.nth(self.rng.randrange(len(names))).press("Enter", timeout=AGAIN_MS)
        except NotYet:
            return
        end = time.monotonic() + AGAIN_MS / 1000
        while self.state() == before and not self.sure.count() and not self.final.count():
            if time.monotonic() > end:
                return  # pressed in the first moments of another question, which are nobody's
            self.page.wait_for_timeout(20)


def listen(visit: Visit, house: House) -> Page:
    page = visit("about:blank")
    page.add_init_script(HEARD)
    page.goto(house.url)
    return page


@found("airsteam", 2)
def fifth_round(game: Game, state: Any, seat: int) -> bool:
    """Somebody may load in the fifth of six rounds: whole, this game takes too long to listen to."""
    return state.round == 5 and state.slot == 0 and step(state) == "Loading"


GAMES: dict[str, tuple[int, dict[str, Any], list[str]]] = {
    "airline": (2, {"round_limit": 6}, ["Choose the city of your base", "Your turn"]),
    "airkwire": (3, {"round_limit": 3}, ["Buy or sell", "Create", "Draw a card"]),
    "tingoose": (3, {}, ["Bid in secret", "airmail", "Play a", "Bid once", "Choose an action"]),
    "airsteam": (2, {}, ["Load and unload", "Take one action", "Plan card", "Your plan is full"]),
}
"""Seats, settings that end a game early, and what is asked in every such game."""


@pytest.mark.parametrize("title", sorted(GAMES))
def test_a_whole_game_is_played_by_what_a_screen_reader_tells(title: str, house: House, visit: Visit) -> None:
    seats, options, kinds = GAMES[title]
    page = listen(visit, house)
    if title == "airsteam":
        record, position, mine = fifth_round()
        people = [{"kind": "person", "name": "Ada"} if seat == mine else CADET for seat in range(seats)]
        made = open_table(page, house.url, "/import", record=record, position=position, seats=people)
        page.goto(f"{house.url}/m/{made['id']}")
    else:
        page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (seats - 1), options=options))
    one = Listener(page, 11)
    print(title, one.play_to_the_end(400), "presses")
    for kind in kinds:
        assert any(kind.lower() in question.lower() for question in one.questions), (kind, one.questions)
    # The first question stood there when the page came; every other one was said.
    heard = set(one.heard())
    assert [question for question in one.questions[1:] if question not in heard] == []
    assert len([line for line in heard if re.search(r"\b[A-Z]{2}-[R\d]", line)]) > 10, (
        "lines of the log with their rules"
    )
    heading = one.final.get_by_role("heading", level=1)
    expect(heading).to_contain_text("win")
    expect(heading).to_be_focused()
    expect(one.final.get_by_role("table").get_by_role("columnheader")).to_have_count(seats + 1)
    expect(one.final.get_by_role("button", name="Again with the same people")).to_be_enabled()
