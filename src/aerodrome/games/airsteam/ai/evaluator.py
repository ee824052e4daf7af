"""What a good player values: depots, cubes in reach of an open city, networks and tempo."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.evaluator import AceSettings, Evaluator, PlayoutSettings
from aerodrome.core.reason import Reason
from aerodrome.games.airsteam.ai.features import SEAT_FEATURES, build_seat_features
from aerodrome.games.airsteam.ai.outlook import NetworkSales, ShippingOutlook
from aerodrome.games.airsteam.ai.pending_questions import build_state_after_pending_questions, choose_pending_answer
from aerodrome.games.airsteam.ai.pointless import is_pointless, must_planned_card_fail
from aerodrome.games.airsteam.ai.reasons import find_reasons
from aerodrome.games.airsteam.ai.rollout_policy import RolloutPolicy
from aerodrome.games.airsteam.ai.time_left import (
    can_still_ship_at_end,
    count_actions_left_in_round,
    count_upkeeps_left,
    is_upkeep_ahead_in_round,
)
from aerodrome.games.airsteam.model.actions import (
    AdjustAirship,
    BuildDepot,
    ChooseShippedCubeCount,
    DeclineOffer,
    FinishShippingOrTrack,
    FlyAirship,
    GiveUpCube,
    LoadOrUnload,
    PassForIncome,
    PayUpkeep,
    PlaceFreeDepot,
    PlanNextCard,
    SealPlan,
    ShipFromDepot,
)
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    compute_upkeep_due,
    find_link_at,
    find_own_depot_at,
    get_airship_capacity,
    get_diamond_rating,
    get_end_cities_of_link,
    get_market_price,
    list_cubes_in_depots,
)
from aerodrome.games.airsteam.steps.shipping import ChooseShippedCountStep
from aerodrome.games.airsteam.steps.turn import LoadOrUnloadStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

FINAL_SALE_CERTAINTY: Final = 0.5
"""How likely a city in reach still wants a good when the game ends, seen from an earlier round."""

CROWDED_LINE: Final = 0.6
"""How much less natural a depot is for each that is on the line already: it costs more."""
SHARE_LEFT_PER_HEX: Final = 0.87
"""What is left of a city's promise for each hex between a depot and the factory of what the city takes."""


@final
class AirsteamEvaluator(Evaluator["Airsteam", AirsteamState]):
    """Counts in dollars: the score so far and what is likely to come."""

    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.outlook = ShippingOutlook(weights)
        self.rollout_policy = RolloutPolicy(self.outlook)
        self.weight_round_income = weights["round_income"]
        self.weight_depot_cube = weights["depot_cube"]
        self.weight_hold_cube = weights["hold_cube"]
        self.weight_factory_cube = weights["factory_cube"]
        self.weight_over_rating = weights["over_rating"]
        self.weight_speed = weights["idle_speed"]

    def evaluate(self, game: Airsteam, state: AirsteamState) -> list[float]:
        values = [float(score) for score in game.scores(state)]
        if not state.step_stack:
            return values
        ahead = build_state_after_pending_questions(game, state)
        if ahead is not state:
            values = [float(score) for score in game.scores(ahead)]
        upkeeps = count_upkeeps_left(game, ahead)
        for seat in range(state.seats):
            values[seat] += self._estimate_future_value(game, ahead, seat, upkeeps)
        return self.add_learned_correction(game, ahead, values)

    def _estimate_future_value(self, game: Airsteam, state: AirsteamState, seat: int, upkeeps_left: int) -> float:
        in_round = count_actions_left_in_round(state, seat)
        actions = (game.rounds - state.round) * SLOTS + in_round
        network = self.outlook.get_network_sales(game, state, seat)
        stored = self._estimate_depot_cubes_value(game, state, seat, network, actions, upkeeps_left)
        aboard = 0.0
        value = 0.0
        speeds = self.outlook.list_speeds_left_this_round(game, state, seat)
        cards = float(len(speeds) + (game.rounds - state.round) * SLOTS)
        if cards > 0.0:
            aboard = self.weight_hold_cube * self.outlook.estimate_value_of_cubes_in_hold(
                game, state, seat, network, speeds, cards
            )
            value += self.weight_factory_cube * self.outlook.estimate_next_factory_tour_value(
                game, state, seat, network, speeds, cards
            )
        if state.round < game.rounds:
            rounds = max(0.0, actions / SLOTS - 0.5)
            income = self.outlook.estimate_income_per_round(game, state, seat, network)
            value += self.weight_round_income * rounds * income
        if state.planning:
            value += self._evaluate_planned_speed_and_excess_diamonds(game, state, seat, speeds)
        elif in_round == 0:
            short = compute_upkeep_due(game, state, seat) - state.cash[seat]
            if short > 0 and is_upkeep_ahead_in_round(state):
                value -= min(1.0, short / compute_upkeep_due(game, state, seat)) * (stored + aboard)
        return value + stored + aboard

    def _estimate_depot_cubes_value(
        self,
        game: Airsteam,
        state: AirsteamState,
        seat: int,
        network: NetworkSales,
        actions_left: int,
        upkeeps_left: int,
    ) -> float:
        """Cubes in depots: what they bring if shipped in time, or at the end after so much upkeep.

        One action ships one good from one depot: with few actions left only the best of these count.
        """
        if upkeeps_left == 0 and not can_still_ship_at_end(game, state, seat):
            return 0.0
        value = 0.0
        gains: list[float] = []
        is_last_round = state.round == game.rounds
        share = self.weight_depot_cube
        if not is_last_round:
            share *= actions_left / (actions_left + 2.0)
        certainty = 1.0 if is_last_round else FINAL_SALE_CERTAINTY
        upkeep = 0 if game.depot_upkeep_free[state.character[seat]] else upkeeps_left * game.upkeep_per_cube
        for depot_hex, good, count in list_cubes_in_depots(state, seat):
            link = find_link_at(game, state, depot_hex)
            final = certainty * max(0, network.get_final_net_price_from(link, good) - upkeep)
            sold = min(count, network.get_demand_at_best_price_from(link, good))
            value += count * final
            gain = sold * (share * network.get_prospective_net_price_from(link, good) - final)
            if gain > 0.0:
                gains.append(gain)
        if len(gains) > actions_left:
            gains.sort(reverse=True)
            del gains[actions_left:]
        for gain in gains:
            value += gain
        return value

    def _evaluate_planned_speed_and_excess_diamonds(
        self, game: Airsteam, state: AirsteamState, seat: int, speeds_left: list[int]
    ) -> float:
        base = seat * SLOTS
        diamonds = 0
        for slot in range(SLOTS):
            card = state.plan[base + slot]
            if card != NOBODY:
                diamonds += game.card_diamonds[card]
        over = max(0, diamonds - get_diamond_rating(game, state, seat))
        return self.weight_speed * sum(speeds_left) - self.weight_over_rating * over

    def compute_three_to_one_lead(self, game: Airsteam, state: AirsteamState) -> float:
        return self.weights["spread"]

    # For learners

    def list_learnable_feature_names(self) -> list[str]:
        return SEAT_FEATURES

    def compute_learnable_features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        return build_seat_features(game, state, self.outlook, seat)

    # For search and for people

    def estimate_action_prior(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> float:
        if isinstance(action, PlanNextCard):
            return self._estimate_prior_of_planned_card(game, state, who, action.card)
        if isinstance(action, FlyAirship):
            return 0.2 + 2.0 * self.rollout_policy.get_flight_goals(game, state, who).rate_hex(
                game.names.hexes[action.hex]
            )
        if isinstance(action, GiveUpCube):
            return 0.1
        if isinstance(action, ChooseShippedCubeCount):
            step = state.step_stack[-1]
            return 1.0 if isinstance(step, ChooseShippedCountStep) and action.count == step.most else 0.1
        if isinstance(action, AdjustAirship):
            return self._estimate_prior_of_moving_airship_one_hex(game, state, who, action.direction)
        if isinstance(action, ShipFromDepot):
            return 4.0
        if isinstance(action, BuildDepot):
            there = state.link_depots[find_link_at(game, state, action.hex)]
            return rate_depot_place(game, state, action.hex) * (CROWDED_LINE**there)
        if isinstance(action, PlaceFreeDepot):
            return rate_depot_place(game, state, action.hex)
        if isinstance(action, LoadOrUnload) and isinstance(state.step_stack[-1], LoadOrUnloadStep):
            return 0.3 if list(action.hold) == state.hold[who * GOODS : (who + 1) * GOODS] else 1.0
        return 1.0

    def choose_rollout_action(
        self, game: Airsteam, state: AirsteamState, who: int, legal: list[Action], rng: random.Random
    ) -> Action:
        """Flies where it pays, answers small questions in the plain way; the rest is a glance."""
        quick = self.rollout_policy.choose_flight_or_plain_answer(game, state, who, legal, rng)
        return super().choose_rollout_action(game, state, who, legal, rng) if quick is None else quick

    def get_ace_settings(self) -> AceSettings:
        """Twice as far as a captain looks: more noise, which many simulations average out, and less left to guess."""
        return AceSettings(choices=48)

    def get_captain_simulation_count(self, game: Airsteam, state: AirsteamState) -> int:
        """More than elsewhere: with 16, captains won no more than greedy bots in the games played."""
        return 48

    def get_playout_settings(self) -> PlayoutSettings:
        return PlayoutSettings(choices=24, greedy_fraction=0.0, greedy_candidates=1, expand_after=32)

    def _estimate_prior_of_planned_card(self, game: Airsteam, state: AirsteamState, who: int, card: int) -> float:
        laid = [c for c in state.plan[who * SLOTS : (who + 1) * SLOTS] if c != NOBODY]
        diamonds = game.card_diamonds[card] + sum([game.card_diamonds[c] for c in laid])
        if diamonds <= get_diamond_rating(game, state, who):
            return 1.0
        return 0.0 if must_planned_card_fail(game, state, who, card) else 0.05

    def _estimate_prior_of_moving_airship_one_hex(
        self, game: Airsteam, state: AirsteamState, who: int, direction: int
    ) -> float:
        there = game.maps[state.seats].neighbour_by_direction[state.airship[who]][direction]
        is_stop = game.maps[state.seats].factory_at[there] != NOBODY or find_own_depot_at(state, who, there) != NOBODY
        return 0.3 if is_stop else 0.1

    def is_pointless(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
        return is_pointless(game, state, who, action)

    def is_never_overlooked(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
        """Money within reach, a full load, the plain answer to a small question; never what is pointless."""
        if is_pointless(game, state, who, action):
            return False
        if isinstance(action, (PassForIncome, PayUpkeep, DeclineOffer, FinishShippingOrTrack, SealPlan)):
            return True
        if isinstance(action, GiveUpCube):
            return isinstance(state.step_stack[-1], UpkeepStep)
        network = self.outlook.get_network_sales(game, state, who)
        if isinstance(action, ShipFromDepot):
            return network.get_net_price_in_reach_from(find_link_at(game, state, action.depot), action.good) > 0
        if isinstance(action, FlyAirship):
            return self._can_sell_or_load_at(game, state, who, network, action.hex)
        return action == choose_pending_answer(game, state)

    def _can_sell_or_load_at(
        self, game: Airsteam, state: AirsteamState, who: int, network: NetworkSales, hex_id: int
    ) -> bool:
        """Whether what is aboard sells from there, or a hold with room finds cubes there that sell."""
        hold = state.hold[who * GOODS : (who + 1) * GOODS]
        if find_own_depot_at(state, who, hex_id) != NOBODY:
            return network.estimate_sale_value(find_link_at(game, state, hex_id), hold) > 0.0
        tables = game.maps[state.seats]
        factory = tables.factory_at[hex_id]
        if factory == NOBODY or sum(hold) >= get_airship_capacity(game, state, who):
            return False
        good = tables.factory_good[factory]
        return state.factory_cubes[factory * GOODS + good] > 0 and network.find_best_net_price_in_reach(good) > 0

    def find_reasons(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[Reason]:
        return find_reasons(game, state, who, action)


def rate_depot_place(game: Airsteam, state: AirsteamState, hex_id: int) -> float:
    """How promising a depot there is at a glance, below 1: what its cities pay, and how far away that is made."""
    tables = game.maps[state.seats]
    link = find_link_at(game, state, hex_id)
    if link == NOBODY:
        return 0.5  # a line that is just being laid
    promise = 0.0
    for city in get_end_cities_of_link(game, state, link):
        if state.city_left[city]:
            good = state.city_good[city]
            promise += get_market_price(game, state, good) * SHARE_LEFT_PER_HEX ** tables.good_distances[good][hex_id]
    return min(0.95, 0.15 + 0.06 * promise)
