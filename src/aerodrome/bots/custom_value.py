"""Any bot with a judgement of one's own: `create_bot_with_value(create_bot("captain"), value)`. See docs/lab.md."""

from __future__ import annotations

import random

from aerodrome.bots.base import Bot, BotSpecError
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.random_bot import RandomBot
from aerodrome.core.actions import Action
from aerodrome.core.custom_value import Prior, Value, copy_game_with_custom_value
from aerodrome.core.game import Game
from aerodrome.core.state import State


class CustomValueBot(Bot):
    """Thinks as `bot` does and judges by `value`, and by `prior` if there is one."""

    def __init__(self, bot: Bot, value: Value, prior: Prior | None = None) -> None:
        super().__init__()
        if isinstance(bot, RandomBot):
            raise BotSpecError("random compares nothing: no value changes what it does")
        if isinstance(bot, CustomValueBot):
            raise BotSpecError("this bot has a value of its own already, which another would not change")
        if bot.style:
            raise BotSpecError(
                f"style {bot.style!r} is part of the title's value; a value of one's own takes its place"
            )
        self.bot = bot
        self.value = value
        self.prior = prior
        self.games: dict[Game, Game] = {}
        """Each game that was played, with the one that has the bot's judgement."""

    def prepare_for_game(self, game: Game) -> None:
        """Whatever the bot needs."""
        self.bot.prepare_for_game(game)

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        action = self.bot.choose(self._get_or_create_custom_game(game), state, seat, rng)
        self.reason = self.bot.reason
        return action

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        return self.bot.evaluate_moves(self._get_or_create_custom_game(game), state, seat, rng)

    def _get_or_create_custom_game(self, game: Game) -> Game:
        own = self.games.get(game)
        if own is None:
            own = copy_game_with_custom_value(game, self.value, self.prior)
            self.games[game] = own
        return own


def create_bot_with_value(bot: Bot, value: Value, prior: Prior | None = None) -> Bot:
    """The bot with one's own value of positions, and prior of choices if given. It has no style and no value yet."""
    return CustomValueBot(bot, value, prior)
