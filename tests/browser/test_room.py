"""The furniture of the room: why not, clocks, orders, leaving, votes, settings."""

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.moments import found, sit, step
from browser.player import CHOICE, CONFIRM, answer_once, asked_of, guest_of, make, settle

pytestmark = BROWSER

REFUSED = "#board [role=button][aria-disabled=true]"
POINT_IN = """
selector => {
  const parts = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
  for (const place of document.querySelectorAll(selector)) {
    const { x, y, width, height } = place.getBoundingClientRect();
    for (const right of parts)
      for (const down of parts) {
        const at = [x + width * right, y + height * down];
        if (place.contains(document.elementFromPoint(...at))) return at;
      }
  }
  throw new Error('every such place is covered');
}
"""


def open_with(page: Page, house: House, title: str, *seats: str, **more: object) -> str:
    path = make(page, house.url, title, *seats, **more)
    page.goto(house.url + path)
    return path


def test_what_cannot_be_chosen_says_why_on_hover_focus_and_press(house: House, visit: Visit) -> None:
    page = visit(house.url)
    open_with(page, house, "airkwire", "me", "cadet", "cadet")
    rng = random.Random(3)
    for _ in range(30):
        settle(page)
        if page.locator(REFUSED).count():
            break
        answer_once(page, rng, board=0)
    spot = page.evaluate(POINT_IN, REFUSED)
    page.mouse.move(*spot)
    expect(page.get_by_role("tooltip")).to_contain_text(re.compile(r"AK-\w+"))
    page.mouse.move(2, 2)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    place = page.locator(REFUSED).first
    page.keyboard.press("b")
    place.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    place.press("Enter")
    said = page.locator(".popover[role=dialog]")
    expect(said).to_contain_text(re.compile(r"AK-\w+"))
    page.keyboard.press("Escape")
    expect(said).to_have_count(0)


def test_a_choice_lights_its_place_and_a_place_its_choice(house: House, visit: Visit) -> None:
    page = visit(house.url)
    open_with(page, house, "airline", "me", "cadet")
    settle(page)
    page.locator(CHOICE, has_text="Tokyo").hover()
    expect(page.locator("#board .place.lit").first).to_have_accessible_name(re.compile("Tokyo"))
    page.mouse.move(2, 2)
    page.locator("#board .place.open").first.focus()
    expect(page.locator(f"{CHOICE}.lit").first).to_be_visible()


def test_a_clock_runs_for_the_one_who_is_asked(house: House, visit: Visit) -> None:
    page = visit(house.url)
    open_with(page, house, "airline", "me", "cadet", clock={"per_move": 300})
    settle(page)
    timer = page.get_by_role("timer").first
    expect(timer).to_have_text(re.compile(r"^[45]:\d\d$"))
    first = timer.inner_text()
    expect(timer).not_to_have_text(first)


def test_a_standing_order_is_given_and_taken_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    open_with(page, house, "airline", "me", "cadet")
    for _ in range(10):
        settle(page)
        if page.get_by_role("button", name="Orders").count():
            break
        answer_once(page, random.Random(1), board=0)
    page.get_by_role("button", name="Orders").click()
    box = page.get_by_role("region", name="Standing orders").locator("input").first
    box.check()
    expect(page.get_by_role("button", name="Orders (1)")).to_be_visible()
    box.uncheck()
    expect(page.get_by_role("button", name="Orders", exact=True)).to_be_visible()


def owes_upkeep(game: Any, state: Any, seat: int) -> bool:
    """In the middle of a game two cubes or more wait to be paid for, and the seat can pay."""
    due = game.view(state, seat)["players"][seat]["upkeep"] if step(state) == "Upkeep" else 0
    return due > 1 and state.cash[seat] >= due and state.round < game.rounds


def test_an_order_with_an_amount_acts_when_its_condition_holds(house: House, visit: Visit) -> None:
    page = visit(house.url)
    room = sit(page, house, found("airsteam", 2)(owes_upkeep))
    due = room["view"]["players"][room["view"]["seat"]]["upkeep"]
    page.goto(f"{house.url}/m/{room['id']}")
    settle(page)
    page.get_by_role("button", name="Orders").click()
    order = page.get_by_role("region", name="Standing orders").locator("li", has_text="when it costs")
    box, amount = order.get_by_role("checkbox"), order.get_by_role("spinbutton")
    expect(box).to_be_disabled()
    amount.fill("0")
    expect(box).to_be_disabled()
    amount.fill(str(due - 1))
    box.check()
    expect(page.get_by_role("button", name="Orders (1)")).to_be_visible()
    path = f"{house.url}/api/matches/{room['id']}"

    def read_orders() -> list[int]:
        given = page.request.get(path).json()["standing_orders"]
        return [one["amount"] for one in given if one["enabled"]]

    assert read_orders() == [due - 1]
    expect(page.get_by_role("log")).not_to_contain_text(f"pays ${due} upkeep")
    expect(page.locator(".question")).to_contain_text(f"${due}")
    with page.expect_response("**/standing-orders"):
        amount.fill(str(due))
        amount.blur()
    expect(page.get_by_role("log")).to_contain_text(f"pays ${due} upkeep")
    assert read_orders() == [due]


def pair(house: House, visit: Visit) -> tuple[Page, Page, str]:
    """Two people at a table of Airline: nothing happens there without them."""
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    return host, guest, host.url.removeprefix(house.url)


def test_one_who_leaves_finds_the_table_again_and_sits_down(house: House, visit: Visit) -> None:
    host, guest, path = pair(house, visit)
    asked_of(host, guest)
    host.get_by_role("button", name="Table", exact=True).click()
    host.get_by_role("button", name=re.compile("^Leave")).click()
    host.get_by_role("group", name="Leave the table").get_by_role("button", name="Leave").click()
    guest.get_by_role("list", name="Seats").get_by_text("bot (left)").wait_for()
    host.locator(f"a[href='{path}']").click()
    host.get_by_role("button", name="Sit down again").click()
    expect(guest.get_by_role("list", name="Seats").get_by_text("bot (left)")).to_have_count(0)


def test_going_further_back_needs_everybodys_yes(house: House, visit: Visit) -> None:
    host, guest, _ = pair(house, visit)
    for _ in range(2):
        answer_once(asked_of(host, guest), random.Random(1), board=0)
    host.get_by_role("button", name="One step back").click()
    host.get_by_role("button", name="One step back").click()
    host.get_by_role("button", name="Table", exact=True).click()
    host.get_by_role("button", name=re.compile("^Ask all")).click()
    guest.get_by_role("button", name="Agree", exact=True).click()
    expect(guest.get_by_role("button", name="Agree", exact=True)).to_have_count(0)


def test_the_theme_is_chosen_and_kept_and_questions_before_costly_choices_can_be_turned_off(
    house: House, visit: Visit
) -> None:
    page = visit(house.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Light or dark").select_option("dark")
    page.get_by_label("Ask before costly").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    open_with(page, house, "airsteam", "me", "cadet")
    for _ in range(12):
        answer_once(page, random.Random(2), board=0)
        assert page.locator(CONFIRM).count() == 0


def test_a_choice_can_be_dragged_to_its_place(house: House, visit: Visit) -> None:
    page = visit(house.url)
    open_with(page, house, "airline", "me", "cadet")
    settle(page)
    choice = page.locator(CHOICE, has_text="Tokyo")
    choice.scroll_into_view_if_needed()
    choice.hover()
    lit = "#board .place.open.lit"
    page.locator(lit).first.wait_for()
    page.mouse.down()
    page.mouse.move(*page.evaluate(POINT_IN, lit), steps=4)
    page.mouse.up()
    expect(page.get_by_role("log").get_by_text(re.compile("makes Tokyo the base"))).to_be_visible()


AT_END = "box => box.scrollHeight - box.scrollTop - box.clientHeight < 4"


def test_the_log_stays_at_its_end_until_somebody_reads_further_up(house: House, visit: Visit) -> None:
    page = visit(house.url, calm=False)
    open_with(page, house, "airkwire", "me", "cadet", "cadet")
    rng = random.Random(8)
    log = page.get_by_role("log")
    while log.evaluate("box => box.scrollHeight < 3 * box.clientHeight"):
        assert answer_once(page, rng, board=0)
    settle(page)
    end = log.element_handle()
    page.wait_for_function(AT_END, arg=end)
    page.set_viewport_size({"width": 1440, "height": 820})
    page.wait_for_function(AT_END, arg=end)
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_have_count(0)
    log.hover()
    page.mouse.wheel(0, -100_000)
    page.wait_for_function("box => box.scrollTop === 0", arg=end)
    expect(newest).to_be_visible()
    answer_once(page, rng, board=0)
    settle(page)
    assert log.evaluate("box => box.scrollTop") == 0
    newest.click()
    page.wait_for_function(AT_END, arg=end)
    expect(newest).to_have_count(0)


def test_people_are_called_by_their_names(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "airline")
    rng = random.Random(2)
    for _ in range(4):
        answer_once(asked_of(host, guest), rng, board=0)
    asked_of(host, guest)
    for page in (host, guest):
        expect(page.locator(".phase")).to_have_text(re.compile(r"^Round \d · (Ann|Bea) · "))
        log = page.get_by_role("log").locator(".jump").all_inner_texts()
        assert any(re.match("(Ann|Bea) ", line) for line in log)
        assert [line for line in log if re.search(r"\b(Red|Yellow)\b", line)] == ["Bea sits down as Yellow"]
