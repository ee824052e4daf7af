"""Where an airship would fly without much thought: to the factory or the depot that pays best for its distance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.games.airsteam.ai.outlook import MEMORY, Network, Prospects, usual_speed
from aerodrome.games.airsteam.components.layout import distance
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.queries import capacity, link_of

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

FARTHEST: Final = 64
"""No map is as wide as that."""


@final
class Goals:
    """What a seat could fly to now: each hex with its worth, and what a hex of distance leaves of it."""

    def __init__(self, places: list[tuple[int, int]], worth: list[float], fade: float) -> None:
        self.places = places
        self.worth = worth
        self.fading = [fade**hexes for hexes in range(FARTHEST)]

    def appeal(self, place: tuple[int, int]) -> float:
        """How good it is to be there, from 0 to 1."""
        best = 0.0
        for i in range(len(self.places)):
            there = self.worth[i] * self.fading[distance(place, self.places[i])]
            if there > best:
                best = there
        return best


@final
class Pilot:
    def __init__(self, prospects: Prospects) -> None:
        self.prospects = prospects
        self._memory: dict[tuple[object, ...], Goals] = {}

    def goals(self, game: Airsteam, state: AirsteamState, seat: int) -> Goals:
        net = self.prospects.network(game, state, seat)
        key: tuple[object, ...] = (
            net,
            seat,
            tuple(state.hold[seat * GOODS : seat * GOODS + GOODS]),
            tuple(state.factory_cubes),
            state.airship_level[seat],
        )
        found = self._memory.get(key)
        if found is None:
            if len(self._memory) >= MEMORY:
                self._memory.clear()
            fade = self.prospects.delay ** (1.0 / usual_speed(game, state, seat))
            hexes = self._goals(game, state, seat, net, fade)
            most = max([0.001, *[worth for at, worth in hexes]])
            places = [game.names.hexes[at] for at, worth in hexes]
            found = Goals(places, [worth / most for at, worth in hexes], fade)
            self._memory[key] = found
        return found

    def _goals(
        self, game: Airsteam, state: AirsteamState, seat: int, net: Network, fade: float
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
                    goals.append((at, net.sale(link_of(game, state, at), hold)))
        room = capacity(game, state, seat) - aboard
        chart = game.charts[state.seats]
        for factory in chart.factories if room > 0 else ():
            cubes = min(room, state.factory_cubes[factory * GOODS + chart.factory_good[factory]])
            value = 0.0
            for unit, wanted, way in net.offers[factory]:
                value = max(value, min(cubes, wanted) * unit * fade**way)
            goals.append((chart.factory_hex[factory], value))
        return goals
