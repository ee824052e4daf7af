"""Law 5: copies are isolated."""

import random
from typing import Any

import pytest

from aerodrome import Game, State
from aerodrome.core.codec import attributes
from laws.cases import Case, cases
from laws.walk import glances, play_on


def law_clone(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"clone {seed}")
    for moment in glances(game, seats, seed, looks=8):
        with moment.looked_at():
            state = moment.state
            before = game.to_json(state)
            twin = state.clone()
            assert type(twin) is type(state)
            assert game.to_json(twin) == before, "a clone differs"
            shared = _lists(state).keys() & _lists(twin).keys()
            assert not shared, f"a clone shares {[_lists(state)[i] for i in shared]}"
            play_on(game, twin, rng, 25)
            assert game.to_json(state) == before, "playing on a clone changed the original"


def _lists(state: State) -> dict[int, str]:
    found: dict[int, str] = {}
    for name in attributes(state):
        _collect(getattr(state, name), name, found)
    return found


def _collect(value: Any, name: str, found: dict[int, str]) -> None:
    if isinstance(value, list):
        found[id(value)] = name
        for item in value:
            _collect(item, name, found)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_playing_on_a_clone_never_changes_the_original(case: Case) -> None:
    law_clone(case.game, case.seats, seed=10)
