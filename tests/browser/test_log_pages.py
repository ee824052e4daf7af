"""A long log and a long chat come page by page as somebody scrolls up to them."""

import json
import random
import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from browser.conftest import BROWSER, ROOT, Visit
from browser.house import House
from browser.player import answer_once, make, open_table, settle

pytestmark = BROWSER

RECORD = ROOT / "tests" / "records" / "airline" / "claims.json"
POSITION = 580
LINES = "[role=log] .jump"
HEADERS = {"X-Aerodrome": "1"}
THOUSANDS = 2000
AT_END = "box => box.scrollHeight - box.scrollTop - box.clientHeight < 4"


def whole_log(page: Page, path: str) -> list[dict[str, Any]]:
    """All pages of the log, oldest line first, as the server gives them."""
    room = page.request.get(path).json()
    lines, earlier = room["log"], room["earlier_log"]
    while earlier is not None:
        answer = page.request.get(f"{path}/log?before={earlier}").json()
        lines, earlier = answer["lines"] + lines, answer["earlier"]
    return list(lines)


def scroll_up_to_the_start(page: Page, lines: str, total: int) -> int:
    """Scroll to the top again and again; returns how often something came."""
    loads = 0
    while (count := page.locator(lines).count()) < total:
        first = page.locator(lines).first
        text = first.inner_text()
        page.locator("[role=log]").evaluate("box => box.scrollTo({ top: 0, behavior: 'instant' })")
        page.wait_for_function(
            "([lines, count]) => document.querySelectorAll(lines).length > count", arg=[lines, count]
        )
        page.wait_for_function("() => document.querySelector('[role=log]').scrollTop > 100")
        assert page.locator(lines).first.inner_text() != text or count == 0
        loads += 1
    return loads


def test_a_log_of_hundreds_of_lines_is_read_to_its_start(house: House, visit: Visit) -> None:
    page = visit(house.url)
    record = json.loads(RECORD.read_text())
    cadet = {"kind": "bot", "level": "cadet"}
    seats = [cadet, {"kind": "person", "name": "Ann"}, cadet]
    made = open_table(page, house.url, "/import", record=record, position=POSITION, seats=seats)
    api = f"{house.url}/api/matches/{made['id']}"
    page.goto(f"{house.url}/m/{made['id']}")
    settle(page)
    total = whole_log(page, api)
    assert len(total) > 400
    expect(page.locator(LINES).last).to_be_visible()
    assert page.locator(LINES).count() < 200
    assert scroll_up_to_the_start(page, LINES, len(total)) >= 3
    assert page.locator(LINES).count() == len(total)
    expect(page.get_by_role("button", name="Earlier")).to_have_count(0)


def test_a_long_chat_is_read_to_its_start(house: House, visit: Visit) -> None:
    page = visit(house.url)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    made = open_table(page, house.url, title="airline", seats=seats)
    api = f"{house.url}/api/matches/{made['id']}"
    for number in range(130):
        assert page.request.post(f"{api}/chat", data={"text": f"line {number}"}, headers=HEADERS).ok
    page.request.post(f"{api}/replace", data={"target": 1, "level": "cadet"}, headers=HEADERS)
    page.goto(f"{house.url}/m/{made['id']}")
    settle(page)
    page.get_by_role("tab", name="Chat").click()
    said = "[role=log] p"
    expect(page.locator(said).last).to_contain_text("line 129")
    assert page.locator(said).count() < 100
    scroll_up_to_the_start(page, said, 130)
    expect(page.locator(said).first).to_contain_text("line 0")
    page.locator("[role=log]").evaluate("box => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' })")
    page.request.post(f"{api}/chat", data={"text": "the newest"}, headers=HEADERS)
    expect(page.locator(said).last).to_contain_text("the newest")
    assert page.locator(said).count() == 131


def test_a_log_of_thousands_of_lines_follows_its_end(house: House, visit: Visit) -> None:
    """The server's lines, many times over, as a long match would send them: the log stays where the news is."""
    page = visit(house.url)
    page.route(re.compile(r"/api/matches/[^/?]+(\?.*)?$"), lengthen)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    settle(page)
    assert page.locator(LINES).count() >= THOUSANDS
    end = page.get_by_role("log").element_handle()
    page.wait_for_function(AT_END, arg=end)
    rng = random.Random(1)
    for _ in range(3):
        answer_once(page, rng, board=0)
        settle(page)
        page.wait_for_function(AT_END, arg=end)
    expect(page.get_by_role("button", name="Newest")).to_have_count(0)


def lengthen(route: Route) -> None:
    answer = route.fetch()
    room = answer.json()
    if route.request.method == "GET" and "log" in room:
        old = [
            {"id": f"old{i}", "text": f"Red waits {i}", "rule": "AL-1.1", "position": 0, "seat": 0}
            for i in range(THOUSANDS)
        ]
        room["log"] = old + room["log"]
    route.fulfill(response=answer, json=room)
