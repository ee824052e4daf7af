"""What a seat has, as numbers for a learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.ai.outlook import NetworkSales, ShippingOutlook, estimate_speed_per_card
from aerodrome.games.airsteam.ai.time_left import count_actions_left_in_round, is_upkeep_ahead_in_round
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    compute_upkeep_due,
    count_cubes_in_hold,
    count_depots_built,
    find_link_at,
    get_airship_capacity,
    get_diamond_rating,
    list_cubes_in_depots,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

SEAT_FEATURES: Final = [
    "cash",
    "depots",
    "actions_in_round",
    "airship_level",
    "train_level",
    "train_level_squared_by_rounds_left",
    "airship_and_train_by_rounds_left",
    "capacity_by_rounds_left",
    "round_income_by_rounds_left",
    "best_tours_by_rounds_left",
    "diamonds_left",
    "upkeep",
    "upkeep_short",
    "stored_sales",
    "shipments",
    "cubes_on_board",
    "sales_on_board",
    "sales_on_board_by_time",
    "way_home",
    "way_to_cubes",
    "next_tour",
    "cubes_to_fetch",
]
FAR: Final = 12
TOURS: Final = 3
"""So many tours a seat is likely to fly again and again."""


def build_seat_features(game: Airsteam, state: AirsteamState, outlook: ShippingOutlook, seat: int) -> list[float]:
    """What a seat has, in the order of SEAT_FEATURES: sales in tens of dollars, ways in fours of hexes."""
    network = outlook.get_network_sales(game, state, seat)
    in_round = count_actions_left_in_round(state, seat)
    rounds_left = (game.rounds - state.round) + in_round / SLOTS
    rounds_of_tours = max(0.0, rounds_left - 0.5) / 100.0
    airship = float(state.airship_level[seat])
    train = float(state.train_level[seat])
    capacity = get_airship_capacity(game, state, seat)
    upkeep = compute_upkeep_due(game, state, seat) if is_upkeep_ahead_in_round(state) else 0
    speeds = outlook.list_speeds_left_this_round(game, state, seat)
    cards = float(len(speeds) + (game.rounds - state.round) * SLOTS)
    sales_by_time = 0.0
    next_tour = 0.0
    if cards > 0.0:
        sales_by_time = outlook.estimate_value_of_cubes_in_hold(game, state, seat, network, speeds, cards)
        next_tour = outlook.estimate_next_factory_tour_value(game, state, seat, network, speeds, cards)
    stored, shipments = _sum_depot_sales_and_shipments(game, state, seat, network)
    tours, fetchable = _estimate_full_hold_and_waiting_cube_sales(game, state, seat, outlook, network, capacity)
    return [
        state.cash[seat] / 10.0,
        float(count_depots_built(game, state, seat)),
        float(in_round),
        airship,
        train,
        train * train * rounds_left / 10.0,
        airship * train * rounds_left / 10.0,
        capacity * rounds_left / 10.0,
        outlook.estimate_income_per_round(game, state, seat, network) * rounds_of_tours,
        tours * rounds_of_tours,
        0.0 if state.planning else float(get_diamond_rating(game, state, seat) - state.diamonds[seat]),
        upkeep / 4.0,
        max(0, upkeep - state.cash[seat]) / 4.0,
        stored / 10.0,
        shipments,
        float(count_cubes_in_hold(state, seat)),
        _sum_best_sales_of_hold(state, seat, network) / 10.0,
        sales_by_time / 10.0,
        _measure_distance_to_own_depot(game, state, seat) / 4.0,
        _measure_distance_to_stocked_factory(game, state, seat) / 4.0,
        next_tour / 10.0,
        fetchable / 10.0,
    ]


def _sum_depot_sales_and_shipments(
    game: Airsteam, state: AirsteamState, seat: int, network: NetworkSales
) -> tuple[float, float]:
    """What the cubes in own depots sell for, and how many shipments that takes."""
    worth = 0.0
    stored = list_cubes_in_depots(state, seat)
    for depot_hex, good, count in stored:
        link = find_link_at(game, state, depot_hex)
        sold = min(count, network.get_demand_at_best_price_from(link, good))
        worth += sold * network.get_prospective_net_price_from(link, good)
    return worth, float(len(stored))


def _sum_best_sales_of_hold(state: AirsteamState, seat: int, network: NetworkSales) -> float:
    """What the cubes on board would bring, each good at the best price in reach."""
    worth = 0.0
    for good in range(GOODS):
        count = state.hold[seat * GOODS + good]
        if count:
            worth += count * network.find_best_net_price_in_reach(good)
    return worth


def _estimate_full_hold_and_waiting_cube_sales(
    game: Airsteam, state: AirsteamState, seat: int, outlook: ShippingOutlook, network: NetworkSales, capacity: int
) -> tuple[float, float]:
    """What full holds bring on the best tours, whatever lies at the factories; and what lies there would, all of it."""
    tables = game.maps[state.seats]
    fade = outlook.share_left_per_card ** (1.0 / estimate_speed_per_card(game, state, seat))
    full: list[float] = []
    fetchable = 0.0
    for factory in tables.factories:
        cubes = min(capacity, state.factory_cubes[factory * GOODS + tables.factory_good[factory]])
        most = 0.0
        now = 0.0
        for unit, wanted, way in network.offers[factory]:
            left = unit * fade**way
            most = max(most, min(capacity, wanted) * left)
            now = max(now, min(cubes, wanted) * left)
        full.append(most)
        fetchable += now
    full.sort(reverse=True)
    return sum(full[:TOURS]), fetchable


def _measure_distance_to_own_depot(game: Airsteam, state: AirsteamState, seat: int) -> float:
    """How far an airship with cubes on board is from the nearest own depot."""
    here = state.airship[seat]
    if here == NOBODY or not count_cubes_in_hold(state, seat):
        return 0.0
    nearest = FAR
    for depot, owner in enumerate(state.depot_seat):
        if owner == seat:
            nearest = min(
                nearest, compute_hex_distance(game.names.hexes[here], game.names.hexes[state.depot_hex[depot]])
            )
    return float(nearest)


def _measure_distance_to_stocked_factory(game: Airsteam, state: AirsteamState, seat: int) -> float:
    """How far the airship is from the nearest factory with a cube of its good."""
    here = state.airship[seat]
    if here == NOBODY:
        return float(FAR)
    tables = game.maps[state.seats]
    nearest = FAR
    for factory in tables.factories:
        if state.factory_cubes[factory * GOODS + tables.factory_good[factory]]:
            nearest = min(nearest, tables.factory_distances[factory][here])
    return float(nearest)
