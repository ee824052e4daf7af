"""What a good player of Airline values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.sense import Sense
from aerodrome.games.airline.state import AirlineState

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


class AirlineSense(Sense["Airline", AirlineState]):
    def appraise(self, game: Airline, state: AirlineState) -> list[float]:
        return [float(x) for x in game.scores(state)]

    def spread(self, game: Airline, state: AirlineState) -> float:
        return 100.0

    def features(self, game: Airline, state: AirlineState, seat: int) -> list[float]:
        return [0.0]
