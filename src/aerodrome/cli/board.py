"""Any title's view as text: what belongs to seats in one table, lists of things in others, the rest in lines."""

from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from aerodrome import Game, State

COMMON = {"title", "seat", "seats", "actors", "over", "winners", "scores", "phase"}
IN_THE_HEAD = {"seat", "name", "colour"}
"""What a column's head says already."""
NAMES_A_SEAT = {"owner", "ceo", "active", "start", "first"}


def position(game: Game, state: State, who: int | None) -> RenderableType:
    """The table as `who` may see it."""
    view = game.view(state, who)
    parts: list[RenderableType] = [_seats(game, view)]
    parts.extend(_part(game, name, value) for name, value in view.items() if _is_rest(name, value, view["seats"]))
    return Panel(Group(*parts), title=escape(view["phase"]), subtitle=_result(game, view))


def printed(game: Game) -> RenderableType:
    """The board as it is printed."""
    return Group(*(_part(game, name, value) for name, value in game.board().items()))


def _result(game: Game, view: dict[str, Any]) -> str:
    if not view["over"]:
        return ""
    return "Won by " + " and ".join(game.seat_name(seat) for seat in view["winners"])


def _is_per_seat(name: str, value: Any, seats: int) -> bool:
    return isinstance(value, list) and len(value) == seats and name not in ("actors", "winners")


def _is_rest(name: str, value: Any, seats: int) -> bool:
    return name not in COMMON and not _is_per_seat(name, value, seats) and value not in (None, [], {}, "")


def _seats(game: Game, view: dict[str, Any]) -> Table:
    """One column for each seat; the one whose view it is has a star, those who must act an arrow."""
    seats = view["seats"]
    table = Table("", *(_head(game, view, seat) for seat in range(seats)))
    for name, value in view.items():
        if value is None or not _is_per_seat(name, value, seats):
            continue
        rows = _by_key(value) if all(isinstance(item, dict) for item in value) else {name: value}
        for key, items in rows.items():
            cells = [_text(item) for item in items]
            if key not in IN_THE_HEAD and any(cell != "–" for cell in cells):
                table.add_row(_label(key), *cells)
    return table


def _by_key(items: list[dict[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for item in items for key in item)
    return {key: [item.get(key) for item in items] for key in keys}


def _head(game: Game, view: dict[str, Any], seat: int) -> str:
    marks = ("*" if seat == view["seat"] else "") + ("→" if seat in view["actors"] else "")
    return f"{marks}{escape(game.seat_name(seat))}"


def _part(game: Game, name: str, value: Any) -> RenderableType:
    if isinstance(value, dict) and value and all(isinstance(item, dict) for item in value.values()):
        value = [{"": key} | item for key, item in value.items()]
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return _things(game, name, value)
    return f"[bold]{_label(name)}[/bold]: {_named(game, name, value)}"


def _things(game: Game, name: str, items: list[dict[str, Any]]) -> Table:
    """One row for each thing, or one column where that is narrower; what says nothing is left out."""
    columns = {key: [_named(game, key, value) for value in values] for key, values in _by_key(items).items()}
    told = {key: cells for key, cells in columns.items() if any(cell not in ("–", "no") for cell in cells)}
    if len(told) <= max(8, len(items)):
        table = Table(*(_label(column) for column in told), title=_label(name), title_justify="left")
        for row in zip(*told.values(), strict=True):
            table.add_row(*row)
        return table
    first, *rest = told
    table = Table(_label(first), *told[first], title=_label(name), title_justify="left")
    for column in rest:
        table.add_row(_label(column), *told[column])
    return table


def _named(game: Game, field: str, value: Any) -> str:
    if field in NAMES_A_SEAT and type(value) is int and 0 <= value < game.seats_max:
        return escape(game.seat_name(value))
    return _text(value)


def _label(name: str) -> str:
    return escape(name.replace("_", " "))


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{_label(str(key))} {_text(item)}" for key, item in value.items()) or "–"
    return escape(str(value))
