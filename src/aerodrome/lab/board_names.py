"""What the things of a title are called: read from what is printed on its board."""

from typing import Any

from aerodrome.core.game import Game


def read_board_names(game: Game) -> dict[str, str]:
    """The name of every id on the board: {"new_york": "New York", "B3-B5": "Baltimore–Boston"}."""
    found: dict[str, str] = {}
    ends: dict[str, tuple[str, str]] = {}
    _collect_names_and_link_ends(game.board(), found, ends)
    for item, (one, other) in ends.items():
        found.setdefault(item, f"{get_display_name(found, one)}–{get_display_name(found, other)}")
    return found


def _collect_names_and_link_ends(
    board_part: Any, names_by_id: dict[str, str], ends_by_id: dict[str, tuple[str, str]]
) -> None:
    if isinstance(board_part, list | tuple):
        for part in board_part:
            _collect_names_and_link_ends(part, names_by_id, ends_by_id)
    elif isinstance(board_part, dict):
        _add_name_or_link_ends(board_part, names_by_id, ends_by_id)
        for part in board_part.values():
            _collect_names_and_link_ends(part, names_by_id, ends_by_id)


def _add_name_or_link_ends(
    board_item: dict[str, Any], names_by_id: dict[str, str], ends_by_id: dict[str, tuple[str, str]]
) -> None:
    """A thing with a name, or one that lies between two others (a link, an airmail route)."""
    key = board_item.get("id", board_item.get("colour"))
    if not isinstance(key, str):
        return
    name = board_item.get("short") or board_item.get("name")
    if isinstance(name, str):
        names_by_id.setdefault(key, name)
    for one, other in (("a", "b"), ("start", "target")):
        if isinstance(board_item.get(one), str) and isinstance(board_item.get(other), str):
            ends_by_id[key] = (board_item[one], board_item[other])


def get_display_name(board_names: dict[str, str], item_id: Any) -> str:
    """Its name; an id without one is at least written as words."""
    word = str(item_id)
    if word in board_names or not word.islower():
        return board_names.get(word, word)
    return word.replace("_", " ").replace("-", " ").capitalize()
