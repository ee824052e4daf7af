"""Which character a bot of a match is, what it is called, and how its style reaches the bot."""

import hashlib
from collections.abc import Iterable

from aerodrome.bots.levels import LOBBY_LEVELS, STYLED_LEVELS
from aerodrome.core.bot_characters import BotCharacter, list_bot_characters
from aerodrome.core.game import Game
from aerodrome.core.registry import list_style_names

BOT_MARK = " (bot)"
LETTERS = "ABCDEFGHIJKLMNOP"
STYLE_SETTING = "?style="


def format_level_bot_name(level: str, bot_number: int = 1) -> str:
    """What a bot of a title without characters is called: "Captain (bot)", "Captain B (bot)".

    A letter: a number would be read as a figure of the game.
    """
    return f"{level.capitalize()}{f' {LETTERS[bot_number - 1]}' if bot_number > 1 else ''}{BOT_MARK}"


def format_bot_character_name(character: BotCharacter) -> str:
    """A character's name with the mark by which everybody knows a bot."""
    return f"{character.name}{BOT_MARK}"


def find_bot_character_by_display_name(title: str, display_name: str) -> BotCharacter | None:
    """The character that is called so at a table."""
    return next((one for one in list_bot_characters(title) if format_bot_character_name(one) == display_name), None)


def choose_bot_character(title: str, seed: str, taken_names: Iterable[str], style: str = "") -> BotCharacter | None:
    """A character nobody at the table has; of the style asked for, or else of one that nobody plays, if there is one.

    The same for the same table.
    """
    taken = set(taken_names)
    order = sorted(
        list_bot_characters(title), key=lambda one: hashlib.sha256(f"{seed}:bot:{one.name}".encode()).digest()
    )
    free = [one for one in order if format_bot_character_name(one) not in taken]
    played = {one.style for one in order if format_bot_character_name(one) in taken}
    fitting = [one for one in free if (one.style == style if style else one.style not in played)] or free
    return fitting[0] if fitting else None


def get_bot_style(level: str, character: BotCharacter) -> str:
    """The character's style, for a level that thinks enough to have one."""
    return character.style if level in LOBBY_LEVELS else ""


def build_bot_spec(game: Game, level: str, style: str) -> str:
    """The bot that plays a seat, as `create_bot` takes it; without a style that the title does not have."""
    is_known = level in STYLED_LEVELS and style in list_style_names(game)
    return f"{level}{STYLE_SETTING}{style}" if is_known else level


def split_bot_spec(bot_spec: str) -> tuple[str, str]:
    """The level and the style of a bot: "captain" and "bold" of "captain?style=bold"."""
    level, _, style = bot_spec.partition(STYLE_SETTING)
    return level, style
