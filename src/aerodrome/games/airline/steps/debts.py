"""Debts: paid at once, or money must be raised for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model import events
from aerodrome.games.airline.model.actions import DeclareBankruptcy, EndTurn, Offer
from aerodrome.games.airline.model.state import BANK, CRASH_DEBT, FARE_DEBT, MAINTENANCE_DEBT, AirlineState
from aerodrome.games.airline.rules.listed_offers import add_offers_of_debtor
from aerodrome.games.airline.rules.queries import get_seat_left_of
from aerodrome.games.airline.rules.state_changes import transfer_cash
from aerodrome.games.airline.steps.common import AirlineStep, DecisionStep, combine_answers_and_claim_actions
from aerodrome.games.airline.steps.trading import (
    AnswerOfferStep,
    ask_next_to_make_offer,
    find_rule_against_offer,
    make_offer,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class RaiseMoneyStep(DecisionStep):
    """A debtor short of cash sells cities, or gives up."""  # AL-12.3, AL-R13

    rule: ClassVar[str] = "AL-12.3"
    stored_name: ClassVar[str] = "Raise"

    def __init__(self, debtor: int, creditor: int, amount: int, cause: int, city: int) -> None:
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.cause = cause
        self.city = city

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.seat_tuples[self.debtor]

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.give_up]
        need = self.amount - state.cash[who]
        for other in range(state.seats):
            if other != who and not state.out[other] and state.raise_offers_to[other] < game.raise_offers:
                add_offers_of_debtor(game, state, who, other, need, answers)
        return combine_answers_and_claim_actions(game, state, who, answers) if state.claims else answers

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, DeclareBankruptcy):
            return ""
        if isinstance(action, Offer):
            return find_rule_against_offer(game, state, who, who, True, action)
        if isinstance(action, EndTurn):
            return "AL-2.8"
        return self.find_rule_against_common_action(game, state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, DeclareBankruptcy):
            game.remove_player(state, who, tell)
        elif isinstance(action, Offer):
            make_offer(state, who, who, True, action, tell)
        else:
            self.apply_common_action(game, state, who, action, tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        if seat == self.debtor:
            return None
        if seat != self.creditor:
            return self
        if tell is not None:
            tell(events.DebtReassignedToBank(self.debtor, self.amount))
        return RaiseMoneyStep(self.debtor, BANK, self.amount, self.cause, self.city)  # AL-12.13


def pay_debt_or_raise_money(
    game: Airline,
    state: AirlineState,
    debtor: int,
    creditor: int,
    amount: int,
    debt_cause: int,
    city: int,
    tell: EventSink | None,
) -> None:
    """A debt falls due: it is paid at once, or the debtor must raise the money."""  # AL-7.9, AL-R14
    if state.cash[debtor] >= amount:
        _pay_debt_and_settle_its_cause(state, debtor, creditor, amount, debt_cause, city, tell)
        return
    if tell is not None:
        tell(events.DebtorShortOfMoney(debtor, creditor, amount, debt_cause))
    state.raise_offers_to = [0] * state.seats
    state.raise_offers_from = [0] * state.seats
    state.step_stack.append(RaiseMoneyStep(debtor, creditor, amount, debt_cause, city))
    ask_next_to_make_offer(game, state, get_seat_left_of(state, debtor), debtor, True)


def _pay_debt_and_settle_its_cause(
    state: AirlineState, debtor: int, creditor: int, amount: int, debt_cause: int, city: int, tell: EventSink | None
) -> None:
    transfer_cash(state, debtor, creditor, amount)
    if debt_cause == CRASH_DEBT:
        state.aircraft[debtor] = 0  # AL-10.10, AL-R12
    if tell is None:
        return
    if debt_cause == FARE_DEBT:
        tell(events.FarePaid(debtor, creditor, city, amount))
    elif debt_cause == MAINTENANCE_DEBT:
        tell(events.MaintenancePaid(debtor, amount))
    else:
        tell(events.CrashCostPaid(debtor, amount))


def pay_open_debt_if_covered(state: AirlineState, tell: EventSink | None) -> None:
    """Pay as soon as the cash covers the debt; that closes the window."""  # AL-12.4
    step_stack = state.step_stack
    for i in range(len(step_stack) - 1, -1, -1):
        debt = step_stack[i]
        if isinstance(debt, RaiseMoneyStep):
            if state.cash[debt.debtor] >= debt.amount:
                expire_open_offer_if_any(state, tell)
                state.raise_deals = []  # AL-R56: they stand
                del step_stack[i:]
                _pay_debt_and_settle_its_cause(
                    state, debt.debtor, debt.creditor, debt.amount, debt.cause, debt.city, tell
                )
            return


def expire_open_offer_if_any(state: AirlineState, tell: EventSink | None) -> None:
    """Offers expire when their window closes."""  # AL-R32
    offer = state.step_stack[-1]
    if isinstance(offer, AnswerOfferStep):
        state.step_stack.pop()
        if tell is not None:
            tell(events.OfferExpired(offer.proposer, offer.receiver))


def compute_debt_shortfall(state: AirlineState, debtor: int) -> int:
    """How much this seat is short of the open debt; 0 without one."""
    debt = find_raise_money_step(state)
    return 0 if debt is None else debt.amount - state.cash[debtor]


def find_raise_money_step(state: AirlineState) -> RaiseMoneyStep | None:
    """The debt that money is raised for, if there is one."""
    for step in state.step_stack[::-1]:
        if isinstance(step, RaiseMoneyStep):
            return step
    return None
