"""What a seat is asked and may answer, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import Choice, Form, NumberForm, StandingOrder
from aerodrome.games.tingoose.components.checks import slugify_name
from aerodrome.games.tingoose.model import actions
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    FLEET,
    count_barrels,
    count_flames,
    count_waiting_planes,
    get_income,
    owns_fleet_kind,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, ConditionRemovalStep, FleetUseStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import AirmailChoiceStep, OpeningBidStep, TieBreakStep
from aerodrome.games.tingoose.steps.setup import CardDealStep, DemandDrawStep
from aerodrome.games.tingoose.steps.turn import CardPlayStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep
from aerodrome.games.tingoose.text.names import (
    COLOUR_NAMES,
    ERA_NAMES,
    card_name,
    describe_card,
    describe_city_entry,
    describe_condition_effect,
    describe_fleet_figures,
    own_fleet_name,
    pluralize,
    route_name,
    seat_name,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

NO_BIDS_ORDER = "no-bids"
NO_CHIPS_ORDER = "no-chips"


def phase(game: TinGoose, state: TinGooseState) -> str:
    if not state.step_stack:
        return "Game over"
    step = state.step_stack[-1]
    if state.round == 0:
        return f"Set-up · {_setup_phase(step)}"
    # Not capitalised: Blue is somebody at the table.
    era = ERA_NAMES[game.era_of_round[state.round]]
    return f"Round {state.round} · {era} era · {_step_phase(game, state, step)}"


def _setup_phase(step: Any) -> str:
    if isinstance(step, DemandDrawStep):
        return f"Demand in {COLOUR_NAMES[step.colour]} cities"
    if isinstance(step, CardDealStep):
        return "Dealing"
    if isinstance(step, OpeningBidStep):
        return "Opening bid"
    if isinstance(step, TieBreakStep):
        return "Equal bids"
    return "Airmail routes"


def _step_phase(game: TinGoose, state: TinGooseState, step: Any) -> str:
    name = seat_name(game, state.active)
    if isinstance(step, CardPlayStep):
        return f"{name} plays a card"
    if isinstance(step, StrikeBidStep):
        return "Strike"
    if isinstance(step, AuctionBidStep):
        return f"Auction of the {card_name(game, step.card)}"
    if isinstance(step, FleetUseStep):
        return f"{seat_name(game, step.seat)} uses the {card_name(game, step.card)}"
    if isinstance(step, ConditionRemovalStep):
        return f"{seat_name(game, step.seat)} may remove a condition"
    return f"{name} acts"


def describe_action(game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
    if isinstance(action, actions.PlacePlane):
        return f"Fly a {own_fleet_name(game, state, who, action.fleet)} to {game.cities[action.city]}"
    if isinstance(action, actions.Extend):
        return f"Extend to {game.cities[action.city]}"
    if isinstance(action, actions.ServeDestination):
        place = game.destination_of_round[state.round]
        name = "a destination" if place == NOBODY else game.destinations[place]
        return f"Serve {name} with a {own_fleet_name(game, state, who, action.fleet)}"
    if isinstance(action, actions.AdvanceIncome):
        return "Advance income"
    if isinstance(action, actions.TakeLaborChip):
        return (
            f"Take a labor chip and buy a second for ${get_income(game, state, who)}"
            if action.second
            else "Take a labor chip"
        )
    if isinstance(action, actions.IssueBond):
        return f"Issue a bond for ${game.bond_cash}"
    if isinstance(action, actions.Upgrade):
        return f"Upgrade the {own_fleet_name(game, state, who, action.fleet)}"
    return _say_other(game, action)


def _say_other(game: TinGoose, action: Action) -> str:
    if isinstance(action, actions.BidOpening):
        return f"Bid ${action.amount}"
    if isinstance(action, actions.TakeAirmail):
        return f"Take the airmail route {route_name(game, action.airmail)}"
    if isinstance(action, actions.PlayCard):
        return f"Play {describe_card(game, action.card)}"
    if isinstance(action, actions.BidChips):
        return f"Bid {pluralize(action.chips, 'labor chip')}" if action.chips else "Bid no labor chips"
    if isinstance(action, actions.Bid):
        return f"Bid ${action.amount}"
    if isinstance(action, actions.Pass):
        return "Pass"
    if isinstance(action, actions.Deploy):
        return "Deploy the fleet"
    if isinstance(action, actions.RemoveCondition):
        return f"Remove {game.conditions[action.condition]}"
    if isinstance(action, actions.KeepConditions):
        return "Remove no condition"
    return _say_chance(game, action)


def _say_chance(game: TinGoose, action: Action) -> str:
    if isinstance(action, actions.DrawDemand):
        return f"Draw demand card {game.edition.demand_card[action.demand].id}"
    if isinstance(action, actions.DealCard):
        return f"Deal {describe_card(game, action.card)}"
    if isinstance(action, actions.LayAirmail):
        return f"Lay out the airmail route {route_name(game, action.airmail)}"
    if isinstance(action, actions.GoNext):
        return f"{seat_name(game, action.seat)} comes next"
    raise TypeError(action)


def prompt(game: TinGoose, state: TinGooseState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, OpeningBidStep):
        return f"Bid in secret for the choice of airmail routes and the first turn — you have ${state.cash[seat]}"
    if isinstance(step, AirmailChoiceStep):
        return f"Take an airmail route — ${game.airmail_reward} when your network reaches its target"
    if isinstance(step, CardPlayStep):
        era = ERA_NAMES[game.era_of_round[state.round]]
        return f"Play a {era} card"
    if isinstance(step, StrikeBidStep):
        won, lost = game.strike_win[step.card], game.strike_lose[step.card]
        own = pluralize(state.chips[seat], "labor chip")
        return f"Strike: bid labor chips, the most win ${won}, all others pay ${lost} — you have {own}"
    if isinstance(step, AuctionBidStep):
        return _ask_bid(game, state, seat, step)
    if isinstance(step, FleetUseStep):
        return f"Deploy the {card_name(game, step.card)} or upgrade a fleet with it"
    if isinstance(step, ConditionRemovalStep):
        return "Remove one condition"
    if isinstance(step, TurnActionStep):
        return f"Choose an action — {pluralize(step.left, 'slot')} left"
    raise TypeError(step)


def _ask_bid(game: TinGoose, state: TinGooseState, seat: int, step: AuctionBidStep) -> str:
    high = "no bid yet" if step.leader == NOBODY else f"{seat_name(game, step.leader)} has bid ${step.high}"
    last = ", you are last" if seat == state.active else ""
    fleet = f"{card_name(game, step.card)} ({describe_fleet_figures(game, step.card)})"
    return f"Bid once for the {fleet} or pass — {high}{last}, you have ${state.cash[seat]}"


def choice(game: TinGoose, state: TinGooseState, seat: int, action: Action) -> Choice:
    group, detail, confirm = "", "", ""
    where: dict[str, Any] = {}
    if isinstance(action, actions.PlacePlane):
        group = "Place a plane"
        left = pluralize(count_waiting_planes(state, seat, action.fleet), "plane")
        detail = f"{describe_city_entry(game, state, seat, action.city)}; {left} on this fleet"
        where = {"city": slugify_name(game.cities[action.city]), "fleet": _fleet_id(game, action.fleet)}
    elif isinstance(action, actions.Extend):
        group = "Extension"
        price = f"{pluralize(game.extension_barrels, 'barrel')} and {pluralize(game.extension_flames, 'flame')} more"
        detail = f"{describe_city_entry(game, state, seat, action.city)}; {price}"
        where = {"city": slugify_name(game.cities[action.city])}
    elif isinstance(action, actions.ServeDestination):
        place = game.destination_of_round[state.round]
        group = "International service"
        cost = game.destination_cost[place]
        detail = f"two slots; ${cost} now, ${game.per_international} at the end"
        where = {
            "destination": game.codec.vocabulary["destination"][place],
            "fleet": _fleet_id(game, action.fleet),
        }
        confirm = f"Pay ${cost} and give up a plane for {game.destinations[place]}?"
    else:
        group, detail, where, confirm = _plain_choice(game, state, seat, action)
    return Choice(game.dump(action), describe_action(game, state, seat, action), group, detail, where, confirm)


Described = tuple[str, str, dict[str, Any], str]


def _advance(earns: int, then: int, boxes: int) -> str:
    if then != earns:
        return f"income {earns} to {then}"
    return f"income stays {then}, one box on" if boxes else f"income stays {then}"


def _plain_choice(game: TinGoose, state: TinGooseState, seat: int, action: Action) -> Described:
    earns = get_income(game, state, seat)
    if isinstance(action, actions.AdvanceIncome):
        box = min(state.box[seat] + 1, len(game.income_boxes) - 1)
        return "Income", _advance(earns, game.income_boxes[box], box - state.box[seat]), {"box": box}, ""
    if isinstance(action, actions.TakeLaborChip):
        return "Labor", f"you have {pluralize(state.chips[seat], 'chip')}", {}, ""
    if isinstance(action, actions.IssueBond):
        return "Bond", f"${game.bond_cash} now, −${-game.per_bond} at the end", {}, ""
    if isinstance(action, actions.BidOpening):
        high = action.amount * 2 > game.start_cash
        return "Bid", "", {}, f"Pay ${action.amount} whatever your rank?" if high else ""
    if isinstance(action, actions.TakeAirmail):
        start, target = game.airmail_start[action.airmail], game.airmail_target[action.airmail]
        detail = f"start in {game.cities[start]}, ${game.airmail_reward} on reaching {game.cities[target]}"
        where = {"city": slugify_name(game.cities[start]), "target": slugify_name(game.cities[target])}
        return "Airmail", detail, {"airmail": game.codec.vocabulary["airmail"][action.airmail], **where}, ""
    if isinstance(action, actions.PlayCard):
        return _card_choice(game, state, seat, action.card)
    if isinstance(action, actions.Bid):
        high = action.amount * 2 > state.cash[seat] and action.amount >= 20
        detail = f"leaves ${state.cash[seat] - action.amount}"
        return "Bid", detail, {}, f"Bid ${action.amount} of your ${state.cash[seat]}?" if high else ""
    if isinstance(action, actions.BidChips):
        return "Chips", f"leaves {state.chips[seat] - action.chips}", {}, ""
    return _fleet_choice(game, state, seat, action)


def _card_choice(game: TinGoose, state: TinGooseState, seat: int, card: int) -> Described:
    city = game.card_city[card]
    notes = []
    if state.network[seat] >> city & 1:
        notes.append(f"you serve {game.cities[city]}: income up {game.city_bonus_boxes}")
    group = "Events"
    if game.card_kind[card] == FLEET:
        group = "Fleets"
        if state.round == game.rounds:
            notes.append("no auction in the last round")
        elif owns_fleet_kind(game, state, seat, card):
            notes.append("you already fly this kind")
    return group, "; ".join(notes), {"card": game.card_names[card], "city": slugify_name(game.cities[city])}, ""


def _fleet_choice(game: TinGoose, state: TinGooseState, seat: int, action: Action) -> Described:
    step = state.step_stack[-1]
    if isinstance(action, actions.Deploy) and isinstance(step, FleetUseStep):
        shed = ", then one condition may go" if state.conditions[seat] else ""
        detail = f"{pluralize(game.planes_per_fleet, 'plane')} ({describe_fleet_figures(game, step.card)}){shed}"
        return "Deploy", detail, {"card": game.card_names[step.card]}, ""
    if isinstance(action, actions.Upgrade) and isinstance(step, FleetUseStep):
        planes = pluralize(count_waiting_planes(state, seat, action.fleet), "plane")
        oil = count_barrels(game, state, seat) + game.fleet_barrels[step.card] - game.fleet_barrels[action.fleet]
        hazard = count_flames(game, state, seat) + game.fleet_flames[step.card] - game.fleet_flames[action.fleet]
        verb = "moves" if count_waiting_planes(state, seat, action.fleet) == 1 else "move"
        detail = f"{planes} {verb} over; you then have {pluralize(oil, 'barrel')} and {pluralize(hazard, 'flame')}"
        return "Upgrade", detail, {"fleet": _fleet_id(game, action.fleet)}, ""
    if isinstance(action, actions.RemoveCondition):
        name = game.codec.vocabulary["condition"][action.condition]
        return "Conditions", describe_condition_effect(game, action.condition), {"condition": name}, ""
    if isinstance(action, actions.KeepConditions):
        return "Conditions", "", {}, "Remove no condition? The chance is lost."
    return "", "", {}, ""


def _fleet_id(game: TinGoose, fleet: int) -> str:
    return game.codec.vocabulary["fleet"][fleet]


def forms(game: TinGoose, state: TinGooseState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep):
        low, cash = max(step.high + 1, game.min_auction_bid), state.cash[seat]
        return [NumberForm("Your bid", {"type": "bid"}, "amount", low, cash, low, unit="$")] if low <= cash else []
    if isinstance(step, OpeningBidStep):
        return [NumberForm("Your bid", {"type": "bid_opening"}, "amount", 0, state.cash[seat], 0, unit="$")]
    if isinstance(step, StrikeBidStep) and state.chips[seat] > 0:
        return [NumberForm("Labor chips", {"type": "bid_chips"}, "chips", 0, state.chips[seat], 0, unit="chips")]
    return []


def standing_orders(game: TinGoose, state: TinGooseState, seat: int) -> list[StandingOrder]:
    if not state.step_stack:
        return []
    return [
        StandingOrder(NO_BIDS_ORDER, "Pass in every auction"),
        StandingOrder(NO_CHIPS_ORDER, "Bid no labor chips in strikes"),
    ]


def standing_order_action(game: TinGoose, state: TinGooseState, seat: int, orders: frozenset[str]) -> Action | None:
    if not state.step_stack or seat not in game.actors(state):
        return None
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep) and NO_BIDS_ORDER in orders:
        return game.pass_action
    if isinstance(step, StrikeBidStep) and NO_CHIPS_ORDER in orders:
        return game.chip_bids[0][0]
    return None
