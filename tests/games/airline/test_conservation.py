"""Money and markers add up after every action, and every game ends."""

import os
import random

import pytest

import aerodrome
from aerodrome.core.actions import CHANCE, Event
from aerodrome.core.chance import pick_outcome_index
from aerodrome.core.random_play import play_at_random_and_count_decisions
from aerodrome.games.airline.game import Airline
from aerodrome.games.airline.model.actions import LeaveGame
from aerodrome.games.airline.model.events import (
    AirCargoMoneyReceived,
    AircraftExchanged,
    BankPaidForDebtor,
    CharterMoneyReceived,
    CrashCostPaid,
    LandingRightsBought,
    MaintenancePaid,
    PlayerWentBankrupt,
    SubsidyReceived,
)
from aerodrome.games.airline.model.state import AirlineState
from games.airline.invariants import check

GAMES = int(os.environ.get("AERODROME_GAMES", "300"))


def new(seats: int, **options: object) -> tuple[Airline, AirlineState]:
    game = aerodrome.load("airline", options=options)
    state = game.new(seats)
    assert isinstance(game, Airline)
    assert isinstance(state, AirlineState)
    return game, state


def walk(game: Airline, state: AirlineState, rng: random.Random, leaves: float = 0.0) -> None:
    while game.actors(state):
        (who,) = game.actors(state)
        legal = game.legal(state, who)
        if who == CHANCE:
            game.apply(state, who, legal[pick_outcome_index(game.odds(state), rng.random())])
        elif rng.random() < leaves:
            leaver = rng.choice([s for s in range(state.seats) if not state.out[s]])
            if not game.violated_rule(state, leaver, LeaveGame()):  # AL-R56
                game.apply(state, leaver, LeaveGame())
        else:
            game.apply(state, who, rng.choice(legal))
        check(game, state)


@pytest.mark.rule("AL-11.4", "AL-11.5", "AL-R45", "AL-R51")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("collect", ["auto", "claim"])
def test_money_and_markers_add_up_after_every_action(seats: int, collect: str) -> None:
    for seed in range(8):
        game, state = new(seats, collect=collect)
        walk(game, state, random.Random(seed))


@pytest.mark.rule("AL-R38")
@pytest.mark.parametrize("collect", ["auto", "claim"])
def test_they_add_up_when_players_leave_at_any_moment(collect: str) -> None:
    for seed in range(60):
        game, state = new(4, collect=collect)
        walk(game, state, random.Random(seed), leaves=0.02)


@pytest.mark.slow
@pytest.mark.rule("AL-12.10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_with_money_and_markers_in_place(seats: int) -> None:
    for seed in range(GAMES):
        game, state = new(seats)
        play_at_random_and_count_decisions(game, state, random.Random(seed))
        assert not state.step_stack
        check(game, state)


BANK_MOVES: dict[type[Event], int] = {
    LandingRightsBought: 1,
    AircraftExchanged: 1,
    MaintenancePaid: 1,
    CrashCostPaid: 1,
    SubsidyReceived: -1,
    CharterMoneyReceived: -1,
    AirCargoMoneyReceived: -1,
    BankPaidForDebtor: -1,
}


@pytest.mark.parametrize("seats", [2, 4])
def test_the_bank_changes_by_exactly_the_amounts_that_are_told(seats: int) -> None:
    for seed in range(10):
        game, state = new(seats)
        rng = random.Random(seed)
        events: list[Event] = []
        while game.actors(state):
            (who,) = game.actors(state)
            before = state.bank
            events.clear()
            game.apply(state, who, rng.choice(game.legal(state, who)), events.append)
            told = sum(BANK_MOVES.get(type(e), 0) * getattr(e, "amount", 0) for e in events)
            told += sum(e.cash for e in events if isinstance(e, PlayerWentBankrupt))
            assert state.bank - before == told
