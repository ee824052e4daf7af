"""Where an airship would fly without much thought: to the factory or the depot that pays best for its distance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.games.airsteam.ai.outlook import CACHE_SIZE, Outlook, ShippingNetwork, expected_speed
from aerodrome.games.airsteam.components.layout import hex_distance
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.queries import airship_capacity, find_link_at

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

    def rate_hex(self, place: tuple[int, int]) -> float:
        """How good it is to be there, from 0 to 1."""
        best = 0.0
        for i in range(len(self.places)):
            there = self.worth[i] * self.fading[hex_distance(place, self.places[i])]
            if there > best:
                best = there
        return best


@final
class RolloutPolicy:
    def __init__(self, prospects: Outlook) -> None:
        self.prospects = prospects
        self._memory: dict[tuple[object, ...], FlightGoals] = {}

    def get_flight_goals(self, game: Airsteam, state: AirsteamState, seat: int) -> FlightGoals:
        net = self.prospects.get_network(game, state, seat)
        key: tuple[object, ...] = (
            net,
            seat,
            tuple(state.hold[seat * GOODS : seat * GOODS + GOODS]),
            tuple(state.factory_cubes),
            state.airship_level[seat],
        )
        found = self._memory.get(key)
        if found is None:
            if len(self._memory) >= CACHE_SIZE:
                self._memory.clear()
            fade = self.prospects.delay ** (1.0 / expected_speed(game, state, seat))
            hexes = self._find_goals(game, state, seat, net, fade)
            most = max([0.001, *[worth for at, worth in hexes]])
            places = [game.names.hexes[at] for at, worth in hexes]
            found = FlightGoals(places, [worth / most for at, worth in hexes], fade)
            self._memory[key] = found
        return found

    def _find_goals(
        self, game: Airsteam, state: AirsteamState, seat: int, net: ShippingNetwork, fade: float
    ) -> list[tuple[int, float]]:
        """Hexes worth flying to: own depots for what is on board, factories for what could be."""
        hold = state.hold[seat * GOODS : seat * GOODS + GOODS]
        goals: list[tuple[int, float]] = []
        aboard = 0
        for good in range(GOODS):
            aboard += hold[good]
        if aboard:
            for at, owner in zip(state.depot_hex, state.depot_seat, strict=True):
                if owner == seat:
                    goals.append((at, net.value_of_sale(find_link_at(game, state, at), hold)))
        room = airship_capacity(game, state, seat) - aboard
        tables = game.maps[state.seats]
        for factory in tables.factories if room > 0 else ():
            cubes = min(room, state.factory_cubes[factory * GOODS + tables.factory_good[factory]])
            value = 0.0
            for unit, wanted, way in net.offers[factory]:
                value = max(value, min(cubes, wanted) * unit * fade**way)
            goals.append((tables.factory_hex[factory], value))
        return goals
