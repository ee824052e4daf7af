"""What a seat can have answered for it, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import StandingOrder
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import upkeep_due
from aerodrome.games.airsteam.steps.characters import SacrificeCubeStep, SwapRevealedCardStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

PAY_UPKEEP = "upkeep"
NEVER_SWAP = "no swap"
NEVER_SACRIFICE = "no sacrifice"


def standing_orders(game: Airsteam, state: AirsteamState, seat: int) -> list[StandingOrder]:
    found = [StandingOrder(PAY_UPKEEP, "Pay upkeep for all my cubes whenever I can")]
    if game.can_swap_cards[state.character[seat]]:
        found.append(StandingOrder(NEVER_SWAP, "Never swap a planned card"))
    if game.has_extra_action[state.character[seat]]:
        found.append(StandingOrder(NEVER_SACRIFICE, "Never give up a cube for one more action"))
    return found


def standing_order_action(game: Airsteam, state: AirsteamState, seat: int, orders: frozenset[str]) -> Action | None:
    if not state.step_stack:
        return None
    step = state.step_stack[-1]
    open_for_orders = state.paying & ~state.upkeep_opened
    if isinstance(step, UpkeepStep) and PAY_UPKEEP in orders and open_for_orders >> seat & 1:
        return game.pay_upkeep if upkeep_due(game, state, seat) <= state.cash[seat] else None
    if isinstance(step, SwapRevealedCardStep) and NEVER_SWAP in orders and step.seat == seat:
        return game.decline
    if isinstance(step, SacrificeCubeStep) and NEVER_SACRIFICE in orders and step.seat == seat:
        return game.decline
    return None
