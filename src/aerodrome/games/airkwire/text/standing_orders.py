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
            name = airline_name(game, airline)
            approve, refuse = _build_standing_order_keys(game, airline)
            found.append(StandingOrder(approve, f"Approve all routes of {name}"))
            found.append(StandingOrder(refuse, f"Refuse all routes of {name} by others"))
    return found


def standing_order_action(game: Airkwire, state: AirkwireState, seat: int, orders: frozenset[str]) -> Action | None:
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, RouteApprovalStep) or state.ceo[step.airline] != seat:
        return None
    approve, refuse = _build_standing_order_keys(game, step.airline)
    if (approve in orders) == (refuse in orders):  # who gave both is asked
        return None
    return game.approvals[0 if approve in orders else 1]


def _build_standing_order_keys(game: Airkwire, airline: int) -> tuple[str, str]:
    """The orders to approve and to refuse whatever others propose for this airline."""
    name = game.edition.airline[airline].id
    return f"approve:{name}", f"refuse:{name}"
