"""What the questions to a single seat have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.state import Step
from aerodrome.games.airsteam.model.state import AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


class SeatStep(Step["Airsteam", AirsteamState]):
    """A question that one seat answers."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)
