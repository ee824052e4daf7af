"""What a good player values."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, final

from aerodrome.core.sense import Sense
from aerodrome.games.airsteam.state import AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def read_weights() -> dict[str, float]:
    text = Path(__file__).with_name("weights.toml").read_text(encoding="utf-8")
    return {name: float(value) for name, value in tomllib.loads(text).items()}


@final
class AirsteamSense(Sense["Airsteam", AirsteamState]):
    def appraise(self, game: Airsteam, state: AirsteamState) -> list[float]:
        return [float(score) for score in game.scores(state)]

    def spread(self, game: Airsteam, state: AirsteamState) -> float:
        return self.weights["spread"]

    def features(self, game: Airsteam, state: AirsteamState, seat: int) -> list[float]:
        return [state.cash[seat] / 50.0]
