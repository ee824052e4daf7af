"""People at one table: by link, at one screen, through reloads, crashes and a broken line."""

import random
import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from browser.conftest import BROWSER, Visit, Watch
from browser.house import House
from browser.player import (
    CHOICE,
    CURTAIN,
    FINAL,
    answer_once,
    asked_of,
    guest_of,
    make,
    n_grows,
    n_of,
    open_table,
    play,
    settle,
)

pytestmark = BROWSER

FRAMES = """
window.frames_seen = [];
(function look() {
  const body = document.body;
  if (body) {
    const text = body.innerText;
    const seen = window.frames_seen;
    if (seen[seen.length - 1] !== text) seen.push(text);
  }
  requestAnimationFrame(look);
})();
"""


def log_of(page: Page) -> list[str]:
    return page.locator("[role=log] .jump").all_inner_texts()


def room_of(page: Page, seat: int | None = None) -> dict[str, Any]:
    match = page.url.rsplit("/", 1)[-1]
    query = "" if seat is None else f"?seat={seat}"
    base = page.url.split("/m/")[0]
    room: dict[str, Any] = page.request.get(f"{base}/api/matches/{match}{query}").json()
    return room


def test_two_people_meet_by_a_link_and_see_each_others_moves(house: House, visit: Visit) -> None:
    host = visit(f"{house.url}/new/airline")
    host.get_by_label("Friends by link").check()
    host.get_by_role("button", name="Less seats").click()
    host.get_by_role("button", name="Less seats").click()
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("[data-link^='/j/']").first.get_attribute("data-link")
    expect(host.get_by_text("Waiting for 1 more")).to_be_visible()

    guest = visit(f"{house.url}{link}")
    guest.get_by_label("My name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()

    for _ in range(6):
        answer_once(asked_of(host, guest), random.Random(1))
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Bea")
    settled = max(n_of(host), n_of(guest))
    for page in (host, guest):
        page.wait_for_function("n => Number(document.querySelector('[data-n]').dataset.n) >= n", arg=settled)
    assert log_of(host) == log_of(guest)


def test_what_is_said_is_heard_and_stays_text(house: House, visit: Visit) -> None:
    host = visit(house.url)
    guest = guest_of(host, house.url, visit, "toy")
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_label("Say something").fill("<b>good luck</b>")
    guest.get_by_role("button", name="Send").click()
    host.get_by_role("tab", name="Chat").click()
    expect(host.get_by_text("<b>good luck</b>")).to_be_visible()


def test_behind_the_curtain_no_frame_shows_anothers_hand(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.add_init_script(FRAMES)
    page.goto(house.url + make(page, house.url, "toy", "me", "me", "me", mode="hotseat"))
    cards = {seat: room_of(page, seat)["view"]["card"] for seat in range(3)}
    play(page, random.Random(3))
    frames: list[str] = page.evaluate("window.frames_seen")
    curtains = [text for text in frames if "look away" in text]
    assert len(curtains) == 3
    for text in frames:
        seen = {card for card in cards.values() if re.search(rf"\b{card}\b", text)}
        assert len(seen) <= 1, text
        if "look away" in text:
            assert seen == set(), text


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airkwire", "me", "cadet", "cadet"))
    for _ in range(2):
        answer_once(page, random.Random(5), board=0)
    settle(page)
    before = (page.locator("#ask").inner_text(), page.locator(CHOICE).all_inner_texts(), log_of(page))
    page.reload()
    settle(page)
    assert (page.locator("#ask").inner_text(), page.locator(CHOICE).all_inner_texts(), log_of(page)) == before


def test_killed_in_the_middle_of_a_turn_the_server_comes_back_and_the_answer_counts_once(
    own_house: House, visit: Visit, watch: Watch
) -> None:
    page = visit(own_house.url)
    page.goto(own_house.url + make(page, own_house.url, "airkwire", "me", "cadet", "cadet"))
    answer_once(page, random.Random(5), board=0)
    settle(page)
    before = room_of(page)
    watch.offline = True
    own_house.kill()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    page.locator(CHOICE).first.click()
    own_house.start()
    n_grows(page, before["version"])
    expect(page.get_by_text("Reconnecting")).to_have_count(0)
    watch.offline = False
    settle(page)
    after = room_of(page)
    mine = [line for line in after["log"] if line["seat"] == 0 and line["position"] > before["position"]]
    assert after["version"] == before["version"] + 1
    assert len({line["position"] for line in mine}) == 1
    assert len(log_of(page)) == len(after["log"])


def test_a_cut_line_is_mended_with_nothing_repeated(house: House, visit: Visit, watch: Watch) -> None:
    page = visit(house.url)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "cadet"}, {"kind": "bot", "level": "cadet"}]
    made = open_table(page, house.url, title="airkwire", seats=seats)
    page.goto(f"{house.url}/m/{made['id']}")
    settle(page)
    further = page.request.post(
        f"{house.url}/api/matches/{made['id']}/devices/link", data={}, headers={"X-Aerodrome": "1"}
    )
    twin = visit(house.url + further.json()["link"])
    twin.get_by_role("button", name="Open my seat here").click()
    settle(twin)
    watch.offline = True
    page.context.set_offline(True)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    for _ in range(4):
        answer_once(twin, random.Random(2), board=0)
    settle(twin)
    assert log_of(page) != log_of(twin)
    page.context.set_offline(False)
    page.wait_for_function("n => Number(document.querySelector('[data-n]').dataset.n) >= n", arg=n_of(twin))
    watch.offline = False
    assert log_of(page) == log_of(twin)
    assert page.locator("#ask").inner_text() == twin.locator("#ask").inner_text()


def test_an_answer_on_its_way_is_not_sent_again_by_a_line_that_opens_late(house: House, visit: Visit) -> None:
    page = visit(house.url)
    path = make(page, house.url, "toy", "me", "me", mode="hotseat")
    lines: list[Route] = []
    answers: list[Route] = []
    page.route("**/events?*", lambda route: lines.append(route))
    page.route("**/actions*", lambda route: answers.append(route))
    page.goto(house.url + path)
    page.locator(f"{CURTAIN} button").click()
    page.locator(CHOICE).first.click()
    expect(page.locator(".bar")).to_have_attribute("aria-busy", "true")
    lines[-1].continue_()
    expect(page.locator("[data-line]")).to_have_attribute("data-line", "live")
    assert len(answers) == 1
    answers[0].continue_()
    expect(page.get_by_text("Pass to Person 2")).to_be_visible()


def test_an_answer_is_on_its_way_though_the_last_one_is_acknowledged_late(house: House, visit: Visit) -> None:
    page = visit(house.url)
    path = make(page, house.url, "toy", "me", "me", mode="hotseat")
    held: list[Route] = []
    page.route("**/actions", lambda route: held.append(route))
    page.goto(house.url + path)
    page.locator(f"{CURTAIN} button").click()
    page.locator(CHOICE).first.click()
    expect(page.locator(".bar")).to_have_attribute("aria-busy", "true")
    accepted = held[0].fetch()
    page.locator(f"{CURTAIN} button").click()
    page.locator(CHOICE).first.click()
    expect(page.locator(".bar")).to_have_attribute("aria-busy", "true")
    with page.expect_response("**/actions"):
        held[0].fulfill(response=accepted)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator(".bar")).to_have_attribute("aria-busy", "true")
    held[1].continue_()
    page.locator(FINAL).wait_for()


def test_a_form_judged_after_the_last_answer_is_no_fault(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "toy", "me", "me", mode="hotseat"))
    rng = random.Random(4)
    for _ in range(3):
        answer_once(page, rng)
    late: list[Route] = []
    page.route("**/validate", lambda route: late.append(route))
    with page.expect_request("**/validate"):
        page.locator(".question form input").fill("7")
    page.locator(CHOICE).first.click()
    page.locator(FINAL).wait_for()
    with page.expect_response("**/validate") as judged:
        late[-1].continue_()
    assert judged.value.json()["rule"] == "TY-2.3"


def test_a_second_tab_shows_the_same_seat_and_does_not_fight(house: House, visit: Visit) -> None:
    page = visit(house.url)
    path = make(page, house.url, "airkwire", "me", "cadet", "cadet")
    page.goto(house.url + path)
    settle(page)
    second = page.context.new_page()
    second.goto(house.url + path)
    settle(second)
    start = n_of(page)
    answer_once(page, random.Random(1), board=0)
    n_grows(second, start)
    settle(second)
    start = n_of(second)
    answer_once(second, random.Random(1), board=0)
    n_grows(page, start)


def test_undo_takes_back_my_choice_and_history_shows_any_moment(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airkwire", "me", "cadet", "cadet"))
    settle(page)
    ask = page.locator("#ask").inner_text()
    before = log_of(page)
    page.locator(CHOICE).first.click()
    undo = page.get_by_role("button", name="Undo")
    undo.wait_for()
    assert len(log_of(page)) > len(before)
    undo.click()
    expect(page.locator("#ask")).to_have_text(ask)
    assert log_of(page)[: len(before)] == before

    page.get_by_role("button", name="One step back").click()
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    expect(page.locator("#ask")).to_have_text("Looking back")
    expect(page.locator(CHOICE)).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#ask")).to_have_text(ask)
    page.locator("[role=log] .jump").first.click()
    expect(page.locator(".scrubber .when")).not_to_have_text("Now")
    page.keyboard.press("Escape")
    expect(page.locator(".scrubber .when")).to_have_text("Now")


def test_keyboard_alone_leads_from_the_lobby_to_the_final_screen(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.locator("[data-quick]").first.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.quick") == "toy":
            break
    page.keyboard.press("Enter")
    page.locator("#ask").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(20):
        settle(page)
        if page.locator(FINAL).count():
            break
        page.keyboard.press("q")
        page.keyboard.press("Enter")
        page.locator(f"{FINAL}, .ask").first.wait_for()
    expect(page.locator(f"{FINAL} h1")).to_contain_text("win")


def test_after_the_end_there_is_a_record_and_a_rematch(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "toy", "me", "cadet"))
    play(page, random.Random(1))
    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep the record").click()
    record = kept.value.path()
    old = page.url
    page.get_by_role("button", name="Again with the same people").click()
    page.wait_for_url(lambda url: "/m/" in url and url != old)
    page.locator(CHOICE).first.wait_for()

    page.goto(house.url)
    page.get_by_label("A record file").set_input_files(record)
    page.get_by_label("Moment").fill("2")
    page.get_by_role("button", name="Play on against bots").click()
    page.locator(CHOICE).first.wait_for()


def ask_hint(page: Page) -> Locator:
    """The lines of the hint; asked again where the machine says that it is busy."""
    lines = page.get_by_role("complementary", name="Hint").get_by_role("listitem")
    busy = page.get_by_role("alert")
    for _time in range(20):
        page.get_by_role("button", name="Hint").click()
        lines.first.or_(busy).first.wait_for()
        if lines.count():
            break
        page.get_by_role("button", name="Dismiss").click()
        page.get_by_role("button", name="Close").click()
    expect(lines.first).to_contain_text(re.compile(r"\d+\s%"))
    return lines


def test_a_hint_names_choices_and_what_the_bot_expects(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    lines = ask_hint(page)
    percents = [int(re.search(r"(\d+)\s%", line)[1]) for line in lines.all_inner_texts()]  # type: ignore[index]
    assert percents == sorted(percents, reverse=True)
    before = lines.all_inner_texts()
    page.reload()
    assert ask_hint(page).all_inner_texts() == before


def test_a_rule_named_in_the_log_opens_in_the_drawer_and_by_its_own_address(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.goto(house.url + make(page, house.url, "airline", "me", "cadet"))
    settle(page)
    rule = page.locator("[role=log] .rule-link").first
    name = rule.inner_text()
    rule.click()
    expect(page.locator(f"[id='rule-{name}']")).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("landing rights")
    expect(page.locator("[id='rule-AL-4.1']")).to_be_visible()
    page.goto(f"{house.url}/rules/airline#AL-6.1")
    expect(page.locator("[id='rule-AL-6.1']")).to_be_in_viewport()


def test_one_who_watches_sees_the_table_and_cannot_act(house: House, visit: Visit) -> None:
    host = visit(house.url)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "cadet"}]
    made = open_table(host, house.url, title="airline", seats=seats)
    watcher = visit(house.url + made["spectator_link"])
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.get_by_text("Watching", exact=True)).to_be_visible()
    expect(watcher.locator(CHOICE)).to_have_count(0)
    assert watcher.locator(CURTAIN).count() == 0
