"""What a table of a tournament came to: worked out when its last event is stored, and written in the same transaction.

So a result counts exactly once: there is no moment in which the match is over and the tournament does not know it.
"""

import msgspec
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.match import Match
from aerodrome.matches.rated_results import compute_places_and_seats_that_left, does_event_end_match
from aerodrome.matches.schema import competition_tables


class CompetitionTableResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The finishing place of each seat, and the seats that were left, or came too late."""

    places: list[int]
    left: list[int] = []


class CompetitionMatchResult(msgspec.Struct, frozen=True):
    """A match of a tournament that is over."""

    match_id: str
    result: CompetitionTableResult


def build_competition_match_result_if_match_ends(
    match: Match, next_event: AnyMatchEvent, status_after: str
) -> CompetitionMatchResult | None:
    """What the event, not applied yet, ends; None when it does not end a match of a tournament."""
    if match.setup.competition is None or not does_event_end_match(match, next_event, status_after):
        return None
    places, left = compute_places_and_seats_that_left(match, next_event)
    return CompetitionMatchResult(match.id, CompetitionTableResult(places, sorted(left)))


async def write_competition_match_result(connection: AsyncConnection, match_result: CompetitionMatchResult) -> None:
    """The table is over; nothing when it was before, or does not count any more."""
    is_played = (competition_tables.c.match_id == match_result.match_id) & (competition_tables.c.status == "playing")
    change = update(competition_tables).where(is_played)
    await connection.execute(change.values(status="over", result=msgspec.json.encode(match_result.result)))
