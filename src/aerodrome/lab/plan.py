"""What a tournament is: which bots meet on which tables, with which seeds. Everything follows from the plan."""

from itertools import combinations, pairwise
from typing import Any, Literal

import msgspec

from aerodrome.bots import make
from aerodrome.core.game import Game
from aerodrome.core.library import load

Format = Literal["round-robin", "ladder", "solo", "melee"]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`rounds` seeds; with each of them every pairing is played once from every seat (equal line-ups once).

    round-robin: of each two bots, each sits alone among the others · ladder: the same for neighbours in the list only
    solo: the first bot alone among each of the others · melee: all different, as many as there are seats
    """

    title: str
    bots: tuple[str, ...]
    seats: int = 2
    format: Format = "round-robin"
    rounds: int = 50
    seed: int = 0
    edition: str = "house"
    options: dict[str, Any] = {}
    weights: dict[str, float] = {}
    limit: float = 30.0
    """Seconds a bot may think about one choice."""

    def pairings(self) -> list[tuple[str, ...]]:
        """Each line-up once, before seats are rotated."""
        bots = self.bots
        if self.format == "melee":
            return list(dict.fromkeys(combinations(bots, self.seats)))
        if self.format == "solo":
            pairs = [(bots[0], other) for other in bots[1:]]
        elif self.format == "ladder":
            pairs = [pair for low, high in pairwise(bots) for pair in self._both(low, high)]
        else:
            pairs = [pair for one, other in combinations(bots, 2) for pair in self._both(one, other)]
        return [(one, *[other] * (self.seats - 1)) for one, other in pairs]

    def _both(self, one: str, other: str) -> list[tuple[str, str]]:
        return [(one, other)] if self.seats == 2 else [(one, other), (other, one)]

    def lineups(self) -> list[tuple[int, tuple[str, ...]]]:
        """The games of one seed: every pairing from every seat, with its number.

        A turn that gives the same line-up again (one bot in all seats) would be the same game once more: left out.
        """
        found: list[tuple[int, tuple[str, ...]]] = []
        for number, line in enumerate(self.pairings()):
            turned = [
                tuple(line[(seat - turn) % self.seats] for seat in range(self.seats)) for turn in range(self.seats)
            ]
            found += [(number, lineup) for lineup in dict.fromkeys(turned)]
        return found

    def games_per_round(self) -> int:
        return len(self.lineups())

    def games(self) -> int:
        return self.rounds * self.games_per_round()

    def fixture(self, number: int) -> "Fixture":
        """The game with this number: seeds outermost, so that a tournament cut short is still balanced."""
        lineups = self.lineups()
        round_, place = divmod(number, len(lineups))
        pairing, lineup = lineups[place]
        return Fixture(
            game=number,
            round=round_,
            pairing=pairing,
            lineup=lineup,
            seed=f"{self.seed}:{round_}",
        )

    def check(self) -> None:
        """Raises ValueError for a plan that cannot be played."""
        for bot in self.bots:
            make(bot)
        game = self.load()
        if not game.seats_min <= self.seats <= game.seats_max:
            raise ValueError(f"{self.title} takes {game.seats_min} to {game.seats_max} seats, not {self.seats}")
        if not self.pairings():
            raise ValueError(f"{self.format} with {self.seats} seats needs more bots than {len(self.bots)}")

    def load(self) -> Game:
        return load(self.title, self.edition, self.options, weights=self.weights or None)


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played."""

    game: int
    round: int
    pairing: int
    lineup: tuple[str, ...]
    seed: str
