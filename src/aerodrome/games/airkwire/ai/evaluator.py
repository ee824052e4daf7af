"""What a good player of Air-Kwire values: prices, dividends to come, control, and bonuses from mergers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import CHANCE, NOBODY, Action
from aerodrome.core.evaluator import Evaluator, PlayoutSettings, pick_best_action
from aerodrome.games.airkwire.ai.outlook import Outlook, time_left_fraction
from aerodrome.games.airkwire.ai.rollout_policy import ActionGainEstimator
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import mergers, queries
from aerodrome.games.airkwire.steps.merger import ChooseRivalStep, DefunctHomeAircraftStep, ExchangeOrSellSharesStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.steps.takeover import ReplaceOrForfeitStep
from aerodrome.games.airkwire.steps.turn import ReplenishHandStep, can_draw_from_pile

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

MAX_PENDING_QUESTIONS: Final = 60
"""Questions of a merger that are answered in thought before a position is judged."""


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

    def evaluate(self, game: Airkwire, state: AirkwireState) -> list[float]:
        """Wealth now and what the holdings, the lead and the cards promise."""
        state = resolve_pending_questions(game, state)
        values = [float(amount) for amount in state.cash]
        if not state.step_stack:
            return [float(score) for score in game.scores(state)]
        outlook = Outlook(self, game, state)
        top = highest_airline_value(game, state)
        for airline in range(state.airlines):
            if state.status[airline] == OPEN:
                self._add_airline_value(game, state, airline, outlook, top, values)
        for seat in range(state.seats):
            values[seat] += outlook.time_left_fraction * outlook.hand_value_at_game_start(seat)
        if state.owed:
            values[state.turn] += self.owed * len(state.owed)
        return values

    def _add_airline_value(
        self,
        game: Airkwire,
        state: AirkwireState,
        airline: int,
        outlook: Outlook,
        highest_value: int,
        values: list[float],
    ) -> None:
        share = outlook.current_share_value(airline)
        held = state.shares[airline]
        for seat in range(state.seats):
            values[seat] += held[seat] * share
        values[state.ceo[airline]] += outlook.time_left_fraction * self.ceo
        if state.points[airline] < game.immunity and queries.airline_value(game, state, airline) < highest_value:
            price = game.price[queries.price_index_after_trading(game, state, airline)]
            rate = queries.dividend_per_share(game, price, state.points[airline])
            self._add_expected_takeover_bonus(game, state, airline, outlook.time_left_fraction * rate, values)

    def _add_expected_takeover_bonus(
        self, game: Airkwire, state: AirkwireState, airline: int, rate: float, values: list[float]
    ) -> None:
        """What a takeover would bring the largest holders, by its chance."""
        chance = self.takeover * (1.0 - state.points[airline] / game.immunity)
        first, second = mergers.find_largest_and_second_shareholders(state.shares[airline])
        if len(first) > 1 or not second:
            part = chance * rate * (game.first_bonus + game.second_bonus) / len(first)
            for seat in first:
                values[seat] += part
            return
        values[first[0]] += chance * rate * game.first_bonus
        for seat in second:
            values[seat] += chance * rate * game.second_bonus / len(second)

    def win_scale(self, game: Airkwire, state: AirkwireState) -> float:
        return self.weights["spread"]

    # For learners

    def features(self, game: Airkwire, state: AirkwireState, seat: int) -> list[float]:
        """Seats are listed from one's own on; rivals' cash and hands are left out (AK-R5)."""
        order = [(seat + i) % state.seats for i in range(state.seats)]
        step = state.step_stack[-1] if state.step_stack else None
        found = [
            state.cash[seat] / 10000.0,
            len(state.hands[seat]) / game.hand_size,
            state.marker / game.cycle,
            1.0 if state.due or state.pay_now else 0.0,
            state.pile_size / 100.0,
            state.pool_size / 100.0,
            (game.trades_per_turn - state.traded) / game.trades_per_turn,
            time_left_fraction(self, state),
            max(state.points) / game.end_points,
            1.0 if isinstance(step, RouteApprovalStep) else 0.0,
            1.0 if isinstance(step, ReplenishHandStep) else 0.0,
        ]
        found.extend([1.0 if state.turn == other else 0.0 for other in order])
        found.extend([len(state.hands[other]) / game.hand_size for other in order])
        for airline in range(state.airlines):
            found.extend(self._airline_features(game, state, airline, order))
        points = [0.0] * 4
        for card in state.hands[seat]:
            if card < state.cities:
                points[game.points_of[card]] += 0.2
        return found + points

    def _airline_features(self, game: Airkwire, state: AirkwireState, airline: int, order: list[int]) -> list[float]:
        opened = state.status[airline] == OPEN
        price = game.price[state.index[airline]]
        found = [
            1.0 if opened else 0.0,
            1.0 if state.void[airline] else 0.0,
            price / 2000.0,
            state.points[airline] / game.end_points,
            state.routes[airline] / max(1, game.limit[state.index[airline]]),
            state.unsold[airline] / game.shares_per_airline,
            queries.dividend_per_share(game, price, state.points[airline]) / 500.0,
            1.0 if opened and not queries.violation_of_payout(game, state, airline) else 0.0,
        ]
        found.extend([state.shares[airline][seat] / game.shares_per_airline for seat in order])
        found.extend([1.0 if state.ceo[airline] == seat else 0.0 for seat in order])
        return found

    # Habits

    def action_prior(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> float:
        if who == CHANCE:
            return 1.0
        if isinstance(action, act.StopDrawing):
            return 0.0 if can_draw_from_pile(game, state, who) else 1.0
        if isinstance(action, (act.GiveCash, act.HoldPrice)):
            return 0.0
        if isinstance(action, act.DiscardCard):
            return 0.3 if action.card < state.cities else 0.1
        if isinstance(action, act.ProposeRoute):
            return self._route_prior(game, state, who, action)
        if isinstance(action, act.BuyShare):
            return (
                1.5
                if state.status[action.airline] != OPEN
                else 0.2 + self._relative_share_outlook(game, state, action.airline)
            )
        if isinstance(action, act.SellShare):
            return 0.6 / (1.0 + 4.0 * self._relative_share_outlook(game, state, action.airline))
        if isinstance(action, act.TakeFromPool):
            return self._city_card_prior(game, state, who, action.city)
        if isinstance(action, act.ForfeitDefunctCity):
            return 0.2
        if isinstance(action, act.AnswerEndVote):
            return 0.0 if action.agree else 1.0
        return 1.0

    def playout_settings(self) -> PlayoutSettings:
        return PlayoutSettings(choices=200, greedy_fraction=0.0, greedy_candidates=1, rounds=4, expand_after=32)

    def count_turns(self, state: AirkwireState) -> int:
        return state.turns

    def choose_rollout_action(
        self, game: Airkwire, state: AirkwireState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """What brings most by the quick estimates."""
        policy = ActionGainEstimator(self, game, state, who)
        return pick_best_action(legal, [policy.estimate_gain(action) for action in legal], rng)

    def _route_prior(self, game: Airkwire, state: AirkwireState, who: int, route: act.ProposeRoute) -> float:
        """Points are welcome where one holds more than the others."""
        held = state.shares[route.airline]
        lead = held[who] - (sum(held) - held[who]) / (state.seats - 1)
        prior = 1.0 + 0.25 * lead * game.points_of[route.city]
        if route.airline in state.owed:
            prior += 1.0
        return min(4.0, max(0.05, prior))

    def _relative_share_outlook(self, game: Airkwire, state: AirkwireState, airline: int) -> float:
        """What a share promises, as a part of its price; at most 2."""
        price = game.price[queries.price_index_after_trading(game, state, airline)]
        return min(2.0, Outlook(self, game, state).current_share_value(airline) / max(1, price) - 1.0)

    def _city_card_prior(self, game: Airkwire, state: AirkwireState, who: int, city: int) -> float:
        welcome = Outlook(self, game, state).is_city_reachable_by(city, queries.airline_bits_held_by(state, who))
        return 0.8 + 0.4 * game.points_of[city] if welcome else 0.2

    def explain_choice(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, act.BuyShare):
            return self._explain_purchase(game, state, who, action.airline)
        if isinstance(action, act.SellShare):
            price = game.price[state.index[action.airline]]
            return f"{_airline_name(game, action.airline)} looks dear at ${price:,}"
        if isinstance(action, act.ProposeRoute):
            return self._explain_route(game, state, action)
        if isinstance(action, act.EndTrading):
            return "cash is worth more than any share now"
        if isinstance(action, act.DiscardCard):
            return "no airline of mine gains by that card"
        if isinstance(action, act.ExchangeOrSellShares):
            return "the new shares are worth more than the money" if action.exchange else "the money is worth more"
        if isinstance(action, act.TakeFromPool):
            return f"{game.edition.city[action.city].name} is in reach of an airline of mine"
        if isinstance(action, act.RefuseRoute):
            return "that route would help somebody else more"
        if isinstance(action, act.ApproveRoute):
            return "the points are welcome"
        return ""

    def _explain_purchase(self, game: Airkwire, state: AirkwireState, who: int, airline: int) -> str:
        name = _airline_name(game, airline)
        if state.status[airline] != OPEN:
            return f"two shares of {name} for one, and the lead in it"
        held = state.shares[airline]
        ceo = state.ceo[airline]
        if ceo != who and held[who] + 1 > held[ceo]:
            return f"makes me CEO of {name}"
        rate = queries.dividend_per_share(game, game.price[state.index[airline]], state.points[airline])
        if rate and not queries.violation_of_payout(game, state, airline):
            return f"{name} pays ${rate:,} a share"
        return f"{name} has room to rise"

    def _explain_route(self, game: Airkwire, state: AirkwireState, route: act.ProposeRoute) -> str:
        name = _airline_name(game, route.airline)
        other = queries.other_airline_in_city(game, state, route.airline, route.city)
        if other != NOBODY:
            return f"brings {name} and {_airline_name(game, other)} together"
        return f"more points for {name}"


def resolve_pending_questions(game: Airkwire, state: AirkwireState) -> AirkwireState:
    """The position after the questions that hang over it are answered in the plainest way."""
    twin = state
    for i in range(MAX_PENDING_QUESTIONS):
        step = twin.step_stack[-1] if twin.step_stack else None
        if not isinstance(
            step,
            (
                RouteApprovalStep,
                ChooseRivalStep,
                DefunctHomeAircraftStep,
                ExchangeOrSellSharesStep,
                ReplaceOrForfeitStep,
            ),
        ):
            break
        if i == 0:
            twin = state.clone()
        who = twin.step_stack[-1].actors(game, twin)[0]
        game.apply(twin, who, step.legal(game, twin, who)[0])
    return twin


def highest_airline_value(game: Airkwire, state: AirkwireState) -> int:
    top = 0
    for airline in range(state.airlines):
        if state.status[airline] == OPEN:
            top = max(top, queries.airline_value(game, state, airline))
    return top


def _airline_name(game: Airkwire, airline: int) -> str:
    return game.edition.airline[airline].short
