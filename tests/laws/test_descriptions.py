"""Everything that a view shows can be described, and no description tells what its reader cannot know."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from aerodrome import Game, State
from aerodrome.core.codec import Codec
from aerodrome.core.description import Description
from aerodrome.core.digest_rules import read_digest_rules_by_id
from aerodrome.core.question import BoardTarget
from laws.cases import Case, cases
from laws.walk import glances, walk

LONGEST_TEXT = 280
LONGEST_LINE = 120
LONGEST_FIGURE = 16
THINGS = ("city", "card", "airline", "aircraft", "power", "fleet", "condition", "destination", "airmail", "demand")
"""Names of the vocabulary that stand for something on the table."""
SAMPLE = 24
"""So many of the things in sight are looked at in each moment, for each viewer."""
RAW = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|[{}\[\]_]|  |\.\.|\b[a-z]+-[0-9]+\b")


def law_descriptions(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"descriptions {seed}")
    for moment in glances(game, seats, seed, looks=5):
        with moment.looked_at():
            state = moment.state
            before = game.to_json(state)
            viewer = moment.number % (seats + 1)
            who = None if viewer == seats else viewer
            check_viewer(game, state, who, rng)
            check_choices(game, state, moment.who, rng)
            assert game.to_json(state) == before, "describing changed the state"


def check_viewer(game: Game, state: State, who: int | None, rng: random.Random) -> None:
    places = game.list_describable(state, who)
    assert len({repr(place) for place in places}) == len(places), "a place is listed twice"
    seen = [place for place in list_shown(game, game.view(state, who)) if place not in places]
    for place in seen:
        check_words(game, place, game.describe(state, who, place))
    twins = game.imagine_contrasting_states(state, rng.randrange(state.seats) if who is None else who, rng)
    for place in rng.sample(places, min(SAMPLE, len(places))):
        found = game.describe(state, who, place)
        check_words(game, place, found)
        for twin in twins if state.step_stack else []:
            there = game.presentation.describe(game, twin, who, place)
            assert there == found, f"{place}: depends on what {who} cannot know"


def check_choices(game: Game, state: State, seat: int, rng: random.Random) -> None:
    """What a choice or a refusal points at can be described too."""
    if seat < 0:
        return
    question = game.question(state, seat)
    places = [choice.where for choice in question.choices] + [refused.where for refused in question.refused]
    places = [where for where in places if where]
    for where in rng.sample(places, min(SAMPLE, len(places))):
        check_words(game, where, game.describe(state, seat, where))


def list_shown(game: Game, view: dict[str, Any]) -> list[BoardTarget]:
    """Every name of a thing that occurs in a view, as the place it stands for."""
    vocabulary = game.codec.vocabulary
    words = set(list_words(view))
    return [
        {key: name}
        for key in THINGS
        if key in vocabulary and _is_told_apart(game.codec, key)
        for name in vocabulary[key]
        if name in words
    ]


def _is_told_apart(codec: Codec, key: str) -> bool:
    """Names that are plain numbers ("0", "1") occur in a view for other reasons."""
    return not any(name.strip("*").isdigit() for name in codec.vocabulary[key])


def list_words(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from list_words(value)
    elif isinstance(data, list):
        for value in data:
            yield from list_words(value)


def check_words(game: Game, place: BoardTarget, found: Description | None) -> None:
    assert found is not None, f"{place} cannot be described"
    assert all((found.name, found.kind, found.text)), f"{place}: {found}"
    assert found.text.endswith("."), f"{place}: {found.text}"
    assert len(found.text) <= LONGEST_TEXT, f"{place}: {found.text}"
    for line in found.lines:
        assert 0 < len(line.text) <= LONGEST_LINE, f"{place}: {line}"
        assert 0 < len(line.figure) <= LONGEST_FIGURE, f"{place}: {line}"
        assert not line.text.endswith("."), f"{place}: {line}"
    for words in (found.name, found.kind, found.text, *[f"{line.figure} {line.text}" for line in found.lines]):
        assert not RAW.search(words), f"{place}: {words}"
    assert found.rules, str(place)
    assert set(found.rules) <= read_digest_rules_by_id(game.title).keys(), f"{place}: {found.rules}"


@pytest.mark.parametrize("case", cases(), ids=str)
def test_descriptions(case: Case) -> None:
    law_descriptions(case.game, case.seats, case.seed(71))


@pytest.mark.parametrize("title", ["airline", "airkwire", "airsteam", "tingoose"])
def test_names_that_nothing_has_are_not_described(title: str) -> None:
    case = next(case for case in cases() if case.title == title)
    game = case.game
    state = next(iter(walk(game, case.seats, 1))).state
    absurd: list[BoardTarget] = [
        {},
        {"nothing": 1},
        {"city": "nowhere"},
        {"city": 3},
        {"seat": 99},
        {"seat": -1},
        {"seat": True, "figure": "cash"},
        {"seat": 0, "figure": "luck"},
        {"figure": "luck"},
        {"box": -1},
        {"hex": [99, 99]},
        {"hex": "x"},
        {"slot": 0},
        {"card": None},
    ]
    for where in absurd:
        assert game.describe(state, None, where) is None, where


def test_a_rival_s_money_is_never_told() -> None:
    """Cash, bonds and chips that anybody could reckon are displayed nowhere all the same (TG-R56)."""
    case = next(case for case in cases() if case.title == "tingoose")
    game = case.game
    for moment in glances(game, case.seats, 3, looks=8):
        rivals = [seat for seat in range(case.seats) if seat != 0]
        for seat in rivals:
            for figure in ("cash", "bonds", "chips"):
                found = game.describe(moment.state, 0, {"seat": seat, "figure": figure})
                assert found is not None
                assert [line.figure for line in found.lines] == ["hidden"]
