"""How much of the game is left to a seat: actions, flights, upkeep and final shipping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.state import REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.steps.end import BeginFinalShippingStep, FinalShipmentStep, OfferFinalShipmentStep
from aerodrome.games.airsteam.steps.turn import BeginSeatTurnStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import ProduceAndStackMarketTilesStep, ReturnCardsAndBeginUpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def count_actions_left(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """How many actions the seat will still take, this turn's included if it is still to come."""
    return (game.rounds - state.round) * SLOTS + count_actions_left_in_round(state, seat)


def count_actions_left_in_round(state: AirsteamState, seat: int) -> int:
    if state.planning:
        return SLOTS
    if not state.order:
        return 0
    left = SLOTS - 1 - state.slot
    for step in state.step_stack:
        if isinstance(step, (TakeActionStep, BeginSeatTurnStep)) and step.seat == seat:
            left += 1
    return left


def count_flights_left_in_round(state: AirsteamState, seat: int) -> int:
    """The seat's cards still to be flown; this step's counts until the seat's turn begins."""
    base = seat * SLOTS
    left = 0
    for slot in range(SLOTS):
        if state.face[base + slot] < REVEALED and (state.plan[base + slot] != NOBODY or state.planning):
            left += 1
    for step in state.step_stack:
        if isinstance(step, BeginSeatTurnStep) and step.seat == seat:
            left += 1
    return left


def is_upkeep_ahead_in_round(state: AirsteamState) -> bool:
    """Whether the upkeep of this round is still to come."""
    return any(isinstance(step, ReturnCardsAndBeginUpkeepStep) for step in state.step_stack)


def count_upkeeps_left(game: Airsteam, state: AirsteamState) -> int:
    return game.rounds - state.round + (1 if is_upkeep_ahead_in_round(state) else 0)


def can_still_ship_at_end(game: Airsteam, state: AirsteamState, seat: int) -> bool:
    """Whether the seat's final shipping is still to come, or going on."""
    if state.round < game.rounds:
        return True
    for step in state.step_stack:
        if isinstance(step, (ProduceAndStackMarketTilesStep, BeginFinalShippingStep)):
            return True
        if isinstance(step, (OfferFinalShipmentStep, FinalShipmentStep)) and step.seat == seat:
            return True
    return False
