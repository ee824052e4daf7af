"""Settings of a title as people type them: name=value."""

from typing import Any

import aerodrome
from aerodrome import Game
from aerodrome.core.options import BadOption


def load(title: str, options: list[str], edition: str) -> Game:
    return aerodrome.load(title, edition, parse(options))


def parse(options: list[str]) -> dict[str, Any]:
    """`["short=true", "rounds=20"]` as values."""
    parsed: dict[str, Any] = {}
    for option in (part for text in options for part in text.split(",")):
        name, sign, value = option.partition("=")
        if not sign:
            raise BadOption(f"option {option!r}: expected name=value")
        parsed[name.strip()] = _value(value.strip())
    return parsed


def _value(text: str) -> bool | int | float | str | None:
    known: dict[str, bool | None] = {"true": True, "yes": True, "false": False, "no": False, "none": None}
    if text.lower() in known:
        return known[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
