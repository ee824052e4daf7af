"""The questions and answers in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import Choice, CountsForm, Form, Item, Slot, SlotsForm, StandingOrder
from aerodrome.games.airsteam.model.actions import (
    Adjust,
    Become,
    Build,
    ChooseCharacter,
    Convert,
    DealColour,
    Decline,
    DrawDemand,
    DrawStartPlayer,
    Finish,
    Fly,
    GiveUp,
    LayLine,
    Load,
    Pass,
    PayUpkeep,
    PlaceDepot,
    PlanCard,
    Ship,
    ShipCount,
    ShipPay,
    ShipTo,
    SwapCard,
    Track,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.loading import count_loadable_cubes
from aerodrome.games.airsteam.rules.queries import (
    airship_capacity,
    current_card,
    depot_cost_on_link,
    diamond_rating,
    find_link_at,
    find_own_depot,
    train_link_limit,
    upkeep_due,
)
from aerodrome.games.airsteam.rules.routes import SHIP_BY_ACTION, SHIP_FINAL, find_destinations, sale_price
from aerodrome.games.airsteam.steps.full_game import (
    ConvertCubeStep,
    ConvertIntoGoodStep,
    LayTrackStep,
    PlaceLineDepotStep,
    SacrificeCubeStep,
    SwapCardStep,
)
from aerodrome.games.airsteam.steps.planning import DrawDemandStep, PlanCardsStep
from aerodrome.games.airsteam.steps.setup import (
    ChooseCharactersStep,
    DealColourStep,
    DrawStartPlayerStep,
    PlaceStartDepotStep,
)
from aerodrome.games.airsteam.steps.shipping import (
    FreeShipmentStep,
    ShipCountStep,
    ShipDestinationStep,
    ShipPaymentStep,
)
from aerodrome.games.airsteam.steps.turn import NO_NEXT_LEVEL, LoadCargoStep, MoveAirshipStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import FinalShipmentStep, UpkeepStep
from aerodrome.games.airsteam.text.names import (
    card_name,
    city_name,
    describe_cargo,
    format_money,
    good_name,
    link_name,
    place_name,
    pluralize,
    seat_name,
)
from aerodrome.games.airsteam.text.targets import find_board_target, shipping_part_of_step

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

PAY_UPKEEP = "upkeep"
NEVER_SWAP = "no swap"
NEVER_SACRIFICE = "no sacrifice"


def phase(state: AirsteamState) -> str:
    if not state.step_stack:
        return "Over"
    step = state.step_stack[-1]
    if isinstance(step, (DealColourStep, ChooseCharactersStep, DrawStartPlayerStep)):
        return "Set-up"
    if isinstance(step, PlaceStartDepotStep):
        return "Set-up · Starting depots"
    if isinstance(step, FinalShipmentStep) or getattr(step, "part", SHIP_BY_ACTION) == SHIP_FINAL:
        return "Final shipping"
    if isinstance(step, DrawDemandStep):
        part = "Market Adjusts"
    elif isinstance(step, PlanCardsStep):
        part = "Plan Airship Movement"
    elif isinstance(step, UpkeepStep):
        part = "Upkeep"
    else:
        part = f"Movement and Actions, step {state.slot + 1} of {SLOTS}"
    return f"Round {state.round} · {part}"


# The question


def prompt(game: Airsteam, state: AirsteamState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, ChooseCharactersStep):
        return "Choose your character"
    if isinstance(step, PlaceStartDepotStep):
        return "Place one more depot, free" if step.extra else "Place your starting depot; your airship starts there"
    if isinstance(step, PlanCardsStep):
        return _prompt_plan(game, state, seat)
    if isinstance(step, SwapCardStep):
        card = card_name(game, current_card(state, seat))
        return f"Swap your {card} for one of your cards still face down?"
    if isinstance(step, MoveAirshipStep):
        return f"Fly: your card is {_describe_card(game, current_card(state, seat))}"
    if isinstance(step, LoadCargoStep):
        return f"Load and unload: what is in your hold afterwards? It takes {airship_capacity(game, state, seat)}"
    if isinstance(step, TakeActionStep):
        error = "Movement error: no flight this time. " if state.errors >> seat & 1 else ""
        return f"{error}Take one action — you have {format_money(state.cash[seat])}"
    if isinstance(step, UpkeepStep):
        due = upkeep_due(game, state, seat)
        return f"Upkeep: pay {format_money(due)} for your cubes, or give up some first — you have {format_money(state.cash[seat])}"
    return _prompt_inside_action(game, state, seat)


def _prompt_inside_action(game: Airsteam, state: AirsteamState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, ShipDestinationStep):
        links = pluralize(train_link_limit(game, state, seat), "link")
        return f"Ship {good_name(game, step.good)} from {place_name(game, state, step.depot)}: where to? Up to {links}"
    if isinstance(step, ShipCountStep):
        return f"How many {good_name(game, step.good)} to {place_name(game, state, step.to)}?"
    if isinstance(step, ShipPaymentStep):
        return f"Whom do you pay for the way to {place_name(game, state, step.to)}?"
    if isinstance(step, FreeShipmentStep):
        return "Your card lets you ship one cube before your action"
    if isinstance(step, ConvertCubeStep):
        return "Which of your cubes do you convert?"
    if isinstance(step, ConvertIntoGoodStep):
        return f"What does the {good_name(game, step.good)} become?"
    if isinstance(step, LayTrackStep):
        ends = f"{city_name(game, step.first)} to {city_name(game, step.last)}"
        return f"New line from {ends}: lay space {len(step.path) + 1}"
    if isinstance(step, PlaceLineDepotStep):
        return "Where on the new line does your depot stand?"
    if isinstance(step, SacrificeCubeStep):
        return "Give up one cube for one more action?"
    if isinstance(step, FinalShipmentStep):
        return f"Final shipping: {format_money(game.final_price)} a cube, demand is not used up"
    return ""


def _prompt_plan(game: Airsteam, state: AirsteamState, seat: int) -> str:
    laid = [card for card in state.plan[seat * SLOTS : (seat + 1) * SLOTS] if card != NOBODY]
    used = sum(game.card_diamonds[card] for card in laid)
    limit = diamond_rating(game, state, seat)
    left = f"{limit - used} of {limit} diamonds left" if used <= limit else f"{used - limit} diamonds over your {limit}"
    return f"Plan card {len(laid) + 1} of {SLOTS} — {left}"


def _describe_card(game: Airsteam, card: int) -> str:
    speeds, straight = game.flight_kinds[card]
    how = " or ".join([str(speed) for speed in speeds])
    return f"{card_name(game, card)}, {how} in one direction" if straight else f"{card_name(game, card)}, speed {how}"


# An answer


def describe_action(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    if isinstance(action, PlanCard):
        return f"Plan {card_name(game, action.card)}"
    if isinstance(action, Fly):
        return f"Fly to {place_name(game, state, action.hex)}"
    if isinstance(action, Load):
        return _describe_load(game, state, who, action)
    if isinstance(action, Build):
        cost = depot_cost_on_link(game, state, who, find_link_at(game, state, action.hex))
        return f"Build a depot at {place_name(game, state, action.hex)} for {format_money(cost)}"
    if isinstance(action, Pass):
        return f"Pass and collect {format_money(game.pass_income[state.character[who]])}"
    if isinstance(action, UpgradeAirship):
        return f"Upgrade your airship to {_describe_next_level(state.airship_level[who], game.airship_cost)}"
    if isinstance(action, UpgradeTrain):
        return f"Upgrade your train to {_describe_next_level(state.train_level[who], game.train_cost)}"
    if isinstance(action, Adjust):
        to = game.maps[state.seats].neighbour_by_direction[state.airship[who]][action.direction]
        return f"Route adjustment {game.direction_names[action.direction]} to {place_name(game, state, to)}"
    if isinstance(action, (Ship, ShipTo, ShipCount, ShipPay)):
        return _describe_shipment(game, state, action)
    if isinstance(action, PayUpkeep):
        return f"Pay {format_money(upkeep_due(game, state, who))} upkeep"
    if isinstance(action, GiveUp):
        return f"Give up 1 {good_name(game, action.good)} from {_describe_cube_place(game, state, action.depot)}"
    return _describe_rare_action(game, state, who, action)


def _describe_rare_action(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    if isinstance(action, DealColour):
        return f"Deal {game.edition.team[action.colour].colour}"
    if isinstance(action, DrawStartPlayer):
        return f"{seat_name(game, action.seat)} starts"
    if isinstance(action, DrawDemand):
        return f"Draw a {good_name(game, action.good)} tile"
    if isinstance(action, ChooseCharacter):
        return f"Choose {game.characters[action.character].name}"
    if isinstance(action, PlaceDepot):
        return f"Place a depot {_describe_space_on_line(game, state, action.hex) or f'at {place_name(game, state, action.hex)}'}"
    if isinstance(action, SwapCard):
        i = who * SLOTS + action.slot
        return f"Swap with card {action.slot + 1}" + (
            f" ({card_name(game, state.plan[i])})" if 0 <= i < len(state.plan) else ""
        )
    if isinstance(action, Convert):
        return "Convert one of your cubes"
    if isinstance(action, Become):
        return f"Turn it into {good_name(game, action.good)}"
    if isinstance(action, LayLine):
        return f"Lay a line from {city_name(game, action.first)} to {city_name(game, action.last)}"
    if isinstance(action, Track):
        return f"Lay track at {place_name(game, state, action.hex)}"
    if isinstance(action, Decline):
        return "No"
    if isinstance(action, Finish):
        return (
            "The line is complete"
            if state.step_stack and isinstance(state.step_stack[-1], LayTrackStep)
            else "Ship no more"
        )
    raise TypeError(action)


def _describe_space_on_line(game: Airsteam, state: AirsteamState, at: int) -> str:
    """Where on the line that is being laid."""
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, PlaceLineDepotStep) or at not in step.path:
        return ""
    return f"on space {step.path.index(at) + 1} of the line, counted from {city_name(game, step.first)}"


def _describe_load(game: Airsteam, state: AirsteamState, who: int, action: Load) -> str:
    before = state.hold[who * GOODS : (who + 1) * GOODS]
    change = [after - was for after, was in zip(action.hold, before, strict=True)]
    took = describe_cargo(game, [max(0, n) for n in change])
    left = describe_cargo(game, [max(0, -n) for n in change])
    if took == "nothing" and left == "nothing":
        return f"Leave the hold as it is ({describe_cargo(game, before)})"
    parts = [] if took == "nothing" else [f"load {took}"]
    if left != "nothing":
        parts.append(f"unload {left}")
    text = " and ".join(parts)
    return text[0].upper() + text[1:]


def _describe_next_level(level: int, costs: list[int]) -> str:
    return "the next level" if costs[level] >= NO_NEXT_LEVEL else f"level {level + 1} for {format_money(costs[level])}"


def _describe_cube_place(game: Airsteam, state: AirsteamState, depot: int) -> str:
    return "your hold" if depot == NOBODY else f"your depot at {place_name(game, state, depot)}"


def _describe_shipment(game: Airsteam, state: AirsteamState, action: Action) -> str:
    if isinstance(action, Ship):
        return f"Ship {good_name(game, action.good)} from {place_name(game, state, action.depot)}"
    if isinstance(action, ShipTo):
        return f"To {place_name(game, state, action.hex)}"
    if isinstance(action, ShipCount):
        return f"Ship {action.count}"
    assert isinstance(action, ShipPay)
    payees = [f"{seat_name(game, seat)} for {pluralize(n, 'link')}" for seat, n in enumerate(action.links) if n]
    return f"Pay {', '.join(payees)}" if payees else "Pay nobody"


# A choice to click


def choice(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> Choice:
    return Choice(
        action=game.dump(action),
        label=describe_action(game, state, seat, action),
        group=_group_of_action(action),
        detail=_describe_detail(game, state, seat, action),
        where=find_board_target(game, state, seat, action),
        confirm=_confirmation_question(game, state, seat, action),
    )


def _group_of_action(action: Action) -> str:
    if isinstance(action, Build):
        return "Build a depot"
    if isinstance(action, (UpgradeAirship, UpgradeTrain)):
        return "Upgrade"
    if isinstance(action, Ship):
        return "Ship"
    if isinstance(action, Adjust):
        return "Route adjustment"
    if isinstance(action, LayLine):
        return "Lay a line"
    if isinstance(action, GiveUp):
        return "Give up a cube"
    return ""


def _describe_detail(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    if isinstance(action, PlanCard):
        return _describe_card_detail(game, action.card)
    if isinstance(action, ChooseCharacter):
        return game.characters[action.character].text
    if isinstance(action, Fly):
        return _describe_cargo_at(game, state, seat, action.hex)
    if isinstance(action, Adjust):
        to = game.maps[state.seats].neighbour_by_direction[state.airship[seat]][action.direction]
        return _describe_cargo_at(game, state, seat, to)
    if isinstance(action, UpgradeAirship):
        row = game.edition.airship_level[state.airship_level[seat]]
        return f"capacity {row.capacity + game.capacity_bonus[state.character[seat]]}, {row.diamonds} diamonds"
    if isinstance(action, UpgradeTrain):
        return pluralize(game.links_by_level[state.train_level[seat] + 1], "link")
    if isinstance(action, Ship):
        return _describe_ship_detail(game, state, seat, action)
    if isinstance(action, ShipTo):
        step = state.step_stack[-1]
        city = game.maps[state.seats].city_at[action.hex]
        if isinstance(step, ShipDestinationStep) and city != NOBODY:
            return f"{format_money(sale_price(game, state, step.good, step.part))} a cube, demand left {state.city_left[city]}"
        return "your depot: no money yet"
    if isinstance(action, ShipPay):
        step = state.step_stack[-1]
        count = step.count if isinstance(step, ShipPaymentStep) else 1
        return f"{format_money(sum(action.links) * game.fee_per_link * count)} in all"
    if isinstance(action, LayLine):
        return f"{format_money(game.line_cost)} a space, one depot included, {pluralize(state.track_tiles_left, 'track tile')} left"
    return ""


def _describe_cargo_at(game: Airsteam, state: AirsteamState, seat: int, at: int) -> str:
    factory = game.maps[state.seats].factory_at[at]
    if factory != NOBODY:
        return f"{describe_cargo(game, state.factory_cubes[factory * GOODS : (factory + 1) * GOODS])} to load"
    depot = find_own_depot(state, seat, at)
    if depot == NOBODY:
        return ""
    return f"your depot: {describe_cargo(game, state.depot_cubes[depot * GOODS : (depot + 1) * GOODS])} there"


def _describe_card_detail(game: Airsteam, card: int) -> str:
    letter = "ABCDEFG"[game.card_letter[card]]
    text = f"order {letter}, {pluralize(game.card_diamonds[card], 'diamond')}"
    if card >= game.standard_cards:
        return f"{text}. {game.edition.team[card - game.standard_cards].special_card.text}"
    return text


def _describe_ship_detail(game: Airsteam, state: AirsteamState, seat: int, action: Ship) -> str:
    part = shipping_part_of_step(state)
    here = state.depot_cubes[state.depot_on(action.depot) * GOODS + action.good]
    places = find_destinations(game, state, seat, action.depot, action.good, part)
    tables = game.maps[state.seats]
    cities = [city_name(game, tables.city_at[to]) for to, most in places if tables.city_at[to] != NOBODY]
    if not cities:
        return f"{here} there; to your depots only"
    return f"{here} there; {', '.join(cities)} at {format_money(sale_price(game, state, action.good, part))} a cube"


def _confirmation_question(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    if isinstance(action, Finish) and isinstance(state.step_stack[-1], FinalShipmentStep):
        return "Ship nothing more? Cubes left over are worth nothing."
    if isinstance(action, Build):
        link = find_link_at(game, state, action.hex)
        cost = depot_cost_on_link(game, state, seat, link)
        if state.link_depots[link] > 1:
            return f"Pay {format_money(cost)}? {link_name(game, state, link)} has {state.link_depots[link]} depots already."
    if isinstance(action, PlanCard):
        base = seat * SLOTS
        laid = [card for card in state.plan[base : base + SLOTS] if card != NOBODY]
        total = sum(game.card_diamonds[card] for card in [*laid, action.card])
        if game.card_diamonds[action.card] and total > diamond_rating(game, state, seat):
            limit = diamond_rating(game, state, seat)
            return f"That is {total} diamonds; you have {limit}. Without an upgrade a card will fail."
    return ""


# Forms and standing orders


def forms(game: Airsteam, state: AirsteamState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    if isinstance(step, PlanCardsStep):
        return [_build_plan_form(game, state, seat)]
    if isinstance(step, LoadCargoStep):
        return [_build_load_form(game, state, seat)]
    if isinstance(step, ShipPaymentStep):
        return [_build_payment_form(game, state, step)]
    return []


def _build_plan_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    cards = state.plan[seat * SLOTS : (seat + 1) * SLOTS]
    following = cards.index(NOBODY)
    slots = [
        Slot(str(slot + 1), None if card == NOBODY else card_name(game, card), slot == following)
        for slot, card in enumerate(cards)
    ]
    return SlotsForm("Your plan", slots, detail=f"Diamond rating {diamond_rating(game, state, seat)}")


def _build_load_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    items = [
        Item(game.good_ids[good], good_name(game, good), max=hold[good] + count_loadable_cubes(game, state, seat, good))
        for good in range(GOODS)
    ]
    room = airship_capacity(game, state, seat)
    return CountsForm(
        "In your hold afterwards",
        {"type": "load"},
        "hold",
        items,
        total_max=room,
        start=hold,
        detail=f"Room for {room}",
    )


def _build_payment_form(game: Airsteam, state: AirsteamState, step: ShipPaymentStep) -> Form:
    most = train_link_limit(game, state, step.seat) - 1
    items = [
        Item(seat, seat_name(game, seat), "links paid for", {"seat": seat}, max=0 if seat == step.seat else most)
        for seat in range(state.seats)
    ]
    return CountsForm(
        "Another way to pay", {"type": "ship_pay"}, "links", items, total_max=most, start=[0] * state.seats
    )


def standing_orders(game: Airsteam, state: AirsteamState, seat: int) -> list[StandingOrder]:
    found = [StandingOrder(PAY_UPKEEP, "Pay upkeep for all my cubes whenever I can")]
    if game.can_swap_cards[state.character[seat]]:
        found.append(StandingOrder(NEVER_SWAP, "Never swap a planned card"))
    if game.has_extra_action[state.character[seat]]:
        found.append(StandingOrder(NEVER_SACRIFICE, "Never give up a cube for one more action"))
    return found


def standing_order_action(game: Airsteam, state: AirsteamState, seat: int, orders: frozenset[str]) -> Action | None:
    if not state.step_stack:
        return None
    step = state.step_stack[-1]
    if isinstance(step, UpkeepStep) and PAY_UPKEEP in orders and state.paying >> seat & 1:
        return game.pay_upkeep if upkeep_due(game, state, seat) <= state.cash[seat] else None
    if isinstance(step, SwapCardStep) and NEVER_SWAP in orders and step.seat == seat:
        return game.decline
    if isinstance(step, SacrificeCubeStep) and NEVER_SACRIFICE in orders and step.seat == seat:
        return game.decline
    return None
