"""The representative offers that `legal` lists: one city for money, or one city for another, where it would connect.

Any other deal is judged by the rules all the same; these are what a player without imagination would think of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import Action
from aerodrome.games.airline.model.actions import CounterOffer
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import (
    find_neighbour_city_bits,
    find_tradable_city_bits,
    has_no_marker_left,
    list_cities_in_bits,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

OFFER_PRICES: Final = (10, 20, 40, 60, 80)
"""What listed offers ask or give for a city; the next ones are places in it."""
LAST_PRICE: Final = 4
CHEAP: Final = 1
FAIR: Final = 2
DEAR: Final = 3
MAX_CITIES: Final = 2
"""How many cities of one kind are put forward."""


def add_offers_to_each_opponent(game: Airline, state: AirlineState, seat: int, offers: list[Action]) -> None:
    """Deals of `seat` with everybody else in the game, added to `offers`."""
    for other in range(state.seats):
        if other != seat and not state.out[other]:
            add_offers_outside_debt(game, state, seat, other, offers)


def add_offers_outside_debt(game: Airline, state: AirlineState, seat: int, partner: int, offers: list[Action]) -> None:
    """Deals of `seat` with `partner` outside RAISE, added to `offers`."""
    mine = find_tradable_city_bits(state, seat)
    theirs = find_tradable_city_bits(state, partner)
    my_network = state.network[seat]
    their_network = state.network[partner]
    buyable = theirs & find_neighbour_city_bits(game, my_network)
    sellable = mine & find_neighbour_city_bits(game, their_network)
    if buyable and not has_no_marker_left(game, state, seat):
        _add_cash_offers(game, buyable, their_network, state.cash[seat], game.buy_offers[partner], offers)
    if sellable and not has_no_marker_left(game, state, partner):
        _add_cash_offers(game, sellable, my_network, state.cash[partner], game.sell_offers[partner], offers)
    idle_theirs = buyable & ~their_network
    idle_mine = sellable & ~my_network
    if idle_theirs and idle_mine:
        give = list_cities_in_bits(game, idle_mine)
        want = list_cities_in_bits(game, idle_theirs)
        for i in range(min(MAX_CITIES, len(give))):
            for j in range(min(MAX_CITIES, len(want))):
                offers.append(game.swap_offers[partner][give[i]][want[j]])


def _add_cash_offers(
    game: Airline,
    city_bits: int,
    owner_network_bits: int,
    buyer_cash: int,
    offers_by_city_and_price: list[list[Action]],
    offers: list[Action],
) -> None:
    """Cities for cash: those their owner has no use for cheap or fair, the others dear."""
    idle = list_cities_in_bits(game, city_bits & ~owner_network_bits)
    for i in range(min(MAX_CITIES, len(idle))):
        by_price = offers_by_city_and_price[idle[i]]
        if buyer_cash >= 20:
            offers.append(by_price[CHEAP])
        if buyer_cash >= 40:
            offers.append(by_price[FAIR])
    if buyer_cash >= 60:
        busy = list_cities_in_bits(game, city_bits & owner_network_bits)
        for i in range(min(MAX_CITIES, len(busy))):
            offers.append(offers_by_city_and_price[busy[i]][DEAR])


def add_offers_to_debtor(
    game: Airline, state: AirlineState, seat: int, debtor: int, shortfall: int, offers: list[Action]
) -> None:
    """What `seat` could offer a debtor who needs so much more for his cities."""
    if has_no_marker_left(game, state, seat):
        return
    offers_by_city = game.buy_offers[debtor]
    for city in _pick_cities_for_buyer(game, state, debtor, seat):
        _add_offers_at_debt_price_and_usual_price(shortfall, state.cash[seat], offers_by_city[city], offers)


def add_offers_of_debtor(
    game: Airline, state: AirlineState, debtor: int, partner: int, shortfall: int, offers: list[Action]
) -> None:
    """What a debtor who needs so much more could offer `partner`."""
    if has_no_marker_left(game, state, partner):
        return
    offers_by_city = game.sell_offers[partner]
    for city in _pick_cities_for_buyer(game, state, debtor, partner):
        _add_offers_at_debt_price_and_usual_price(shortfall, state.cash[partner], offers_by_city[city], offers)


def _pick_cities_for_buyer(game: Airline, state: AirlineState, seller: int, buyer: int) -> list[int]:
    """A few cities of the seller, those next to the buyer's network first."""
    tradable = find_tradable_city_bits(state, seller)
    near = tradable & find_neighbour_city_bits(game, state.network[buyer])
    cities = list_cities_in_bits(game, near)
    if len(cities) < MAX_CITIES:
        cities = cities + list_cities_in_bits(game, tradable & ~near)
    return cities[:MAX_CITIES]


def _add_offers_at_debt_price_and_usual_price(
    shortfall: int, buyer_cash: int, offers_by_price: list[Action], offers: list[Action]
) -> None:
    """One city at the price that covers the debt, and at the usual one."""
    price = 0
    while price < LAST_PRICE and OFFER_PRICES[price] < shortfall:
        price += 1
    if buyer_cash >= OFFER_PRICES[price]:
        offers.append(offers_by_price[price])
    if price != CHEAP and buyer_cash >= OFFER_PRICES[CHEAP]:
        offers.append(offers_by_price[CHEAP])


def suggest_counter_offer(
    game: Airline,
    proposer: int,
    give_cities: tuple[int, ...],
    give_cash: int,
    want_cities: tuple[int, ...],
    want_cash: int,
) -> CounterOffer | None:
    """The same city for one step more or less money, whichever suits the receiver."""
    if give_cash > 0 and len(want_cities) == 1 and not give_cities:
        for price in range(len(OFFER_PRICES)):
            if OFFER_PRICES[price] > give_cash:
                return game.sell_counters[proposer][want_cities[0]][price]
    elif want_cash > 0 and len(give_cities) == 1 and not want_cities:
        for price in range(len(OFFER_PRICES) - 1, -1, -1):
            if OFFER_PRICES[price] < want_cash:
                return game.buy_counters[proposer][give_cities[0]][price]
    return None
