"""The title's figures over the whole match, as one seat may know them: what the charts show."""

from typing import NamedTuple

from aerodrome.matches.match import Match

MAX_POINTS = 120


class MatchStatistics(NamedTuple):
    """Chart series, sampled at the same positions."""

    positions: list[int]
    rounds: list[int]
    series: dict[str, list[list[float | None]]]
    """By name: for each seat one value for each position."""


def compute_statistics(match: Match, viewer: int | None) -> MatchStatistics:
    """Play the match through once from the start, sampling about MAX_POINTS positions."""
    game, played = match.game, list(match.record.played)
    state = match.record.state_at(0)
    interval = max(1, -(-len(played) // MAX_POINTS))
    positions: list[int] = []
    rounds: list[int] = []
    series: dict[str, list[list[float | None]]] = {}
    for position in range(len(played) + 1):
        if position:
            game.apply(state, *played[position - 1])
        if position % interval and position != len(played):
            continue
        for line in game.statistics(state, viewer):
            columns = series.setdefault(line.name, [[None] * len(positions) for _ in match.seats])
            for seat, column in enumerate(columns):
                column.append(line.values[seat] if seat < len(line.values) else None)
        positions.append(position)
        rounds.append(game.round_number(state))
        for columns in series.values():
            for column in columns:
                if len(column) < len(positions):
                    column.append(None)
    return MatchStatistics(positions, rounds, series)
