"""What a seat does without much thought: it flies to what pays best for its distance, and answers plainly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.evaluator import pick_best_action
from aerodrome.games.airsteam.ai.outlook import CACHE_SIZE, NetworkSales, ShippingOutlook, estimate_speed_per_card
from aerodrome.games.airsteam.ai.pending_questions import choose_pending_answer
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.model.actions import FlyAirship
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.queries import find_link_at, get_airship_capacity

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

MAX_DISTANCE: Final = 64
"""No map is as wide as that."""


@final
class FlightGoals:
    """What a seat could fly to now: each hex with its worth, and what a hex of distance leaves of it."""

    def __init__(self, places: list[tuple[int, int]], worth: list[float], fade: float) -> None:
        self.places = places
        self.worth = worth
        self.fading = [fade**hexes for hexes in range(MAX_DISTANCE)]

    def rate_hex(self, coordinates: tuple[int, int]) -> float:
        """How good it is to be there, from 0 to 1."""
        best = 0.0
        for i in range(len(self.places)):
            there = self.worth[i] * self.fading[compute_hex_distance(coordinates, self.places[i])]
            if there > best:
                best = there
        return best


@final
class RolloutPolicy:
    """The quick choices of a playout."""

    def __init__(self, outlook: ShippingOutlook) -> None:
        self.outlook = outlook
        self._cache: dict[tuple[object, ...], FlightGoals] = {}

    def choose_flight_or_plain_answer(
        self, game: Airsteam, state: AirsteamState, seat: int, legal: list[Action], rng: random.Random
    ) -> Action | None:
        """The flight that pays best, or the plain answer to a small question; None for any other question."""
        if not isinstance(legal[0], FlyAirship):
            return choose_pending_answer(game, state)
        goals = self.get_flight_goals(game, state, seat)
        return pick_best_action(legal, [_rate_flight(game, goals, flight) for flight in legal], rng)

    def get_flight_goals(self, game: Airsteam, state: AirsteamState, seat: int) -> FlightGoals:
        network = self.outlook.get_network_sales(game, state, seat)
        key: tuple[object, ...] = (
            network,
            seat,
            tuple(state.hold[seat * GOODS : seat * GOODS + GOODS]),
            tuple(state.factory_cubes),
            state.airship_level[seat],
        )
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            fade = self.outlook.share_left_per_card ** (1.0 / estimate_speed_per_card(game, state, seat))
            hexes = self._find_goal_hexes_and_values(game, state, seat, network, fade)
            most = max([0.001, *[worth for hex_id, worth in hexes]])
            places = [game.names.hexes[hex_id] for hex_id, worth in hexes]
            found = FlightGoals(places, [worth / most for hex_id, worth in hexes], fade)
            self._cache[key] = found
        return found

    def _find_goal_hexes_and_values(
        self, game: Airsteam, state: AirsteamState, seat: int, network: NetworkSales, share_left_per_hex: float
    ) -> list[tuple[int, float]]:
        """Hexes worth flying to: own depots for what is on board, factories for what could be."""
        hold = state.hold[seat * GOODS : seat * GOODS + GOODS]
        goals: list[tuple[int, float]] = []
        aboard = 0
        for good in range(GOODS):
            aboard += hold[good]
        if aboard:
            for hex_id, owner in zip(state.depot_hex, state.depot_seat, strict=True):
                if owner == seat:
                    goals.append((hex_id, network.estimate_sale_value(find_link_at(game, state, hex_id), hold)))
        room = get_airship_capacity(game, state, seat) - aboard
        tables = game.maps[state.seats]
        for factory in tables.factories if room > 0 else ():
            cubes = min(room, state.factory_cubes[factory * GOODS + tables.factory_good[factory]])
            value = 0.0
            for unit, wanted, way in network.offers[factory]:
                value = max(value, min(cubes, wanted) * unit * share_left_per_hex**way)
            goals.append((tables.factory_hex[factory], value))
        return goals


def _rate_flight(game: Airsteam, goals: FlightGoals, flight: Action) -> float:
    return goals.rate_hex(game.names.hexes[flight.hex]) if isinstance(flight, FlyAirship) else 0.0
