"""The vector environment: many games at once, in arrays."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

import aerodrome
from aerodrome import IllegalAction
from aerodrome.adapters import vector


@pytest.fixture
def env(toy_title: str) -> vector.VectorEnv:
    env = vector.VectorEnv(toy_title, num_envs=3, seats=2)
    env.reset(seed=5)
    return env


def test_games_end_with_rewards_and_begin_anew_in_the_same_step(env: vector.VectorEnv) -> None:
    assert env.seats_asked.tolist() == [0, 0, 0]
    _, rewards, terminations, truncations, infos = env.step([1, 1, 3])
    assert not rewards.any()
    assert not terminations.any()
    assert infos["seats_asked"].tolist() == [1, 1, 1]
    _, rewards, terminations, truncations, infos = env.step([3, 3, 1])
    assert rewards.tolist() == [[-1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]
    assert terminations.all()
    assert not truncations.any()
    assert infos["seats_asked"].tolist() == [0, 0, 0], "the next games"


def test_arrays_of_the_caller_are_filled_in_place(toy_title: str) -> None:
    table = np.zeros((8, 2), np.float32)
    mine: vector.Arrays = {
        "observations": np.full((4, 1), 9.0, np.float32),
        "rewards": table[:4],
        "masks": np.zeros((4, 4), np.int8),
    }
    env = vector.VectorEnv(toy_title, num_envs=4, seats=2, arrays=mine)
    observations, infos = env.reset(seed=1)
    assert observations is mine["observations"]
    assert (observations <= 1.0).all()
    assert infos["action_mask"] is mine["masks"]
    assert mine["masks"].all()
    for _seat in range(2):
        env.step(np.where(env.seats_asked == 0, 1, 3))
    assert abs(table[:4]).sum() > 0
    assert not table[4:].any()


def test_masks_as_lists_and_numbers_as_they_lie_on_the_table(toy_title: str) -> None:
    env = vector.VectorEnv(toy_title, num_envs=2, seats=2, masks="lists", scaled=False)
    observations, infos = env.reset(seed=[3, 4])
    assert infos["legal_counts"].tolist() == [4, 4]
    assert infos["legal_numbers"].tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    assert observations.dtype == np.int32
    assert env.feature_names == ["own card"]
    other = env.observe(1)
    assert (observations != other).all(), "nobody has the card of another"
    assert env.observe(0).tolist() == observations.tolist()


def test_a_game_has_the_seed_it_is_given(toy_title: str) -> None:
    one, many = vector.VectorEnv(toy_title, 1, seats=2), vector.VectorEnv(toy_title, 3, seats=2)
    many.reset(seed=7)
    for place in range(3):
        one.reset(seed=7 + place)
        assert one.observations[0].tolist() == many.observations[place].tolist()


def test_a_limit_truncates(toy_title: str) -> None:
    env = vector.VectorEnv(toy_title, num_envs=2, seats=2, max_steps=1)
    env.reset(seed=1)
    _, rewards, terminations, truncations, infos = env.step([0, 0])
    assert truncations.all()
    assert not terminations.any()
    assert not rewards.any()
    assert infos["seats_asked"].tolist() == [0, 0]


def test_mistakes_are_named_and_change_nothing(env: vector.VectorEnv, toy_title: str) -> None:
    before = [env.game.to_json(state) for state in env.batch.states]
    with pytest.raises(ValueError, match="game 1: toy: action -1 is not a number from 0 to 3"):
        env.step([0, -1, 0])
    with pytest.raises(ValueError, match="game 2: toy: action 1000000 is not a number from 0 to 3"):
        env.step([0, 0, 10**6])
    with pytest.raises(ValueError, match="3 games take 3 actions, not 2"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        env.step(np.zeros(3))
    for no_row in (None, 3, "000", [0.5, 1.5, 0], [None] * 3):
        with pytest.raises(ValueError, match="one row of whole numbers"):
            env.step(no_row)  # type: ignore[arg-type]
    assert [env.game.to_json(state) for state in env.batch.states] == before
    with pytest.raises(ValueError, match="seat 2 is not one of 0 to 1"):
        env.observe(2)
    with pytest.raises(ValueError, match="3 games take 3 seeds, not 1"):
        env.reset(seed=[1])
    with pytest.raises(ValueError, match="no array 'observation' is filled"):
        vector.VectorEnv(toy_title, 2, arrays={"observation": np.zeros(3)})
    with pytest.raises(ValueError, match=r"rewards: expected .* of shape \(2, 2\), not float64"):
        vector.VectorEnv(toy_title, 2, seats=2, arrays={"rewards": np.zeros((2, 2))})
    with pytest.raises(ValueError, match='"dense", "lists" or "none"'):
        vector.VectorEnv(toy_title, 2, masks="sparse")
    with pytest.raises(RuntimeError, match="call reset first"):
        vector.VectorEnv(toy_title, 1).step([0])


def test_a_refusal_names_the_game_and_the_rule() -> None:
    env = vector.VectorEnv("airkwire", num_envs=3, seats=2, edition="miniature")
    env.reset(seed=1)
    assert env.masks is not None
    actions = env.masks.argmax(axis=1)
    actions[1] = np.flatnonzero(env.masks[1] == 0)[0]
    with pytest.raises(IllegalAction, match=r"^game 1: .* \[AK-") as caught:
        env.step(actions)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("seats", [-1, 1, 9])
def test_a_table_of_no_such_size_is_refused(seats: int, toy_title: str) -> None:
    with pytest.raises(ValueError, match=f"toy takes 2 to . seats, not {seats}"):
        vector.VectorEnv(toy_title, 2, seats=seats)


@pytest.mark.parametrize("num_envs", [0, -1, 2.5, "4"])
def test_a_number_of_games_is_a_whole_one(num_envs: Any, toy_title: str) -> None:
    with pytest.raises(ValueError, match="num_envs is a whole number from 1 on"):
        vector.VectorEnv(toy_title, num_envs)


def test_settings_that_would_be_overlooked_are_refused(toy_title: str) -> None:
    with pytest.raises(ValueError, match="max_steps is a number of steps"):
        vector.VectorEnv(toy_title, 2, max_steps=-1)
    with pytest.raises(ValueError, match="has its edition and options"):
        vector.VectorEnv(aerodrome.load(toy_title), 2, options={"generous": True})
    with pytest.raises(ValueError, match="expected an array of NumPy, not list"):
        vector.VectorEnv(toy_title, 2, arrays={"rewards": [[0.0, 0.0]] * 2})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="max_steps is a number of steps"):
        vector.VectorEnv(toy_title, 2, max_steps=1.5)  # type: ignore[arg-type]
    for negative in (-1, [3, -1], np.int64(-1)):
        with pytest.raises(ValueError, match="a seed is a whole number from 0 on, not -1"):
            vector.VectorEnv(toy_title, 2).reset(seed=negative)  # type: ignore[arg-type]
    for seed in ("a", 1.5, [1, None]):
        with pytest.raises(ValueError, match="seed: one whole number, or one for each game"):
            vector.VectorEnv(toy_title, 2).reset(seed=seed)  # type: ignore[arg-type]


def test_nothing_is_shown_before_the_first_reset(toy_title: str) -> None:
    env = vector.VectorEnv(toy_title, 2)
    with pytest.raises(RuntimeError, match="call reset first"):
        env.observe(0)
    with pytest.raises(RuntimeError, match="call reset first"):
        env.sample_actions(random.Random(1))


def test_a_pickled_environment_goes_on(env: vector.VectorEnv) -> None:
    env.step([0, 1, 2])
    twin = pickle.loads(pickle.dumps(env))
    for actions in ([3, 2, 1], [0, 0, 0], [1, 2, 3]):
        one, other = env.step(actions), twin.step(actions)
        for mine, its in zip(one[:4], other[:4], strict=True):
            assert np.array_equal(mine, its)
