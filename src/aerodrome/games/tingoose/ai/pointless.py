"""What no sensible player would do, whatever a figure says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.games.tingoose.ai.outlook import (
    RemainingGameOutlook,
    estimate_value_of_winning_fleet,
    has_card_to_play_this_round,
    is_upgrade_no_better,
)
from aerodrome.games.tingoose.model.actions import (
    AdvanceIncome,
    BidForFleet,
    BidStrikeChips,
    ExtendNetwork,
    IssueBond,
    MakeOpeningBid,
    PlacePlane,
    PlayCard,
    RemoveNoCondition,
    TakeLaborChip,
    UpgradeFleet,
)
from aerodrome.games.tingoose.model.state import EVENTS_ONLY, PLAYED, STRIKE, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    compute_event_cost_or_strike_loss,
    count_demand_tokens,
    count_rivals_in_city,
    find_reachable_city_bits,
    find_rule_against_destination_service,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def is_pointless(game: TinGoose, state: TinGooseState, who: int, action: Action, weights: dict[str, float]) -> bool:
    if isinstance(action, (PlacePlane, ExtendNetwork)):
        return state.round == game.rounds and _is_pointless_last_placement(game, state, who, action)
    if isinstance(action, UpgradeFleet):
        step = state.step_stack[-1]
        return isinstance(step, DeployOrUpgradeStep) and is_upgrade_no_better(game, state, who, action.fleet, step.card)
    if isinstance(action, BidForFleet):
        return _is_pointless_auction_bid(game, state, who, action.amount, weights)
    if isinstance(action, MakeOpeningBid):
        return action.amount > weights["first_pick"]
    if isinstance(action, PlayCard):
        return _is_pointless_strike_card(game, state, who, action.card)
    if isinstance(action, BidStrikeChips):
        return _is_pointless_strike_bid(game, state, who, action.chips)
    if isinstance(action, AdvanceIncome):
        return state.income_box[who] + 1 == len(game.income_boxes)
    if isinstance(action, TakeLaborChip):
        return (
            action.second and not can_another_card_be_played(game, state)
        ) or _spends_slot_needed_for_last_destination(game, state, who)
    if isinstance(action, IssueBond):
        return state.round == game.rounds and (
            _spends_slot_needed_for_last_destination(game, state, who)
            or not _may_need_cash_in_last_round(game, state, who)
        )
    return isinstance(action, RemoveNoCondition)


def _spends_slot_needed_for_last_destination(game: TinGoose, state: TinGooseState, who: int) -> bool:
    """Whether a slot filled now is one that the last destination of the game needs."""
    step = state.step_stack[-1]
    if state.round < game.rounds or not isinstance(step, TurnActionStep):
        return False
    if step.actions_left != game.international_service_actions:
        return False
    return any(not find_rule_against_destination_service(game, state, who, fleet) for fleet in state.fleets[who])


def can_another_card_be_played(game: TinGoose, state: TinGooseState) -> bool:
    """Whether somebody will still play a card after the one on the table."""
    return state.round < game.rounds or _count_cards_to_play_this_round(state) > 0


def _count_cards_to_play_this_round(state: TinGooseState) -> int:
    return sum([1 for seat in range(state.seats) if has_card_to_play_this_round(state, seat)])


def _is_pointless_last_placement(
    game: TinGoose, state: TinGooseState, who: int, action: PlacePlane | ExtendNetwork
) -> bool:
    """In the last turn: a city that pays nothing and lifts nothing, or an extension where a plane waits for it."""
    step = state.step_stack[-1]
    if not isinstance(step, TurnActionStep):
        return False
    if isinstance(action, ExtendNetwork) and _could_waiting_plane_replace_extension(
        game, state, who, action.city, step
    ):
        return True
    city = action.city
    if count_demand_tokens(state, city) or game.major_cities >> city & 1:
        return False
    if game.airmail_target[state.airmail[who]] == city and not state.delivered >> who & 1:
        return False
    if count_rivals_in_city(state, who, city) == 0:
        return state.income_box[who] + 1 == len(game.income_boxes)
    return step.actions_left == 1 or step.planes + 1 >= game.max_same_action  # else it may open a way


def _could_waiting_plane_replace_extension(
    game: TinGoose, state: TinGooseState, who: int, city: int, step: TurnActionStep
) -> bool:
    """Whether planes that wait suffice for all placements left, and one of them reaches this city."""
    waiting = 0
    reaches = False
    for i, fleet in enumerate(state.fleets[who]):
        if state.planes[who][i]:
            waiting += state.planes[who][i]
            size = game.fleet_size[fleet]
            if find_reachable_city_bits(game, state.network[who], size) >> city & 1:
                reaches = True
    return reaches and waiting >= min(step.actions_left, game.max_same_action - step.planes)


def _is_pointless_auction_bid(
    game: TinGoose, state: TinGooseState, who: int, amount: int, weights: dict[str, float]
) -> bool:
    """More than the last to call needs, or more than the fleet can bring."""
    step = state.step_stack[-1]
    if not isinstance(step, AuctionBidStep):
        return False
    if who == state.active and amount > max(step.high_bid + 1, game.min_auction_bid):
        return True
    return amount > estimate_value_of_winning_fleet(
        game, state, RemainingGameOutlook(game, state, weights), who, step.card
    )


def _is_pointless_strike_card(game: TinGoose, state: TinGooseState, who: int, strike: int) -> bool:
    """A strike that is lost for certain, without a chip against some: for no bonus, with a card that costs less."""
    if game.card_kind[strike] != STRIKE or state.chips[who] or not any(state.chips):
        return False
    if state.network[who] >> game.card_city[strike] & 1:
        return False
    loss = game.strike_lose[strike]
    for card in game.decks[game.era_of_round[state.round]]:
        if state.holder[card] == who and compute_event_cost_or_strike_loss(game, state, who, card) < loss:
            return True
    return False


def _is_pointless_strike_bid(game: TinGoose, state: TinGooseState, who: int, chips: int) -> bool:
    """More than anybody else has, since equal bids win too; or saving chips that no strike will ask for again."""
    enough = count_chips_sure_to_win_strike(state, who)
    if chips > enough:
        return True
    return not can_another_card_be_played(game, state) and chips < min(enough, state.chips[who])


def count_chips_sure_to_win_strike(state: TinGooseState, who: int) -> int:
    """So many chips win a strike whatever the others bid: equal bids win too (TG-6.5)."""
    enough = 1
    for seat in range(state.seats):
        if seat != who:
            enough = max(enough, state.chips[seat])
    return enough


def _may_need_cash_in_last_round(game: TinGoose, state: TinGooseState, who: int) -> bool:
    """Whether events to come may ask for more than the cash in hand, or a destination does that can be served."""
    cash = state.cash[who]
    step = state.step_stack[-1]
    place = game.destination_of_round[state.round]
    if (
        isinstance(step, TurnActionStep)
        and step.actions_left > game.international_service_actions
        and not state.served_destinations[who] >> place & 1
        and cash < game.destination_cost[place]
    ):
        for i, fleet in enumerate(state.fleets[who]):
            if state.planes[who][i] and game.fleet_size[fleet] >= game.destination_size[place]:
                return True
    return cash < _count_cards_to_play_this_round(state) * find_worst_event_cost(game, state, who)


def find_worst_event_cost(game: TinGoose, state: TinGooseState, who: int) -> int:
    """The most that one event of this era that others may still play can cost a seat, as all can see it."""
    worst = 0
    era = game.era_of_round[state.round]
    for card in game.deal_piles[era][EVENTS_ONLY]:
        if state.holder[card] == PLAYED or state.holder[card] == who:
            continue
        worst = max(worst, compute_event_cost_or_strike_loss(game, state, who, card))
    return worst
