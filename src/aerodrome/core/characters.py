"""Who the bots of a title are: invented names in the manner of its era, each with a style of play."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from aerodrome.core.registry import get_title_folder

STYLES = ("careful", "bold", "trader", "builder")


class Character(NamedTuple):
    """A bot's name and what it is known for."""

    name: str
    style: str


def list_characters(title: str) -> tuple[Character, ...]:
    """The characters of a title; none for one that brings no `ai/characters.toml`."""
    return _read_characters(get_title_folder(title) / "ai" / "characters.toml")


@cache
def _read_characters(file: Path) -> tuple[Character, ...]:
    if not file.is_file():
        return ()
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(Character(name, str(style)) for name, style in found.items())
