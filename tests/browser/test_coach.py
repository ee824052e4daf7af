"""A newcomer's first game against bots: the coach is offered, says what to look at, and what a costly choice cost."""

import json
import random
import re

from playwright.sync_api import expect

from aerodrome.core.actions import CHANCE
from aerodrome.core.record import Record
from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.moments import Table, sit
from browser.player import settle
from browser.test_look import findings

pytestmark = SECOND_BROWSER


def won_fleet() -> Table:
    """Red won a fleet in Tin Goose and may upgrade with it, which is much worse than deploying it."""
    record, rng = Record.start("tingoose", 3, seed=4), random.Random(4)
    while len(record.played) < 70:
        actors = record.game.actors(record.state)
        if actors == (CHANCE,):
            record.advance()
        else:
            record.play(actors[0], rng.choice(record.game.legal(record.state, actors[0])))
    return Table(json.loads(record.to_json()), len(record.played), record.game.actors(record.state)[0])


def test_a_newcomer_is_coached_and_takes_a_costly_choice_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, won_fleet)
    offer = page.locator("[data-coach-offer]")
    offer.get_by_role("button", name="Yes, please").click()
    expect(offer).to_have_count(0)
    points = page.locator("[data-coach-point]")
    expect(points).to_have_count(2)
    expect(points.first).to_contain_text("Deploy the fleet: Deploying it removes one of your 5 conditions.")
    expect(page.locator("[data-coach]")).not_to_contain_text("%")
    page.locator("[data-choice]", has_text="Upgrade").click()
    costly = page.locator("[data-coach-costly]")
    expect(costly).to_contain_text("Better: Deploy the fleet")
    expect(costly).to_contain_text("Game 1 of 3 with a coach")
    mine, better = (int(text.rstrip(" %")) for text in costly.locator(".lost, .won").all_inner_texts())
    assert better - mine >= 5
    assert findings(page) == []
    page.locator("[data-coach-back]").click()
    expect(costly).to_have_count(0)
    page.locator("[data-choice]", has_text="Upgrade").wait_for()
    page.get_by_role("button", name="Stop coaching").click()
    expect(page.locator("[data-coach]")).to_have_count(0)
    page.reload()
    settle(page)
    expect(page.locator("[data-coach], [data-coach-offer]")).to_have_count(0)


def test_what_the_coach_says_in_a_low_window_is_scrolled_by_keyboard(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.set_viewport_size({"width": 844, "height": 390})
    sit(page, house, won_fleet)
    # By keyboard: a pointer would then rest on a choice, which takes the coach's place.
    page.get_by_role("button", name="Yes, please").press("Enter")
    says = page.get_by_role("group", name="What the coach says")
    expect(says.locator("[data-coach-point]")).to_have_count(2)
    assert says.evaluate("node => node.scrollHeight > node.clientHeight")
    says.focus()
    expect(says).to_be_focused()
    assert findings(page) == []


def test_the_rules_open_at_the_rule_of_the_question(house: House, visit: Visit) -> None:
    page = visit(house.url)
    sit(page, house, won_fleet)
    page.get_by_role("tab", name="Rules").click()
    rule = page.locator("[id='rule-TG-7.8']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("focus"))
    page.get_by_role("button", name="Contents", exact=True).click()
    expect(page.get_by_role("navigation", name="Contents of the rules")).to_be_in_viewport()
    expect(rule).not_to_be_in_viewport()
