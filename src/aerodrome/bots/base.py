"""What a bot is, and the one way in which it sees a table."""

from __future__ import annotations

import random

from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.mypyc_compat import mypyc_attr
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.registry import UnknownStyle, load_game_with_style
from aerodrome.core.state import State


class BotSpecError(ValueError):
    """A bot that cannot be found or made."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Chooses for a seat. Your own bot is a subclass with `choose`, in plain Python or compiled."""

    def __init__(self, style: str = "") -> None:
        self.style = style
        """One of the title's styles of play; "" for the plain one."""
        self.reason = ""
        """Why the last choice was made, in half a sentence; "" when there is nothing to say."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        """One of the actions allowed to `seat`. `state` is imagined: hidden parts are a guess, and it may be
        changed at will. All randomness comes from `rng`."""
        raise NotImplementedError

    def get_styled_game(self, game: Game) -> Game:
        """The game as this bot's style values it. Raises BotSpecError when the title has no such style."""
        if not self.style:
            return game
        try:
            return load_game_with_style(game, self.style)
        except UnknownStyle as error:
            raise BotSpecError(str(error)) from None

    def prepare_for_game(self, game: Game) -> None:
        """Raises BotSpecError where it cannot play this game."""
        self.get_styled_game(game)

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        """Every choice it looked at, best first; of a bot that compares nothing, just what it would do."""
        return [MoveEvaluation(self.choose(game, state, seat, rng))]


def choose_action(bot: Bot, game: Game, state: State, seat: int, rng: random.Random) -> Action:
    """What the bot does on this table. It gets the table as its seat could believe it, never the truth."""
    return bot.choose(game, game.imagine(state, seat, rng), seat, rng)
