"""What an edition has otherwise than the house's, in sentences that a player understands."""

from typing import Any

import pytest

from aerodrome.core.edition import check_edition_text, read_checked_edition
from aerodrome.core.edition_differences import list_edition_differences
from aerodrome.core.registry import get_edition_rules


def told(title: str, *changes: tuple[str, str]) -> list[str]:
    rules = get_edition_rules(title)
    text = rules.house_file.read_text(encoding="utf-8").replace("house-1", "mine")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    found = check_edition_text(rules, text.encode())
    assert found.errors == []
    house: Any = read_checked_edition(None, rules)
    return [difference.sentence for difference in list_edition_differences(rules.words, house, found.edition)]


CASES: list[tuple[str, str, str, list[str]]] = [
    (
        "airline",
        "fares = [7, 14, 21]",
        "fares = [6, 14, 25]",
        ["Fares of Rome: $6m, $14m, $25m instead of $7m, $14m, $21m."],
    ),
    (
        "airline",
        'a = "moscow"\nb = "tokyo"',
        'a = "moscow"\nb = "sydney"',
        ["Route Moscow–Sydney is new.", "Route Moscow–Tokyo is not there."],
    ),
    ("airline", "maintenance = 15", "maintenance = 16", ["Maintenance of a PROP: $16m instead of $15m."]),
    ("airline", 'note = "', 'note = "Mine. ', []),
    ("airkwire", "starting_cash = 12000", "starting_cash = 18000", ["Starting cash: $18000 instead of $12000."]),
    ("airsteam", "start_money = 12", "start_money = 13", ["Starting money: $13 instead of $12."]),
    ("tingoose", "airmail_reward = 40", "airmail_reward = 35", ["Reward for a mail card: $35 instead of $40."]),
    ("tingoose", "status_markers_per_player = { count = 2 }", "status_markers_per_player = { count = 3 }",
     ["Status markers per player, count: 3 instead of 2."]),
]  # fmt: skip


@pytest.mark.parametrize(("title", "old", "new", "sentences"), CASES)
def test_a_changed_value_is_told_in_plain_words(title: str, old: str, new: str, sentences: list[str]) -> None:
    assert told(title, (old, new)) == sentences


@pytest.mark.parametrize("title", ["airkwire", "airline", "airsteam", "tingoose"])
def test_a_copy_differs_in_nothing(title: str) -> None:
    assert told(title) == []
