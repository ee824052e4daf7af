"""Debts, claims, bankruptcy and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airline.model.actions import (
    BANK,
    CRASH_DEBT,
    FARE_CLAIM,
    FARE_DEBT,
    LAST_PLAYER,
    MAINTENANCE_DEBT,
    SHORT_GAME,
    Bankrupt,
    BankStoodIn,
    ClaimArose,
    ClaimLapsed,
    Collect,
    CrashPaid,
    DebtToBank,
    End,
    FarePaid,
    GameOver,
    GiveUp,
    Left,
    MaintenancePaid,
    Offer,
    OfferExpired,
    OfferVoid,
    ShortOfMoney,
    Wait,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.changes import receive, transfer
from aerodrome.games.airline.rules.offers import sales
from aerodrome.games.airline.rules.queries import bits, in_game
from aerodrome.games.airline.steps.base import Aftermath, Decision, with_claims
from aerodrome.games.airline.steps.throws import Throwing
from aerodrome.games.airline.steps.trading import Answer, after, ask_next, make_offer, offer_fault

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class Raise(Decision):
    """A debtor short of cash sells cities, or gives up."""  # AL-12.3, AL-R13

    def __init__(self, debtor: int, creditor: int, amount: int, cause: int, city: int) -> None:
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.cause = cause
        self.city = city

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[self.debtor]

    rule: ClassVar[str] = "AL-12.3"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.give_up]
        for other in range(state.seats):
            if other != who and not state.out[other] and state.raise_to[other] < game.raise_offers:
                sales(game, state, who, other, answers)
        return with_claims(game, state, who, answers) if state.claims else answers

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, GiveUp):
            return ""
        if isinstance(action, Offer):
            return offer_fault(game, state, who, who, True, action)
        if isinstance(action, End):
            return "AL-2.8"
        return self.misplaced(state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, GiveUp):
            state.step_stack.pop()
            default(game, state, self, tell)
        elif isinstance(action, Offer):
            make_offer(state, who, who, True, action, tell)
        else:
            self.common(game, state, who, action, tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        if seat == self.debtor:
            return None
        if seat != self.creditor:
            return self
        if tell is not None:
            tell(DebtToBank(self.debtor, self.amount))
        return Raise(self.debtor, BANK, self.amount, self.cause, self.city)  # AL-12.13


def demand(
    game: Airline,
    state: AirlineState,
    debtor: int,
    creditor: int,
    amount: int,
    cause: int,
    city: int,
    tell: EventSink | None,
) -> None:
    """A debt falls due: it is paid at once, or the debtor must raise the money."""  # AL-7.9, AL-R14
    if state.cash[debtor] >= amount:
        _pay(state, debtor, creditor, amount, cause, city, tell)
        return
    if tell is not None:
        tell(ShortOfMoney(debtor, creditor, amount, cause))
    state.raise_to = [0] * state.seats
    state.raise_from = [0] * state.seats
    state.step_stack.append(Raise(debtor, creditor, amount, cause, city))
    ask_next(game, state, after(state, debtor), debtor, True)


def _pay(
    state: AirlineState, debtor: int, creditor: int, amount: int, cause: int, city: int, tell: EventSink | None
) -> None:
    transfer(state, debtor, creditor, amount)
    if cause == CRASH_DEBT:
        state.aircraft[debtor] = 0  # AL-10.10, AL-R12
    if tell is None:
        return
    if cause == FARE_DEBT:
        tell(FarePaid(debtor, creditor, city, amount))
    elif cause == MAINTENANCE_DEBT:
        tell(MaintenancePaid(debtor, amount))
    else:
        tell(CrashPaid(debtor, amount))


def settle_debt(state: AirlineState, tell: EventSink | None) -> None:
    """Pay as soon as the cash covers the debt; that closes the window."""  # AL-12.4
    step_stack = state.step_stack
    for i in range(len(step_stack) - 1, -1, -1):
        debt = step_stack[i]
        if isinstance(debt, Raise):
            if state.cash[debt.debtor] >= debt.amount:
                _expire_offer(state, tell)
                del step_stack[i:]
                _pay(state, debt.debtor, debt.creditor, debt.amount, debt.cause, debt.city, tell)
            return


def _expire_offer(state: AirlineState, tell: EventSink | None) -> None:
    """Offers expire when their window closes."""  # AL-R32
    offer = state.step_stack[-1]
    if isinstance(offer, Answer):
        state.step_stack.pop()
        if tell is not None:
            tell(OfferExpired(offer.proposer, offer.receiver))


def shortfall(state: AirlineState, debtor: int) -> int:
    for step in state.step_stack[::-1]:
        if isinstance(step, Raise):
            return step.amount - state.cash[debtor]
    return 0


# Claims (the option)


@final
class Claims(Decision):
    """A holder of claims is asked whether to call them."""  # AL-R18

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[self.seat]

    rule: ClassVar[str] = "AL-R18"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        return with_claims(game, state, who, [game.wait])

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        return "" if isinstance(action, Wait) else self.misplaced(state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, Wait):
            state.step_stack.pop()
            return
        if isinstance(action, Collect) and _claims_held(state, who) == 1:
            state.step_stack.pop()
        self.common(game, state, who, action, tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return None if seat == self.seat else self


@final
class LastCall(Aftermath):
    """Every holder of a claim is asked once more before the next movement throw."""  # AL-R18

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        seat, asked = self.seat, self.asked
        while asked < state.seats:
            asked += 1
            if _claims_held(state, seat):
                state.step_stack.append(LastCall(after(state, seat), asked))
                state.step_stack.append(Claims(seat))
                return
            seat = after(state, seat)


def _claims_held(state: AirlineState, seat: int) -> int:
    n = 0
    for claim in state.claims:
        if claim[0] == seat:
            n += 1
    return n


def arise(
    game: Airline,
    state: AirlineState,
    creditor: int,
    debtor: int,
    amount: int,
    kind: int,
    city: int,
    tell: EventSink | None,
) -> None:
    """Money becomes due to a player: paid at once, or a claim."""  # AL-11.2
    if game.claims:
        state.claims.append([creditor, debtor, amount, kind, city])
        state.step_stack.append(Claims(creditor))
        if tell is not None:
            tell(ClaimArose(creditor, kind, amount))
    elif debtor == BANK:
        receive(state, creditor, kind, amount, tell)
    else:
        demand(game, state, debtor, creditor, amount, FARE_DEBT, city, tell)


def collect(game: Airline, state: AirlineState, place: int, tell: EventSink | None) -> None:
    """A claim is called."""
    creditor, debtor, amount, kind, city = state.claims.pop(place)
    if debtor == BANK:
        receive(state, creditor, kind, amount, tell)
        settle_debt(state, tell)
        return
    call_fare(game, state, creditor, debtor, amount, city, tell)


def call_fare(
    game: Airline, state: AirlineState, creditor: int, debtor: int, amount: int, city: int, tell: EventSink | None
) -> None:
    offer = state.step_stack[-1] if state.step_stack else None
    if not isinstance(offer, Answer):
        demand(game, state, debtor, creditor, amount, FARE_DEBT, city, tell)
        return
    if state.cash[debtor] < amount:
        _expire_offer(state, tell)
    demand(game, state, debtor, creditor, amount, FARE_DEBT, city, tell)
    still_open = bool(state.step_stack) and state.step_stack[-1] is offer
    if still_open and offer.fault(game, state):  # AL-R31
        state.step_stack.pop()
        if tell is not None:
            tell(OfferVoid(offer.proposer, offer.receiver))


def lapse(state: AirlineState, tell: EventSink | None) -> None:
    """At the next movement throw open claims are gone."""  # AL-11.1
    if tell is not None:
        for claim in state.claims:
            tell(ClaimLapsed(claim[0], claim[3], claim[2]))
    state.claims = []


def pay_open_fare(game: Airline, state: AirlineState, debtor: int, tell: EventSink | None) -> None:
    """Starting a challenge pays the open fare first."""  # AL-R18
    for i in range(len(state.claims)):
        if state.claims[i][1] == debtor and state.claims[i][3] == FARE_CLAIM:
            collect(game, state, i, tell)
            return


# Out of the game


def default(game: Airline, state: AirlineState, debt: Raise, tell: EventSink | None) -> None:
    """The debtor is bankrupt; the bank stands in for him."""
    _surrender(game, state, debt.debtor, True, tell)
    if debt.creditor != BANK:
        transfer(state, BANK, debt.creditor, debt.amount)  # AL-12.8
        if tell is not None:
            tell(BankStoodIn(debt.debtor, debt.creditor, debt.amount))
    _go_on_without(game, state, debt.debtor, True, tell)


def leave(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    for step in state.step_stack:
        if isinstance(step, Raise) and step.debtor == seat:
            default(game, state, step, tell)  # AL-R38
            return
    _surrender(game, state, seat, False, tell)
    _go_on_without(game, state, seat, False, tell)


def _surrender(game: Airline, state: AirlineState, seat: int, bankrupt: bool, tell: EventSink | None) -> None:
    """Everything goes to the bank; the cities are free."""  # AL-12.6, AL-12.7
    if tell is not None:
        cities = tuple(bits(game, state.owned[seat]))
        tell(Bankrupt(seat, state.cash[seat], cities) if bankrupt else Left(seat, state.cash[seat], cities))
    state.bank += state.cash[seat]
    state.cash[seat] = 0
    state.owned[seat] = 0
    state.network[seat] = 0
    state.base[seat] = NOBODY
    state.aircraft[seat] = 0
    state.pos[seat] = 0
    state.out[seat] = True


def _go_on_without(game: Airline, state: AirlineState, seat: int, bankrupt: bool, tell: EventSink | None) -> None:
    if in_game(state) == 1:
        finish(game, state, LAST_PLAYER, tell)  # AL-12.10
        return
    if bankrupt and game.short_game:
        finish(game, state, SHORT_GAME, tell)  # AL-13.1
        return
    kept = []
    for step in state.step_stack:
        rest: Step[Airline, AirlineState] | None = step
        if isinstance(step, (Decision, Aftermath, Throwing)):
            rest = step.without(state, seat, tell)
        if rest is not None:
            kept.append(rest)
    state.step_stack[:] = kept
    _claims_without(game, state, seat, tell)


def _claims_without(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    """What was owed to the leaver is owed to the bank, what he owed is owed by the bank."""  # AL-R38
    claims = state.claims
    state.claims = []
    for creditor, debtor, amount, kind, city in claims:
        if creditor != seat:
            state.claims.append([creditor, BANK if debtor == seat else debtor, amount, kind, city])
        elif debtor != BANK and not state.out[debtor]:
            if tell is not None:
                tell(DebtToBank(debtor, amount))
            call_fare(game, state, BANK, debtor, amount, city, tell)  # AL-12.13


def finish(game: Airline, state: AirlineState, reason: int, tell: EventSink | None) -> None:
    state.end = reason
    state.step_stack.clear()
    state.claims = []
    if tell is not None:
        tell(GameOver(game.winners(state), reason))
