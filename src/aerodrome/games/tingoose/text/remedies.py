"""What is nearest missing where a rule forbids something: with it the action is allowed, or another rule is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action, Remedy
from aerodrome.games.tingoose.model import actions
from aerodrome.games.tingoose.model.state import SMALL, TinGooseState
from aerodrome.games.tingoose.rules.queries import find_reachable_city_bits, get_income, list_cities_in_bits
from aerodrome.games.tingoose.steps.auction import AuctionBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

KINDS = {
    "cash": "The seat has `amount`.",
    "bid": "The seat bids `amount`, or more; at most that where it bids too much.",
    "cities": "The seat is in the cities of `things`, entered in this order.",
    "size": "A plane of the size in `things` goes there.",
}


def find_remedy(game: TinGoose, state: TinGooseState, who: int, action: Action, rule: str) -> Remedy | None:
    if not 0 <= who < state.seats:
        return None
    if rule in ("TG-R5", "TG-R4", "TG-7.4", "TG-7.9", "TG-6.3"):
        return _find_bid_remedy(game, state, who, action, rule)
    if rule == "TG-9.6":
        return Remedy("cash", get_income(game, state, who))
    if rule == "TG-11.5":
        return Remedy("cash", game.destination_cost[game.destination_of_round[state.round]])
    if rule == "TG-11.4":
        return Remedy("size", things=(game.destination_size[game.destination_of_round[state.round]],))
    if rule in ("TG-10.5", "TG-10.6", "TG-12.6"):
        return _find_city_entry_remedy(game, state, who, action)
    return None


def _find_bid_remedy(game: TinGoose, state: TinGooseState, who: int, action: Action, rule: str) -> Remedy | None:
    step = state.step_stack[-1]
    if rule == "TG-R5" and isinstance(action, actions.MakeOpeningBid):
        return Remedy("bid", state.cash[who])
    if rule == "TG-6.3" and isinstance(action, actions.BidStrikeChips):
        return Remedy("bid", state.chips[who])
    if isinstance(step, AuctionBidStep) and isinstance(action, actions.BidForFleet):
        if rule == "TG-7.9":
            return Remedy("cash", max(compute_least_auction_bid(game, step), action.amount))
        return Remedy("bid", state.cash[who] if rule == "TG-R4" else compute_least_auction_bid(game, step))
    return None


def compute_least_auction_bid(game: TinGoose, step: AuctionBidStep) -> int:
    return max(step.high_bid + 1, game.min_auction_bid)


def _find_city_entry_remedy(game: TinGoose, state: TinGooseState, who: int, action: Action) -> Remedy | None:
    """The fewest cities that a seat must enter first with planes of this size, on the way to the city."""
    if not isinstance(action, (actions.PlacePlane, actions.ExtendNetwork)):
        return None
    size = game.fleet_size[action.fleet] if isinstance(action, actions.PlacePlane) else SMALL
    reached = state.network[who]
    ways: dict[int, tuple[int, ...]] = {}
    fresh = list_cities_in_bits(game, find_reachable_city_bits(game, reached, size))
    for city in fresh:
        ways[city] = ()
    while fresh:
        found: list[int] = []
        for city in fresh:
            for further in list_cities_in_bits(game, find_reachable_city_bits(game, 1 << city, size)):
                if further not in ways and not reached >> further & 1:
                    ways[further] = (*ways[city], city)
                    found.append(further)
        fresh = found
    return Remedy("cities", things=ways[action.city]) if ways.get(action.city) else None
