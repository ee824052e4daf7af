"""Display names: harmless in any page, and nobody's double in the same match."""

import unicodedata
from collections.abc import Iterable

from aerodrome.matches.errors import MalformedRequest, NotAllowed

MAX_NAME_LENGTH = 24
_MARKUP = set('<>&"`\\')
_LOOKALIKE = str.maketrans("0134578|!$авеёкмнорстухіјѕαβεικνορτυχ", "oieastbiisabeekmhopctyxijsabeiknoptyx")


def clean_name(name: str) -> str:
    """The name as it is shown. Raises MalformedRequest when nothing is left of it."""
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(c for c in plain if unicodedata.category(c)[0] not in "C" and c not in _MARKUP)
    short = " ".join(kept.split())[:MAX_NAME_LENGTH].strip()
    if not any(c.isalnum() for c in short):
        raise MalformedRequest("A name needs at least one letter or digit.")
    return short


def compute_confusable_skeleton(name: str) -> str:
    """What two names have in common when the eye could take one for the other."""
    parts = unicodedata.normalize("NFKD", name.casefold().translate(_LOOKALIKE))
    return "".join(c for c in parts if c.isalnum()).replace("l", "i")


def clean_unique_name(name: str, taken_names: Iterable[str]) -> str:
    """The cleaned name; raises NotAllowed when somebody in the match has one that looks like it."""
    cleaned = clean_name(name)
    if compute_confusable_skeleton(cleaned) in {compute_confusable_skeleton(taken) for taken in taken_names}:
        raise NotAllowed("Somebody at this table already has a name like that.")
    return cleaned
