"""What each seat had at the end, as names and figures: read from the public view and the tally, for any title."""

import re
from typing import Any

from aerodrome.core.game import Game
from aerodrome.core.state import State

LABELS = {"seat", "name", "colour", "color"}
"""Fields of a player that only say which seat it is."""


def traits(game: Game, state: State) -> list[list[str]]:
    """For each seat the names it has in the final public view: "base: tokyo", "fleets: Douglas DC-3", "ceo: delta"."""
    view = game.view(state, None)
    return [sorted(_held(view, seat, state.seats)) for seat in range(state.seats)]


def _held(view: dict[str, Any], seat: int, seats: int) -> set[str]:
    found: set[str] = set()
    for value in view.values():
        if isinstance(value, list) and len(value) == seats and all(isinstance(item, dict) for item in value):
            own = {name: item for name, item in value[seat].items() if name not in LABELS}
            found |= {f"{name}: {word}" for name, item in own.items() for word in _names(item)}
        elif isinstance(value, dict):
            found |= _shared(value, seat, seats)
    return found


def _names(item: Any) -> set[str]:
    """The names in a field: a name, a list of names or of named things, or what there is more than nothing of."""
    if isinstance(item, str):
        return {item} if item else set()
    if isinstance(item, list):
        return {word for part in item for word in (_named(part) if isinstance(part, dict) else _names(part))}
    if isinstance(item, dict):
        counted = {str(key) for key, amount in item.items() if type(amount) is int and amount > 0}
        return counted or _named(item)
    return set()


def _named(thing: dict[str, Any]) -> set[str]:
    """A thing's name, or the first word there is in it."""
    words = [thing["name"]] if "name" in thing else [word for word in thing.values() if isinstance(word, str)]
    return {str(word) for word in words[:1]}


def _shared(things: dict[str, Any], seat: int, seats: int) -> set[str]:
    """Named things that several seats have a part in ("shares: delta") or that one of them leads ("ceo: delta")."""
    found: set[str] = set()
    for name, thing in things.items():
        for field, value in thing.items() if isinstance(thing, dict) else ():
            if isinstance(value, list) and len(value) == seats and all(type(part) is int for part in value):
                found |= {f"{field}: {name}"} if value[seat] > 0 else set()
            elif field in ("ceo", "owner") and type(value) is int and value == seat:
                found.add(f"{field}: {name}")
    return found


def figures(game: Game, state: State) -> list[dict[str, float]]:
    """For each seat the lines of its final tally, numbers in their labels left out, and what players track on paper."""
    found: list[dict[str, float]] = [{} for _seat in range(state.seats)]
    for seat, lines in enumerate(game.tally(state)):
        for line in lines:
            name = plain(line.label)
            found[seat][name] = found[seat].get(name, 0.0) + line.amount
    for series in game.numbers(state, None):
        for seat, value in enumerate(series.values):
            if value is not None:
                found[seat].setdefault(series.name, float(value))
    return found


def plain(label: str) -> str:
    """ "5 cities at $20M" is about cities, "United: three shares at $400" about United."""
    words = [word for word in label.split(":")[0].split() if not re.search(r"[\d$×]", word)]
    while len(words) > 1 and words[-1] in ("at", "of", "for"):
        words.pop()
    return (" ".join(words) or label).capitalize()
