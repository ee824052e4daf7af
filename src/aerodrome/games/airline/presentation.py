"""What airline shows and says: which function stands behind each method of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.presentation import Presentation
from aerodrome.games.airline import view
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.text import prompts, words

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

PRESENTATION: Presentation[Airline, AirlineState] = Presentation(
    board=view.board,
    view=view.view,
    score_breakdown=prompts.score_breakdown,
    statistics=view.statistics,
    seat_name=words.seat_name,
    describe_action=words.describe_action,
    describe_event=words.describe_event,
    explain_refusal=prompts.explain_refusal,
    prompt=prompts.prompt,
    choice=prompts.choice,
    forms=prompts.forms,
    unavailable_actions=prompts.unavailable_actions,
    standing_orders=prompts.standing_orders,
    standing_order_action=prompts.standing_order_action,
)
