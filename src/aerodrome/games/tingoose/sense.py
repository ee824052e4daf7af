"""What a good player of Tin Goose values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from aerodrome.core.edition import read_toml
from aerodrome.core.sense import Sense
from aerodrome.games.tingoose.rules import score
from aerodrome.games.tingoose.state import TinGooseState

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def read_weights(given: Mapping[str, float] | None) -> dict[str, float]:
    weights: dict[str, float] = dict(read_toml(Path(__file__).with_name("weights.toml"))["weights"])
    weights.update(given or {})
    return weights


class TinGooseSense(Sense["TinGoose", TinGooseState]):
    def appraise(self, game: TinGoose, state: TinGooseState) -> list[float]:
        return [float(score(game, state, seat)) for seat in range(state.seats)]

    def spread(self, game: TinGoose, state: TinGooseState) -> float:
        return self.weights["spread"]

    def features(self, game: TinGoose, state: TinGooseState, seat: int) -> list[float]:
        return [float(score(game, state, seat)) / 300.0]
