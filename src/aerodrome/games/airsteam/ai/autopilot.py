"""Answers the small questions inside a turn in the plain way, so that a position can be judged beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.ai.outlook import Network
from aerodrome.games.airsteam.model.actions import Become, GiveUp, ShipPay, ShipTo
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.loading import code_of, stored
from aerodrome.games.airsteam.rules.queries import capacity, link_of, price
from aerodrome.games.airsteam.rules.routes import destinations
from aerodrome.games.airsteam.steps.full_game import ConvertInto, ConvertWhat, LayTrack, LineDepot
from aerodrome.games.airsteam.steps.shipping import ShipFor, ShipHowMany, ShipWhere
from aerodrome.games.airsteam.steps.turn import Loading
from aerodrome.games.airsteam.steps.upkeep import settle

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

MOST: Final = 12
"""No turn has more small questions than that in a row."""


def settled(game: Airsteam, state: AirsteamState) -> AirsteamState:
    """The position after the small questions on top of the step stack; the same object when there are none."""
    if state.paying:
        state = state.clone()
        settle(game, state, None)
        return state
    for asked in range(MOST):
        action = plain_answer(game, state)
        if action is None:
            return state
        if asked == 0:
            state = state.clone()
        game.apply(state, state.step_stack[-1].actors(game, state)[0], action)
    return state


def plain_answer(game: Airsteam, state: AirsteamState) -> Action | None:
    if not state.step_stack:
        return None
    step = state.step_stack[-1]
    if isinstance(step, Loading):
        return plain_load(game, state, step.seat)
    if isinstance(step, ShipWhere):
        return _best_place(game, state, step)
    if isinstance(step, ShipHowMany):
        return game.ship_counts[step.most][-1]
    if isinstance(step, ShipFor):
        return _cheapest(step.legal(game, state, step.seat))
    if isinstance(step, ConvertWhat):
        return _least_wanted(game, state, step)
    if isinstance(step, ConvertInto):
        return _most_wanted(game, state, step)
    if isinstance(step, (LayTrack, LineDepot)):
        return step.legal(game, state, step.seat)[0]
    return None


def _best_place(game: Airsteam, state: AirsteamState, step: ShipWhere) -> Action:
    best: Action = ShipTo(NOBODY)
    highest = -1
    chart = game.charts[state.seats]
    for to, most in destinations(game, state, step.seat, step.depot, step.good, step.part):
        value = most * price(game, state, step.good) if chart.city_at[to] != NOBODY else 0
        if value > highest:
            best, highest = game.ship_to[to], value
    return best


def _cheapest(ways: list[Action]) -> Action:
    best = ways[0]
    for way in ways:
        if isinstance(way, ShipPay) and isinstance(best, ShipPay) and sum(way.links) < sum(best.links):
            best = way
    return best


def _worth(game: Airsteam, state: AirsteamState, seat: int, depot: int, good: int) -> float:
    """What a cube sells for from a depot, or from the best one when it is aboard."""
    net = game.prospects.network(game, state, seat)
    if depot != NOBODY:
        return net.unit_at(link_of(game, state, depot), good)
    return max([0.0, *net.unit[good::GOODS]])


def _least_wanted(game: Airsteam, state: AirsteamState, step: ConvertWhat) -> Action:
    options = step.legal(game, state, step.seat)
    best = options[0]
    lowest = 1e9
    for option in options:
        if isinstance(option, GiveUp):
            worth = _worth(game, state, step.seat, option.depot, option.good)
            if worth < lowest:
                best, lowest = option, worth
    return best


def _most_wanted(game: Airsteam, state: AirsteamState, step: ConvertInto) -> Action:
    options = step.legal(game, state, step.seat)
    best = options[0]
    highest = -1.0
    for option in options:
        if isinstance(option, Become):
            worth = _worth(game, state, step.seat, step.depot, option.good)
            if worth > highest:
                best, highest = option, worth
    return best


def plain_load(game: Airsteam, state: AirsteamState, seat: int) -> Action:
    """At a factory the cubes that sell best from the own network; at a depot all that sells from there goes out."""
    net = game.prospects.network(game, state, seat)
    chart = game.charts[state.seats]
    at = state.airship[seat]
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    if chart.factory_at[at] == NOBODY:
        return game.load(code_of(_left_aboard(net, link_of(game, state, at), hold)))
    pool = [hold[good] + stored(game, state, seat, good) for good in range(GOODS)]
    return game.load(code_of(_best_cargo(net, pool, capacity(game, state, seat))))


def _left_aboard(net: Network, link: int, hold: list[int]) -> list[int]:
    return [count if net.unit_at(link, good) <= 0.0 else 0 for good, count in enumerate(hold)]


def _best_cargo(net: Network, pool: list[int], room: int) -> list[int]:
    worth = [0.0] * GOODS
    for i, unit in enumerate(net.unit):
        if unit > worth[i % GOODS]:
            worth[i % GOODS] = unit
    cargo = [0] * GOODS
    for good in sorted(range(GOODS), key=lambda good: -worth[good]):
        if worth[good] > 0.0:
            cargo[good] = min(pool[good], room)
            room -= cargo[good]
    return cargo
