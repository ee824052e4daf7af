"""Actions in words: as a button or log line, and as something to click with all that hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import Choice
from aerodrome.core.text import format_count
from aerodrome.games.tingoose.model import actions
from aerodrome.games.tingoose.model.state import FLEET, STRIKE, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    compute_event_cost_or_strike_loss,
    count_barrels,
    count_demand_tokens,
    count_flames,
    count_rivals_in_city,
    count_sealed_bid_withdrawals_left,
    count_waiting_planes,
    get_income,
    owns_fleet_of_same_kind,
)
from aerodrome.games.tingoose.steps.auction import DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.text.names import (
    airmail_route_name,
    describe_card_with_city,
    describe_condition_removal_benefit,
    describe_fleet_figures,
    own_fleet_name,
    seat_name,
)
from aerodrome.games.tingoose.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

ChoiceText = tuple[str, str, str]
"""Group, detail and confirmation of a choice."""


def describe_action(game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
    told = (
        _describe_turn_action_or_upgrade(game, state, who, action)
        or _describe_bid_card_or_fleet_action(game, action)
        or _describe_chance_action(game, action)
    )
    if not told:
        raise TypeError(action)
    return told


def _describe_turn_action_or_upgrade(game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
    if isinstance(action, actions.PlacePlane):
        return f"Fly a {own_fleet_name(game, state, who, action.fleet)} to {game.cities[action.city]}"
    if isinstance(action, actions.ExtendNetwork):
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
    if isinstance(action, actions.UpgradeFleet):
        return f"Upgrade the {own_fleet_name(game, state, who, action.fleet)}"
    return ""


def _describe_bid_card_or_fleet_action(game: TinGoose, action: Action) -> str:
    if isinstance(action, actions.MakeOpeningBid):
        return f"Bid ${action.amount}"
    if isinstance(action, actions.TakeAirmailCard):
        return f"Take the airmail route {airmail_route_name(game, action.airmail)}"
    if isinstance(action, actions.PlayCard):
        return f"Play {describe_card_with_city(game, action.card)}"
    if isinstance(action, actions.BidStrikeChips):
        return f"Bid {format_count(action.chips, 'labor chip')}" if action.chips else "Bid no labor chips"
    if isinstance(action, actions.WithdrawSealedBid):
        return "Open your bid again"
    if isinstance(action, actions.BidForFleet):
        return f"Bid ${action.amount}"
    if isinstance(action, actions.PassAuction):
        return "Pass"
    if isinstance(action, actions.DeployFleet):
        return "Deploy the fleet"
    if isinstance(action, actions.RemoveCondition):
        return f"Remove {game.conditions[action.condition]}"
    if isinstance(action, actions.RemoveNoCondition):
        return "Remove no condition"
    return ""


def _describe_chance_action(game: TinGoose, action: Action) -> str:
    if isinstance(action, actions.DrawDemandCard):
        return f"Draw demand card {game.edition.demand_card[action.demand].id}"
    if isinstance(action, actions.DealCard):
        return f"Deal {describe_card_with_city(game, action.card)}"
    if isinstance(action, actions.LayOutAirmailCard):
        return f"Lay out the airmail route {airmail_route_name(game, action.airmail)}"
    if isinstance(action, actions.BreakOpeningTie):
        return f"{seat_name(game, action.seat)} comes next"
    return ""


def build_choice(game: TinGoose, state: TinGooseState, seat: int, action: Action) -> Choice:
    group, detail, confirm = (
        _build_turn_action_choice_text(game, state, seat, action)
        or _build_bid_or_card_choice_text(game, state, seat, action)
        or _build_fleet_or_condition_choice_text(game, state, seat, action)
        or ("", "", "")
    )
    piece, place = _name_piece_and_place(game, state, seat, action)
    return Choice(
        game.dump(action),
        describe_action(game, state, seat, action),
        group,
        detail,
        find_board_target(game, state, seat, action),
        confirm,
        piece,
        place,
        isinstance(action, actions.WithdrawSealedBid),
    )


def _name_piece_and_place(game: TinGoose, state: TinGooseState, seat: int, action: Action) -> tuple[str, str]:
    """The second and the third step of a choice: with which fleet, and where."""
    if isinstance(action, (actions.PlacePlane, actions.ServeDestination)):
        waiting = count_waiting_planes(state, seat, action.fleet)
        planes = "last plane" if waiting == 1 else format_count(waiting, "plane")
        piece = f"{own_fleet_name(game, state, seat, action.fleet)}, {planes}"
        if isinstance(action, actions.PlacePlane):
            return piece, game.cities[action.city]
        destination = game.destination_of_round[state.round]
        return piece, "" if destination == NOBODY else game.destinations[destination]
    if isinstance(action, actions.ExtendNetwork):
        return "", game.cities[action.city]
    return "", ""


def list_out_of_turn_choices(game: TinGoose, state: TinGooseState, seat: int) -> list[Choice]:
    """A bid that is sealed can be opened again while others are asked."""  # TG-R57
    if game.violated_rule(state, seat, game.withdraw_sealed_bid):
        return []
    return [build_choice(game, state, seat, game.withdraw_sealed_bid)]


def _build_turn_action_choice_text(
    game: TinGoose, state: TinGooseState, seat: int, action: Action
) -> ChoiceText | None:
    if isinstance(action, actions.PlacePlane):
        left = format_count(count_waiting_planes(state, seat, action.fleet), "plane")
        return "Fly a plane", f"{describe_city_entry_effect(game, state, seat, action.city)}; {left} on this fleet", ""
    if isinstance(action, actions.ExtendNetwork):
        price = (
            f"{format_count(game.extension_barrels, 'barrel')} and {format_count(game.extension_flames, 'flame')} more"
        )
        return "Extend the network", f"{describe_city_entry_effect(game, state, seat, action.city)}; {price}", ""
    if isinstance(action, actions.ServeDestination):
        place = game.destination_of_round[state.round]
        cost = game.destination_cost[place]
        detail = (
            f"two slots; ${cost} now, ${game.per_international} at the end "
            f"and ${game.per_player_behind} for each player who then serves fewer"
        )
        return "International service", detail, f"Pay ${cost} and give up a plane for {game.destinations[place]}?"
    if isinstance(action, actions.AdvanceIncome):
        return "Income", _describe_income_advance(game, state, seat), ""
    if isinstance(action, actions.TakeLaborChip):
        return "Labor", f"you have {format_count(state.chips[seat], 'chip')}", ""
    if isinstance(action, actions.IssueBond):
        return "Bond", f"${game.bond_cash} now, −${-game.per_bond} at the end", ""
    return None


def _describe_income_advance(game: TinGoose, state: TinGooseState, seat: int) -> str:
    box = state.income_box[seat]
    new = min(box + 1, len(game.income_boxes) - 1)
    before, after = game.income_boxes[box], game.income_boxes[new]
    if after != before:
        return f"income {before} to {after}"
    return f"income stays {after}, one box on" if new > box else f"income stays {after}"


def _build_bid_or_card_choice_text(
    game: TinGoose, state: TinGooseState, seat: int, action: Action
) -> ChoiceText | None:
    if isinstance(action, actions.MakeOpeningBid):
        high = action.amount * 2 > game.start_cash
        return "Bid", "", f"Pay ${action.amount} whatever your rank?" if high else ""
    if isinstance(action, actions.TakeAirmailCard):
        start, target = game.airmail_start[action.airmail], game.airmail_target[action.airmail]
        detail = f"start in {game.cities[start]}, ${game.airmail_reward} on reaching {game.cities[target]}"
        return "Airmail", detail, ""
    if isinstance(action, actions.PlayCard):
        return _build_card_choice_text(game, state, seat, action.card)
    if isinstance(action, actions.BidForFleet):
        high = action.amount * 2 > state.cash[seat] and action.amount >= 20
        detail = f"leaves ${state.cash[seat] - action.amount}"
        return "Bid", detail, f"Bid ${action.amount} of your ${state.cash[seat]}?" if high else ""
    if isinstance(action, actions.WithdrawSealedBid):
        return "Bid", _describe_sealed_bid_withdrawal(state, seat), ""
    if isinstance(action, actions.BidStrikeChips):
        return "Chips", f"leaves {state.chips[seat] - action.chips}", ""
    return None


def _describe_sealed_bid_withdrawal(state: TinGooseState, seat: int) -> str:
    bid = state.sealed_bids[seat]
    named = format_count(bid, "chip") if isinstance(state.step_stack[-1], StrikeBidStep) else f"${bid}"
    left = format_count(count_sealed_bid_withdrawals_left(state, seat), "more time")
    return f"you have sealed {named}; can be opened {left}"


def _build_card_choice_text(game: TinGoose, state: TinGooseState, seat: int, card: int) -> ChoiceText:
    city = game.card_city[card]
    notes = []
    if state.network[seat] >> city & 1:
        boxes = format_count(game.city_bonus_boxes, "box", "boxes")
        notes.append(f"you serve {game.cities[city]}: income {boxes} up")
    if game.card_kind[card] != FLEET:
        unless = " unless you bid the most chips" if game.card_kind[card] == STRIKE else ""
        notes.append(f"costs you ${compute_event_cost_or_strike_loss(game, state, seat, card)}{unless}")
        return "Events", "; ".join(notes), ""
    if state.round == game.rounds:
        notes.append("no auction in the last round")
    elif owns_fleet_of_same_kind(game, state, seat, card):
        notes.append("you already fly this kind")
    return "Fleets", "; ".join(notes), ""


def _build_fleet_or_condition_choice_text(
    game: TinGoose, state: TinGooseState, seat: int, action: Action
) -> ChoiceText | None:
    step = state.step_stack[-1]
    if isinstance(action, actions.DeployFleet) and isinstance(step, DeployOrUpgradeStep):
        removal = ", then you may remove a condition" if state.conditions[seat] else ""
        planes = format_count(game.planes_per_fleet, "plane")
        return "Deploy", f"{planes} ({describe_fleet_figures(game, step.card)}){removal}", ""
    if isinstance(action, actions.UpgradeFleet) and isinstance(step, DeployOrUpgradeStep):
        is_empty = count_waiting_planes(state, seat, action.fleet) == 0
        confirm = "No plane moves over: only your barrels and flames change. Upgrade?" if is_empty else ""
        return "Upgrade", _describe_upgrade_effect(game, state, seat, action.fleet, step.card), confirm
    if isinstance(action, actions.RemoveCondition):
        return "Conditions", describe_condition_removal_benefit(game, action.condition), ""
    if isinstance(action, actions.RemoveNoCondition):
        return "Conditions", "", "Remove no condition? The chance is lost."
    return None


def _describe_upgrade_effect(game: TinGoose, state: TinGooseState, seat: int, old_fleet: int, new_fleet: int) -> str:
    planes = count_waiting_planes(state, seat, old_fleet)
    barrels = count_barrels(game, state, seat) + game.fleet_barrels[new_fleet] - game.fleet_barrels[old_fleet]
    flames = count_flames(game, state, seat) + game.fleet_flames[new_fleet] - game.fleet_flames[old_fleet]
    moving = f"{format_count(planes, 'plane')} {'moves' if planes == 1 else 'move'} over"
    return f"{moving}; you then have {format_count(barrels, 'barrel')} and {format_count(flames, 'flame')}"


def describe_city_entry_effect(game: TinGoose, state: TinGooseState, seat: int, city: int) -> str:
    """What a plane's arrival would bring, in short."""
    demand, rivals = count_demand_tokens(state, city), count_rivals_in_city(state, seat, city)
    up = 1 if demand > 0 or rivals == 0 else -rivals
    box = min(max(state.income_box[seat] + up, 0), len(game.income_boxes) - 1)
    moved = box - state.income_box[seat]
    boxes = f"{format_count(abs(moved), 'box', 'boxes')} {'up' if moved > 0 else 'down'} to" if moved else "stays"
    parts = [f"income {boxes} {game.income_boxes[box]}"]
    if demand:
        parts.append(f"demand pays {demand} × ${game.income_boxes[box]} = ${demand * game.income_boxes[box]}")
    if game.major_cities >> city & 1:
        parts.append(f"major city: ${game.per_major} at the end")
    airmail = state.airmail[seat]
    if airmail >= 0 and game.airmail_target[airmail] == city and not state.delivered >> seat & 1:
        parts.append(f"airmail pays ${game.airmail_reward}")
    return "; ".join(parts)
