"""What the city cards in a hand are good for, as numbers for the judge of reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airkwire.model.state import DEFUNCT, OPEN, AirkwireState
from aerodrome.games.airkwire.rules import mergers, queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

HAND_FEATURES: Final = [
    "best_route",
    "second_route",
    "one_route_led",
    "two_routes_led",
    "three_routes_led",
    "merger",
    "best_opening",
    "openings",
]
MOST_GAIN: Final = 10.0
OPENING_PRICE_INDEX: Final = 3
"""Where the price of an airline stands after an opening with all purchases of a turn (AK-5.5)."""


def build_hand_features(game: Airkwire, state: AirkwireState, seat: int) -> list[float]:
    """What a hand is good for, in the order of HAND_FEATURES: routes of airlines that the seat has shares of and of
    those that it leads, a merger, and airlines to open."""
    best = second = merger = 0.0
    led = 0
    for card in state.hands[seat]:
        if card >= state.cities:
            continue
        gain = 0.0
        is_led = False
        for airline in range(state.airlines):
            if not state.shares[airline][seat] or not _can_fly_to(game, state, airline, card):
                continue
            gain = max(
                gain,
                _count_shares_above_average_of_others(state, airline, seat)
                * _get_share_price_in_thousands(game, state, airline)
                * game.points_of[card],
            )
            if state.ceo[airline] == seat:
                is_led = True
                merger = max(merger, _estimate_merger_gain(game, state, seat, airline, card))
        if is_led:
            led += 1
        if gain > best:
            best, second = gain, best
        elif gain > second:
            second = gain
    opening, openings = _rate_and_count_airlines_to_open(game, state, seat)
    return [
        best,
        second,
        1.0 if led > 0 else 0.0,
        1.0 if led > 1 else 0.0,
        1.0 if led > 2 else 0.0,
        min(merger, MOST_GAIN),
        opening,
        openings,
    ]


def _can_fly_to(game: Airkwire, state: AirkwireState, airline: int, city: int) -> bool:
    """Whether an airline has room for a route to a city, and an aircraft for it that its price allows."""
    if state.status[airline] != OPEN or state.network[airline] & game.bit[city]:
        return False
    index = state.index[airline]
    if state.routes[airline] >= game.limit[index]:
        return False
    types = queries.find_aircraft_type_bits_available(game, state, airline) & game.allowed[index]
    return types & queries.find_aircraft_type_bits_reaching(game, state, city, state.network[airline]) != 0


def _get_share_price_in_thousands(game: Airkwire, state: AirkwireState, airline: int) -> float:
    """In thousands of dollars."""
    return game.price[state.index[airline]] / 1000.0


def _count_shares_above_average_of_others(state: AirkwireState, airline: int, seat: int) -> float:
    """How many more shares a seat holds than the average of the others."""
    held = state.shares[airline]
    return held[seat] - float(sum(held) - held[seat]) / (state.seats - 1)


def _estimate_merger_gain(game: Airkwire, state: AirkwireState, seat: int, airline: int, city: int) -> float:
    """What taking over the airline that is in the city would bring beyond what it brings the others, in thousands: the
    bonuses, and its points for one's own airline."""
    defunct = queries.find_other_airline_in_city(game, state, airline, city)
    if defunct == NOBODY or state.points[defunct] >= game.immunity:
        return 0.0
    value = queries.compute_comparable_airline_value(game, state, airline) + game.points_of[city]
    if value <= queries.compute_comparable_airline_value(game, state, defunct):
        return 0.0
    rate = queries.compute_dividend_per_share(game, game.price[state.index[defunct]], state.points[defunct]) / 1000.0
    first, second = mergers.find_largest_and_second_shareholders(state.shares[defunct])
    bonuses = [0.0] * state.seats
    if len(first) > 1 or not second:
        for holder in first:
            bonuses[holder] += rate * (game.first_bonus + game.second_bonus) / len(first)
    else:
        bonuses[first[0]] += rate * game.first_bonus
        for holder in second:
            bonuses[holder] += rate * game.second_bonus / len(second)
    ahead = bonuses[seat] - (sum(bonuses) - bonuses[seat]) / (state.seats - 1)
    points = (
        _count_shares_above_average_of_others(state, airline, seat)
        * state.points[defunct]
        * _get_share_price_in_thousands(game, state, airline)
    )
    return ahead + points * game.percent / 100.0


def _rate_and_count_airlines_to_open(game: Airkwire, state: AirkwireState, seat: int) -> tuple[float, float]:
    """The most that the cards in hand promise an airline not yet open near its home, in points and half a point for
    each card; and how many such airlines a card is for."""
    best = 0.0
    count = 0.0
    for airline in range(state.airlines):
        home = game.home[airline]
        if state.status[airline] in (OPEN, DEFUNCT):
            continue
        if queries.find_other_airline_in_city(game, state, airline, home) != NOBODY:
            continue
        found = 0.0
        for card in state.hands[seat]:
            if card >= state.cities or card == home:
                continue
            if (
                queries.find_aircraft_type_bits_reaching(game, state, card, game.bit[home])
                & game.allowed[OPENING_PRICE_INDEX]
            ):
                found += 0.5 + game.points_of[card]
        if found > 0.0:
            count += 1.0
        best = max(best, found)
    return best, count
