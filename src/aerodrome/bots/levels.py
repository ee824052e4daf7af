"""The opponents people choose from: cadet, captain, ace. And advice for those who ask for it."""

from __future__ import annotations

import random

from aerodrome.bots.base import Bot
from aerodrome.bots.explain import explained, why
from aerodrome.bots.lookahead import judge
from aerodrome.bots.search import SearchBot
from aerodrome.bots.worth import Verdict
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

LEVEL_NAMES = ("random", "greedy", "cadet", "captain", "ace")
"""Which bots may play in a match. Others, by import path, are for the lab: nobody names code over the network."""
LOBBY_LEVELS = ("cadet", "captain", "ace")
"""Those that people are offered, weakest first."""
SUBSTITUTE_LEVEL = "captain"
"""Which bot plays for somebody who left or whose time is out."""


class Cadet(Bot):
    """Plays soundly and forgets things: some choices never come to mind, and small differences escape it."""

    def __init__(self, forgets: float = 0.4, blur: float = 0.04) -> None:
        super().__init__()
        self.forgets = forgets
        self.blur = blur

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _pick(self, game, state, seat, self.consider(game, state, seat, rng))

    def consider(self, game: Game, state: State, seat: int, rng: random.Random) -> list[Verdict]:
        legal = game.legal(state, seat)
        remembered = [action for action in legal if rng.random() >= self.forgets]
        if not remembered:
            remembered = [legal[int(rng.random() * len(legal))]]
        verdicts = judge(game, state, seat, remembered, 1, 0, 12, False, rng)
        blurred = [(verdict.share + self.blur * rng.random(), -i) for i, verdict in enumerate(verdicts)]
        return [verdicts[-entry[1]] for entry in sorted(blurred, reverse=True)]


class Captain(Bot):
    """Greedy with lookahead: tries every sensible choice on a few imagined tables and finishes its move."""

    def __init__(self, worlds: int = 3, follow: int = 2, breadth: int = 16) -> None:
        super().__init__()
        self.worlds = worlds
        self.follow = follow
        self.breadth = breadth

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _pick(self, game, state, seat, self.consider(game, state, seat, rng))

    def consider(self, game: Game, state: State, seat: int, rng: random.Random) -> list[Verdict]:
        legal = game.legal(state, seat)
        return judge(game, state, seat, legal, self.worlds, self.follow, self.breadth, False, rng)


class Ace(Bot):
    """Search, for about two seconds a move; `simulations` instead makes it reproducible."""

    def __init__(self, milliseconds: int = 2000, simulations: int = 0) -> None:
        super().__init__()
        self.search = SearchBot(simulations, milliseconds)

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _pick(self, game, state, seat, self.consider(game, state, seat, rng))

    def consider(self, game: Game, state: State, seat: int, rng: random.Random) -> list[Verdict]:
        return self.search.consider(game, state, seat, rng)


def _pick(bot: Bot, game: Game, state: State, seat: int, verdicts: list[Verdict]) -> Action:
    """The first verdict's action; the bot remembers why."""
    best = verdicts[0]
    bot.reason = why(game, state, seat, best.action, best.gain) if len(verdicts) > 1 else ""
    return best.action


def think(bot: Bot, game: Game, state: State, seat: int, rng: random.Random) -> list[Verdict]:
    """What the bot thinks of its choices on this table, best first. It sees only what its seat may know."""
    imagined = game.imagine(state, seat, rng)
    if isinstance(bot, Captain):
        return bot.consider(game, imagined, seat, rng)
    if isinstance(bot, Ace):
        return bot.consider(game, imagined, seat, rng)
    if isinstance(bot, Cadet):
        return bot.consider(game, imagined, seat, rng)
    if isinstance(bot, SearchBot):
        return bot.consider(game, imagined, seat, rng)
    return [Verdict(bot.choose(game, imagined, seat, rng))]


def advise(
    game: Game, state: State, seat: int, rng: random.Random, budget_ms: int = 1000, best: int = 3
) -> list[tuple[Action, float, str]]:
    """The best choices for a seat as (action, expectation in the title's currency, a sentence), best first.

    `state` is the true table; what the seat cannot know plays no part.
    """
    verdicts = think(Ace(budget_ms), game, state, seat, rng)
    return explained(game, state, seat, verdicts, best)
