"""Claims, where the option has them: money due to a player that he must call before the next movement throw."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.actions import CollectClaim, LeaveClaimsUncalled
from aerodrome.games.airline.model.events import ClaimArose, ClaimLapsed, OfferBecameVoid
from aerodrome.games.airline.model.state import (
    AMOUNT,
    BANK,
    CREDITOR,
    DEBTOR,
    FARE_CLAIM,
    FARE_DEBT,
    KIND,
    AirlineState,
)
from aerodrome.games.airline.rules.queries import count_claims_held, get_seat_left_of
from aerodrome.games.airline.rules.state_changes import receive_from_bank_and_tell
from aerodrome.games.airline.steps.common import (
    AirlineAutoStep,
    AirlineStep,
    DecisionStep,
    combine_answers_and_claim_actions,
)
from aerodrome.games.airline.steps.debts import (
    expire_open_offer_if_any,
    pay_debt_or_raise_money,
    pay_open_debt_if_covered,
)
from aerodrome.games.airline.steps.trading import AnswerOfferStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class CollectClaimsStep(DecisionStep):
    """A holder of claims is asked whether to call them."""  # AL-R18

    rule: ClassVar[str] = "AL-R18"
    stored_name: ClassVar[str] = "Claims"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        return combine_answers_and_claim_actions(game, state, who, [game.wait])

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        return (
            ""
            if isinstance(action, LeaveClaimsUncalled)
            else self.find_rule_against_common_action(game, state, who, action)
        )

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, LeaveClaimsUncalled):
            state.step_stack.pop()
            return
        if isinstance(action, CollectClaim) and count_claims_held(state, who) == 1:
            state.step_stack.pop()
        self.apply_common_action(game, state, who, action, tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return None if seat == self.seat else self


@final
class LastCallForClaimsStep(AirlineAutoStep):
    """Every holder of a claim is asked once more before the next movement throw."""  # AL-R18

    stored_name: ClassVar[str] = "LastCall"

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        seat, asked = self.seat, self.asked
        while asked < state.seats:
            asked += 1
            if count_claims_held(state, seat):
                state.step_stack.append(LastCallForClaimsStep(get_seat_left_of(state, seat), asked))
                state.step_stack.append(CollectClaimsStep(seat))
                return
            seat = get_seat_left_of(state, seat)


def pay_or_open_claim(
    game: Airline,
    state: AirlineState,
    creditor: int,
    debtor: int,
    amount: int,
    claim_kind: int,
    city: int,
    tell: EventSink | None,
) -> None:
    """Money becomes due to a player: paid at once, or a claim."""  # AL-11.2
    if game.must_call_claims:
        state.claims.append([creditor, debtor, amount, claim_kind, city])
        state.step_stack.append(CollectClaimsStep(creditor))
        if tell is not None:
            tell(ClaimArose(creditor, claim_kind, amount))
    elif debtor == BANK:
        receive_from_bank_and_tell(state, creditor, claim_kind, amount, tell)
    else:
        pay_debt_or_raise_money(game, state, debtor, creditor, amount, FARE_DEBT, city, tell)


def pay_claim_or_raise_money(game: Airline, state: AirlineState, claim_index: int, tell: EventSink | None) -> None:
    """The claim at this index is called: it is paid, or the debtor must raise the money."""
    creditor, debtor, amount, kind, city = state.claims.pop(claim_index)
    if debtor == BANK:
        receive_from_bank_and_tell(state, creditor, kind, amount, tell)
        pay_open_debt_if_covered(state, tell)
        return
    collect_fare_and_void_broken_offer(game, state, creditor, debtor, amount, city, tell)


def collect_fare_and_void_broken_offer(
    game: Airline, state: AirlineState, creditor: int, debtor: int, amount: int, city: int, tell: EventSink | None
) -> None:
    """A fare is called, perhaps while an offer is open: the offer may not outlast it."""
    offer = state.step_stack[-1] if state.step_stack else None
    if not isinstance(offer, AnswerOfferStep):
        pay_debt_or_raise_money(game, state, debtor, creditor, amount, FARE_DEBT, city, tell)
        return
    if state.cash[debtor] < amount:
        expire_open_offer_if_any(state, tell)
    pay_debt_or_raise_money(game, state, debtor, creditor, amount, FARE_DEBT, city, tell)
    still_open = bool(state.step_stack) and state.step_stack[-1] is offer
    if still_open and offer.find_rule_against_acceptance(game, state):  # AL-R31
        state.step_stack.pop()
        if tell is not None:
            tell(OfferBecameVoid(offer.proposer, offer.receiver))


def drop_uncalled_claims(state: AirlineState, tell: EventSink | None) -> None:
    """At the next movement throw open claims are gone."""  # AL-11.1
    if tell is not None:
        for claim in state.claims:
            tell(ClaimLapsed(claim[CREDITOR], claim[KIND], claim[AMOUNT]))
    state.claims = []


def pay_open_fare_claim(game: Airline, state: AirlineState, debtor: int, tell: EventSink | None) -> None:
    """Starting a challenge pays the open fare first."""  # AL-R18
    for i in range(len(state.claims)):
        if state.claims[i][DEBTOR] == debtor and state.claims[i][KIND] == FARE_CLAIM:
            pay_claim_or_raise_money(game, state, i, tell)
            return
