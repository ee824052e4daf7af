"""A value of one's own in plain Python makes the shipped bots think by it, in both forms of the engine."""

import pickle
import random
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import aerodrome
from aerodrome import CHANCE, Action, Game, State, bots
from aerodrome.adapters.network_value import NetworkValue
from aerodrome.bots.evaluation import compute_win_shares
from aerodrome.bots.quick_policy import list_sensible_or_unlisted_actions
from aerodrome.core.own_value import copy_game_with_own_value
from aerodrome.core.play import play_at_random_and_count

BOTS = ("greedy", "captain?worlds=1&follow=1&simulations=4", "search?simulations=16", "ace?simulations=16")


def count_sound_choices(game: Game, state: State, seat: int, legal: list[Action]) -> int:
    sensible = list_sensible_or_unlisted_actions(game, state, seat, legal)
    return sum(game.evaluator.estimate_action_prior(game, state, seat, action) > 0.0 for action in sensible)


def find_choice(game: Game, seat_count: int) -> tuple[State, int, list[Action]]:
    """A position in which a seat alone has several choices that bots look at."""
    for seed in range(20):
        state, rng = game.new(seat_count), random.Random(seed)
        play_at_random_and_count(game, state, rng, 150)
        while actors := game.actors(state):
            legal = game.legal(state, actors[0])
            if len(actors) == 1 and actors[0] != CHANCE and count_sound_choices(game, state, actors[0], legal) > 2:
                return state, actors[0], legal
            play_at_random_and_count(game, state, rng, 1)
    raise AssertionError("no game with a choice")


class Counting:
    """Everybody stands alike; counts how often and how many at once it was asked."""

    def __init__(self) -> None:
        self.calls = 0
        self.most = 0

    def __call__(self, game: Game, states: list[State]) -> Sequence[Sequence[float]]:
        self.calls += 1
        self.most = max(self.most, len(states))
        return [[1.0 / state.seats] * state.seats for state in states]


@pytest.mark.parametrize("title", aerodrome.titles())
@pytest.mark.parametrize("spec", BOTS)
def test_bots_ask_the_value_they_are_given(title: str, spec: str) -> None:
    game = aerodrome.load(title)
    state, seat, legal = find_choice(game, game.seats_max)
    value = Counting()
    bot = bots.use_value(bots.create_bot(spec), value)
    assert bots.choose_action(bot, game, state, seat, random.Random(1)) in legal
    assert value.calls > 0
    if spec != "greedy":
        assert value.most > 1, "what is compared is asked at once"


@pytest.mark.parametrize("title", aerodrome.titles())
def test_the_chances_that_bots_see_are_those_of_the_value(title: str) -> None:
    game = aerodrome.load(title)
    state = find_choice(game, game.seats_max)[0]
    chances = [float(i + 1) for i in range(state.seats)]
    own = copy_game_with_own_value(game, lambda _game, states: [chances for _state in states])
    assert compute_win_shares(own, state) == pytest.approx([chance / sum(chances) for chance in chances])
    assert own.evaluator is not game.evaluator
    assert own.evaluator.compute_three_to_one_lead(own, state) == game.evaluator.compute_three_to_one_lead(game, state)


def test_a_value_decides() -> None:
    """Who values cash and who values having none do not play alike."""
    game = aerodrome.load("tingoose")

    def rich(_game: Game, states: list[State]) -> list[list[float]]:
        return [[1.0 + max(0, cash) for cash in state.cash] for state in states]  # type: ignore[attr-defined]

    def poor(_game: Game, states: list[State]) -> list[list[float]]:
        return [[1.0 / chance for chance in chances] for chances in rich(_game, states)]

    spec = "captain?worlds=1&follow=0&simulations=0"
    misers = [bots.use_value(bots.create_bot(spec), value) for value in (rich, poor)]
    rng = random.Random(3)
    state = game.new(3)
    play_at_random_and_count(game, state, rng, 120)
    differing = 0
    while actors := game.actors(state):
        seat = actors[0]
        if seat != CHANCE:
            first, second = (bots.choose_action(miser, game, state, seat, random.Random(1)) for miser in misers)
            differing += first != second
        play_at_random_and_count(game, state, rng, 1)
    assert differing > 5


def test_a_network_on_observations_is_a_value() -> None:
    game = aerodrome.load("tingoose")
    names = game.evaluator.feature_names(game, 3)
    seen: list[tuple[int, ...]] = []

    def network(rows: NDArray[np.float32]) -> NDArray[np.float32]:
        seen.append(rows.shape)
        return rows[:, names.index("cash: own")]

    state, seat, legal = find_choice(game, 3)
    bot = bots.use_value(bots.create_bot("captain?worlds=1&follow=0&simulations=0"), NetworkValue(network))
    assert bots.choose_action(bot, game, state, seat, random.Random(1)) in legal
    assert max(rows for rows, _ in seen) > 3, "many positions of three seats at once"
    assert {width for _, width in seen} == {len(names)}


def test_mistakes_of_a_value_are_named() -> None:
    game = aerodrome.load("airline")
    state = find_choice(game, 4)[0]
    three = copy_game_with_own_value(game, lambda _game, states: [[1.0, 1.0, 1.0] for _state in states])
    with pytest.raises(ValueError, match="the value gave 3 chances for 4 seats"):
        three.evaluator.evaluate(three, state)
    none = copy_game_with_own_value(game, lambda _game, states: [])
    with pytest.raises(ValueError, match="the value gave chances of 0 positions; 1 were asked"):
        none.evaluator.evaluate(none, state)
    with pytest.raises(TypeError, match="only a game loaded by its title can be pickled"):
        pickle.dumps(none)
