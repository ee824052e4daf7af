"""What turns bring in the long run: fares from visitors, SUBSIDY less MAINTENANCE."""

from __future__ import annotations

from typing import Final, final

from aerodrome.games.airline.components.edition import Edition
from aerodrome.games.airline.model.state import HIJACK_SPACE, MAINTENANCE_SPACE, SPACE_KINDS, TRACK_LENGTH

TURNS_UNTIL_STEADY: Final = 400
MEAN_THROW: Final = 7.0


@final
class IncomeOutlook:
    """Averages over the dice, built once from the board."""

    def __init__(self, edition: Edition) -> None:
        chances = _compute_landing_chance_by_space([SPACE_KINDS.index(space.kind) for space in edition.track.spaces])
        chance_of_city: dict[str, float] = {}
        for space in edition.track.spaces:
            chance_of_city[space.city] = chances[space.pos]
        worth = [[city.fares[a] * chance_of_city[city.id] for city in edition.city] for a in range(3)]
        self.fares_low: list[list[float]] = [[_sum_over_city_bits(row, half) for half in range(512)] for row in worth]
        self.fares_high: list[list[float]] = [
            [_sum_over_city_bits(row, half << 9) for half in range(512)] for row in worth
        ]
        garage = chances[[space.kind for space in edition.track.spaces].index(SPACE_KINDS[MAINTENANCE_SPACE])]
        self.upkeep: list[float] = [
            a.subsidy * MEAN_THROW / TRACK_LENGTH - a.maintenance * garage for a in edition.aircraft
        ]
        """By aircraft: what a turn of one's own brings, SUBSIDY less MAINTENANCE."""

    def compute_expected_fares_per_turn(self, aircraft: int, city_bits: int) -> float:
        """The fares of these cities, each times the chance that a turn of another player ends there."""
        return self.fares_low[aircraft][city_bits & 511] + self.fares_high[aircraft][city_bits >> 9]


def _compute_landing_chance_by_space(kind_by_space: list[int]) -> list[float]:
    """Per space: how likely a turn's move ends there in the long run, HIJACK included."""
    hijack = kind_by_space.index(HIJACK_SPACE)
    stand = [1.0 / TRACK_LENGTH] * TRACK_LENGTH
    land = stand
    for _turn in range(TURNS_UNTIL_STEADY):
        land = [0.0] * TRACK_LENGTH
        for pos in range(TRACK_LENGTH):
            for total in range(2, 13):
                land[(pos + total) % TRACK_LENGTH] += stand[pos] * (6 - abs(7 - total)) / 36.0
        stand = land.copy()
        stand[0] += land[hijack] * 5.0 / 6.0
        stand[hijack] = land[hijack] / 6.0
    return land


def _sum_over_city_bits(value_by_city: list[float], city_bits: int) -> float:
    total = 0.0
    for city in range(18):
        if (city_bits >> city) & 1:
            total += value_by_city[city]
    return total
