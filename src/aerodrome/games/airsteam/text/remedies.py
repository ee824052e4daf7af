"""What is nearest missing where a rule forbids something: with it the action is allowed, or another rule is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action, Remedy
from aerodrome.games.airsteam.model.actions import (
    BeginRailLine,
    BuildDepot,
    ChooseShipDestination,
    ChooseShippedCubeCount,
    LoadOrUnload,
    PayUpkeep,
    SealPlan,
    ShipFromDepot,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    compute_depot_cost_on_link,
    compute_upkeep_due,
    find_link_at,
    get_airship_capacity,
)
from aerodrome.games.airsteam.rules.routes import (
    ShipmentObstacle,
    find_shipment_obstacle,
)
from aerodrome.games.airsteam.rules.track_laying import compute_min_cost_of_new_line
from aerodrome.games.airsteam.steps.end import find_shipping_occasion
from aerodrome.games.airsteam.steps.shipping import ChooseShipDestinationStep, ChooseShippedCountStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

KINDS = {
    "cash": "The seat has `amount`.",
    "depots": "The seat has a depot on each link of `things`.",
    "train": "The seat's train has level `amount`.",
    "airship": "The seat's airship has level `amount`.",
    "give_up": "The seat gives up `amount` cubes that cost upkeep.",
    "plan": "The seat fills `amount` more slots.",
    "count": "From 1 to `amount` are shipped.",
}


def find_remedy(game: Airsteam, state: AirsteamState, who: int, action: Action, rule: str) -> Remedy | None:
    if not 0 <= who < state.seats:
        return None
    if rule == "KS-10.3":
        return Remedy("cash", compute_purchase_cost(game, state, who, action))
    if rule in ("KS-14.4", "KS-14.8", "KS-15.6") and isinstance(action, (ShipFromDepot, ChooseShipDestination)):
        obstacle = find_obstacle_to_shipping_action(game, state, who, action)
        return None if obstacle is None else _find_shipment_remedy(game, state, who, obstacle)
    if rule == "KS-20.3" and isinstance(action, PayUpkeep):
        return Remedy("give_up", count_cubes_to_give_up(game, state, who))
    if rule == "KS-9.5" and isinstance(action, LoadOrUnload):
        return _find_lowest_level_remedy(
            "airship",
            [
                get_airship_capacity(game, state, who) - game.capacity_by_level[state.airship_level[who]] + capacity
                for capacity in game.capacity_by_level
            ],
            sum(action.hold),
        )
    if rule == "KS-24.18" and isinstance(action, BeginRailLine) and game.can_lay_lines[state.character[who]]:
        cost = compute_min_cost_of_new_line(game, state, action.first, action.last)
        return Remedy("cash", cost) if cost > state.cash[who] else None
    if rule == "KS-5.1" and isinstance(action, SealPlan):
        return Remedy("plan", state.plan[who * SLOTS : (who + 1) * SLOTS].count(NOBODY))
    step = state.step_stack[-1] if state.step_stack else None
    if isinstance(action, ChooseShippedCubeCount) and isinstance(step, ChooseShippedCountStep):
        return Remedy("count", step.most)
    return None


def compute_purchase_cost(game: Airsteam, state: AirsteamState, who: int, action: Action) -> int:
    """What an upgrade or a depot costs this seat now."""
    if isinstance(action, UpgradeAirship):
        return game.airship_cost[state.airship_level[who]]
    if isinstance(action, UpgradeTrain):
        return game.train_cost[state.train_level[who]]
    if isinstance(action, BuildDepot):
        return compute_depot_cost_on_link(game, state, who, find_link_at(game, state, action.hex))
    return 0


def find_obstacle_to_shipping_action(
    game: Airsteam, state: AirsteamState, who: int, action: ShipFromDepot | ChooseShipDestination
) -> ShipmentObstacle | None:
    """What stands in the way of a shipment; None where it goes to a depot."""
    step = state.step_stack[-1]
    if isinstance(action, ShipFromDepot):
        occasion = find_shipping_occasion(state)
        return find_shipment_obstacle(game, state, who, action.depot, action.good, occasion)
    city = game.maps[state.seats].city_at[action.hex]
    if city == NOBODY or not isinstance(step, ChooseShipDestinationStep):
        return None
    return find_shipment_obstacle(game, state, who, step.depot, step.good, step.occasion, city)


def _find_shipment_remedy(game: Airsteam, state: AirsteamState, who: int, obstacle: ShipmentObstacle) -> Remedy | None:
    if obstacle.city == NOBODY:
        return None
    if obstacle.rule == "KS-15.6":
        return Remedy("cash", obstacle.cash)
    if obstacle.rule == "KS-14.8":
        missing = obstacle.missing_links
        return Remedy("depots", len(missing), missing) if state.depots_left[who] >= len(missing) else None
    return _find_lowest_level_remedy("train", game.links_by_level, obstacle.links)


def _find_lowest_level_remedy(remedy_kind: str, amount_by_level: list[int], needed_amount: int) -> Remedy | None:
    """The lowest level that gives so much, if one does."""
    for level, much in enumerate(amount_by_level):
        if much >= needed_amount:
            return Remedy(remedy_kind, level)
    return None


def count_cubes_to_give_up(game: Airsteam, state: AirsteamState, who: int) -> int:
    """How many cubes a seat must give up until it can pay the upkeep of the others."""
    short = compute_upkeep_due(game, state, who) - state.cash[who]
    return max(0, -(-short // game.upkeep_per_cube))
