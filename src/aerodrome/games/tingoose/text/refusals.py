"""Why something cannot be done, naming the things and numbers involved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action, Remedy
from aerodrome.core.question import UnavailableAction
from aerodrome.core.text import format_count
from aerodrome.games.tingoose.components.checks import ERAS
from aerodrome.games.tingoose.model import actions
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    MAX_SEALED_BID_WITHDRAWALS,
    count_sealed_bid_withdrawals_left,
    count_waiting_planes,
    get_income,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, ConditionRemovalStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.turn import CardPlayStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep
from aerodrome.games.tingoose.text.actions import describe_action
from aerodrome.games.tingoose.text.names import SIZE_NAMES, fleet_name, seat_name
from aerodrome.games.tingoose.text.remedies import compute_least_auction_bid, find_remedy
from aerodrome.games.tingoose.text.targets import find_refused_action_target

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

OTHER_QUESTION = {
    "TG-2.3": "A demand card is drawn now, one that is not yet in the row.",
    "TG-2.8": "A card of the era at hand is dealt now.",
    "TG-2.10": "An airmail card is laid out now, one that is not there yet.",
    "TG-3.1": "Everybody makes an opening bid now.",
    "TG-3.5": "The order of the highest equal bids is drawn now.",
    "TG-3.6": "An airmail route is chosen now, one of those laid out.",
    "TG-7.3": "In the auction you bid or pass.",
    "TG-7.8": "The fleet must be deployed or used for an upgrade now.",
    "TG-8.3": "Now one of your conditions may be removed.",
    "TG-9.1": "Now you fill a slot with an action.",
    "TG-17.2": "Fleets and events are dealt from separate piles.",
    "TG-R6": "You must take one of the airmail routes.",
}


def explain_refusal(game: TinGoose, state: TinGooseState, who: int, action: Action, rule: str) -> str:
    if rule == "TG-4.2" or rule == "TG-4.5":
        return _explain_not_asked_or_game_over(game, state, rule)
    for why in (
        OTHER_QUESTION.get(rule, ""),
        _explain_card_refusal(game, state, action, rule),
        _explain_bid_refusal(game, state, who, rule),
        _explain_upgrade_or_condition_refusal(game, state, action, rule),
        _explain_turn_action_refusal(game, state, who, action, rule),
    ):
        if why:
            return why
    return "That cannot be done now."


def _explain_not_asked_or_game_over(game: TinGoose, state: TinGooseState, rule: str) -> str:
    if rule == "TG-4.5":
        return f"The game ended after round {game.rounds}."
    asked = [seat_name(game, seat) for seat in game.actors(state) if seat != NOBODY]
    return f"Others must choose now: {', '.join(asked)}." if asked else "Chance acts now."


def _explain_card_refusal(game: TinGoose, state: TinGooseState, action: Action, rule: str) -> str:
    if rule == "TG-5.1":
        return "You must play a card from your hand now."
    if rule == "TG-5.2" and isinstance(action, actions.PlayCard):
        era, now = ERAS[game.card_era[action.card]], ERAS[game.era_of_round[state.round]]
        return f"This is a {era} card; in round {state.round} {now} cards are played."
    return ""


def _explain_bid_refusal(game: TinGoose, state: TinGooseState, who: int, rule: str) -> str:
    step = state.step_stack[-1] if state.step_stack else None
    if rule == "TG-R5":
        return f"The opening bid is a whole number from 0 to your ${state.cash[who]}."
    if rule == "TG-6.3":
        if not state.chips[who]:
            return "You have no labor chips: bid none."
        return f"You have {format_count(state.chips[who], 'labor chip')}: bid no more than that."
    if rule == "TG-R57":
        return _explain_sealed_bid_withdrawal_refusal(state, who)
    if rule == "TG-R4":
        return f"You have only ${state.cash[who]}."
    if isinstance(step, AuctionBidStep):
        least = compute_least_auction_bid(game, step)
        if rule == "TG-7.4":
            return f"The bid must be at least ${least}."
        if rule == "TG-7.9":
            return f"A bid must be at least ${least} and you have ${state.cash[who]}: you can only pass."
    return ""


def _explain_sealed_bid_withdrawal_refusal(state: TinGooseState, who: int) -> str:
    if state.sealed_bids[who] == NOBODY:
        return "You have no sealed bid to open: name one."
    if count_sealed_bid_withdrawals_left(state, who) == 0:
        return f"You have opened your bid {MAX_SEALED_BID_WITHDRAWALS} times, more is not allowed."
    return "You can only bid 0, there is nothing to change."


def _explain_upgrade_or_condition_refusal(game: TinGoose, state: TinGooseState, action: Action, rule: str) -> str:
    step = state.step_stack[-1] if state.step_stack else None
    if isinstance(step, DeployOrUpgradeStep) and isinstance(action, actions.UpgradeFleet):
        if rule == "TG-8.6":
            return "You can only upgrade a fleet of your own."
        new, old = fleet_name(game, step.card), fleet_name(game, action.fleet)
        if rule == "TG-8.7":
            sizes = SIZE_NAMES[game.fleet_size[step.card]], SIZE_NAMES[game.fleet_size[action.fleet]]
            return f"The {new} is {sizes[0]}, smaller than the {sizes[1]} {old}."
        if rule == "TG-8.8":
            return f"The {new} is not of a later era than the {old}."
    if rule == "TG-14.1" and isinstance(action, actions.RemoveCondition):
        return f"{game.conditions[action.condition]} is already removed."
    return ""


def _explain_turn_action_refusal(game: TinGoose, state: TinGooseState, who: int, action: Action, rule: str) -> str:
    if rule == "TG-9.2":
        return f"{_name_turn_action(action)} was taken {game.max_same_action} times in this turn, more is not allowed."
    if rule == "TG-9.5":
        return f"International Service needs {game.international_service_actions} slots and only one is left."
    if rule == "TG-9.6":
        price = get_income(game, state, who)
        return f"The second labor chip costs your income of ${price} and you have ${state.cash[who]}."
    if rule == "TG-11.3":
        return "The plane must come from one of your fleets with a plane on it."
    if rule == "TG-10.1":
        return "The plane must come from one of your fleets with a plane on it and go to a city on the map."
    if rule.startswith("TG-11."):
        return _explain_destination_refusal(game, state, who, rule)
    if isinstance(action, (actions.PlacePlane, actions.ExtendNetwork)):
        return _explain_city_entry_refusal(game, state, who, action, rule)
    return ""


def _explain_city_entry_refusal(
    game: TinGoose, state: TinGooseState, who: int, action: actions.PlacePlane | actions.ExtendNetwork, rule: str
) -> str:
    if not 0 <= action.city < len(game.cities):
        return ""
    name = game.cities[action.city]
    first = _name_cities_to_enter_first(game, find_remedy(game, state, who, action, rule))
    if rule == "TG-10.3":
        return f"You already have a plane in {name}."
    if rule == "TG-10.5":
        return f"No line joins {name} to your network, and the plane is small{first}."
    if rule == "TG-10.6":
        return f"{name} is not in or next to a hex of your network, and the plane is medium{first}."
    if rule == "TG-12.6":
        return f"No line joins {name} to your network; extensions fly along lines only{first}."
    return ""


def _name_cities_to_enter_first(game: TinGoose, remedy: Remedy | None) -> str:
    """ ": enter Tulsa first", or the first and the number of cities where the way is long."""
    if remedy is None:
        return ""
    names = [game.cities[city] for city in remedy.things]
    if len(names) > 2:
        return f": the way there leads by {len(names)} other cities, first {names[0]}"
    return f": enter {', then '.join(names)} first"


def _explain_destination_refusal(game: TinGoose, state: TinGooseState, who: int, rule: str) -> str:
    place = game.destination_of_round[state.round]
    name, cost = game.destinations[place], game.destination_cost[place]
    if rule == "TG-11.7":
        return f"You already serve {name}."
    if rule == "TG-11.4":
        return f"{name} takes {SIZE_NAMES[game.destination_size[place]]} planes or larger."
    if rule == "TG-11.5":
        return f"{name} costs ${cost} and you have ${state.cash[who]}."
    return ""


def _name_turn_action(action: Action) -> str:
    if isinstance(action, actions.AdvanceIncome):
        return "Advance Income"
    if isinstance(action, actions.TakeLaborChip):
        return "Take a Labor Chip"
    if isinstance(action, actions.IssueBond):
        return "Issue a Bond"
    return "Place a Plane"


def list_unavailable_actions(game: TinGoose, state: TinGooseState, seat: int) -> list[UnavailableAction]:
    """What somebody might try now and cannot."""
    return [
        UnavailableAction(label, why.rule, why.text, find_refused_action_target(game, action))
        for label, action in _list_likely_attempts(game, state, seat)
        if (why := game.why_not(state, seat, action)) is not None
    ]


def _list_likely_attempts(game: TinGoose, state: TinGooseState, seat: int) -> list[tuple[str, Action]]:
    """What comes to mind at the question of the moment, allowed or not, each with its label."""
    step = state.step_stack[-1]
    attempts: list[Action] = []
    if isinstance(step, CardPlayStep):
        attempts = [play for card, play in enumerate(game.card_plays) if state.holder[card] == seat]
    elif isinstance(step, AuctionBidStep):
        attempts = [actions.BidForFleet(max(step.high_bid + 1, game.min_auction_bid))]
    elif isinstance(step, DeployOrUpgradeStep):
        attempts = [game.upgrades[fleet] for fleet in state.fleets[seat]]
    elif isinstance(step, ConditionRemovalStep):
        attempts = [actions.RemoveCondition(condition) for condition in range(len(game.conditions))]
    elif isinstance(step, StrikeBidStep):
        attempts = [actions.BidStrikeChips(state.chips[seat] + 1)]
    elif isinstance(step, TurnActionStep):
        return _list_likely_turn_attempts(game, state, seat, step)
    return [(describe_action(game, state, seat, action), action) for action in attempts]


def _list_likely_turn_attempts(
    game: TinGoose, state: TinGooseState, seat: int, step: TurnActionStep
) -> list[tuple[str, Action]]:
    attempts: list[Action] = [game.destination_services[fleet] for fleet in state.fleets[seat]]
    no_more_planes: list[tuple[str, Action]] = []
    if step.planes < game.max_same_action:
        attempts += _list_likely_city_attempts(game, state, seat)
    else:
        no_more_planes = [("Place a plane", game.extensions[0])]
    return [
        ("Advance income", game.advance_income),
        ("Take a labor chip", game.take_one_chip),
        ("Buy a second labor chip", game.take_two_chips),
        ("Issue a bond", game.issue_bond),
        *[(describe_action(game, state, seat, action), action) for action in attempts],
        *no_more_planes,
    ]


def _list_likely_city_attempts(game: TinGoose, state: TinGooseState, seat: int) -> list[Action]:
    """One for each city, with the largest plane that waits; an extension when none does."""
    largest = NOBODY
    for fleet in state.fleets[seat]:
        if count_waiting_planes(state, seat, fleet) and (
            largest == NOBODY or game.fleet_size[fleet] > game.fleet_size[largest]
        ):
            largest = fleet
    return game.extensions if largest == NOBODY else game.plane_placements[largest]
