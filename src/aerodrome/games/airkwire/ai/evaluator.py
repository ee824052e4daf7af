"""What a good player of Air-Kwire values: prices, dividends to come, control, and bonuses from mergers."""

from __future__ import annotations

import random
from math import exp
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import CHANCE, NOBODY, Action
from aerodrome.core.evaluator import (
    AceSettings,
    BaselineSettings,
    CadetSettings,
    Evaluator,
    PlayoutSettings,
    ReviewSettings,
    pick_best_action,
)
from aerodrome.core.reason import Reason
from aerodrome.games.airkwire.ai import reasons
from aerodrome.games.airkwire.ai.action_gains import ActionGainEstimator
from aerodrome.games.airkwire.ai.features import SEAT_FEATURES, build_seat_features
from aerodrome.games.airkwire.ai.hand_features import HAND_FEATURES, build_hand_features
from aerodrome.games.airkwire.ai.outlook import (
    ShareAndCardOutlook,
    can_anybody_fly_again_soon,
    estimate_nearness_to_new_route,
    find_richest_seat_bits,
)
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import mergers, queries
from aerodrome.games.airkwire.steps.end import find_rule_against_calling_end_vote
from aerodrome.games.airkwire.steps.merger import (
    ChooseAircraftForDefunctHomeStep,
    ChooseRivalStep,
    ExchangeOrSellDefunctSharesStep,
)
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep, add_route_actions
from aerodrome.games.airkwire.steps.stock import TradeSharesStep
from aerodrome.games.airkwire.steps.takeover import ReplaceOrForfeitStep
from aerodrome.games.airkwire.steps.turn import can_draw_from_pile, can_take_from_pool

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

MAX_PENDING_QUESTIONS: Final = 60
"""Questions of a merger that are answered in thought before a position is judged."""
LN3: Final = 1.0986122886681098
"""A lead of one `compute_three_to_one_lead` makes a win three times as likely as not."""
REFUSALS_PER_TURN: Final = 2
"""After so many a player asks for no more routes this turn."""
PATIENCE: Final = 6
"""Rounds without a route after which nobody expects one."""
HOPELESS: Final = 0.02
"""A chance to win below which a seat agrees to end the game."""


class AirkwireEvaluator(Evaluator["Airkwire", AirkwireState]):
    """Values in dollars, by the weights in weights.toml."""

    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.rounds = weights["rounds"]
        self.late_game_floor = weights["late_game_floor"]
        self.payouts = weights["payouts"]
        self.next_payout = weights["next_payout"]
        self.unqualified = weights["unqualified"]
        self.growth = weights["growth"]
        self.ceo = weights["ceo"]
        self.takeover = weights["takeover"]
        self.card = weights["card"]
        self.card_point = weights["card_point"]
        self.card_any = weights["card_any"]
        self.owed = weights["owed"]
        self.refusal = weights["refusal"]
        self.standstill = weights["standstill"]

    def evaluate(self, game: Airkwire, state: AirkwireState) -> list[float]:
        """Wealth now and what the holdings, the lead and the cards promise."""
        refusals = len(state.refused)
        state = build_state_after_pending_questions(self, game, state)
        values = [float(amount) for amount in state.cash]
        if not state.step_stack:
            return [float(score) for score in game.scores(state)]
        outlook = ShareAndCardOutlook(self, game, state)
        top = find_highest_comparable_airline_value(game, state)
        for airline in range(state.airlines):
            if state.status[airline] == OPEN and not queries.will_go_bankrupt_after_trading(state, airline):
                self._add_value_of_airline_holdings(game, state, airline, outlook, top, values)
        for seat in range(state.seats):
            values[seat] += outlook.time_left_fraction * outlook.estimate_undiscounted_hand_value(seat)
        if state.owed:
            values[state.turn] += self.owed * len(state.owed)
        if len(state.refused) > refusals:
            values[state.turn] += self.refusal
        if queries.is_standstill(state) and self._should_active_seat_end_standstill(game, state):
            way_out = 1.0 if state.routes_made else estimate_nearness_to_new_route(game, state, state.turn)
            values[state.turn] += self.standstill * (way_out - 1.0)
        return self.add_learned_correction(game, state, values)

    def _should_active_seat_end_standstill(self, game: Airkwire, state: AirkwireState) -> bool:
        """Whether the active player has reason to end a standstill: who is ahead wins by it, but shall not wait for
        ever."""
        return is_game_dragging(state) or not find_richest_seat_bits(game, state) >> state.turn & 1

    def _add_value_of_airline_holdings(
        self,
        game: Airkwire,
        state: AirkwireState,
        airline: int,
        outlook: ShareAndCardOutlook,
        highest_airline_value: int,
        values: list[float],
    ) -> None:
        share = outlook.estimate_share_value(airline)
        held = state.shares[airline]
        for seat in range(state.seats):
            values[seat] += held[seat] * share
        values[state.ceo[airline]] += outlook.time_left_fraction * self.ceo
        if (
            state.points[airline] < game.immunity
            and queries.compute_comparable_airline_value(game, state, airline) < highest_airline_value
        ):
            price = game.price[queries.find_price_index_after_trading(game, state, airline)]
            rate = queries.compute_dividend_per_share(game, price, state.points[airline])
            self._add_expected_takeover_bonus(game, state, airline, outlook.time_left_fraction * rate, values)

    def _add_expected_takeover_bonus(
        self, game: Airkwire, state: AirkwireState, airline: int, discounted_dividend: float, values: list[float]
    ) -> None:
        """What a takeover would bring the largest holders, by its chance."""
        chance = self.takeover * (1.0 - state.points[airline] / game.immunity)
        first, second = mergers.find_largest_and_second_shareholders(state.shares[airline])
        if len(first) > 1 or not second:
            part = chance * discounted_dividend * (game.first_bonus + game.second_bonus) / len(first)
            for seat in first:
                values[seat] += part
            return
        values[first[0]] += chance * discounted_dividend * game.first_bonus
        for seat in second:
            values[seat] += chance * discounted_dividend * game.second_bonus / len(second)

    def compute_three_to_one_lead(self, game: Airkwire, state: AirkwireState) -> float:
        return self.weights["spread"]

    # For learners

    def list_learnable_feature_names(self) -> list[str]:
        return SEAT_FEATURES

    def compute_learnable_features(self, game: Airkwire, state: AirkwireState, seat: int) -> list[float]:
        return build_seat_features(game, state, seat)

    def list_hand_card_feature_names(self) -> list[str]:
        return HAND_FEATURES

    def compute_hand_card_features(self, game: Airkwire, state: AirkwireState, seat: int) -> list[float]:
        return build_hand_features(game, state, seat)

    # Habits

    def estimate_action_prior(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> float:
        if who == CHANCE:
            return 1.0
        if isinstance(action, act.StopDrawing):
            return 0.0 if can_draw_from_pile(game, state, who) else 1.0
        if isinstance(action, (act.GiveCash, act.HoldPrice)):
            return 0.0
        if isinstance(action, act.DiscardCard):
            return 0.3 if action.card < state.cities else 0.1
        if isinstance(action, act.ProposeRoute):
            return self._estimate_route_prior(game, state, who, action)
        if isinstance(action, act.BuyShare):
            return (
                1.5
                if state.status[action.airline] != OPEN
                else 0.2 + self._estimate_share_gain_ratio(game, state, action.airline)
            )
        if isinstance(action, act.SellShare):
            return 0.6 / (1.0 + 4.0 * self._estimate_share_gain_ratio(game, state, action.airline))
        if isinstance(action, act.TakeFromPool):
            return self._estimate_pool_card_prior(game, state, who, action.city)
        if isinstance(action, act.ForfeitDefunctCity):
            return 0.2
        return 1.0

    def get_baseline_settings(self) -> BaselineSettings:
        return BaselineSettings(rounds=2, twelfths=23)

    def get_ace_settings(self) -> AceSettings:
        return AceSettings(learned_judge=True)

    def get_cadet_settings(self, game: Airkwire, state: AirkwireState) -> CadetSettings:
        """A trade changes little at once, and much where it opens the way to a takeover. None of it in a standstill."""
        return CadetSettings(noise=0.01, simulations=0 if queries.is_standstill(state) else 3, rounds=2)

    def get_captain_simulation_count(self, game: Airkwire, state: AirkwireState) -> int:
        """None in a standstill: the way out is worth most at once, and thoughts that go on past it do not see it."""
        return 0 if queries.is_standstill(state) else super().get_captain_simulation_count(game, state)

    def get_review_settings(self) -> ReviewSettings:
        """The quick policy does not defend an airline: it sees takeovers that no player would allow."""
        return ReviewSettings(learned_judge=True, greedy_rounds=4)

    def get_playout_settings(self) -> PlayoutSettings:
        return PlayoutSettings(choices=200, greedy_fraction=0.0, greedy_candidates=1, rounds=4, expand_after=32)

    def get_turn_number(self, state: AirkwireState) -> int:
        return state.turns

    def choose_rollout_action(
        self, game: Airkwire, state: AirkwireState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """What brings most by the quick estimates."""
        policy = ActionGainEstimator(self, game, state, who)
        return pick_best_action(legal, [policy.estimate_lead_gain(action) for action in legal], rng)

    def _estimate_route_prior(self, game: Airkwire, state: AirkwireState, who: int, route: act.ProposeRoute) -> float:
        """Points are welcome where one holds more than the others."""
        held = state.shares[route.airline]
        lead = held[who] - (sum(held) - held[who]) / (state.seats - 1)
        prior = 1.0 + 0.25 * lead * game.points_of[route.city]
        if route.airline in state.owed:
            prior += 1.0
        return min(4.0, max(0.05, prior))

    def _estimate_share_gain_ratio(self, game: Airkwire, state: AirkwireState, airline: int) -> float:
        """What a share promises, as a part of its price; at most 2."""
        price = game.price[queries.find_price_index_after_trading(game, state, airline)]
        return min(2.0, ShareAndCardOutlook(self, game, state).estimate_share_value(airline) / max(1, price) - 1.0)

    def _estimate_pool_card_prior(self, game: Airkwire, state: AirkwireState, who: int, city: int) -> float:
        welcome = ShareAndCardOutlook(self, game, state).is_city_reachable_by_any(
            city, queries.find_airline_bits_held_by(state, who)
        )
        return 0.8 + 0.4 * game.points_of[city] if welcome else 0.2

    # Manners

    def is_pointless(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> bool:
        if isinstance(action, act.BuyShare):
            return state.sold >> action.airline & 1 != 0
        if isinstance(action, act.SellShare):
            return state.bought >> action.airline & 1 != 0 or would_sale_void_own_shares(state, who, action.airline)
        if isinstance(action, act.ProposeRoute):
            if state.ceo[action.airline] != who and is_route_request_pointless(game, state, action):
                return True
            return would_smaller_aircraft_suffice(game, state, action.airline, action.city, action.aircraft)
        if isinstance(action, (act.PlaceAircraftAtDefunctHome, act.ReplaceDefunctAircraft)):
            return would_smaller_aircraft_suffice_in_merger(game, state, action)
        if isinstance(action, act.StopDrawing):
            return can_draw_from_pile(game, state, who) or can_take_from_pool(game, state, who)
        if isinstance(action, act.TakeFromPool):
            return did_seat_discard_card_lately(state, who, action.city)
        if isinstance(action, act.AnswerEndVote):
            return action.agree != self.agrees_to_end_game(game, state, who)
        if is_game_dragging(state):
            return would_choice_prolong_dragging_game(game, state, who, action)
        return isinstance(action, (act.GiveCash, act.HoldPrice))

    def agrees_to_end_game(self, game: Airkwire, state: AirkwireState, who: int) -> bool:
        """Whether a seat agrees to end the game here (AK-13.5): it wins so, or its chance is gone, or nothing can
        change any more."""
        leaders = find_richest_seat_bits(game, state)
        if leaders >> who & 1:
            return True
        return is_time_to_end_by_agreement(game, state) or self._estimate_win_chance(game, state, who) < HOPELESS

    def _estimate_win_chance(self, game: Airkwire, state: AirkwireState, who: int) -> float:
        values = self.evaluate(game, state)
        factor = LN3 / self.compute_three_to_one_lead(game, state)
        total = 0.0
        for value in values:
            total += exp((value - values[who]) * factor)
        return 1.0 / total

    def list_sensible_unlisted_actions(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        """The call for a vote (AK-R64), once in a while, when nothing can change any more."""
        if not isinstance(state.step_stack[-1], TradeSharesStep) or find_rule_against_calling_end_vote(state):
            return []
        if state.turns < state.next_vote or not is_time_to_end_by_agreement(game, state):
            return []
        return [game.call_vote]

    def is_never_overlooked(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> bool:
        """To draw, to fly an airline of one's own, to stop trading after a trade, to raise one's price, every question
        that has two answers only, and everything that could end a standstill."""
        if isinstance(action, act.ProposeRoute):
            return state.ceo[action.airline] == who
        if isinstance(action, act.EndTrading):
            return state.traded > 0
        if isinstance(action, (act.BuyShare, act.SellShare)):
            return queries.is_standstill(state)
        return isinstance(
            action,
            (
                act.DrawFromPile,
                act.SkipRouteOrDiscard,
                act.RaisePrice,
                act.ApproveRoute,
                act.RefuseRoute,
                act.AnswerEndVote,
                act.FinishFreeDiscard,
                act.DecommissionNoRoute,
            ),
        )

    def find_reasons(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> list[Reason]:
        return reasons.find_reasons(game, state, who, action)


def build_state_after_pending_questions(
    evaluator: AirkwireEvaluator, game: Airkwire, state: AirkwireState
) -> AirkwireState:
    """The position after the questions that hang over it are answered: a proposal by the interest of its CEO, the
    others in the plainest way."""
    twin = state
    for i in range(MAX_PENDING_QUESTIONS):
        step = twin.step_stack[-1] if twin.step_stack else None
        if not isinstance(
            step,
            (
                RouteApprovalStep,
                ChooseRivalStep,
                ChooseAircraftForDefunctHomeStep,
                ExchangeOrSellDefunctSharesStep,
                ReplaceOrForfeitStep,
            ),
        ):
            break
        if i == 0:
            twin = state.clone()
        who = step.actors(game, twin)[0]
        legal = step.legal(game, twin, who)
        answer = legal[0]
        if (
            isinstance(step, RouteApprovalStep)
            and not ActionGainEstimator(evaluator, game, twin, who).would_approve_proposed_route()
        ):
            answer = legal[1]
        game.apply(twin, who, answer)
    return twin


def find_highest_comparable_airline_value(game: Airkwire, state: AirkwireState) -> int:
    top = 0
    for airline in range(state.airlines):
        if state.status[airline] == OPEN:
            top = max(top, queries.compute_comparable_airline_value(game, state, airline))
    return top


def is_route_request_pointless(game: Airkwire, state: AirkwireState, route: act.ProposeRoute) -> bool:
    """Whether the CEO refused this route and nothing he weighs has changed, or enough was refused this turn."""
    if len(state.refused) >= REFUSALS_PER_TURN:
        return True
    return mergers.was_route_refused_in_same_circumstances(game, state, route.airline, route.city)


def would_smaller_aircraft_suffice(
    game: Airkwire, state: AirkwireState, airline: int, city: int, aircraft: int
) -> bool:
    """Whether a smaller aircraft of the airline could fly the route too: a larger one brings nothing, and ends the
    dividends when the price falls (AK-11.5)."""
    types = queries.find_aircraft_type_bits_available(game, state, airline)
    types &= queries.find_aircraft_type_bits_reaching(game, state, city, state.network[airline])
    return types & (1 << aircraft) - 1 != 0


def would_smaller_aircraft_suffice_in_merger(
    game: Airkwire, state: AirkwireState, action: act.PlaceAircraftAtDefunctHome | act.ReplaceDefunctAircraft
) -> bool:
    """The same for the defunct airline's home, and for one of its aircraft that is replaced."""
    step = state.step_stack[-1]
    if isinstance(step, ChooseAircraftForDefunctHomeStep):
        types = mergers.find_aircraft_type_bits_for_defunct_home(game, state, step.acquirer, step.defunct)
        return types & (1 << action.aircraft) - 1 != 0
    assert isinstance(step, ReplaceOrForfeitStep)
    assert isinstance(action, act.ReplaceDefunctAircraft)
    net = state.network[step.acquirer] | state.network[step.defunct]
    for kind in range(action.aircraft):
        if state.hangar[step.acquirer * state.types + kind] and game.reach[kind * state.cities + action.city] & net:
            return True
    return False


def is_time_to_end_by_agreement(game: Airkwire, state: AirkwireState) -> bool:
    """Whether it is time to end the game by agreement: nobody has flown for long, and nobody can or will."""
    if 2 * state.quiet_turns >= state.seats or state.idle_turns >= PATIENCE * state.seats:
        return True
    return state.idle_turns >= 3 * state.seats and not can_anybody_fly_again_soon(game, state)


def would_sale_void_own_shares(state: AirkwireState, seat: int, airline: int) -> bool:
    """Whether a sale makes the airline bankrupt while the seat holds more of it (AK-12.2, AK-12.5)."""
    return state.index[airline] + state.shift[airline] <= 0 and state.shares[airline][seat] > 1


def is_game_dragging(state: AirkwireState) -> bool:
    """Whether nobody flew for four rounds, or nothing is left to draw and nobody does anything."""
    return state.idle_turns >= 4 * state.seats or 2 * state.quiet_turns >= state.seats


def would_choice_prolong_dragging_game(game: Airkwire, state: AirkwireState, who: int, action: Action) -> bool:
    """Whether a choice lets a game drag on that its player could bring forward without losing an airline by it."""
    if isinstance(action, (act.DiscardCard, act.SkipRouteOrDiscard)):
        return not state.routes_made and has_safe_route_without_approval(game, state, who)
    if isinstance(action, act.RefuseRoute):
        step = state.step_stack[-1]
        assert isinstance(step, RouteApprovalStep)
        return not _would_seat_lose_airline_by_route(game, state, who, step.airline, step.city, step.aircraft)
    return isinstance(action, act.GiveCash)


def has_safe_route_without_approval(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    """Whether a seat can create a route without asking anybody and without losing an airline by it."""
    found: list[Action] = []
    add_route_actions(game, state, seat, found)
    for route in found:
        assert isinstance(route, act.ProposeRoute)
        if state.ceo[route.airline] == seat and not _would_seat_lose_airline_by_route(
            game, state, seat, route.airline, route.city, route.aircraft
        ):
            return True
    return False


def _would_seat_lose_airline_by_route(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, city: int, aircraft: int
) -> bool:
    """Whether an airline that the seat leads would be taken over."""
    defunct = mergers.find_acquirer_and_defunct_by_route(game, state, airline, city, aircraft)[1]
    return defunct != NOBODY and state.ceo[defunct] == seat


def did_seat_discard_card_lately(state: AirkwireState, seat: int, card: int) -> bool:
    """Whether this was the last card that the seat discarded, in one of the last two rounds."""
    if not state.last_discards:
        return False
    last = state.last_discards[seat]
    return last != NOBODY and last % state.cards == card and state.turns - last // state.cards <= 2 * state.seats
