"""Law 5: copies are isolated."""

import random

import pytest

from aerodrome import Game
from aerodrome.core.state import list_attribute_names
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
            for name in list_attribute_names(state):
                value = getattr(state, name)
                assert not isinstance(value, list) or value is not getattr(twin, name), f"a clone shares {name}"
            play_on(game, twin, rng, 60)
            assert game.to_json(state) == before, "playing on a clone changed the original"


@pytest.mark.parametrize("case", cases(), ids=str)
def test_playing_on_a_clone_never_changes_the_original(case: Case) -> None:
    law_clone(case.game, case.seats, case.seed(10))
