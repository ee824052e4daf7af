"""Law: what a seat sees and what a learner observes are the same; what is seen decides what is asked.

`python scripts/check_observations.py` looks at many more positions than the suite does.
"""

import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from aerodrome import CHANCE, Game, State
from laws.cases import Case, cases, tables
from laws.walk import Moment, walk

POSITIONS = 250
TWINS_EACH = 25
"""Of so many positions one is tried with hidden things dealt anew; `test_secrecy.py` looks at these more closely."""


class Sights:
    """What was seen, observed and asked so far in games of one table."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.encoding = game.observation_encoding(seats)
        self.view_by_row: dict[tuple[int, bytes], bytes] = {}
        self.legal_by_view: dict[bytes, bytes] = {}

    def look(self, moment: Moment, seat: int) -> None:
        """A position as one seat sees it."""
        game, state = self.game, moment.state
        row = self.encoding.encode(game, state, seat)
        assert len(row) == 4 * len(self.encoding.names)
        view = msgspec.json.encode(game.view(state, seat))
        before = self.view_by_row.setdefault((seat, row), view)
        if before != view:
            raise AssertionError(f"views with one observation: {find_difference(before, view)}")
        if seat in game.actors(state):
            legal = msgspec.json.encode([game.dump(action) for action in game.legal(state, seat)])
            assert self.legal_by_view.setdefault(view, legal) == legal, "one view, but other legal actions"


def check_same_information(game: Game, state: State, seat: int, rng: random.Random) -> bool:
    """What the seat cannot know, dealt anew, changes nothing that it sees; returns whether it came out otherwise."""
    twin = game.imagine(state, seat, rng)
    encoding = game.observation_encoding(state.seats)
    assert encoding.encode(game, twin, seat) == encoding.encode(game, state, seat), (
        "same information, other observation"
    )
    assert game.view(twin, seat) == game.view(state, seat), "same information, other view"
    assert game.legal(twin, seat) == game.legal(state, seat), "same information, other legal actions"
    return game.to_json(twin) != game.to_json(state)


def find_difference(one: bytes, other: bytes) -> str:
    first, second = msgspec.json.decode(one), msgspec.json.decode(other)
    return "; ".join(f"{key}: {first[key]} and {second[key]}" for key in first if first[key] != second[key])


def decisions(game: Game, seats: int, seed: int) -> Iterator[Moment]:
    return (moment for moment in walk(game, seats, seed) if moment.who != CHANCE)


def law_observations(game: Game, seats: int, seed: int, positions: int) -> None:
    sights, rng = Sights(game, seats), random.Random(seed)
    for number, moment in enumerate(itertools.islice(decisions(game, seats, seed), positions)):
        with moment.looked_at():
            for seat in {moment.who, number % seats}:
                sights.look(moment, seat)
                if number % TWINS_EACH == 0:
                    check_same_information(game, moment.state, seat, rng)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_different_views_are_different_observations(case: Case) -> None:
    law_observations(case.game, case.seats, case.seed(11), POSITIONS)


@pytest.mark.parametrize("case", tables(), ids=str)
def test_every_number_has_one_name_and_lies_in_a_small_range(case: Case) -> None:
    game = case.game
    names = game.evaluator.feature_names(game, case.seats)
    assert len(set(names)) == len(names)
    for moment in itertools.islice(decisions(game, case.seats, case.seed(12)), 100):
        features = game.evaluator.features(game, moment.state, moment.who)
        assert len(features) == len(names)
        assert max(features) < 20
        assert min(features) >= -5


@pytest.mark.parametrize("case", tables(), ids=str)
def test_tables_hold_what_is_told_of_each_thing_of_a_kind(case: Case) -> None:
    """Every place is in one table at most, under its label and column; seats and places of the board are among them."""
    encoding = case.game.observation_encoding(case.seats)
    found: set[int] = set()
    kinds = encoding.list_table_layouts()
    for table in kinds:
        for label, places in zip(table.labels, table.indexes_by_thing, strict=True):
            assert [encoding.names[place] for place in places] == [f"{column}: {label}" for column in table.columns]
            assert found.isdisjoint(places)
            found.update(places)
    assert len(found) > 0.8 * len(encoding.names)
    by_seat = next(table for table in kinds if table.labels == encoding.seat_names)
    assert len(by_seat.columns) > 5
    assert max(len(table.labels) for table in kinds if len(table.columns) > 1) >= 18, "cities, cards or spaces"
