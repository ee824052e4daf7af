"""What a good player of Air-Kwire values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aerodrome.core.sense import Sense
from aerodrome.games.airkwire.state import AirkwireState

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def read_weights(given: Mapping[str, float] | None) -> dict[str, float]:
    return dict(given or {})


class AirkwireSense(Sense["Airkwire", AirkwireState]):
    def appraise(self, game: Airkwire, state: AirkwireState) -> list[float]:
        return [float(x) for x in game.scores(state)]

    def spread(self, game: Airkwire, state: AirkwireState) -> float:
        return 2000.0

    def features(self, game: Airkwire, state: AirkwireState, seat: int) -> list[float]:
        return [0.0]
