"""Trade windows: who is asked for an offer, the offer, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.actions import AcceptOffer, CounterOffer, MakeNoOffer, Offer, RejectOffer
from aerodrome.games.airline.model.events import OfferBecameVoid, OfferMade, OfferRejected
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.listed_offers import (
    add_offers_outside_debt,
    add_offers_to_debtor,
    add_offers_to_each_opponent,
    suggest_counter_offer,
)
from aerodrome.games.airline.rules.queries import (
    convert_cities_to_bits_or_minus_one_if_invalid,
    find_rule_against_deal,
    find_tradable_city_bits,
    get_seat_left_of,
)
from aerodrome.games.airline.rules.refused_offers import remember_refused_offer, remember_reverse_of_deal_as_refused
from aerodrome.games.airline.rules.state_changes import carry_out_deal, record_city_givers
from aerodrome.games.airline.steps.common import (
    AirlineAutoStep,
    AirlineStep,
    DecisionStep,
    PassTurnStep,
    combine_answers_and_claim_actions,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class AskNextToMakeOfferStep(AirlineAutoStep):
    """The question for offers to `to` goes on round the table from `seat`."""

    stored_name: ClassVar[str] = "AskNext"

    def __init__(self, seat: int, to: int, raising: bool) -> None:
        self.seat = seat
        self.to = to
        self.raising = raising

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        ask_next_to_make_offer(game, state, self.seat, self.to, self.raising)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return None if seat == self.to else self


@final
class MakeOfferStep(DecisionStep):
    """Another player may make the active player (or the debtor) an offer."""  # AL-R55

    rule: ClassVar[str] = "AL-R55"
    stored_name: ClassVar[str] = "Asked"

    def __init__(self, seat: int, to: int, raising: bool) -> None:
        self.seat = seat
        self.to = to
        self.raising = raising

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.pass_]
        if self.raising:
            add_offers_to_debtor(game, state, self.seat, self.to, game.compute_debt_shortfall(state, self.to), answers)
        elif state.offers_made[self.seat] < game.listed_other:
            add_offers_outside_debt(game, state, self.seat, self.to, answers)
        return combine_answers_and_claim_actions(game, state, who, answers) if state.claims else answers

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, MakeNoOffer):
            return ""
        if isinstance(action, Offer):
            return find_rule_against_offer(game, state, who, self.to, self.raising, action)
        return self.find_rule_against_common_action(game, state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, MakeNoOffer):
            state.step_stack.pop()
            ask_next_to_make_offer(game, state, get_seat_left_of(state, self.seat), self.to, self.raising)
        elif isinstance(action, Offer):
            state.step_stack[-1] = AskNextToMakeOfferStep(self.seat, self.to, self.raising)
            make_offer(state, who, self.to, self.raising, action, tell)
        else:
            self.apply_common_action(game, state, who, action, tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        if seat == self.to:
            return None
        return (
            AskNextToMakeOfferStep(get_seat_left_of(state, seat), self.to, self.raising) if seat == self.seat else self
        )


_MAKE_OFFER_STEPS: Final = [[[MakeOfferStep(s, t, r) for r in (False, True)] for t in range(4)] for s in range(4)]


def ask_next_to_make_offer(game: Airline, state: AirlineState, seat: int, receiver: int, for_debt: bool) -> None:
    """Ask the next player from `seat` leftwards who could make an offer, if there is one."""
    while seat != receiver:
        if not state.out[seat] and _can_make_offer(game, state, seat, receiver, for_debt):
            state.step_stack.append(_MAKE_OFFER_STEPS[seat][receiver][1 if for_debt else 0])
            return
        seat = get_seat_left_of(state, seat)


def _can_make_offer(game: Airline, state: AirlineState, seat: int, receiver: int, for_debt: bool) -> bool:
    if for_debt:
        return (
            state.raise_offers_from[seat] == 0
            and state.cash[seat] > 0
            and find_tradable_city_bits(state, receiver) != 0
        )  # AL-R13
    if state.offers_made[seat] >= game.offers_other:  # AL-R33
        return False
    return (find_tradable_city_bits(state, seat) | find_tradable_city_bits(state, receiver)) != 0


class ActivePlayerStep(DecisionStep):
    """A question to the active player, who may also offer deals."""  # AL-2.6

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.seat_tuples[state.active]

    def list_answers_and_common_actions(
        self, game: Airline, state: AirlineState, who: int, answers: list[Action]
    ) -> list[Action]:
        """The answers, and with them offers and the claims of this seat."""
        if state.offers_made[who] < game.listed_active:
            add_offers_to_each_opponent(game, state, who, answers)
        return combine_answers_and_claim_actions(game, state, who, answers) if state.claims else answers

    def find_rule_against_common_action(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, Offer):
            return find_rule_against_offer(game, state, who, who, False, action)
        return super().find_rule_against_common_action(game, state, who, action)

    def apply_common_action(
        self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None
    ) -> None:
        if isinstance(action, Offer):
            make_offer(state, who, who, False, action, tell)
        else:
            super().apply_common_action(game, state, who, action, tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return PassTurnStep() if seat == state.active else self  # AL-12.9


def find_rule_against_offer(
    game: Airline, state: AirlineState, who: int, window_owner: int, for_debt: bool, offer: Offer
) -> str:
    if for_debt:
        if who != window_owner:
            if state.raise_offers_from[who] >= 1:
                return "AL-R13"
        elif 0 <= offer.to < state.seats and state.raise_offers_to[offer.to] >= game.raise_offers:
            return "AL-R13"
    elif state.offers_made[who] >= (game.offers_active if who == window_owner else game.offers_other):
        return "AL-R33"
    return _build_answer_step(who, window_owner, for_debt, offer).find_rule_against_acceptance(game, state)


def make_offer(
    state: AirlineState, who: int, window_owner: int, for_debt: bool, offer: Offer, tell: EventSink | None
) -> None:
    """Count the offer and ask its receiver."""
    if not for_debt:
        state.offers_made[who] += 1
    elif who == window_owner:
        state.raise_offers_to[offer.to] += 1
    else:
        state.raise_offers_from[who] += 1
    state.step_stack.append(_build_answer_step(who, window_owner, for_debt, offer))
    if tell is not None:
        give, want = offer.give_cities, offer.want_cities
        tell(OfferMade(who, offer.to, give, offer.give_cash, want, offer.want_cash, False))


def _build_answer_step(who: int, window_owner: int, for_debt: bool, offer: Offer) -> AnswerOfferStep:
    """The question to the receiver of this offer."""
    give, want = offer.give_cities, offer.want_cities
    return AnswerOfferStep(who, offer.to, window_owner, for_debt, give, offer.give_cash, want, offer.want_cash, 0)


@final
class AnswerOfferStep(DecisionStep):
    """An open offer: only its receiver acts."""  # AL-R32

    rule: ClassVar[str] = "AL-R32"
    stored_name: ClassVar[str] = "Answer"
    stored_fields: ClassVar[dict[str, str]] = {"window_owner": "centre", "counters_made": "chain"}

    def __init__(
        self,
        proposer: int,
        receiver: int,
        window_owner: int,
        raising: bool,
        give_cities: tuple[int, ...],
        give_cash: int,
        want_cities: tuple[int, ...],
        want_cash: int,
        counters_made: int,
    ) -> None:
        self.proposer = proposer
        self.receiver = receiver
        self.window_owner = window_owner
        self.raising = raising
        self.give_cities = give_cities
        self.give_cash = give_cash
        self.want_cities = want_cities
        self.want_cash = want_cash
        self.counters_made = counters_made
        """How many counters led here."""

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.seat_tuples[self.receiver]

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers = game.accept_reject
        if self.counters_made < game.counters:
            more = suggest_counter_offer(
                game, self.proposer, self.give_cities, self.give_cash, self.want_cities, self.want_cash
            )
            if more is not None and not self._find_rule_against_counter_offer(game, state, more):
                answers = [*answers, more]
        return combine_answers_and_claim_actions(game, state, who, answers) if state.claims else answers

    def find_rule_against_acceptance(self, game: Airline, state: AirlineState) -> str:
        """The rule that stands in the way of the deal now, or ""."""  # AL-R31
        return find_rule_against_deal(
            game,
            state,
            self.proposer,
            self.receiver,
            self.window_owner,
            self.raising,
            self.give_cities,
            self.give_cash,
            self.want_cities,
            self.want_cash,
        )

    def _find_rule_against_counter_offer(self, game: Airline, state: AirlineState, counter: CounterOffer) -> str:
        if self.counters_made >= game.counters:
            return "AL-R33"
        if counter.to != self.proposer:
            return "AL-R32"
        return self._build_answer_to_counter_step(counter).find_rule_against_acceptance(game, state)

    def _build_answer_to_counter_step(self, counter: CounterOffer) -> AnswerOfferStep:
        """The question to the proposer, who gets this counter-offer back."""
        return AnswerOfferStep(
            self.receiver,
            self.proposer,
            self.window_owner,
            self.raising,
            counter.give_cities,
            counter.give_cash,
            counter.want_cities,
            counter.want_cash,
            self.counters_made + 1,
        )

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, AcceptOffer):
            return self.find_rule_against_acceptance(game, state)
        if isinstance(action, RejectOffer):
            return ""
        if isinstance(action, CounterOffer):
            return self._find_rule_against_counter_offer(game, state, action)
        rule = self.find_rule_against_common_action(game, state, who, action)
        return rule if rule in ("", "AL-11.1", "AL-R56") else "AL-R55"

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, AcceptOffer):
            state.step_stack.pop()
            self.carry_out_accepted_offer(game, state, tell)
        elif isinstance(action, RejectOffer):
            self._remember_refusal(game, state)
            state.step_stack.pop()
            if tell is not None:
                tell(OfferRejected(self.receiver, self.proposer))
        elif isinstance(action, CounterOffer):
            self._remember_refusal(game, state)
            state.step_stack[-1] = self._build_answer_to_counter_step(action)
            if tell is not None:
                give, want = action.give_cities, action.want_cities
                tell(OfferMade(who, self.proposer, give, action.give_cash, want, action.want_cash, True))
        else:
            self.apply_common_action(game, state, who, action, tell)

    def _remember_refusal(self, game: Airline, state: AirlineState) -> None:
        give, want = (
            convert_cities_to_bits_or_minus_one_if_invalid(self.give_cities),
            convert_cities_to_bits_or_minus_one_if_invalid(self.want_cities),
        )
        payment = self.give_cash - self.want_cash
        remember_refused_offer(game, state, self.proposer, self.receiver, self.raising, give, want, payment)

    def carry_out_accepted_offer(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        """Carry out the deal, which may pay the debt it was made for."""
        if game.undoes_bankrupt_deals_and_delays_leaving:
            if self.raising:
                self._record_deal_for_debt(state)
            record_city_givers(state, self.proposer, self.receiver, self.give_cities, self.want_cities)
        carry_out_deal(
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
        give, want = (
            convert_cities_to_bits_or_minus_one_if_invalid(self.give_cities),
            convert_cities_to_bits_or_minus_one_if_invalid(self.want_cities),
        )
        remember_reverse_of_deal_as_refused(
            game, state, self.proposer, self.receiver, give, want, self.give_cash - self.want_cash
        )
        if self.raising:
            game.pay_open_debt_if_covered(state, tell)  # AL-12.4

    def _record_deal_for_debt(self, state: AirlineState) -> None:
        give, want = (
            convert_cities_to_bits_or_minus_one_if_invalid(self.give_cities),
            convert_cities_to_bits_or_minus_one_if_invalid(self.want_cities),
        )
        if self.proposer == self.window_owner:
            state.raise_deals.append([self.receiver, give, want, self.want_cash, state.gave_city])
        else:
            state.raise_deals.append([self.proposer, want, give, self.give_cash, state.gave_city])

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        if seat not in (self.proposer, self.receiver):
            return self
        if tell is not None:
            tell(OfferBecameVoid(self.proposer, self.receiver))
        return None
