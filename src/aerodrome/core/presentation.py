"""What a title shows and says: one table of functions beside its rules.

Stays plain Python: nothing here lies on the path of a decision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from aerodrome.core.actions import Action, Event, Remedy
from aerodrome.core.description import Description
from aerodrome.core.foresight import Foreseer, Foresight
from aerodrome.core.question import (
    BoardTarget,
    Choice,
    DealPreview,
    Form,
    QuestionWarning,
    ScoreLine,
    StandingOrder,
    StatisticBySeat,
    UnavailableAction,
)
from aerodrome.core.reason import Reason
from aerodrome.core.state import G, S


@dataclass(frozen=True, kw_only=True)
class Presentation(Generic[G, S]):
    """The functions behind the methods of `Game` that show and say something; each is documented there."""

    board: Callable[[G], dict[str, Any]]
    view: Callable[[G, S, int | None], dict[str, Any]]
    score_breakdown: Callable[[G, S], list[list[ScoreLine]]]
    statistics: Callable[[G, S, int | None], list[StatisticBySeat]]
    seat_name: Callable[[G, int], str]
    describe_action: Callable[[G, S, int, Action], str]
    describe_event: Callable[[G, Event], str]
    explain_refusal: Callable[[G, S, int, Action, str], str]
    prompt: Callable[[G, S, int], str]
    choice: Callable[[G, S, int, Action], Choice]
    forms: Callable[[G, S, int], list[Form]]
    unavailable_actions: Callable[[G, S, int], list[UnavailableAction]]
    standing_orders: Callable[[G, S, int], list[StandingOrder]]
    """Called while the game goes on."""
    standing_order_action: Callable[[G, S, int, frozenset[str]], Action | None]
    """Called for a seat that is asked."""
    has_default_orders: bool = False
    """Whether a question may be answered for a person who gave no order."""
    out_of_turn_choices: Callable[[G, S, int], list[Choice]] = lambda *_: []
    find_remedy: Callable[[G, S, int, Action, str], Remedy | None] = lambda *_: None
    """What would lift a refusal, found by the rules' own functions; the words of the refusal are made from it."""
    warnings: Callable[[G, S, int], list[QuestionWarning]] = lambda *_: []
    """What threatens a seat that is asked, where the title punishes surprise."""
    describe_reason: Callable[[G, S, int, Action, Reason], str] = lambda *_: ""
    format_gain: Callable[[G, float], str] = lambda _game, amount: f"{amount:+,.0f}"
    end_vote_rule: str = ""
    """The rule by which the players may end the game by vote; without one a table may agree to it as a courtesy."""
    quiet_actions: frozenset[type[Action]] = frozenset()
    """Choices that nobody needs time to follow: passes, and what is chosen in secret."""
    leaving_actions: frozenset[str] = frozenset()
    """The tags of actions by which a player leaves the game for good: at a rated table that is the last place."""
    summarize_and_rate_outcome: Callable[[G, S, int, Action, Foresight], tuple[str, float]] = lambda *_: ("", 0.0)
    """The essence of what a choice brings, in a few words, and what it is sorted by."""
    build_deal_preview: Callable[[G, S, int, Action, Foreseer], DealPreview | None] = lambda *_: None
    describe: Callable[[G, S, int | None, BoardTarget], Description | None] = lambda *_: None
    list_describable: Callable[[G, S, int | None], list[BoardTarget]] = lambda *_: []
