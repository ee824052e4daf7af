"""A person says when they are away: at one table, or at all slow tables with an account's seats."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import events, util
from aerodrome.matches.errors import InvalidState, MalformedRequest, MatchError, NotAllowed
from aerodrome.matches.events import AnyMatchEvent, MatchSetup
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.schema import times_away
from aerodrome.matches.seat_access import list_held_seats
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows
from aerodrome.matches.time_away import DAY_MS, Period, compute_granted_time_away, merge_periods

MAX_PERIODS = 10
MAX_AHEAD_MS = 400 * DAY_MS
MAX_PERIODS_AT_TABLE = 100
"""Of one seat, past ones included: they are gone through whenever the match is read."""


class TimeAwayResult(NamedTuple):
    """At how many tables a person's clocks will stand, and at how many of those not for all that was asked."""

    tables: int
    shortened: int


def clean_and_require_valid_periods(periods: Sequence[Period]) -> list[Period]:
    """In order and without what is over. Raises MalformedRequest, with a sentence."""
    now_ms = util.now_ms()
    if any(ended <= began for began, ended in periods):
        raise MalformedRequest("The last day away is before the first.")
    if any(ended > now_ms + MAX_AHEAD_MS for _, ended in periods):
        raise MalformedRequest("That is too far ahead: say it again when it is within a year.")
    merged = merge_periods([period for period in periods if period[1] > now_ms])
    if len(merged) > MAX_PERIODS:
        raise MalformedRequest(f"At most {MAX_PERIODS} times away can be kept.")
    return merged


def grants_time_away(setup: MatchSetup) -> bool:
    """Whether clocks stand at this table while people are away."""
    return setup.mode == "online" and setup.clock is not None and setup.clock.away_days > 0


async def set_time_away_at_table(service: MatchService, live: LiveMatch, seat: int, periods: Sequence[Period]) -> int:
    """From now on the person at this seat is away in these periods, as far as the table grants them."""
    cleaned = clean_and_require_valid_periods(periods)

    def build_event(match: Match) -> AnyMatchEvent | None:
        if not grants_time_away(match.setup):
            raise InvalidState("At this table no clock stands while somebody is away.")
        if match.is_over or match.is_closed:
            raise InvalidState("The match is over." if match.is_over else "The host closed this table.")
        return _build_time_away_event_unless_same(match, seat, cleaned)

    return await service.commit_event(live, build_event)


def _build_time_away_event_unless_same(match: Match, seat: int, wanted: Sequence[Period]) -> AnyMatchEvent | None:
    assert match.setup.clock is not None
    now_ms = util.now_ms()
    before = match.clocks.time_away[seat]
    granted = compute_granted_time_away(before, wanted, match.setup.clock.away_days, now_ms)
    known = merge_periods([(max(began, now_ms), ended) for began, ended in before])
    if granted == known:
        return None
    if granted and len(before) >= MAX_PERIODS_AT_TABLE:
        raise NotAllowed(f"You were away from this table {len(before)} times: that is enough.")
    return events.TimeAwaySet(seat=seat, periods=granted)


async def set_time_away_of_person(service: MatchService, key: str, periods: Sequence[Period]) -> TimeAwayResult:
    """The holder of a key is away in these periods: at all tables that grant it, and at those that begin later."""
    cleaned = clean_and_require_valid_periods(periods)
    await _replace_stored_periods(service.store, key, cleaned)
    tables = shortened = 0
    for match_id in await service.store.filter_unfinished_matches(await service.store.list_match_ids_of_key(key)):
        try:
            live = await service.get_match(match_id)
            if not grants_time_away(live.match.setup) or live.match.is_closed:
                continue
            for seat in await list_held_seats(service, live, key):
                if seat >= 0 and live.match.seats[seat].is_person:
                    await set_time_away_at_table(service, live, seat, cleaned)
                    tables += 1
                    shortened += not _are_all_periods_granted(live.match.clocks.time_away[seat], cleaned)
        except MatchError:
            continue  # removed, over by now, or cannot be read
    return TimeAwayResult(tables, shortened)


def _are_all_periods_granted(granted: Sequence[Period], wanted: Sequence[Period]) -> bool:
    return all(
        any(began <= first and last <= ended for began, ended in granted) for first, last in _keep_time_from_now(wanted)
    )


def _keep_time_from_now(periods: Sequence[Period]) -> list[Period]:
    """What was asked for the past is nobody's loss; a moment passes between asking and granting."""
    soon_ms = util.now_ms() + 1_000
    return merge_periods([(max(began, soon_ms), ended) for began, ended in periods])


async def apply_stored_time_away_at_start(service: MatchService, live: LiveMatch) -> None:
    """A table began: whoever there said before when they are away need not say it again."""
    if not grants_time_away(live.match.setup):
        return
    for key, seat in await service.store.list_claims_in_match(live.match.id):
        periods = await list_times_away(service.store, key) if seat >= 0 else []
        if periods and live.match.seats[seat].is_person:
            await set_time_away_at_table(service, live, seat, periods)


async def list_times_away(store: MatchStore, key: str) -> list[Period]:
    """When the holder of a key is away, now or later."""
    row = times_away.c
    query = select(row.from_ms, row.until_ms).where(row.key == key, row.until_ms > util.now_ms())
    rows = await store.fetch_all(query.order_by(row.from_ms))
    return convert_readable_rows(rows, tuple[int, int], "a time away")


async def _replace_stored_periods(store: MatchStore, key: str, periods: Sequence[Period]) -> None:
    rows = [{"id": secrets.token_urlsafe(12), "key": key, "from_ms": one[0], "until_ms": one[1]} for one in periods]

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(delete(times_away).where(times_away.c.key == key))
        if rows:
            await connection.execute(insert(times_away), rows)

    await store.run_transaction(write)
