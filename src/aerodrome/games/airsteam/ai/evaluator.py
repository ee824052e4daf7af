"""What a good player values: depots, cubes in reach of an open city, networks and tempo."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import Evaluator, Playout, best_of
from aerodrome.games.airsteam.ai.autopilot import choose_pending_answer, resolve_pending
from aerodrome.games.airsteam.ai.outlook import Outlook, ShippingNetwork, list_planned_speeds
from aerodrome.games.airsteam.ai.pilot import FlightGoals, RolloutPolicy
from aerodrome.games.airsteam.model.actions import (
    Adjust,
    Build,
    Fly,
    GiveUp,
    Load,
    Pass,
    PayUpkeep,
    PlanCard,
    Ship,
    ShipCount,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built, diamond_rating, find_link_at, market_price
from aerodrome.games.airsteam.steps.shipping import ShipCountStep
from aerodrome.games.airsteam.steps.turn import LoadCargoStep, TakeActionStep, TurnStep
from aerodrome.games.airsteam.text.names import format_money, good_name

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

PER_SEAT: Final = 10


@final
class AirsteamEvaluator(Evaluator["Airsteam", AirsteamState]):
    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.prospects = Outlook(weights)
        self.pilot = RolloutPolicy(self.prospects)
        self.w_engine = weights["engine"]
        self.w_depot = weights["depot_cube"]
        self.w_hold = weights["hold_cube"]
        self.w_tour = weights["tour"]
        self.w_over = weights["over_rating"]
        self.w_idle = weights["idle_speed"]

    def evaluate(self, game: Airsteam, state: AirsteamState) -> list[float]:
        values = [float(score) for score in game.scores(state)]
        if not state.step_stack or not state.round:
            return values
        ahead = resolve_pending(game, state)
        if ahead is not state:
            values = [float(score) for score in game.scores(ahead)]
        for seat in range(state.seats):
            values[seat] += self._evaluate_future(game, ahead, seat)
        return values

    def _evaluate_future(self, game: Airsteam, state: AirsteamState, seat: int) -> float:
        actions = count_actions_left(game, state, seat)
        net = self.prospects.get_network(game, state, seat)
        value = self._evaluate_depots(game, state, seat, net, actions)
        speeds = list_planned_speeds(game, state, seat)
        cards = float(len(speeds) + (game.rounds - state.round) * SLOTS)
        if cards > 0.0:
            value += self.w_hold * self.prospects.value_of_cargo(game, state, seat, net, speeds, cards)
            value += self.w_tour * self.prospects.value_of_next_tour(game, state, seat, net, speeds, cards)
        rounds = max(0.0, actions / SLOTS - 0.5)
        value += self.w_engine * rounds * self.prospects.value_of_round(game, state, seat, net)
        if state.planning:
            value += self._evaluate_plan(game, state, seat)
        return value

    def _evaluate_depots(
        self, game: Airsteam, state: AirsteamState, seat: int, net: ShippingNetwork, actions: int
    ) -> float:
        """Cubes in depots: what they bring if shipped in time, or at the end; every round costs upkeep."""
        value = 0.0
        share = self.w_depot * actions / (actions + 2.0)
        for depot, owner in enumerate(state.depot_seat):
            if owner != seat:
                continue
            base = depot * GOODS
            for good in range(GOODS):
                count = state.depot_cubes[base + good]
                if count:
                    link = find_link_at(game, state, state.depot_hex[depot])
                    unit = net.price_at(link, good)
                    now = share * min(count, net.demand_at(link, good)) * unit
                    last = 0.5 * count * max(0.0, game.final_price - max(0.0, market_price(game, state, good) - unit))
                    value += max(now, last if unit > 0.0 else 0.0)
        return value

    def _evaluate_plan(self, game: Airsteam, state: AirsteamState, seat: int) -> float:
        base = seat * SLOTS
        diamonds = 0
        speed = 0
        for slot in range(SLOTS):
            card = state.plan[base + slot]
            if card != NOBODY:
                diamonds += game.card_diamonds[card]
                speed += game.card_speed[card]
        over = max(0, diamonds - diamond_rating(game, state, seat))
        return self.w_idle * speed - self.w_over * over

    def win_scale(self, game: Airsteam, state: AirsteamState) -> float:
        return self.weights["spread"]

    # For learners

    def features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        """The table, then every seat from this one on, then the own plan."""
        found = [state.round / game.rounds, state.slot / SLOTS, len(state.stack) / 18.0]
        found += [market_price(game, state, good) / 10.0 for good in range(GOODS)]
        found += [state.supply[good] / 19.0 for good in range(GOODS)]
        for i in range(state.seats):
            found += self._list_seat_features(game, state, (seat + i) % state.seats)
        for slot in range(SLOTS):
            card = state.plan[seat * SLOTS + slot]
            found.append(-1.0 if card == NOBODY else game.card_speed[card] / 7.0)
            found.append(0.0 if card == NOBODY else game.card_diamonds[card] / 2.0)
        return found

    def _list_seat_features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        own = [i for i, owner in enumerate(state.depot_seat) if owner == seat]
        stored = sum([state.depot_cubes[i * GOODS + good] for i in own for good in range(GOODS)])
        at = state.airship[seat]
        net = self.prospects.get_network(game, state, seat)
        return [
            state.cash[seat] / 50.0,
            count_depots_built(game, state, seat) / game.depots_each,
            state.airship_level[seat] / 5.0,
            state.train_level[seat] / 5.0,
            sum(state.hold[seat * GOODS : (seat + 1) * GOODS]) / 6.0,
            stored / 10.0,
            len(net.links) / 10.0,
            self.prospects.value_of_round(game, state, seat, net) / 40.0 if state.round else 0.0,
            0.0 if at == NOBODY else game.names.hexes[at][0] / 15.0,
            0.0 if at == NOBODY else game.names.hexes[at][1] / 15.0,
        ]

    # For search and for people

    def prior(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> float:
        if isinstance(action, PlanCard):
            return self._prior_of_plan(game, state, who, action.card)
        if isinstance(action, Fly):
            return 0.2 + 2.0 * self.pilot.get_flight_goals(game, state, who).rate_hex(game.names.hexes[action.hex])
        if isinstance(action, GiveUp):
            return 0.1
        if isinstance(action, ShipCount):
            step = state.step_stack[-1]
            return 1.0 if isinstance(step, ShipCountStep) and action.count == step.most else 0.1
        if isinstance(action, Adjust):
            return 0.3
        if isinstance(action, Ship):
            return 4.0
        if isinstance(action, Build):
            return 0.25
        if isinstance(action, Load) and isinstance(state.step_stack[-1], LoadCargoStep):
            return 0.3 if list(action.hold) == state.hold[who * GOODS : (who + 1) * GOODS] else 1.0
        return 1.0

    def choose_rollout_action(
        self, game: Airsteam, state: AirsteamState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """Flies where it pays, answers small questions in the plain way; the rest is a glance."""
        if isinstance(legal[0], Fly):
            goals = self.pilot.get_flight_goals(game, state, who)
            return best_of(legal, [_rate_flight(game, goals, flight) for flight in legal], rng)
        plain = choose_pending_answer(game, state)
        if plain is not None:
            return plain
        return super().choose_rollout_action(game, state, who, legal, rng)

    def playout(self) -> Playout:
        return Playout(choices=24, greedy_fraction=0.0, greedy_candidates=1, expand_after=32)

    def _prior_of_plan(self, game: Airsteam, state: AirsteamState, who: int, card: int) -> float:
        laid = [c for c in state.plan[who * SLOTS : (who + 1) * SLOTS] if c != NOBODY]
        diamonds = game.card_diamonds[card] + sum([game.card_diamonds[c] for c in laid])
        if diamonds <= diamond_rating(game, state, who):
            return 1.0
        level = state.airship_level[who]
        healed = level + 1 < len(game.diamonds_by_level) and laid and diamonds <= game.diamonds_by_level[level + 1]
        return 0.05 if healed and game.airship_cost[level] <= state.cash[who] else 0.0

    def explain_choice(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, Ship):
            return f"{good_name(game, action.good)} sells for {format_money(market_price(game, state, action.good))}"
        if isinstance(action, Build):
            return f"a depot is worth {format_money(game.depot_value)} in the end"
        if isinstance(action, UpgradeAirship):
            return "more cubes and faster cards"
        if isinstance(action, UpgradeTrain):
            return "more cities come within reach"
        if isinstance(action, Pass):
            return "money for what comes next"
        if isinstance(action, (Fly, Adjust)):
            return self._explain_flight(game, state, who, action)
        if isinstance(action, PayUpkeep):
            return "the cubes will bring more than their upkeep"
        if isinstance(action, GiveUp):
            return "not worth its upkeep"
        return ""

    def _explain_flight(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        tables = game.maps[state.seats]
        if isinstance(action, Fly):
            at = action.hex
        elif isinstance(action, Adjust):
            at = tables.neighbour_by_direction[state.airship[who]][action.direction]
        else:
            return ""
        factory = tables.factory_at[at]
        if factory != NOBODY:
            return f"{good_name(game, tables.factory_good[factory])} to load"
        depot = state.depot_on(at)
        if depot != NOBODY and state.depot_seat[depot] == who and any(state.hold[who * GOODS : (who + 1) * GOODS]):
            return "to unload at the own depot"
        return "on the way to the next cubes"


def _rate_flight(game: Airsteam, goals: FlightGoals, flight: Action) -> float:
    return goals.rate_hex(game.names.hexes[flight.hex]) if isinstance(flight, Fly) else 0.0


def count_actions_left(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """How many actions the seat will still take, this turn's included if it is still to come."""
    rounds = game.rounds - state.round
    if state.planning or not state.order:
        return rounds * SLOTS + (SLOTS if state.planning else 0)
    this = SLOTS - 1 - state.slot
    for step in state.step_stack:
        if isinstance(step, (TakeActionStep, TurnStep)) and step.seat == seat:
            this += 1
    return rounds * SLOTS + this
