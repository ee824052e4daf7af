"""A position as numbers: for learners from what one seat may know; and what a seat has, for a learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.tingoose.ai.outlook import count_turns_left
from aerodrome.games.tingoose.model.state import SMALL, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    bits_to_cities,
    count_barrels,
    count_bits,
    count_demand_tokens,
    count_flames,
    find_reachable_city_bits,
    get_income,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SEAT_FEATURES: Final = [
    "cash",
    "income",
    "income_to_come",
    "planes_small",
    "planes_medium",
    "planes_large",
    "fleets",
    "cities",
    "major_cities",
    "demand_near",
    "major_near",
    "free_near",
    "barrels",
    "flames",
    "chips",
    "bonds",
    "destinations",
    "airmail_open",
    "condition_0",
    "condition_1",
    "condition_2",
    "condition_3",
    "condition_4",
]
CONDITIONS: Final = 5


def build_seat_features(game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
    """What a seat has, in the order of SEAT_FEATURES."""
    income = float(get_income(game, state, seat))
    waiting = [0.0, 0.0, 0.0]
    for i, fleet in enumerate(state.fleets[seat]):
        waiting[game.fleet_size[fleet]] += float(state.planes[seat][i])
    network = state.network[seat]
    near = find_reachable_city_bits(game, network, SMALL) & ~network if network else 0
    taken = 0
    for other in range(state.seats):
        taken |= state.network[other]
    demand = 0.0
    for city in bits_to_cities(game, near):
        demand += float(count_demand_tokens(state, city))
    found = [
        state.cash[seat] / 10.0,
        income,
        income * count_turns_left(game, state)[seat] / 5.0,
        waiting[0],
        waiting[1],
        waiting[2],
        float(len(state.fleets[seat])),
        float(count_bits(network)),
        float(count_bits(network & game.major_cities)),
        demand,
        float(count_bits(near & game.major_cities)),
        float(count_bits(near & ~taken)),
        count_barrels(game, state, seat) / 4.0,
        count_flames(game, state, seat) / 4.0,
        float(state.chips[seat]),
        float(state.bonds[seat]),
        float(count_bits(state.served_destinations[seat])),
        0.0 if state.airmail[seat] < 0 or state.delivered >> seat & 1 else 1.0,
    ]
    for condition in range(CONDITIONS):
        found.append(float(state.conditions[seat] >> condition & 1))
    return found


def build_features(game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
    """Table, own hand, question, players from the own seat on, cities. Totals of rivals are knowable (TG-R56)."""
    numbers = [state.round / game.rounds, 1.0 if state.active == seat else 0.0]
    _append_hand_features(game, state, seat, numbers)
    _append_question_features(game, state, seat, numbers)
    for i in range(state.seats):
        _append_player_features(game, state, (seat + i) % state.seats, numbers)
    _append_city_features(game, state, seat, numbers)
    return numbers


def _append_hand_features(game: TinGoose, state: TinGooseState, seat: int, numbers: list[float]) -> None:
    for era in range(len(game.decks)):
        kinds = [0.0, 0.0, 0.0, 0.0]
        served = 0.0
        for card in [card for card in game.decks[era] if state.holder[card] == seat]:
            kinds[game.card_kind[card]] += 0.25
            served += 0.25 * (state.network[seat] >> game.card_city[card] & 1)
        numbers.extend(kinds)
        numbers.append(served)


def _append_question_features(game: TinGoose, state: TinGooseState, seat: int, numbers: list[float]) -> None:
    step = state.step_stack[-1] if state.step_stack else None
    slots = [0.0, 0.0, 0.0, 0.0, 0.0]
    if isinstance(step, TurnActionStep):
        slots = [step.actions_left / 3.0, step.advances / 2.0, step.planes / 2.0, step.chips / 2.0, step.bonds / 2.0]
    numbers.extend(slots)
    fleet = [0.0, 0.0, 0.0, 0.0, 0.0]
    if isinstance(step, AuctionBidStep):
        leads = 0.0 if step.leader == NOBODY else (1.0 if step.leader == seat else -1.0)
        fleet = [step.high_bid / 40.0, leads, *_build_fleet_features(game, step.card)]
    elif isinstance(step, DeployOrUpgradeStep):
        fleet = [0.0, 1.0 if step.seat == seat else -1.0, *_build_fleet_features(game, step.card)]
    numbers.extend(fleet)
    strike = [0.0, 0.0]
    if isinstance(step, StrikeBidStep):
        strike = [game.strike_win[step.card] / 30.0, game.strike_lose[step.card] / 30.0]
    numbers.extend(strike)


def _append_city_features(game: TinGoose, state: TinGooseState, seat: int, numbers: list[float]) -> None:
    """Demand tokens, own planes and rivals' planes, city by city."""
    demand = [silver / 4.0 for silver in state.silver]
    for city in bits_to_cities(game, state.gold):
        demand[city] += 0.25
    own = [0.0] * len(demand)
    for city in bits_to_cities(game, state.network[seat]):
        own[city] = 1.0
    rivals = [0.0] * len(demand)
    share = 1.0 / (state.seats - 1)
    for other in range(state.seats):
        if other != seat:
            for city in bits_to_cities(game, state.network[other]):
                rivals[city] += share
    numbers.extend(demand)
    numbers.extend(own)
    numbers.extend(rivals)


def _build_fleet_features(game: TinGoose, card: int) -> list[float]:
    return [game.fleet_size[card] / 2.0, game.fleet_barrels[card] / 4.0, game.fleet_flames[card] / 4.0]


def _append_player_features(game: TinGoose, state: TinGooseState, seat: int, numbers: list[float]) -> None:
    waiting = [0.0, 0.0, 0.0]
    for i, fleet in enumerate(state.fleets[seat]):
        waiting[game.fleet_size[fleet]] += state.planes[seat][i] / 4.0
    numbers.extend(waiting)
    numbers.append(state.income_box[seat] / (len(game.income_boxes) - 1.0))
    numbers.append(state.cash[seat] / 100.0)
    numbers.append(state.bonds[seat] / 5.0)
    numbers.append(state.chips[seat] / 8.0)
    numbers.append(count_flames(game, state, seat) / 20.0)
    numbers.append(count_barrels(game, state, seat) / 20.0)
    numbers.append(len(state.fleets[seat]) / 6.0)
    numbers.append(count_bits(state.network[seat]) / 15.0)
    numbers.append(count_bits(state.network[seat] & game.major_cities) / 10.0)
    numbers.append(count_bits(state.served_destinations[seat]) / 6.0)
    numbers.append(float(state.delivered >> seat & 1))
    for condition in range(len(game.conditions)):
        numbers.append(float(state.conditions[seat] >> condition & 1))
