"""Whole random games: everything adds up after every action, and every game ends."""

import os
import random

import pytest

from aerodrome import CHANCE, load
from aerodrome.core.chance import pick_outcome_index
from aerodrome.games.airkwire.model.state import AirkwireState
from games.airkwire.invariants import check

GAMES = int(os.environ.get("AERODROME_GAMES", "200"))
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"power_cards": True},
    {"starting_cash": "each"},
    {"power_cards": True, "loans": True, "starting_cash": "each"},
)


def play(options: dict[str, object], seats: int, seed: int, checked: bool) -> AirkwireState:
    """Odd seeds pick a kind of action first, so that rare kinds come up often."""
    game = load("airkwire", options=options)
    state = game.new(seats)
    assert isinstance(state, AirkwireState)
    rng = random.Random(seed)
    while state.step_stack:
        (who,) = game.actors(state)
        legal = game.legal(state, who)
        if who == CHANCE:
            action = legal[pick_outcome_index(game.odds(state), rng.random())]
        else:
            if seed % 2:
                kind = rng.choice(list(dict.fromkeys(type(action) for action in legal)))
                legal = [action for action in legal if type(action) is kind]
            action = legal[int(rng.random() * len(legal))]
        game.apply(state, who, action)
        if checked:
            check(game, state)
    return state


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_money_cards_shares_and_markers_add_up_after_every_action(options: dict[str, object], seats: int) -> None:
    play(options, seats, seed=seats, checked=True)


@pytest.mark.slow
@pytest.mark.rule("AK-R82")
def test_thousands_of_random_games_end_and_add_up() -> None:
    """AERODROME_GAMES sets how many games are played."""
    for seed in range(GAMES):
        state = play(OPTIONS[seed % len(OPTIONS)], 3 + seed % 4, seed, checked=seed % 20 == 0)
        assert state.end
        assert sum(state.cash) + state.bank == 0
