"""Standing orders: answers that a seat gives in advance to a kind of question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import StandingOrder
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.steps.auction import AuctionBidStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

NO_BIDS_ORDER = "no-bids"
NO_CHIPS_ORDER = "no-chips"


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
    # who opens a sealed bid again wants another one
    if isinstance(step, StrikeBidStep) and NO_CHIPS_ORDER in orders and seat not in state.bids_opened:
        return game.chip_bids[0][0]
    return None
