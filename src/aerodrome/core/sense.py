"""What a good player of a title values. Bots know no title; they ask this."""

from __future__ import annotations

from typing import Generic

from aerodrome.core.actions import Action
from aerodrome.core.state import G, S


class Sense(Generic[G, S]):
    """Judges positions as one seat may know them; every number comes from named weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = weights

    def appraise(self, game: G, state: S) -> list[float]:
        """How well each seat stands, in the title's own currency; higher is better."""
        raise NotImplementedError

    def spread(self, game: G, state: S) -> float:
        """How big a lead in that currency makes a win about three times as likely as not."""
        raise NotImplementedError

    def features(self, game: G, state: S, seat: int) -> list[float]:
        """The position as this seat sees it, as numbers of about -1 to 1; length fixed by the number of seats."""
        raise NotImplementedError

    def prior(self, game: G, state: S, who: int, action: Action) -> float:
        """How natural a choice is before any thought: 1 is neutral, 0 is silly."""
        return 1.0

    def reason(self, game: G, state: S, who: int, action: Action) -> str:
        """Why one would do this, in half a sentence; "" when there is nothing to say."""
        return ""
