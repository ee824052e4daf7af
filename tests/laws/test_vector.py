"""Many games at once are the same games as one by one, with the same observations, masks and rewards."""

import copy
import pickle
import random

import numpy as np
import pytest

import aerodrome
from aerodrome import IllegalAction
from aerodrome.adapters import pettingzoo, vector

STEPS = 400


@pytest.mark.parametrize("title", aerodrome.titles())
def test_the_same_games_as_in_the_environment_of_one_game(title: str) -> None:
    pair = vector.VectorEnv(title, num_envs=2)
    pair.reset(seed=20)
    env = pettingzoo.env(title)
    env.reset(seed=21)
    rng = random.Random(2)
    for _ in range(STEPS):
        observation = env.last()[0]
        assert env.seat_of[env.agent_selection] == pair.seats_asked[1]
        assert pair.masks is not None
        assert np.array_equal(observation["action_mask"], pair.masks[1])
        assert np.array_equal(observation["observation"], pair.observations[1])
        assert np.array_equal(pair.observe(int(pair.seats_asked[1]))[1], pair.observations[1])
        actions = pair.sample_actions(rng)
        pair.step(actions)
        env.step(actions[1])
        if pair.terminations[1]:
            assert [env.rewards[agent] for agent in env.possible_agents] == pytest.approx(pair.rewards[1].tolist())
            env.reset()


@pytest.mark.parametrize("title", aerodrome.titles())
def test_an_illegal_action_is_refused_with_its_rule_before_any_game_goes_on(title: str) -> None:
    env = vector.VectorEnv(title, num_envs=2)
    env.reset(seed=1)
    assert env.masks is not None
    before = [env.game.to_json(state) for state in env.batch.states]
    first = int(np.flatnonzero(env.masks[0])[0])
    for illegal in np.flatnonzero(env.masks[1] == 0)[::400]:
        with pytest.raises((IllegalAction, ValueError)):
            env.step([first, int(illegal)])
    with pytest.raises(ValueError, match="action -1 is not a number from 0 to"):
        env.step([first, -1])
    with pytest.raises(ValueError, match="action 1000000 is not a number from 0 to"):
        env.step([first, 10**6])
    assert [env.game.to_json(state) for state in env.batch.states] == before


@pytest.mark.parametrize("title", aerodrome.titles())
def test_pickled_and_copied_environments_go_on(title: str) -> None:
    env = vector.VectorEnv(title, num_envs=3, masks="lists", max_steps=150)
    env.reset(seed=4)
    rng = random.Random(1)
    for _ in range(100):
        env.step(env.sample_actions(rng))
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(100):
        actions = np.array(env.sample_actions(rng))
        arrays = env.step(actions)[:4]
        for twin in twins:
            for mine, its in zip(arrays, twin.step(actions)[:4], strict=True):
                assert np.array_equal(mine, its)
            assert np.array_equal(env.legal_numbers, twin.legal_numbers)
