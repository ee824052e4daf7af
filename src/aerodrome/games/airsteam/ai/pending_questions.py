"""Answers the small questions inside a turn in the plain way, so that a position can be judged beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.ai.outlook import NetworkSales
from aerodrome.games.airsteam.model.actions import ChooseFeeSplit, ChooseShipDestination, ConvertIntoGood, GiveUpCube
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.loading import count_loadable_cubes, encode_hold
from aerodrome.games.airsteam.rules.queries import find_link_at, get_airship_capacity, get_market_price
from aerodrome.games.airsteam.rules.routes import find_destinations_with_max_cubes
from aerodrome.games.airsteam.rules.state_changes import settle_upkeep
from aerodrome.games.airsteam.steps.characters import (
    ChooseCubeToConvertStep,
    ChooseGoodToConvertIntoStep,
    LayNextTrackTileStep,
    PlaceDepotAndLayLineStep,
)
from aerodrome.games.airsteam.steps.shipping import (
    ChooseFeeSplitStep,
    ChooseShipDestinationStep,
    ChooseShippedCountStep,
)
from aerodrome.games.airsteam.steps.turn import LoadOrUnloadStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

MAX_PENDING: Final = 12
"""No turn has more small questions than that in a row."""


def build_state_after_pending_questions(game: Airsteam, state: AirsteamState) -> AirsteamState:
    """The position after the small questions on top of the step stack; the same object when there are none."""
    if state.paying:
        state = state.clone()
        settle_upkeep(game, state, None)
        return state
    for asked in range(MAX_PENDING):
        action = choose_pending_answer(game, state)
        if action is None:
            return state
        if asked == 0:
            state = state.clone()
        game.apply(state, state.step_stack[-1].actors(game, state)[0], action)
    return state


def choose_pending_answer(game: Airsteam, state: AirsteamState) -> Action | None:
    """The plain answer to a question inside an action; None when the question is another one."""
    if not state.step_stack:
        return None
    step = state.step_stack[-1]
    if isinstance(step, LoadOrUnloadStep):
        return choose_load_or_unload_action(game, state, step.seat)
    if isinstance(step, ChooseShipDestinationStep):
        return _choose_best_destination(game, state, step)
    if isinstance(step, ChooseShippedCountStep):
        return game.ship_counts[step.most][-1]
    if isinstance(step, ChooseFeeSplitStep):
        return _choose_cheapest_fee_split(step.legal(game, state, step.seat))
    if isinstance(step, ChooseCubeToConvertStep):
        return _choose_least_valuable_cube(game, state, step)
    if isinstance(step, ChooseGoodToConvertIntoStep):
        return _choose_most_valuable_good(game, state, step)
    if isinstance(step, (LayNextTrackTileStep, PlaceDepotAndLayLineStep)):
        return step.legal(game, state, step.seat)[0]
    return None


def _choose_best_destination(game: Airsteam, state: AirsteamState, step: ChooseShipDestinationStep) -> Action:
    best: Action = ChooseShipDestination(NOBODY)
    highest = -1
    tables = game.maps[state.seats]
    for to, most in find_destinations_with_max_cubes(game, state, step.seat, step.depot, step.good, step.occasion):
        value = most * get_market_price(game, state, step.good) if tables.city_at[to] != NOBODY else 0
        if value > highest:
            best, highest = game.ship_to[to], value
    return best


def _choose_cheapest_fee_split(fee_split_actions: list[Action]) -> Action:
    best = fee_split_actions[0]
    for way in fee_split_actions:
        if isinstance(way, ChooseFeeSplit) and isinstance(best, ChooseFeeSplit) and sum(way.links) < sum(best.links):
            best = way
    return best


def _estimate_cube_sale_price(game: Airsteam, state: AirsteamState, seat: int, cube_place: int, good: int) -> float:
    """What a cube sells for from a depot, or from the best one when it is aboard."""
    network = game.outlook.get_network_sales(game, state, seat)
    if cube_place != NOBODY:
        return network.get_prospective_net_price_from(find_link_at(game, state, cube_place), good)
    return max([0.0, *network.net_prices[good::GOODS]])


def _choose_least_valuable_cube(game: Airsteam, state: AirsteamState, step: ChooseCubeToConvertStep) -> Action:
    options = step.legal(game, state, step.seat)
    best = options[0]
    lowest = 1e9
    for option in options:
        if isinstance(option, GiveUpCube):
            worth = _estimate_cube_sale_price(game, state, step.seat, option.depot, option.good)
            if worth < lowest:
                best, lowest = option, worth
    return best


def _choose_most_valuable_good(game: Airsteam, state: AirsteamState, step: ChooseGoodToConvertIntoStep) -> Action:
    options = step.legal(game, state, step.seat)
    best = options[0]
    highest = -1.0
    for option in options:
        if isinstance(option, ConvertIntoGood):
            worth = _estimate_cube_sale_price(game, state, step.seat, step.depot, option.good)
            if worth > highest:
                best, highest = option, worth
    return best


def choose_load_or_unload_action(game: Airsteam, state: AirsteamState, seat: int) -> Action:
    """At a factory the cubes that sell best from the own network; at a depot all that sells from there goes out."""
    network = game.outlook.get_network_sales(game, state, seat)
    tables = game.maps[state.seats]
    hex_id = state.airship[seat]
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    if tables.factory_at[hex_id] == NOBODY:
        return game.get_load_or_unload_action(
            encode_hold(_count_unsellable_cubes_by_good(network, find_link_at(game, state, hex_id), hold))
        )
    pool = [hold[good] + count_loadable_cubes(game, state, seat, good) for good in range(GOODS)]
    return game.get_load_or_unload_action(
        encode_hold(_choose_best_cargo(network, pool, get_airship_capacity(game, state, seat)))
    )


def _count_unsellable_cubes_by_good(network: NetworkSales, link: int, cubes_by_good: list[int]) -> list[int]:
    return [
        count if network.get_prospective_net_price_from(link, good) <= 0.0 else 0
        for good, count in enumerate(cubes_by_good)
    ]


def _choose_best_cargo(network: NetworkSales, available_cubes: list[int], capacity: int) -> list[int]:
    worth = [0.0] * GOODS
    for i, unit in enumerate(network.net_prices):
        if unit > worth[i % GOODS]:
            worth[i % GOODS] = unit
    cargo = [0] * GOODS
    for good in sorted(range(GOODS), key=lambda good: -worth[good]):
        if worth[good] > 0.0:
            cargo[good] = min(available_cubes[good], capacity)
            capacity -= cargo[good]
    return cargo
