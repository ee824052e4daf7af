"""The vector environment: many games at once, in arrays."""

import pickle

import numpy as np
import pytest

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
    with pytest.raises(ValueError, match="action -1 is not a number from 0 to 3"):
        env.step([0, -1, 0])
    with pytest.raises(ValueError, match="action 1000000 is not a number from 0 to 3"):
        env.step([0, 0, 10**6])
    with pytest.raises(ValueError, match="3 games take 3 actions, not 2"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        env.step(np.zeros(3))
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
    with pytest.raises(RuntimeError, match="call reset before"):
        vector.VectorEnv(toy_title, 1).step([0])


def test_a_pickled_environment_goes_on(env: vector.VectorEnv) -> None:
    env.step([0, 1, 2])
    twin = pickle.loads(pickle.dumps(env))
    for actions in ([3, 2, 1], [0, 0, 0], [1, 2, 3]):
        one, other = env.step(actions), twin.step(actions)
        for mine, its in zip(one[:4], other[:4], strict=True):
            assert np.array_equal(mine, its)
