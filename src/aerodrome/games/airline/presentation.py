"""What Airline shows and says: which function stands behind each method of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.presentation import Presentation
from aerodrome.games.airline import view
from aerodrome.games.airline.model.actions import LeaveClaimsUncalled, MakeNoOffer, RejectOffer
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.text import actions, events, names, outcomes, prompts, reasons, refusals, standing_orders

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

PRESENTATION: Presentation[Airline, AirlineState] = Presentation(
    board=view.board,
    view=view.view,
    score_breakdown=view.score_breakdown,
    statistics=view.statistics,
    quiet_actions=frozenset(
        {
            MakeNoOffer,
            RejectOffer,
            LeaveClaimsUncalled,
        }
    ),
    seat_name=names.seat_name,
    describe_action=actions.describe_action,
    describe_event=events.describe_event,
    explain_refusal=refusals.explain_refusal,
    prompt=prompts.prompt,
    choice=actions.choice,
    forms=prompts.forms,
    unavailable_actions=refusals.unavailable_actions,
    standing_orders=standing_orders.standing_orders,
    standing_order_action=standing_orders.standing_order_action,
    describe_reason=reasons.describe_reason,
    format_amount=reasons.format_amount,
    summarize_outcome=outcomes.summarize_outcome,
)
