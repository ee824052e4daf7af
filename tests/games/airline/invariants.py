"""What must hold in every position of Airline."""

from aerodrome.core.actions import NOBODY
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.games.airline.game import Airline
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import find_connected_city_bits
from aerodrome.games.airline.steps.common import PassTurnStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.setup import BaseChoiceStep, NextBaseChoiceStep, OpeningThrowStep


def check(game: Game, state: State) -> None:
    assert isinstance(game, Airline)
    assert isinstance(state, AirlineState)
    setting_up = state.round == 0
    assert sum(state.cash) + state.bank == 0, "money was made or lost"
    for seat in range(state.seats):
        if state.out[seat]:
            _out(state, seat)
        else:
            _player(game, state, seat, setting_up)
    _markers(game, state)
    _debts(state)
    _end(game, state)
    if setting_up:
        assert not state.step_stack or isinstance(
            state.step_stack[-1], (OpeningThrowStep, BaseChoiceStep, NextBaseChoiceStep)
        )


def _player(game: Airline, state: AirlineState, seat: int, setting_up: bool) -> None:
    assert state.cash[seat] >= 0
    assert state.aircraft[seat] in (0, 1, 2)
    assert 0 <= state.pos[seat] <= 23
    if state.base[seat] == NOBODY:
        assert setting_up
        assert state.owned[seat] == 0
    else:
        assert state.owned[seat] >> state.base[seat] & 1, "a base was lost"
        limit = game.marker_limit or 18
        assert 1 <= state.owned[seat].bit_count() <= limit
    assert state.network[seat] == find_connected_city_bits(game, state.base[seat], state.owned[seat])


def _out(state: AirlineState, seat: int) -> None:
    assert state.cash[seat] == 0
    assert state.owned[seat] == state.network[seat] == 0
    assert state.base[seat] == NOBODY
    if state.step_stack and state.active == seat:
        assert isinstance(state.step_stack[0], PassTurnStep), "somebody who is out has the turn"


def _markers(game: Airline, state: AirlineState) -> None:
    seen = 0
    for owned in state.owned:
        assert not owned & seen, "a city has two owners"
        assert owned < 1 << len(game.city_ids)
        seen |= owned


def _debts(state: AirlineState) -> None:
    debts = [step for step in state.step_stack if isinstance(step, RaiseMoneyStep)]
    assert len(debts) <= 1
    for debt in debts:
        assert state.cash[debt.debtor] < debt.amount, "a debt that can be paid is open"
    _deals_for_debt(state, debts)
    for creditor, debtor, amount, _, _ in state.claims:
        assert amount > 0
        assert not state.out[creditor]
        assert debtor == -1 or not state.out[debtor]


def _deals_for_debt(state: AirlineState, debts: list[RaiseMoneyStep]) -> None:
    """What changed hands for an open debt is still where it went, so that the deals can be undone."""  # AL-R56
    assert debts or not state.raise_deals, "deals for a debt that is settled"
    dealt = 0
    for partner, sold, bought, price, _ in state.raise_deals:
        assert price > 0
        assert not dealt & (sold | bought), "a city was dealt twice for one debt"
        dealt |= sold | bought
        assert state.out[partner] or state.owned[partner] & sold == sold
        assert state.owned[debts[0].debtor] & bought == bought
    assert not debts or state.cash[debts[0].debtor] >= sum(deal[3] for deal in state.raise_deals)


def _end(game: Airline, state: AirlineState) -> None:
    players = state.out.count(False)
    assert players >= 1
    assert bool(state.end_reason) == (not state.step_stack)
    assert players > 1 or state.end_reason
    assert bool(game.winners(state)) == bool(state.end_reason)
