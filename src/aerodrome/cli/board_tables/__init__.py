"""What a viewer may see of a table, as tables of words: each title's board in the way its players read it."""

from typing import Any

from aerodrome import Game, State
from aerodrome.cli.board_tables.airkwire import list_airkwire_tables
from aerodrome.cli.board_tables.airline import list_airline_tables
from aerodrome.cli.board_tables.airsteam import list_airsteam_tables
from aerodrome.cli.board_tables.generic import list_generic_tables
from aerodrome.cli.board_tables.table import BoardTable
from aerodrome.cli.board_tables.tingoose import list_tingoose_tables


def list_board_tables(game: Game, state: State, viewer: int | None) -> list[BoardTable]:
    """Made of the view of that seat (None: a spectator) and the printed board, so nothing hidden can be in them."""
    view = game.view(state, viewer)
    tables = _list_tables_of_title(game, state, view)
    return [_mark_viewer_and_actors(game, view, table) for table in tables if table.rows]


def _list_tables_of_title(game: Game, state: State, view: dict[str, Any]) -> list[BoardTable]:
    match game.title:
        case "airline":
            return list_airline_tables(game, view)
        case "airkwire":
            return list_airkwire_tables(game, view)
        case "airsteam":
            return list_airsteam_tables(game, state, view)
        case "tingoose":
            return list_tingoose_tables(game, view)
    return list_generic_tables(game, view)


def _mark_viewer_and_actors(game: Game, view: dict[str, Any], table: BoardTable) -> BoardTable:
    """In the table of players: who the viewer is, and who must act."""
    if table.title != "Players":
        return table
    rows = [
        [_add_seat_marks(row[0], seat, view), *row[1:]] if row[0].startswith(game.seat_name(seat)) else row
        for seat, row in enumerate(table.rows)
    ]
    return table._replace(rows=rows)


def _add_seat_marks(name: str, seat: int, view: dict[str, Any]) -> str:
    marks = [
        *(["you"] if seat == view["seat"] else []),
        *(["to act"] if seat in view["actors"] and seat != view["seat"] else []),
    ]
    return f"{name} ({', '.join(marks)})" if marks else name
