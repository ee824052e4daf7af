"""Any title's view as text: what belongs to seats in one table, lists of things in others, the rest in lines."""

from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from aerodrome import Game, State

COMMON_FIELDS = {"title", "seat", "seats", "actors", "over", "winners", "scores", "phase"}
HEADING_FIELDS = {"seat", "name", "colour"}
"""What a column's head says already."""
SEAT_FIELDS = {"owner", "ceo", "active", "start", "first"}


def render_state(game: Game, state: State, viewer: int | None) -> RenderableType:
    """The table as `who` may see it."""
    view = game.view(state, viewer)
    parts: list[RenderableType] = [_render_seat_table(game, view)]
    parts.extend(
        _render_view_field(game, name, value)
        for name, value in view.items()
        if _is_shown_below_seat_table(name, value, view["seats"])
    )
    return Panel(Group(*parts), title=escape(view["phase"]), subtitle=_format_winners(game, view))


def render_board(game: Game) -> RenderableType:
    """The board as it is printed."""
    return Group(*(_render_view_field(game, name, value) for name, value in game.board().items()))


def _format_winners(game: Game, view: dict[str, Any]) -> str:
    if not view["over"]:
        return ""
    return "Won by " + " and ".join(game.seat_name(seat) for seat in view["winners"])


def _is_per_seat(name: str, value: Any, seats: int) -> bool:
    return isinstance(value, list) and len(value) == seats and name not in ("actors", "winners")


def _is_shown_below_seat_table(name: str, value: Any, seats: int) -> bool:
    return name not in COMMON_FIELDS and not _is_per_seat(name, value, seats) and value not in (None, [], {}, "")


def _render_seat_table(game: Game, view: dict[str, Any]) -> Table:
    """One column for each seat; the one whose view it is has a star, those who must act an arrow."""
    seats = view["seats"]
    table = Table("", *(_format_seat_heading(game, view, seat) for seat in range(seats)))
    for name, value in view.items():
        if value is None or not _is_per_seat(name, value, seats):
            continue
        rows = _transpose_to_columns(value) if all(isinstance(item, dict) for item in value) else {name: value}
        for key, items in rows.items():
            cells = [_format_value(item) for item in items]
            if key not in HEADING_FIELDS and any(cell != "–" for cell in cells):
                table.add_row(_format_label(key), *cells)
    return table


def _transpose_to_columns(items: list[dict[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for item in items for key in item)
    return {key: [item.get(key) for item in items] for key in keys}


def _format_seat_heading(game: Game, view: dict[str, Any], seat: int) -> str:
    marks = ("*" if seat == view["seat"] else "") + ("→" if seat in view["actors"] else "")
    return f"{marks}{escape(game.seat_name(seat))}"


def _render_view_field(game: Game, name: str, value: Any) -> RenderableType:
    if isinstance(value, dict) and value and all(isinstance(item, dict) for item in value.values()):
        value = [{"": key} | item for key, item in value.items()]
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return _render_table_of_objects(game, name, value)
    return f"[bold]{_format_label(name)}[/bold]: {_format_field(game, name, value)}"


def _render_table_of_objects(game: Game, name: str, items: list[dict[str, Any]]) -> Table:
    """One row for each thing, or one column where that is narrower; what says nothing is left out."""
    columns = {
        key: [_format_field(game, key, value) for value in values]
        for key, values in _transpose_to_columns(items).items()
    }
    told = {key: cells for key, cells in columns.items() if any(cell not in ("–", "no") for cell in cells)}
    if len(told) <= max(8, len(items)):
        table = Table(*(_format_label(column) for column in told), title=_format_label(name), title_justify="left")
        for row in zip(*told.values(), strict=True):
            table.add_row(*row)
        return table
    first, *rest = told
    table = Table(_format_label(first), *told[first], title=_format_label(name), title_justify="left")
    for column in rest:
        table.add_row(_format_label(column), *told[column])
    return table


def _format_field(game: Game, field: str, value: Any) -> str:
    if field in SEAT_FIELDS and type(value) is int and 0 <= value < game.seats_max:
        return escape(game.seat_name(value))
    return _format_value(value)


def _format_label(name: str) -> str:
    return escape(name.replace("_", " "))


def _format_value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_format_value(item) for item in value) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{_format_label(str(key))} {_format_value(item)}" for key, item in value.items()) or "–"
    return escape(str(value))
