"""The figures of a title over the whole match, as one seat may know them."""

from typing import NamedTuple

from aerodrome.table.match import Match

POINTS = 120


class History(NamedTuple):
    positions: list[int]
    rounds: list[int]
    series: dict[str, list[list[float | None]]]
    """By name: for each seat one value for each position."""


def history(match: Match, who: int | None) -> History:
    """Played through once from the start, looking at no more than POINTS moments."""
    game, played = match.game, list(match.record.played)
    state = match.record.at(0)
    every = max(1, -(-len(played) // POINTS))
    positions: list[int] = []
    rounds: list[int] = []
    series: dict[str, list[list[float | None]]] = {}
    for position in range(len(played) + 1):
        if position:
            game.apply(state, *played[position - 1])
        if position % every and position != len(played):
            continue
        for line in game.numbers(state, who):
            columns = series.setdefault(line.name, [[None] * len(positions) for _ in match.seats])
            for seat, column in enumerate(columns):
                column.append(line.values[seat] if seat < len(line.values) else None)
        positions.append(position)
        rounds.append(game.round_of(state))
        for columns in series.values():
            for column in columns:
                if len(column) < len(positions):
                    column.append(None)
    return History(positions, rounds, series)
