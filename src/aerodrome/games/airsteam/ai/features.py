"""What a seat has, as numbers for a learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.ai.outlook import Outlook
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built, get_airship_capacity, get_diamond_rating

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

SEAT_FEATURES: Final = [
    "cash",
    "depots",
    "airship_level",
    "train_level",
    "capacity_left",
    "cubes_on_board",
    "cubes_stored",
    "links",
    "goods_wanted",
    "demand",
    "best_price",
    "round_income",
    "offers",
    "speed_planned",
    "diamonds_left",
    "factory_near",
]
FAR: Final = 12


def build_seat_features(game: Airsteam, state: AirsteamState, outlook: Outlook, seat: int) -> list[float]:
    """What a seat has, in the order of SEAT_FEATURES; what its network can sell and where its airship is among it."""
    network = outlook.get_shipping_network(game, state, seat)
    wanted = [0] * GOODS
    best = 0.0
    for i in range(len(network.net_prices)):
        if network.net_prices[i] > 0.0:
            wanted[i % GOODS] = max(wanted[i % GOODS], network.demands[i])
            best = max(best, network.net_prices[i])
    on_board = float(sum(state.hold[seat * GOODS : (seat + 1) * GOODS]))
    stored = 0.0
    for depot, owner in enumerate(state.depot_seat):
        if owner == seat:
            stored += float(sum(state.depot_cubes[depot * GOODS : (depot + 1) * GOODS]))
    offers = 0.0
    for offer in network.offers:
        if offer:
            offers += 1.0
    speeds = outlook.list_speeds_left_this_round(game, state, seat)
    return [
        state.cash[seat] / 10.0,
        float(count_depots_built(game, state, seat)),
        float(state.airship_level[seat]),
        float(state.train_level[seat]),
        get_airship_capacity(game, state, seat) - on_board,
        on_board,
        stored,
        float(len(network.links)),
        float(sum([1 for number in wanted if number])),
        sum(wanted) / 4.0,
        best / 4.0,
        outlook.estimate_income_per_round(game, state, seat, network) / 10.0,
        offers,
        sum(speeds) / 4.0,
        float(get_diamond_rating(game, state, seat) - state.diamonds[seat]),
        _measure_way_to_cubes(game, state, seat) / 4.0,
    ]


def _measure_way_to_cubes(game: Airsteam, state: AirsteamState, seat: int) -> float:
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
