"""The end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.events import GameEnded
from aerodrome.games.airline.model.state import ROUND_LIMIT, AirlineState
from aerodrome.games.airline.steps.common import AirlineAutoStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class EndGameAtRoundLimitStep(AirlineAutoStep):
    """The round limit is reached: the count of the short game decides."""  # AL-12.12

    stored_name: ClassVar[str] = "Count"

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        finish_game(game, state, ROUND_LIMIT, tell)


def finish_game(game: Airline, state: AirlineState, reason: int, tell: EventSink | None) -> None:
    """Nothing more is asked."""
    state.end_reason = reason
    state.step_stack.clear()
    state.claims = []
    state.raise_deals = []
    if tell is not None:
        tell(GameEnded(game.winners(state), reason))
