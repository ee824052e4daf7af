"""What a good player of Tin Goose values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import Evaluator
from aerodrome.games.tingoose.ai.features import features
from aerodrome.games.tingoose.ai.outlook import (
    Outlook,
    airmail_worth,
    best_removal,
    crash_moves,
    earning_turns,
    fleet_worth,
    planes_worth,
    reach_worth,
    risk_cost,
    smooth_income,
    strikes_worth,
)
from aerodrome.games.tingoose.model import actions as act
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    FLEET,
    INVESTMENTS,
    REGIONAL,
    owns_kind,
    rivals_in,
    score,
    tokens,
)
from aerodrome.games.tingoose.steps.auction import CallsBid, ShedsCondition, UsesFleet
from aerodrome.games.tingoose.steps.event_cards import BidsChips
from aerodrome.games.tingoose.steps.opening import BidsOpening
from aerodrome.games.tingoose.steps.turn_actions import BeginsActions, TakesAction
from aerodrome.games.tingoose.text.names import condition_effect, entering

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class TinGooseEvaluator(Evaluator["TinGoose", TinGooseState]):
    """Appraises in dollars at the end of the game: what is scored now and what should still come."""

    def evaluate(self, game: TinGoose, state: TinGooseState) -> list[float]:
        values = [float(score(game, state, seat)) for seat in range(state.seats)]
        if not state.step_stack:
            return values
        outlook = Outlook(game, state, self.weights)
        crashes = crash_moves(game, state, outlook)
        strikes = strikes_worth(state, outlook)
        for seat in range(state.seats):
            values[seat] += crashes[seat] + strikes[seat] + self._ahead(game, state, outlook, seat)
        self._pending(game, state, outlook, values)
        return values

    def _ahead(self, game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
        """What does not depend on the others."""
        weights = self.weights
        turns = outlook.turns[seat]
        income = smooth_income(game, state.box[seat])
        worth = earning_turns(state, outlook, seat) * income
        if turns:
            worth += (income - game.boxes[state.box[seat]]) * game.per_income
        worth += planes_worth(game, state, outlook, seat)
        worth += reach_worth(game, state, outlook, seat)
        worth += airmail_worth(game, state, outlook, seat)
        worth -= risk_cost(game, state, outlook, seat)
        if state.conditions[seat] >> REGIONAL & 1:
            worth -= weights["regional"] * turns
        if state.conditions[seat] >> INVESTMENTS & 1 and state.round < game.rounds:
            pays = game.investments_pay[game.era_of_round[max(state.round, 1)]]
            worth += weights["investments"] * pays
        short = weights["short_cash"] - state.cash[seat]
        if short > 0.0 and turns:
            worth -= short * weights["short_price"]
        return worth

    def _pending(self, game: TinGoose, state: TinGooseState, outlook: Outlook, values: list[float]) -> None:
        """What the question of the moment will probably bring."""
        for waiting in state.step_stack:
            if isinstance(waiting, BeginsActions):
                values[waiting.seat] += self.weights["slot"] * game.slots
            elif isinstance(waiting, TakesAction):
                values[waiting.seat] += self.weights["slot"] * waiting.left
        step = state.step_stack[-1]
        if isinstance(step, CallsBid):
            self._auction(game, state, outlook, step, values)
        elif isinstance(step, UsesFleet):
            values[step.seat] += fleet_worth(game, state, outlook, step.seat, step.card)
        elif isinstance(step, ShedsCondition):
            values[step.seat] += best_removal(game, state, outlook, step.seat)
        elif isinstance(step, BidsChips):
            self._strike(game, state, step, values)
        elif isinstance(step, BidsOpening):
            self._opening(state, values)

    def _auction(
        self, game: TinGoose, state: TinGooseState, outlook: Outlook, step: CallsBid, values: list[float]
    ) -> None:
        """The leader keeps the bid unless one of those still to call wants the fleet more."""
        stands = 1.0
        for i in range((state.active - step.seat) % state.seats + 1):
            seat = (step.seat + i) % state.seats
            if state.cash[seat] <= step.high:
                continue
            worth = fleet_worth(game, state, outlook, seat, step.card)
            willing = worth > step.high
            keeps = self.weights["keeps_willing"] if willing else self.weights["keeps_unwilling"]
            if willing:
                values[seat] += stands * (1.0 - keeps) * (min(worth, state.cash[seat]) - step.high) * 0.5
            stands *= keeps
        if step.leader != NOBODY:
            worth = fleet_worth(game, state, outlook, step.leader, step.card)
            values[step.leader] += stands * (worth - step.high)

    def _strike(self, game: TinGoose, state: TinGooseState, step: BidsChips, values: list[float]) -> None:
        """Everybody's bid against what the others could bid, as nobody knows it."""
        won, lost = game.strike_win[step.card], game.strike_lose[step.card]
        for seat in range(state.seats):
            chips = state.sealed[seat] if state.sealed[seat] != NOBODY else (state.chips[seat] + 1) // 2
            chance = 1.0 if chips > 0 else 0.0
            for other in range(state.seats):
                if other != seat:
                    chance *= min(1.0, (chips + 1.0) / (state.chips[other] + 1.0))
            values[seat] += chance * won - (1.0 - chance) * lost - chips * self.weights["chip_spent"]

    def _opening(self, state: TinGooseState, values: list[float]) -> None:
        for seat in range(state.seats):
            bid = max(state.sealed[seat], 0)
            chance = min(1.0, (bid + 1.0) / self.weights["usual_bid"])
            values[seat] += self.weights["first_pick"] * chance - bid

    def win_scale(self, game: TinGoose, state: TinGooseState) -> float:
        return self.weights["spread"]

    def features(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        return features(game, state, seat)

    def prior(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> float:
        if isinstance(action, (act.PlacePlane, act.Extend)):
            if tokens(state, action.city):
                return 2.0
            return 0.3 if rivals_in(state, who, action.city) else 1.0
        if isinstance(action, act.AdvanceIncome):
            return 1.5 if state.box[who] + 1 < len(game.boxes) else 0.1
        if isinstance(action, act.IssueBond):
            return 0.5 if state.cash[who] < self.weights["short_cash"] else 0.2
        if isinstance(action, act.KeepConditions):
            return 0.05
        if isinstance(action, act.BidOpening):
            return 1.0 if action.amount <= self.weights["usual_bid"] else 0.1
        if isinstance(action, act.Bid):
            return 1.0 if action.amount <= 30 else 0.3
        return 1.0

    def explain_choice(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, (act.PlacePlane, act.Extend)):
            return entering(game, state, who, action.city)
        if isinstance(action, act.ServeDestination):
            return f"${game.per_international} at the end for two slots"
        if isinstance(action, act.RemoveCondition):
            return f"to be rid of it: {condition_effect(game, action.condition)}"
        if isinstance(action, act.PlayCard):
            return self._why_card(game, state, who, action.card)
        if isinstance(action, act.Bid):
            step = state.step_stack[-1]
            assert isinstance(step, CallsBid)
            worth = fleet_worth(game, state, Outlook(game, state, self.weights), who, step.card)
            return f"the fleet is worth about ${int(worth)}"
        if isinstance(action, act.AdvanceIncome):
            return "a better income pays every turn and tenfold at the end"
        return "to be able to pay" if isinstance(action, act.IssueBond) else ""

    def _why_card(self, game: TinGoose, state: TinGooseState, who: int, card: int) -> str:
        if state.network[who] >> game.card_city[card] & 1:
            return f"{game.cities[game.card_city[card]]} is served: income up {game.city_bonus}"
        if game.sort_of[card] != FLEET:
            return "it hits the others harder"
        return "a second one of this kind" if owns_kind(game, state, who, card) else ""
