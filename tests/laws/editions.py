"""Editions that no one has printed: the house's with many values changed at random, as far as the checks allow it."""

import copy
import random
from functools import cache
from typing import Any

import msgspec

from aerodrome.core.edition import check_edition_data, encode_edition, read_checked_edition
from aerodrome.core.registry import get_edition_rules

CHANGES = 60
"""So many values are tried; those that break something are left as they are."""
LEFT_ALONE = ("edition", "format")

Place = tuple[str | int, ...]


@cache
def generate_edition(title: str, seed: int) -> bytes:
    """A sound edition that differs from the house's in many values; the same for the same seed."""
    rules = get_edition_rules(title)
    rng = random.Random(f"{title}:{seed}")
    data = msgspec.to_builtins(read_checked_edition(None, rules))
    data["edition"]["id"] = f"generated-{seed}"
    places = [place for place in _list_places(data) if place[0] not in LEFT_ALONE]
    for place in rng.sample(places, min(CHANGES, len(places))):
        changed = _change(data, place, rng)
        if not check_edition_data(rules, changed).errors:
            data = changed
    found = check_edition_data(rules, data)
    assert found.edition is not None, found.errors
    return encode_edition(found.edition)


def _list_places(value: Any, place: Place = ()) -> list[Place]:
    """Where numbers stand, and pairs of entries that could change places."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return [place]
    if isinstance(value, str):
        return [place] if place and place[-1] in ("city", "good", "target") else []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [found for key, one in inner for found in _list_places(one, (*place, key))]


def _change(data: dict[str, Any], place: Place, rng: random.Random) -> dict[str, Any]:
    """The data with another value there: a number some way off, or a name from another entry."""
    changed = copy.deepcopy(data)
    holder: Any = changed
    for key in place[:-1]:
        holder = holder[key]
    value = holder[place[-1]]
    if isinstance(holder, tuple):
        return changed
    if isinstance(value, float):
        holder[place[-1]] = round(value + rng.uniform(-2, 2), 4)
    elif isinstance(value, int):
        step = max(1, abs(value) // 4)
        holder[place[-1]] = value + rng.choice([-step, -1, 1, step])
    else:
        others = [one for one in _list_places(data) if one[-1] == place[-1] and one[0] == place[0]]
        other: Any = data
        for key in rng.choice(others):
            other = other[key]
        holder[place[-1]] = other
    return changed
