"""Dice: every throw is one action of CHANCE with 36 equal outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airline.model.actions import Throw
from aerodrome.games.airline.model.state import AirlineState

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


class Throwing(Step["Airline", AirlineState]):
    """Two dice are thrown."""  # AL-R54

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.chance

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        return game.throws

    def odds(self, game: Airline, state: AirlineState) -> list[float]:
        return game.throw_odds

    rule: ClassVar[str] = "AL-R54"

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, Throw) and 1 <= action.first <= 6 and 1 <= action.second <= 6:
            return ""
        return "AL-R54"

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return self
