"""My turn finds me: a notice when I look elsewhere, a sign in the browser's tab always."""

import random
import re

from playwright.sync_api import Page, expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.player import CHOICE, answer_once, asked_of, guest_of, settle

pytestmark = BROWSER

STUB = """
window.notices = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, { body, data }) { window.notices.push({ title, body, data }); }
  close() {}
};
let away = false;
Object.defineProperty(document, 'hidden', { get: () => away });
Object.defineProperty(document, 'visibilityState', { get: () => (away ? 'hidden' : 'visible') });
window.look_away = (on) => { away = on; document.dispatchEvent(new Event('visibilitychange')); };
"""


def friends(house: House, visit: Visit) -> tuple[Page, Page]:
    """Two people at a table of Airline; the first has a browser that may notify and writes down what it was told."""
    host = visit(house.url)
    host.context.grant_permissions(["notifications"], origin=house.url)
    host.context.add_init_script(STUB)
    return host, guest_of(host, house.url, visit, "airline")


def until_asked(host: Page, guest: Page) -> None:
    """The host's turn comes once more: answers for both until the guest has played and the host is asked."""
    rng = random.Random(1)
    while asked_of(host, guest) is host:
        answer_once(host, rng, board=0)
    while asked_of(guest, host) is guest:
        answer_once(guest, rng, board=0)
    settle(host)


def told(page: Page) -> list[dict[str, str]]:
    notices: list[dict[str, str]] = page.evaluate("window.notices")
    return notices


def tell_me(page: Page, on: bool) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Tell me in the browser").set_checked(on)
    page.keyboard.press("Escape")


def test_my_turn_makes_one_notice_while_i_look_elsewhere_and_none_while_i_look(house: House, visit: Visit) -> None:
    host, guest = friends(house, visit)
    settle(asked_of(host, guest))
    tell_me(host, on=True)
    until_asked(host, guest)
    assert told(host) == []

    host.evaluate("look_away(true)")
    until_asked(host, guest)
    ask = host.locator("#ask").inner_text()
    notices = told(host)
    assert notices[-1]["title"] == "Airline with Bea: your move"
    assert notices[-1]["body"] == ask
    questions = [one["data"] for one in notices]
    assert len(questions) == len(set(questions)), "one for each question"
    host.reload()
    settle(host)
    assert told(host) == []

    tell_me(host, on=False)
    host.evaluate("look_away(true)")
    until_asked(host, guest)
    assert told(host) == []


def test_title_and_sign_of_the_tab_say_whose_move_it_is(house: House, visit: Visit) -> None:
    host, guest = friends(house, visit)
    asked, other = (host, guest) if asked_of(host, guest) is host else (guest, host)
    icon = "link[rel=icon]"
    expect(asked).to_have_title(re.compile("Your move"))
    expect(asked.locator(icon)).to_have_attribute("href", "/favicon-turn.svg")
    expect(other).not_to_have_title(re.compile("Your move"))
    expect(other.locator(icon)).to_have_attribute("href", "/favicon.svg")
    asked.locator(CHOICE).first.click()
    expect(other).to_have_title(re.compile("Your move"))
    asked.get_by_label("Aerodrome: lobby").click()
    expect(asked.locator(icon)).to_have_attribute("href", "/favicon.svg")
