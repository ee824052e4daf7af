"""What a good player of Airline values: the fares that come in, cash to survive the next landing, a joined-up map."""

from __future__ import annotations

import random
from math import log
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import (
    AceSettings,
    Evaluator,
    PlayoutSettings,
    ReviewSettings,
    compute_lead_over_rival_average,
    pick_best_action,
)
from aerodrome.core.reason import Reason
from aerodrome.core.state import Step
from aerodrome.games.airline.ai.features import SEAT_FEATURES, build_seat_features
from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.ai.reasons import find_reasons
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
    RejectOffer,
)
from aerodrome.games.airline.model.state import AMOUNT, CREDITOR, AirlineState
from aerodrome.games.airline.rules.queries import (
    convert_cities_to_bits_or_minus_one_if_invalid,
    count_cities_in_bits,
    count_players_in_game,
    find_city_owner,
    find_connected_city_bits,
    find_neighbour_city_bits,
    find_rule_against_aircraft_exchange,
    find_rule_against_purchase,
    find_tradable_city_bits,
)
from aerodrome.games.airline.rules.refused_offers import (
    compute_debt_id,
    find_standing_refusal,
    get_proposer_cash_at_refusal,
    was_any_offer_outside_debt_refused_lately,
    would_undo_earlier_deal,
)
from aerodrome.games.airline.rules.state_changes import (
    pay_to_bank,
    place_markers_and_update_network,
    remove_markers_and_update_network,
    transfer_cash,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep, MakeOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

WIN_CHALLENGE: Final = 575.0 / 1296.0  # AL-R23
BASE_ROUNDS: Final = 20.0
"""So many times the PROP fares of a base and of the cities round it count at the choice of a base."""
RICH: Final = 200
"""So much cash lies idle: who has it buys and upgrades what is to be had."""
CASH_TO_BUY_BLINDLY: Final = 3
"""With so many times the price in hand nobody overlooks a city next to his network, nor a faster aircraft that
pays."""


@final
class AirlineEvaluator(Evaluator["Airline", AirlineState]):
    """Values a seat in millions of dollars."""

    def __init__(self, weights: dict[str, float], outlook: IncomeOutlook) -> None:
        super().__init__(weights)
        self.outlook = outlook
        self.income_rounds = weights["income_rounds"]
        self.income_rounds_fewer = weights["income_rounds_fewer"]
        self.outgo_rounds = weights["outgo_rounds"]
        self.cut_off_city = weights["cut_off_city"]
        self.free_neighbour_fares = weights["free_neighbour_fares"]
        self.cost_of_no_cash = weights["cost_of_no_cash"]
        self.low_cash = weights["low_cash"]
        self.enough_cash = weights["enough_cash"]
        self.bankruptcy_cost = weights["bankruptcy_cost"]
        self.debt_cost = weights["debt_cost"]
        self.claim_share = weights["claim_share"]
        self.owned_city = weights["owned_city"]
        self.refused_offer_cost = weights["refused_offer_cost"]
        self.worth_asking = weights["worth_asking"]
        self.good_base_fares = weights["good_base_fares"]

    def compute_three_to_one_lead(self, game: Airline, state: AirlineState) -> float:
        return self.weights["win_lead"]

    # The position

    def evaluate(self, game: Airline, state: AirlineState) -> list[float]:
        if state.round <= 1 and _is_untouched_since_setup(game, state):
            return [self._evaluate_base(game, state, state.base[seat]) for seat in range(state.seats)]
        step = state.step_stack[-1] if state.step_stack else None
        values = self._evaluate_ignoring_offer(game, state)
        if isinstance(step, AnswerOfferStep):
            return self._evaluate_with_offer_answered(game, state, step, values)
        return values

    def _evaluate_base(self, game: Airline, state: AirlineState, base_city: int) -> float:
        """What a base promises before anybody has flown. The best are alike: their differences drown in the dice."""
        if base_city == NOBODY:
            return 0.0
        taken = 0
        for other in state.base:
            if other not in (NOBODY, base_city):
                taken |= 1 << other
        fares = self.outlook.compute_expected_fares_per_turn(0, (game.routes[base_city] | 1 << base_city) & ~taken)
        return BASE_ROUNDS * min(fares, self.good_base_fares)

    def _evaluate_ignoring_offer(self, game: Airline, state: AirlineState) -> list[float]:
        seats = state.seats
        rates = [0.0] * seats
        total = 0.0
        players = 0
        taken = 0
        for seat in range(seats):
            taken |= state.owned[seat]
            if not state.out[seat]:
                rates[seat] = self.outlook.compute_expected_fares_per_turn(state.aircraft[seat], state.network[seat])
                total += rates[seat]
                players += 1
        rounds = self._get_income_horizon_in_rounds(players)
        counted = game.short_game
        if game.round_limit and game.round_limit - state.round < rounds:
            rounds = float(game.round_limit - state.round)
            counted = True  # AL-12.12
        values = [0.0] * seats
        for seat in range(seats):
            if state.out[seat]:
                values[seat] = -self.bankruptcy_cost
                continue
            outgo = total - rates[seat]
            bank_money = rounds * self.outlook.upkeep[state.aircraft[seat]]
            values[seat] = rounds * ((players - 1) * rates[seat] - outgo)
            values[seat] += self._evaluate_money(state.cash[seat], bank_money, outgo, counted)
            values[seat] += self._evaluate_owned_and_free_cities(game, state, seat, taken)
            if counted:
                values[seat] += game.city_value * count_cities_in_bits(game, state.owned[seat])  # AL-13.2
        self._add_debts_and_claims_to_values(state, values)
        return self.add_learned_correction(game, state, values) if state.step_stack else values

    def _get_income_horizon_in_rounds(self, players_in_game: int) -> float:
        """How many rounds of income count: the fewer are left in the game, the longer nobody else is ruined."""
        return self.income_rounds + (4 - players_in_game) * self.income_rounds_fewer

    def _evaluate_money(
        self, cash: int, expected_bank_income: float, expected_fares_paid: float, all_money_counts: bool
    ) -> float:
        """Money: the danger of having little of it, and how little more of it helps beyond what protects.

        `expected_bank_income`: SUBSIDY less MAINTENANCE to come. It counts like cash, while fares count for what the
        others lose. `expected_fares_paid`: in a turn; `all_money_counts`: in the end every million counts.
        """
        protection = self.outgo_rounds * expected_fares_paid
        value = cash + expected_bank_income
        enough = self.enough_cash + protection
        if value > enough and not all_money_counts:
            value = enough + enough * log(value / enough)
        low = self.low_cash + protection
        if cash < low:
            lack = 1.0 - cash / low
            value -= self.cost_of_no_cash * lack * lack
        return value

    def _evaluate_owned_and_free_cities(
        self, game: Airline, state: AirlineState, seat: int, owned_by_anybody: int
    ) -> float:
        """What owned and free cities promise; `owned_by_anybody` are the cities that somebody owns."""
        network = state.network[seat]
        cities = count_cities_in_bits(game, state.owned[seat])
        value = self.owned_city * cities + self.cut_off_city * (cities - count_cities_in_bits(game, network))
        free = find_neighbour_city_bits(game, network) & ~owned_by_anybody
        return value + self.free_neighbour_fares * self.outlook.compute_expected_fares_per_turn(0, free)

    def _add_debts_and_claims_to_values(self, state: AirlineState, values: list[float]) -> None:
        for step in state.step_stack:
            if isinstance(step, RaiseMoneyStep):
                values[step.debtor] -= self.debt_cost + step.amount
                if not find_tradable_city_bits(state, step.debtor):
                    values[step.debtor] -= self.bankruptcy_cost
        for claim in state.claims:
            values[claim[CREDITOR]] += self.claim_share * claim[AMOUNT]

    def _evaluate_with_offer_answered(
        self, game: Airline, state: AirlineState, offer: AnswerOfferStep, values_without_offer: list[float]
    ) -> list[float]:
        """These values, or those after the deal when the receiver of the open offer gains by it."""
        if offer.find_rule_against_acceptance(game, state):
            return values_without_offer
        imagined = state.clone()
        imagined.step_stack.pop()
        offer.carry_out_accepted_offer(game, imagined, None)
        then = self._evaluate_ignoring_offer(game, imagined)
        receiver = offer.receiver
        if compute_lead_over_rival_average(then, receiver) > compute_lead_over_rival_average(
            values_without_offer, receiver
        ):
            return then
        values_without_offer[offer.proposer] -= self.refused_offer_cost
        return values_without_offer

    # A choice before any thought

    def estimate_action_prior(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        if isinstance(action, (CloseTradeAndFly, EndTurn, MakeNoOffer)):
            return 0.0 if self._has_gainful_action_to_take_first(game, state, who) else 1.0
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
            gain = self.estimate_lead_gain(game, state, who, action)
            if gain > 0.0:
                return 1.0 + min(gain, 60.0) / 30.0
            return -1.0 if isinstance(action, (Offer, CounterOffer)) else 0.0
        return 1.0

    def choose_rollout_action(
        self, game: Airline, state: AirlineState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """The most natural of all but deals, which want thought; without one, things take their course."""
        return pick_best_action(
            legal, [self._compute_rollout_priority(game, state, who, action) for action in legal], rng
        )

    def _compute_rollout_priority(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        if isinstance(action, (CloseTradeAndFly, EndTurn, MakeNoOffer)):
            return 0.0
        if isinstance(action, (Offer, CounterOffer)):
            return -1.0
        prior = self.estimate_action_prior(game, state, who, action)
        return prior if prior > 0.0 else -1.0

    def get_ace_settings(self) -> AceSettings:
        """The value of a position is true enough after four rounds, and the dice of ten would make more noise."""
        return AceSettings(choices=50)

    def get_captain_simulation_count(self, game: Airline, state: AirlineState) -> int:
        """More than elsewhere: they are quick, and the dice of ten rounds want many."""
        return 240

    def get_playout_settings(self) -> PlayoutSettings:
        return PlayoutSettings(
            choices=120,
            greedy_fraction=0.0,
            greedy_candidates=1,
            expand_after=32,
            luck_by_turn=True,
            doubts_need_proof=True,
        )

    def get_turn_number(self, state: AirlineState) -> int:
        """A number of its own for each turn; they rise with the rounds."""
        return state.round * state.seats + state.active

    def get_review_settings(self) -> ReviewSettings:
        """All lies open: money, cities and aircraft."""
        return ReviewSettings(skips_position_playouts=True)

    def _has_gainful_action_to_take_first(self, game: Airline, state: AirlineState, who: int) -> bool:
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
        return self.estimate_lead_gain(game, state, who, action) > 0.0

    def estimate_lead_gain(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        """What a choice adds to the lead of who makes it, as far as it depends on him and, in deals, on a yes."""
        if isinstance(action, ChooseBase):
            return self._evaluate_base(game, state, action.city)
        now = compute_lead_over_rival_average(self._evaluate_ignoring_offer(game, state), who)
        imagined = state.clone()
        if isinstance(action, ExchangeAircraft):
            pay_to_bank(imagined, who, game.exchange_fee)
            imagined.aircraft[who] = action.aircraft
        elif isinstance(action, BuyLandingRights):
            pay_to_bank(imagined, who, game.rights_price)
            place_markers_and_update_network(game, imagined, who, 1 << action.city, None)
        elif isinstance(action, ChallengeCityOwner):
            return self._estimate_lead_gain_of_challenge(game, imagined, who, action.city, now)
        elif isinstance(action, (AcceptOffer, Offer, CounterOffer)):
            return self._estimate_lead_gain_of_deal(game, imagined, who, action, now)
        return compute_lead_over_rival_average(self._evaluate_ignoring_offer(game, imagined), who) - now

    def _estimate_lead_gain_of_challenge(
        self, game: Airline, imagined_state: AirlineState, who: int, city: int, lead_now: float
    ) -> float:
        owner = find_city_owner(imagined_state, city)
        transfer_cash(imagined_state, who, owner, game.challenge_fee)
        lost = compute_lead_over_rival_average(self._evaluate_ignoring_offer(game, imagined_state), who)
        remove_markers_and_update_network(game, imagined_state, owner, 1 << city, None)
        place_markers_and_update_network(game, imagined_state, who, 1 << city, None)
        won = compute_lead_over_rival_average(self._evaluate_ignoring_offer(game, imagined_state), who)
        return WIN_CHALLENGE * won + (1.0 - WIN_CHALLENGE) * lost - lead_now

    def _estimate_lead_gain_of_deal(
        self, game: Airline, imagined_state: AirlineState, who: int, action: Action, lead_now: float
    ) -> float:
        if isinstance(action, AcceptOffer):
            offer = imagined_state.step_stack[-1]
            assert isinstance(offer, AnswerOfferStep)
            imagined_state.step_stack.pop()
            offer.carry_out_accepted_offer(game, imagined_state, None)
            return compute_lead_over_rival_average(self._evaluate_ignoring_offer(game, imagined_state), who) - lead_now
        imagined_state.step_stack[-1].apply(game, imagined_state, who, action, None)
        offer = imagined_state.step_stack[-1]
        assert isinstance(offer, AnswerOfferStep)
        yes = compute_lead_over_rival_average(self._evaluate_ignoring_offer(game, imagined_state), offer.receiver)
        imagined_state.step_stack.pop()
        offer.carry_out_accepted_offer(game, imagined_state, None)
        then = self._evaluate_ignoring_offer(game, imagined_state)
        if compute_lead_over_rival_average(then, offer.receiver) <= yes:
            return 0.0
        return compute_lead_over_rival_average(then, who) - lead_now

    def list_learnable_feature_names(self) -> list[str]:
        return SEAT_FEATURES

    def compute_learnable_features(self, game: Airline, state: AirlineState, seat: int) -> list[float]:
        return build_seat_features(game, self.outlook, state, seat)

    # Manners

    def is_pointless(self, game: Airline, state: AirlineState, who: int, action: Action) -> bool:
        if isinstance(action, Offer):
            return self._is_pointless_offer(game, state, who, action)
        step = state.step_stack[-1]
        if isinstance(action, DeclareBankruptcy) and isinstance(step, RaiseMoneyStep):
            return _has_untried_offer_covering_debt(game, state, step)
        if isinstance(action, ExchangeAircraft):
            return self._is_losing_aircraft_exchange(state, who, action.aircraft)
        if isinstance(action, (CloseTradeAndFly, EndTurn)):
            return state.cash[who] >= RICH and self._can_buy_gainful_city_or_aircraft(game, state, who)
        if not isinstance(step, AnswerOfferStep):
            return False
        if isinstance(action, CounterOffer):
            return self.is_receivers_own_refused_offer(game, state, step) or self._is_pointless_offer(
                game, state, who, action
            )
        return isinstance(action, RejectOffer) and self.is_receivers_own_refused_offer(game, state, step)

    def _can_buy_gainful_city_or_aircraft(self, game: Airline, state: AirlineState, who: int) -> bool:
        """Whether there is a city to buy that would be connected, or a faster aircraft that brings more."""
        step = state.step_stack[-1]
        if isinstance(step, AfterLandingStep) and step.owner == NOBODY and not step.done:
            if find_rule_against_purchase(game, state, who, step.city, NOBODY, False):
                return False
            return _would_be_connected(game, state, who, step.city)
        faster = state.aircraft[who] + 1
        if not isinstance(step, BeforeMovementThrowStep) or find_rule_against_aircraft_exchange(
            game, state, who, faster
        ):
            return False
        return (
            2.0 * self._compute_added_fares_per_round(state, who, faster)
            + self._compute_added_bank_income_per_turn(state, who, faster)
            > 0.0
        )

    def _compute_added_fares_per_round(self, state: AirlineState, who: int, aircraft: int) -> float:
        """What this aircraft adds in a round to the fares that come in."""
        network = state.network[who]
        more = self.outlook.compute_expected_fares_per_turn(aircraft, network)
        more -= self.outlook.compute_expected_fares_per_turn(state.aircraft[who], network)
        return (count_players_in_game(state) - 1) * more

    def _compute_added_bank_income_per_turn(self, state: AirlineState, who: int, aircraft: int) -> float:
        """What this aircraft adds in a turn to SUBSIDY less MAINTENANCE."""
        return self.outlook.upkeep[aircraft] - self.outlook.upkeep[state.aircraft[who]]

    def _is_losing_aircraft_exchange(self, state: AirlineState, who: int, aircraft: int) -> bool:
        """Whether the new aircraft brings less: of a faster one by all that others would pay, less to the rich."""
        fares = self._compute_added_fares_per_round(state, who, aircraft)
        bank_money = self._compute_added_bank_income_per_turn(state, who, aircraft)
        if aircraft < state.aircraft[who]:
            return fares + bank_money <= 0.0
        return 2.0 * fares + bank_money * (self.enough_cash / RICH if state.cash[who] >= RICH else 1.0) <= 0.0

    def _is_pointless_offer(self, game: Airline, state: AirlineState, who: int, offer: Offer | CounterOffer) -> bool:
        """Whether it was refused already, goes back on one's own refusal, or cannot be hoped to please both."""
        give = convert_cities_to_bits_or_minus_one_if_invalid(offer.give_cities)
        want = convert_cities_to_bits_or_minus_one_if_invalid(offer.want_cities)
        payment = offer.give_cash - offer.want_cash
        step = state.step_stack[-1]
        debt = compute_debt_id(state, is_offer_made_for_debt(step))
        if find_standing_refusal(game, state, who, offer.to, debt, give, want, payment) >= 0:
            return True
        if takes_all_cash_of_receiver(state, offer):
            return True
        if isinstance(step, RaiseMoneyStep):
            return False  # nothing to lose by asking
        if find_standing_refusal(game, state, offer.to, who, debt, want, give, -payment) >= 0:
            return True
        if would_undo_earlier_deal(game, state, who, offer.to, give, want):
            return True
        if isinstance(offer, Offer) and not debt and was_any_offer_outside_debt_refused_lately(state, who, offer.to):
            return True
        return self.estimate_lead_gain(game, state, who, offer) < self.worth_asking

    def is_receivers_own_refused_offer(self, game: Airline, state: AirlineState, offer: AnswerOfferStep) -> bool:
        """Whether the receiver made this very offer himself, was refused, and can still stand by it."""
        seat = offer.receiver
        give = convert_cities_to_bits_or_minus_one_if_invalid(offer.want_cities)
        want = convert_cities_to_bits_or_minus_one_if_invalid(offer.give_cities)
        payment = offer.want_cash - offer.give_cash
        debt = compute_debt_id(state, offer.raising)
        refusal = find_standing_refusal(game, state, seat, offer.proposer, debt, give, want, payment)
        if refusal < 0 or offer.find_rule_against_acceptance(game, state):
            return False
        cash_then = get_proposer_cash_at_refusal(state, refusal)
        return payment <= 0 or state.cash[seat] >= cash_then or state.cash[seat] - payment >= self.low_cash

    def is_never_overlooked(self, game: Airline, state: AirlineState, who: int, action: Action) -> bool:
        if isinstance(action, (CloseTradeAndFly, EndTurn, MakeNoOffer, RejectOffer, CollectClaim)):
            return True
        if isinstance(action, BuyLandingRights):
            enough = state.cash[who] >= CASH_TO_BUY_BLINDLY * game.rights_price
            return enough and _would_be_connected(game, state, who, action.city)
        if isinstance(action, ExchangeAircraft):
            enough = state.cash[who] >= CASH_TO_BUY_BLINDLY * game.exchange_fee
            return (
                enough
                and action.aircraft > state.aircraft[who]
                and self.estimate_lead_gain(game, state, who, action) > 0.0
            )
        step = state.step_stack[-1]
        if isinstance(action, Offer) and isinstance(step, RaiseMoneyStep):
            return state.cash[who] + action.want_cash >= step.amount
        if isinstance(action, AcceptOffer) and isinstance(step, AnswerOfferStep) and step.raising:
            return who == step.window_owner and step.give_cash >= game.compute_debt_shortfall(state, who)
        return False

    # Why

    def find_reasons(self, game: Airline, state: AirlineState, who: int, action: Action) -> list[Reason]:
        return find_reasons(game, self.outlook, state, who, action)


def _is_untouched_since_setup(game: Airline, state: AirlineState) -> bool:
    """Whether nobody has flown, paid or got anything but a base."""
    for seat in range(state.seats):
        if state.pos[seat] or state.cash[seat] != game.start_cash or state.owned[seat] & (state.owned[seat] - 1):
            return False
    return True


def _would_be_connected(game: Airline, state: AirlineState, seat: int, city: int) -> bool:
    """Whether this city, once the seat's, is connected to its base."""
    return bool((find_connected_city_bits(game, state.base[seat], state.owned[seat] | 1 << city) >> city) & 1)


def takes_all_cash_of_receiver(state: AirlineState, offer: Offer | CounterOffer) -> bool:
    """Whether the receiver would have nothing left: nobody accepts that."""
    return offer.want_cash > 0 and offer.want_cash >= state.cash[offer.to]


def is_offer_made_for_debt(step: Step[Airline, AirlineState]) -> bool:
    """Whether offers to this question are made for a debt."""
    if isinstance(step, (MakeOfferStep, AnswerOfferStep)):
        return step.raising
    return isinstance(step, RaiseMoneyStep)


def _has_untried_offer_covering_debt(game: Airline, state: AirlineState, debt: RaiseMoneyStep) -> bool:
    """Whether there is an offer that would pay the debt and was not made yet."""
    debtor = debt.debtor
    for action in debt.legal(game, state, debtor):
        if isinstance(action, Offer) and state.cash[debtor] + action.want_cash >= debt.amount:
            give = convert_cities_to_bits_or_minus_one_if_invalid(action.give_cities)
            if takes_all_cash_of_receiver(state, action):
                continue
            debt_id = compute_debt_id(state, True)
            if find_standing_refusal(game, state, debtor, action.to, debt_id, give, 0, -action.want_cash) < 0:
                return True
    return False
