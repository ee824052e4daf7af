"""Who the bots of a title are: invented names in the manner of its era, each with a style of play."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from aerodrome.core.registry import get_title_folder

STYLES = ("careful", "bold", "trader", "builder")


class BotCharacter(NamedTuple):
    """A bot's name and what it is known for."""

    name: str
    style: str


def list_bot_characters(title: str) -> tuple[BotCharacter, ...]:
    """The characters of a title; none for one that brings no `ai/characters.toml`."""
    return _read_bot_characters(get_title_folder(title) / "ai" / "characters.toml")


@cache
def _read_bot_characters(file: Path) -> tuple[BotCharacter, ...]:
    if not file.is_file():
        return ()
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(BotCharacter(name, str(style)) for name, style in found.items())
