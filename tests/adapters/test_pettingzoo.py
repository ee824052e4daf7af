"""The PettingZoo environment, on the smallest title."""

import numpy as np
import pytest

from aerodrome import CHANCE, IllegalAction
from aerodrome.adapters import pettingzoo
from aerodrome.core.action_encoding import ActionEncoding, compute_zero_sum_utilities
from toy.actions import Bid, Deal
from toy.game import Toy


@pytest.fixture
def env(toy_title: str) -> pettingzoo.AerodromeEnv:
    env = pettingzoo.env(toy_title, seats=3)
    env.reset(seed=1)
    return env


def test_chance_has_acted_when_the_first_agent_is_asked(env: pettingzoo.AerodromeEnv) -> None:
    assert env.agent_selection == "seat_0"
    assert env.engine_state.step_stack[-1].rule == "TY-2.1"


def test_the_mask_shows_the_legal_actions_of_whoever_is_asked(env: pettingzoo.AerodromeEnv) -> None:
    assert env.observe("seat_0")["action_mask"].tolist() == [1, 1, 1, 1]
    assert env.observe("seat_1")["action_mask"].tolist() == [0, 0, 0, 0]


def test_an_observation_shows_nothing_of_choices_made_at_once(env: pettingzoo.AerodromeEnv) -> None:
    before = env.observe("seat_2")
    env.step(3)
    after = env.observe("seat_2")
    assert np.array_equal(before["observation"], after["observation"])


def test_rewards_come_at_the_end_and_sum_to_zero(env: pettingzoo.AerodromeEnv) -> None:
    for action in (1, 3, 1):
        assert not any(env.rewards.values())
        env.step(action)
    assert env.rewards == {"seat_0": -0.5, "seat_1": 1.0, "seat_2": -0.5}
    assert all(env.terminations.values())


def test_a_limit_truncates(toy_title: str) -> None:
    env = pettingzoo.env(toy_title, seats=2, max_steps=1)
    env.reset(seed=1)
    env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_an_illegal_number_is_refused_with_the_rule(env: pettingzoo.AerodromeEnv) -> None:
    env.encoding.actions = (Bid(12),)
    with pytest.raises(IllegalAction, match=r"TY-2\.2"):
        env.step(0)


def test_numbers_are_places_in_the_catalogue_also_for_equal_copies(toy: Toy) -> None:
    space = ActionEncoding(toy, 2)
    assert space.list_indices([Bid(9), Bid(0)]) == [3, 0]
    assert space.build_mask([Bid(3)]) == bytes([0, 1, 0, 0])


def test_winners_share(toy: Toy) -> None:
    state = toy.new(3)
    assert compute_zero_sum_utilities(toy, state) == [0.0, 0.0, 0.0]
    for card in range(3):
        toy.apply(state, CHANCE, Deal(card))
    for seat, amount in enumerate((9, 0, 0)):
        toy.apply(state, seat, Bid(amount))
    assert toy.winners(state) == (0, 1, 2)
    assert compute_zero_sum_utilities(toy, state) == [0.0, 0.0, 0.0]


def test_mistakes_are_named(env: pettingzoo.AerodromeEnv, toy_title: str) -> None:
    for action in (-1, 4, 10**6):
        with pytest.raises(ValueError, match=f"action {action} is not a number from 0 to 3"):
            env.step(action)
    with pytest.raises(ValueError, match="seat_0 is asked for an action"):
        env.step(None)
    assert env.steps == 0
    with pytest.raises(ValueError, match="render_mode 'human' is not known; there is ansi"):
        pettingzoo.env(toy_title, render_mode="human")
    with pytest.raises(ValueError, match="max_steps is a number of steps"):
        pettingzoo.env(toy_title, max_steps=-1)
    with pytest.raises(ValueError, match=r"max_steps is a number of steps, .* not 1\.5"):
        pettingzoo.env(toy_title, max_steps=1.5)
    with pytest.raises(ValueError, match="toy takes 2 to 3 seats, not 1"):
        pettingzoo.env(toy_title, seats=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(ValueError, match="there is no agent 'seat_3', but seat_0"):
            ask("seat_3")
    for no_number in (0.5, "1", [1]):
        with pytest.raises(ValueError, match="an action is a whole number"):
            env.step(no_number)  # type: ignore[arg-type]
    assert env.steps == 0


def test_a_seed_is_a_whole_number_also_one_of_numpy(env: pettingzoo.AerodromeEnv) -> None:
    found = []
    for seed in (7, np.int64(7), np.uint8(7)):
        env.reset(seed=seed)  # type: ignore[arg-type]
        found.append(env.game.to_json(env.engine_state))
    assert len(set(found)) == 1
    for wrong in (-7, 7.5, "7"):
        with pytest.raises(ValueError, match=f"a seed is a whole number from 0 on, not '?{wrong}"):
            env.reset(seed=wrong)  # type: ignore[arg-type]


def test_before_and_after_a_game_there_is_nothing_to_do(env: pettingzoo.AerodromeEnv, toy_title: str) -> None:
    fresh = pettingzoo.env(toy_title, seats=3)
    asks = (fresh.last, fresh.state, fresh.render, fresh.list_legal_indices, fresh.agent_iter, lambda: fresh.step(0))
    for ask in asks:
        with pytest.raises(RuntimeError, match="call reset first"):
            ask()
    for action in (1, 3, 1, None, None, None):
        env.step(action)
    assert env.list_legal_indices() == []
    for ask in (env.last, lambda: env.step(None)):
        with pytest.raises(RuntimeError, match="over for all agents: call reset"):
            ask()


def test_mistakes_in_the_parallel_form_are_named(toy_title: str) -> None:
    env = pettingzoo.parallel_env(toy_title)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({"seat_0": 1, "seat_1": 1})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="every agent gives an action in each step; seat_1 gave none"):
        env.step({"seat_0": 1})


def test_the_state_is_what_all_seats_see_together(env: pettingzoo.AerodromeEnv) -> None:
    state = env.state()
    assert state in env.state_space
    for agent in env.possible_agents:
        assert np.array_equal(state[env.seat_of[agent]], env.observe(agent)["observation"])


def test_in_the_parallel_form_the_action_of_whoever_is_asked_counts(toy_title: str) -> None:
    """The actions of others are not looked at, and games are those of the plain form."""
    parallel, plain = pettingzoo.parallel_env(toy_title), pettingzoo.env(toy_title)
    observations, _infos = parallel.reset(seed=3)
    plain.reset(seed=3)
    while parallel.agents:
        asked = [agent for agent in parallel.agents if observations[agent]["action_mask"].any()]
        assert asked == [plain.agent_selection]
        number = plain.list_legal_indices()[-1]
        observations, rewards, *_rest = parallel.step(
            {agent: number if agent in asked else -1 for agent in parallel.agents}
        )
        plain.step(number)
        assert rewards == plain.rewards
    assert all(plain.terminations.values())
