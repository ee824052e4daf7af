"""Standing orders: answers a seat gives in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import StandingOrder
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.text.names import airline_name

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def standing_orders(game: Airkwire, state: AirkwireState, seat: int) -> list[StandingOrder]:
    found: list[StandingOrder] = []
    for airline in range(state.airlines):
        if state.ceo[airline] == seat:
            label = f"Approve all routes of {airline_name(game, airline)}"
            found.append(StandingOrder(_standing_order_key(game, airline), label))
    return found


def standing_order_action(game: Airkwire, state: AirkwireState, seat: int, orders: frozenset[str]) -> Action | None:
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, RouteApprovalStep) or state.ceo[step.airline] != seat:
        return None
    return game.approvals[0] if _standing_order_key(game, step.airline) in orders else None


def _standing_order_key(game: Airkwire, airline: int) -> str:
    return f"approve:{game.edition.airline[airline].id}"
