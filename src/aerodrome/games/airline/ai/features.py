"""A position as numbers: for a learner; and what a seat has, for a learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import count_cities_in_bits, find_neighbour_city_bits

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

LAST_AIRCRAFT: Final = 2
SEAT_FEATURES: Final = [
    "in_game",
    "cash_to_50",
    "cash_to_150",
    "cash_above",
    "cities",
    "network",
    "cut_off",
    "fares",
    "fares_of_next_aircraft",
    "aircraft_2",
    "aircraft_3",
    "fares_of_free_neighbours",
    "free_neighbours",
    "fares_against",
    "is_active",
]


def build_seat_features(game: Airline, outlook: IncomeOutlook, state: AirlineState, seat: int) -> list[float]:
    """What a seat has, in the order of SEAT_FEATURES; cash by how much of it there is."""
    if state.out[seat]:
        return [0.0] * len(SEAT_FEATURES)
    cash = float(max(0, state.cash[seat]))
    aircraft = state.aircraft[seat]
    network = state.network[seat]
    taken = 0
    against = 0.0
    for other in range(state.seats):
        taken |= state.owned[other]
        if other != seat and not state.out[other]:
            against += outlook.compute_expected_fares_per_turn(state.aircraft[other], state.network[other])
    free = find_neighbour_city_bits(game, network) & ~taken
    fares = outlook.compute_expected_fares_per_turn(aircraft, network)
    cities = count_cities_in_bits(game, state.owned[seat])
    joined = count_cities_in_bits(game, network)
    return [
        1.0,
        min(cash, 50.0) / 10.0,
        max(0.0, min(cash, 150.0) - 50.0) / 20.0,
        max(0.0, cash - 150.0) / 40.0,
        float(cities),
        float(joined),
        float(cities - joined),
        fares,
        outlook.compute_expected_fares_per_turn(min(aircraft + 1, LAST_AIRCRAFT), network) - fares,
        1.0 if aircraft == 1 else 0.0,
        1.0 if aircraft == LAST_AIRCRAFT else 0.0,
        outlook.compute_expected_fares_per_turn(aircraft, free),
        float(count_cities_in_bits(game, free)),
        against,
        1.0 if state.active == seat else 0.0,
    ]
