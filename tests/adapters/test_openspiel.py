"""The OpenSpiel games, on the smallest title."""

import pickle
from typing import Any

import pyspiel
import pytest

from aerodrome.adapters.openspiel import create_game_type_and_class
from toy.game import ToyState


@pytest.fixture
def game(toy_title: str) -> pyspiel.Game:
    return create_game_type_and_class(toy_title)[1]({"seats": 2})


def deal(game: pyspiel.Game, *cards: int) -> pyspiel.State:
    state = game.new_initial_state()
    for card in cards:
        state.apply_action(card)
    return state


def test_chance_nodes_are_explicit_with_their_odds(game: pyspiel.Game) -> None:
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(number, 0.25) for number in range(4)]


def test_seats_that_choose_at_once_are_asked_in_sequence_and_learn_nothing(game: pyspiel.Game) -> None:
    low, high = deal(game, 0, 0), deal(game, 0, 0)
    assert low.current_player() == 0
    low.apply_action(0)
    high.apply_action(3)
    assert low.current_player() == high.current_player() == 1
    observer = game.make_py_observer()
    assert observer.string_from(low, 1) == observer.string_from(high, 1)


def test_a_clone_goes_its_own_way(game: pyspiel.Game) -> None:
    state = deal(game, 0, 0)
    twin = state.clone()
    twin.apply_action(3)
    assert isinstance(state.copyable.state, ToyState)
    assert state.copyable.state.bids == [-1, -1]
    assert twin.copyable.state.bids == [9, -1]
    assert twin.copyable.config is state.copyable.config


def test_the_winner_gets_one_and_the_sum_is_zero(game: pyspiel.Game) -> None:
    state = deal(game, 0, 0)
    state.apply_action(3)
    assert state.returns() == [0.0, 0.0]
    state.apply_action(1)
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_actions_read_as_the_engine_writes_them(game: pyspiel.Game) -> None:
    assert game.new_initial_state().action_to_string(pyspiel.PlayerId.CHANCE, 1) == '{"type": "deal", "card": "king"}'
    assert deal(game, 0, 0).action_to_string(0, 3) == '{"type": "bid", "amount": 9}'


def test_an_information_state_remembers_what_its_seat_saw_and_did(game: pyspiel.Game) -> None:
    low, high, other = deal(game, 0, 0), deal(game, 0, 0), deal(game, 0, 1)
    assert low.information_state_string(0) == other.information_state_string(0), "of the rival's card nothing is seen"
    assert low.information_state_string(1) != other.information_state_string(1)
    low.apply_action(0)
    high.apply_action(3)
    assert low.information_state_string(1) == high.information_state_string(1)
    assert low.information_state_string(0) != high.information_state_string(0)
    assert low.clone().information_state_string(0) == low.information_state_string(0)


def test_a_game_can_be_pickled(game: pyspiel.Game) -> None:
    assert pickle.loads(pickle.dumps(game)).get_parameters() == {"seats": 2}


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"seats": 1}, "toy takes 2 to 3 seats, not 1"),
        ({"seats": 9}, "toy takes 2 to 3 seats, not 9"),
        ({"options": "{generous}"}, "options are a JSON object"),
        ({"options": "[1]"}, "options are a JSON object"),
        ({"recall": -1}, "recall is a number of moments"),
    ],
)
def test_parameters_that_make_no_game_are_named(params: dict[str, Any], message: str, toy_title: str) -> None:
    with pytest.raises(ValueError, match=message):
        create_game_type_and_class(toy_title)[1](params)


def test_numbers_that_nothing_has_are_named(game: pyspiel.Game) -> None:
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="outcome 4 of chance is not a number from 0 to 3"):
        state.apply_action(4)
    state = deal(game, 0, 0)
    with pytest.raises(ValueError, match="action 4 is not a number from 0 to 3"):
        state.apply_action(4)
    for number in (-1, 4):
        with pytest.raises(ValueError, match=f"action {number} is not a number from 0 to 3"):
            state.action_to_string(0, number)
