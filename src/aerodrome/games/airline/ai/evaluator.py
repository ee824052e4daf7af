"""What a good player of Airline values: the fares that come in, cash to survive the next landing, a joined-up map."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import Evaluator, Playout, best_of, lead
from aerodrome.games.airline.model.actions import (
    Accept,
    Buy,
    Challenge,
    ChooseBase,
    Collect,
    Counter,
    End,
    Exchange,
    Fly,
    GiveUp,
    Offer,
    Pass,
    Wait,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import (
    challenge_fault,
    connected,
    count,
    neighbours,
    owner_of,
    purchase_fault,
)
from aerodrome.games.airline.steps.debts import Raise
from aerodrome.games.airline.steps.trading import Answer
from aerodrome.games.airline.steps.turn import After, Before

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

WIN_CHALLENGE: Final = 575.0 / 1296.0  # AL-R23


@final
class AirlineEvaluator(Evaluator["Airline", AirlineState]):
    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.horizon = weights["horizon"]
        self.idle = weights["idle"]
        self.near = weights["near"]
        self.safety = weights["safety"]
        self.danger = weights["danger"]
        self.ruin = weights["ruin"]
        self.debt = weights["debt"]
        self.claim = weights["claim"]
        self.city = weights["city"]
        self.stall = weights["stall"]

    def win_scale(self, game: Airline, state: AirlineState) -> float:
        return self.weights["spread"]

    # The position

    def evaluate(self, game: Airline, state: AirlineState) -> list[float]:
        step = state.step_stack[-1] if state.step_stack else None
        values = self._values(game, state)
        if isinstance(step, Answer):
            return self._if_accepted(game, state, step, values)
        return values

    def _values(self, game: Airline, state: AirlineState) -> list[float]:
        seats = state.seats
        rates = [0.0] * seats
        total = 0.0
        players = 0
        taken = 0
        for seat in range(seats):
            taken |= state.owned[seat]
            if not state.out[seat]:
                rates[seat] = game.earning(state.aircraft[seat], state.network[seat])
                total += rates[seat]
                players += 1
        values = [0.0] * seats
        for seat in range(seats):
            if state.out[seat]:
                values[seat] = -self.ruin
                continue
            income = (players - 1) * rates[seat] - (total - rates[seat])
            values[seat] = self._holding(game, state, seat, taken, income)
        self._owed(state, values)
        return values

    def _holding(self, game: Airline, state: AirlineState, seat: int, taken: int, income: float) -> float:
        owned = state.owned[seat]
        network = state.network[seat]
        cities = count(game, owned)
        value = self._cash(state.cash[seat]) + self.horizon * (income + game.upkeep[state.aircraft[seat]])
        value += self.city * cities + self.idle * (cities - count(game, network))
        return value + self.near * game.earning(0, neighbours(game, network) & ~taken)

    def _cash(self, cash: int) -> float:
        """Money, and the danger of having little of it."""
        if cash >= self.danger:
            return float(cash)
        lack = 1.0 - cash / self.danger
        return cash - self.safety * lack * lack

    def _owed(self, state: AirlineState, values: list[float]) -> None:
        for step in state.step_stack:
            if isinstance(step, Raise):
                values[step.debtor] -= self.debt + step.amount
                if not state.owned[step.debtor] & ~(1 << state.base[step.debtor]):
                    values[step.debtor] -= self.ruin
        for claim in state.claims:
            values[claim[0]] += self.claim * claim[2]

    def _if_accepted(self, game: Airline, state: AirlineState, offer: Answer, now: list[float]) -> list[float]:
        """An open offer counts as a deal when its receiver gains by it."""
        if offer.fault(game, state):
            return now
        twin = state.clone()
        twin.step_stack.pop()
        offer.carry_out(game, twin, None)
        then = self._values(game, twin)
        receiver = offer.receiver
        if lead(then, receiver) > lead(now, receiver):
            return then
        now[offer.proposer] -= self.stall
        return now

    # A choice before any thought

    def prior(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        if isinstance(action, (Fly, End, Pass)):
            return 0.0 if self._something_better(game, state, who) else 1.0
        if isinstance(action, GiveUp):
            return 0.01
        if isinstance(action, Wait):
            return 0.05
        if isinstance(action, Collect):
            return 3.0
        if isinstance(action, (Offer, Accept, Counter, Exchange, Buy, Challenge, ChooseBase)):
            gain = self.gain(game, state, who, action)
            if gain > 0.0:
                return 1.0 + min(gain, 60.0) / 30.0
            return -1.0 if isinstance(action, (Offer, Counter)) else 0.0
        return 1.0

    def choose_rollout_action(
        self, game: Airline, state: AirlineState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """The most natural of all but deals, which want thought; without one, things take their course."""
        return best_of(legal, [self._urge(game, state, who, action) for action in legal], rng)

    def _urge(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        if isinstance(action, (Fly, End, Pass)):
            return 0.0
        if isinstance(action, (Offer, Counter)):
            return -1.0
        prior = self.prior(game, state, who, action)
        return prior if prior > 0.0 else -1.0

    def playout(self) -> Playout:
        return Playout(choices=120, greedy_fraction=0.0, greedy_candidates=1, expand_after=32)

    def _something_better(self, game: Airline, state: AirlineState, who: int) -> bool:
        """Whether there is a thing to do first that does not wait: a claim, an exchange, the city landed on."""
        for claim in state.claims:
            if claim[0] == who:
                return True
        step = state.step_stack[-1]
        if isinstance(step, Before):
            for exchange in game.exchanges[state.aircraft[who]]:
                if not step.violated_rule(game, state, who, exchange) and self.gain(game, state, who, exchange) > 0.0:
                    return True
        elif isinstance(step, After) and step.city != NOBODY and not step.done:
            choice = game.buy[step.city] if step.owner == NOBODY else game.challenge[step.city]
            return not step.violated_rule(game, state, who, choice) and self.gain(game, state, who, choice) > 0.0
        return False

    def gain(self, game: Airline, state: AirlineState, who: int, action: Action) -> float:
        """What a choice adds to the lead of who makes it, as far as it depends on him and, in deals, on a yes."""
        if isinstance(action, ChooseBase):
            return 30.0 * game.earning(0, game.routes[action.city] | 1 << action.city)
        now = lead(self._values(game, state), who)
        twin = state.clone()
        if isinstance(action, Exchange):
            twin.cash[who] -= game.exchange_fee
            twin.aircraft[who] = action.aircraft
        elif isinstance(action, Buy):
            twin.cash[who] -= game.rights_price
            take(game, twin, who, NOBODY, action.city)
        elif isinstance(action, Challenge):
            return self._challenge_gain(game, twin, who, action.city, now)
        elif isinstance(action, (Accept, Offer, Counter)):
            return self._deal_gain(game, twin, who, action, now)
        return lead(self._values(game, twin), who) - now

    def _challenge_gain(self, game: Airline, twin: AirlineState, who: int, city: int, now: float) -> float:
        owner = owner_of(twin, city)
        twin.cash[who] -= game.challenge_fee
        twin.cash[owner] += game.challenge_fee
        lost = lead(self._values(game, twin), who)
        take(game, twin, who, owner, city)
        won = lead(self._values(game, twin), who)
        return WIN_CHALLENGE * won + (1.0 - WIN_CHALLENGE) * lost - now

    def _deal_gain(self, game: Airline, twin: AirlineState, who: int, action: Action, now: float) -> float:
        if isinstance(action, Accept):
            offer = twin.step_stack[-1]
            assert isinstance(offer, Answer)
            twin.step_stack.pop()
            offer.carry_out(game, twin, None)
            return lead(self._values(game, twin), who) - now
        twin.step_stack[-1].apply(game, twin, who, action, None)
        offer = twin.step_stack[-1]
        assert isinstance(offer, Answer)
        yes = lead(self._values(game, twin), offer.receiver)
        twin.step_stack.pop()
        offer.carry_out(game, twin, None)
        then = self._values(game, twin)
        if lead(then, offer.receiver) <= yes:
            return 0.0
        return lead(then, who) - now

    # Numbers for a learner

    def features(self, game: Airline, state: AirlineState, seat: int) -> list[float]:
        found: list[float] = [state.round / 100.0]
        order = [(seat + i) % state.seats for i in range(state.seats)]
        for other in order:
            out = state.out[other]
            aircraft = state.aircraft[other]
            pos = state.pos[other]
            found += [
                0.0 if out else 1.0,
                state.cash[other] / 200.0,
                0.5 * aircraft,
                count(game, state.owned[other]) / 12.0,
                count(game, state.network[other]) / 12.0,
                game.earning(aircraft, state.network[other]) / 10.0,
                game.upkeep[aircraft] / 10.0,
                pos / 24.0,
                1.0 if state.active == other else 0.0,
            ]
        for city in range(18):
            owner = owner_of(state, city)
            found.append(0.0 if owner == NOBODY else (1.0 if owner == seat else -1.0))
            found.append(0.0 if owner == NOBODY else float((state.network[owner] >> city) & 1))
            found.append(1.0 if owner != NOBODY and state.base[owner] == city else 0.0)
        return found + self._pending(game, state, seat)

    def _pending(self, game: Airline, state: AirlineState, seat: int) -> list[float]:
        """The open offer and the open debt, as this seat feels them."""
        offer = [0.0, 0.0]
        debt = [0.0, 0.0]
        for step in state.step_stack:
            if isinstance(step, Answer):
                sign = 1.0 if step.receiver == seat else -1.0 if step.proposer == seat else 0.0
                offer = [sign, sign * (step.give_cash - step.want_cash) / 100.0]
            elif isinstance(step, Raise):
                mine = 1.0 if step.debtor == seat else -1.0
                debt = [mine, step.amount / 50.0]
        return offer + debt

    # Why

    def explain_choice(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, ChooseBase):
            return f"{count(game, game.routes[action.city])} routes lead there"
        if isinstance(action, Exchange):
            return "higher fares pay for it" if action.aircraft > state.aircraft[who] else "the network is too small"
        if isinstance(action, Buy):
            network = connected(game, state.base[who], state.owned[who] | 1 << action.city)
            return "it joins the network" if (network >> action.city) & 1 else "it may be joined later"
        if isinstance(action, Challenge):
            return "the city is worth more than the risk"
        if isinstance(action, (Offer, Counter)):
            return "both would gain" if self.gain(game, state, who, action) > 0.0 else "it is worth asking"
        if isinstance(action, Accept):
            return "the deal helps more than it costs"
        if isinstance(action, End):
            return self._why_end(game, state, who)
        if isinstance(action, GiveUp):
            return "nobody buys and the debt cannot be paid"
        return "money owed is money lost at the next throw" if isinstance(action, Collect) else ""

    def _why_end(self, game: Airline, state: AirlineState, who: int) -> str:
        step = state.step_stack[-1]
        if not isinstance(step, After) or step.city == NOBODY or step.done:
            return ""
        if step.owner == NOBODY and not purchase_fault(game, state, who, step.city, NOBODY, step.city):
            return "the cash is needed more than the city"
        if not challenge_fault(game, state, who, step.city, step.owner, False, step.city):
            return "the challenge is not worth the fee"
        return ""


def take(game: Airline, state: AirlineState, seat: int, owner: int, city: int) -> None:
    """A city changes hands in an imagined position."""
    if owner != NOBODY:
        state.owned[owner] &= ~(1 << city)
        state.network[owner] = connected(game, state.base[owner], state.owned[owner])
    state.owned[seat] |= 1 << city
    state.network[seat] = connected(game, state.base[seat], state.owned[seat])
