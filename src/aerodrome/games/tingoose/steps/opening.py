"""Section 3: the secret opening bid and the choice of airmail routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.state import AutoStep, ChanceStep, EventSink, Step
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.actions import (
    BreakOpeningTie,
    MakeOpeningBid,
    PassAuction,
    TakeAirmailCard,
    WithdrawSealedBid,
)
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import find_highest_unranked_bidders
from aerodrome.games.tingoose.rules.state_changes import pay_to_bank
from aerodrome.games.tingoose.steps.common import SealedBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class OpeningBidStep(SealedBidStep):
    """All bid in secret for the choice of airmail routes and the first turn."""

    stored_name: ClassVar[str] = "BidsOpening"
    rule: ClassVar[str] = "TG-3.1"

    def list_max_bid_by_seat(self, state: TinGooseState) -> list[int]:
        return state.cash

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return game.opening_bids

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, WithdrawSealedBid):
            return self.find_rule_against_withdrawing_sealed_bid(game, state, who)
        if not isinstance(action, MakeOpeningBid):
            return "TG-3.1"
        return "" if 0 <= action.amount <= state.cash[who] else "TG-R5"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, WithdrawSealedBid):
            self.withdraw_sealed_bid(state, who, tell)
            return
        assert isinstance(action, MakeOpeningBid)
        self.seal_bid(state, who, action.amount, tell)
        self.settle_bids_if_complete(game, state, tell)

    def seal_bid(self, state: TinGooseState, seat: int, bid: int, tell: EventSink | None) -> None:
        state.sealed_bids[seat] = bid
        if tell is not None:
            tell(events.OpeningBidSealed(seat, bid, visible_only_to=seat))
            tell(events.OpeningBidSealedUnseen(seat, hidden_from=seat))

    def reveal_and_settle_bids(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        for seat in range(state.seats):
            pay_to_bank(state, seat, state.sealed_bids[seat])  # TG-3.3
        if tell is not None:
            tell(events.OpeningBidsPaid(tuple(state.sealed_bids)))
        state.step_stack.append(OpeningBidRankingStep())


class OpeningBidRankingStep(AutoStep["TinGoose", TinGooseState]):
    """From the highest bid to the lowest; stops where chance must order equal ones."""

    stored_name: ClassVar[str] = "RanksBids"

    def run(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        while len(state.order) < state.seats:
            seats = find_highest_unranked_bidders(state)
            if len(seats) > 1:
                state.step_stack.append(DrawOpeningTieWinnerStep())
                return
            state.order.append(seats[0])
        state.first = state.order[0]  # TG-3.10
        if tell is not None:
            tell(events.OpeningOrderSet(tuple(state.order)))
        state.step_stack.append(AirmailChoiceStep(0))


class DrawOpeningTieWinnerStep(ChanceStep["TinGoose", TinGooseState]):
    """Chance says who of the equal highest bidders comes next."""

    stored_name: ClassVar[str] = "BreaksTie"
    rule: ClassVar[str] = "TG-3.5"

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return [game.go_next[seat] for seat in find_highest_unranked_bidders(state)]

    def odds(self, game: TinGoose, state: TinGooseState) -> list[float]:
        return get_uniform_odds(len(find_highest_unranked_bidders(state)))

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, BreakOpeningTie) or action.seat not in find_highest_unranked_bidders(state):
            return "TG-3.5"
        return ""

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, BreakOpeningTie)
        state.step_stack.pop()
        state.order.append(action.seat)
        state.step_stack.append(OpeningBidRankingStep())
        if tell is not None:
            tell(events.OpeningTieBroken(action.seat, state.sealed_bids[action.seat]))


class AirmailChoiceStep(Step["TinGoose", TinGooseState]):
    """The seat of this rank in the opening order takes one of the airmail routes laid out."""

    stored_name: ClassVar[str] = "ChoosesAirmail"
    rule: ClassVar[str] = "TG-3.6"

    def __init__(self, rank: int) -> None:
        self.rank: int = rank

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return (state.order[self.rank],)

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return [game.airmail_takes[airmail] for airmail in state.card_row]

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, PassAuction):
            return "TG-R6"
        if not isinstance(action, TakeAirmailCard) or action.airmail not in state.card_row:
            return "TG-3.6"
        return ""

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, TakeAirmailCard)
        state.step_stack.pop()
        city = game.airmail_start[action.airmail]
        state.card_row.remove(action.airmail)
        state.airmail[who] = action.airmail
        state.planes[who][0] -= 1  # TG-3.6
        state.network[who] = 1 << city  # TG-R7
        if tell is not None:
            tell(events.AirmailTaken(who, action.airmail, city))
        if self.rank + 1 < state.seats:
            state.step_stack.append(AirmailChoiceStep(self.rank + 1))
            return
        if tell is not None:
            for airmail in state.card_row:
                tell(events.AirmailDiscarded(airmail))
        state.card_row = []  # TG-3.7
