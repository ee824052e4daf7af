"""A table of the terminal: what a board shows, as rows of words, and the small words that its cells are made of."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

NOTHING = "–"
HIDDEN = "hidden"


class BoardTable(NamedTuple):
    """Rows of cells under columns; the first cell of a row names what the row is about."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    is_shown_every_turn: bool = False
    """Shown at the beginning of every turn, not only when somebody looks."""


def build_fact_table(title: str, facts: Iterable[tuple[str, str]], is_shown_every_turn: bool = True) -> BoardTable:
    """Single facts, one in a row; those without a value are left out."""
    return BoardTable(title, ["", ""], [[name, value] for name, value in facts if value], is_shown_every_turn)


def join_names(names: Iterable[str]) -> str:
    return ", ".join(names) or NOTHING


def format_yes_or_nothing(value: bool) -> str:
    return "yes" if value else NOTHING


def format_dollars_or_hidden(amount: int | None, unit: str = "") -> str:
    """An amount, or that it is not for this viewer to know."""
    return HIDDEN if amount is None else f"${amount:,}{unit}"


def map_ids_to_names(items: Iterable[Mapping[str, Any]], name_field: str = "name") -> dict[str, str]:
    """The names of printed things by their ids."""
    return {one["id"]: one[name_field] for one in items}


def compute_hex_distance(first_hex: Iterable[int], second_hex: Iterable[int]) -> int:
    """The distance of two hexes in axial coordinates."""
    (a_q, a_r), (b_q, b_r) = first_hex, second_hex
    return max(abs(a_q - b_q), abs(a_r - b_r), abs(a_q + a_r - b_q - b_r))
