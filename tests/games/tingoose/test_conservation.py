"""Whole random games: seven rounds, and every card, token and dollar accounted for."""

import os
import random

import pytest

from aerodrome import CHANCE
from aerodrome.core.random_play import play_at_random_and_count_decisions
from aerodrome.games.tingoose.model.state import PLAYED, TinGooseState
from games.tingoose.invariants import check
from games.tingoose.table import tin_goose

GAMES = int(os.environ.get("AERODROME_GAMES", "300"))


@pytest.mark.rule("TG-4.1")
@pytest.mark.parametrize("even_events", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everything_adds_up_after_every_action(seats: int, even_events: bool) -> None:
    game = tin_goose(even_events=even_events)
    rng = random.Random(seats)
    state = game.new(seats)
    check(game, state)
    while actors := game.actors(state):
        who = rng.choice(actors)
        legal = game.legal(state, who)
        action = game.pick_outcome(state, rng.random()) if who == CHANCE else rng.choice(legal)
        game.apply(state, who, action)
        check(game, state)


@pytest.mark.slow
def test_random_games_end_after_exactly_seven_rounds_with_all_accounted_for() -> None:
    rng = random.Random(1936)
    for number in range(GAMES):
        game = tin_goose(even_events=number % 2 == 1)
        seats = 3 + number % 3
        state = game.new(seats)
        assert isinstance(state, TinGooseState)
        play_at_random_and_count_decisions(game, state, rng)
        assert not state.step_stack
        assert state.round == 7
        assert state.holder.count(PLAYED) == 7 * seats
        check(game, state)
