"""What a choice changes for whoever makes it, estimated without trying it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import compute_lead_over_rival_average
from aerodrome.games.airkwire.ai.outlook import ShareAndCardOutlook
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.steps.merger import ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep

if TYPE_CHECKING:
    from aerodrome.games.airkwire.ai.evaluator import AirkwireEvaluator
    from aerodrome.games.airkwire.game import Airkwire

WON: Final = 1e6


@final
class ActionGainEstimator:
    """Estimates of the answers to one question."""

    def __init__(self, evaluator: AirkwireEvaluator, game: Airkwire, state: AirkwireState, who: int) -> None:
        self.evaluator = evaluator
        self.game = game
        self.state = state
        self.who = who
        self.outlook = ShareAndCardOutlook(evaluator, game, state)
        self.airlines = queries.find_airline_bits_held_by(state, who)
        self._lead: float | None = None
        self._marker_step_values: dict[int, float] = {}

    def estimate_lead_gain(self, action: Action) -> float:
        """What a choice adds to the lead of who makes it, in dollars; 0 for what is not estimated."""
        if isinstance(action, act.BuyShare):
            return self._estimate_gain_of_trade(action.airline, 1)
        if isinstance(action, act.SellShare):
            return self._estimate_gain_of_trade(action.airline, -1)
        if isinstance(action, act.ProposeRoute):
            return self._estimate_gain_of_route(action)
        if isinstance(action, act.ApproveRoute):
            return self._estimate_gain_of_approval(action)
        if isinstance(action, act.DiscardCard):
            return -self._estimate_card_value(action.card)
        if isinstance(action, act.TakeFromPool):
            return self._estimate_card_value(action.city)
        if isinstance(action, act.DrawFromPile):
            return self.outlook.time_left_fraction * (
                self.evaluator.card_any + self.evaluator.card + self.evaluator.card_point
            )
        if isinstance(action, act.ExchangeOrSellShares):
            return self._estimate_gain_of_share_exchange(action.exchange)
        if isinstance(action, act.PlaceAircraftAtDefunctHome):
            return -float(action.aircraft)
        return 1.0 if isinstance(action, act.RaisePrice) else 0.0

    def _estimate_gain_of_trade(self, airline: int, share_change: int) -> float:
        """One share bought (1) or sold (-1): its price, and what the new price means to all who hold the airline."""
        game, state = self.game, self.state
        charge = queries.get_brokerage_fee(game, state, self.who)
        if state.status[airline] != OPEN:
            return self._estimate_gain_of_opening_airline(airline) - charge
        price = queries.get_trade_price(game, state, airline)
        index = queries.find_price_index_after_trading(game, state, airline)
        points = state.points[airline]
        held = queries.count_shares_held(game, state, airline)
        before = self.outlook.estimate_share_value(airline)
        after = 0.0  # bankrupt: all its shares are void
        if (
            index + share_change >= 0
            and held + share_change > 0
            and not queries.will_go_bankrupt_after_trading(state, airline)
        ):
            then = min(game.last_index, index + share_change)
            after = self.outlook.estimate_hypothetical_share_value(airline, then, points, held + share_change)
        own = state.shares[airline][self.who]
        change = (own + share_change) * after - own * before - share_change * price - charge
        change -= (held - own) * (after - before) / (state.seats - 1)
        ceo = state.ceo[airline]
        if share_change > 0 and ceo != self.who and own + 1 > state.shares[airline][ceo]:
            change += self._estimate_value_of_becoming_ceo()
        return change

    def _estimate_gain_of_opening_airline(self, airline: int) -> float:
        """Two shares for one price (AK-4.6), and the lead in the airline."""
        game = self.game
        worth = self.outlook.estimate_hypothetical_share_value(
            airline, 1, game.points_of[game.home[airline]], game.opening_shares
        )
        return game.opening_shares * worth - game.price[0] + self._estimate_value_of_becoming_ceo()

    def _estimate_value_of_becoming_ceo(self) -> float:
        """Becoming CEO, which another one then is not."""
        return self.outlook.time_left_fraction * self.evaluator.ceo * self.state.seats / (self.state.seats - 1)

    def _estimate_card_value(self, card: int) -> float:
        return self.outlook.time_left_fraction * self.outlook.estimate_undiscounted_card_value(card, self.airlines)

    def _estimate_gain_of_share_exchange(self, new_shares: int) -> float:
        """New shares at what they will be worth, instead of the price of the old ones."""
        game, state = self.game, self.state
        step = state.step_stack[-1]
        assert isinstance(step, ExchangeOrSellDefunctSharesStep)
        acquirer = step.acquirer
        index = min(game.last_index, state.index[acquirer] + new_shares)
        held = queries.count_shares_held(game, state, acquirer) + new_shares
        worth = self.outlook.estimate_hypothetical_share_value(acquirer, index, state.points[acquirer], held)
        return new_shares * (worth - game.exchange_ratio * game.price[state.index[step.defunct]])

    # Routes

    def _estimate_gain_of_route(self, route: act.ProposeRoute) -> float:
        """Among equal aircraft the smallest."""
        if self._may_merge_or_end_game(route.airline, route.city):
            return self._estimate_gain_by_trying(route)
        ceo = self.state.ceo[route.airline]
        if ceo != self.who and self._estimate_gain_of_points_and_payout_progress(ceo, route.airline, route.city) <= 0.0:
            return -self.evaluator.card_point  # it will be refused
        return (
            self._estimate_gain_of_points_and_payout_progress(self.who, route.airline, route.city)
            - self._estimate_card_value(route.city)
            - route.aircraft
        )

    def _estimate_gain_of_approval(self, action: Action) -> float:
        step = self.state.step_stack[-1]
        assert isinstance(step, RouteApprovalStep)
        if self._may_merge_or_end_game(step.airline, step.city):
            return self._compute_lead_after(action) - self._compute_lead_after(self.game.approvals[1])
        return self._estimate_gain_of_points_and_payout_progress(self.who, step.airline, step.city)

    def would_approve_proposed_route(self) -> bool:
        """Whether this player, as CEO, gains by the route that was proposed."""
        return self._estimate_gain_of_approval(self.game.approvals[0]) > 0.0

    def _may_merge_or_end_game(self, airline: int, city: int) -> bool:
        """Whether another airline is there already, so that a merger may come of it, or the game ends with it."""
        game, state = self.game, self.state
        if state.points[airline] + game.points_of[city] >= game.end_points:
            return True
        return queries.find_other_airline_in_city(game, state, airline, city) != NOBODY

    def _estimate_gain_by_trying(self, action: Action) -> float:
        """What a merger or the end of the game brings is seen only by trying it."""
        if self._lead is None:
            self._lead = compute_lead_over_rival_average(self.evaluator.evaluate(self.game, self.state), self.who)
        return self._compute_lead_after(action) - self._lead

    def _compute_lead_after(self, action: Action) -> float:
        """The lead after a choice; whether a finished game is won counts more than by how much."""
        game = self.game
        twin = self.state.clone()
        game.apply(twin, self.who, action)
        lead = compute_lead_over_rival_average(self.evaluator.evaluate(game, twin), self.who)
        if twin.step_stack:
            return lead
        return lead + WON if self.who in game.winners(twin) else lead - WON

    def _estimate_gain_of_points_and_payout_progress(self, seat: int, airline: int, city: int) -> float:
        """New points for the airline, and the next payout a step nearer for all."""
        game, state, outlook = self.game, self.state, self.outlook
        index = queries.find_price_index_after_trading(game, state, airline)
        held = queries.count_shares_held(game, state, airline)
        points = state.points[airline]
        then = points + game.points_of[city]
        gain = outlook.estimate_hypothetical_share_value(airline, index, then, held)
        gain -= outlook.estimate_hypothetical_share_value(airline, index, points, held)
        dividend_gain = outlook.estimate_dividend_per_share(airline, index, then, held)
        dividend_gain -= outlook.estimate_dividend_per_share(airline, index, points, held)
        gain += dividend_gain * self._compute_payouts_per_marker_step()
        return gain * self._compute_shares_above_average_of_others(seat, airline) + self._estimate_value_of_marker_step(
            seat
        )

    def _compute_payouts_per_marker_step(self) -> float:
        """By how much of a payout a step of the dividend marker brings the next one nearer."""
        return self.evaluator.next_payout / self.game.cycle

    def _estimate_value_of_marker_step(self, seat: int) -> float:
        """What a step of the dividend marker is worth to a seat that holds what it holds now."""
        found = self._marker_step_values.get(seat)
        if found is None:
            game, state = self.game, self.state
            found = 0.0
            for airline in range(state.airlines):
                if state.status[airline] == OPEN and not queries.will_go_bankrupt_after_trading(state, airline):
                    index = queries.find_price_index_after_trading(game, state, airline)
                    held = queries.count_shares_held(game, state, airline)
                    dividend = self.outlook.estimate_dividend_per_share(airline, index, state.points[airline], held)
                    found += dividend * self._compute_shares_above_average_of_others(seat, airline)
            found *= self._compute_payouts_per_marker_step()
            self._marker_step_values[seat] = found
        return found

    def _compute_shares_above_average_of_others(self, seat: int, airline: int) -> float:
        """How many more shares a seat holds than the average of the others."""
        own = self.state.shares[airline][seat]
        return own - float(queries.count_shares_held(self.game, self.state, airline) - own) / (self.state.seats - 1)
