"""Display names: harmless in any page, nobody's double in the same match, and no bot's."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from aerodrome.bots.levels import LEVEL_NAMES
from aerodrome.core.bot_characters import list_bot_characters
from aerodrome.core.registry import UnknownTitle, titles
from aerodrome.matches.confusable_letters import LOOKALIKES
from aerodrome.matches.errors import MalformedRequest, NotAllowed

MAX_NAME_LENGTH = 24
FORMER_PLAYER = "Former player"
"""Who sat where somebody wanted to be forgotten; nobody else may be called so."""
PRIVATE_PLAYER = "Private player"
"""Who keeps their page private, on the pages of others; nobody else may be called so either."""
_MARKUP = set('<>&"`\\')
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs without a picture. Control and format characters are dropped from names anyway."""
_TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_DIGITS_AND_SMALL_LETTERS = str.maketrans("0134578|!$вкнт", "oieastbiisbkht")
_CONFUSABLES = {ord(c): latin for latin, similar in LOOKALIKES.items() for c in similar}


def clean_and_require_name(name: str, max_length: int = MAX_NAME_LENGTH) -> str:
    """The name as it is shown. Raises MalformedRequest when nothing is left of it, or it holds what nobody can see."""
    if _INVISIBLE.search(name):
        raise MalformedRequest("A name may not hold invisible characters.")
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(c for c in plain if unicodedata.category(c)[0] not in "C" and c not in _MARKUP)
    short = " ".join(kept.split())[:max_length].strip()
    if not any(c.isalnum() for c in short):
        raise MalformedRequest("A name needs at least one letter or digit.")
    return short


def clean_free_text_line(text: str) -> str:
    """A line of free text without control characters, and without those that turn the direction of what follows."""
    kept = "".join(c for c in " ".join(text.split()) if unicodedata.category(c) != "Cc" and c not in _TURNING)
    return " ".join(kept.split())


def compute_confusable_skeleton(name: str) -> str:
    """What two names have in common when the eye could take one for the other."""
    # Small letters may look like others than their capitals do: both are looked up.
    latin = name.translate(_CONFUSABLES).casefold().translate(_CONFUSABLES).translate(_DIGITS_AND_SMALL_LETTERS)
    parts = unicodedata.normalize("NFKD", latin)
    return "".join(c for c in parts if c.isalnum()).replace("l", "i").replace("rn", "m").replace("vv", "w")


_BOT = compute_confusable_skeleton("bot")
_NOBODIES = {compute_confusable_skeleton(name) for name in (FORMER_PLAYER, PRIVATE_PLAYER)}
_LEVELS = {compute_confusable_skeleton(level) for level in LEVEL_NAMES}


@cache
def _list_bot_name_skeletons(title: str) -> frozenset[str]:
    try:
        return frozenset(compute_confusable_skeleton(character.name) for character in list_bot_characters(title))
    except (ImportError, UnknownTitle):
        return frozenset()


def could_pass_for_bot(name: str) -> bool:
    """Whether a person of this name could be taken for a bot: "Ace", "Captain 2", "Ann (bot)", a bot's own name."""
    words = [compute_confusable_skeleton(word) for word in re.findall(r"[^\W_]+", name)]
    base = compute_confusable_skeleton(re.sub(r"[\d\W_]+$", "", name)).removesuffix(_BOT)
    if _BOT in words or base in _LEVELS:
        return True
    return any(base in _list_bot_name_skeletons(title) for title in titles())


def clean_and_require_unique_name(name: str, taken_names: Iterable[str]) -> str:
    """The cleaned name of a person; raises NotAllowed when it looks like a bot's or like another of the match."""
    cleaned = clean_and_require_name(name)
    if could_pass_for_bot(cleaned):
        raise NotAllowed("This name looks like a bot's: take another.")
    if compute_confusable_skeleton(cleaned) in _NOBODIES:
        raise NotAllowed("This name stands for people who have gone or are not named: take another.")
    if compute_confusable_skeleton(cleaned) in {compute_confusable_skeleton(taken) for taken in taken_names}:
        raise NotAllowed("Somebody at this table already has a name like that.")
    return cleaned
