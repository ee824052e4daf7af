"""The title's figures over the whole match, as one seat may know them: what the charts show.

Figures of the past do not change: each is worked out once, in a worker process, and kept. Asking again costs what
happened since.
"""

import asyncio
from typing import NamedTuple

from aerodrome.core.record import CHECKPOINT
from aerodrome.matches.fair_queue import ShareKey
from aerodrome.matches.match import Match
from aerodrome.matches.replay_pool import (
    Figures,
    ReplayWorkerPool,
    build_segment_up_to,
    read_round_and_figures,
    sample_rounds_and_figures,
)

MAX_POINTS = 120
SEGMENTS_AT_ONCE = 16
"""A job of a worker plays at most so many segments between kept states."""


class MatchStatistics(NamedTuple):
    """Chart series, sampled at the same positions."""

    positions: list[int]
    rounds: list[int]
    series: dict[str, list[list[float | None]]]
    """By name: for each seat one value for each position."""


class StatisticsCache:
    """The figures of one match as one viewer may know them, kept as they are asked for."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self._samples: dict[int, tuple[int, Figures]] = {}
        """By position, as the viewer counts: the round and the figures there."""
        self._undo_count = 0
        self._lock = asyncio.Lock()

    async def compute_statistics(self, match: Match, pool: ReplayWorkerPool, share: ShareKey) -> MatchStatistics:
        """The figures at about MAX_POINTS positions and at the present one."""
        async with self._lock:
            return await self._compute_from_samples(match, pool, share)

    async def _compute_from_samples(self, match: Match, pool: ReplayWorkerPool, share: ShareKey) -> MatchStatistics:
        while True:
            self._forget_undone_samples(match)
            length = match.get_shown_position(self.viewer)
            wanted = range(0, length, _choose_sample_interval(length))
            self._samples = {position: self._samples[position] for position in wanted if position in self._samples}
            missing = [position for position in wanted if position not in self._samples]
            if not missing:
                break
            await self._sample_first_missing_positions(match, missing, pool, share)
        samples = dict(self._samples)
        present = match.get_shown_position(self.viewer)
        samples[present] = read_round_and_figures(match.game, match.record.state, self.viewer)
        return _arrange_samples_as_series(samples, len(match.seats))

    def _forget_undone_samples(self, match: Match) -> None:
        """Drop what lies after the positions that the match went back to since the last look."""
        for to_position in match.undo_targets[self._undo_count :]:
            last = match.position_numbers.convert_to_shown_number(self.viewer, to_position)
            self._samples = {position: kept for position, kept in self._samples.items() if position <= last}
        self._undo_count = len(match.undo_targets)

    async def _sample_first_missing_positions(
        self, match: Match, missing_positions: list[int], pool: ReplayWorkerPool, share: ShareKey
    ) -> None:
        """Let a worker look at the first of the missing positions."""
        by_segment: dict[int, list[int]] = {}
        shown_positions = {}
        for shown in missing_positions:
            position = match.position_numbers.convert_from_shown_number(
                self.viewer, shown, match.actions_in_force_count
            )
            shown_positions[position] = shown
            by_segment.setdefault(position // CHECKPOINT, []).append(position)
        groups = list(by_segment.values())[:SEGMENTS_AT_ONCE]
        segments = [build_segment_up_to(match, group[-1]) for group in groups]
        found = await pool.run_short_job(sample_rounds_and_figures, segments, groups, self.viewer, share=share)
        sampled = [shown_positions[position] for group in groups for position in group]
        self._samples.update(zip(sampled, found, strict=True))


def _choose_sample_interval(length: int) -> int:
    """The distance between samples: doubled whenever there would be too many, so that those kept stay useful."""
    interval = 1
    while length // interval > MAX_POINTS:
        interval *= 2
    return interval


def _arrange_samples_as_series(samples: dict[int, tuple[int, Figures]], seat_count: int) -> MatchStatistics:
    """The figures as series; what was not counted at a position is None there."""
    positions = sorted(samples)
    series: dict[str, list[list[float | None]]] = {}
    for index, position in enumerate(positions):
        for name, values in samples[position][1]:
            columns = series.setdefault(name, [[None] * len(positions) for _ in range(seat_count)])
            for seat, value in enumerate(values[:seat_count]):
                columns[seat][index] = value
    return MatchStatistics(positions, [samples[position][0] for position in positions], series)
