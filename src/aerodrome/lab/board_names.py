"""What the things of a title are called: read from what is printed on its board."""

from typing import Any

from aerodrome.core.game import Game


def read_board_names(game: Game) -> dict[str, str]:
    """The name of every id on the board: {"new_york": "New York", "B3-B5": "Baltimore–Boston"}."""
    found: dict[str, str] = {}
    ends: dict[str, tuple[str, str]] = {}
    _collect_names(game.board(), found, ends)
    for thing, (one, other) in ends.items():
        found.setdefault(thing, f"{get_display_name(found, one)}–{get_display_name(found, other)}")
    return found


def _collect_names(thing: Any, found: dict[str, str], ends: dict[str, tuple[str, str]]) -> None:
    if isinstance(thing, list | tuple):
        for part in thing:
            _collect_names(part, found, ends)
    elif isinstance(thing, dict):
        _add_name(thing, found, ends)
        for part in thing.values():
            _collect_names(part, found, ends)


def _add_name(thing: dict[str, Any], found: dict[str, str], ends: dict[str, tuple[str, str]]) -> None:
    """A thing with a name, or one that lies between two others (a link, an airmail route)."""
    key = thing.get("id", thing.get("colour"))
    if not isinstance(key, str):
        return
    name = thing.get("short") or thing.get("name")
    if isinstance(name, str):
        found.setdefault(key, name)
    for one, other in (("a", "b"), ("start", "target")):
        if isinstance(thing.get(one), str) and isinstance(thing.get(other), str):
            ends[key] = (thing[one], thing[other])


def get_display_name(board_names: dict[str, str], thing: Any) -> str:
    """Its name; an id without one is at least written as words."""
    word = str(thing)
    if word in board_names or not word.islower():
        return board_names.get(word, word)
    return word.replace("_", " ").replace("-", " ").capitalize()
