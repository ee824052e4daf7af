"""Section 6: strikes, crashes, oil."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.actions import BidStrikeChips, WithdrawSealedBid
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    count_barrels,
    count_flames,
    find_strike_winners,
    get_barrel_price,
    get_income,
    list_seats_in_payment_order,
)
from aerodrome.games.tingoose.rules.state_changes import (
    move_income_marker,
    pay_event_cost_with_emergency_bonds,
    receive_from_bank,
)
from aerodrome.games.tingoose.steps.common import SealedBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def start_strike_bidding(game: TinGoose, state: TinGooseState, card: int, tell: EventSink | None) -> None:
    step = StrikeBidStep(card)
    state.sealed_bids = [NOBODY] * state.seats
    state.step_stack.append(step)
    step.seal_forced_zero_bids(game, state, tell)


class StrikeBidStep(SealedBidStep):
    """All bid chips in secret; the most win."""

    stored_name: ClassVar[str] = "BidsChips"
    rule: ClassVar[str] = "TG-6.3"

    def __init__(self, card: int) -> None:
        self.card: int = card

    def list_max_bid_by_seat(self, state: TinGooseState) -> list[int]:
        return state.chips

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return game.chip_bids[min(state.chips[who], game.max_listed_chips)]

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, WithdrawSealedBid):
            return self.find_rule_against_withdrawing_sealed_bid(game, state, who)
        if not isinstance(action, BidStrikeChips):
            return "TG-6.3"
        return "" if 0 <= action.chips <= state.chips[who] else "TG-6.3"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, WithdrawSealedBid):
            self.withdraw_sealed_bid(state, who, tell)
            return
        assert isinstance(action, BidStrikeChips)
        self.seal_bid(state, who, action.chips, tell)
        self.settle_bids_if_complete(game, state, tell)

    def seal_bid(self, state: TinGooseState, seat: int, bid: int, tell: EventSink | None) -> None:
        state.sealed_bids[seat] = bid
        if tell is not None:
            tell(events.StrikeBidSealed(seat, bid, visible_only_to=seat))
            tell(events.StrikeBidSealedUnseen(seat, hidden_from=seat))

    def reveal_and_settle_bids(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        resolve_strike(game, state, self.card, tell)


def resolve_strike(game: TinGoose, state: TinGooseState, card: int, tell: EventSink | None) -> None:
    bids = state.sealed_bids
    winners = find_strike_winners(bids)
    for seat in range(state.seats):
        state.chips[seat] -= bids[seat]  # TG-6.8
    if tell is not None:
        tell(events.StrikeBidsRevealed(tuple(bids)))
    for seat in list_seats_in_payment_order(state):
        if seat in winners:
            receive_from_bank(state, seat, game.strike_win[card])
            if tell is not None:
                tell(events.StrikeWon(seat, game.strike_win[card]))
        else:
            pay_event_cost_with_emergency_bonds(game, state, seat, game.strike_lose[card], tell)  # TG-6.6
            if tell is not None:
                tell(events.StrikeLost(seat, game.strike_lose[card]))


def resolve_crash_event(game: TinGoose, state: TinGooseState, card: int, tell: EventSink | None) -> None:
    hazard = [count_flames(game, state, seat) for seat in range(state.seats)]  # TG-R12
    for seat in list_seats_in_payment_order(state):
        owed = hazard[seat] * game.event_price[card]  # TG-6.9
        pay_event_cost_with_emergency_bonds(game, state, seat, owed, tell)
        if tell is not None:
            tell(events.CrashCostPaid(seat, hazard[seat], owed))
    most, fewest = max(hazard), min(hazard)
    if most == fewest:  # TG-6.13
        return
    for seat in list_seats_in_payment_order(state):
        if hazard[seat] == most or hazard[seat] == fewest:  # TG-6.12
            worst = hazard[seat] == most
            move_income_marker(game, state, seat, game.crash_most_boxes if worst else game.crash_least_boxes)
            if tell is not None:
                tell(events.IncomeMovedByCrash(seat, worst, get_income(game, state, seat)))


def resolve_oil_event(game: TinGoose, state: TinGooseState, card: int, tell: EventSink | None) -> None:
    for seat in list_seats_in_payment_order(state):
        number = count_barrels(game, state, seat)
        price = get_barrel_price(game, state, seat, game.event_price[card])
        owed = number * price  # TG-6.14
        pay_event_cost_with_emergency_bonds(game, state, seat, owed, tell)
        if tell is not None:
            tell(events.OilCostPaid(seat, number, owed, price - game.event_price[card]))
