"""A colour in words is always somebody's: the browser puts people's names in its place."""

import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import aerodrome
from aerodrome import Event, Game
from laws.walk import walk

TITLES = ("airkwire", "airline", "airsteam", "tingoose")


@pytest.mark.parametrize("title", TITLES)
def test_no_colour_is_said_of_anything_but_a_seat(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = aerodrome.load(title)
    colours = re.compile(r"\b({})\b".format("|".join(map(game.seat_name, range(game.seats_max)))))
    _rename_seats(game, monkeypatch)
    said = set(_words(game))
    assert any("Somebody" in words for words in said)
    assert [words for words in said if colours.search(words)] == []


def _rename_seats(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    home = f"aerodrome.games.{game.title}."
    for name, module in list(sys.modules.items()):
        if name.startswith(home) and hasattr(module, "seat_name"):
            monkeypatch.setattr(module, "seat_name", lambda game, seat: f"Somebody{seat}")
    monkeypatch.setattr(type(game), "seat_name", lambda game, seat: f"Somebody{seat}")


def _words(game: Game) -> Iterator[str]:
    rng = random.Random(game.title)
    for moment in walk(game, game.seats_max, 7):
        told: list[Event] = []
        after = moment.state.clone()
        game.apply(after, moment.who, moment.action, told.append)
        yield from map(game.describe_event, told)
        if moment.who < 0 or rng.random() > 0.1:
            continue
        question = game.question(moment.state, moment.who)
        yield question.ask
        yield game.view(moment.state, moment.who)["phase"]
        for choice in question.choices:
            yield from (choice.label, choice.detail, choice.group)
        for refused in question.refused:
            yield from (refused.label, refused.why)
        for form in question.forms:
            yield from _labels(form)


def _labels(form: Any) -> Iterator[str]:
    yield form.label
    yield form.detail
