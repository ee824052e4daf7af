"""The rating model: openskill's Plackett-Luce with its own defaults, for games of any number of seats."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
PROVISIONAL_SIGMA = 5.5
"""Above it a rating says little yet, and is marked so; about ten games among equals bring it below."""
ORDINAL_SIGMAS = 3.0


class Rating(NamedTuple):
    """A strength and how sure we are of it; everybody begins with the defaults."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def ordinal(self) -> float:
        """What the strength is at least, as good as surely: by this people are ranked."""
        return self.mu - ORDINAL_SIGMAS * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Whether too few games are behind it."""
        return self.sigma > PROVISIONAL_SIGMA


def compute_ratings_after_game(ratings_before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of all seats after one game, from those before it and the finishing places; equal places tie."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings_before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in after]
