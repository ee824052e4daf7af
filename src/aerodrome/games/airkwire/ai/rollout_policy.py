"""What a choice changes for whoever makes it, reckoned without trying it: a broker's quick figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import lead
from aerodrome.games.airkwire.ai.outlook import Prospects
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries as rules
from aerodrome.games.airkwire.steps.merger import Disposal
from aerodrome.games.airkwire.steps.routes import Approval

if TYPE_CHECKING:
    from aerodrome.games.airkwire.ai.evaluator import AirkwireEvaluator
    from aerodrome.games.airkwire.game import Airkwire


@final
class Broker:
    """The figures for one question."""

    def __init__(self, evaluator: AirkwireEvaluator, game: Airkwire, state: AirkwireState, who: int) -> None:
        self.evaluator = evaluator
        self.game = game
        self.state = state
        self.who = who
        self.prospects = Prospects(evaluator, game, state)
        self.airlines = rules.held_by(state, who)
        self._lead: float | None = None
        self._tempo: dict[int, float] = {}

    def gain(self, action: Action) -> float:
        """What a choice adds to the lead of who makes it, in dollars; 0 for what the broker knows nothing about."""
        if isinstance(action, act.Buy):
            return self._trade(action.airline, 1)
        if isinstance(action, act.Sell):
            return self._trade(action.airline, -1)
        if isinstance(action, act.Propose):
            return self._route(action)
        if isinstance(action, act.Approve):
            return self._approval(action)
        if isinstance(action, act.Discard):
            return -self._card(action.card)
        if isinstance(action, act.TakePool):
            return self._card(action.city)
        if isinstance(action, act.DrawPile):
            return self.prospects.young * (self.evaluator.card_any + self.evaluator.card + self.evaluator.card_point)
        if isinstance(action, act.Dispose):
            return self._exchange(action.exchange)
        if isinstance(action, act.PlaceHome):
            return -float(action.aircraft)
        return 1.0 if isinstance(action, act.Raise) else 0.0

    def _trade(self, airline: int, way: int) -> float:
        """One share bought (1) or sold (-1): its price, and what the new price means to all who hold the airline."""
        game, state = self.game, self.state
        charge = rules.fee(game, state, self.who)
        if state.status[airline] != OPEN:
            return self._opening(airline) - charge
        price = rules.trade_price(game, state, airline)
        index = rules.place(game, state, airline)
        points = state.points[airline]
        held = rules.held(game, state, airline)
        before = self.prospects.share(airline, index, points, held)
        then = max(0, min(game.last_index, index + way))
        after = self.prospects.share(airline, then, points, held + way)
        own = state.shares[airline][self.who]
        change = (own + way) * after - own * before - way * price - charge
        change -= (held - own) * (after - before) / (state.seats - 1)
        ceo = state.ceo[airline]
        if way > 0 and ceo != self.who and own + 1 > state.shares[airline][ceo]:
            change += self._helm()
        return change

    def _opening(self, airline: int) -> float:
        """Two shares for one price (AK-4.6), and the lead in the airline."""
        game = self.game
        worth = self.prospects.share(airline, 1, game.points_of[game.home[airline]], game.opening_shares)
        return game.opening_shares * worth - game.price[0] + self._helm()

    def _helm(self) -> float:
        """Becoming CEO, which another one then is not."""
        return self.prospects.young * self.evaluator.ceo * self.state.seats / (self.state.seats - 1)

    def _card(self, card: int) -> float:
        return self.prospects.young * self.prospects.card(card, self.airlines)

    def _exchange(self, exchange: int) -> float:
        """New shares at what they will be worth, instead of the price of the old ones."""
        game, state = self.game, self.state
        step = state.step_stack[-1]
        assert isinstance(step, Disposal)
        acquirer = step.acquirer
        index = min(game.last_index, state.index[acquirer] + exchange)
        held = rules.held(game, state, acquirer) + exchange
        worth = self.prospects.share(acquirer, index, state.points[acquirer], held)
        return exchange * (worth - game.exchange_ratio * game.price[state.index[step.defunct]])

    # Routes

    def _route(self, route: act.Propose) -> float:
        """Among equal aircraft the smallest."""
        if self._company(route.city, route.airline):
            return self._tried(route)
        ceo = self.state.ceo[route.airline]
        if ceo != self.who and self._landing(ceo, route.airline, route.city) <= 0.0:
            return -self.evaluator.card_point  # it will be refused
        return self._landing(self.who, route.airline, route.city) - self._card(route.city) - route.aircraft

    def _approval(self, action: Action) -> float:
        step = self.state.step_stack[-1]
        assert isinstance(step, Approval)
        if self._company(step.city, step.airline):
            return self._tried(action)
        return self._landing(self.who, step.airline, step.city)

    def _company(self, city: int, airline: int) -> bool:
        """Whether another airline is there already, so that a merger may come of it."""
        return rules.other_at(self.game, self.state, airline, city) != NOBODY

    def _tried(self, action: Action) -> float:
        """What a merger brings is seen only by trying it."""
        evaluator, game = self.evaluator, self.game
        if self._lead is None:
            self._lead = lead(evaluator.evaluate(game, self.state), self.who)
        twin = self.state.clone()
        game.apply(twin, self.who, action)
        return lead(evaluator.evaluate(game, twin), self.who) - self._lead

    def _landing(self, seat: int, airline: int, city: int) -> float:
        """New points for the airline, and the next payout a step nearer for all that pay."""
        game, state = self.game, self.state
        index = rules.place(game, state, airline)
        held = rules.held(game, state, airline)
        points = state.points[airline]
        before = self.prospects.share(airline, index, points, held)
        after = self.prospects.share(airline, index, points + game.points_of[city], held)
        return (after - before) * self._surplus(seat, airline) + self._nearer(seat)

    def _nearer(self, seat: int) -> float:
        """What a step of the dividend marker is worth to a seat."""
        found = self._tempo.get(seat)
        if found is None:
            game, state = self.game, self.state
            found = 0.0
            for airline in range(state.airlines):
                if state.status[airline] == OPEN and not rules.unqualified(game, state, airline):
                    rate = rules.dividend(game, game.price[state.index[airline]], state.points[airline])
                    found += rate * self._surplus(seat, airline)
            found *= self.evaluator.next_payout / game.cycle
            self._tempo[seat] = found
        return found

    def _surplus(self, seat: int, airline: int) -> float:
        """How many more shares a seat holds than the average of the others."""
        own = self.state.shares[airline][seat]
        return own - float(rules.held(self.game, self.state, airline) - own) / (self.state.seats - 1)
