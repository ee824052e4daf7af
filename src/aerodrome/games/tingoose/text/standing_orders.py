"""Standing orders: answers that a seat gives in advance to a kind of question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import StandingOrder
from aerodrome.core.standing_order_keys import find_standing_order_amount
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import find_rule_against_auction_bid
from aerodrome.games.tingoose.steps.auction import MAX_LISTED_BID, AuctionBidStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.text.names import fleet_name

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

NO_BIDS_ORDER = "no-bids"
NO_CHIPS_ORDER = "no-chips"
LIMIT_ORDER = "limit"
OUTBID_ORDER = "outbid-"
"""With the number of the fleet card: for one auction."""


def list_offered_standing_orders(game: TinGoose, state: TinGooseState, seat: int) -> list[StandingOrder]:
    found = [
        StandingOrder(NO_BIDS_ORDER, "Pass in every auction"),
        StandingOrder(LIMIT_ORDER, "Pass in auctions when the bid is above ${amount}", max_amount=MAX_LISTED_BID),
        StandingOrder(NO_CHIPS_ORDER, "Bid no labor chips in strikes"),
    ]
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep) and _is_seat_still_to_bid(state, step, seat):
        label = f"In this auction of the {fleet_name(game, step.card)} bid $1 more than the others, up to ${{amount}}"
        found.insert(0, StandingOrder(f"{OUTBID_ORDER}{step.card}", label, max_amount=MAX_LISTED_BID))
    return found


def _is_seat_still_to_bid(state: TinGooseState, step: AuctionBidStep, seat: int) -> bool:
    """The auction goes once around, to whoever called for it."""
    return (seat - step.seat) % state.seats <= (state.active - step.seat) % state.seats


def find_answer_by_standing_orders(
    game: TinGoose, state: TinGooseState, seat: int, orders: frozenset[str]
) -> Action | None:
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep):
        return _choose_auction_answer_by_standing_orders(game, state, step, seat, orders)
    # who opens a sealed bid again wants another one
    if isinstance(step, StrikeBidStep) and NO_CHIPS_ORDER in orders and seat not in state.bids_opened:
        return game.chip_bids[0][0]
    return None


def _choose_auction_answer_by_standing_orders(
    game: TinGoose, state: TinGooseState, step: AuctionBidStep, seat: int, orders: frozenset[str]
) -> Action | None:
    above = find_standing_order_amount(orders, LIMIT_ORDER)
    passes = NO_BIDS_ORDER in orders or (above is not None and step.high_bid > above)
    limit = find_standing_order_amount(orders, f"{OUTBID_ORDER}{step.card}")
    bid = max(step.high_bid + 1, game.min_auction_bid)
    bids = (
        limit is not None and bid <= limit and not find_rule_against_auction_bid(game, state, seat, bid, step.high_bid)
    )
    if passes == bids:  # whose orders contradict each other is asked
        return None
    return game.pass_action if passes else game.auction_bids[bid]
