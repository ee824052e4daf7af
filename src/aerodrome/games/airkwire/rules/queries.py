"""Pure answers: prices, shares, dividends, networks and routes.

A predicate `find_rule_against_...` returns "" or the id of the rule that forbids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airkwire.model.state import DOUBLE_ROUTES_EFFECT, FEES_WAIVED_EFFECT, AirkwireState

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

# Prices, shares, dividends


def get_brokerage_fee(game: Airkwire, state: AirkwireState, seat: int) -> int:
    return 0 if state.effects[seat] & FEES_WAIVED_EFFECT else game.fee  # AK-R70


def get_trade_price(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """What one share costs or yields now; a fixed price only exists under Block Trade."""
    fixed = state.fixed[airline]
    return game.price[state.index[airline]] if fixed == NOBODY else fixed


def find_price_index_after_trading(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """Where the price marker will stand when the stock step ends; the left-most space for one that falls off."""
    return max(0, min(game.last_index, state.index[airline] + state.shift[airline]))


def will_go_bankrupt_after_trading(state: AirkwireState, airline: int) -> bool:
    """Whether the sales under Block Trade move the price marker off the track when the stock step ends (AK-R69)."""
    return state.index[airline] + state.shift[airline] < 0


def compute_dividend_per_share(game: Airkwire, price: int, points: int) -> int:
    """AK-11.7, AK-R55: a percentage of price times points, rounded half up."""
    unit = 100 * game.round_to
    return (2 * price * points * game.percent + unit) // (2 * unit) * game.round_to


def compute_comparable_airline_value(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """AK-1.16, AK-R20: dollars first, then points, as one number to compare."""
    return game.price[state.index[airline]] * 1000 + state.points[airline]


def count_shares_held(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """Shares in players' hands."""
    return game.shares_per_airline - state.unsold[airline] - state.void[airline]


def find_most_shares_held(shares_by_seat: list[int]) -> int:
    """The most that a seat holds. Compiled, `max` is many times slower, and every trade asks for it."""
    most = 0
    for shares in shares_by_seat:
        if shares > most:
            most = shares
    return most


def find_airline_bits_held_by(state: AirkwireState, seat: int) -> int:
    """The airlines of which a seat has shares, as bits."""
    held = 0
    for airline in range(state.airlines):
        if state.shares[airline][seat]:
            held |= 1 << airline
    return held


def find_rule_against_payout(game: Airkwire, state: AirkwireState, airline: int) -> str:
    """The condition of section 11 that an airline misses, "" when it pays."""
    points, sold = state.points[airline], count_shares_held(game, state, airline)
    return find_rule_against_hypothetical_payout(game, state, airline, state.index[airline], points, sold)


def find_rule_against_hypothetical_payout(
    game: Airkwire, state: AirkwireState, airline: int, price_index: int, points: int, shares_held: int
) -> str:
    """The same for an airline whose price, points and shares held were these."""
    if state.routes[airline] > game.limit[price_index]:
        return "AK-11.4"
    if find_aircraft_type_bits_flown(state, airline) & ~game.allowed[price_index]:
        return "AK-11.5"
    return "AK-11.6" if points < shares_held else ""


def find_aircraft_type_bits_flown(state: AirkwireState, airline: int) -> int:
    """The aircraft types on the board, as bits; inherited ones count (AK-R49)."""
    flown = 0
    start = airline * state.types
    for kind in range(state.types):
        if state.flown[start + kind]:
            flown |= 1 << kind
    return flown


def compute_seat_wealth(game: Airkwire, state: AirkwireState, seat: int) -> int:
    total = state.cash[seat]  # AK-13.3
    for airline in range(state.airlines):
        total += state.shares[airline][seat] * game.price[state.index[airline]]
    return total


# Networks and routes


def is_standstill(state: AirkwireState) -> bool:
    """Whether nobody created a route for two rounds."""
    return state.idle_turns >= 2 * state.seats


def find_other_airline_in_city(game: Airkwire, state: AirkwireState, airline: int, city: int) -> int:
    """The first other airline that is in a city, or NOBODY (AK-R37)."""
    bit = game.bit[city]
    for other in range(state.airlines):
        if other != airline and state.network[other] & bit:
            return other
    return NOBODY


def count_routes_allowed(state: AirkwireState, seat: int) -> int:
    return 2 if state.effects[seat] & DOUBLE_ROUTES_EFFECT else 1  # AK-14.13


def find_rule_against_any_route_of_airline(game: Airkwire, state: AirkwireState, seat: int, airline: int) -> str:
    """Why this player cannot create any route for this airline."""
    if state.shares[airline][seat] < 1:
        return "AK-7.1"
    if state.owed and airline not in state.owed:
        return "AK-R22"
    if state.routes[airline] >= game.limit[state.index[airline]]:
        return "AK-7.7"
    return ""


def find_rule_against_route_to_city(game: Airkwire, state: AirkwireState, seat: int, airline: int, city: int) -> str:
    """Why an airline that can fly cannot fly to this city with any aircraft."""
    if state.network[airline] & game.bit[city]:
        return "AK-7.3"
    if state.refused and city * state.airlines + airline in state.refused:
        return "AK-R29"
    if len(state.owed) > 1 and not _leaves_card_for_other_owed_route(game, state, seat, airline, city):
        return "AK-R22"
    return ""


def _leaves_card_for_other_owed_route(game: Airkwire, state: AirkwireState, seat: int, airline: int, city: int) -> bool:
    """Whether a card is left with which the other airline opened this turn can fly."""
    other = state.owed[1] if state.owed[0] == airline else state.owed[0]
    rest = state.hands[seat].copy()
    rest.remove(city)
    for card in rest:
        if card < state.cities and game.first_index[other * state.cities + card] <= state.index[other]:
            return True
    return False


def find_aircraft_type_bits_available(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """Aircraft types that are allowed at the airline's price and on its card, as bits."""
    ready = game.allowed[state.index[airline]]
    start = airline * state.types
    for kind in range(state.types):
        if not state.hangar[start + kind]:
            ready &= ~(1 << kind)
    return ready


def find_aircraft_type_bits_reaching(game: Airkwire, state: AirkwireState, city: int, network_bits: int) -> int:
    """Aircraft types whose range links a city to one of these, as bits."""
    reach = game.reach
    at = city
    for kind in range(state.types):
        if reach[at] & network_bits:
            return game.upward[kind]
        at += state.cities
    return 0


def _find_rule_against_flying_aircraft(
    game: Airkwire, state: AirkwireState, airline: int, city: int, aircraft: int
) -> str:
    if not state.hangar[airline * state.types + aircraft]:
        return "AK-7.6"
    if not game.allowed[state.index[airline]] >> aircraft & 1:
        return "AK-7.5"
    if not game.reach[aircraft * state.cities + city] & state.network[airline]:
        return "AK-7.4"
    return ""


def find_rule_against_route(
    game: Airkwire, state: AirkwireState, seat: int, city: int, airline: int, aircraft: int
) -> str:
    if not 0 <= airline < state.airlines or not 0 <= aircraft < state.types:
        return "AK-7.12"
    if not 0 <= city < state.cities or city not in state.hands[seat]:
        return "AK-7.2"
    return (
        find_rule_against_any_route_of_airline(game, state, seat, airline)
        or find_rule_against_route_to_city(game, state, seat, airline, city)
        or _find_rule_against_flying_aircraft(game, state, airline, city, aircraft)
    )


def list_cities_served(state: AirkwireState, airline: int) -> list[int]:
    planes = state.planes[airline]
    return [city for city in range(state.cities) if planes[city] >= 0]


def list_cities_stranded_without(
    game: Airkwire, state: AirkwireState, airline: int, merged_airline: int, city: int
) -> list[int]:
    """Cities whose aircraft would reach no other city of the airline without this one (AK-R51).

    With a `merged_airline`, the two airlines are taken as merged.
    """
    cities = state.cities
    net = state.network[airline]
    if merged_airline != NOBODY:
        net |= state.network[merged_airline]
    rest = net & ~game.bit[city]
    lost: list[int] = []
    for near in game.near[city]:
        if not rest & game.bit[near]:
            continue
        plane = state.planes[airline][near]
        if plane < 0:
            if near == game.home[airline]:
                continue
            plane = state.planes[merged_airline][near]
        reach = game.reach[plane % state.types * cities + near]
        if reach & net and not reach & rest:
            lost.append(near)
    return lost


def find_rule_against_decommission(game: Airkwire, state: AirkwireState, airline: int, city: int) -> str:
    if not 0 <= city < state.cities or state.planes[airline][city] < 0:
        return "AK-14.11"
    return "AK-14.12" if list_cities_stranded_without(game, state, airline, NOBODY, city) else ""
