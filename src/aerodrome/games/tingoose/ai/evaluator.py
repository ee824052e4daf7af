"""What a good player of Tin Goose values."""

from __future__ import annotations

import random
from math import exp
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import AceSettings, Evaluator, ReviewSettings, compute_lead_over_rival_average
from aerodrome.core.reason import Reason
from aerodrome.games.tingoose.ai.features import (
    HAND_FEATURES,
    SEAT_FEATURES,
    build_hand_features,
    build_seat_features,
)
from aerodrome.games.tingoose.ai.outlook import (
    RemainingGameOutlook,
    count_waiting_planes_by_size,
    estimate_airmail_value,
    estimate_barrel_and_flame_cost,
    estimate_deploy_or_upgrade_value,
    estimate_paying_turns_left,
    estimate_planes_value,
    estimate_reachable_cities_value,
    estimate_strike_value_by_seat,
    estimate_value_of_one_income_box,
    estimate_value_of_winning_fleet,
    holds_card_of_city_for_later,
    interpolate_income,
    is_upgrade_no_better,
)
from aerodrome.games.tingoose.ai.pointless import count_chips_sure_to_win_strike, is_pointless
from aerodrome.games.tingoose.ai.reasons import find_reasons
from aerodrome.games.tingoose.model.actions import (
    AdvanceIncome,
    BidForFleet,
    BidStrikeChips,
    DeployFleet,
    ExtendNetwork,
    IssueBond,
    MakeOpeningBid,
    PlacePlane,
    PlayCard,
    RemoveCondition,
    RemoveNoCondition,
    ServeDestination,
    TakeAirmailCard,
    UpgradeFleet,
)
from aerodrome.games.tingoose.model.state import REGIONAL_MANAGEMENT, UNPRODUCTIVE_INVESTMENTS, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    compute_score,
    count_barrels,
    count_demand_tokens,
    count_rivals_in_city,
    find_reachable_city_bits,
    get_income,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, ConditionRemovalStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import AirmailChoiceStep, OpeningBidStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

MIN_SHADING: Final = 0.6
"""What part of a fleet's worth is bid at least in quick thought, by those who do not call last."""
CITY_BONUS_DOLLARS: Final = 12.0
"""What a city on a card in hand brings when the card is played, about."""
PRIOR_DOLLARS: Final = 20.0
"""So many dollars at once make a placement as natural again."""


class TinGooseEvaluator(Evaluator["TinGoose", TinGooseState]):
    """Values positions in dollars at the end of the game: what is scored now and what should still come."""

    def evaluate(self, game: TinGoose, state: TinGooseState) -> list[float]:
        if state.step_stack:
            step = state.step_stack[-1]
            if isinstance(step, ConditionRemovalStep):
                return self._evaluate_after_best_condition_removal(game, state, step.seat)
        return self._evaluate_position(game, state)

    def _evaluate_position(self, game: TinGoose, state: TinGooseState) -> list[float]:
        values = [float(compute_score(game, state, seat)) for seat in range(state.seats)]
        if not state.step_stack:
            return values
        outlook = RemainingGameOutlook(game, state, self.weights)
        strikes = estimate_strike_value_by_seat(state, outlook)
        for seat in range(state.seats):
            values[seat] += strikes[seat] + self._estimate_future_value(game, state, outlook, seat)
        self._add_values_of_open_question(game, state, outlook, values)
        return self.add_learned_correction(game, state, values)

    def _evaluate_after_best_condition_removal(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        """A fleet just deployed is worth what it brings together with the condition that goes."""
        kept = state.conditions[seat]
        twin = state.clone()
        twin.step_stack.pop()
        best = self._evaluate_position(game, twin)
        highest = compute_lead_over_rival_average(best, seat)
        for condition in range(len(game.conditions)):
            if not kept >> condition & 1:
                continue
            twin.conditions[seat] = kept & ~(1 << condition)
            values = self._evaluate_position(game, twin)
            if condition == UNPRODUCTIVE_INVESTMENTS:
                values[seat] += game.investments_pay[game.era_of_round[state.round]]
            ahead = compute_lead_over_rival_average(values, seat)
            if ahead > highest:
                best, highest = values, ahead
        return best

    def _estimate_future_value(
        self, game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
    ) -> float:
        """What a seat's own things will bring and cost."""
        weights = self.weights
        turns = outlook.turns[seat]
        income = interpolate_income(game, state.income_box[seat])
        worth = estimate_paying_turns_left(state, outlook, seat) * income
        if turns:
            worth += (income - get_income(game, state, seat)) * game.per_income
        worth += estimate_planes_value(game, state, outlook, seat, count_waiting_planes_by_size(game, state, seat))
        if state.airmail[seat] != NOBODY:
            worth += estimate_reachable_cities_value(game, state, outlook, seat)
            worth += estimate_airmail_value(game, state, outlook, seat)
        burden = estimate_barrel_and_flame_cost(
            game, state, outlook, seat, count_barrels(game, state, seat), outlook.flames[seat]
        )
        worth -= burden
        worth += self._estimate_value_of_turns_left(game, state, outlook, seat)
        bonus = outlook.city_bonuses[seat] * weights["city_bonus"] * game.city_bonus_boxes
        worth += bonus * estimate_value_of_one_income_box(game, state, outlook, seat)
        if state.conditions[seat] >> REGIONAL_MANAGEMENT & 1:
            worth -= weights["regional"] * outlook.turns_to_begin[seat]
        if state.conditions[seat] >> UNPRODUCTIVE_INVESTMENTS & 1 and state.round < game.rounds:
            pays = game.investments_pay[game.era_of_round[max(state.round, 1)]]
            worth += weights["investments"] * pays
        enough = weights["short_cash"]
        if state.round == game.rounds:  # nothing to buy any more: only events can ask for money
            enough = min(enough, max(burden, 0.0) + outlook.lose)
        short = enough - state.cash[seat]
        return worth - short * weights["short_price"] if short > 0.0 and turns else worth

    def _add_values_of_open_question(
        self, game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, value_by_seat: list[float]
    ) -> None:
        """What the question of the moment will probably bring."""
        step = state.step_stack[-1]
        if isinstance(step, TurnActionStep):
            value_by_seat[step.seat] += self._estimate_action_slots_value(
                game, state, outlook, step.seat, step.actions_left, outlook.turns[step.seat]
            )
        elif isinstance(step, AuctionBidStep):
            self._add_auction_values(game, state, outlook, step, value_by_seat)
        elif isinstance(step, DeployOrUpgradeStep):
            value_by_seat[step.seat] += estimate_deploy_or_upgrade_value(game, state, outlook, step.seat, step.card)
        elif isinstance(step, StrikeBidStep):
            self._add_strike_bid_values(game, state, step, value_by_seat)
        elif isinstance(step, OpeningBidStep):
            self._subtract_opening_overbids(state, value_by_seat)
        elif isinstance(step, AirmailChoiceStep):
            self._add_airmail_choice_values(game, state, outlook, step.rank, value_by_seat)

    def _estimate_value_of_turns_left(
        self, game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
    ) -> float:
        """What the turns to come usually bring.

        They count as much as the one at hand: whether a line of thought ends with the turn or within it must not decide
        what is thought of it.
        """
        worth = 0.0
        for turn in range(outlook.turns_to_begin[seat]):
            worth += self._estimate_action_slots_value(game, state, outlook, seat, game.turn_actions, turn + 1)
        return worth

    def _estimate_action_slots_value(
        self,
        game: TinGoose,
        state: TinGooseState,
        outlook: RemainingGameOutlook,
        seat: int,
        slot_count: int,
        turns_left: int,
    ) -> float:
        """What so many slots usually bring in a turn with which so many are left, the best action first."""
        weights = self.weights
        third, second = weights["slot_third"], weights["slot_second"]
        growth = 1.0 + weights["slot_early"] * (turns_left - 1) / game.rounds
        if state.conditions[seat] >> REGIONAL_MANAGEMENT & 1 and slot_count < game.turn_actions:  # one was forced
            whole = (weights["slot_first"] + second + third) * growth - weights["regional"]
            return (
                (whole - estimate_value_of_one_income_box(game, state, outlook, seat))
                * slot_count
                / (game.turn_actions - 1)
            )
        return growth * (third if slot_count == 1 else third + second + (slot_count - 2) * weights["slot_first"])

    def _add_auction_values(
        self,
        game: TinGoose,
        state: TinGooseState,
        outlook: RemainingGameOutlook,
        step: AuctionBidStep,
        value_by_seat: list[float],
    ) -> None:
        """The leader keeps the bid unless one of those still to call wants the fleet more."""
        stands = 1.0
        for i in range((state.active - step.seat) % state.seats + 1):
            seat = (step.seat + i) % state.seats
            if state.cash[seat] <= step.high_bid:
                continue
            worth = estimate_value_of_winning_fleet(game, state, outlook, seat, step.card)
            margin = min(worth, state.cash[seat]) - step.high_bid
            raises = 1.0 / (1.0 + exp(-min(max(margin / self.weights["bid_doubt"], -30.0), 30.0)))
            if margin > 0.0:
                value_by_seat[seat] += stands * raises * margin * self.weights["bid_margin"]
            stands *= 1.0 - raises
        if step.leader != NOBODY:
            worth = estimate_value_of_winning_fleet(game, state, outlook, step.leader, step.card)
            value_by_seat[step.leader] += stands * (worth - step.high_bid)

    def _add_strike_bid_values(
        self, game: TinGoose, state: TinGooseState, step: StrikeBidStep, value_by_seat: list[float]
    ) -> None:
        """Everybody's bid against what the others could bid, as nobody knows it."""
        won, lost = game.strike_win[step.card], game.strike_lose[step.card]
        for seat in range(state.seats):
            chips = state.sealed_bids[seat] if state.sealed_bids[seat] != NOBODY else (state.chips[seat] + 1) // 2
            chance = 1.0 if chips > 0 else 0.0
            for other in range(state.seats):
                if other != seat:
                    chance *= min(1.0, (chips + 1.0) / (state.chips[other] + 1.0))
            value_by_seat[seat] += chance * won - (1.0 - chance) * lost - chips * self.weights["chip_spent"]

    def _subtract_opening_overbids(self, state: TinGooseState, value_by_seat: list[float]) -> None:
        """Everybody pays: where all bid what makes the others indifferent, a bid is worth its price up to the prize."""
        for seat in range(state.seats):
            value_by_seat[seat] -= max(0.0, state.sealed_bids[seat] - self.weights["first_pick"])

    def _add_airmail_choice_values(
        self, game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, rank: int, value_by_seat: list[float]
    ) -> None:
        """Those still to choose get the best routes laid out, in their order."""
        twin = state.clone()
        seat = state.order[rank]
        worths: list[float] = []
        for airmail in state.card_row:
            twin.airmail[seat] = airmail
            twin.network[seat] = 1 << game.airmail_start[airmail]
            worth = estimate_airmail_value(game, twin, outlook, seat)
            worths.append(worth + estimate_reachable_cities_value(game, twin, outlook, seat))
        worths.sort(reverse=True)
        for i in range(rank, state.seats):
            value_by_seat[state.order[i]] += worths[i - rank]
        value_by_seat[state.first] += self.weights["first_turn"]

    def compute_three_to_one_lead(self, game: TinGoose, state: TinGooseState) -> float:
        return self.weights["spread"]

    def list_learnable_feature_names(self) -> list[str]:
        return SEAT_FEATURES

    def compute_learnable_features(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        return build_seat_features(game, state, seat)

    def list_hand_card_feature_names(self) -> list[str]:
        return HAND_FEATURES

    def compute_hand_card_features(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        return build_hand_features(game, state, seat)

    def estimate_action_prior(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> float:
        if isinstance(action, PlacePlane):
            if _can_smaller_or_earlier_plane_fly(game, state, who, action.fleet, action.city):
                return 0.0
            return self._estimate_city_entry_prior(game, state, who, action.city)
        if isinstance(action, ExtendNetwork):
            return 0.9 * self._estimate_city_entry_prior(game, state, who, action.city)
        if isinstance(action, AdvanceIncome):
            return 1.5 if state.income_box[who] + 1 < len(game.income_boxes) else 0.1
        if isinstance(action, ServeDestination):
            return 0.0 if _can_smaller_or_earlier_plane_fly(game, state, who, action.fleet, NOBODY) else 2.0
        if isinstance(action, IssueBond):
            return 0.5 if state.cash[who] < self.weights["short_cash"] else 0.2
        if isinstance(action, RemoveNoCondition):
            return 0.05
        if isinstance(action, UpgradeFleet):
            step = state.step_stack[-1]
            assert isinstance(step, DeployOrUpgradeStep)
            return 0.05 if is_upgrade_no_better(game, state, who, action.fleet, step.card) else 1.0
        if isinstance(action, MakeOpeningBid):
            return 1.0 if action.amount <= self.weights["first_pick"] else 0.1
        if isinstance(action, BidForFleet):
            return 1.0 if action.amount <= 30 else 0.3
        return 1.0

    def _estimate_city_entry_prior(self, game: TinGoose, state: TinGooseState, who: int, city: int) -> float:
        """By what entering a city brings at once and at the end."""
        demand = count_demand_tokens(state, city)
        dollars = float(demand * get_income(game, state, who))
        if game.major_cities >> city & 1:
            dollars += game.per_major
        if game.airmail_target[state.airmail[who]] == city and not state.delivered >> who & 1:
            dollars += game.airmail_reward
        if holds_card_of_city_for_later(game, state, who, city):
            dollars += CITY_BONUS_DOLLARS
        if demand == 0:
            rivals = count_rivals_in_city(state, who, city)
            if rivals:
                return 0.3 + max(0.0, dollars - 7.0 * (rivals + 1)) / PRIOR_DOLLARS
        return 1.0 + dollars / PRIOR_DOLLARS

    def choose_rollout_action(
        self, game: TinGoose, state: TinGooseState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        if isinstance(legal[0], MakeOpeningBid):
            return legal[min(draw_opening_bid(self.weights["first_pick"], rng), len(legal) - 1)]
        if isinstance(legal[0], BidStrikeChips):
            return legal[int(rng.random() * (min(count_chips_sure_to_win_strike(state, who), len(legal) - 1) + 1))]
        step = state.step_stack[-1]
        if isinstance(step, AuctionBidStep):
            return self._choose_rollout_bid(game, state, step, who, legal, rng)
        return super().choose_rollout_action(game, state, who, legal, rng)

    def _choose_rollout_bid(
        self,
        game: TinGoose,
        state: TinGooseState,
        step: AuctionBidStep,
        who: int,
        legal: list[Action],
        rng: random.Random,
    ) -> Action:
        """A bid somewhat below what the fleet brings; the last to call bids as little as wins."""
        outlook = RemainingGameOutlook(game, state, self.weights)
        price = estimate_value_of_winning_fleet(game, state, outlook, who, step.card)
        if who != state.active:
            price *= MIN_SHADING + (1.0 - MIN_SHADING) * rng.random()
        best = game.pass_action
        for action in legal:
            if isinstance(action, BidForFleet) and action.amount <= price:
                best = action
                if who == state.active:
                    break
        return best

    def get_review_settings(self) -> ReviewSettings:
        return ReviewSettings(learned_judge=True)

    def get_ace_settings(self) -> AceSettings:
        """Greedy choices alone are dearer and far less noisy than those of a captain's playouts, so it can look
        farther."""
        return AceSettings(choices=40, greedy_fraction=1.0, learned_judge=True, grows_tree=False)

    def get_captain_simulation_count(self, game: TinGoose, state: TinGooseState) -> int:
        """More than elsewhere: with 16, captains won no more than greedy bots in the games played."""
        return 64

    def is_pointless(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> bool:
        return is_pointless(game, state, who, action, self.weights)

    def is_never_overlooked(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> bool:
        if isinstance(action, (PlacePlane, ExtendNetwork)):  # the airmail's target, and a rich demand
            if game.airmail_target[state.airmail[who]] == action.city and not state.delivered >> who & 1:
                return True
            return count_demand_tokens(state, action.city) >= 3
        if isinstance(action, PlayCard):  # the own cards are all one holds
            return True
        if isinstance(action, BidForFleet):  # the last to call: one dollar more wins
            step = state.step_stack[-1]
            return isinstance(step, AuctionBidStep) and who == state.active and action.amount == step.high_bid + 1
        return isinstance(action, (DeployFleet, RemoveCondition, TakeAirmailCard))

    def find_reasons(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> list[Reason]:
        return find_reasons(game, state, who, action)


def draw_opening_bid(prize: float, rng: random.Random) -> int:
    """A bid as somebody might make it who knows what coming first is worth: small ones oftener than large ones."""
    part = rng.random()
    return int((prize + 1.0) * part * part)


def _can_smaller_or_earlier_plane_fly(game: TinGoose, state: TinGooseState, who: int, fleet: int, city: int) -> bool:
    """Whether a smaller plane, or one of the same size on an earlier card, can make the same flight.

    `city`: where to, or NOBODY for the destination of the round.
    """
    size = game.fleet_size[fleet]
    is_before = True
    for i, other in enumerate(state.fleets[who]):
        if other == fleet:
            is_before = False
            continue
        if state.planes[who][i] == 0:
            continue
        other_size = game.fleet_size[other]
        if other_size == size:
            if is_before:
                return True
        elif other_size < size:
            if city == NOBODY:
                if other_size >= game.destination_size[game.destination_of_round[state.round]]:
                    return True
            elif find_reachable_city_bits(game, state.network[who], other_size) >> city & 1:
                return True
    return False
