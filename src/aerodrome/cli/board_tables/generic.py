"""Any title's view as tables: what belongs to seats in one, lists of things in others, the rest as facts."""

from typing import Any

from aerodrome import Game
from aerodrome.cli.board_tables.table import NOTHING, BoardTable

COMMON_FIELDS = {"title", "seat", "seats", "actors", "over", "winners", "scores", "phase"}
HEADING_FIELDS = {"seat", "name", "colour"}
"""What the name of a row says already."""


def list_generic_tables(game: Game, view: dict[str, Any]) -> list[BoardTable]:
    seats = view["seats"]
    tables = [_build_seat_table(game, view)]
    rest = {
        name: value
        for name, value in view.items()
        if name not in COMMON_FIELDS and not _is_per_seat(name, value, seats) and value not in (None, [], {}, "")
    }
    return [*tables, *list_tables_of_values(rest)]


def list_tables_of_values(values_by_name: dict[str, Any]) -> list[BoardTable]:
    """Lists of things as tables of their own, everything else as facts."""
    facts: list[list[str]] = []
    tables = []
    for name, value in values_by_name.items():
        if isinstance(value, dict) and value and all(isinstance(item, dict) for item in value.values()):
            value = [{"": key} | item for key, item in value.items()]
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            columns = list(dict.fromkeys(key for item in value for key in item))
            rows = [[_format_value(item.get(column)) for column in columns] for item in value]
            tables.append(
                BoardTable(replace_underscores(name), [replace_underscores(column) for column in columns], rows, True)
            )
        else:
            facts.append([replace_underscores(name), _format_value(value)])
    return [BoardTable("Table", ["", ""], facts, True), *tables] if facts else tables


def _is_per_seat(name: str, value: Any, seats: int) -> bool:
    return isinstance(value, list) and len(value) == seats and name not in ("actors", "winners")


def _build_seat_table(game: Game, view: dict[str, Any]) -> BoardTable:
    columns: dict[str, list[Any]] = {}
    for name, value in view.items():
        if name in COMMON_FIELDS - {"scores"} or not _is_per_seat(name, value, view["seats"]):
            continue
        if all(isinstance(item, dict) for item in value):
            keys = dict.fromkeys(key for item in value for key in item if key not in HEADING_FIELDS)
            columns |= {key: [item.get(key) for item in value] for key in keys}
        else:
            columns[name] = value
    rows = [
        [game.seat_name(seat), *(_format_value(values[seat]) for values in columns.values())]
        for seat in range(view["seats"])
    ]
    return BoardTable("Players", ["Player", *(replace_underscores(name) for name in columns)], rows, True)


def replace_underscores(name: str) -> str:
    return name.replace("_", " ")


def _format_value(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_format_value(item) for item in value) or NOTHING
    if isinstance(value, dict):
        return (
            ", ".join(f"{replace_underscores(str(key))} {_format_value(item)}" for key, item in value.items())
            or NOTHING
        )
    return str(value)
