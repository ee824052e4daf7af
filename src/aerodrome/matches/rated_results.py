"""What a rated match changes: worked out when its last event is stored, and written in the same transaction.

So ratings change exactly once: there is no moment in which the match is over and the ratings are not changed.
"""

from typing import Literal

import msgspec
from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.core.standing import find_leaders
from aerodrome.core.state import State
from aerodrome.matches import events
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.match import Match, SeatState
from aerodrome.matches.schema import accounts, rated_matches, rating_changes, ratings, seat_claims
from aerodrome.ratings.bot_anchors import find_bot_anchor
from aerodrome.ratings.finishing_places import compute_finishing_places
from aerodrome.ratings.model import Rating, rate_game


class RatedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat fared. People have no name here: it is found by their account, as long as there is one."""

    kind: Literal["person", "bot"]
    place: int
    has_left: bool = False
    name: str = ""
    level: str = ""
    """Those of a bot."""


class RatedResult(msgspec.Struct, frozen=True):
    """A rated match that is over."""

    match_id: str
    title: str
    at_ms: int
    seats: list[RatedSeat]


def build_rated_result(match: Match, event: AnyMatchEvent, status: str) -> RatedResult | None:
    """What the event, not applied yet, ends; None when it does not end a rated match."""
    if not match.setup.rated or not is_ending_match(match, event, status):
        return None
    places, left = compute_places_and_left_seats(match, event)
    seats = [_build_rated_seat(seat, places[number], number in left) for number, seat in enumerate(match.seats)]
    return RatedResult(match.id, match.setup.title, event.at_ms, seats)


def is_ending_match(match: Match, event: AnyMatchEvent, status: str) -> bool:
    """Whether the event, not applied yet, ends the game; `status` is the match's after it."""
    is_ending = isinstance(event, events.ActionPlayed | events.MatchEndedByAgreement)
    return is_ending and status == "over" and not match.is_over


def compute_places_and_left_seats(match: Match, event: AnyMatchEvent) -> tuple[list[int], set[int]]:
    """The finishing places after the event that ends the game, and who left and is last for it."""
    state = _apply_moves(match, event)
    is_agreed = isinstance(event, events.MatchEndedByAgreement)
    winners = find_leaders(match.game, state) if is_agreed else match.game.winners(state)
    left = list_left_seats(match, event)
    return compute_finishing_places(match.game.scores(state), winners, left), left


def _apply_moves(match: Match, event: AnyMatchEvent) -> State:
    state = match.record.state
    if isinstance(event, events.ActionPlayed):
        state = state.clone()
        for move in event.moves:
            match.game.apply(state, move.actor, match.game.parse(move.action))
    return state


def list_left_seats(match: Match, event: AnyMatchEvent) -> set[int]:
    """Whoever was played for, or is at the end, or left the game by its rules."""
    replaced = {number for number, seat in enumerate(match.seats) if seat.kind == "bot" and seat.replaced_reason}
    leaving = {event.seat} if isinstance(event, events.ActionPlayed) and match.is_person_leaving(event) else set()
    people = {number for number, seat in enumerate(match.seats) if not seat.is_permanent_bot}
    return (set(match.left_seats) | replaced | leaving) & people


def _build_rated_seat(seat: SeatState, finishing_place: int, has_left: bool) -> RatedSeat:
    if seat.is_permanent_bot:
        return RatedSeat("bot", finishing_place, name=seat.name, level=seat.level or "")
    return RatedSeat("person", finishing_place, has_left)


async def write_rated_result(connection: AsyncConnection, result: RatedResult) -> None:
    """Change the ratings of the people by the result; nothing when that was done before."""
    known = select(rated_matches.c.match_id).where(rated_matches.c.match_id == result.match_id)
    if (await connection.execute(known)).first() is not None:
        return
    row = {"match_id": result.match_id, "title": result.title, "at_ms": result.at_ms}
    await connection.execute(insert(rated_matches).values(**row, body=msgspec.json.encode(result.seats)))
    holders = await find_accounts_by_seat(connection, result.match_id)
    played = await _read_ratings(connection, result.title, list(holders.values()))
    before = [_get_rating_before(result, seat, holders, played) for seat in range(len(result.seats))]
    after = rate_game(before, [seat.place for seat in result.seats])
    for number, account in holders.items():
        if result.seats[number].kind == "person":
            count = played[account][1] if account in played else 0
            await _write_rating_change(connection, result, account, number, before[number], after[number], count + 1)


async def find_accounts_by_seat(connection: AsyncConnection, match_id: str) -> dict[int, str]:
    """Whoever deleted the account meanwhile is missing."""
    query = select(seat_claims.c.seat, accounts.c.id).join_from(
        seat_claims, accounts, and_(seat_claims.c.key == accounts.c.key)
    )
    rows = await connection.execute(query.where(seat_claims.c.match == match_id, seat_claims.c.seat >= 0))
    return {row[0]: row[1] for row in rows.all()}


async def _read_ratings(connection: AsyncConnection, title: str, ids: list[str]) -> dict[str, tuple[Rating, int]]:
    """Locked until the transaction ends, always in the same order: two matches may end at once."""
    of_title = and_(ratings.c.title == title, ratings.c.account.in_(ids))
    query = select(ratings).where(of_title).order_by(ratings.c.account).with_for_update()
    rows = (await connection.execute(query)).all()
    return {row.account: (Rating(row.mu, row.sigma), row.matches) for row in rows}


def _get_rating_before(
    result: RatedResult, seat_number: int, holders: dict[int, str], played: dict[str, tuple[Rating, int]]
) -> Rating:
    seat = result.seats[seat_number]
    if seat.kind == "bot":
        anchor = find_bot_anchor(result.title, seat.level)
        return Rating() if anchor is None else anchor.rating
    account = holders.get(seat_number, "")
    return played[account][0] if account in played else Rating()


async def _write_rating_change(
    connection: AsyncConnection,
    result: RatedResult,
    account: str,
    seat_number: int,
    before: Rating,
    after: Rating,
    matches: int,
) -> None:
    seat = result.seats[seat_number]
    is_mine = and_(ratings.c.account == account, ratings.c.title == result.title)
    await connection.execute(delete(ratings).where(is_mine))
    now = {"account": account, "title": result.title, "mu": after.mu, "sigma": after.sigma}
    await connection.execute(insert(ratings).values(**now, ordinal=after.ordinal, matches=matches))
    await connection.execute(
        insert(rating_changes).values(
            **now,
            match_id=result.match_id,
            at_ms=result.at_ms,
            seat=seat_number,
            seat_count=len(result.seats),
            place=seat.place,
            has_left=seat.has_left,
            mu_before=before.mu,
            sigma_before=before.sigma,
        )
    )
