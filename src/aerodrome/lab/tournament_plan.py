"""What a tournament is: which bots meet on which tables, with which seeds. Everything follows from the plan."""

from itertools import combinations, pairwise
from typing import Any, Literal

import msgspec

from aerodrome.bots import create_bot, require_valid_bot
from aerodrome.core.game import Game
from aerodrome.core.registry import load

TournamentFormat = Literal["round-robin", "ladder", "solo", "melee"]


class TournamentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """`rounds` seeds; with each of them every pairing is played once from every seat (equal line-ups once).

    round-robin: of each two bots, each sits alone among the others · ladder: the same for neighbours in the list only
    solo: the first bot alone among each of the others · melee: all different, as many as there are seats
    """

    title: str
    bots: tuple[str, ...]
    seats: int = 2
    format: TournamentFormat = "round-robin"
    rounds: int = 50
    seed: int = 0
    edition: str = "house"
    options: dict[str, Any] = {}
    weights: dict[str, float] = {}
    limit: float = 30.0
    """Seconds a bot may think about one choice."""

    def list_pairings(self) -> list[tuple[str, ...]]:
        """Each line-up once, before seats are rotated."""
        bots = self.bots
        if self.format == "melee":
            return list(dict.fromkeys(combinations(bots, self.seats)))
        if self.format == "solo":
            pairs = [(bots[0], other) for other in bots[1:]]
        elif self.format == "ladder":
            pairs = [pair for low, high in pairwise(bots) for pair in self._list_lone_and_rest_pairs(low, high)]
        else:
            pairs = [
                pair for one, other in combinations(bots, 2) for pair in self._list_lone_and_rest_pairs(one, other)
            ]
        return [(one, *[other] * (self.seats - 1)) for one, other in pairs]

    def _list_lone_and_rest_pairs(self, bot: str, other_bot: str) -> list[tuple[str, str]]:
        """Each of two bots alone among the other; with two seats that is one pair."""
        return [(bot, other_bot)] if self.seats == 2 else [(bot, other_bot), (other_bot, bot)]

    def list_lineups_of_round(self) -> list[tuple[int, tuple[str, ...]]]:
        """The games of one seed: every pairing from every seat, with its number.

        A turn that gives the same line-up again (one bot in all seats) would be the same game once more: left out.
        """
        found: list[tuple[int, tuple[str, ...]]] = []
        for number, line in enumerate(self.list_pairings()):
            rotated = [
                tuple(line[(seat - shift) % self.seats] for seat in range(self.seats)) for shift in range(self.seats)
            ]
            found += [(number, lineup) for lineup in dict.fromkeys(rotated)]
        return found

    def count_games_per_round(self) -> int:
        """How many games are played with each seed."""
        return len(self.list_lineups_of_round())

    def count_games(self) -> int:
        """How many games the whole tournament has."""
        return self.rounds * self.count_games_per_round()

    def get_scheduled_game(self, game_number: int) -> "ScheduledGame":
        """The game with this number: seeds outermost, so that a tournament cut short is still balanced."""
        lineups = self.list_lineups_of_round()
        round_, index = divmod(game_number, len(lineups))
        pairing, lineup = lineups[index]
        return ScheduledGame(
            game=game_number, round=round_, pairing=pairing, lineup=lineup, seed=f"{self.seed}:{round_}"
        )

    def validate(self) -> None:
        """Raises ValueError for a plan that cannot be played."""
        for bot in self.bots:
            create_bot(bot)  # a bot's module may bring the title along
        game = self.load_game()
        for bot in self.bots:
            require_valid_bot(bot, game)
        game.require_allowed_seat_count(self.seats)
        if self.rounds < 1 or self.limit <= 0:
            raise ValueError("expected at least 1 round, and some time for a choice")
        if not self.list_pairings():
            raise ValueError(f"{self.format} with {self.seats} seats needs more bots than {len(self.bots)}")

    def load_game(self) -> Game:
        """The rules that the tournament is played by."""
        return load(self.title, self.edition, self.options, weights=self.weights or None)


class ScheduledGame(msgspec.Struct, frozen=True):
    """One game to be played."""

    game: int
    round: int
    pairing: int
    lineup: tuple[str, ...]
    seed: str
