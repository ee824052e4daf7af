"""Who plays to the end: noted when a match among people ends, in the transaction that stores its last event."""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, case, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import events, util
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.match import Match
from aerodrome.matches.rated_results import find_account_ids_by_seat, find_seats_that_left
from aerodrome.matches.schema import accounts, attendance, seat_claims

if TYPE_CHECKING:
    from aerodrome.matches.store import MatchStore

RELIABILITY_MS = 365 * 86_400_000
"""What is older counts no more."""
FEWEST_MATCHES = 5
"""With fewer nothing is said of anybody."""


class Reliability(NamedTuple):
    """How many matches among people somebody played within a year, and how many of them to the end."""

    played: int
    finished: int


class Attendance(NamedTuple):
    """Which seats of people a match ended with, and which of them were left before."""

    match_id: str
    at_ms: int
    seats: list[int]
    left: set[int]


def build_attendance_if_match_ends(match: Match, next_event: AnyMatchEvent, status_after: str) -> Attendance | None:
    """What the event, not applied yet, ends; None unless it ends a match of two people or more."""
    is_ending = isinstance(next_event, events.ActionPlayed | events.MatchEndedByAgreement)
    if status_after != "over" or match.is_over or not is_ending or match.setup.mode == "hotseat" or match.setup.lesson:
        return None
    people = [number for number, seat in enumerate(match.seats) if not seat.is_permanent_bot]
    if len(people) < 2:
        return None
    return Attendance(match.id, next_event.at_ms, people, find_seats_that_left(match, next_event))


async def write_attendance(connection: AsyncConnection, match_attendance: Attendance) -> None:
    """Note who of those with an account played to the end; writing it again changes nothing."""
    for seat, account in (await find_account_ids_by_seat(connection, match_attendance.match_id)).items():
        if seat in match_attendance.seats:
            same = and_(attendance.c.account == account, attendance.c.match_id == match_attendance.match_id)
            await connection.execute(delete(attendance).where(same))
            values = {"account": account, "match_id": match_attendance.match_id, "at_ms": match_attendance.at_ms}
            await connection.execute(insert(attendance).values(**values, has_left=seat in match_attendance.left))


class SeatReliability(NamedTuple):
    """Who holds a seat, by the account's name, and how reliable they are."""

    name: str
    reliability: Reliability


async def read_reliability_by_match_and_seat(
    store: "MatchStore", match_ids: Collection[str]
) -> dict[tuple[str, int], SeatReliability]:
    """By match and seat, in one query: of people with enough matches to say it, and with a page for others."""
    if not match_ids:
        return {}
    row, claim = attendance.c, seat_claims.c
    left = func.sum(case((row.has_left.is_(True), 1), else_=0))
    query = (
        select(claim.match, claim.seat, accounts.c.name, func.count(), left)
        .join_from(seat_claims, accounts, claim.key == accounts.c.key)
        .join(attendance, row.account == accounts.c.id)
        .where(claim.match.in_(list(match_ids)), claim.seat >= 0, accounts.c.visibility != "private")
        .where(row.at_ms >= util.now_ms() - RELIABILITY_MS)
        .group_by(claim.match, claim.seat, accounts.c.id, accounts.c.name)
        .having(func.count() >= FEWEST_MATCHES)
    )
    return {
        (match, seat): SeatReliability(name, Reliability(played, played - int(left_early)))
        for match, seat, name, played, left_early in await store.fetch_all(query)
    }


async def read_reliability_by_account(store: "MatchStore", account_ids: Collection[str]) -> dict[str, Reliability]:
    """By account; those who played nothing are missing."""
    row = attendance.c
    left = func.sum(case((row.has_left.is_(True), 1), else_=0))
    query = select(row.account, func.count(), left).where(
        row.account.in_(list(account_ids)), row.at_ms >= util.now_ms() - RELIABILITY_MS
    )
    rows = await store.fetch_all(query.group_by(row.account))
    return {one[0]: Reliability(one[1], one[1] - int(one[2])) for one in rows}
