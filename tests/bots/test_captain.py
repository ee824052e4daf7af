"""Captain: lookahead finds the finalists, a few simulations compare them."""

import random

import pytest

import aerodrome
from aerodrome import Game, State
from aerodrome.bots.levels import Captain
from aerodrome.bots.lookahead import evaluate_by_lookahead
from aerodrome.bots.quick_policy import list_actions_worth_considering


def find_position_with_choices(title: str, least: int) -> tuple[Game, State, int]:
    """After some random actions, a position with so many sensible choices."""
    game = aerodrome.load(title)
    rng = random.Random(f"captain {title}")
    state = game.new(game.seats_min)
    for count in range(4000):
        if not game.actors(state):
            state = game.new(game.seats_min)
        seat = game.actors(state)[0]
        legal = game.legal(state, seat)
        if seat >= 0 and count > 10 and len(list_actions_worth_considering(game, state, seat, legal)) >= least:
            return game, game.imagine(state, seat, rng), seat
        game.apply(state, seat, rng.choice(legal))
    raise AssertionError("no such position")


@pytest.mark.parametrize("title", aerodrome.titles())
def test_finalists_are_those_that_lookahead_likes_best(title: str) -> None:
    game, state, seat = find_position_with_choices(title, 4)
    legal = list_actions_worth_considering(game, state, seat, game.legal(state, seat))
    first = evaluate_by_lookahead(game, state.clone(), seat, legal, 3, 2, 8, True, random.Random(1))
    ranked = Captain(simulations=12).evaluate_moves(game, state.clone(), seat, random.Random(1))
    assert {one.action for one in ranked} <= {one.action for one in first[:4]}
    assert sum(one.samples for one in ranked) <= 12 + 3


def test_without_simulations_it_is_lookahead_alone() -> None:
    game, state, seat = find_position_with_choices("tingoose", 4)
    legal = list_actions_worth_considering(game, state, seat, game.legal(state, seat))
    first = evaluate_by_lookahead(game, state.clone(), seat, legal, 3, 2, 8, False, random.Random(1))
    ranked = Captain(simulations=0).evaluate_moves(game, state.clone(), seat, random.Random(1))
    assert [one.action for one in ranked] == [one.action for one in first]


@pytest.mark.parametrize("title", aerodrome.titles())
def test_the_title_says_how_many_simulations_it_makes(title: str) -> None:
    game, state, seat = find_position_with_choices(title, 4)
    captain = Captain()
    captain.evaluate_moves(game, state.clone(), seat, random.Random(1))
    assert captain.search.simulations == game.evaluator.get_captain_simulation_count(game, state)
    again = [Captain().choose(game, state.clone(), seat, random.Random(1)) for _time in range(2)]
    assert again[0] == again[1]


def test_the_best_of_many_alike_is_looked_at() -> None:
    """Many places for a depot are equally natural; the best of them must not be left out by chance."""
    game, state, seat = find_position_with_choices("airsteam", 30)
    legal = game.legal(state, seat)
    everything = evaluate_by_lookahead(game, state.clone(), seat, legal, 1, 0, len(legal), False, random.Random(1))
    best = [one.action for one in everything if one.win_share > everything[0].win_share - 0.002]
    assert len(best) < 4
    for seed in range(5):
        few = evaluate_by_lookahead(game, state.clone(), seat, legal, 1, 0, 6, False, random.Random(seed))
        assert len(few) == 6
        assert few[0].action in best
