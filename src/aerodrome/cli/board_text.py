"""A table as text: aligned columns in a terminal, or plain lines that a screen reader reads one after another."""

import os

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from aerodrome import Game, State
from aerodrome.cli.board_tables import list_board_tables
from aerodrome.cli.board_tables.table import NOTHING, BoardTable

WIDEST = 1000
"""Tables are measured as if there was so much room."""


def is_plain_output(console: Console) -> bool:
    """Whether lines are wanted and no columns: the output is no terminal, or colour is not wished for."""
    return not console.is_terminal or bool(os.environ.get("NO_COLOR"))


def build_board_renderable(game: Game, state: State, viewer: int | None, plain: bool) -> RenderableType:
    """The table as a seat (None: a spectator) may see it."""
    tables = list_board_tables(game, state, viewer)
    return Group(
        Text(format_phase_and_winners(game, state)), *(build_table_renderable(table, plain) for table in tables)
    )


def format_phase_and_winners(game: Game, state: State) -> str:
    view = game.view(state, None)
    won = f". Won by {' and '.join(game.seat_name(seat) for seat in view['winners'])}" if view["over"] else ""
    return f"{view['phase']}{won}"


def build_table_renderable(table: BoardTable, plain: bool) -> RenderableType:
    return _build_lines_renderable(table) if plain else _ColumnsOrLines(table)


class _ColumnsOrLines:
    """Columns, or lines where the terminal is so narrow that words would be cut."""

    def __init__(self, table: BoardTable) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = _build_rich_table(self.table)
        fits = Measurement.get(console, options.update(max_width=WIDEST), columns).minimum <= options.max_width
        yield columns if fits else _build_lines_renderable(self.table)


def _build_lines_renderable(table: BoardTable) -> RenderableType:
    return Group(*(Text(line) for line in format_table_as_plain_lines(table)))


def format_table_as_plain_lines(table: BoardTable) -> list[str]:
    """A heading, and a line for each row that says every figure with its name."""
    return [f"{table.title}:", *(f"  {_format_row_as_line(table, row)}" for row in table.rows)]


def _format_row_as_line(table: BoardTable, row: list[str]) -> str:
    told = [
        f"{column} {cell}".lstrip()
        for column, cell in zip(table.columns[1:], row[1:], strict=True)
        if cell not in ("", NOTHING)
    ]
    return f"{row[0]}: {'; '.join(told)}" if told else row[0]


def _build_rich_table(table: BoardTable) -> Table:
    """Columns that say nothing at all are left out."""
    told = [
        number
        for number in range(len(table.columns))
        if not number or any(row[number] not in ("", NOTHING) for row in table.rows)
    ]
    shown = Table(
        title=Text(table.title, "bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_header=any(table.columns),
        pad_edge=False,
        collapse_padding=True,
    )
    for number in told:
        shown.add_column(Text(table.columns[number]))
    for row in table.rows:
        shown.add_row(*(Text(row[number]) for number in told))
    return shown
