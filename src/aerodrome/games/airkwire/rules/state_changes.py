"""What changes the table: money, cards, CEOs, aircraft and bankruptcy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import EventSink
from aerodrome.games.airkwire.model.events import AirlineWentBankrupt, CeoChanged, PoolBecamePile
from aerodrome.games.airkwire.model.state import BANKRUPT, AirkwireState, copy_with_added, copy_without
from aerodrome.games.airkwire.rules import mergers
from aerodrome.games.airkwire.rules.queries import find_most_shares_held, list_cities_served

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def pay_to_bank(state: AirkwireState, seat: int, amount: int) -> None:
    """A player pays the bank; the amount is not negative."""
    state.cash[seat] -= amount
    state.bank += amount


def receive_from_bank(state: AirkwireState, seat: int, amount: int) -> None:
    """The bank pays a player; the amount is not negative."""
    state.cash[seat] += amount
    state.bank -= amount


# Cards


def remove_card_from_hand(state: AirkwireState, seat: int, card: int) -> None:
    state.hands[seat] = copy_without(state.hands[seat], card)
    if card in state.seen[seat]:
        state.seen[seat] = copy_without(state.seen[seat], card)


def mark_card_as_seen(state: AirkwireState, seat: int, card: int) -> None:
    """Everybody now knows that this hand holds that card."""
    if card not in state.seen[seat]:
        state.seen[seat] = [*state.seen[seat], card]


def remember_discard(state: AirkwireState, seat: int, card: int) -> None:
    if not state.last_discards:
        state.last_discards = [NOBODY] * state.seats
    state.last_discards[seat] = state.turns * state.cards + card


def remember_refused_route(game: Airkwire, state: AirkwireState, airline: int, city: int) -> None:
    """Everybody knows what the CEO refused, and how things stood."""
    route = city * state.airlines + airline
    circumstances = mergers.encode_route_circumstances(game, state, airline, city)
    known = state.refusals
    for at in range(0, len(known), 2):
        if known[at] == route:
            known[at + 1] = circumstances
            return
    known.append(route)
    known.append(circumstances)


def add_card_to_discard_pool(state: AirkwireState, card: int) -> None:
    state.pool[card] += 1
    state.pool_size += 1


def refill_empty_pile(state: AirkwireState, tell: EventSink | None) -> None:
    """An empty pile takes up the pool at once (AK-3.10, AK-R8)."""
    if state.pile_size or not state.pool_size:
        return
    if tell is not None:
        tell(PoolBecamePile(state.pool_size))
    shuffle_pool_into_pile(state)


def shuffle_pool_into_pile(state: AirkwireState) -> None:
    for card in range(state.cards):
        state.pile[card] += state.pool[card]
        state.pool[card] = 0
    state.pile_size += state.pool_size
    state.pool_size = 0
    state.top_left = 0  # AK-R83: one layer from now on


def move_airline_city_cards_to_pool(state: AirkwireState, airline: int, city: int) -> None:
    """The cards of a city go from the airline card to the pool (AK-R60)."""
    while city in state.city_cards[airline]:
        state.city_cards[airline] = copy_without(state.city_cards[airline], city)
        add_card_to_discard_pool(state, city)


# The CEO


def update_ceo(state: AirkwireState, airline: int, tell: EventSink | None) -> None:
    """The holder of most shares leads; a tie keeps the old CEO (AK-6.1, AK-6.2, AK-R26)."""
    held = state.shares[airline]
    most = find_most_shares_held(held)
    old = state.ceo[airline]
    if old != NOBODY and held[old] == most:
        return
    seat = old if old != NOBODY else held.index(most)
    while held[seat] != most:  # AK-R27: the first in the direction of play after the old CEO
        seat = (seat + state.direction) % state.seats
    state.ceo[airline] = seat
    if tell is not None:
        tell(CeoChanged(airline, seat))


# Aircraft


def place_aircraft(game: Airkwire, state: AirkwireState, airline: int, city: int, aircraft: int) -> None:
    """An aircraft of the airline itself goes on a city."""
    state.hangar[airline * state.types + aircraft] -= 1
    _put_aircraft_and_extend_network(game, state, airline, city, aircraft)


def take_over_aircraft(game: Airkwire, state: AirkwireState, airline: int, defunct: int, city: int) -> None:
    """An acquired marker goes on the defunct airline's aircraft, whoever's it was at first (AK-10.16, AK-R78)."""
    plane = _take_aircraft_off_city(state, defunct, city)
    if plane < state.types:
        plane += state.types * (1 + defunct)
    else:
        state.acquired[defunct] += 1
    state.acquired[airline] -= 1
    _put_aircraft_and_extend_network(game, state, airline, city, plane)


def _put_aircraft_and_extend_network(
    game: Airkwire, state: AirkwireState, airline: int, city: int, plane_code: int
) -> None:
    state.planes[airline] = copy_with_added(state.planes[airline], city, plane_code - NOBODY)
    state.flown[airline * state.types + plane_code % state.types] += 1
    state.network[airline] |= game.bit[city]
    state.routes[airline] += 1
    state.points[airline] += game.points_of[city]


def remove_aircraft(game: Airkwire, state: AirkwireState, airline: int, city: int, to_hangar: bool) -> None:
    """An aircraft is lifted off a city: back on the card of a living airline, else out of the game (AK-R80)."""
    plane = _take_aircraft_off_city(state, airline, city)
    state.network[airline] &= ~game.bit[city]
    state.routes[airline] -= 1
    state.points[airline] -= game.points_of[city]
    if plane >= state.types:
        state.acquired[airline] += 1
        state.scrapped[plane - state.types] += 1
    elif to_hangar:
        state.hangar[airline * state.types + plane] += 1
    else:
        state.scrapped[airline * state.types + plane] += 1


def _take_aircraft_off_city(state: AirkwireState, airline: int, city: int) -> int:
    """What stood there, as in `planes`."""
    plane = state.planes[airline][city]
    state.planes[airline] = copy_with_added(state.planes[airline], city, NOBODY - plane)
    state.flown[airline * state.types + plane % state.types] -= 1
    return plane


# Bankruptcy


def bankrupt_airline_if_due(
    game: Airkwire, state: AirkwireState, airline: int, is_price_off_track: bool, tell: EventSink | None
) -> bool:
    """Nobody holds a share (AK-12.1), or the price would fall below the left-most space (AK-12.2); true if so."""
    if not is_price_off_track and state.unsold[airline] < game.shares_per_airline:
        return False
    _bankrupt_airline(game, state, airline, tell)
    return True


def _bankrupt_airline(game: Airkwire, state: AirkwireState, airline: int, tell: EventSink | None) -> None:
    void = game.shares_per_airline - state.unsold[airline]
    for city in list_cities_served(state, airline):  # AK-12.3
        remove_aircraft(game, state, airline, city, True)
    for card in state.city_cards[airline]:  # AK-12.4
        add_card_to_discard_pool(state, card)
    state.city_cards[airline] = []
    state.shares[airline] = [0] * state.seats  # AK-12.5
    state.unsold[airline] = game.shares_per_airline
    close_airline(state, airline, BANKRUPT)
    if tell is not None:
        tell(AirlineWentBankrupt(airline, void))


def close_airline(state: AirkwireState, airline: int, status: int) -> None:
    """Its status, and its markers come off the tracks (AK-12.6, AK-10.14, AK-R59)."""
    state.status[airline] = status
    state.ceo[airline] = NOBODY
    state.index[airline] = 0
    state.points[airline] = 0
    state.routes[airline] = 0
    state.network[airline] = 0
    state.unpaid[airline] = 0
