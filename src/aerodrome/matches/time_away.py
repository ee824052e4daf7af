"""Time away: when a person's clocks stand, within the days a year that the host of a table grants.

A day counts when it is said to be a day away, whether or not the clock would have run. What is taken back before it
begins, and the rest of what is ended early, counts for nothing. Years are those of the calendar, in UTC.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

Period = tuple[int, int]
"""From when to when, in milliseconds of Unix time."""
DAY_MS = 86_400_000
MAX_DAYS_A_YEAR = 60
DEFAULT_DAYS_A_YEAR = 14
"""What a slow table grants unless its host says otherwise."""


def merge_periods(periods: Sequence[Period]) -> list[Period]:
    """The same time in order, without overlaps and without what is empty."""
    merged: list[Period] = []
    for began, ended in sorted(periods):
        if ended <= began:
            continue
        if merged and began <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(ended, merged[-1][1])
        else:
            merged.append((began, ended))
    return merged


def count_overlap_ms(periods: Sequence[Period], began_ms: int, ended_ms: int) -> int:
    """How much of the time between two moments lies in periods that do not overlap."""
    return sum(max(0, min(ended, ended_ms) - max(began, began_ms)) for began, ended in periods)


def keep_time_before(periods: Sequence[Period], at_ms: int) -> list[Period]:
    """What of these periods is over at this moment."""
    return merge_periods([(began, min(ended, at_ms)) for began, ended in periods])


def compute_granted_time_away(
    granted_before: Sequence[Period], wanted_periods: Sequence[Period], days_a_year: int, at_ms: int
) -> list[Period]:
    """What of the wanted periods from this moment on stops the clock."""
    used, granted = keep_time_before(granted_before, at_ms), list[Period]()
    for began, ended in merge_periods([(max(began, at_ms), ended) for began, ended in wanted_periods]):
        for first_ms, last_ms in _split_period_by_year(began, ended):
            year = datetime.fromtimestamp(first_ms / 1000, UTC).year
            left_ms = days_a_year * DAY_MS - count_overlap_ms(
                used + granted, _get_new_year_ms(year), _get_new_year_ms(year + 1)
            )
            if left_ms > 0:
                granted.append((first_ms, min(last_ms, first_ms + left_ms)))
    return merge_periods(granted)


def count_away_days_left(periods: Sequence[Period], days_a_year: int, at_ms: int) -> float:
    """How many days of this year's allowance are not taken, nor planned."""
    year = datetime.fromtimestamp(at_ms / 1000, UTC).year
    taken_ms = count_overlap_ms(merge_periods(periods), _get_new_year_ms(year), _get_new_year_ms(year + 1))
    return max(0.0, days_a_year - taken_ms / DAY_MS)


def find_period_at(periods: Sequence[Period], at_ms: int) -> Period | None:
    """The period that this moment lies in."""
    return next(((began, ended) for began, ended in periods if began <= at_ms < ended), None)


def _split_period_by_year(began_ms: int, ended_ms: int) -> Iterator[Period]:
    while began_ms < ended_ms:
        new_year = _get_new_year_ms(datetime.fromtimestamp(began_ms / 1000, UTC).year + 1)
        yield began_ms, min(ended_ms, new_year)
        began_ms = new_year


def _get_new_year_ms(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000
