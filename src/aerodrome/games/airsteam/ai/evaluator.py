"""What a good player values: depots, cubes in reach of an open city, networks and tempo."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import Evaluator, PlayoutSettings
from aerodrome.games.airsteam.ai.features import SEAT_FEATURES, build_seat_features
from aerodrome.games.airsteam.ai.outlook import Outlook, ShippingNetwork, list_planned_speeds
from aerodrome.games.airsteam.ai.pending_questions import resolve_pending_questions
from aerodrome.games.airsteam.ai.rollout_policy import RolloutPolicy
from aerodrome.games.airsteam.model.actions import (
    AdjustAirship,
    BuildDepot,
    ChooseShipCount,
    FlyAirship,
    GiveUpCube,
    LoadOrUnload,
    PassForIncome,
    PayUpkeep,
    PlanNextCard,
    ShipFromDepot,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built, diamond_rating, find_link_at, market_price
from aerodrome.games.airsteam.steps.shipping import ShipCountStep
from aerodrome.games.airsteam.steps.turn import BeginSeatTurnStep, LoadOrUnloadStep, TakeActionStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class AirsteamEvaluator(Evaluator["Airsteam", AirsteamState]):
    """Counts in dollars: the score so far and what is likely to come."""

    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.outlook = Outlook(weights)
        self.rollout_policy = RolloutPolicy(self.outlook)
        self.weight_round_income = weights["round_income"]
        self.weight_depot_cube = weights["depot_cube"]
        self.weight_hold_cube = weights["hold_cube"]
        self.weight_factory_cube = weights["factory_cube"]
        self.weight_over_rating = weights["over_rating"]
        self.weight_speed = weights["idle_speed"]

    def evaluate(self, game: Airsteam, state: AirsteamState) -> list[float]:
        values = [float(score) for score in game.scores(state)]
        if not state.step_stack or not state.round:
            return values
        ahead = resolve_pending_questions(game, state)
        if ahead is not state:
            values = [float(score) for score in game.scores(ahead)]
        for seat in range(state.seats):
            values[seat] += self._evaluate_future(game, ahead, seat)
        return self.add_learned_value(game, ahead, values)

    def _evaluate_future(self, game: Airsteam, state: AirsteamState, seat: int) -> float:
        actions = count_actions_left(game, state, seat)
        network = self.outlook.get_shipping_network(game, state, seat)
        value = self._evaluate_depots(game, state, seat, network, actions)
        speeds = list_planned_speeds(game, state, seat)
        cards = float(len(speeds) + (game.rounds - state.round) * SLOTS)
        if cards > 0.0:
            value += self.weight_hold_cube * self.outlook.estimate_cargo_value(
                game, state, seat, network, speeds, cards
            )
            value += self.weight_factory_cube * self.outlook.estimate_next_tour_value(
                game, state, seat, network, speeds, cards
            )
        rounds = max(0.0, actions / SLOTS - 0.5)
        value += self.weight_round_income * rounds * self.outlook.estimate_income_per_round(game, state, seat, network)
        if state.planning:
            value += self._evaluate_plan(game, state, seat)
        return value

    def _evaluate_depots(
        self, game: Airsteam, state: AirsteamState, seat: int, network: ShippingNetwork, actions: int
    ) -> float:
        """Cubes in depots: what they bring if shipped in time, or at the end; every round costs upkeep."""
        value = 0.0
        share = self.weight_depot_cube * actions / (actions + 2.0)
        for depot, owner in enumerate(state.depot_seat):
            if owner != seat:
                continue
            base = depot * GOODS
            for good in range(GOODS):
                count = state.depot_cubes[base + good]
                if count:
                    link = find_link_at(game, state, state.depot_hex[depot])
                    unit = network.best_net_price_from(link, good)
                    now = share * min(count, network.demand_from(link, good)) * unit
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
        return self.weight_speed * speed - self.weight_over_rating * over

    def win_scale(self, game: Airsteam, state: AirsteamState) -> float:
        return self.weights["spread"]

    # For learners

    def seat_feature_names(self) -> list[str]:
        return SEAT_FEATURES

    def seat_features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        return build_seat_features(game, state, self.outlook, seat)

    def features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        """The table, then every seat from this one on, then the own plan."""
        found = [state.round / game.rounds, state.slot / SLOTS, len(state.stack) / 18.0]
        found += [market_price(game, state, good) / 10.0 for good in range(GOODS)]
        found += [state.supply[good] / 19.0 for good in range(GOODS)]
        for i in range(state.seats):
            found += self._build_seat_features(game, state, (seat + i) % state.seats)
        for slot in range(SLOTS):
            card = state.plan[seat * SLOTS + slot]
            found.append(-1.0 if card == NOBODY else game.card_speed[card] / 7.0)
            found.append(0.0 if card == NOBODY else game.card_diamonds[card] / 2.0)
        return found

    def _build_seat_features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        own = [i for i, owner in enumerate(state.depot_seat) if owner == seat]
        stored = sum([state.depot_cubes[i * GOODS + good] for i in own for good in range(GOODS)])
        hex_id = state.airship[seat]
        network = self.outlook.get_shipping_network(game, state, seat)
        return [
            state.cash[seat] / 50.0,
            count_depots_built(game, state, seat) / game.depots_each,
            state.airship_level[seat] / 5.0,
            state.train_level[seat] / 5.0,
            sum(state.hold[seat * GOODS : (seat + 1) * GOODS]) / 6.0,
            stored / 10.0,
            len(network.links) / 10.0,
            self.outlook.estimate_income_per_round(game, state, seat, network) / 40.0 if state.round else 0.0,
            0.0 if hex_id == NOBODY else game.names.hexes[hex_id][0] / 15.0,
            0.0 if hex_id == NOBODY else game.names.hexes[hex_id][1] / 15.0,
        ]

    # For search and for people

    def action_prior(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> float:
        if isinstance(action, PlanNextCard):
            return self._prior_of_planned_card(game, state, who, action.card)
        if isinstance(action, FlyAirship):
            return 0.2 + 2.0 * self.rollout_policy.get_flight_goals(game, state, who).rate_hex(
                game.names.hexes[action.hex]
            )
        if isinstance(action, GiveUpCube):
            return 0.1
        if isinstance(action, ChooseShipCount):
            step = state.step_stack[-1]
            return 1.0 if isinstance(step, ShipCountStep) and action.count == step.most else 0.1
        if isinstance(action, AdjustAirship):
            return 0.3
        if isinstance(action, ShipFromDepot):
            return 4.0
        if isinstance(action, BuildDepot):
            return 0.25
        if isinstance(action, LoadOrUnload) and isinstance(state.step_stack[-1], LoadOrUnloadStep):
            return 0.3 if list(action.hold) == state.hold[who * GOODS : (who + 1) * GOODS] else 1.0
        return 1.0

    def choose_rollout_action(
        self, game: Airsteam, state: AirsteamState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """Flies where it pays, answers small questions in the plain way; the rest is a glance."""
        quick = self.rollout_policy.choose_action(game, state, who, legal, rng)
        return super().choose_rollout_action(game, state, who, legal, rng) if quick is None else quick

    def playout_settings(self) -> PlayoutSettings:
        return PlayoutSettings(choices=24, greedy_fraction=0.0, greedy_candidates=1, expand_after=32)

    def _prior_of_planned_card(self, game: Airsteam, state: AirsteamState, who: int, card: int) -> float:
        laid = [c for c in state.plan[who * SLOTS : (who + 1) * SLOTS] if c != NOBODY]
        diamonds = game.card_diamonds[card] + sum([game.card_diamonds[c] for c in laid])
        if diamonds <= diamond_rating(game, state, who):
            return 1.0
        level = state.airship_level[who]
        healed = level + 1 < len(game.diamonds_by_level) and laid and diamonds <= game.diamonds_by_level[level + 1]
        return 0.05 if healed and game.airship_cost[level] <= state.cash[who] else 0.0

    def explain_choice(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, ShipFromDepot):
            return f"{game.edition.good[action.good].name} sells for ${market_price(game, state, action.good)}"
        if isinstance(action, BuildDepot):
            return f"a depot is worth ${game.depot_value} in the end"
        if isinstance(action, UpgradeAirship):
            return "more cubes and faster cards"
        if isinstance(action, UpgradeTrain):
            return "more cities come within reach"
        if isinstance(action, PassForIncome):
            return "money for what comes next"
        if isinstance(action, (FlyAirship, AdjustAirship)):
            return self._explain_flight(game, state, who, action)
        if isinstance(action, PayUpkeep):
            return "the cubes will bring more than their upkeep"
        if isinstance(action, GiveUpCube):
            return "not worth its upkeep"
        return ""

    def _explain_flight(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        tables = game.maps[state.seats]
        if isinstance(action, FlyAirship):
            hex_id = action.hex
        elif isinstance(action, AdjustAirship):
            hex_id = tables.neighbour_by_direction[state.airship[who]][action.direction]
        else:
            return ""
        factory = tables.factory_at[hex_id]
        if factory != NOBODY:
            return f"{game.edition.good[tables.factory_good[factory]].name} to load"
        depot = state.find_depot_at(hex_id)
        if depot != NOBODY and state.depot_seat[depot] == who and any(state.hold[who * GOODS : (who + 1) * GOODS]):
            return "to unload at the own depot"
        return "on the way to the next cubes"


def count_actions_left(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """How many actions the seat will still take, this turn's included if it is still to come."""
    rounds = game.rounds - state.round
    if state.planning or not state.order:
        return rounds * SLOTS + (SLOTS if state.planning else 0)
    this = SLOTS - 1 - state.slot
    for step in state.step_stack:
        if isinstance(step, (TakeActionStep, BeginSeatTurnStep)) and step.seat == seat:
            this += 1
    return rounds * SLOTS + this
