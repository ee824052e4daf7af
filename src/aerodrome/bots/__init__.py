"""Players that know no title. `make("greedy")` gives one; `decide` lets it choose for a seat.

A bot is written as a name with optional settings, or as an import path for one of your own:
`random`, `search?simulations=400`, `mypackage.bots:Tycoon?nerve=0.7`.
"""

from importlib import import_module
from typing import Any

from aerodrome.bots.base import Bot, decide

__all__ = ["Bot", "UnknownBot", "decide", "make", "names", "register"]

_CLASSES: dict[str, str] = {}


class UnknownBot(ValueError):
    """A bot that cannot be found or made."""


def register(name: str, path: str) -> None:
    """`path` is "package.module:Class" (or a function that returns a Bot)."""
    _CLASSES[name] = path


def names() -> tuple[str, ...]:
    return tuple(_CLASSES)


def make(spec: str) -> Bot:
    name, _, settings = spec.partition("?")
    path = _CLASSES.get(name, name)
    if ":" not in path:
        raise UnknownBot(f"no bot {name!r}; there are {', '.join(names())}, or give package.module:Class")
    module, _, attribute = path.partition(":")
    try:
        bot = getattr(import_module(module), attribute)(**_settings(settings))
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise UnknownBot(f"bot {spec!r} cannot be made: {error}") from None
    if not isinstance(bot, Bot):
        raise UnknownBot(f"bot {spec!r} is a {type(bot).__name__}, not an aerodrome.bots.Bot")
    return bot


def _settings(text: str) -> dict[str, Any]:
    return {key: _value(value) for key, _, value in (part.partition("=") for part in text.split("&") if part)}


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


register("random", "aerodrome.bots.random_bot:RandomBot")
register("greedy", "aerodrome.bots.greedy:GreedyBot")
register("cadet", "aerodrome.bots.levels:Cadet")
register("captain", "aerodrome.bots.levels:Captain")
register("ace", "aerodrome.bots.levels:Ace")
register("search", "aerodrome.bots.search:SearchBot")
