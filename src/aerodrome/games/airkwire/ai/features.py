"""What a seat has, as numbers for a learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

SEAT_FEATURES: Final = [
    "cash",
    "shares_at_price",
    "dividend_paying",
    "dividend_waiting",
    "points_held",
    "airlines_led",
    "airlines_held",
    "largest_lead",
    "largest_holding",
    "small_airlines",
    "cards",
    "city_points_in_hand",
    "power_cards",
    "route_room",
    "turns_until_turn",
]


def build_seat_features(game: Airkwire, state: AirkwireState, seat: int) -> list[float]:
    """What a seat has, in the order of SEAT_FEATURES; shares count by what their airlines are and pay."""
    at_price = paying = waiting = points = led = held_airlines = lead = largest = small = room = 0.0
    for airline in range(state.airlines):
        shares = state.shares[airline]
        held = shares[seat]
        if state.status[airline] != OPEN or not held:
            continue
        price = game.price[queries.find_price_index_after_trading(game, state, airline)]
        rate = queries.compute_dividend_per_share(game, price, state.points[airline])
        if queries.find_rule_against_payout(game, state, airline):
            waiting += held * rate / 1000.0
        else:
            paying += held * rate / 1000.0
        at_price += held * price / 1000.0
        points += held * state.points[airline] / 20.0
        held_airlines += 1.0
        if state.ceo[airline] == seat:
            led += 1.0
        most = 0
        for other in range(state.seats):
            if other != seat:
                most = max(most, shares[other])
        lead = max(lead, float(held - most))
        largest = max(largest, float(held))
        if state.points[airline] < game.immunity:
            small += held / 4.0
        room += held * max(0, game.limit[state.index[airline]] - state.routes[airline]) / 10.0
    cities = 0.0
    power = 0.0
    for card in state.hands[seat]:
        if card < state.cities:
            cities += game.points_of[card]
        else:
            power += 1.0
    return [
        state.cash[seat] / 1000.0,
        at_price,
        paying,
        waiting,
        points,
        led,
        held_airlines,
        lead,
        largest,
        small,
        float(len(state.hands[seat])),
        cities,
        power,
        room,
        float((seat - state.turn) % state.seats),
    ]
