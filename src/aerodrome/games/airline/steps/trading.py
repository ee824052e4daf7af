"""Trade windows: who is asked for an offer, the offer, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airline.model.actions import (
    Accept,
    Counter,
    Offer,
    OfferMade,
    OfferRejected,
    OfferVoid,
    Pass,
    Reject,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.changes import swap
from aerodrome.games.airline.rules.offers import counters, proposals, rescues
from aerodrome.games.airline.rules.queries import deal_fault
from aerodrome.games.airline.steps.base import Aftermath, Decision, with_claims

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class AskNext(Aftermath):
    """Goes round the table from `seat`, asking for offers to `to`."""

    def __init__(self, seat: int, to: int, raising: bool) -> None:
        self.seat = seat
        self.to = to
        self.raising = raising

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        ask_next(game, state, self.seat, self.to, self.raising)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return None if seat == self.to else self


@final
class Asked(Decision):
    """Another player may make the active player (or the debtor) an offer."""  # AL-R55

    def __init__(self, seat: int, to: int, raising: bool) -> None:
        self.seat = seat
        self.to = to
        self.raising = raising

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[self.seat]

    rule: ClassVar[str] = "AL-R55"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.pass_]
        if self.raising:
            rescues(game, state, self.seat, self.to, answers)
        elif state.offers[self.seat] < game.listed_other:
            proposals(game, state, self.seat, self.to, answers)
        return with_claims(game, state, who, answers) if state.claims else answers

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, Pass):
            return ""
        if isinstance(action, Offer):
            return offer_fault(game, state, who, self.to, self.raising, action)
        return self.misplaced(state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, Pass):
            state.step_stack.pop()
            ask_next(game, state, after(state, self.seat), self.to, self.raising)
        elif isinstance(action, Offer):
            state.step_stack[-1] = AskNext(self.seat, self.to, self.raising)
            make_offer(state, who, self.to, self.raising, action, tell)
        else:
            self.common(game, state, who, action, tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        if seat == self.to:
            return None
        return AskNext(after(state, seat), self.to, self.raising) if seat == self.seat else self


_ASKED: Final = [[[Asked(s, t, r) for r in (False, True)] for t in range(4)] for s in range(4)]


def after(state: AirlineState, seat: int) -> int:
    return seat + 1 if seat + 1 < state.seats else 0


def ask_next(game: Airline, state: AirlineState, seat: int, to: int, raising: bool) -> None:
    """Ask the next player from `seat` leftwards who could make an offer, if there is one."""
    while seat != to:
        if not state.out[seat] and _may_offer(game, state, seat, to, raising):
            state.step_stack.append(_ASKED[seat][to][1 if raising else 0])
            return
        seat += 1
        if seat == state.seats:
            seat = 0


def _may_offer(game: Airline, state: AirlineState, seat: int, to: int, raising: bool) -> bool:
    if raising:
        return state.raise_from[seat] == 0 and state.cash[seat] > 0 and tradable(state, to) != 0  # AL-R13
    if state.offers[seat] >= game.offers_other:  # AL-R33
        return False
    return (tradable(state, seat) | tradable(state, to)) != 0


def tradable(state: AirlineState, seat: int) -> int:
    return state.owned[seat] & ~(1 << state.base[seat])  # AL-5.3


def offer_fault(game: Airline, state: AirlineState, who: int, centre: int, raising: bool, offer: Offer) -> str:
    if raising:
        if who != centre:
            if state.raise_from[who] >= 1:
                return "AL-R13"
        elif 0 <= offer.to < state.seats and state.raise_to[offer.to] >= game.raise_offers:
            return "AL-R13"
    elif state.offers[who] >= (game.offers_active if who == centre else game.offers_other):
        return "AL-R33"
    return deal_fault(
        game,
        state,
        who,
        offer.to,
        centre,
        raising,
        offer.give_cities,
        offer.give_cash,
        offer.want_cities,
        offer.want_cash,
    )


def make_offer(state: AirlineState, who: int, centre: int, raising: bool, offer: Offer, tell: EventSink | None) -> None:
    if not raising:
        state.offers[who] += 1
    elif who == centre:
        state.raise_to[offer.to] += 1
    else:
        state.raise_from[who] += 1
    give, want = offer.give_cities, offer.want_cities
    state.step_stack.append(Answer(who, offer.to, centre, raising, give, offer.give_cash, want, offer.want_cash, 0))
    if tell is not None:
        tell(OfferMade(who, offer.to, give, offer.give_cash, want, offer.want_cash, False))


@final
class Answer(Decision):
    """An open offer: only its receiver acts."""  # AL-R32

    def __init__(
        self,
        proposer: int,
        receiver: int,
        centre: int,
        raising: bool,
        give_cities: tuple[int, ...],
        give_cash: int,
        want_cities: tuple[int, ...],
        want_cash: int,
        chain: int,
    ) -> None:
        self.proposer = proposer
        self.receiver = receiver
        self.centre = centre
        self.raising = raising
        self.give_cities = give_cities
        self.give_cash = give_cash
        self.want_cities = want_cities
        self.want_cash = want_cash
        self.chain = chain
        """How many counters led here."""

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[self.receiver]

    rule: ClassVar[str] = "AL-R32"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers = game.accept_reject
        if self.chain < game.counters:
            more = counters(game, self.proposer, self.give_cities, self.give_cash, self.want_cities, self.want_cash)
            if more is not None and not self._counter_fault(game, state, more):
                answers = [*answers, more]
        return with_claims(game, state, who, answers) if state.claims else answers

    def fault(self, game: Airline, state: AirlineState) -> str:
        """What stands in the way of the deal now."""  # AL-R31
        return deal_fault(
            game,
            state,
            self.proposer,
            self.receiver,
            self.centre,
            self.raising,
            self.give_cities,
            self.give_cash,
            self.want_cities,
            self.want_cash,
        )

    def _counter_fault(self, game: Airline, state: AirlineState, counter: Counter) -> str:
        if self.chain >= game.counters:
            return "AL-R33"
        if counter.to != self.proposer:
            return "AL-R32"
        return deal_fault(
            game,
            state,
            self.receiver,
            self.proposer,
            self.centre,
            self.raising,
            counter.give_cities,
            counter.give_cash,
            counter.want_cities,
            counter.want_cash,
        )

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, Accept):
            return self.fault(game, state)
        if isinstance(action, Reject):
            return ""
        if isinstance(action, Counter):
            return self._counter_fault(game, state, action)
        rule = self.misplaced(state, who, action)
        return "AL-R55" if rule and rule != "AL-11.1" else rule

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, Accept):
            state.step_stack.pop()
            self.carry_out(game, state, tell)
        elif isinstance(action, Reject):
            state.step_stack.pop()
            if tell is not None:
                tell(OfferRejected(self.receiver, self.proposer))
        elif isinstance(action, Counter):
            state.step_stack[-1] = Answer(
                self.receiver,
                self.proposer,
                self.centre,
                self.raising,
                action.give_cities,
                action.give_cash,
                action.want_cities,
                action.want_cash,
                self.chain + 1,
            )
            if tell is not None:
                give, want = action.give_cities, action.want_cities
                tell(OfferMade(who, self.proposer, give, action.give_cash, want, action.want_cash, True))
        else:
            self.common(game, state, who, action, tell)

    def carry_out(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        swap(
            game,
            state,
            self.proposer,
            self.receiver,
            self.give_cities,
            self.give_cash,
            self.want_cities,
            self.want_cash,
            tell,
        )
        if self.raising:
            game.settle_debt(state, tell)  # AL-12.4

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        if seat not in (self.proposer, self.receiver):
            return self
        if tell is not None:
            tell(OfferVoid(self.proposer, self.receiver))
        return None
