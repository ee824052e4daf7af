"""What Airline shows and says: which function stands behind each method of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.presentation import Presentation
from aerodrome.games.airline import view
from aerodrome.games.airline.model.actions import LeaveClaimsUncalled, MakeNoOffer, RejectOffer
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.text import (
    actions,
    deals,
    descriptions,
    events,
    names,
    outcomes,
    prompts,
    reasons,
    refusals,
    remedies,
    standing_orders,
    warnings,
)

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
    leaving_actions=frozenset({"leave"}),  # AL-R38
    seat_name=names.seat_name,
    describe_action=actions.describe_action,
    describe_event=events.describe_event,
    explain_refusal=refusals.explain_refusal,
    prompt=prompts.prompt,
    choice=actions.build_choice,
    forms=prompts.forms,
    unavailable_actions=refusals.list_unavailable_actions,
    standing_orders=standing_orders.list_offered_standing_orders,
    standing_order_action=standing_orders.find_answer_by_standing_orders,
    has_default_orders=True,
    find_remedy=remedies.find_remedy,
    warnings=warnings.warnings,
    describe_reason=reasons.describe_reason,
    format_gain=reasons.format_gain,
    summarize_and_rate_outcome=outcomes.summarize_and_rate_outcome,
    build_deal_preview=deals.build_deal_preview,
    describe=descriptions.describe,
    list_describable=descriptions.list_describable,
)
