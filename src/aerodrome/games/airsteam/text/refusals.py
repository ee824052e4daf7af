"""Why something is not allowed, and what a person might try now and cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import UnavailableAction
from aerodrome.core.text import format_count, join_with_and
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.components.map_tables import CITY, PARTIAL
from aerodrome.games.airsteam.model import actions
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.cities import does_city_demand_good
from aerodrome.games.airsteam.rules.queries import (
    compute_depot_cost_on_link,
    compute_upkeep_due,
    find_link_at,
    get_airship_capacity,
    get_card_in_current_slot,
    get_train_link_limit,
    has_plan_or_upkeep_changes_left,
    list_cubes_in_depots,
)
from aerodrome.games.airsteam.rules.track_laying import (
    compute_min_cost_of_new_line,
    find_layable_lines,
    list_lay_line_actions,
)
from aerodrome.games.airsteam.steps.end import FinalShipmentStep
from aerodrome.games.airsteam.steps.planning import PlanCardsStep
from aerodrome.games.airsteam.steps.shipping import ChooseShipDestinationStep, ChooseShippedCountStep
from aerodrome.games.airsteam.steps.turn import MoveAirshipStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep
from aerodrome.games.airsteam.text.names import (
    card_name,
    city_name,
    format_money,
    good_name,
    link_name,
    place_name,
    seat_name,
)
from aerodrome.games.airsteam.text.remedies import (
    compute_purchase_cost,
    count_cubes_to_give_up,
    find_obstacle_to_shipping_action,
    find_remedy,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

GENERAL_REASONS = {
    "KS-1.4": "All tiles of that colour have been drawn.",
    "KS-2.8": "The start player is drawn now, from the seats at the table.",
    "KS-2.10": "A starting depot goes on an empty rail space.",
    "KS-2.11": "Another player's first depot is on that link.",
    "KS-2.15": "Every seat has another colour, and somebody has this one.",
    "KS-3.4": "It is not your turn.",
    "KS-3.5": "The game is over.",
    "KS-4.1": "Demand tiles are drawn now.",
    "KS-5.1": "A card goes into your next empty slot now.",
    "KS-5.3": "That card is not in your deck.",
    "KS-5.4": "That card is already in a slot.",
    "KS-7.1": "Your airship moves now: name the hex where it ends.",
    "KS-7.2": "Your airship may not come back to the hex it started from.",
    "KS-7.3": "That is off the map.",
    "KS-7.4": "An airship may not stop on a partial hex.",
    "KS-7.5": "An airship may not end in a city.",
    "KS-7.8": "Your card does not end there.",
    "KS-9.1": "Now is the time to load and unload.",
    "KS-9.3": "There are not so many cubes of that colour in your hold and here.",
    "KS-9.5": "Your hold does not take so many cubes.",
    "KS-9.11": "Say how many cubes of each of the five goods are in the hold afterwards.",
    "KS-10.1": "An action is asked now: build, upgrade, ship, adjust or pass.",
    "KS-10.3": "You cannot pay for that.",
    "KS-11.1": "A depot goes on a rail space.",
    "KS-11.2": "There is a depot on that space.",
    "KS-11.3": "All your depots are on the map.",
    "KS-12.5": "Your airship is at its top level.",
    "KS-13.4": "Your train is at its top level.",
    "KS-14.1": "Goods ship from a depot of your own.",
    "KS-14.2": "There are not so many cubes of that colour to ship, or not even one.",
    "KS-14.3": "Goods go to a city or another depot of your own.",
    "KS-14.4": "No destination is in reach of your train.",
    "KS-14.8": "Nobody has a depot on one of the links on the way.",
    "KS-15.3": "That is not a way to pay for any route you could use.",
    "KS-15.6": "Sale and cash together do not cover the payments.",
    "KS-15.7": "Your cash does not cover the payments for so many cubes.",
    "KS-17.1": "The city demands another colour.",
    "KS-17.3": "The city has not so much demand left.",
    "KS-18.1": "Name one of the six directions.",
    "KS-18.2": "There is no hex to stop on in that direction.",
    "KS-20.2": "Upkeep is settled now: give up cubes or pay.",
    "KS-20.3": "You cannot pay for all your cubes: give some up first.",
    "KS-20.4": "You have no such cube there.",
    "KS-22.1": "Final shipping: ship from your depots, or finish.",
    "KS-22.7": "In the end goods go to cities only.",
    "KS-24.1": "Choose one of the two characters of your colour.",
    "KS-24.11": "All seven steps go in one direction.",
    "KS-24.12": "Ship one cube, or decline.",
    "KS-24.16": "That needs one of your own cubes and the gift to convert it.",
    "KS-24.17": "Give up one of your own cubes, or decline.",
    "KS-24.18": "No new line can be laid.",
    "KS-24.20": "Cubes in your depots cost you nothing.",
    "KS-24.22": "Swap with a card that is still face down, or decline.",
    "KS-R50": "The supply has no cube of another colour.",
    "KS-R56": "One of the colours is chosen now.",
    "KS-R52": "A new line runs over plain hexes, each next to the one before.",
    "KS-R58": "There is nothing to change there.",
}


def explain_refusal(game: Airsteam, state: AirsteamState, who: int, action: Action, rule: str) -> str:
    if rule == "KS-3.4":
        actors = game.actors(state)
        names = ", ".join([seat_name(game, seat) for seat in actors if seat >= 0])
        return f"It is not your turn: {names} must act." if names else GENERAL_REASONS[rule]
    try:
        return _explain_refusal_with_names_and_numbers(game, state, who, action, rule) or GENERAL_REASONS[rule]
    except IndexError:
        return GENERAL_REASONS.get(rule, "There is no such thing.")


def _explain_refusal_with_names_and_numbers(
    game: Airsteam, state: AirsteamState, who: int, action: Action, rule: str
) -> str:
    step = state.step_stack[-1] if state.step_stack else None
    if rule == "KS-10.3":
        cost = format_money(compute_purchase_cost(game, state, who, action))
        return f"That costs {cost} and you have {format_money(state.cash[who])}."
    if isinstance(action, (actions.PlanNextCard, actions.LayCardInSlot)) and rule == "KS-5.4":
        laid = action.card in state.plan[who * SLOTS : (who + 1) * SLOTS]
        return f"Your {card_name(game, action.card)} is already in a slot." if laid else "All your slots are filled."
    if isinstance(action, actions.SealPlan) and rule == "KS-5.1":
        return "A plan is sealed when all four slots are filled."
    if (
        isinstance(action, (actions.LayCardInSlot, actions.TakeBackPlannedCard, actions.ExchangePlannedCards))
        and rule == "KS-5.1"
        and game.can_change_plans_and_upkeep
    ):
        return f"A plan has slots 1 to {SLOTS}."
    if rule == "KS-R58" or isinstance(action, (actions.KeepGivenUpCube, actions.ReopenUpkeep)):
        return _explain_plan_or_upkeep_change_refusal(game, state, who, action, rule)
    if isinstance(action, actions.FlyAirship) and rule in ("KS-7.5", "KS-7.8"):
        return _explain_flight_refusal(game, state, who, action, rule)
    if isinstance(action, actions.LoadOrUnload):
        return _explain_load_or_unload_refusal(game, state, who, action, rule)
    if isinstance(action, (actions.BuildDepot, actions.PlaceFreeDepot)) and rule in (
        "KS-11.1",
        "KS-11.2",
        "KS-2.10",
        "KS-2.11",
    ):
        return _explain_depot_building_refusal(game, state, action.hex)
    if isinstance(action, actions.ShipFromDepot):
        return _explain_shipment_refusal(game, state, who, action, rule)
    if isinstance(action, actions.ChooseShipDestination) and isinstance(step, ChooseShipDestinationStep):
        return _explain_destination_refusal(game, state, who, action.hex, step, rule)
    if (
        isinstance(action, actions.ChooseShippedCubeCount)
        and isinstance(step, ChooseShippedCountStep)
        and rule in ("KS-14.2", "KS-17.3", "KS-15.6", "KS-15.7")
    ):
        return f"You can ship from 1 to {step.most} there, not {action.count}."
    if isinstance(action, actions.PayUpkeep) and rule == "KS-20.3":
        due = format_money(compute_upkeep_due(game, state, who))
        cubes = format_count(count_cubes_to_give_up(game, state, who), "cube")
        return f"Your cubes cost {due} and you have {format_money(state.cash[who])}: give up {cubes} first."
    if (
        isinstance(action, actions.GiveUpCube)
        and rule in ("KS-20.4", "KS-24.16", "KS-24.17")
        and 0 <= action.good < GOODS
    ):
        return f"You have no {good_name(game, action.good)} there."
    if isinstance(action, actions.BeginRailLine) and rule == "KS-24.18" and min(action.first, action.last) >= 0:
        return _explain_new_line_refusal(game, state, who, action)
    return ""


def _explain_new_line_refusal(game: Airsteam, state: AirsteamState, who: int, action: actions.BeginRailLine) -> str:
    if not game.full or not game.can_lay_lines[state.character[who]]:
        return "Your character lays no new lines."
    ends = f"{city_name(game, action.first)} and {city_name(game, action.last)}"
    if find_layable_lines(game, state, who, action.last, action.first):
        return f"A line between {ends} is named from its other end: {city_name(game, action.last)} first."
    remedy = find_remedy(game, state, who, action, "KS-24.18")
    if remedy is not None:
        cost, cash = format_money(remedy.amount), format_money(state.cash[who])
        return f"The shortest new line between {ends} costs {cost} and you have {cash}."
    return f"No new line between {ends} can be laid."


def _explain_plan_or_upkeep_change_refusal(
    game: Airsteam, state: AirsteamState, who: int, action: Action, rule: str
) -> str:
    if isinstance(action, actions.KeepGivenUpCube) and rule == "KS-20.4":
        return "You have given up no such cube."
    if isinstance(action, actions.ReopenUpkeep) and rule == "KS-20.2":
        return "You have no upkeep to settle."
    if rule != "KS-R58":
        return ""
    if isinstance(action, actions.ReopenPlan) and state.planning >> who & 1:
        return "Your plan is not sealed."
    if isinstance(action, actions.ReopenUpkeep) and state.paying >> who & 1:
        return "You have not settled your upkeep."
    if not has_plan_or_upkeep_changes_left(game, state, who):
        return (
            f"You have changed your mind {format_count(game.max_changes, 'time')} in this round; more is not allowed."
        )
    if isinstance(action, actions.TakeBackPlannedCard):
        return f"Slot {action.slot + 1} is empty."
    return "There is nothing to exchange." if isinstance(action, actions.ExchangePlannedCards) else ""


def _explain_flight_refusal(
    game: Airsteam, state: AirsteamState, who: int, action: actions.FlyAirship, rule: str
) -> str:
    if rule == "KS-7.5":
        return f"{place_name(game, state, action.hex)} is a city, and an airship may not end its flight in one."
    card = get_card_in_current_slot(state, who)
    return f"Your {card_name(game, card)} does not end at {place_name(game, state, action.hex)}."


def _explain_load_or_unload_refusal(
    game: Airsteam, state: AirsteamState, who: int, action: actions.LoadOrUnload, rule: str
) -> str:
    if rule == "KS-9.5":
        remedy = find_remedy(game, state, who, action, rule)
        larger = f"; an airship of level {remedy.amount} takes them" if remedy else ""
        return f"Your hold takes {get_airship_capacity(game, state, who)} cubes, not {sum(action.hold)}{larger}."
    return ""


def _explain_depot_building_refusal(game: Airsteam, state: AirsteamState, hex_id: int) -> str:
    if hex_id < 0:
        return ""
    link = find_link_at(game, state, hex_id)
    if link == NOBODY:
        return f"There is no rail at {place_name(game, state, hex_id)}."
    depot = state.find_depot_at(hex_id)
    if depot != NOBODY:
        return f"{seat_name(game, state.depot_seat[depot])} has a depot at {place_name(game, state, hex_id)}."
    return f"Another player's first depot is on {link_name(game, state, link)}."


def _explain_shipment_refusal(
    game: Airsteam, state: AirsteamState, who: int, action: actions.ShipFromDepot, rule: str
) -> str:
    if action.depot < 0 or not 0 <= action.good < GOODS:
        return ""
    where = place_name(game, state, action.depot)
    if rule == "KS-14.1":
        return f"You have no depot at {where}."
    if rule == "KS-14.2":
        return f"Your depot at {where} has no {good_name(game, action.good)}."
    if rule not in ("KS-14.4", "KS-14.8", "KS-15.6"):
        return ""
    return _explain_shipment_obstacle(game, state, who, action, action.good)


def _explain_shipment_obstacle(
    game: Airsteam,
    state: AirsteamState,
    who: int,
    action: actions.ShipFromDepot | actions.ChooseShipDestination,
    good: int,
) -> str:
    """What is nearest missing for a shipment: a depot on the way, cash, a longer train, or a city."""
    obstacle = find_obstacle_to_shipping_action(game, state, who, action)
    if obstacle is None:
        links = format_count(get_train_link_limit(game, state, who), "link")
        return f"No route of {links} with a depot on each, that you can pay for, leads there."
    if obstacle.city == NOBODY:
        return f"No city takes {good_name(game, good)} now."
    takes = f"{city_name(game, obstacle.city)} takes {good_name(game, good)}"
    missing = join_with_and([link_name(game, state, link) for link in obstacle.missing_links])
    if obstacle.rule == "KS-15.6":
        cash = format_money(obstacle.cash)
        return (
            f"{takes}, but a cube needs {cash} for fees beyond its sale and you have {format_money(state.cash[who])}."
        )
    remedy = find_remedy(game, state, who, action, obstacle.rule)
    if obstacle.rule == "KS-14.8":
        return f"{takes}, but nobody has a depot on {missing}{': build one there' if remedy else ''}."
    reach = format_count(get_train_link_limit(game, state, who), "link")
    far = f"{takes} and is {obstacle.links} links away; your train goes {reach}"
    return f"{far}, a train of level {remedy.amount} would." if remedy else f"{far}, and none goes so far."


def _explain_destination_refusal(
    game: Airsteam, state: AirsteamState, who: int, hex_id: int, step: ChooseShipDestinationStep, rule: str
) -> str:
    if hex_id < 0:
        return ""
    name = place_name(game, state, hex_id)
    if rule == "KS-17.1":
        wants = good_name(game, state.city_good[game.maps[state.seats].city_at[hex_id]])
        return f"{name} wants {wants}, not {good_name(game, step.good)}."
    if rule == "KS-17.3":
        return f"{name} has no demand left."
    if rule in ("KS-14.4", "KS-14.8", "KS-15.6"):
        return _explain_shipment_obstacle(game, state, who, actions.ChooseShipDestination(hex_id), step.good)
    return f"{name} is neither a city nor another depot of yours." if rule == "KS-14.3" else ""


# Near at hand, but not now


def list_unavailable_actions(game: Airsteam, state: AirsteamState, seat: int) -> list[UnavailableAction]:
    step = state.step_stack[-1]
    if isinstance(step, TakeActionStep):
        return _list_unavailable_turn_actions(game, state, seat)
    if isinstance(step, FinalShipmentStep):
        return _list_unavailable_shipments(game, state, seat)
    if isinstance(step, PlanCardsStep):
        laid = state.plan[seat * SLOTS : (seat + 1) * SLOTS]
        if NOBODY not in laid:
            return []
        return [
            UnavailableAction(
                f"Plan {card_name(game, card)}", "KS-5.4", "Already in a slot.", {"card": game.card_ids[card]}
            )
            for card in laid
            if card != NOBODY
        ]
    if isinstance(step, MoveAirshipStep):
        return _list_unavailable_stops(game, state, seat)
    if isinstance(step, ChooseShipDestinationStep):
        return _list_unavailable_destination_cities(game, state, seat, step)
    if isinstance(step, UpkeepStep):
        return _list_unavailable_action_if_refused(game, state, seat, game.pay_upkeep, "Pay for all cubes")
    return []


def _list_unavailable_stops(game: Airsteam, state: AirsteamState, seat: int) -> list[UnavailableAction]:
    """Cities and partial hexes that the card would reach."""
    tables = game.maps[state.seats]
    here = game.names.hexes[state.airship[seat]]
    speed = game.card_speed[get_card_in_current_slot(state, seat)]
    found = []
    for hex_id, kind in enumerate(tables.hex_kinds):
        if kind in (CITY, PARTIAL) and compute_hex_distance(here, game.names.hexes[hex_id]) <= speed:
            refusal = game.why_not(state, seat, game.fly[hex_id])
            if refusal is not None:
                where: dict[str, Any] = {"hex": list(game.names.hexes[hex_id])}
                if kind == CITY:
                    where["city"] = game.names.cities[tables.city_at[hex_id]]
                found.append(
                    UnavailableAction(f"Stop at {place_name(game, state, hex_id)}", refusal.rule, refusal.text, where)
                )
    return found


def _list_unavailable_destination_cities(
    game: Airsteam, state: AirsteamState, seat: int, step: ChooseShipDestinationStep
) -> list[UnavailableAction]:
    """Cities that want the good and cannot be reached."""
    tables = game.maps[state.seats]
    found = []
    for city in tables.cities:
        if does_city_demand_good(state, city, step.good):
            refusal = game.why_not(state, seat, game.ship_to[tables.city_hex[city]])
            if refusal is not None:
                where = {"city": game.names.cities[city]}
                found.append(UnavailableAction(f"To {city_name(game, city)}", refusal.rule, refusal.text, where))
    return found


def _list_unavailable_turn_actions(game: Airsteam, state: AirsteamState, seat: int) -> list[UnavailableAction]:
    found = _list_unavailable_action_if_refused(
        game, state, seat, game.upgrade_airship, "Upgrade airship", {"upgrade": "airship"}
    )
    found += _list_unavailable_action_if_refused(
        game, state, seat, game.upgrade_train, "Upgrade train", {"upgrade": "train"}
    )
    found += _list_unavailable_shipments(game, state, seat)
    found += _list_unavailable_depot_builds(game, state, seat)
    if game.can_convert[state.character[seat]]:
        found += _list_unavailable_action_if_refused(game, state, seat, game.convert, "Convert a cube")
    if game.full and game.can_lay_lines[state.character[seat]]:
        found += _list_unavailable_line_laying(game, state, seat)
    return found


def _list_unavailable_line_laying(game: Airsteam, state: AirsteamState, seat: int) -> list[UnavailableAction]:
    """Why no new line can be laid at all: told of the cheapest one."""
    if list_lay_line_actions(game, state, seat):
        return []
    pairs = game.lay_line_actions[state.seats]
    costs = [cost for first, last in pairs if (cost := compute_min_cost_of_new_line(game, state, first, last))]
    if not costs or not state.depots_left[seat]:
        text = GENERAL_REASONS["KS-11.3"] if costs else GENERAL_REASONS["KS-24.18"]
        return [UnavailableAction("Lay a new line", "KS-11.3" if costs else "KS-24.18", text)]
    text = f"The cheapest costs {format_money(min(costs))} and you have {format_money(state.cash[seat])}."
    return [UnavailableAction("Lay a new line", "KS-24.18", text)]


def _list_unavailable_action_if_refused(
    game: Airsteam, state: AirsteamState, seat: int, action: Action, label: str, where: dict[str, Any] | None = None
) -> list[UnavailableAction]:
    refusal = game.why_not(state, seat, action)
    return [] if refusal is None else [UnavailableAction(label, refusal.rule, refusal.text, where or {})]


def _list_unavailable_shipments(game: Airsteam, state: AirsteamState, seat: int) -> list[UnavailableAction]:
    found = []
    for depot_hex, good, _count in list_cubes_in_depots(state, seat):
        refusal = game.why_not(state, seat, game.get_ship_action(depot_hex, good))
        if refusal is not None:
            where = {"hex": list(game.names.hexes[depot_hex]), "good": game.good_ids[good]}
            found.append(UnavailableAction(f"Ship {good_name(game, good)}", refusal.rule, refusal.text, where))
    return found


def _list_unavailable_depot_builds(game: Airsteam, state: AirsteamState, seat: int) -> list[UnavailableAction]:
    """Rail spaces that are too dear; one line for all when no depot can be built at all."""
    if not state.depots_left[seat]:
        return [UnavailableAction("Build a depot", "KS-11.3", GENERAL_REASONS["KS-11.3"])]
    tables = game.maps[state.seats]
    found = []
    for hex_id in (*tables.rail_hexes, *state.laid_hex):
        if state.find_depot_at(hex_id) == NOBODY:
            refusal = game.why_not(state, seat, game.build[hex_id])
            if refusal is not None:
                where = {"hex": list(game.names.hexes[hex_id])}
                found.append(
                    UnavailableAction(f"Build at {place_name(game, state, hex_id)}", refusal.rule, refusal.text, where)
                )
    if len(found) > 12 and all(item.rule == "KS-10.3" for item in found):
        cheapest = min(compute_depot_cost_on_link(game, state, seat, link) for link in tables.links)
        if cheapest > state.cash[seat]:
            text = f"The cheapest costs {format_money(cheapest)} and you have {format_money(state.cash[seat])}."
            return [UnavailableAction("Build a depot", "KS-10.3", text)]
    return found
