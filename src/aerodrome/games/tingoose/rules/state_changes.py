"""Changes of the table that several phases share: money, the income marker, a plane that arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.state import EventSink
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    count_demand_tokens,
    count_emergency_bonds_needed,
    count_rivals_in_city,
    get_income,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def receive_from_bank(state: TinGooseState, seat: int, amount: int) -> None:
    """The bank pays the seat."""
    state.cash[seat] += amount
    state.bank -= amount


def pay_to_bank(state: TinGooseState, seat: int, amount: int) -> None:
    """The seat pays the bank."""
    state.cash[seat] -= amount
    state.bank += amount


def pay_event_cost_with_emergency_bonds(
    game: TinGoose, state: TinGooseState, seat: int, owed: int, tell: EventSink | None
) -> None:
    """Pay what an event costs, with emergency bonds where the cash does not suffice."""
    bonds = count_emergency_bonds_needed(game, state.cash[seat], owed)
    if bonds:
        state.bonds[seat] += bonds  # TG-R1
        receive_from_bank(state, seat, bonds * game.emergency_cash)
        if tell is not None:
            tell(events.EmergencyBondsIssued(seat, bonds, bonds * game.emergency_cash))
    pay_to_bank(state, seat, owed)


def move_income_marker(game: TinGoose, state: TinGooseState, seat: int, boxes: int) -> None:
    """Up or down the track, no farther than its ends."""
    box = state.income_box[seat] + boxes
    if box < 0:  # TG-R41
        box = 0
    elif box >= len(game.income_boxes):
        box = len(game.income_boxes) - 1
    state.income_box[seat] = box


def enter_city(game: TinGoose, state: TinGooseState, seat: int, city: int, tell: EventSink | None) -> None:
    """A plane arrives in a city: Annex A, ENTER."""
    demand = count_demand_tokens(state, city)
    rivals = count_rivals_in_city(state, seat, city)
    state.network[seat] |= 1 << city
    if demand > 0 or rivals == 0:
        move_income_marker(game, state, seat, 1)  # TG-10.9, TG-10.10
    else:
        move_income_marker(game, state, seat, -rivals)  # TG-10.11
    earning = get_income(game, state, seat)
    if tell is not None:
        tell(events.CityEntered(seat, city, demand, rivals, earning))
    if demand > 0:
        receive_from_bank(state, seat, demand * earning)  # TG-R34
        if tell is not None:
            tell(events.DemandServed(seat, city, demand, demand * earning))
        _remove_silver_tokens_of_service(game, state, city, tell)
    airmail = state.airmail[seat]
    if game.airmail_target[airmail] == city and not state.delivered >> seat & 1:
        state.delivered |= 1 << seat  # TG-R39
        receive_from_bank(state, seat, game.airmail_reward)
        if tell is not None:
            tell(events.AirmailDelivered(seat, airmail, game.airmail_reward))


def _remove_silver_tokens_of_service(game: TinGoose, state: TinGooseState, city: int, tell: EventSink | None) -> None:
    removed = min(state.silver[city], game.silver_per_service[state.seats])  # TG-R35
    if removed == 0:
        return
    state.silver[city] -= removed
    state.silver_removed += removed
    if tell is not None:
        tell(events.SilverTokensRemoved(city, removed))
