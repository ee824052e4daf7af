"""What a good player of Airline values: the fares that come in, cash to survive the next landing, a joined-up map."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import Evaluator, PlayoutSettings, lead_over_rivals, pick_best_action
from aerodrome.games.airline.ai.features import compute_features
from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    BuyLandingRights,
    ChallengeCityOwner,
    ChooseBase,
    CloseTradeAndFly,
    CollectClaim,
    CounterOffer,
    DeclareBankruptcy,
    EndTurn,
    ExchangeAircraft,
    LeaveClaimsUncalled,
    MakeNoOffer,
    Offer,
)
from aerodrome.games.airline.model.state import AMOUNT, CREDITOR, AirlineState
from aerodrome.games.airline.rules.changes import pay_to_bank, place_markers, remove_markers, transfer_cash
from aerodrome.games.airline.rules.queries import (
    count_cities_in_bits,
    find_connected_city_bits,
    neighbour_city_bits,
    owner_of,
    tradable_city_bits,
    violation_of_challenge,
    violation_of_purchase,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

WIN_CHALLENGE: Final = 575.0 / 1296.0  # AL-R23


@final
class AirlineEvaluator(Evaluator["Airline", AirlineState]):
    """Values a seat in millions of dollars."""

    def __init__(self, weights: dict[str, float], outlook: IncomeOutlook) -> None:
        super().__init__(weights)
        self.outlook = outlook
        self.income_rounds = weights["income_rounds"]
        self.cut_off_city = weights["cut_off_city"]
        self.free_neighbour_fares = weights["free_neighbour_fares"]
        self.cost_of_no_cash = weights["cost_of_no_cash"]
        self.low_cash = weights["low_cash"]
        self.bankruptcy_cost = weights["bankruptcy_cost"]
        self.debt_cost = weights["debt_cost"]
        self.claim_share = weights["claim_share"]
        self.owned_city = weights["owned_city"]
        self.refused_offer_cost = weights["refused_offer_cost"]

    def win_scale(self, game: Airline, state: AirlineState) -> float:
        return self.weights["win_lead"]

    # The position

    def evaluate(self, game: Airline, state: AirlineState) -> list[float]:
        step = state.step_stack[-1] if state.step_stack else None
        values = self._evaluate_ignoring_offer(game, state)
        if isinstance(step, AnswerOfferStep):
            return self._evaluate_with_offer(game, state, step, values)
        return values

    def _evaluate_ignoring_offer(self, game: Airline, state: AirlineState) -> list[float]:
        seats = state.seats
        rates = [0.0] * seats
        total = 0.0
        players = 0
        taken = 0
        for seat in range(seats):
            taken |= state.owned[seat]
            if not state.out[seat]:
                rates[seat] = self.outlook.expected_fares_per_turn(state.aircraft[seat], state.network[seat])
                total += rates[seat]
                players += 1
        values = [0.0] * seats
        for seat in range(seats):
            if state.out[seat]:
                values[seat] = -self.bankruptcy_cost
                continue
            income = (players - 1) * rates[seat] - (total - rates[seat])
            values[seat] = self._evaluate_cash_income_and_cities(game, state, seat, taken, income)
        self._add_debts_and_claims_to_values(state, values)
        return values

    def _evaluate_cash_income_and_cities(
        self, game: Airline, state: AirlineState, seat: int, taken: int, income: float
    ) -> float:
        """Cash, coming income and cities of one seat; `taken` are the cities that somebody owns."""
        owned = state.owned[seat]
        network = state.network[seat]
        cities = count_cities_in_bits(game, owned)
        income += self.outlook.upkeep[state.aircraft[seat]]
        value = self._evaluate_cash(state.cash[seat]) + self.income_rounds * income
        value += self.owned_city * cities + self.cut_off_city * (cities - count_cities_in_bits(game, network))
        return value + self.free_neighbour_fares * self.outlook.expected_fares_per_turn(
            0, neighbour_city_bits(game, network) & ~taken
        )

    def _evaluate_cash(self, cash: int) -> float:
        """Money, and the danger of having little of it."""
        if cash >= self.low_cash:
            return float(cash)
        lack = 1.0 - cash / self.low_cash
        return cash - self.cost_of_no_cash * lack * lack

    def _add_debts_and_claims_to_values(self, state: AirlineState, values: list[float]) -> None:
        for step in state.step_stack:
            if isinstance(step, RaiseMoneyStep):
                values[step.debtor] -= self.debt_cost + step.amount
                if not tradable_city_bits(state, step.debtor):
                    values[step.debtor] -= self.bankruptcy_cost
        for claim in state.claims:
            values[claim[CREDITOR]] += self.claim_share * claim[AMOUNT]

    def _evaluate_with_offer(
        self, game: Airline, state: AirlineState, offer: AnswerOfferStep, now: list[float]
    ) -> list[float]:
        """The values `now`, or those after the deal when the receiver of the open offer gains by it."""
        if offer.violation_of_acceptance(game, state):
            return now
        imagined = state.clone()
        imagined.step_stack.pop()
        offer.accept_deal(game, imagined, None)
        then = self._evaluate_ignoring_offer(game, imagined)
        receiver = offer.receiver
        if lead_over_rivals(then, receiver) > lead_over_rivals(now, receiver):
            return then
        now[offer.proposer] -= self.refused_offer_cost
        return now

    # A choice before any thought

    def action_prior(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        if isinstance(action, (CloseTradeAndFly, EndTurn, MakeNoOffer)):
            return 0.0 if self._has_gainful_action_to_do_first(game, state, who) else 1.0
        if isinstance(action, DeclareBankruptcy):
            return 0.01
        if isinstance(action, LeaveClaimsUncalled):
            return 0.05
        if isinstance(action, CollectClaim):
            return 3.0
        if isinstance(
            action,
            (Offer, AcceptOffer, CounterOffer, ExchangeAircraft, BuyLandingRights, ChallengeCityOwner, ChooseBase),
        ):
            gain = self.estimate_gain(game, state, who, action)
            if gain > 0.0:
                return 1.0 + min(gain, 60.0) / 30.0
            return -1.0 if isinstance(action, (Offer, CounterOffer)) else 0.0
        return 1.0

    def choose_rollout_action(
        self, game: Airline, state: AirlineState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """The most natural of all but deals, which want thought; without one, things take their course."""
        return pick_best_action(legal, [self._rollout_priority(game, state, who, action) for action in legal], rng)

    def _rollout_priority(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        if isinstance(action, (CloseTradeAndFly, EndTurn, MakeNoOffer)):
            return 0.0
        if isinstance(action, (Offer, CounterOffer)):
            return -1.0
        prior = self.action_prior(game, state, who, action)
        return prior if prior > 0.0 else -1.0

    def playout_settings(self) -> PlayoutSettings:
        return PlayoutSettings(choices=120, greedy_fraction=0.0, greedy_candidates=1, expand_after=32)

    def _has_gainful_action_to_do_first(self, game: Airline, state: AirlineState, who: int) -> bool:
        """Whether there is a thing to do first that does not wait: a claim, an exchange, the city landed on."""
        for claim in state.claims:
            if claim[CREDITOR] == who:
                return True
        step = state.step_stack[-1]
        if isinstance(step, BeforeMovementThrowStep):
            for exchange in game.exchanges_from[state.aircraft[who]]:
                if self._is_allowed_and_gains(game, state, who, exchange):
                    return True
        elif isinstance(step, AfterLandingStep) and step.city != NOBODY and not step.done:
            choice = game.purchases[step.city] if step.owner == NOBODY else game.challenges[step.city]
            return self._is_allowed_and_gains(game, state, who, choice)
        return False

    def _is_allowed_and_gains(self, game: Airline, state: AirlineState, who: int, action: Action) -> bool:
        if state.step_stack[-1].violated_rule(game, state, who, action):
            return False
        return self.estimate_gain(game, state, who, action) > 0.0

    def estimate_gain(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        """What a choice adds to the lead of who makes it, as far as it depends on him and, in deals, on a yes."""
        if isinstance(action, ChooseBase):
            return 30.0 * self.outlook.expected_fares_per_turn(0, game.routes[action.city] | 1 << action.city)
        now = lead_over_rivals(self._evaluate_ignoring_offer(game, state), who)
        imagined = state.clone()
        if isinstance(action, ExchangeAircraft):
            pay_to_bank(imagined, who, game.exchange_fee)
            imagined.aircraft[who] = action.aircraft
        elif isinstance(action, BuyLandingRights):
            pay_to_bank(imagined, who, game.rights_price)
            place_markers(game, imagined, who, 1 << action.city, None)
        elif isinstance(action, ChallengeCityOwner):
            return self._estimate_challenge_gain(game, imagined, who, action.city, now)
        elif isinstance(action, (AcceptOffer, Offer, CounterOffer)):
            return self._estimate_deal_gain(game, imagined, who, action, now)
        return lead_over_rivals(self._evaluate_ignoring_offer(game, imagined), who) - now

    def _estimate_challenge_gain(self, game: Airline, imagined: AirlineState, who: int, city: int, now: float) -> float:
        owner = owner_of(imagined, city)
        transfer_cash(imagined, who, owner, game.challenge_fee)
        lost = lead_over_rivals(self._evaluate_ignoring_offer(game, imagined), who)
        remove_markers(game, imagined, owner, 1 << city, None)
        place_markers(game, imagined, who, 1 << city, None)
        won = lead_over_rivals(self._evaluate_ignoring_offer(game, imagined), who)
        return WIN_CHALLENGE * won + (1.0 - WIN_CHALLENGE) * lost - now

    def _estimate_deal_gain(self, game: Airline, imagined: AirlineState, who: int, action: Action, now: float) -> float:
        if isinstance(action, AcceptOffer):
            offer = imagined.step_stack[-1]
            assert isinstance(offer, AnswerOfferStep)
            imagined.step_stack.pop()
            offer.accept_deal(game, imagined, None)
            return lead_over_rivals(self._evaluate_ignoring_offer(game, imagined), who) - now
        imagined.step_stack[-1].apply(game, imagined, who, action, None)
        offer = imagined.step_stack[-1]
        assert isinstance(offer, AnswerOfferStep)
        yes = lead_over_rivals(self._evaluate_ignoring_offer(game, imagined), offer.receiver)
        imagined.step_stack.pop()
        offer.accept_deal(game, imagined, None)
        then = self._evaluate_ignoring_offer(game, imagined)
        if lead_over_rivals(then, offer.receiver) <= yes:
            return 0.0
        return lead_over_rivals(then, who) - now

    def features(self, game: Airline, state: AirlineState, seat: int) -> list[float]:
        return compute_features(game, self.outlook, state, seat)

    # Why

    def explain_choice(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, ChooseBase):
            return f"{count_cities_in_bits(game, game.routes[action.city])} routes lead there"
        if isinstance(action, ExchangeAircraft):
            return "higher fares pay for it" if action.aircraft > state.aircraft[who] else "the network is too small"
        if isinstance(action, BuyLandingRights):
            network = find_connected_city_bits(game, state.base[who], state.owned[who] | 1 << action.city)
            return "it joins the network" if (network >> action.city) & 1 else "it may be joined later"
        if isinstance(action, ChallengeCityOwner):
            return "the city is worth more than the risk"
        if isinstance(action, (Offer, CounterOffer)):
            return "both would gain" if self.estimate_gain(game, state, who, action) > 0.0 else "it is worth asking"
        if isinstance(action, AcceptOffer):
            return "the deal helps more than it costs"
        if isinstance(action, EndTurn):
            return self._explain_ending_turn(game, state, who)
        if isinstance(action, DeclareBankruptcy):
            return "nobody buys and the debt cannot be paid"
        return "money owed is money lost at the next throw" if isinstance(action, CollectClaim) else ""

    def _explain_ending_turn(self, game: Airline, state: AirlineState, who: int) -> str:
        step = state.step_stack[-1]
        if not isinstance(step, AfterLandingStep) or step.city == NOBODY or step.done:
            return ""
        if step.owner == NOBODY and not violation_of_purchase(game, state, who, step.city, NOBODY, False, step.city):
            return "the cash is needed more than the city"
        if not violation_of_challenge(game, state, who, step.city, step.owner, False, step.city):
            return "the challenge is not worth the fee"
        return ""
