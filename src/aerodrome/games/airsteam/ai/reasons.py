"""Facts that speak for or against a choice, found by the functions that the rules use.

The kinds, with their values:

- `sells` (good, cubes, price, fee of each cube, city): a shipment to a city; `sells_at_end` the same in final shipping
- `only_to_depot` (good): no city in reach takes the good; against
- `depot_value` (value at the end, cost); `depot_dear` the same when it costs as much or more; against
- `line_serves` (city, good, price, hexes): a city at the end of the depot's line takes the good, made so far away
- `capacity` (before, after), `diamonds` (before, after): what an airship upgrade changes
- `heals_plan` (diamonds of the plan, rating after)
- `no_flight_left` (): an airship upgrade that no flight follows; against
- `city_in_reach` (city, good, price): a city that a longer train reaches
- `nothing_more_to_ship` (cost): a train upgrade after which nothing more can be shipped; against
- `all_depots_built` (), `saves_for_depot` (least cost, cash): why one passes instead of building
- `more_than_depot` (income, gain): passing brings more than the cheapest depot
- `load_sells` (good, cubes, price): cubes taken aboard that an own line sells at that price less fees
- `load_unsellable` (good): no own line reaches a city that takes what is loaded; against
- `unload_sells` (good, cubes, price): cubes brought to a depot from where they sell at that price less fees
- `fetches` (factory, good, cubes): cubes to load where the flight ends, with room for one at least
- `brings` (good, cubes, price): cubes aboard that sell from the depot where the flight ends
- `towards_factory` (factory, good, hexes), `towards_depot` (hex, hexes): how near the flight comes
- `reaches_factory` (factory, good, cubes), `reaches_depot` (hex): what the first card of a plan can reach
- `over_rating` (diamonds, rating): the plan has too many diamonds; against
- `keeps_sellable` (cubes, upkeep due): cubes kept that sell; `keeps_worthless` (cubes) that cannot any more; against
- `worthless_now` (good): a cube that can no longer be sold
- `no_buyer` (good, depot): from the depot, or for -1 from any own one, no city is in reach that takes the good now
- `still_sells` (good, price): a cube that would still bring this much; against
- `earns` (amount): what a number of cubes brings, less fees
- `pays_least` (amount): a way to pay that costs less than another
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.reason import Reason
from aerodrome.games.airsteam.ai.pointless import (
    can_cube_never_be_sold,
    estimate_final_gain_of_longer_train,
    estimate_marginal_cube_worth,
)
from aerodrome.games.airsteam.ai.time_left import count_actions_left, count_flights_left_in_round
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.components.map_tables import NOWHERE
from aerodrome.games.airsteam.model import actions as act
from aerodrome.games.airsteam.model.state import GOODS, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules import queries
from aerodrome.games.airsteam.rules.cities import does_city_demand_good
from aerodrome.games.airsteam.rules.routes import (
    SHIP_FINAL,
    SHIP_WITHOUT_ACTION,
    UNREACHABLE,
    count_min_foreign_links_by_city,
    find_destinations_with_max_cubes,
    get_sale_price_per_cube,
)
from aerodrome.games.airsteam.steps.end import find_shipping_occasion
from aerodrome.games.airsteam.steps.shipping import (
    ChooseFeeSplitStep,
    ChooseShipDestinationStep,
    ChooseShippedCountStep,
)
from aerodrome.games.airsteam.steps.turn import LoadOrUnloadStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def find_reasons(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[Reason]:
    if not state.step_stack:
        return []
    if isinstance(action, (act.PlanNextCard, act.LayCardInSlot)):
        return _find_planning_reasons(game, state, who, action)
    if isinstance(action, act.FlyAirship):
        return _find_flight_reasons(game, state, who, action.hex)
    if isinstance(action, act.AdjustAirship):
        there = game.maps[state.seats].neighbour_by_direction[state.airship[who]][action.direction]
        return _find_flight_reasons(game, state, who, there)
    if isinstance(action, act.LoadOrUnload):
        return _find_load_or_unload_reasons(game, state, who, action)
    if isinstance(action, (act.BuildDepot, act.PlaceFreeDepot)):
        return _find_depot_reasons(game, state, who, action)
    if isinstance(action, act.UpgradeAirship):
        return _find_airship_upgrade_reasons(game, state, who)
    if isinstance(action, act.UpgradeTrain):
        return _find_train_upgrade_reasons(game, state, who)
    if isinstance(action, act.PassForIncome):
        return _find_passing_reasons(game, state, who)
    if isinstance(action, (act.PayUpkeep, act.GiveUpCube)):
        return _find_upkeep_reasons(game, state, who, action)
    return _find_shipping_reasons(game, state, who, action)


# Planning and flying


def _find_planning_reasons(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[Reason]:
    base = who * SLOTS
    laid = [card for card in state.plan[base : base + SLOTS] if card != NOBODY]
    slot = len(laid)
    card = NOBODY
    if isinstance(action, act.PlanNextCard):
        card = action.card
    elif isinstance(action, act.LayCardInSlot):
        card, slot = action.card, action.slot
        if state.plan[base + slot] != NOBODY:
            laid.remove(state.plan[base + slot])
    found: list[Reason] = []
    diamonds = sum([game.card_diamonds[other] for other in laid]) + game.card_diamonds[card]
    rating = queries.get_diamond_rating(game, state, who)
    if diamonds > rating and game.card_diamonds[card]:
        found.append(Reason("over_rating", (diamonds, rating), False))
    elif slot == 0 and not game.card_stays[card]:
        found += _find_first_flight_reasons(game, state, who, game.find_reachable_hexes(state, who, card))
    return found


def _find_first_flight_reasons(
    game: Airsteam, state: AirsteamState, who: int, reachable_hexes: frozenset[int]
) -> list[Reason]:
    """What can be reached from where the airship is now: a depot for what is aboard, or a factory to load at."""
    tables = game.maps[state.seats]
    network = game.outlook.get_network_sales(game, state, who)
    hold = state.hold[who * GOODS : (who + 1) * GOODS]
    best = 0
    goal = NOBODY
    for hex_id, owner in zip(state.depot_hex, state.depot_seat, strict=True):
        if owner == who and hex_id in reachable_hexes:
            link = queries.find_link_at(game, state, hex_id)
            worth = sum([hold[good] * network.get_net_price_in_reach_from(link, good) for good in range(GOODS)])
            if worth > best:
                best, goal = worth, hex_id
    if goal != NOBODY:
        return [Reason("reaches_depot", (goal,))]
    if queries.count_cubes_in_hold(state, who) >= queries.get_airship_capacity(game, state, who):
        return []
    for factory in tables.factories:
        good = tables.factory_good[factory]
        cubes = state.factory_cubes[factory * GOODS + good]
        worth = cubes * network.find_best_net_price_in_reach(good)
        if tables.factory_hex[factory] in reachable_hexes and worth > best:
            best, goal = worth, factory
    if goal == NOBODY:
        return []
    good = tables.factory_good[goal]
    return [Reason("reaches_factory", (goal, good, state.factory_cubes[goal * GOODS + good]))]


def _find_flight_reasons(game: Airsteam, state: AirsteamState, who: int, hex_id: int) -> list[Reason]:
    tables = game.maps[state.seats]
    network = game.outlook.get_network_sales(game, state, who)
    hold = state.hold[who * GOODS : (who + 1) * GOODS]
    if queries.find_own_depot_at(state, who, hex_id) != NOBODY:
        link = queries.find_link_at(game, state, hex_id)
        return [
            Reason("brings", (good, hold[good], network.get_net_price_in_reach_from(link, good)))
            for good in range(GOODS)
            if hold[good] and network.get_net_price_in_reach_from(link, good) > 0
        ]
    room = queries.get_airship_capacity(game, state, who) - sum(hold)
    factory = tables.factory_at[hex_id]
    if factory != NOBODY and room > 0:
        good = tables.factory_good[factory]
        cubes = state.factory_cubes[factory * GOODS + good]
        if cubes and network.find_best_net_price_in_reach(good) > 0:
            return [Reason("fetches", (factory, good, cubes))]
    if factory != NOBODY or count_flights_left_in_round(state, who) + game.rounds - state.round == 0:
        return []
    return _find_approach_reasons(game, state, who, hex_id, hold, room)


def _find_approach_reasons(
    game: Airsteam, state: AirsteamState, who: int, hex_id: int, hold: list[int], room_in_hold: int
) -> list[Reason]:
    """Nearer to an own depot that sells what is aboard, or, with room aboard, to a factory of a good that sells."""
    tables = game.maps[state.seats]
    network = game.outlook.get_network_sales(game, state, who)
    places = game.names.hexes
    before, after = places[state.airship[who]], places[hex_id]
    nearest = UNREACHABLE
    found: list[Reason] = []
    for depot, owner in zip(state.depot_hex, state.depot_seat, strict=True):
        away = compute_hex_distance(after, places[depot])
        if owner != who or away >= min(nearest, compute_hex_distance(before, places[depot])):
            continue
        link = queries.find_link_at(game, state, depot)
        if any(hold[good] and network.get_net_price_in_reach_from(link, good) > 0 for good in range(GOODS)):
            nearest = away
            found = [Reason("towards_depot", (depot, away))]
    if found or room_in_hold <= 0:
        return found
    for factory in tables.factories:
        good = tables.factory_good[factory]
        away = compute_hex_distance(after, places[tables.factory_hex[factory]])
        if away >= min(nearest, compute_hex_distance(before, places[tables.factory_hex[factory]])):
            continue
        if state.factory_cubes[factory * GOODS + good] and network.find_best_net_price_in_reach(good) > 0:
            nearest = away
            found = [Reason("towards_factory", (factory, good, away))]
    return found


def _find_load_or_unload_reasons(
    game: Airsteam, state: AirsteamState, who: int, action: act.LoadOrUnload
) -> list[Reason]:
    if not isinstance(state.step_stack[-1], LoadOrUnloadStep):
        return []
    network = game.outlook.get_network_sales(game, state, who)
    depot = queries.find_own_depot_at(state, who, state.airship[who])
    link = NOBODY if depot == NOBODY else queries.find_link_at(game, state, state.airship[who])
    found: list[Reason] = []
    for good in range(GOODS):
        change = action.hold[good] - state.hold[who * GOODS + good]
        if change > 0:
            price = network.find_best_net_price_in_reach(good)
            if price > 0:
                found.append(Reason("load_sells", (good, change, price)))
            else:
                found.append(Reason("load_unsellable", (good,), False))
        elif change < 0 and link != NOBODY and network.get_net_price_in_reach_from(link, good) > 0:
            found.append(Reason("unload_sells", (good, -change, network.get_net_price_in_reach_from(link, good))))
    found.sort(key=_get_total_price_of_reason, reverse=True)
    return found


def _get_total_price_of_reason(reason: Reason) -> int:
    return reason.values[1] * reason.values[2] if len(reason.values) == 3 else 0


# Depots and upgrades


def _find_depot_reasons(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[Reason]:
    if isinstance(action, act.PlaceFreeDepot):
        return _find_end_city_reasons(game, state, action.hex)
    assert isinstance(action, act.BuildDepot)
    cost = queries.compute_depot_cost_on_link(game, state, who, queries.find_link_at(game, state, action.hex))
    if cost >= game.depot_value:
        return [Reason("depot_dear", (game.depot_value, cost), False)]
    value = [Reason("depot_value", (game.depot_value, cost))]
    return value if state.round == game.rounds else _find_end_city_reasons(game, state, action.hex) + value


def _find_end_city_reasons(game: Airsteam, state: AirsteamState, hex_id: int) -> list[Reason]:
    """What the cities at the ends of the line take, and how far away it is made; the nearest first."""
    link = queries.find_link_at(game, state, hex_id)
    if link == NOBODY:
        return []
    tables = game.maps[state.seats]
    found: list[tuple[int, int]] = []
    for city in queries.get_end_cities_of_link(game, state, link):
        away = tables.good_distances[state.city_good[city]][hex_id]
        if state.city_left[city] and away < NOWHERE:
            found.append((away, city))
    found.sort()
    reasons: list[Reason] = []
    for away, city in found:
        good = state.city_good[city]
        reasons.append(Reason("line_serves", (city, good, queries.get_market_price(game, state, good), away)))
    return reasons


def _find_passing_reasons(game: Airsteam, state: AirsteamState, who: int) -> list[Reason]:
    if not state.depots_left[who]:
        return [Reason("all_depots_built")]
    tables = game.maps[state.seats]
    costs = [
        queries.compute_depot_cost_on_link(game, state, who, link)
        for link in tables.links
        if state.link_depots[link] < len(tables.link_spaces[link])
    ]
    if not costs:
        return []
    least = min(costs)
    if least > state.cash[who]:
        return [Reason("saves_for_depot", (least, state.cash[who]))]
    income = game.pass_income[state.character[who]]
    return [Reason("more_than_depot", (income, game.depot_value - least))] if game.depot_value - least < income else []


def _find_airship_upgrade_reasons(game: Airsteam, state: AirsteamState, who: int) -> list[Reason]:
    level = state.airship_level[who]
    if level + 1 >= len(game.capacity_by_level):
        return []
    flights = count_flights_left_in_round(state, who) + (game.rounds - state.round) * SLOTS
    if flights == 0:
        return [Reason("no_flight_left", (), False)]
    found: list[Reason] = []
    rating, better = game.diamonds_by_level[level], game.diamonds_by_level[level + 1]
    planned = state.diamonds[who]
    for i in range(who * SLOTS, (who + 1) * SLOTS):
        if state.plan[i] != NOBODY and state.face[i] < REVEALED:
            planned += game.card_diamonds[state.plan[i]]
    if rating < planned <= better:
        found.append(Reason("heals_plan", (planned, better)))
    bonus = game.capacity_bonus[state.character[who]]
    room, more = game.capacity_by_level[level] + bonus, game.capacity_by_level[level + 1] + bonus
    if more > room:
        found.append(Reason("capacity", (room, more)))
    if better > rating and state.round < game.rounds:
        found.append(Reason("diamonds", (rating, better)))
    return found


def _find_train_upgrade_reasons(game: Airsteam, state: AirsteamState, who: int) -> list[Reason]:
    level = state.train_level[who]
    if level + 1 >= len(game.links_by_level):
        return []
    cost = game.train_cost[level]
    if count_actions_left(game, state, who) <= 1 and estimate_final_gain_of_longer_train(game, state, who) <= 0:
        return [Reason("nothing_more_to_ship", (cost,), False)]
    best: tuple[int, int, int] | None = None
    reached: set[int] = set()
    further: set[int] = set()
    links = queries.get_train_link_limit(game, state, who)
    for link, owners in enumerate(state.link_owners):
        if owners >> who & 1:
            now = count_min_foreign_links_by_city(game, state, who, link, links)
            then = count_min_foreign_links_by_city(game, state, who, link, game.links_by_level[level + 1])
            reached |= {city for city, fee in enumerate(now) if fee != UNREACHABLE}
            further |= {city for city, fee in enumerate(then) if fee != UNREACHABLE}
    for city in sorted(further - reached):
        good = state.city_good[city]
        if state.city_left[city] and (best is None or queries.get_market_price(game, state, good) > best[2]):
            best = (city, good, queries.get_market_price(game, state, good))
    return [] if best is None else [Reason("city_in_reach", best)]


# Upkeep


def _find_upkeep_reasons(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[Reason]:
    if not isinstance(state.step_stack[-1], UpkeepStep) or (state.round == game.rounds and state.waiting):
        return []  # KS-17.10: nobody knows by heart what a waiting city will take
    if isinstance(action, act.GiveUpCube):
        return _find_giving_up_reasons(game, state, who, action)
    sellable = worthless = 0
    for place in queries.list_possible_cube_places(state, who):
        if place != NOBODY and game.depot_upkeep_free[state.character[who]]:
            continue
        for good in range(GOODS):
            count = queries.count_kept_cubes_at(state, who, place, good)
            if count and estimate_marginal_cube_worth(game, state, who, place, good) > game.upkeep_per_cube:
                sellable += count
            elif count and can_cube_never_be_sold(game, state, who, place, good):
                worthless += count
    found: list[Reason] = []
    if worthless:
        found.append(Reason("keeps_worthless", (worthless,), False))
    if sellable:
        found.append(Reason("keeps_sellable", (sellable, queries.compute_upkeep_due(game, state, who))))
    return found


def _find_giving_up_reasons(game: Airsteam, state: AirsteamState, who: int, action: act.GiveUpCube) -> list[Reason]:
    worth = estimate_marginal_cube_worth(game, state, who, action.depot, action.good)
    if worth > 0:
        return [Reason("still_sells", (action.good, worth), False)]
    if can_cube_never_be_sold(game, state, who, action.depot, action.good):
        return [Reason("worthless_now", (action.good,))]
    for place in [action.depot] if action.depot != NOBODY else queries.list_possible_cube_places(state, who)[1:]:
        if _can_reach_buyer(game, state, who, place, action.good):
            return []
    return [Reason("no_buyer", (action.good, action.depot))]


# Shipping


def _find_shipping_reasons(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[Reason]:
    step = state.step_stack[-1]
    if isinstance(action, act.ShipFromDepot):
        occasion = find_shipping_occasion(state)
        return _find_reasons_of_most_profitable_sale(game, state, who, action.depot, action.good, occasion, NOBODY)
    if isinstance(action, act.ChooseShipDestination) and isinstance(step, ChooseShipDestinationStep):
        return _find_reasons_of_most_profitable_sale(game, state, who, step.depot, step.good, step.occasion, action.hex)
    if isinstance(action, act.ChooseShippedCubeCount) and isinstance(step, ChooseShippedCountStep):
        city = game.maps[state.seats].city_at[step.to]
        if city == NOBODY:
            return []
        fee = _compute_fee_per_cube(game, state, who, step.depot, city)
        return [
            Reason("earns", (action.count * (get_sale_price_per_cube(game, state, step.good, step.occasion) - fee),))
        ]
    if isinstance(action, act.ChooseFeeSplit) and isinstance(step, ChooseFeeSplitStep):
        amounts = [sum(way) for way in step.list_affordable_splits(game, state)]
        if sum(action.links) == min(amounts) < max(amounts):
            return [Reason("pays_least", (sum(action.links) * step.count * game.fee_per_link,))]
    return []


def _find_reasons_of_most_profitable_sale(
    game: Airsteam, state: AirsteamState, who: int, depot_hex: int, good: int, occasion: int, to_hex: int
) -> list[Reason]:
    """The sale that brings most, or the one to the hex `to_hex`."""
    best = 0
    found: Reason | None = None
    kind = "sells_at_end" if occasion == SHIP_FINAL else "sells"
    price = get_sale_price_per_cube(game, state, good, occasion)
    for hex_id, most in find_destinations_with_max_cubes(game, state, who, depot_hex, good, occasion):
        city = game.maps[state.seats].city_at[hex_id]
        if city == NOBODY or (to_hex != NOBODY and hex_id != to_hex):
            continue
        fee = _compute_fee_per_cube(game, state, who, depot_hex, city)
        count = 1 if occasion == SHIP_WITHOUT_ACTION else most
        if count * (price - fee) > best:
            best = count * (price - fee)
            found = Reason(kind, (good, count, price, fee, city))
    if found is not None:
        return [found]
    if to_hex == NOBODY and not _can_reach_buyer(game, state, who, depot_hex, good):
        return [Reason("only_to_depot", (good,), False)]
    return []


def _compute_fee_per_cube(game: Airsteam, state: AirsteamState, who: int, depot_hex: int, city: int) -> int:
    """What the seat pays for each cube to this city, by the cheapest route."""
    if game.fee_from_bank[state.character[who]]:
        return 0
    link = queries.find_link_at(game, state, depot_hex)
    links = queries.get_train_link_limit(game, state, who)
    return game.fee_per_link * count_min_foreign_links_by_city(game, state, who, link, links)[city]


def _can_reach_buyer(game: Airsteam, state: AirsteamState, who: int, depot_hex: int, good: int) -> bool:
    link = queries.find_link_at(game, state, depot_hex)
    fees = count_min_foreign_links_by_city(game, state, who, link, queries.get_train_link_limit(game, state, who))
    return any(fee != UNREACHABLE and does_city_demand_good(state, city, good) for city, fee in enumerate(fees))
