"""What a seat has as numbers: from the position alone, and its own as it may know them itself."""

import math
import random

import pytest

import aerodrome
from aerodrome import Game, State
from laws.walk import glances


def law_learnable_features(game: Game, seats: int, seed: int) -> None:
    names = game.evaluator.list_learnable_feature_names() + game.evaluator.list_hand_card_feature_names()
    assert len(set(names)) == len(names)

    def count(game: Game, state: State, seat: int) -> list[float]:
        evaluator = game.evaluator
        found = evaluator.compute_learnable_features(game, state, seat)
        return found + evaluator.compute_hand_card_features(game, state, seat)

    rng = random.Random(f"features {seed}")
    for moment in glances(game, seats, seed, looks=10):
        with moment.looked_at():
            state = moment.state
            before = game.to_json(state)
            for seat in range(seats):
                features = count(game, state, seat)
                assert len(features) == len(names)
                assert all(math.isfinite(one) for one in features)
                assert count(game, game.from_json(before), seat) == features, "they depend on more than the position"
                for twin in game.imagine_contrasting_states(state, seat, rng):
                    assert count(game, twin, seat) == features, "they depend on what the seat cannot know"
            assert game.to_json(state) == before, "counting changed the state"


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("title", ["airkwire", "airline", "airsteam", "tingoose"])
def test_what_a_seat_has_follows_from_what_it_sees(title: str, seed: int) -> None:
    game = aerodrome.load(title)
    law_learnable_features(game, game.seats_min + seed - 1, seed)
