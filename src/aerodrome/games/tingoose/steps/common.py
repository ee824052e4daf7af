"""What the two secret biddings share, the opening and a strike: sealing, opening again, and the reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.tingoose.model.actions import WithdrawSealedBid
from aerodrome.games.tingoose.model.events import SealedBidWithdrawn
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    find_rule_against_sealed_bid_withdrawal,
    list_seats_without_sealed_bid,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class SealedBidStep(Step["TinGoose", TinGooseState]):
    """All name a bid in secret, which seals it; the last one reveals all."""

    is_revealing: ClassVar[bool] = True

    def list_max_bid_by_seat(self, state: TinGooseState) -> list[int]:
        """The highest bid of each seat."""
        raise NotImplementedError

    def seal_bid(self, state: TinGooseState, seat: int, bid: int, tell: EventSink | None) -> None:
        raise NotImplementedError

    def reveal_and_settle_bids(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        """Settle the bids; this step is off the step stack."""
        raise NotImplementedError

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return list_seats_without_sealed_bid(state)

    def allows_out_of_turn(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> bool:
        return (
            game.can_withdraw_sealed_bids and isinstance(action, WithdrawSealedBid) and 0 <= who < state.seats
        )  # TG-R57

    def find_rule_against_withdrawing_sealed_bid(self, game: TinGoose, state: TinGooseState, seat: int) -> str:
        """Why this seat may not open its sealed bid again."""
        if not game.can_withdraw_sealed_bids:
            return self.rule
        return find_rule_against_sealed_bid_withdrawal(state, seat, self.list_max_bid_by_seat(state)[seat])

    def withdraw_sealed_bid(self, state: TinGooseState, seat: int, tell: EventSink | None) -> None:
        state.sealed_bids[seat] = NOBODY
        state.bids_opened.append(seat)
        if tell is not None:
            tell(SealedBidWithdrawn(seat))

    def seal_forced_zero_bids(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        """As the bidding begins: whoever can only bid 0 is not asked."""
        if not game.can_withdraw_sealed_bids:
            return
        limits = self.list_max_bid_by_seat(state)
        for seat in range(state.seats):
            if limits[seat] == 0:
                self.seal_bid(state, seat, 0, tell)  # TG-R57
        self.settle_bids_if_complete(game, state, tell)

    def settle_bids_if_complete(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        if NOBODY in state.sealed_bids:
            return
        state.step_stack.pop()
        state.bids_opened = []
        self.reveal_and_settle_bids(game, state, tell)
