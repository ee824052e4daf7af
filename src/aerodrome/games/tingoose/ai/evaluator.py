"""What a good player of Tin Goose values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import Evaluator
from aerodrome.games.tingoose.ai.features import SEAT_FEATURES, build_features, build_seat_features
from aerodrome.games.tingoose.ai.outlook import (
    RemainingGameOutlook,
    estimate_airmail_value,
    estimate_best_condition_removal_value,
    estimate_crash_income_move_values,
    estimate_event_costs,
    estimate_fleet_value,
    estimate_reachable_cities_value,
    estimate_strike_values,
    estimate_turns_with_income,
    estimate_waiting_planes_value,
    interpolate_income,
)
from aerodrome.games.tingoose.model.actions import (
    AdvanceIncome,
    BidForFleet,
    ExtendNetwork,
    IssueBond,
    MakeOpeningBid,
    PlacePlane,
    PlayCard,
    RemoveCondition,
    RemoveNoCondition,
    ServeDestination,
)
from aerodrome.games.tingoose.model.state import FLEET, REGIONAL_MANAGEMENT, UNPRODUCTIVE_INVESTMENTS, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    compute_score,
    count_demand_tokens,
    count_rivals_in_city,
    get_income,
    owns_fleet_of_same_kind,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, ConditionRemovalStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import OpeningBidStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionsStartStep, TurnActionStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class TinGooseEvaluator(Evaluator["TinGoose", TinGooseState]):
    """Values positions in dollars at the end of the game: what is scored now and what should still come."""

    def evaluate(self, game: TinGoose, state: TinGooseState) -> list[float]:
        values = [float(compute_score(game, state, seat)) for seat in range(state.seats)]
        if not state.step_stack:
            return values
        outlook = RemainingGameOutlook(game, state, self.weights)
        crashes = estimate_crash_income_move_values(game, state, outlook)
        strikes = estimate_strike_values(state, outlook)
        for seat in range(state.seats):
            values[seat] += crashes[seat] + strikes[seat] + self._estimate_own_future(game, state, outlook, seat)
        self._add_open_question_values(game, state, outlook, values)
        return self.add_learned_value(game, state, values)

    def _estimate_own_future(
        self, game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
    ) -> float:
        """What does not depend on the others."""
        weights = self.weights
        turns = outlook.turns[seat]
        income = interpolate_income(game, state.income_box[seat])
        worth = estimate_turns_with_income(state, outlook, seat) * income
        if turns:
            worth += (income - get_income(game, state, seat)) * game.per_income
        worth += estimate_waiting_planes_value(game, state, outlook, seat)
        worth += estimate_reachable_cities_value(game, state, outlook, seat)
        worth += estimate_airmail_value(game, state, outlook, seat)
        worth -= estimate_event_costs(game, state, outlook, seat)
        if state.conditions[seat] >> REGIONAL_MANAGEMENT & 1:
            worth -= weights["regional"] * turns
        if state.conditions[seat] >> UNPRODUCTIVE_INVESTMENTS & 1 and state.round < game.rounds:
            pays = game.investments_pay[game.era_of_round[max(state.round, 1)]]
            worth += weights["investments"] * pays
        short = weights["short_cash"] - state.cash[seat]
        if short > 0.0 and turns:
            worth -= short * weights["short_price"]
        return worth

    def _add_open_question_values(
        self, game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, values: list[float]
    ) -> None:
        """What the question of the moment will probably bring."""
        for waiting in state.step_stack:
            if isinstance(waiting, TurnActionsStartStep):
                values[waiting.seat] += self.weights["slot"] * game.turn_actions
            elif isinstance(waiting, TurnActionStep):
                values[waiting.seat] += self.weights["slot"] * waiting.actions_left
        step = state.step_stack[-1]
        if isinstance(step, AuctionBidStep):
            self._add_auction_values(game, state, outlook, step, values)
        elif isinstance(step, DeployOrUpgradeStep):
            values[step.seat] += estimate_fleet_value(game, state, outlook, step.seat, step.card)
        elif isinstance(step, ConditionRemovalStep):
            values[step.seat] += estimate_best_condition_removal_value(game, state, outlook, step.seat)
        elif isinstance(step, StrikeBidStep):
            self._add_strike_values(game, state, step, values)
        elif isinstance(step, OpeningBidStep):
            self._add_opening_values(state, values)

    def _add_auction_values(
        self,
        game: TinGoose,
        state: TinGooseState,
        outlook: RemainingGameOutlook,
        step: AuctionBidStep,
        values: list[float],
    ) -> None:
        """The leader keeps the bid unless one of those still to call wants the fleet more."""
        stands = 1.0
        for i in range((state.active - step.seat) % state.seats + 1):
            seat = (step.seat + i) % state.seats
            if state.cash[seat] <= step.high_bid:
                continue
            worth = estimate_fleet_value(game, state, outlook, seat, step.card)
            willing = worth > step.high_bid
            keeps = self.weights["keeps_willing"] if willing else self.weights["keeps_unwilling"]
            if willing:
                values[seat] += stands * (1.0 - keeps) * (min(worth, state.cash[seat]) - step.high_bid) * 0.5
            stands *= keeps
        if step.leader != NOBODY:
            worth = estimate_fleet_value(game, state, outlook, step.leader, step.card)
            values[step.leader] += stands * (worth - step.high_bid)

    def _add_strike_values(
        self, game: TinGoose, state: TinGooseState, step: StrikeBidStep, values: list[float]
    ) -> None:
        """Everybody's bid against what the others could bid, as nobody knows it."""
        won, lost = game.strike_win[step.card], game.strike_lose[step.card]
        for seat in range(state.seats):
            chips = state.sealed_bids[seat] if state.sealed_bids[seat] != NOBODY else (state.chips[seat] + 1) // 2
            chance = 1.0 if chips > 0 else 0.0
            for other in range(state.seats):
                if other != seat:
                    chance *= min(1.0, (chips + 1.0) / (state.chips[other] + 1.0))
            values[seat] += chance * won - (1.0 - chance) * lost - chips * self.weights["chip_spent"]

    def _add_opening_values(self, state: TinGooseState, values: list[float]) -> None:
        for seat in range(state.seats):
            bid = max(state.sealed_bids[seat], 0)
            chance = min(1.0, (bid + 1.0) / self.weights["usual_bid"])
            values[seat] += self.weights["first_pick"] * chance - bid

    def win_scale(self, game: TinGoose, state: TinGooseState) -> float:
        return self.weights["spread"]

    def seat_feature_names(self) -> list[str]:
        return SEAT_FEATURES

    def seat_features(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        return build_seat_features(game, state, seat)

    def features(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        return build_features(game, state, seat)

    def action_prior(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> float:
        if isinstance(action, (PlacePlane, ExtendNetwork)):
            if count_demand_tokens(state, action.city):
                return 2.0
            return 0.3 if count_rivals_in_city(state, who, action.city) else 1.0
        if isinstance(action, AdvanceIncome):
            return 1.5 if state.income_box[who] + 1 < len(game.income_boxes) else 0.1
        if isinstance(action, IssueBond):
            return 0.5 if state.cash[who] < self.weights["short_cash"] else 0.2
        if isinstance(action, RemoveNoCondition):
            return 0.05
        if isinstance(action, MakeOpeningBid):
            return 1.0 if action.amount <= self.weights["usual_bid"] else 0.1
        if isinstance(action, BidForFleet):
            return 1.0 if action.amount <= 30 else 0.3
        return 1.0

    def explain_choice(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, (PlacePlane, ExtendNetwork)):
            return game.describe_city_entry(state, who, action.city)
        if isinstance(action, ServeDestination):
            return f"${game.per_international} at the end for two slots"
        if isinstance(action, RemoveCondition):
            return f"to be rid of it: {game.describe_condition_effect(action.condition)}"
        if isinstance(action, PlayCard):
            return self._explain_card_play(game, state, who, action.card)
        if isinstance(action, BidForFleet):
            step = state.step_stack[-1]
            assert isinstance(step, AuctionBidStep)
            worth = estimate_fleet_value(game, state, RemainingGameOutlook(game, state, self.weights), who, step.card)
            return f"the fleet is worth about ${int(worth)}"
        if isinstance(action, AdvanceIncome):
            return "a better income pays every turn and tenfold at the end"
        return "to be able to pay" if isinstance(action, IssueBond) else ""

    def _explain_card_play(self, game: TinGoose, state: TinGooseState, who: int, card: int) -> str:
        if state.network[who] >> game.card_city[card] & 1:
            return f"{game.cities[game.card_city[card]]} is served: income up {game.city_bonus_boxes}"
        if game.card_kind[card] != FLEET:
            return "it hits the others harder"
        return "a second one of this kind" if owns_fleet_of_same_kind(game, state, who, card) else ""
