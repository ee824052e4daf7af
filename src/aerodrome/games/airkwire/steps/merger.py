"""Mergers: when they happen (section 9) and how they begin: home aircraft, bonuses, disposal (section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airkwire.model.actions import ChooseRival, ExchangeOrSellShares, PlaceAircraftAtDefunctHome
from aerodrome.games.airkwire.model.events import (
    AirlineTakenOver,
    DefunctHomeTakenOver,
    MergerRuledOut,
    SharesExchangedOrSold,
)
from aerodrome.games.airkwire.model.state import AirkwireState, copy_with_added
from aerodrome.games.airkwire.rules import mergers, queries
from aerodrome.games.airkwire.rules.state_changes import place_aircraft, receive_from_bank, update_ceo
from aerodrome.games.airkwire.steps.takeover import TakeCardsAndRemoveDuplicateAircraftStep

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def begin_merger_or_ask_which_rival(
    game: Airkwire, state: AirkwireState, entering_airline: int, city: int, tell: EventSink | None
) -> None:
    """A route was created into this city: who is there already, and which one is it about (AK-9.1, AK-9.8)?"""
    rivals = mergers.list_lowest_valued_rivals(game, state, entering_airline, city)
    if len(rivals) > 1:
        state.step_stack.append(ChooseRivalStep(entering_airline, city, tuple(rivals)))
    elif rivals:
        begin_merger_or_tell_why_not(game, state, entering_airline, rivals[0], city, tell)


def begin_merger_or_tell_why_not(
    game: Airkwire, state: AirkwireState, entering_airline: int, rival: int, city: int, tell: EventSink | None
) -> None:
    """The higher value acquires the lower, unless they are equal or the lower is immune (AK-9.2 to AK-9.5)."""
    mine = queries.compute_comparable_airline_value(game, state, entering_airline)
    theirs = queries.compute_comparable_airline_value(game, state, rival)
    if mine == theirs:
        _tell_merger_ruled_out(entering_airline, rival, city, "AK-9.3", tell)
        return
    acquirer = entering_airline if mine > theirs else rival
    defunct = rival if mine > theirs else entering_airline
    if state.points[defunct] >= game.immunity:
        _tell_merger_ruled_out(acquirer, defunct, city, "AK-9.2", tell)
        return
    if state.network[acquirer] & game.bit[game.home[defunct]]:
        begin_merger(game, state, acquirer, defunct, city, NOBODY, tell)  # AK-R42
        return
    types = mergers.find_aircraft_type_bits_for_defunct_home(game, state, acquirer, defunct)
    if not types:
        _tell_merger_ruled_out(acquirer, defunct, city, "AK-10.4", tell)
    elif types & types - 1:
        state.step_stack.append(ChooseAircraftForDefunctHomeStep(acquirer, defunct, city))
    else:
        begin_merger(game, state, acquirer, defunct, city, types.bit_length() - 1, tell)


def _tell_merger_ruled_out(airline: int, rival: int, city: int, rule: str, tell: EventSink | None) -> None:
    if tell is not None:
        tell(MergerRuledOut(airline, rival, city, rule))


class ChooseRivalStep(Step["Airkwire", AirkwireState]):
    """AK-R40: the CEO of the entering airline chooses between equals."""

    stored_name: ClassVar[str] = "ChooseRival"
    rule: ClassVar[str] = "AK-R40"

    def __init__(self, entering: int, city: int, rivals: tuple[int, ...]) -> None:
        self.entering = entering
        self.city = city
        self.rivals = rivals

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.ceo[self.entering]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return [game.rivals[airline] for airline in self.rivals]

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return "" if isinstance(action, ChooseRival) and action.airline in self.rivals else "AK-R40"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseRival)
        state.step_stack.pop()
        begin_merger_or_tell_why_not(game, state, self.entering, action.airline, self.city, tell)


class ChooseAircraftForDefunctHomeStep(Step["Airkwire", AirkwireState]):
    """The acquiring CEO picks the aircraft for the defunct airline's home (AK-10.1, AK-R43)."""

    stored_name: ClassVar[str] = "HomeAircraft"
    rule: ClassVar[str] = "AK-10.1"

    def __init__(self, acquirer: int, defunct: int, city: int) -> None:
        self.acquirer = acquirer
        self.defunct = defunct
        self.city = city

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.ceo[self.acquirer]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return [action for action in game.homes if not self.violated_rule(game, state, who, action)]

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if not isinstance(action, PlaceAircraftAtDefunctHome) or not 0 <= action.aircraft < state.types:
            return "AK-10.1"
        if not state.hangar[self.acquirer * state.types + action.aircraft]:
            return "AK-7.6"
        if not game.allowed[state.index[self.acquirer]] >> action.aircraft & 1:
            return "AK-10.3"
        fit = mergers.find_aircraft_type_bits_for_defunct_home(game, state, self.acquirer, self.defunct)
        return "" if fit >> action.aircraft & 1 else "AK-10.2"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlaceAircraftAtDefunctHome)
        state.step_stack.pop()
        begin_merger(game, state, self.acquirer, self.defunct, self.city, action.aircraft, tell)


def begin_merger(
    game: Airkwire,
    state: AirkwireState,
    acquirer: int,
    defunct: int,
    city: int,
    home_aircraft: int,
    tell: EventSink | None,
) -> None:
    """AK-16.5 from the home aircraft on."""
    home = game.home[defunct]
    state.network[defunct] &= ~game.bit[home]
    if home_aircraft != NOBODY:
        place_aircraft(game, state, acquirer, home, home_aircraft)  # AK-10.1, AK-10.5
    pay_takeover_bonuses(game, state, acquirer, defunct, city, tell)
    if tell is not None:
        tell(DefunctHomeTakenOver(acquirer, defunct, home, home_aircraft))
    state.step_stack.append(TakeCardsAndRemoveDuplicateAircraftStep(acquirer, defunct))
    sell_or_ask_next_shareholder(
        game, state, acquirer, defunct, mergers.list_shareholders_in_order_from_ceo(state, defunct), tell
    )


def pay_takeover_bonuses(
    game: Airkwire, state: AirkwireState, acquirer: int, defunct: int, city: int, tell: EventSink | None
) -> None:
    """AK-10.6 to AK-10.9, AK-R44, AK-R45."""
    rate = queries.compute_dividend_per_share(game, game.price[state.index[defunct]], state.points[defunct])
    first, second = mergers.find_largest_and_second_shareholders(state.shares[defunct])
    if len(first) == 1 and second:
        first_bonus = rate * game.first_bonus
        second_bonus = _compute_bonus_each_rounded_down(game, rate * game.second_bonus, len(second))
    else:  # AK-15.11, AK-15.12
        second = []
        first_bonus = _compute_bonus_each_rounded_down(game, rate * (game.first_bonus + game.second_bonus), len(first))
        second_bonus = 0
    for seat in first:
        receive_from_bank(state, seat, first_bonus)
    for seat in second:
        receive_from_bank(state, seat, second_bonus)
    if tell is not None:
        tell(AirlineTakenOver(acquirer, defunct, city, rate, tuple(first), first_bonus, tuple(second), second_bonus))


def _compute_bonus_each_rounded_down(game: Airkwire, amount: int, holder_count: int) -> int:
    return amount // holder_count // game.bonus_unit * game.bonus_unit  # AK-10.9


def sell_or_ask_next_shareholder(
    game: Airkwire,
    state: AirkwireState,
    acquirer: int,
    defunct: int,
    remaining_seats: tuple[int, ...],
    tell: EventSink | None,
) -> None:
    """Ask the next holder who has a choice; the others sell."""
    while remaining_seats:
        if mergers.count_max_new_shares_by_exchange(game, state, remaining_seats[0], acquirer, defunct):
            state.step_stack.append(ExchangeOrSellDefunctSharesStep(acquirer, defunct, remaining_seats))
            return
        exchange_some_and_sell_other_shares(game, state, remaining_seats[0], acquirer, defunct, 0, tell)
        remaining_seats = remaining_seats[1:]


class ExchangeOrSellDefunctSharesStep(Step["Airkwire", AirkwireState]):
    """The first in `order` exchanges or sells all shares of the defunct airline (AK-10.11, AK-10.13, AK-R46)."""

    stored_name: ClassVar[str] = "Disposal"
    rule: ClassVar[str] = "AK-10.10"

    def __init__(self, acquirer: int, defunct: int, order: tuple[int, ...]) -> None:
        self.acquirer = acquirer
        self.defunct = defunct
        self.order = order

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[self.order[0]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return game.disposals[
            : 1 + mergers.count_max_new_shares_by_exchange(game, state, who, self.acquirer, self.defunct)
        ]

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if not isinstance(action, ExchangeOrSellShares) or action.exchange < 0:
            return "AK-10.10"
        if action.exchange > state.shares[self.defunct][who] // game.exchange_ratio:
            return "AK-R46"
        return "AK-10.11" if action.exchange > state.unsold[self.acquirer] else ""

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ExchangeOrSellShares)
        state.step_stack.pop()
        exchange_some_and_sell_other_shares(game, state, who, self.acquirer, self.defunct, action.exchange, tell)
        sell_or_ask_next_shareholder(game, state, self.acquirer, self.defunct, self.order[1:], tell)


def exchange_some_and_sell_other_shares(
    game: Airkwire,
    state: AirkwireState,
    seat: int,
    acquirer: int,
    defunct: int,
    new_shares: int,
    tell: EventSink | None,
) -> None:
    held = state.shares[defunct][seat]
    sold = held - new_shares * game.exchange_ratio
    amount = sold * game.price[state.index[defunct]]  # AK-10.13, AK-R48
    state.shares[defunct] = copy_with_added(state.shares[defunct], seat, -held)
    state.void[defunct] += held  # AK-R47
    receive_from_bank(state, seat, amount)
    state.unsold[acquirer] -= new_shares
    state.shares[acquirer] = copy_with_added(state.shares[acquirer], seat, new_shares)
    state.index[acquirer] = min(game.last_index, state.index[acquirer] + new_shares)  # AK-10.12
    if tell is not None:
        now = game.price[state.index[acquirer]]
        tell(SharesExchangedOrSold(seat, defunct, acquirer, new_shares, sold, amount, now))
    update_ceo(state, acquirer, tell)
