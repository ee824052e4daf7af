"""The rules of a title on one page: what a beginner needs, as data beside the title; each sentence names its rules."""

import tomllib
from functools import cache

import msgspec

from aerodrome.core.registry import get_title_folder

MAX_WORDS = 400
"""So many fit on one printed sheet."""
MAX_TEXT = 190
"""So many letters fit beside a picture."""
MAX_HEADING = 50


class OnePagePicturePiece(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing of a small drawing: an aircraft, a die, a card with its figure, or a sign between them."""

    aircraft: str = ""
    die: int = 0
    card: str = ""
    note: str = ""
    sign: str = ""


class OnePageStatement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to know, and the rules of the digest that it rests on."""

    heading: str
    text: str
    rules: list[str]
    picture: list[OnePagePicturePiece] = []


class OnePageRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The five parts, in the order they are read."""

    goal: list[OnePageStatement]
    turn: list[OnePageStatement]
    scoring: list[OnePageStatement]
    ending: list[OnePageStatement]
    missed: list[OnePageStatement]
    """Five things that beginners miss."""


@cache
def read_one_page_rules(title: str) -> OnePageRules:
    """The page of a title; FileNotFoundError where it has none."""
    text = (get_title_folder(title) / "text" / "one_page.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), OnePageRules)
