"""The question of the moment in English: phase, prompt and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import Choice, CountsForm, Form, FormSlot, SelectableItem, SlotsForm
from aerodrome.core.text import capitalize_first, format_count
from aerodrome.games.airsteam.model.actions import (
    ExchangePlannedCards,
    GiveUpCube,
    KeepGivenUpCube,
    LayCardInSlot,
    TakeBackPlannedCard,
)
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.loading import count_loadable_cubes
from aerodrome.games.airsteam.rules.queries import (
    compute_upkeep_due,
    count_kept_cubes_at,
    count_kept_cubes_in_hold,
    get_airship_capacity,
    get_card_in_current_slot,
    get_diamond_rating,
    get_train_link_limit,
    list_give_up_cube_actions,
)
from aerodrome.games.airsteam.rules.routes import SHIP_BY_ACTION, SHIP_FINAL, list_goods_sellable_from
from aerodrome.games.airsteam.steps.characters import (
    ChooseCubeToConvertStep,
    ChooseGoodToConvertIntoStep,
    LayNextTrackTileStep,
    PlaceDepotAndLayLineStep,
    SacrificeCubeForActionStep,
    SwapRevealedCardStep,
)
from aerodrome.games.airsteam.steps.end import FinalShipmentStep
from aerodrome.games.airsteam.steps.planning import DrawTileAndRaisePriceStep, PlanCardsStep
from aerodrome.games.airsteam.steps.setup import (
    ChooseCharactersStep,
    ChooseColourStep,
    DealColourStep,
    DrawStartPlayerStep,
    PlaceStartDepotStep,
)
from aerodrome.games.airsteam.steps.shipping import (
    ChooseFeeSplitStep,
    ChooseShipDestinationStep,
    ChooseShippedCountStep,
    ShipmentWithoutActionStep,
)
from aerodrome.games.airsteam.steps.turn import LoadOrUnloadStep, MoveAirshipStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep
from aerodrome.games.airsteam.text.actions import build_choice
from aerodrome.games.airsteam.text.names import (
    card_name,
    city_name,
    describe_cargo,
    format_money,
    good_name,
    place_name,
    seat_name,
)
from aerodrome.games.airsteam.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

FEW_CHANGES = 10


def describe_phase(state: AirsteamState) -> str:
    if not state.step_stack:
        return "Game over"
    step = state.step_stack[-1]
    if isinstance(step, (DealColourStep, ChooseColourStep, ChooseCharactersStep, DrawStartPlayerStep)):
        return "Set-up"
    if isinstance(step, PlaceStartDepotStep):
        return "Set-up · Starting depots"
    if isinstance(step, FinalShipmentStep) or getattr(step, "occasion", SHIP_BY_ACTION) == SHIP_FINAL:
        return "Final shipping"
    if isinstance(step, DrawTileAndRaisePriceStep):
        part = "Market Adjusts"
    elif isinstance(step, PlanCardsStep):
        part = "Plan Airship Movement"
    elif isinstance(step, UpkeepStep):
        part = "Upkeep"
    else:
        part = f"Movement and Actions, step {state.slot + 1} of {SLOTS}"
    return f"Round {state.round} · {part}"


def prompt(game: Airsteam, state: AirsteamState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, ChooseColourStep):
        return "Choose your colour, with its order number, characters and movement card"
    if isinstance(step, ChooseCharactersStep):
        return "Choose your character"
    if isinstance(step, PlaceStartDepotStep):
        return "Place one more depot, free" if step.extra else "Place your starting depot; your airship starts there"
    if isinstance(step, PlanCardsStep):
        return _prompt_for_plan(game, state, seat)
    if isinstance(step, SwapRevealedCardStep):
        card = card_name(game, get_card_in_current_slot(state, seat))
        return f"Swap your {card} for one of your cards still face down?"
    if isinstance(step, MoveAirshipStep):
        return f"Fly: your card is {_describe_card_and_speed(game, get_card_in_current_slot(state, seat))}"
    if isinstance(step, LoadOrUnloadStep):
        flight = any(isinstance(one, MoveAirshipStep) for one in state.step_stack)
        when = "before your flight" if flight else "where you are now"
        cubes = format_count(get_airship_capacity(game, state, seat), "cube")
        return f"Load and unload {when}: what will be in your hold? It takes {cubes}"
    if isinstance(step, TakeActionStep):
        error = "Movement error: no flight this time. " if state.errors >> seat & 1 else ""
        several = sum(isinstance(one, TakeActionStep) for one in state.step_stack) > 1
        what = "Take the first of two actions" if several else "Take one action"
        return f"{error}{what} — you have {format_money(state.cash[seat])}"
    if isinstance(step, UpkeepStep):
        if not compute_upkeep_due(game, state, seat):
            return "Upkeep: you give up all your cubes and pay nothing"
        return _prompt_for_upkeep(game, state, seat)
    return _prompt_inside_action(game, state, seat)


def _prompt_for_upkeep(game: Airsteam, state: AirsteamState, seat: int) -> str:
    due, cash = compute_upkeep_due(game, state, seat), state.cash[seat]
    is_last = state.round == game.rounds
    held = count_kept_cubes_in_hold(state, seat) if is_last else 0
    worth = ". What is in your hold can no longer be sold" if held else ""
    name = "Last upkeep" if is_last else "Upkeep"
    purse = f"you have {format_money(cash)}{worth}"
    if due > cash:
        return f"{name}: give up cubes until you can pay — {format_money(due)} is due, {purse}"
    return f"{name}: pay {format_money(due)} for your cubes, or give up some first — {purse}"


def _prompt_inside_action(game: Airsteam, state: AirsteamState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, ChooseShipDestinationStep):
        links = format_count(get_train_link_limit(game, state, seat), "link")
        return f"Ship {good_name(game, step.good)} from {place_name(game, state, step.depot)}: where to? Up to {links}"
    if isinstance(step, ChooseShippedCountStep):
        return f"How many {good_name(game, step.good)} to {place_name(game, state, step.to)}?"
    if isinstance(step, ChooseFeeSplitStep):
        return f"Whom do you pay for the way to {place_name(game, state, step.to)}?"
    if isinstance(step, ShipmentWithoutActionStep):
        return "Your card lets you ship one cube before your action"
    if isinstance(step, ChooseCubeToConvertStep):
        return "Which of your cubes do you convert?"
    if isinstance(step, ChooseGoodToConvertIntoStep):
        return f"What does the {good_name(game, step.good)} become?"
    if isinstance(step, LayNextTrackTileStep):
        ends = f"{city_name(game, step.first)} to {city_name(game, step.last)}"
        return f"New line from {ends}: lay space {len(step.path) + 1}"
    if isinstance(step, PlaceDepotAndLayLineStep):
        return "Where on the new line does your depot stand?"
    if isinstance(step, SacrificeCubeForActionStep):
        return "Give up one cube for one more action?"
    if isinstance(step, FinalShipmentStep):
        return f"Final shipping: {format_money(game.final_price)} a cube, demand is not used up"
    return ""


def _prompt_for_plan(game: Airsteam, state: AirsteamState, seat: int) -> str:
    laid = [card for card in state.plan[seat * SLOTS : (seat + 1) * SLOTS] if card != NOBODY]
    used = sum(game.card_diamonds[card] for card in laid)
    limit = get_diamond_rating(game, state, seat)
    over = f"{format_count(used - limit, 'diamond')} over your {limit}"
    left = f"{limit - used} of {limit} diamonds left" if used <= limit else over
    if len(laid) == SLOTS:
        return f"Your plan is full: seal it, or change it first — {left}"
    return f"Plan card {len(laid) + 1} of {SLOTS} — {left}"


def _describe_card_and_speed(game: Airsteam, card: int) -> str:
    speeds, straight = game.flight_kinds[card]
    how = " or ".join([str(speed) for speed in speeds])
    return f"{card_name(game, card)}, {how} in one direction" if straight else f"{card_name(game, card)}, speed {how}"


def forms(game: Airsteam, state: AirsteamState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    if isinstance(step, PlanCardsStep):
        return [_build_plan_form(game, state, seat)]
    if isinstance(step, UpkeepStep) and game.can_change_plans_and_upkeep:
        return _list_upkeep_forms(game, state, seat)
    if isinstance(step, LoadOrUnloadStep):
        return [_build_load_or_unload_form(game, state, seat)]
    if isinstance(step, ChooseFeeSplitStep):
        return [_build_fee_split_form(game, state, step)]
    return []


def _build_plan_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    cards = state.plan[seat * SLOTS : (seat + 1) * SLOTS]
    following = cards.index(NOBODY) if NOBODY in cards else SLOTS
    slots = [
        FormSlot(
            str(slot + 1),
            None if card == NOBODY else card_name(game, card),
            slot == following,
            _list_allowed_choices(game, state, seat, _list_slot_change_candidates(game, state, seat, slot)),
        )
        for slot, card in enumerate(cards)
    ]
    detail = f"Diamond rating {get_diamond_rating(game, state, seat)}"
    left = _phrase_few_changes_left(game, state, seat) if game.can_change_plans_and_upkeep else ""
    if left:
        detail += f", {left}"
    return SlotsForm("Your plan", slots, detail=detail, stops=_build_useful_stop_items(game, state, seat))


def _build_useful_stop_items(game: Airsteam, state: AirsteamState, seat: int) -> list[SelectableItem]:
    """Where an airship of this seat has something to do: factories with cubes and its own depots."""
    tables = game.maps[state.seats]
    found = []
    for factory in tables.factories:
        cubes = state.factory_cubes[factory * GOODS : (factory + 1) * GOODS]
        if any(cubes):
            found.append(
                _build_stop_item(game, state, tables.factory_hex[factory], f"{describe_cargo(game, cubes)} to load")
            )
    for depot, owner in enumerate(state.depot_seat):
        if owner == seat:
            hex_id = state.depot_hex[depot]
            goods = [good_name(game, good) for good in list_goods_sellable_from(game, state, seat, hex_id)]
            sold = f"your depot, sells {', '.join(goods)}" if goods else "your depot, no buyer in reach"
            found.append(_build_stop_item(game, state, hex_id, sold))
    return found


def _build_stop_item(game: Airsteam, state: AirsteamState, hex_id: int, detail: str) -> SelectableItem:
    hex_name = list(game.names.hexes[hex_id])
    return SelectableItem(hex_name, capitalize_first(place_name(game, state, hex_id)), detail, {"hex": hex_name})


def _list_slot_change_candidates(game: Airsteam, state: AirsteamState, seat: int, slot: int) -> list[Action]:
    """What may be done with one slot besides laying the next card (KS-R58), if the rules accept it."""
    cards = state.plan[seat * SLOTS : (seat + 1) * SLOTS]
    actions: list[Action] = []
    if cards[slot] != NOBODY:
        actions.append(TakeBackPlannedCard(slot))
        actions += [ExchangePlannedCards(slot, other) for other in range(SLOTS) if other != slot]
    if NOBODY not in cards or slot != cards.index(NOBODY):
        actions += [LayCardInSlot(slot, card) for card in game.list_all_own_cards(state, seat)]
    return actions


def _list_allowed_choices(game: Airsteam, state: AirsteamState, seat: int, actions: list[Action]) -> list[Choice]:
    return [
        build_choice(game, state, seat, action) for action in actions if not game.violated_rule(state, seat, action)
    ]


def _phrase_few_changes_left(game: Airsteam, state: AirsteamState, seat: int) -> str:
    """Nobody needs to know the limit before it is near."""
    left = game.max_changes - state.changes_made[seat]
    return f"{format_count(left, 'change')} left" if left <= FEW_CHANGES else ""


def _list_upkeep_forms(game: Airsteam, state: AirsteamState, seat: int) -> list[Form]:
    found = [_build_given_up_cubes_form(game, state, seat)] if seat in state.cubes_given_up[::3] else []
    kinds = [kind for kind in list_give_up_cube_actions(game, state, seat) if isinstance(kind, GiveUpCube)]
    items = [
        SelectableItem(
            [kind.depot, kind.good],
            good_name(game, kind.good),
            "in your hold" if kind.depot == NOBODY else f"at {place_name(game, state, kind.depot)}",
            find_board_target(game, state, seat, kind),
            max=0 if game.violated_rule(state, seat, kind) else count_kept_cubes_at(state, seat, kind.depot, kind.good),
        )
        for kind in kinds
    ]
    if sum(item.max for item in items) > 1:
        found.append(CountsForm("Give up several at once", {"type": "give_up_cubes"}, "counts", items, total_min=1))
    return found


def _build_given_up_cubes_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    given = state.cubes_given_up
    cubes = [(given[i + 1], given[i + 2]) for i in range(0, len(given), 3) if given[i] == seat]
    slots = [
        FormSlot(
            str(number),
            good_name(game, good),
            choices=_list_allowed_choices(game, state, seat, [KeepGivenUpCube(depot, good)]),
        )
        for number, (depot, good) in enumerate(cubes, 1)
    ]
    return SlotsForm("Given up", slots, detail=_phrase_few_changes_left(game, state, seat))


def _build_load_or_unload_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    items = [
        SelectableItem(
            game.good_ids[good], good_name(game, good), max=hold[good] + count_loadable_cubes(game, state, seat, good)
        )
        for good in range(GOODS)
    ]
    room = get_airship_capacity(game, state, seat)
    return CountsForm(
        "In your hold afterwards",
        {"type": "load"},
        "hold",
        items,
        total_max=room,
        start=hold,
        detail=f"Room for {room}",
    )


def _build_fee_split_form(game: Airsteam, state: AirsteamState, step: ChooseFeeSplitStep) -> Form:
    most = get_train_link_limit(game, state, step.seat) - 1
    items = [
        SelectableItem(
            seat, seat_name(game, seat), "links paid for", {"seat": seat}, max=0 if seat == step.seat else most
        )
        for seat in range(state.seats)
    ]
    return CountsForm(
        "Another way to pay", {"type": "ship_pay"}, "links", items, total_max=most, start=[0] * state.seats
    )
