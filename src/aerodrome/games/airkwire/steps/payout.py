"""Dividends, missed dividends and the rise of a sold-out airline (section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airkwire.model.actions import HoldPrice, RaisePrice
from aerodrome.games.airkwire.model.events import (
    DividendNotPaid,
    DividendsPaid,
    PriceDroppedForMissedDividends,
    PriceRaisedByCeo,
)
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.rules.state_changes import bankrupt_airline_if_due, receive_from_bank

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class RaiseOrHoldPriceStep(Step["Airkwire", AirkwireState]):
    """The CEO of a sold-out airline that paid may move its price up (AK-11.10, AK-R57)."""

    stored_name: ClassVar[str] = "Rise"
    rule: ClassVar[str] = "AK-11.10"

    def __init__(self, airline: int) -> None:
        self.airline = airline

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.ceo[self.airline]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return game.rises

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return "" if isinstance(action, (RaisePrice, HoldPrice)) else "AK-11.10"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, HoldPrice):
            return
        state.index[self.airline] += 1
        if tell is not None:
            tell(PriceRaisedByCeo(who, self.airline, game.price[state.index[self.airline]]))


def pay_out_dividends_if_due(game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
    """At most one payout per turn (AK-R54, AK-R74)."""
    if state.pay_now:
        state.marker = 0  # AK-14.18
    if state.due or state.pay_now:
        _pay_dividends_and_move_prices(game, state, tell)
    state.due = False
    state.pay_now = False


def _pay_dividends_and_move_prices(game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
    """AK-16.7: judge all, pay, count, drop, rise."""
    paying: list[int] = []
    failing: list[int] = []
    for airline in range(state.airlines):
        if state.status[airline] != OPEN:
            continue
        why = queries.find_rule_against_payout(game, state, airline)  # AK-11.3, AK-R58
        (failing if why else paying).append(airline)
        state.unpaid[airline] = state.unpaid[airline] + 1 if why else 0
        if tell is not None and why:
            have, most = _count_actual_and_allowed_by_payout_rule(game, state, airline, why)
            tell(DividendNotPaid(airline, why, have, most, state.unpaid[airline]))
    for airline in paying:
        _pay_dividend_to_shareholders(game, state, airline, tell)
    risers: list[int] = []
    for airline in paying:
        if not state.unsold[airline] and game.price[state.index[airline]] < game.price[game.last_index]:
            risers.append(airline)
    for airline in failing:
        if state.unpaid[airline] >= game.unpaid_before_drop:  # AK-11.8, AK-11.9
            _drop_price_or_bankrupt_for_missed_dividends(game, state, airline, tell)
    for airline in reversed(risers):
        state.step_stack.append(RaiseOrHoldPriceStep(airline))


def _count_actual_and_allowed_by_payout_rule(
    game: Airkwire, state: AirkwireState, airline: int, violated_rule: str
) -> tuple[int, int]:
    """How many cities, forbidden aircraft or shares there are, and how many may be."""
    index = state.index[airline]
    if violated_rule == "AK-11.4":
        return state.routes[airline], game.limit[index]
    if violated_rule == "AK-11.6":
        return queries.count_shares_held(game, state, airline), state.points[airline]
    start = airline * state.types
    kinds = [kind for kind in range(state.types) if not game.allowed[index] >> kind & 1]
    return sum([state.flown[start + kind] for kind in kinds]), 0


def _pay_dividend_to_shareholders(game: Airkwire, state: AirkwireState, airline: int, tell: EventSink | None) -> None:
    rate = queries.compute_dividend_per_share(game, game.price[state.index[airline]], state.points[airline])
    held = state.shares[airline]
    for seat in range(state.seats):
        if held[seat]:
            receive_from_bank(state, seat, rate * held[seat])
    if tell is not None:
        seats = tuple(seat for seat in range(state.seats) if held[seat])
        tell(DividendsPaid(airline, rate, seats, tuple(rate * held[seat] for seat in seats)))


def _drop_price_or_bankrupt_for_missed_dividends(
    game: Airkwire, state: AirkwireState, airline: int, tell: EventSink | None
) -> None:
    fallen = state.index[airline] == 0
    if not fallen:
        state.index[airline] -= 1
    if tell is not None and not fallen:
        tell(PriceDroppedForMissedDividends(airline, game.price[state.index[airline]]))
    bankrupt_airline_if_due(game, state, airline, fallen, tell)  # AK-12.2
