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
from aerodrome.games.airsteam.rules.loading import stored
from aerodrome.games.airsteam.rules.queries import (
    capacity,
    current_card,
    depot_cost,
    link_of,
    own_depot,
    rating,
    train_links,
    upkeep_due,
)
from aerodrome.games.airsteam.rules.routes import ACTION, FINAL, destinations, sale_price
from aerodrome.games.airsteam.steps.full_game import (
    ConvertInto,
    ConvertWhat,
    LayTrack,
    LineDepot,
    Sacrifice,
    SwapPlanned,
)
from aerodrome.games.airsteam.steps.planning import MarketAdjusts, Planning
from aerodrome.games.airsteam.steps.setup import Characters, Colours, StartDepot, StartPlayer
from aerodrome.games.airsteam.steps.shipping import FreeShipment, ShipFor, ShipHowMany, ShipWhere
from aerodrome.games.airsteam.steps.turn import TOP, Loading, Movement, TakeAction
from aerodrome.games.airsteam.steps.upkeep import FinalShipments, Upkeep
from aerodrome.games.airsteam.text.names import (
    card_name,
    cargo,
    city_name,
    good_name,
    link_words,
    money,
    number,
    place,
    seat_name,
)
from aerodrome.games.airsteam.text.targets import shipping_part, where

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

PAY_ALL = "upkeep"
NO_SWAP = "no swap"
NO_SACRIFICE = "no sacrifice"


def phase(state: AirsteamState) -> str:
    if not state.step_stack:
        return "Over"
    step = state.step_stack[-1]
    if isinstance(step, (Colours, Characters, StartPlayer)):
        return "Set-up"
    if isinstance(step, StartDepot):
        return "Set-up · Starting depots"
    if isinstance(step, FinalShipments) or getattr(step, "part", ACTION) == FINAL:
        return "Final shipping"
    if isinstance(step, MarketAdjusts):
        part = "Market Adjusts"
    elif isinstance(step, Planning):
        part = "Plan Airship Movement"
    elif isinstance(step, Upkeep):
        part = "Upkeep"
    else:
        part = f"Movement and Actions, step {state.slot + 1} of {SLOTS}"
    return f"Round {state.round} · {part}"


# The question


def prompt(game: Airsteam, state: AirsteamState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, Characters):
        return "Choose your character"
    if isinstance(step, StartDepot):
        return "Place one more depot, free" if step.extra else "Place your starting depot; your airship starts there"
    if isinstance(step, Planning):
        return _ask_plan(game, state, seat)
    if isinstance(step, SwapPlanned):
        card = card_name(game, current_card(state, seat))
        return f"Swap your {card} for one of your cards still face down?"
    if isinstance(step, Movement):
        return f"Fly: your card is {_card_words(game, current_card(state, seat))}"
    if isinstance(step, Loading):
        return f"Load and unload: what is in your hold afterwards? It takes {capacity(game, state, seat)}"
    if isinstance(step, TakeAction):
        error = "Movement error: no flight this time. " if state.errors >> seat & 1 else ""
        return f"{error}Take one action — you have {money(state.cash[seat])}"
    if isinstance(step, Upkeep):
        due = upkeep_due(game, state, seat)
        return f"Upkeep: pay {money(due)} for your cubes, or give up some first — you have {money(state.cash[seat])}"
    return _ask_part(game, state, seat)


def _ask_part(game: Airsteam, state: AirsteamState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, ShipWhere):
        links = number(train_links(game, state, seat), "link")
        return f"Ship {good_name(game, step.good)} from {place(game, state, step.depot)}: where to? Up to {links}"
    if isinstance(step, ShipHowMany):
        return f"How many {good_name(game, step.good)} to {place(game, state, step.to)}?"
    if isinstance(step, ShipFor):
        return f"Whom do you pay for the way to {place(game, state, step.to)}?"
    if isinstance(step, FreeShipment):
        return "Your card lets you ship one cube before your action"
    if isinstance(step, ConvertWhat):
        return "Which of your cubes do you convert?"
    if isinstance(step, ConvertInto):
        return f"What does the {good_name(game, step.good)} become?"
    if isinstance(step, LayTrack):
        ends = f"{city_name(game, step.first)} to {city_name(game, step.last)}"
        return f"New line from {ends}: lay space {len(step.path) + 1}"
    if isinstance(step, LineDepot):
        return "Where on the new line does your depot stand?"
    if isinstance(step, Sacrifice):
        return "Give up one cube for one more action?"
    if isinstance(step, FinalShipments):
        return f"Final shipping: {money(game.final_price)} a cube, demand is not used up"
    return ""


def _ask_plan(game: Airsteam, state: AirsteamState, seat: int) -> str:
    laid = [card for card in state.plan[seat * SLOTS : (seat + 1) * SLOTS] if card != NOBODY]
    used = sum(game.card_diamonds[card] for card in laid)
    limit = rating(game, state, seat)
    left = f"{limit - used} of {limit} diamonds left" if used <= limit else f"{used - limit} diamonds over your {limit}"
    return f"Plan card {len(laid) + 1} of {SLOTS} — {left}"


def _card_words(game: Airsteam, card: int) -> str:
    speeds, straight = game.kinds[card]
    how = " or ".join([str(speed) for speed in speeds])
    return f"{card_name(game, card)}, {how} in one direction" if straight else f"{card_name(game, card)}, speed {how}"


# An answer


def describe_action(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    if isinstance(action, PlanCard):
        return f"Plan {card_name(game, action.card)}"
    if isinstance(action, Fly):
        return f"Fly to {place(game, state, action.hex)}"
    if isinstance(action, Load):
        return _say_load(game, state, who, action)
    if isinstance(action, Build):
        cost = depot_cost(game, state, who, link_of(game, state, action.hex))
        return f"Build a depot at {place(game, state, action.hex)} for {money(cost)}"
    if isinstance(action, Pass):
        return f"Pass and collect {money(game.pass_income[state.character[who]])}"
    if isinstance(action, UpgradeAirship):
        return f"Upgrade your airship to {_level(state.airship_level[who], game.airship_cost)}"
    if isinstance(action, UpgradeTrain):
        return f"Upgrade your train to {_level(state.train_level[who], game.train_cost)}"
    if isinstance(action, Adjust):
        to = game.charts[state.seats].next[state.airship[who]][action.direction]
        return f"Route adjustment {game.direction_names[action.direction]} to {place(game, state, to)}"
    if isinstance(action, (Ship, ShipTo, ShipCount, ShipPay)):
        return _say_ship(game, state, action)
    if isinstance(action, PayUpkeep):
        return f"Pay {money(upkeep_due(game, state, who))} upkeep"
    if isinstance(action, GiveUp):
        return f"Give up 1 {good_name(game, action.good)} from {_own_place(game, state, action.depot)}"
    return _say_special(game, state, who, action)


def _say_special(game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
    if isinstance(action, DealColour):
        return f"Deal {game.edition.team[action.colour].colour}"
    if isinstance(action, DrawStartPlayer):
        return f"{seat_name(game, action.seat)} starts"
    if isinstance(action, DrawDemand):
        return f"Draw a {good_name(game, action.good)} tile"
    if isinstance(action, ChooseCharacter):
        return f"Choose {game.people[action.character].name}"
    if isinstance(action, PlaceDepot):
        return f"Place a depot {_on_line(game, state, action.hex) or f'at {place(game, state, action.hex)}'}"
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
        return f"Lay track at {place(game, state, action.hex)}"
    if isinstance(action, Decline):
        return "No"
    if isinstance(action, Finish):
        return (
            "The line is complete"
            if state.step_stack and isinstance(state.step_stack[-1], LayTrack)
            else "Ship no more"
        )
    raise TypeError(action)


def _on_line(game: Airsteam, state: AirsteamState, at: int) -> str:
    """Where on the line that is being laid."""
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, LineDepot) or at not in step.path:
        return ""
    return f"on space {step.path.index(at) + 1} of the line, counted from {city_name(game, step.first)}"


def _say_load(game: Airsteam, state: AirsteamState, who: int, action: Load) -> str:
    before = state.hold[who * GOODS : (who + 1) * GOODS]
    change = [after - was for after, was in zip(action.hold, before, strict=True)]
    took = cargo(game, [max(0, n) for n in change])
    left = cargo(game, [max(0, -n) for n in change])
    if took == "nothing" and left == "nothing":
        return f"Leave the hold as it is ({cargo(game, before)})"
    parts = [] if took == "nothing" else [f"load {took}"]
    if left != "nothing":
        parts.append(f"unload {left}")
    text = " and ".join(parts)
    return text[0].upper() + text[1:]


def _level(level: int, costs: list[int]) -> str:
    return "the next level" if costs[level] >= TOP else f"level {level + 1} for {money(costs[level])}"


def _own_place(game: Airsteam, state: AirsteamState, depot: int) -> str:
    return "your hold" if depot == NOBODY else f"your depot at {place(game, state, depot)}"


def _say_ship(game: Airsteam, state: AirsteamState, action: Action) -> str:
    if isinstance(action, Ship):
        return f"Ship {good_name(game, action.good)} from {place(game, state, action.depot)}"
    if isinstance(action, ShipTo):
        return f"To {place(game, state, action.hex)}"
    if isinstance(action, ShipCount):
        return f"Ship {action.count}"
    assert isinstance(action, ShipPay)
    payees = [f"{seat_name(game, seat)} for {number(n, 'link')}" for seat, n in enumerate(action.links) if n]
    return f"Pay {', '.join(payees)}" if payees else "Pay nobody"


# A choice to click


def choice(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> Choice:
    return Choice(
        action=game.dump(action),
        label=describe_action(game, state, seat, action),
        group=_group(action),
        detail=_detail(game, state, seat, action),
        where=where(game, state, seat, action),
        confirm=_confirm(game, state, seat, action),
    )


def _group(action: Action) -> str:
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


def _detail(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    if isinstance(action, PlanCard):
        return _card_detail(game, action.card)
    if isinstance(action, ChooseCharacter):
        return game.people[action.character].text
    if isinstance(action, Fly):
        return _what_is_there(game, state, seat, action.hex)
    if isinstance(action, Adjust):
        to = game.charts[state.seats].next[state.airship[seat]][action.direction]
        return _what_is_there(game, state, seat, to)
    if isinstance(action, UpgradeAirship):
        row = game.edition.airship_level[state.airship_level[seat]]
        return f"capacity {row.capacity + game.capacity_bonus[state.character[seat]]}, {row.diamonds} diamonds"
    if isinstance(action, UpgradeTrain):
        return number(game.train_links[state.train_level[seat] + 1], "link")
    if isinstance(action, Ship):
        return _ship_detail(game, state, seat, action)
    if isinstance(action, ShipTo):
        step = state.step_stack[-1]
        city = game.charts[state.seats].city_at[action.hex]
        if isinstance(step, ShipWhere) and city != NOBODY:
            return f"{money(sale_price(game, state, step.good, step.part))} a cube, demand left {state.city_left[city]}"
        return "your depot: no money yet"
    if isinstance(action, ShipPay):
        step = state.step_stack[-1]
        count = step.count if isinstance(step, ShipFor) else 1
        return f"{money(sum(action.links) * game.fee * count)} in all"
    if isinstance(action, LayLine):
        return f"{money(game.line_cost)} a space, one depot included, {number(state.track, 'track tile')} left"
    return ""


def _what_is_there(game: Airsteam, state: AirsteamState, seat: int, at: int) -> str:
    factory = game.charts[state.seats].factory_at[at]
    if factory != NOBODY:
        return f"{cargo(game, state.factory_cubes[factory * GOODS : (factory + 1) * GOODS])} to load"
    depot = own_depot(state, seat, at)
    if depot == NOBODY:
        return ""
    return f"your depot: {cargo(game, state.depot_cubes[depot * GOODS : (depot + 1) * GOODS])} there"


def _card_detail(game: Airsteam, card: int) -> str:
    letter = "ABCDEFG"[game.card_letter[card]]
    text = f"order {letter}, {number(game.card_diamonds[card], 'diamond')}"
    if card >= game.standard:
        return f"{text}. {game.edition.team[card - game.standard].special_card.text}"
    return text


def _ship_detail(game: Airsteam, state: AirsteamState, seat: int, action: Ship) -> str:
    part = shipping_part(state)
    here = state.depot_cubes[state.depot_on(action.depot) * GOODS + action.good]
    places = destinations(game, state, seat, action.depot, action.good, part)
    chart = game.charts[state.seats]
    cities = [city_name(game, chart.city_at[to]) for to, most in places if chart.city_at[to] != NOBODY]
    if not cities:
        return f"{here} there; to your depots only"
    return f"{here} there; {', '.join(cities)} at {money(sale_price(game, state, action.good, part))} a cube"


def _confirm(game: Airsteam, state: AirsteamState, seat: int, action: Action) -> str:
    if isinstance(action, Finish) and isinstance(state.step_stack[-1], FinalShipments):
        return "Ship nothing more? Cubes left over are worth nothing."
    if isinstance(action, Build):
        link = link_of(game, state, action.hex)
        cost = depot_cost(game, state, seat, link)
        if state.link_depots[link] > 1:
            return f"Pay {money(cost)}? {link_words(game, state, link)} has {state.link_depots[link]} depots already."
    if isinstance(action, PlanCard):
        base = seat * SLOTS
        laid = [card for card in state.plan[base : base + SLOTS] if card != NOBODY]
        total = sum(game.card_diamonds[card] for card in [*laid, action.card])
        if game.card_diamonds[action.card] and total > rating(game, state, seat):
            limit = rating(game, state, seat)
            return f"That is {total} diamonds; you have {limit}. Without an upgrade a card will fail."
    return ""


# Forms and standing orders


def forms(game: Airsteam, state: AirsteamState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    if isinstance(step, Planning):
        return [_plan_form(game, state, seat)]
    if isinstance(step, Loading):
        return [_load_form(game, state, seat)]
    if isinstance(step, ShipFor):
        return [_pay_form(game, state, step)]
    return []


def _plan_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    cards = state.plan[seat * SLOTS : (seat + 1) * SLOTS]
    following = cards.index(NOBODY)
    slots = [
        Slot(str(slot + 1), None if card == NOBODY else card_name(game, card), slot == following)
        for slot, card in enumerate(cards)
    ]
    return SlotsForm("Your plan", slots, detail=f"Diamond rating {rating(game, state, seat)}")


def _load_form(game: Airsteam, state: AirsteamState, seat: int) -> Form:
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    items = [
        Item(game.good_ids[good], good_name(game, good), max=hold[good] + stored(game, state, seat, good))
        for good in range(GOODS)
    ]
    room = capacity(game, state, seat)
    return CountsForm(
        "In your hold afterwards",
        {"type": "load"},
        "hold",
        items,
        total_max=room,
        start=hold,
        detail=f"Room for {room}",
    )


def _pay_form(game: Airsteam, state: AirsteamState, step: ShipFor) -> Form:
    most = train_links(game, state, step.seat) - 1
    items = [
        Item(seat, seat_name(game, seat), "links paid for", {"seat": seat}, max=0 if seat == step.seat else most)
        for seat in range(state.seats)
    ]
    return CountsForm(
        "Another way to pay", {"type": "ship_pay"}, "links", items, total_max=most, start=[0] * state.seats
    )


def standing_orders(game: Airsteam, state: AirsteamState, seat: int) -> list[StandingOrder]:
    found = [StandingOrder(PAY_ALL, "Pay upkeep for all my cubes whenever I can")]
    if game.swaps[state.character[seat]]:
        found.append(StandingOrder(NO_SWAP, "Never swap a planned card"))
    if game.extra_action[state.character[seat]]:
        found.append(StandingOrder(NO_SACRIFICE, "Never give up a cube for one more action"))
    return found


def standing_order_action(game: Airsteam, state: AirsteamState, seat: int, orders: frozenset[str]) -> Action | None:
    if not state.step_stack:
        return None
    step = state.step_stack[-1]
    if isinstance(step, Upkeep) and PAY_ALL in orders and state.paying >> seat & 1:
        return game.pay_upkeep if upkeep_due(game, state, seat) <= state.cash[seat] else None
    if isinstance(step, SwapPlanned) and NO_SWAP in orders and step.seat == seat:
        return game.decline
    if isinstance(step, Sacrifice) and NO_SACRIFICE in orders and step.seat == seat:
        return game.decline
    return None
