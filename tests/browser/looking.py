"""A whole game at one size with everything opened on the way: what the room must keep all the time, and what broke it.

The board's rectangle is noted in every frame. Words must not be cut, small or outside the window; nothing may lie over
the question or over a place that can be chosen; axe must find nothing serious.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from browser.house import House
from browser.moments import in_names
from browser.player import CHOICE, CONFIRM, FINAL, STEP, box, click, make, n_grows, n_of, row_of, settle
from browser.test_look import findings

Size = tuple[int, int]
SIZES: list[Size] = [(1440, 900), (390, 844), (1280, 720), (844, 390), (820, 1180), (720, 450)]
"""The last is 1440x900 at 200 % zoom."""
GAMES: dict[str, dict[str, Any]] = {
    "airkwire": {"seats": 3, "options": {"round_limit": 6}},
    "airline": {"seats": 2, "options": {"round_limit": 12}},
    "airsteam": {"seats": 2, "options": {}},
    "tingoose": {"seats": 3, "options": {}},
}
LEAST = 0.6
"""The board's share of the window: of its height where it is wider than high, else of its width."""
MOST_ANSWERS = 600
TOLD = ".popover.told"
RAIL_TOOLS = ("Hint", "Why not?", "Orders")
MODAL = ("Settings", "Table", "Keys", "confirmation")
"""Under these everything else may lie covered."""
COACHED_KINDS = 3
"""At so many kinds of questions the coach is heard, then sent away: it takes its time."""

WATCH_BOARD = """
() => {
  const seen = (window.boardSeen = new Set());
  const look = () => {
    const board = document.querySelector('#board');
    if (board) {
      const { x, y, width, height } = board.getBoundingClientRect();
      seen.add([x, y, width, height].map(Math.round).join(' '));
    }
    requestAnimationFrame(look);
  };
  look();
}
"""
CUT_TEXT = """
() => {
  const found = [];
  const hides = (value) => value === 'hidden' || value === 'clip';
  // Whoever cuts off what stands in it, up to the next part that can be scrolled.
  const cutter = (one, seen) => {
    for (let at = one.parentElement; at && !at.matches('.room'); at = at.parentElement) {
      const style = getComputedStyle(at);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null;
      const frame = at.getBoundingClientRect();
      // What does not fit into a line any more goes as a whole.
      if (seen.top > frame.bottom - 2) return null;
      if (hides(style.overflowX) && (seen.right > frame.right + 2 || seen.left < frame.left - 2)) return at;
      if (hides(style.overflowY) && (seen.bottom > frame.bottom + 3 || seen.top < frame.top - 3)) return at;
    }
    return null;
  };
  for (const one of document.querySelectorAll('.room *, dialog *')) {
    // What a seat did last stands whole in its title and in the log.
    if (one.closest('svg, .sr, .did[title], [aria-hidden=true], option')) continue;
    const style = getComputedStyle(one);
    const { width, right } = one.getBoundingClientRect();
    if (width === 0 || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    const words = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words.length) continue;
    const text = one.textContent.trim().slice(0, 40);
    const drawn = one.closest('.stage');
    if (!drawn && parseFloat(style.fontSize) < 16) found.push(`small: ${text}`);
    if (style.overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${text}`);
    if (hides(style.overflowY) && one.scrollHeight > one.clientHeight + 6) found.push(`cut below: ${text}`);
    if (right > innerWidth + 1 && !one.closest('.sideways')) found.push(`outside: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(one);
    const by = cutter(one, range.getBoundingClientRect());
    if (by) found.push(`cut by .${[...by.classList].join('.')}: ${text}`);
  }
  return [...new Set(found)];
}
"""
"""Words that are cut, smaller than 16 px or outside the window; letters of the drawn board have tests of their own."""
COVERED = """
(question) => {
  const found = [];
  const name = (one) => (one ? `${one.tagName}.${one.getAttribute('class') ?? ''}`.slice(0, 60) : 'nothing');
  const ask = document.querySelector('#ask');
  if (question && ask) {
    const { x, y, width, height } = ask.getBoundingClientRect();
    for (const share of [0.02, 0.3]) {
      const top = document.elementFromPoint(x + width * share, y + Math.min(height / 2, 12));
      if (!ask.contains(top)) found.push(`${name(top)} lies over the question`);
    }
  }
  for (const button of document.querySelectorAll('header.top :is(a, button), ol.seats button')) {
    const { x, y, width, height } = button.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    // What was asked for beside a place may lie over anything but the question.
    if (top?.closest('.popover')) continue;
    if (width && !button.contains(top)) found.push(`${name(top)} lies over ${button.textContent.slice(0, 40)}`);
  }
  const board = document.querySelector('#board')?.getBoundingClientRect();
  for (const place of document.querySelectorAll("#board .stage [role=button][tabindex='0']:not([aria-disabled])")) {
    const { x, y, width, height } = place.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    if (cx < board.left || cx > board.right || cy < board.top || cy > board.bottom) continue;
    const top = document.elementFromPoint(cx, cy);
    if (!top || place.contains(top) || top.contains(place) || top.closest('#board svg, .popover')) continue;
    found.push(`${name(top)} lies over ${place.querySelector('title, .sr')?.textContent.slice(0, 40)}`);
  }
  return found;
}
"""
SCROLLED = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


def list_faults(page: Page, size: Size, is_modal: bool = False) -> list[str]:
    """What is wrong with the room as it stands; under a dialog everything else may lie covered."""
    found: list[str] = page.evaluate(CUT_TEXT)
    if not is_modal:
        # On a small screen what is opened takes the place of the question; the board stays.
        found += page.evaluate(COVERED, min(size) >= 700)
    if page.evaluate(SCROLLED) != [*size]:
        found.append("the page itself can be scrolled")
    return found


def open_tools(page: Page) -> Iterator[str]:
    """Opens and closes everything there is beside the board; names what is open now."""
    yield from hear_the_coach(page)
    yield from look_at_choices(page)
    yield from look_at_a_confirmation(page)
    yield from ask_the_board(page)
    yield from open_sheets(page)
    yield from open_a_deal(page)
    yield from open_tabs(page)
    yield from look_back(page)
    yield from replay_the_recap(page)
    yield from ask_what_it_is(page)
    for name in ("Settings", "Table", "Keys"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.count():
            button.click()
            page.get_by_role("dialog").wait_for()
            yield name
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")


def open_sheets(page: Page) -> Iterator[str]:
    sheet = page.locator(".rail .sheet")
    more = page.get_by_role("button", name="More tools")
    if more.count() and more.get_attribute("aria-expanded") == "false":
        more.click()
    opened = {name: page.locator(".rail .tools").get_by_role("button", name=name) for name in RAIL_TOOLS}
    opened |= {"form": page.locator(".rail .fold")}
    for name, buttons in opened.items():
        for i in range(buttons.count()):
            buttons.nth(i).click()
            sheet.wait_for()
            if name == "Hint":
                page.locator(".hint ol").wait_for()
            yield name
            page.keyboard.press("Escape")
            sheet.wait_for(state="detached")
    seats = page.get_by_role("list", name="Seats").get_by_role("button")
    for i in sorted({0, seats.count() - 1}):
        seats.nth(i).click()
        sheet.wait_for()
        yield f"holdings-{i + 1}"
        page.keyboard.press("Escape")
        sheet.wait_for(state="detached")


def hear_the_coach(page: Page) -> Iterator[str]:
    wanted = page.get_by_role("button", name="Yes, please")
    if wanted.is_visible():
        with page.expect_response("**/coach/points*"):
            wanted.click()
    if page.locator("[data-coach]").count():
        yield "coach"


def look_at_choices(page: Page) -> Iterator[str]:
    """What a choice brings, and the steps that lead to it."""
    for _ in range(3):
        if page.locator(STEP).count() and not page.locator(CHOICE).count():
            click(page.locator(STEP).first)
            yield "step"
    if page.locator(CHOICE).count():
        page.locator(CHOICE).first.focus()
        page.locator("[data-play]").wait_for()
        yield "choice"
    go_back_to_the_first_step(page)


def look_at_a_confirmation(page: Page) -> Iterator[str]:
    """What is asked before something is given away for good."""
    room = page.request.get(f"{api_of(page)}?seat=0").json()
    asking = next((one for one in room["question"].get("choices", []) if one.get("confirm")), None)
    if asking is not None:
        click(row_of(page, asking | {"label": in_names(room, asking["label"])}))
        page.locator(CONFIRM).wait_for()
        yield "confirmation"
        page.keyboard.press("Escape")
        page.locator(CONFIRM).wait_for(state="detached")
        go_back_to_the_first_step(page)


def go_back_to_the_first_step(page: Page) -> None:
    page.locator("#ask").focus()
    for _ in range(2):
        page.keyboard.press("Backspace")


def ask_the_board(page: Page) -> Iterator[str]:
    """A place that cannot be chosen now says why."""
    refused = page.locator("#board .stage [role=button].refused")
    if refused.count():
        refused.first.press("Enter")
        page.locator(".popover").wait_for()
        yield "refused place"
        page.keyboard.press("Escape")
        # The place has the focus again, and says what it is.
        page.locator("#ask").focus()
        page.locator(".popover").wait_for(state="detached")


def open_a_deal(page: Page) -> Iterator[str]:
    """The first thing there is goes into the basket: the rules say what would follow, or why not."""
    for fold in page.locator(".rail .fold").all():
        fold.click()
        sheet = page.locator(".rail .sheet")
        sheet.wait_for()
        things = sheet.locator(".thing")
        if things.count():
            with page.expect_response("**/validate*"):
                things.first.click()
            sheet.locator(".deal, .no").first.wait_for()
            yield "deal"
        page.keyboard.press("Escape")
        sheet.wait_for(state="detached")


def open_tabs(page: Page) -> Iterator[str]:
    for tab in ("Hand", "Log", "Rules", "Chat", "Numbers", "Notes"):
        found = page.locator("nav.tabs button, [role=tab]", has_text=tab)
        if found.count():
            found.last.click()
            page.locator("#drawer-panel > *").first.wait_for()
            page.get_by_text("Counting…").wait_for(state="detached")
            yield tab
    play = page.locator("nav.tabs").get_by_role("button", name="Play", exact=True)
    if play.count():
        play.click()
    else:
        page.keyboard.press("Escape")


def look_back(page: Page) -> Iterator[str]:
    """One moment back, and back to now."""
    if is_beginning(page):
        return
    page.locator("#ask").focus()
    page.keyboard.press("[")
    yield from look_until_now(page, "history")


def look_until_now(page: Page, name: str) -> Iterator[str]:
    """An earlier moment is on show; then now again."""
    back = page.get_by_role("button", name="Back to now").first
    back.wait_for()
    yield name
    back.click()
    back.wait_for(state="detached")
    settle(page)


def replay_the_recap(page: Page) -> Iterator[str]:
    """The strip since my last move: its first moment on the board, and back to now."""
    recap = page.locator("[data-replay]")
    if not recap.count() or not recap.is_visible():
        return
    recap.click()
    yield from look_until_now(page, "replay")


def choose_pace(page: Page, pace: str) -> None:
    """How fast replays go on from moment to moment."""
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Replays").select_option(pace)
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def is_beginning(page: Page) -> bool:
    return int(page.request.get(f"{api_of(page)}?seat=0").json()["position"]) == 0


def ask_what_it_is(page: Page) -> Iterator[str]:
    page.locator("#ask").focus()
    page.keyboard.press("i")
    page.locator(TOLD).wait_for()
    yield "description"
    page.keyboard.press("Escape")
    page.locator(TOLD).wait_for(state="detached")


def api_of(page: Page) -> str:
    """The address of the match's own calls."""
    return str(page.evaluate("() => location.origin + '/api/matches/' + location.pathname.split('/')[2]"))


def answer_by_call(page: Page, rng: random.Random) -> None:
    """Gives one of the listed answers without a click, as fast as the server takes it."""
    url, headers, before = api_of(page), {"X-Aerodrome": "1"}, n_of(page)
    question = page.request.get(f"{url}?seat=0").json()["question"]
    choices = question.get("choices")
    if not choices:
        # A form is to be filled in: as the strongest bot would.
        choices = page.request.post(f"{url}/hint", data={"seat": 0}, headers=headers).json()["advice"]
    sent = {"seat": 0, "seq": question["seq"], "action": rng.choice(choices)["action"]}
    answer = page.request.post(f"{url}/actions", data=sent, headers=headers)
    assert answer.ok, answer.text()
    n_grows(page, before)


SELDOM: dict[str, Callable[[Page], Iterator[str]]] = {
    "replay": replay_the_recap,
    "confirmation": look_at_a_confirmation,
    "refused place": ask_the_board,
    "deal": open_a_deal,
}
"""What not every question has."""


class WholeGame:
    """Somebody who plays a whole game at one size and notes what is wrong, each thing once."""

    def __init__(self, page: Page, house: House, title: str, size: Size, shoot: Callable[[str], None]) -> None:
        self.page, self.size, self.shoot = page, size, shoot
        self.faults: dict[str, None] = {}
        self.opened: set[str] = set()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        game = GAMES[title]
        seats = ["me", *["cadet"] * (game["seats"] - 1)]
        page.goto(house.url + make(page, house.url, title, *seats, options=game["options"]))
        settle(page)
        page.evaluate(WATCH_BOARD)
        # What is to be looked at waits until it was.
        choose_pace(page, "step by step")
        board = box(page.locator("#board"))
        share = board["width"] / size[0] if size[0] < size[1] else board["height"] / size[1]
        self.share = share
        if share < LEAST:
            self.note(f"the board has only {share:.0%}")

    def note(self, *faults: str) -> None:
        self.faults.update(dict.fromkeys(faults))

    def play(self, rng: random.Random, kinds: int = 100, axes: int = 4) -> int:
        """To the end; returns the number of answers. Of so many kinds of questions everything is opened."""
        seen: set[str] = set()
        for answers in range(MOST_ANSWERS):
            settle(self.page)
            if self.page.locator(FINAL).count():
                self.look_at_the_end()
                return answers
            self.note(*list_faults(self.page, self.size))
            self.look_at_what_is_seldom_there()
            rule = self.rule()
            if rule not in seen and len(seen) < kinds:
                seen.add(rule)
                self.look_at_everything(rule, with_axe=len(seen) <= axes)
                if len(seen) >= COACHED_KINDS:
                    self.send_the_coach_away()
            answer_by_call(self.page, rng)
        raise AssertionError("no final screen")

    def look_at_what_is_seldom_there(self) -> None:
        """The first question of a kind may have nothing to replay, to confirm or to deal with: the first that has."""
        for name, open_tool in SELDOM.items():
            if name not in self.opened:
                self.look_at_all(open_tool(self.page), "seldom")

    def look_at_all(self, tools: Iterator[str], when: str) -> None:
        for tool in tools:
            self.opened.add(tool)
            self.note(*(f"{tool}: {one}" for one in list_faults(self.page, self.size, tool in MODAL)))
            self.shoot(f"{when}-{tool.strip('?').replace(' ', '-').lower()}")

    def rule(self) -> str:
        question = self.page.request.get(f"{api_of(self.page)}?seat=0").json()["question"]
        return str(question["rule"]) if question else ""

    def look_at_everything(self, rule: str, with_axe: bool) -> None:
        self.shoot(rule)
        if with_axe:
            self.note(*findings(self.page))
        self.look_at_all(open_tools(self.page), rule)
        self.note(*self.moved(rule))

    def send_the_coach_away(self) -> None:
        coach = self.page.get_by_role("button", name="Stop coaching")
        if coach.is_visible():
            coach.click()

    def moved(self, when: str) -> list[str]:
        seen: list[str] = self.page.evaluate("() => [...window.boardSeen]")
        return [f"{when}: the board was at {seen}"] if len(seen) > 1 else []

    def look_at_the_end(self) -> None:
        self.note(*self.moved("the game"))
        self.page.locator(f"{FINAL} .curve svg").first.wait_for()
        self.shoot("final")
        self.note(*(f"final: {one}" for one in [*self.page.evaluate(CUT_TEXT), *findings(self.page)]))
        self.page.get_by_role("button", name="Look at the board").click()
        self.page.locator("#board").wait_for()
        self.note(*self.moved("after the end"))
        self.note(*(f"after the end: {one}" for one in list_faults(self.page, self.size)))
        self.shoot("after-the-end")
