"""Bodies of the API about time away."""

from typing import Annotated

import msgspec
from msgspec import Meta

from aerodrome.matches.time_away_commands import MAX_PERIODS

Moment = Annotated[int, Meta(ge=0, le=4_102_444_800_000)]
"""Unix time in milliseconds, in this century."""


class AwayPeriod(msgspec.Struct, forbid_unknown_fields=True):
    """From when to when somebody is away."""

    from_at: Moment
    until_at: Moment


class TimeAwayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """When I am away from now on; an empty list: not at all, or no longer."""

    periods: Annotated[list[AwayPeriod], Meta(max_length=MAX_PERIODS)]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    """At one table: which of my seats there."""


class TimeAwayInfo(msgspec.Struct):
    """When I am away, now or later."""

    periods: list[AwayPeriod]
    tables: int | None = None
    """At how many tables my clock stands then; null unless it was set just now."""
    shortened: int | None = None
    """At how many of those not for all of it: the days that they allow are used up."""
