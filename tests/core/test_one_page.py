"""The rules on one page are whole, short enough to be printed, and rest on rules that exist."""

import pytest

import aerodrome
from aerodrome.core.digest_rules import read_digest_rules_by_id
from aerodrome.core.one_page_rules import MAX_HEADING, MAX_TEXT, MAX_WORDS, OnePageStatement, read_one_page_rules

TITLES = ("airkwire", "airline", "airsteam", "tingoose")
AIRCRAFT = {"trimotor", "prop", "propliner", "jet", "sst", "airship"}
"""Those that the client can draw (web/src/furniture/aircraft.ts)."""


def list_items(title: str) -> list[OnePageStatement]:
    page = read_one_page_rules(title)
    return [*page.goal, *page.turn, *page.scoring, *page.ending, *page.missed]


def test_every_title_of_the_package_has_a_page() -> None:
    assert set(TITLES) <= set(aerodrome.titles())


@pytest.mark.parametrize("title", TITLES)
def test_a_page_has_its_five_parts(title: str) -> None:
    page = read_one_page_rules(title)
    assert len(page.goal) == 1
    assert 3 <= len(page.turn) <= 4
    assert 2 <= len(page.scoring) <= 4
    assert 1 <= len(page.ending) <= 2
    assert len(page.missed) == 5


@pytest.mark.parametrize("title", TITLES)
def test_every_sentence_rests_on_rules_of_the_digest(title: str) -> None:
    known = read_digest_rules_by_id(title)
    for item in list_items(title):
        assert item.rules, item.heading
        assert [rule for rule in item.rules if rule not in known] == [], item.heading


@pytest.mark.parametrize("title", TITLES)
def test_a_page_fits_on_a_sheet(title: str) -> None:
    items = list_items(title)
    assert sum(len(f"{item.heading} {item.text}".split()) for item in items) <= MAX_WORDS
    assert [item.heading for item in items if len(item.heading) > MAX_HEADING] == []
    assert [item.text for item in items if len(item.text) > MAX_TEXT] == []


@pytest.mark.parametrize("title", TITLES)
def test_a_piece_of_a_drawing_is_one_thing_that_can_be_drawn(title: str) -> None:
    for item in list_items(title):
        assert len(item.picture) <= 6
        for piece in item.picture:
            assert [bool(piece.aircraft), bool(piece.die), bool(piece.card), bool(piece.sign)].count(True) == 1
            assert piece.aircraft in {"", *AIRCRAFT}
            assert 0 <= piece.die <= 6
            assert len(piece.card) <= 12
            assert len(piece.note) <= 14
