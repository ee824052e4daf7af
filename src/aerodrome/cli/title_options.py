"""Options of a title as people type them: name=value. The only place that reads them."""

import json
from collections.abc import Iterable
from typing import Any

from aerodrome.core.options import BadOption

WORDS: dict[str, bool | None] = {"true": True, "yes": True, "false": False, "no": False, "none": None, "null": None}


def parse_title_options(options: Iterable[str]) -> dict[str, Any]:
    """`["short=yes", "rounds=20,bonus=none"]` as values: yes, no and none, what JSON can read, or else text."""
    parsed: dict[str, Any] = {}
    for option in (part for text in options for part in _split_options_outside_json(text)):
        name, sign, value = option.partition("=")
        if not sign:
            raise BadOption(f"option {option!r}: expected name=value")
        parsed[name.strip()] = _parse_json_or_text(value.strip())
    return parsed


def _split_options_outside_json(options_text: str) -> list[str]:
    """Several options in one; a comma inside a JSON list or object parts nothing."""
    parts = options_text.split(",")
    return parts if all("=" in part for part in parts) or not set(options_text) & set('[{"') else [options_text]


def _parse_json_or_text(text: str) -> Any:
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    for parse in (int, float, json.loads):
        try:
            return parse(text)
        except ValueError:
            continue
    return text
