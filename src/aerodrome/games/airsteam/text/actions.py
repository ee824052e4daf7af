"""An answer in English: what it does, its group, detail and confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import Choice
from aerodrome.core.text import capitalize_first, format_count, join_with_and
from aerodrome.games.airsteam.model import actions
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    NO_NEXT_LEVEL,
    compute_depot_cost_on_link,
    compute_upkeep_due,
    find_link_at,
    find_own_depot_at,
    get_diamond_rating,
    list_give_up_cube_actions,
)
from aerodrome.games.airsteam.rules.routes import find_destinations_with_max_cubes, get_sale_price_per_cube
from aerodrome.games.airsteam.steps.characters import (
    ChooseCubeToConvertStep,
    LayNextTrackTileStep,
    PlaceDepotAndLayLineStep,
    SacrificeCubeForActionStep,
    SwapRevealedCardStep,
)
from aerodrome.games.airsteam.steps.end import FinalShipmentStep, find_shipping_occasion
from aerodrome.games.airsteam.steps.shipping import (
    ChooseFeeSplitStep,
    ChooseShipDestinationStep,
    ShipmentWithoutActionStep,
)
from aerodrome.games.airsteam.text.names import (
    card_name,
    city_name,
    describe_cargo,
    format_money,
    good_name,
    link_name,
    place_name,
    seat_name,
)
from aerodrome.games.airsteam.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def describe_action(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    if isinstance(action, actions.PlanNextCard):
        return f"Plan {card_name(game, action.card)}"
    if isinstance(action, actions.FlyAirship):
        return f"Fly to {place_name(game, state, action.hex)}"
    if isinstance(action, actions.LoadOrUnload):
        return _describe_load_or_unload(game, state, who, action)
    if isinstance(action, actions.BuildDepot):
        cost = compute_depot_cost_on_link(game, state, who, find_link_at(game, state, action.hex))
        return f"Build a depot on {place_name(game, state, action.hex)} for {format_money(cost)}"
    if isinstance(action, actions.PassForIncome):
        return f"Pass and collect {format_money(game.pass_income[state.character[who]])}"
    if isinstance(action, actions.UpgradeAirship):
        return f"Upgrade your airship to {_describe_next_level_and_cost(state.airship_level[who], game.airship_cost)}"
    if isinstance(action, actions.UpgradeTrain):
        return f"Upgrade your train to {_describe_next_level_and_cost(state.train_level[who], game.train_cost)}"
    if isinstance(action, actions.AdjustAirship):
        to = game.maps[state.seats].neighbour_by_direction[state.airship[who]][action.direction]
        return f"Route adjustment {game.direction_names[action.direction]} to {place_name(game, state, to)}"
    if isinstance(
        action,
        (actions.ShipFromDepot, actions.ChooseShipDestination, actions.ChooseShippedCubeCount, actions.ChooseFeeSplit),
    ):
        return _describe_shipping_action(game, state, action)
    if isinstance(action, actions.PayUpkeep):
        due = compute_upkeep_due(game, state, who)
        return f"Pay {format_money(due)} upkeep" if due else "Settle: nothing is left to pay for"
    if isinstance(action, actions.GiveUpCube):
        step = state.step_stack[-1] if state.step_stack else None
        verb = "Convert" if isinstance(step, ChooseCubeToConvertStep) else "Give up"
        return f"{verb} 1 {good_name(game, action.good)} from {_describe_own_cube_place(game, state, action.depot)}"
    return _describe_plan_or_upkeep_change(game, state, who, action) or _describe_setup_or_character_action(
        game, state, who, action
    )


def _describe_plan_or_upkeep_change(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    """What only changes a plan or upkeep while others still choose (KS-R58)."""
    if isinstance(action, actions.SealPlan):
        return "Seal your plan"
    if isinstance(action, actions.ReopenPlan):
        return "Open your plan again"
    if isinstance(action, actions.LayCardInSlot):
        return f"Plan {card_name(game, action.card)} in slot {action.slot + 1}"
    if isinstance(action, actions.TakeBackPlannedCard):
        return f"Take {_describe_card_in_slot(game, state, who, action.slot)} back"
    if isinstance(action, actions.ExchangePlannedCards):
        if _find_planned_card(state, who, action.other) == NOBODY:
            return f"Move {_describe_card_in_slot(game, state, who, action.slot)} to slot {action.other + 1}"
        if _find_planned_card(state, who, action.slot) == NOBODY:
            return f"Move {_describe_card_in_slot(game, state, who, action.other)} to slot {action.slot + 1}"
        first, second = (_describe_card_in_slot(game, state, who, slot) for slot in (action.slot, action.other))
        return f"Exchange {first} and {second}"
    if isinstance(action, actions.GiveUpCubes):
        return _describe_giving_up_cubes(game, state, who, action)
    if isinstance(action, actions.KeepGivenUpCube):
        return f"Keep 1 {good_name(game, action.good)} in {_describe_own_cube_place(game, state, action.depot)}"
    if isinstance(action, actions.ReopenUpkeep):
        return "Settle your upkeep again"
    return ""


def _describe_giving_up_cubes(game: Airsteam, state: AirsteamState, who: int, action: actions.GiveUpCubes) -> str:
    kinds = [kind for kind in list_give_up_cube_actions(game, state, who) if isinstance(kind, actions.GiveUpCube)]
    parts = [
        f"{count} {good_name(game, kind.good)} from {_describe_own_cube_place(game, state, kind.depot)}"
        for kind, count in zip(kinds, action.counts, strict=False)
        if count > 0
    ]
    return f"Give up {join_with_and(parts) or 'nothing'}"


def _describe_declining_offer(state: AirsteamState) -> str:
    step = state.step_stack[-1] if state.step_stack else None
    if isinstance(step, ShipmentWithoutActionStep):
        return "Ship nothing before your action"
    if isinstance(step, SwapRevealedCardStep):
        return "Keep your card"
    return "Keep your cubes, take no further action" if isinstance(step, SacrificeCubeForActionStep) else "No"


def _find_planned_card(state: AirsteamState, seat: int, slot: int) -> int:
    return state.plan[seat * SLOTS + slot] if 0 <= slot < SLOTS else NOBODY


def _describe_card_in_slot(game: Airsteam, state: AirsteamState, seat: int, slot: int) -> str:
    card = _find_planned_card(state, seat, slot)
    return f"slot {slot + 1}" if card == NOBODY else f"{card_name(game, card)} (slot {slot + 1})"


def _describe_setup_or_character_action(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    if isinstance(action, actions.DealColour):
        return f"Deal {game.edition.team[action.colour].colour}"
    if isinstance(action, actions.ChooseColour):
        return f"Choose {game.edition.team[action.colour].colour}: {game.edition.team[action.colour].name}"
    if isinstance(action, actions.DrawStartPlayer):
        return f"{seat_name(game, action.seat)} starts"
    if isinstance(action, actions.DrawDemandTile):
        return f"Draw a {good_name(game, action.good)} tile"
    if isinstance(action, actions.ChooseCharacter):
        return f"Choose {game.characters[action.character].name}"
    if isinstance(action, actions.PlaceFreeDepot):
        where = (
            _describe_place_on_line_being_laid(game, state, action.hex) or f"on {place_name(game, state, action.hex)}"
        )
        return f"Place a depot {where}"
    if isinstance(action, actions.SwapRevealedCard):
        i = who * SLOTS + action.slot
        return f"Swap with card {action.slot + 1}" + (
            f" ({card_name(game, state.plan[i])})" if 0 <= i < len(state.plan) else ""
        )
    if isinstance(action, actions.ConvertCube):
        return "Convert one of your cubes"
    if isinstance(action, actions.ConvertIntoGood):
        return f"Turn it into {good_name(game, action.good)}"
    if isinstance(action, actions.BeginRailLine):
        return f"Lay a line from {city_name(game, action.first)} to {city_name(game, action.last)}"
    if isinstance(action, actions.LayTrackTile):
        return f"Lay track at {place_name(game, state, action.hex)}"
    if isinstance(action, actions.DeclineOffer):
        return _describe_declining_offer(state)
    if isinstance(action, actions.FinishShippingOrTrack):
        return (
            "The line is complete"
            if state.step_stack and isinstance(state.step_stack[-1], LayNextTrackTileStep)
            else "Ship no more"
        )
    raise TypeError(action)


def _describe_place_on_line_being_laid(game: Airsteam, state: AirsteamState, hex_id: int) -> str:
    """Where on the line that is being laid."""
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, PlaceDepotAndLayLineStep) or hex_id not in step.path:
        return ""
    return f"on space {step.path.index(hex_id) + 1} of the line, counted from {city_name(game, step.first)}"


def _describe_load_or_unload(game: Airsteam, state: AirsteamState, who: int, action: actions.LoadOrUnload) -> str:
    before = state.hold[who * GOODS : (who + 1) * GOODS]
    change = [after - was for after, was in zip(action.hold, before, strict=True)]
    took = describe_cargo(game, [max(0, n) for n in change])
    left = describe_cargo(game, [max(0, -n) for n in change])
    if took == "nothing" and left == "nothing":
        return f"Leave the hold as it is ({describe_cargo(game, before)})" if any(before) else "Leave the hold empty"
    parts = [] if took == "nothing" else [f"load {took}"]
    if left != "nothing":
        parts.append(f"unload {left}")
    return capitalize_first(" and ".join(parts))


def _describe_next_level_and_cost(level: int, costs: list[int]) -> str:
    return "the next level" if costs[level] >= NO_NEXT_LEVEL else f"level {level + 1} for {format_money(costs[level])}"


def _describe_own_cube_place(game: Airsteam, state: AirsteamState, cube_place: int) -> str:
    return "your hold" if cube_place == NOBODY else f"your depot at {place_name(game, state, cube_place)}"


def _describe_shipping_action(game: Airsteam, state: AirsteamState, action: Action) -> str:
    if isinstance(action, actions.ShipFromDepot):
        return f"Ship {good_name(game, action.good)} from {place_name(game, state, action.depot)}"
    if isinstance(action, actions.ChooseShipDestination):
        return f"To {place_name(game, state, action.hex)}"
    if isinstance(action, actions.ChooseShippedCubeCount):
        return f"Ship {action.count}"
    assert isinstance(action, actions.ChooseFeeSplit)
    payees = [f"{seat_name(game, seat)} for {format_count(n, 'link')}" for seat, n in enumerate(action.links) if n]
    return f"Pay {', '.join(payees)}" if payees else "Pay nobody"


def build_choice(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> Choice:
    return Choice(
        action=game.dump(action),
        label=describe_action(game, state, seat, action),
        group=_name_choice_group(action),
        detail=_describe_choice_detail(game, state, seat, action),
        where=find_board_target(game, state, seat, action),
        confirm=_get_confirmation_question(game, state, seat, action),
        piece=good_name(game, action.good) if isinstance(action, actions.ShipFromDepot) else "",
        place=_name_place_of_action(game, state, seat, action),
        reopens=isinstance(action, (actions.ReopenPlan, actions.ReopenUpkeep)),
    )


def _name_place_of_action(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    """Where: the third step of a choice."""
    if isinstance(action, (actions.FlyAirship, actions.BuildDepot, actions.ChooseShipDestination)):
        return capitalize_first(place_name(game, state, action.hex))
    if isinstance(action, actions.PlaceFreeDepot) and not isinstance(state.step_stack[-1], PlaceDepotAndLayLineStep):
        return capitalize_first(place_name(game, state, action.hex))
    if isinstance(action, actions.ShipFromDepot):
        return capitalize_first(place_name(game, state, action.depot))
    if isinstance(action, actions.AdjustAirship):
        to = game.maps[state.seats].neighbour_by_direction[state.airship[seat]][action.direction]
        return capitalize_first(place_name(game, state, to))
    return ""


def list_out_of_turn_choices(game: Airsteam, state: AirsteamState, seat: int) -> list[Choice]:
    """A sealed plan, or settled upkeep, can be opened while others still choose (KS-R58)."""
    return [
        build_choice(game, state, seat, action)
        for action in (game.open_plan, game.open_upkeep)
        if not game.violated_rule(state, seat, action)
    ]


def _name_choice_group(action: Action) -> str:
    if isinstance(action, actions.BuildDepot):
        return "Build a depot"
    if isinstance(action, (actions.UpgradeAirship, actions.UpgradeTrain)):
        return "Upgrade"
    if isinstance(action, actions.ShipFromDepot):
        return "Ship"
    if isinstance(action, actions.AdjustAirship):
        return "Route adjustment"
    if isinstance(action, actions.BeginRailLine):
        return "Lay a line"
    if isinstance(action, actions.GiveUpCube):
        return "Give up a cube"
    return ""


def _describe_team(game: Airsteam, colour: int) -> str:
    """What comes with a colour (KS-2.15)."""
    team = game.edition.team[colour]
    people = " or ".join([person.name for person in team.character])
    card = game.card_ids[game.standard_cards + colour].replace("*", "◆")
    return f"order number {team.order}; {people}; card {card}: {team.special_card.text}"


def _describe_choice_detail(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    if isinstance(action, (actions.PlanNextCard, actions.LayCardInSlot)):
        return _describe_card_order_and_diamonds(game, action.card)
    if isinstance(action, actions.ReopenPlan):
        cards = [card_name(game, card) for card in state.plan[seat * SLOTS : (seat + 1) * SLOTS] if card != NOBODY]
        return f"you have sealed {', '.join(cards)}"
    if isinstance(action, actions.ReopenUpkeep):
        given = state.cubes_given_up[::3].count(seat)
        return (
            f"you pay {format_money(compute_upkeep_due(game, state, seat))} and give up {format_count(given, 'cube')}"
        )
    if isinstance(action, actions.SealPlan):
        return "cards are revealed when all have sealed theirs"
    if isinstance(action, actions.ChooseColour):
        return _describe_team(game, action.colour)
    if isinstance(action, actions.ChooseCharacter):
        return game.characters[action.character].text
    if isinstance(action, actions.FlyAirship):
        return _describe_cubes_at_stop(game, state, seat, action.hex)
    if isinstance(action, actions.AdjustAirship):
        to = game.maps[state.seats].neighbour_by_direction[state.airship[seat]][action.direction]
        return _describe_cubes_at_stop(game, state, seat, to)
    if isinstance(action, (actions.UpgradeAirship, actions.UpgradeTrain)):
        return describe_upgrade_effect(game, state, seat, action)
    if isinstance(action, actions.ShipFromDepot):
        return _describe_cubes_cities_and_price(game, state, seat, action)
    if isinstance(action, actions.ChooseShipDestination):
        step = state.step_stack[-1]
        city = game.maps[state.seats].city_at[action.hex]
        if isinstance(step, ChooseShipDestinationStep) and city != NOBODY:
            price = format_money(get_sale_price_per_cube(game, state, step.good, step.occasion))
            return f"{price} a cube, demand left {state.city_left[city]}"
        return "your depot: no money yet"
    if isinstance(action, actions.ChooseFeeSplit):
        step = state.step_stack[-1]
        count = step.count if isinstance(step, ChooseFeeSplitStep) else 1
        return f"{format_money(sum(action.links) * game.fee_per_link * count)} in all"
    if isinstance(action, actions.BeginRailLine):
        tiles = format_count(state.track_tiles_left, "track tile")
        return f"{format_money(game.line_cost)} a space, one depot included, {tiles} left"
    return ""


def _describe_cubes_at_stop(game: Airsteam, state: AirsteamState, seat: int, hex_id: int) -> str:
    factory = game.maps[state.seats].factory_at[hex_id]
    if factory != NOBODY:
        return f"{describe_cargo(game, state.factory_cubes[factory * GOODS : (factory + 1) * GOODS])} to load"
    depot = find_own_depot_at(state, seat, hex_id)
    if depot == NOBODY:
        return ""
    return f"your depot: {describe_cargo(game, state.depot_cubes[depot * GOODS : (depot + 1) * GOODS])} there"


def _describe_card_order_and_diamonds(game: Airsteam, card: int) -> str:
    letter = "ABCDEFG"[game.card_letter[card]]
    diamonds = game.card_diamonds[card]
    text = f"order {letter}, {format_count(diamonds, 'diamond') if diamonds else 'no diamonds'}"
    if card >= game.standard_cards:
        return f"{text}. {game.edition.team[card - game.standard_cards].special_card.text}"
    return text


def _describe_cubes_cities_and_price(
    game: Airsteam, state: AirsteamState, seat: int, action: actions.ShipFromDepot
) -> str:
    occasion = find_shipping_occasion(state)
    here = state.depot_cubes[state.find_depot_at(action.depot) * GOODS + action.good]
    places = find_destinations_with_max_cubes(game, state, seat, action.depot, action.good, occasion)
    tables = game.maps[state.seats]
    cities = [city_name(game, tables.city_at[to]) for to, most in places if tables.city_at[to] != NOBODY]
    if not cities:
        return f"{here} there; to your depots only"
    price = format_money(get_sale_price_per_cube(game, state, action.good, occasion))
    return f"{here} there; {', '.join(cities)} at {price} a cube"


def _get_confirmation_question(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    if isinstance(action, actions.FinishShippingOrTrack) and isinstance(state.step_stack[-1], FinalShipmentStep):
        return "Ship nothing more? Cubes left over are worth nothing."
    if isinstance(action, actions.BuildDepot):
        link = find_link_at(game, state, action.hex)
        cost = format_money(compute_depot_cost_on_link(game, state, seat, link))
        if state.link_depots[link] > 1:
            return f"Pay {cost}? {link_name(game, state, link)} has {state.link_depots[link]} depots already."
    if isinstance(action, (actions.PlanNextCard, actions.LayCardInSlot)):
        base = seat * SLOTS
        replaced = _find_planned_card(state, seat, action.slot) if isinstance(action, actions.LayCardInSlot) else NOBODY
        laid = [card for card in state.plan[base : base + SLOTS] if card not in (NOBODY, replaced)]
        total = sum(game.card_diamonds[card] for card in [*laid, action.card])
        if game.card_diamonds[action.card] and total > get_diamond_rating(game, state, seat):
            limit = get_diamond_rating(game, state, seat)
            return f"That is {total} diamonds; you have {limit}. Without an upgrade a card will fail."
    return ""


def describe_upgrade_effect(
    game: Airsteam, state: AirsteamState, seat: int, action: actions.UpgradeAirship | actions.UpgradeTrain
) -> str:
    """What the next level can do."""
    if isinstance(action, actions.UpgradeTrain):
        return format_count(game.links_by_level[state.train_level[seat] + 1], "link")
    row = game.edition.airship_level[state.airship_level[seat]]
    return f"capacity {row.capacity + game.capacity_bonus[state.character[seat]]}, {row.diamonds} diamonds"
