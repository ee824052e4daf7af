"""What a title shows and says: one table of functions beside its rules.

Stays plain Python: nothing here lies on the path of a decision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from aerodrome.core.actions import Action, Event
from aerodrome.core.foresight import Foresight
from aerodrome.core.question import Choice, Form, ScoreLine, SeatStatistic, StandingOrder, UnavailableAction
from aerodrome.core.state import G, S


@dataclass(frozen=True, kw_only=True)
class Presentation(Generic[G, S]):
    """The functions behind the methods of `Game` that show and say something; each is documented there."""

    board: Callable[[G], dict[str, Any]]
    view: Callable[[G, S, int | None], dict[str, Any]]
    score_breakdown: Callable[[G, S], list[list[ScoreLine]]]
    statistics: Callable[[G, S, int | None], list[SeatStatistic]]
    seat_name: Callable[[G, int], str]
    describe_action: Callable[[G, S, int, Action], str]
    describe_event: Callable[[G, Event], str]
    explain_refusal: Callable[[G, S, int, Action, str], str]
    prompt: Callable[[G, S, int], str]
    choice: Callable[[G, S, int, Action], Choice]
    forms: Callable[[G, S, int], list[Form]]
    unavailable_actions: Callable[[G, S, int], list[UnavailableAction]]
    standing_orders: Callable[[G, S, int], list[StandingOrder]]
    standing_order_action: Callable[[G, S, int, frozenset[str]], Action | None]
    out_of_turn_choices: Callable[[G, S, int], list[Choice]] = lambda *_: []
    summarize_outcome: Callable[[G, S, int, Action, Foresight], tuple[str, float]] = lambda *_: ("", 0.0)
    """The essence of what a choice brings, in a few words, and what it is sorted by."""
