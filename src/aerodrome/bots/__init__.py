"""Players that know no title. `create_bot("greedy")` gives one; `choose_action` lets it choose for a seat.

A bot is written as a name with optional settings, or as an import path for one of your own:
`random`, `search?simulations=400`, `captain?style=bold`, `onnx?file=model.onnx`, `mypackage.bots:Tycoon?nerve=0.7`.
"""

from importlib import import_module
from typing import Any

from aerodrome.bots.base import Bot, BotSpecError, choose_action
from aerodrome.bots.custom_value import create_bot_with_value
from aerodrome.core.game import Game

__all__ = [
    "Bot",
    "BotSpecError",
    "choose_action",
    "create_bot",
    "create_bot_with_value",
    "list_bot_names",
    "register_bot",
    "require_valid_bot",
]

_CLASSES: dict[str, str] = {}


def register_bot(name: str, import_path: str) -> None:
    """Make a bot known by a name: `import_path` is "package.module:Class" (or a function that returns a Bot)."""
    _CLASSES[name] = import_path


def list_bot_names() -> tuple[str, ...]:
    """The names that `create_bot` knows."""
    return tuple(_CLASSES)


def create_bot(spec: str) -> Bot:
    """The bot that is written like this: a name or an import path, with settings. Raises BotSpecError."""
    name, _, settings = spec.partition("?")
    path = _CLASSES.get(name, name)
    if ":" not in path:
        raise BotSpecError(f"no bot {name!r}; there are {', '.join(list_bot_names())}, or give package.module:Class")
    module, _, attribute = path.partition(":")
    try:
        bot = getattr(import_module(module), attribute)(**_parse_settings(settings))
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BotSpecError(f"bot {spec!r} cannot be made: {error}") from None
    if not isinstance(bot, Bot):
        raise BotSpecError(f"bot {spec!r} is a {type(bot).__name__}, not an aerodrome.bots.Bot")
    return bot


def require_valid_bot(spec: str, game: Game) -> None:
    """Raises BotSpecError for a bot that cannot be made, or that lacks for this title what it needs: a style of play,
    a trained judgement."""
    bot = create_bot(spec)
    if spec.partition("?")[0] in _CLASSES:
        bot.prepare_for_game(game)


def _parse_settings(settings_text: str) -> dict[str, Any]:
    return {
        key: _parse_number_or_text(value)
        for key, _, value in (part.partition("=") for part in settings_text.split("&") if part)
    }


def _parse_number_or_text(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


register_bot("random", "aerodrome.bots.random_bot:RandomBot")
register_bot("greedy", "aerodrome.bots.greedy:GreedyBot")
register_bot("cadet", "aerodrome.bots.levels:Cadet")
register_bot("captain", "aerodrome.bots.levels:Captain")
register_bot("baseline", "aerodrome.bots.baseline:BaselineBot")
register_bot("ace", "aerodrome.bots.levels:Ace")
register_bot("search", "aerodrome.bots.search:SearchBot")
register_bot("onnx", "aerodrome.adapters.onnx_bot:create_onnx_bot")
