"""Cities take cubes, fill up, take new demand from the stack, and close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.state import EventSink
from aerodrome.games.airsteam.model.events import CityClosed, CityDemandMet, CityTookDemandTile, CityWaitsForTile
from aerodrome.games.airsteam.model.state import CLOSED, ON_TILE, WAITING, AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def does_city_demand_good(state: AirsteamState, city: int, good: int) -> bool:
    return state.city_left[city] > 0 and state.city_good[city] == good  # KS-17.1


def use_up_and_renew_city_demand(
    game: Airsteam, state: AirsteamState, city: int, good: int, cube_count: int, tell: EventSink | None
) -> None:
    """Use up demand; a city whose demand is met takes a new tile, waits for one, or closes."""
    state.city_left[city] -= cube_count
    if state.city_left[city]:
        return  # KS-17.5
    state.supply[good] += game.city_demand  # KS-17.6
    if tell is not None:
        tell(CityDemandMet(city, good))
    if state.city_state[city] == ON_TILE:
        state.city_state[city] = CLOSED  # KS-17.9
        if tell is not None:
            tell(CityClosed(city))
    elif state.stack:
        give_demand_tile_to_city(game, state, city, tell)
    else:
        state.city_state[city] = WAITING  # KS-17.10
        state.waiting.append(city)
        if tell is not None:
            tell(CityWaitsForTile(city))


def give_demand_tile_to_city(game: Airsteam, state: AirsteamState, city: int, tell: EventSink | None) -> None:
    good = state.stack.pop()  # KS-17.7: from the top
    state.city_state[city] = ON_TILE
    state.city_good[city] = good
    state.city_left[city] = game.city_demand  # KS-17.8
    if tell is not None:
        tell(CityTookDemandTile(city, good))


def give_tiles_to_waiting_cities(game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
    while state.waiting and state.stack:
        give_demand_tile_to_city(game, state, state.waiting.pop(0), tell)  # KS-17.10: in the order of filling
