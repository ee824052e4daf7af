"""Display names: harmless in any page, and nobody's double at the same table."""

import unicodedata
from collections.abc import Iterable

from aerodrome.table.troubles import Malformed, NotAllowed

LONGEST = 24
_MARKUP = set('<>&"`\\')
_LOOKALIKE = str.maketrans("0134578|!$авеёкмнорстухіјѕαβεικνορτυχ", "oieastbiisabeekmhopctyxijsabeiknoptyx")


def clean(name: str) -> str:
    """The name as it is shown. Raises Malformed when nothing is left of it."""
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(c for c in plain if unicodedata.category(c)[0] not in "C" and c not in _MARKUP)
    short = " ".join(kept.split())[:LONGEST].strip()
    if not any(c.isalnum() for c in short):
        raise Malformed("A name needs at least one letter or digit.")
    return short


def skeleton(name: str) -> str:
    """What two names have in common when the eye could take one for the other."""
    parts = unicodedata.normalize("NFKD", name.casefold().translate(_LOOKALIKE))
    return "".join(c for c in parts if c.isalnum()).replace("l", "i")


def free(name: str, others: Iterable[str]) -> str:
    """The cleaned name, when nobody at the table has one like it."""
    shown = clean(name)
    mine = skeleton(shown)
    if mine in {skeleton(other) for other in others}:
        raise NotAllowed("Somebody at this table already has a name like that.")
    return shown
