"""What a table is worth, and who stands where."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

Scoring = Literal["places", "wins"]
"""Points for each place, or for the win alone."""


class FinishedTable(NamedTuple):
    """A table that is over; `places` are None when it is void."""

    entrants: Sequence[int]
    places: Sequence[int] | None
    left: Collection[int] = ()
    """The seats whose person left, or came too late."""


class Standing(NamedTuple):
    """Where somebody stands; equal in all three figures is equal in rank."""

    entrant: int
    rank: int
    points: Fraction
    wins: Fraction
    met_points: Fraction
    """All points of those that were met, once for each meeting."""


def list_points_by_place(table_size: int, scoring: Scoring) -> list[int]:
    """The points of each place: one for each seat that is not in front and one more for the winner, or a win alone."""
    if scoring == "wins":
        return [1] + [0] * (table_size - 1)
    return [table_size + 1, *range(table_size - 1, 0, -1)]


def compute_points_of_table(table: FinishedTable, scoring: Scoring) -> list[Fraction]:
    """The points of each seat: ties share, whoever left gets none, and a void table is shared by all."""
    points = list_points_by_place(len(table.entrants), scoring)
    if table.places is None:
        return [Fraction(sum(points), len(points))] * len(points)
    return [
        Fraction(0) if seat in table.left else _compute_points_of_tied_place(place, table.places, points)
        for seat, place in enumerate(table.places)
    ]


def _compute_points_of_tied_place(place: int, places: Sequence[int], points_by_place: Sequence[int]) -> Fraction:
    tied = sum(other == place for other in places)
    return Fraction(sum(points_by_place[place - 1 : place - 1 + tied]), tied)


def compute_win_shares_of_table(table: FinishedTable) -> list[Fraction]:
    """Each seat's part of the win; nobody wins a void table."""
    places = table.places or [0] * len(table.entrants)
    winners = [seat for seat, place in enumerate(places) if place == 1 and seat not in table.left]
    return [Fraction(1, len(winners)) if seat in winners else Fraction(0) for seat in range(len(places))]


def compute_standings(entrants: Sequence[int], tables: Sequence[FinishedTable], scoring: Scoring) -> list[Standing]:
    """All entrants, best first: by points, then by tables won, then by the points of those they met."""
    points = dict.fromkeys(entrants, Fraction(0))
    wins = dict.fromkeys(entrants, Fraction(0))
    for table in tables:
        for entrant, share, win in zip(
            table.entrants, compute_points_of_table(table, scoring), compute_win_shares_of_table(table), strict=True
        ):
            points[entrant] += share
            wins[entrant] += win
    met = _sum_points_of_opponents(entrants, tables, points)
    figures = {entrant: (points[entrant], wins[entrant], met[entrant]) for entrant in entrants}
    order = sorted(entrants, key=lambda entrant: figures[entrant], reverse=True)
    return [
        Standing(entrant, 1 + sum(other > figures[entrant] for other in figures.values()), *figures[entrant])
        for entrant in order
    ]


def _sum_points_of_opponents(
    entrants: Sequence[int], tables: Sequence[FinishedTable], points_by_entrant: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    found = dict.fromkeys(entrants, Fraction(0))
    for table in tables:
        total = sum((points_by_entrant[entrant] for entrant in table.entrants), Fraction(0))
        for entrant in table.entrants:
            found[entrant] += total - points_by_entrant[entrant]
    return found
