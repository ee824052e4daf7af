"""The representative offers that `legal` lists: one city for money, or one city for another, where it would connect.

Any other deal is judged by the rules all the same; these are what a player without imagination would think of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import Action
from aerodrome.games.airline.model.actions import Counter
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import bits, full

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

PRICES: Final = (10, 20, 40, 60, 80)
LAST: Final = 4
CHEAP: Final = 1
FAIR: Final = 2
DEAR: Final = 3
MOST: Final = 2
"""How many cities of one kind are put forward."""


def proposals(game: Airline, state: AirlineState, seat: int, other: int, found: list[Action]) -> None:
    """Deals of `seat` with `other` outside RAISE, added to `found`."""
    mine = state.owned[seat] & ~(1 << state.base[seat])
    theirs = state.owned[other] & ~(1 << state.base[other])
    my_net = state.network[seat]
    their_net = state.network[other]
    low, high = game.routes_low, game.routes_high
    buyable = theirs & (low[my_net & 511] | high[my_net >> 9])
    sellable = mine & (low[their_net & 511] | high[their_net >> 9])
    if buyable and not full(game, state, seat):
        _trades(game, buyable, their_net, state.cash[seat], game.buys[other], found)
    if sellable and not full(game, state, other):
        _trades(game, sellable, my_net, state.cash[other], game.sells[other], found)
    idle_theirs = buyable & ~their_net
    idle_mine = sellable & ~my_net
    if idle_theirs and idle_mine:
        give = bits(game, idle_mine)
        want = bits(game, idle_theirs)
        for i in range(min(MOST, len(give))):
            for j in range(min(MOST, len(want))):
                found.append(game.swaps[other][give[i]][want[j]])


def _trades(
    game: Airline, cities: int, owner_net: int, cash: int, offers: list[list[Action]], found: list[Action]
) -> None:
    """Cities for cash: those their owner has no use for cheap or fair, the others dear."""
    idle = bits(game, cities & ~owner_net)
    for i in range(min(MOST, len(idle))):
        at = offers[idle[i]]
        if cash >= 20:
            found.append(at[CHEAP])
        if cash >= 40:
            found.append(at[FAIR])
    if cash >= 60:
        busy = bits(game, cities & owner_net)
        for i in range(min(MOST, len(busy))):
            found.append(offers[busy[i]][DEAR])


def rescues(game: Airline, state: AirlineState, seat: int, debtor: int, found: list[Action]) -> None:
    """What `seat` could offer a debtor for his cities."""
    if full(game, state, seat):
        return
    offers = game.buys[debtor]
    for city in _useful_first(game, state, debtor, seat):
        _at_need(game, state, debtor, state.cash[seat], offers[city], found)


def sales(game: Airline, state: AirlineState, debtor: int, other: int, found: list[Action]) -> None:
    """What a debtor could offer `other` to raise money."""
    if full(game, state, other):
        return
    offers = game.sells[other]
    for city in _useful_first(game, state, debtor, other):
        _at_need(game, state, debtor, state.cash[other], offers[city], found)


def _useful_first(game: Airline, state: AirlineState, seller: int, buyer: int) -> list[int]:
    tradable = state.owned[seller] & ~(1 << state.base[seller])
    net = state.network[buyer]
    near = tradable & (game.routes_low[net & 511] | game.routes_high[net >> 9])
    cities = bits(game, near)
    if len(cities) < MOST:
        cities = cities + bits(game, tradable & ~near)
    return cities[:MOST]


def _at_need(game: Airline, state: AirlineState, debtor: int, cash: int, at: list[Action], found: list[Action]) -> None:
    """At the price that covers the debt, and at the usual one."""
    need = game.shortfall(state, debtor)
    price = 0
    while price < LAST and PRICES[price] < need:
        price += 1
    if cash >= PRICES[price]:
        found.append(at[price])
    if price != CHEAP and cash >= PRICES[CHEAP]:
        found.append(at[CHEAP])


def counters(
    game: Airline, proposer: int, give: tuple[int, ...], give_cash: int, want: tuple[int, ...], want_cash: int
) -> Counter | None:
    """The same city for one step more or less money, whichever suits the receiver."""
    if give_cash > 0 and len(want) == 1 and not give:
        for price in range(len(PRICES)):
            if PRICES[price] > give_cash:
                return game.counter_sells[proposer][want[0]][price]
    elif want_cash > 0 and len(give) == 1 and not want:
        for price in range(len(PRICES) - 1, -1, -1):
            if PRICES[price] < want_cash:
                return game.counter_buys[proposer][give[0]][price]
    return None
