"""What no sensible player does: pays for what is worth nothing, buys what cannot be used, carries cubes in circles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.ai.time_left import (
    count_actions_left,
    count_actions_left_in_round,
    count_flights_left_in_round,
)
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.model.actions import (
    AdjustAirship,
    BuildDepot,
    ChooseShipDestination,
    ChooseShippedCubeCount,
    FinishShippingOrTrack,
    GiveUpCube,
    LoadOrUnload,
    PayUpkeep,
    PlanNextCard,
    ShipFromDepot,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import GOODS, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.cities import does_city_demand_good
from aerodrome.games.airsteam.rules.loading import count_loadable_cubes, did_last_load_or_unload_here
from aerodrome.games.airsteam.rules.queries import (
    compute_depot_cost_on_link,
    compute_upkeep_due,
    count_cubes_in_depots,
    count_cubes_in_hold,
    count_kept_cubes_at,
    find_link_at,
    find_own_depot_at,
    get_airship_capacity,
    get_diamond_rating,
    get_train_link_limit,
    list_cubes_in_depots,
    list_possible_cube_places,
)
from aerodrome.games.airsteam.rules.routes import SHIP_FINAL, UNREACHABLE, count_min_foreign_links_by_city
from aerodrome.games.airsteam.steps.end import FinalShipmentStep
from aerodrome.games.airsteam.steps.shipping import ChooseShipDestinationStep, ChooseShippedCountStep
from aerodrome.games.airsteam.steps.turn import LoadOrUnloadStep, MoveAirshipStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

UPGRADE_WORTH: Final = 3
"""In dollars: what an upgrade now instead of in the next round can be worth."""


def is_pointless(game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
    if isinstance(action, PlanNextCard):
        return must_planned_card_fail(game, state, who, action.card)
    if isinstance(action, LoadOrUnload):
        return isinstance(state.step_stack[-1], LoadOrUnloadStep) and _is_load_or_unload_pointless(
            game, state, who, action.hold
        )
    if isinstance(action, (PayUpkeep, GiveUpCube)):
        return isinstance(state.step_stack[-1], UpkeepStep) and _is_upkeep_choice_pointless(game, state, who, action)
    if isinstance(action, (UpgradeAirship, UpgradeTrain, BuildDepot)):
        return _is_purchase_pointless(game, state, who, action)
    if isinstance(action, AdjustAirship):
        return _is_moving_airship_one_hex_pointless(game, state, who, action.direction)
    if isinstance(action, (ShipFromDepot, ChooseShipDestination, ChooseShippedCubeCount, FinishShippingOrTrack)):
        return _is_shipment_pointless(game, state, who, action)
    return False


def must_planned_card_fail(game: Airsteam, state: AirsteamState, who: int, card: int) -> bool:
    """Whether the plan has too many diamonds with this card, and no upgrade in time can heal it."""
    laid = [c for c in state.plan[who * SLOTS : (who + 1) * SLOTS] if c != NOBODY]
    diamonds = game.card_diamonds[card] + sum([game.card_diamonds[c] for c in laid])
    if diamonds <= get_diamond_rating(game, state, who) or not game.card_diamonds[card]:
        return False
    level = state.airship_level[who]
    if not laid or game.airship_cost[level] > state.cash[who] or level + 1 >= len(game.diamonds_by_level):
        return True
    return diamonds > game.diamonds_by_level[level + 1]


# Loading


def _is_load_or_unload_pointless(game: Airsteam, state: AirsteamState, who: int, hold_after: tuple[int, ...]) -> bool:
    base = who * GOODS
    takes = False
    leaves = False
    left_good = NOBODY
    for good in range(GOODS):
        if hold_after[good] > state.hold[base + good]:
            takes = True
            if not _is_good_worth_loading(game, state, who, good):
                return True
        elif hold_after[good] < state.hold[base + good]:
            leaves = True
            left_good = good
    hex_id = state.airship[who]
    if game.maps[state.seats].factory_at[hex_id] != NOBODY:
        return leaves and not takes and (state.round == game.rounds or flies_again_in_round(state, who))
    if flies_again_in_round(state, who):
        takes_back = leaves and not takes and did_last_load_or_unload_here(state, who)
        return takes_back and _is_good_worth_loading(game, state, who, left_good)
    if state.round < game.rounds:
        return takes and not is_next_to_own_depot(game, state, who)  # it can wait until the airship flies again
    network = game.outlook.get_network_sales(game, state, who)
    link = find_link_at(game, state, hex_id)
    return any(
        hold_after[good] and network.get_final_net_price_from(link, good) > game.upkeep_per_cube
        for good in range(GOODS)
    )


def is_next_to_own_depot(game: Airsteam, state: AirsteamState, who: int) -> bool:
    """Whether a Route Adjustment could bring the airship to a depot of the seat."""
    near = game.maps[state.seats].neighbour_by_direction[state.airship[who]]
    return any(hex_id != NOBODY and find_own_depot_at(state, who, hex_id) != NOBODY for hex_id in near)


def flies_again_in_round(state: AirsteamState, who: int) -> bool:
    """Whether the airship moves again before Upkeep, by a card of this round."""
    if count_flights_left_in_round(state, who):
        return True
    return any(isinstance(step, MoveAirshipStep) and step.seat == who for step in state.step_stack)


def _is_good_worth_loading(game: Airsteam, state: AirsteamState, who: int, good: int) -> bool:
    """Whether cubes of this good, loaded here, could be sold somewhere else."""
    network = game.outlook.get_network_sales(game, state, who)
    hex_id = state.airship[who]
    at_factory = game.maps[state.seats].factory_at[hex_id] != NOBODY
    here = 0.0 if at_factory else network.get_prospective_net_price_from(find_link_at(game, state, hex_id), good)
    is_last_round = state.round == game.rounds
    reach = _compute_flight_range_in_round(game, state, who) if is_last_round else 0
    place = game.names.hexes[hex_id]
    for depot, owner in enumerate(state.depot_seat):
        there = state.depot_hex[depot]
        if owner != who or network.get_prospective_net_price_from(find_link_at(game, state, there), good) <= here:
            continue
        if not is_last_round or compute_hex_distance(place, game.names.hexes[there]) <= reach:
            return True
    return False


def _compute_flight_range_in_round(game: Airsteam, state: AirsteamState, who: int) -> int:
    """How far the airship can still fly in this round, by its cards and one Route Adjustment."""
    hexes = sum(game.outlook.list_speeds_left_this_round(game, state, who))
    for step in state.step_stack:
        if isinstance(step, MoveAirshipStep) and step.seat == who:
            hexes += game.card_speed[state.plan[who * SLOTS + state.slot]]
    return hexes + 1 if count_actions_left_in_round(state, who) else hexes


# Upkeep


def _is_upkeep_choice_pointless(game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
    cost = game.upkeep_per_cube
    if isinstance(action, PayUpkeep):
        return state.round == game.rounds and find_lowest_worth_of_cubes_with_upkeep(game, state, who) <= cost
    assert isinstance(action, GiveUpCube)
    worth = estimate_marginal_cube_worth(game, state, who, action.depot, action.good)
    if compute_upkeep_due(game, state, who) <= state.cash[who]:
        return worth > cost
    return worth > find_lowest_worth_of_cubes_with_upkeep(game, state, who)


def estimate_marginal_cube_worth(game: Airsteam, state: AirsteamState, who: int, cube_place: int, good: int) -> int:
    """What the last of the own cubes of a good in a place brings, in dollars; `cube_place` -1 is the hold.

    In the last round final shipping counts, be it to a city that waits for its tile (KS-17.10); before, the sale to a
    city in reach that still wants it.
    """
    network = game.outlook.get_network_sales(game, state, who)
    if state.round == game.rounds:
        if cube_place == NOBODY:
            return 0
        price = network.get_final_net_price_from(find_link_at(game, state, cube_place), good)
        return game.final_price if state.waiting and not price else price
    if cube_place == NOBODY:
        return network.find_best_net_price_in_reach(good)
    link = find_link_at(game, state, cube_place)
    if count_kept_cubes_at(state, who, cube_place, good) > network.get_demand_at_best_price_from(link, good):
        return 0
    return network.get_net_price_in_reach_from(link, good)


def can_cube_never_be_sold(game: Airsteam, state: AirsteamState, who: int, cube_place: int, good: int) -> bool:
    """Whether an own cube is worth nothing for certain: it is the last Upkeep, and final shipping cannot take it.

    A city that still waits for a demand tile may yet take it (KS-17.10).
    """
    if state.round < game.rounds or count_actions_left_in_round(state, who):
        return False
    return cube_place == NOBODY or (
        not state.waiting and estimate_marginal_cube_worth(game, state, who, cube_place, good) <= 0
    )


def find_lowest_worth_of_cubes_with_upkeep(game: Airsteam, state: AirsteamState, who: int) -> int:
    """The worth of the least valuable cube that upkeep is due for."""
    free = game.depot_upkeep_free[state.character[who]]
    least = UNREACHABLE
    for place in list_possible_cube_places(state, who):
        if place != NOBODY and free:
            continue
        for good in range(GOODS):
            if count_kept_cubes_at(state, who, place, good) > 0:
                least = min(least, estimate_marginal_cube_worth(game, state, who, place, good))
    return least


# Depots, upgrades, adjustment


def _is_purchase_pointless(game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
    later = count_actions_left(game, state, who) - 1
    if isinstance(action, BuildDepot):
        cost = compute_depot_cost_on_link(game, state, who, find_link_at(game, state, action.hex))
        gain = game.depot_value - cost
        if later == 0 and gain <= 0 and count_cubes_in_depots(state, who) == 0:
            return True
        return estimate_upkeep_loss_after_spending(game, state, who, cost) > gain
    if isinstance(action, UpgradeAirship):
        cost = game.airship_cost[state.airship_level[who]]
        if state.round == game.rounds and not _is_airship_upgrade_useful_in_last_round(game, state, who):
            return True
    else:
        cost = game.train_cost[state.train_level[who]]
        if later == 0 and estimate_final_gain_of_longer_train(game, state, who) <= cost:
            return True
    return estimate_upkeep_loss_after_spending(game, state, who, cost) > UPGRADE_WORTH


def _is_airship_upgrade_useful_in_last_round(game: Airsteam, state: AirsteamState, who: int) -> bool:
    """In the last round: more diamonds heal the plan, or more room takes more to a depot."""
    flights = count_flights_left_in_round(state, who)
    if flights != 1:
        return flights > 1
    level = state.airship_level[who]
    for slot in range(SLOTS):
        i = who * SLOTS + slot
        if state.plan[i] != NOBODY and state.face[i] < REVEALED:
            total = state.diamonds[who] + game.card_diamonds[state.plan[i]]
            if game.diamonds_by_level[level] < total <= game.diamonds_by_level[level + 1]:
                return True
    if game.capacity_by_level[level + 1] == game.capacity_by_level[level]:
        return False
    here = sum([count_loadable_cubes(game, state, who, good) for good in range(GOODS)])
    return here > get_airship_capacity(game, state, who) - count_cubes_in_hold(state, who)


def estimate_final_gain_of_longer_train(game: Airsteam, state: AirsteamState, who: int) -> int:
    """What one link more lets the cubes in the depots bring in final shipping, in dollars."""
    network = game.outlook.get_network_sales(game, state, who)
    links = get_train_link_limit(game, state, who) + 1
    free = game.fee_from_bank[state.character[who]]
    gain = 0
    for depot, owner in enumerate(state.depot_seat):
        cubes = state.depot_cubes[depot * GOODS : (depot + 1) * GOODS]
        if owner != who or not any(cubes):
            continue
        link = find_link_at(game, state, state.depot_hex[depot])
        fees = count_min_foreign_links_by_city(game, state, who, link, links)
        for good in range(GOODS):
            best = network.get_final_net_price_from(link, good)
            for city, fee in enumerate(fees):
                if cubes[good] and fee != UNREACHABLE and does_city_demand_good(state, city, good):
                    best = max(best, game.final_price - (0 if free else fee * game.fee_per_link))
            gain += cubes[good] * (best - network.get_final_net_price_from(link, good))
    return gain


def estimate_upkeep_loss_after_spending(game: Airsteam, state: AirsteamState, who: int, cost: int) -> int:
    """What the cubes bring that must be given up at Upkeep when this much is spent on the last action of a round."""
    if count_actions_left_in_round(state, who) != 1:
        return 0
    due = compute_upkeep_due(game, state, who)
    short = min(due, due - (state.cash[who] - cost)) // game.upkeep_per_cube
    if short <= 0 or due <= 0:
        return 0
    values: list[int] = []
    free = game.depot_upkeep_free[state.character[who]]
    for place in list_possible_cube_places(state, who):
        if place != NOBODY and free:
            continue
        for good in range(GOODS):
            count = count_kept_cubes_at(state, who, place, good)
            values += [estimate_marginal_cube_worth(game, state, who, place, good)] * count
    values.sort()
    return sum([max(0, value - game.upkeep_per_cube) for value in values[:short]])


def _is_moving_airship_one_hex_pointless(game: Airsteam, state: AirsteamState, who: int, direction: int) -> bool:
    """With the last action of the game it is good only for bringing cubes to a depot."""
    if count_actions_left(game, state, who) > 1:
        return False
    there = game.maps[state.seats].neighbour_by_direction[state.airship[who]][direction]
    depot = state.find_depot_at(there)
    if depot == NOBODY or state.depot_seat[depot] != who:
        return True
    network = game.outlook.get_network_sales(game, state, who)
    link = find_link_at(game, state, there)
    gain = 0
    for good in range(GOODS):
        price = network.get_final_net_price_from(link, good)
        gain += state.hold[who * GOODS + good] * max(0, price - game.upkeep_per_cube)
    return gain <= game.pass_income[state.character[who]]


# Shipping


def _is_shipment_pointless(game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
    step = state.step_stack[-1]
    network = game.outlook.get_network_sales(game, state, who)
    if isinstance(action, ChooseShippedCubeCount):
        return isinstance(step, ChooseShippedCountStep) and step.occasion == SHIP_FINAL and action.count < step.most
    if isinstance(action, FinishShippingOrTrack):
        return isinstance(step, FinalShipmentStep) and _can_earn_in_final_shipping(game, state, who)
    if isinstance(action, ShipFromDepot):
        link = find_link_at(game, state, action.depot)
        if isinstance(step, FinalShipmentStep):
            return network.get_final_net_price_from(link, action.good) <= 0
        return network.find_best_net_price_in_reach(action.good) <= 0 and network.find_best_final_net_price(
            action.good
        ) <= max(0, network.get_final_net_price_from(link, action.good))
    if not isinstance(action, ChooseShipDestination) or not isinstance(step, ChooseShipDestinationStep):
        return False
    if game.maps[state.seats].city_at[action.hex] != NOBODY:
        return False
    here = find_link_at(game, state, step.depot)
    there = find_link_at(game, state, action.hex)
    return network.get_net_price_in_reach_from(there, step.good) <= network.get_net_price_in_reach_from(here, step.good)


def _can_earn_in_final_shipping(game: Airsteam, state: AirsteamState, who: int) -> bool:
    network = game.outlook.get_network_sales(game, state, who)
    for depot_hex, good, _count in list_cubes_in_depots(state, who):
        if network.get_final_net_price_from(find_link_at(game, state, depot_hex), good) > 0:
            return True
    return False
