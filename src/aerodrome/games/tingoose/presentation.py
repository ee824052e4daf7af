"""What tingoose shows and says: which function stands behind each method of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.presentation import Presentation
from aerodrome.games.tingoose import view
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.text import events, names, refusals, words

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

PRESENTATION: Presentation[TinGoose, TinGooseState] = Presentation(
    board=view.board,
    view=view.view,
    score_breakdown=view.score_breakdown,
    statistics=view.statistics,
    seat_name=names.seat_name,
    describe_action=words.describe_action,
    describe_event=events.describe_event,
    explain_refusal=refusals.explain_refusal,
    prompt=words.prompt,
    choice=words.choice,
    forms=words.forms,
    unavailable_actions=refusals.unavailable_actions,
    standing_orders=words.standing_orders,
    standing_order_action=words.standing_order_action,
)
