"""A position as numbers: for learners from what one seat may know; and what a seat has, for a learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.tingoose.ai.outlook import count_turns_left_by_seat
from aerodrome.games.tingoose.model.state import SMALL, TinGooseState
from aerodrome.games.tingoose.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SEAT_FEATURES: Final = [
    "cash",
    "income",
    "income_to_come",
    "planes_small",
    "planes_medium",
    "planes_large",
    "fleets",
    "cities",
    "major_cities",
    "demand_near",
    "major_near",
    "free_near",
    "barrels",
    "flames",
    "chips",
    "bonds",
    "destinations",
    "airmail_open",
    "condition_0",
    "condition_1",
    "condition_2",
    "condition_3",
    "condition_4",
]
CONDITIONS: Final = 5
HAND_FEATURES: Final = ["fleets_in_hand", "strikes_in_hand", "crashes_in_hand", "oil_in_hand"]


def build_seat_features(game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
    """What a seat has, in the order of SEAT_FEATURES."""
    income = float(queries.get_income(game, state, seat))
    waiting = [0.0, 0.0, 0.0]
    for i, fleet in enumerate(state.fleets[seat]):
        waiting[game.fleet_size[fleet]] += float(state.planes[seat][i])
    network = state.network[seat]
    near = queries.find_reachable_city_bits(game, network, SMALL) & ~network if network else 0
    taken = 0
    for other in range(state.seats):
        taken |= state.network[other]
    demand = 0.0
    for city in queries.list_cities_in_bits(game, near):
        demand += float(queries.count_demand_tokens(state, city))
    found = [
        state.cash[seat] / 10.0,
        income,
        income * count_turns_left_by_seat(game, state)[seat] / 5.0,
        waiting[0],
        waiting[1],
        waiting[2],
        float(len(state.fleets[seat])),
        float(queries.count_bits(network)),
        float(queries.count_bits(network & game.major_cities)),
        demand,
        float(queries.count_bits(near & game.major_cities)),
        float(queries.count_bits(near & ~taken)),
        queries.count_barrels(game, state, seat) / 4.0,
        queries.count_flames(game, state, seat) / 4.0,
        float(state.chips[seat]),
        float(state.bonds[seat]),
        float(queries.count_bits(state.served_destinations[seat])),
        0.0 if state.airmail[seat] < 0 or state.delivered >> seat & 1 else 1.0,
    ]
    for condition in range(CONDITIONS):
        found.append(float(state.conditions[seat] >> condition & 1))
    return found


def build_hand_features(game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
    """Cards of each kind that a seat can still play, in the order of HAND_FEATURES."""
    counts = [0.0] * len(HAND_FEATURES)
    for era in range(game.era_of_round[state.round], len(game.decks)):
        for card in game.decks[era]:
            if state.holder[card] == seat:
                counts[game.card_kind[card]] += 1.0
    return counts
