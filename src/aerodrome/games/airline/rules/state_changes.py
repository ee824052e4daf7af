"""Moving money and markers: the only place where cash, bank and ownership change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.state import EventSink
from aerodrome.games.airline.model import events
from aerodrome.games.airline.model.state import BANK, CARGO_CLAIM, CHARTER_CLAIM, SUBSIDY_CLAIM, AirlineState
from aerodrome.games.airline.rules.queries import (
    convert_cities_to_bits_or_minus_one_if_invalid,
    find_connected_city_bits,
    list_cities_in_bits,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def transfer_cash(state: AirlineState, payer: int, receiver: int, amount: int) -> None:
    """Either of the two may be the BANK."""
    if payer == BANK:
        receive_from_bank(state, receiver, amount)
    elif receiver == BANK:
        pay_to_bank(state, payer, amount)
    else:
        state.cash[payer] -= amount
        state.cash[receiver] += amount


def pay_to_bank(state: AirlineState, seat: int, amount: int) -> None:
    """A seat pays the bank."""
    state.cash[seat] -= amount
    state.bank += amount


def receive_from_bank(state: AirlineState, seat: int, amount: int) -> None:
    """The bank pays a seat."""
    state.bank -= amount
    state.cash[seat] += amount


def receive_from_bank_and_tell(
    state: AirlineState, seat: int, claim_kind: int, amount: int, tell: EventSink | None
) -> None:
    """The bank pays a claim of this kind."""
    receive_from_bank(state, seat, amount)
    if tell is None:
        return
    if claim_kind == SUBSIDY_CLAIM:
        tell(events.SubsidyReceived(seat, amount))
    elif claim_kind == CHARTER_CLAIM:
        tell(events.CharterMoneyReceived(seat, amount))
    elif claim_kind == CARGO_CLAIM:
        tell(events.AirCargoMoneyReceived(seat, amount))
    else:
        tell(events.BankPaidForDebtor(BANK, seat, amount))


def place_markers_and_update_network(
    game: Airline, state: AirlineState, seat: int, city_bits: int, tell: EventSink | None
) -> None:
    """Markers of this seat go on the map, and connection is judged anew."""  # AL-4.5, AL-8.5
    state.owned[seat] |= city_bits
    update_network_and_tell_cut_off(game, state, seat, tell)


def remove_markers_and_update_network(
    game: Airline, state: AirlineState, seat: int, city_bits: int, tell: EventSink | None
) -> None:
    """Markers of this seat come off the map, and connection is judged anew."""
    state.owned[seat] &= ~city_bits
    update_network_and_tell_cut_off(game, state, seat, tell)  # AL-8.4


def update_network_and_tell_cut_off(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    """Judge anew which cities of a seat are connected to its base, and tell which are cut off."""
    before = state.network[seat]
    owned = state.owned[seat]
    network = find_connected_city_bits(game, state.base[seat], owned)
    state.network[seat] = network
    if tell is None:
        return
    lost = before & owned & ~network
    if lost:
        tell(events.CitiesCutOff(seat, tuple(list_cities_in_bits(game, lost))))


def place_marker_and_tell_reconnected(
    game: Airline, state: AirlineState, seat: int, city: int, tell: EventSink | None
) -> None:
    """A seat gets a city, which may connect others of its cities again."""
    idle = state.owned[seat] & ~state.network[seat]
    place_markers_and_update_network(game, state, seat, 1 << city, tell)
    if tell is not None:
        tell_reconnected_cities(game, state, seat, idle, tell)


def carry_out_deal(
    game: Airline,
    state: AirlineState,
    giver: int,
    taker: int,
    give_cities: tuple[int, ...],
    give_cash: int,
    want_cities: tuple[int, ...],
    want_cash: int,
    tell: EventSink | None,
) -> None:
    """A deal, whole and at once."""  # AL-5.4, AL-5.12
    given = convert_cities_to_bits_or_minus_one_if_invalid(give_cities)
    wanted = convert_cities_to_bits_or_minus_one_if_invalid(want_cities)
    paid = give_cash - want_cash
    state.cash[giver] -= paid
    state.cash[taker] += paid
    if tell is not None:
        tell(events.DealDone(giver, taker, give_cities, give_cash, want_cities, want_cash))
    idle_giver = state.owned[giver] & ~state.network[giver]
    idle_taker = state.owned[taker] & ~state.network[taker]
    state.owned[giver] = state.owned[giver] & ~given | wanted
    state.owned[taker] = state.owned[taker] & ~wanted | given
    update_network_and_tell_cut_off(game, state, giver, tell)
    update_network_and_tell_cut_off(game, state, taker, tell)
    if tell is not None:
        tell_reconnected_cities(game, state, giver, idle_giver, tell)
        tell_reconnected_cities(game, state, taker, idle_taker, tell)


def record_city_givers(
    state: AirlineState, giver: int, taker: int, give_cities: tuple[int, ...], want_cities: tuple[int, ...]
) -> None:
    """Remember who gave a city in this deal: they cannot leave for a while."""  # AL-R56
    if give_cities:
        state.gave_city |= 1 << giver
    if want_cities:
        state.gave_city |= 1 << taker


def undo_deals_made_for_debt(game: Airline, state: AirlineState, debtor: int, tell: EventSink | None) -> None:
    """A debtor goes bankrupt: his deals for this debt are undone, the last one first."""  # AL-R56
    for deal in state.raise_deals[::-1]:
        _undo_deal_made_for_debt(game, state, debtor, deal, tell)
    state.raise_deals = []


def _undo_deal_made_for_debt(
    game: Airline, state: AirlineState, debtor: int, raise_deal: list[int], tell: EventSink | None
) -> None:
    """What would return to a partner who is out goes to the bank; what he had is the bank's already.

    Which cities of the debtor are connected is not judged anew: all of them go to the bank next.
    """
    partner, sold, bought, price, gave_before = raise_deal
    partner_out = state.out[partner]
    transfer_cash(state, debtor, BANK if partner_out else partner, price)
    state.gave_city = gave_before
    if tell is not None:
        cities = tuple(list_cities_in_bits(game, bought)), tuple(list_cities_in_bits(game, sold))
        tell(events.DealUndone(debtor, partner, cities[0], price, cities[1], partner_out))
    state.owned[debtor] = state.owned[debtor] & ~bought | sold
    if partner_out:
        return
    idle = state.owned[partner] & ~state.network[partner]
    state.owned[partner] = state.owned[partner] & ~sold | bought
    update_network_and_tell_cut_off(game, state, partner, tell)
    if tell is not None:
        tell_reconnected_cities(game, state, partner, idle, tell)


def tell_reconnected_cities(
    game: Airline, state: AirlineState, seat: int, cut_off_city_bits_before: int, tell: EventSink
) -> None:
    """Tell which of the cities that were cut off (`cut_off_city_bits_before`) are connected now."""
    again = cut_off_city_bits_before & state.network[seat]
    if again:
        tell(events.CitiesReconnected(seat, tuple(list_cities_in_bits(game, again))))
