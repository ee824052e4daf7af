"""Information states of OpenSpiel games as tensors: they tell apart what strings tell apart, or say they cannot."""

import copy
import random
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest

from aerodrome.adapters import openspiel
from aerodrome.adapters.openspiel import create_game_type_and_class

WHOLE = 'aerodrome_airkwire(seats=2,edition=miniature,options={"round_limit": 1},recall=14)'
"""Small enough to be walked whole: nobody ever remembers more than these 14 moments."""
OTHERS = (
    'aerodrome_airkwire(seats=3,edition=miniature,options={"round_limit": 2},recall=40)',
    "aerodrome_airsteam(seats=2,edition=miniature,recall=60)",
    "aerodrome_tingoose(seats=3,edition=miniature,recall=150)",
    'aerodrome_airline(seats=2,edition=miniature,options={"round_limit": 3},recall=250)',
)


def load(name: str) -> pyspiel.Game:
    openspiel.register()
    return pyspiel.load_game(name)


def list_actions(state: pyspiel.State) -> list[int]:
    return [action for action, _odds in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()


def walk_whole_game(state: pyspiel.State) -> Iterator[pyspiel.State]:
    yield state
    if not state.is_terminal():
        for action in list_actions(state):
            yield from walk_whole_game(state.child(action))


def play_at_random(game: pyspiel.Game, games: int) -> Iterator[pyspiel.State]:
    rng = random.Random(3)
    for _game in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state.apply_action(rng.choice(list_actions(state)))
        yield state


class Pairs:
    """Which string goes with which tensor."""

    def __init__(self, game: pyspiel.Game) -> None:
        self.observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
        self.tensor_by_string: dict[tuple[int, str], bytes] = {}
        self.string_by_tensor: dict[tuple[int, bytes], str] = {}

    def look(self, state: pyspiel.State) -> int:
        """Compares with all before; returns the most moments that a seat remembers."""
        most = 0
        for seat in range(state.num_players()):
            string = self.observer.string_from(state, seat)
            self.observer.set_from(state, seat)
            tensor = self.observer.tensor.tobytes()
            assert self.tensor_by_string.setdefault((seat, string), tensor) == tensor
            assert self.string_by_tensor.setdefault((seat, tensor), string) == string
            most = max(most, int(self.observer.dict["moments"][:, 0].sum()))
        return most


def test_tensors_and_strings_tell_the_same_states_apart_in_a_whole_game() -> None:
    game = load(WHOLE)
    pairs = Pairs(game)
    most = [pairs.look(state) for state in walk_whole_game(game.new_initial_state())]
    assert len(most) == 2873
    assert max(most) == game.information_state_tensor_shape()[0], "all of its room is needed"
    assert len(pairs.tensor_by_string) > 498


@pytest.mark.parametrize("name", OTHERS)
def test_tensors_and_strings_tell_the_same_states_apart_in_random_games(name: str) -> None:
    game = load(name)
    pairs = Pairs(game)
    assert max(pairs.look(state) for state in play_at_random(game, 4)) > 5
    assert len(pairs.tensor_by_string) > 100


def test_a_moment_is_what_was_observed_and_the_own_action_before_it(toy_title: str) -> None:
    game = create_game_type_and_class(toy_title)[1]({"seats": 2, "recall": 4})
    state = game.new_initial_state()
    state.apply_action(1)
    state.apply_action(2)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    before = observer.dict["moments"].copy()
    assert before.shape == (4, 1 + 1 + 4)
    assert before[:, 2:].sum() == 0.0, "it has not acted"
    state.apply_action(3)
    observer.set_from(state, 0)
    moments = observer.dict["moments"]
    count = int(before[:, 0].sum())
    assert np.array_equal(moments[:count], before[:count])
    assert moments[count].tolist()[2:] == [0.0, 0.0, 0.0, 1.0]
    assert not moments[count + 1 :].any()
    plain = game.make_py_observer()
    plain.set_from(state, 0)
    assert moments[count][1] == plain.tensor[0], "the last row is the observation"
    assert state.information_state_tensor(0) == moments.ravel().tolist()


def test_states_keep_their_memories_when_they_part() -> None:
    game = load(WHOLE)
    for state in play_at_random(game, 2):
        if not state.is_terminal():
            tensor = state.information_state_tensor(0)
            for twin in (state.clone(), copy.deepcopy(state)):
                twin.apply_action(list_actions(twin)[-1])
            assert state.information_state_tensor(0) == tensor
            fresh = game.new_initial_state()
            for action in state.history():
                fresh.apply_action(action)
            assert fresh.information_state_tensor(0) == tensor


def test_more_than_there_is_room_for_is_an_error() -> None:
    game = load(WHOLE.replace("recall=14", "recall=3"))
    *_others, end = play_at_random(game, 1)
    with pytest.raises(ValueError, match=r"remembers \d+ moments and the tensor has room for 3: .* larger recall"):
        end.information_state_tensor(0)
    with pytest.raises(ValueError, match="recall is a number of moments, not -1"):
        create_game_type_and_class("airline")[1]({"recall": -1})


def test_without_room_there_is_no_tensor_and_none_is_declared() -> None:
    game = load(WHOLE.replace(",recall=14", ""))
    assert not game.get_type().provides_information_state_tensor
    assert load(WHOLE).get_type().provides_information_state_tensor


@pytest.mark.parametrize("name", [WHOLE, *OTHERS])
def test_openspiel_plays_it_at_random_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)
