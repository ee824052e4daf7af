"""Where on the table a choice lies: what lights up on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.model import actions
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.routes import (
    find_destinations_with_max_cubes,
    find_links_of_cheapest_route,
)
from aerodrome.games.airsteam.steps.end import find_shipping_occasion
from aerodrome.games.airsteam.steps.shipping import ChooseShipDestinationStep, ChooseShippedCountStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def find_board_target(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> dict[str, Any]:
    tables = game.maps[state.seats]
    if isinstance(action, actions.PlanNextCard):
        return {"card": game.card_ids[action.card]}
    if isinstance(action, actions.LayCardInSlot):
        return {"card": game.card_ids[action.card], "slot": action.slot + 1}
    if isinstance(action, actions.ChooseCharacter):
        return {"character": game.characters[action.character].id}
    if isinstance(action, actions.ChooseShipDestination):
        return _find_destination_and_route_target(game, state, action.hex)
    if isinstance(action, actions.ChooseShippedCubeCount):
        step = state.step_stack[-1]
        return (
            _find_destination_and_route_target(game, state, step.to) if isinstance(step, ChooseShippedCountStep) else {}
        )
    if isinstance(action, (actions.UpgradeAirship, actions.UpgradeTrain)):
        return {"upgrade": "airship" if isinstance(action, actions.UpgradeAirship) else "train"}
    if isinstance(action, (actions.FlyAirship, actions.BuildDepot, actions.PlaceFreeDepot, actions.LayTrackTile)):
        return {"hex": list(game.names.hexes[action.hex])}
    if isinstance(action, actions.AdjustAirship):
        return {"hex": list(game.names.hexes[tables.neighbour_by_direction[state.airship[seat]][action.direction]])}
    if isinstance(action, actions.LoadOrUnload):
        return {"hex": list(game.names.hexes[state.airship[seat]])}
    if isinstance(action, (actions.ShipFromDepot, actions.GiveUpCube, actions.KeepGivenUpCube)):
        good = game.good_ids[action.good]
        hex_id = action.depot
        if hex_id == NOBODY:
            return {"hold": good}
        reached = (
            _find_shippable_cities_and_routes_target(game, state, seat, action)
            if isinstance(action, actions.ShipFromDepot)
            else {}
        )
        return {"hex": list(game.names.hexes[hex_id]), "good": good, **reached}
    if isinstance(action, actions.BeginRailLine):
        return {"cities": [game.names.cities[action.first], game.names.cities[action.last]]}
    if isinstance(action, actions.ExchangePlannedCards):
        return {"slot": action.slot + 1, "with": action.other + 1}
    if isinstance(action, (actions.SwapRevealedCard, actions.TakeBackPlannedCard)):
        return {"slot": action.slot + 1}
    return {}


def _find_destination_and_route_target(game: Airsteam, state: AirsteamState, to_hex: int) -> dict[str, Any]:
    """The destination and the links of the cheapest way there."""
    step = state.step_stack[-1]
    city = game.maps[state.seats].city_at[to_hex]
    found: dict[str, Any] = {"hex": list(game.names.hexes[to_hex])}
    if city != NOBODY:
        found = {"city": game.names.cities[city]}
    if isinstance(step, (ChooseShipDestinationStep, ChooseShippedCountStep)):
        way = find_links_of_cheapest_route(game, state, step.seat, step.depot, to_hex)
        found["links"] = [game.get_link_id(link) for link in way]
    return found


def _find_shippable_cities_and_routes_target(
    game: Airsteam, state: AirsteamState, seat: int, action: actions.ShipFromDepot
) -> dict[str, Any]:
    """The cities these cubes can go to, and the links of the cheapest ways there."""
    tables = game.maps[state.seats]
    occasion = find_shipping_occasion(state)
    cities = [
        hex_id
        for hex_id, _ in find_destinations_with_max_cubes(game, state, seat, action.depot, action.good, occasion)
        if tables.city_at[hex_id] != NOBODY
    ]
    ways = [link for hex_id in cities for link in find_links_of_cheapest_route(game, state, seat, action.depot, hex_id)]
    return {
        "cities": [game.names.cities[tables.city_at[hex_id]] for hex_id in cities],
        "links": [game.get_link_id(link) for link in dict.fromkeys(ways)],
    }
