"""What a rated match changes: worked out when its last event is stored, and written in the same transaction.

So ratings change exactly once: there is no moment in which the match is over and the ratings are not changed.
"""

import math
from typing import Any, Literal

import msgspec
from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.core.leaders import find_leaders
from aerodrome.core.state import State
from aerodrome.matches import events
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.match import Match, SeatState
from aerodrome.matches.schema import accounts, rated_matches, rating_changes, ratings, seat_claims
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_row
from aerodrome.ratings.bot_anchors import find_bot_anchor
from aerodrome.ratings.finishing_places import compute_finishing_places
from aerodrome.ratings.model import Rating, compute_ratings_after_game


class RatedSeatResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat fared. People have no name here: it is found by their account, as long as there is one."""

    kind: Literal["person", "bot"]
    place: int
    has_left: bool = False
    name: str = ""
    level: str = ""
    """Those of a bot."""


class RatedMatchResult(msgspec.Struct, frozen=True):
    """A rated match that is over."""

    match_id: str
    title: str
    at_ms: int
    seats: list[RatedSeatResult]


def build_rated_match_result_if_match_ends(
    match: Match, next_event: AnyMatchEvent, status_after: str
) -> RatedMatchResult | None:
    """What the event, not applied yet, ends; None when it does not end a rated match."""
    if not match.setup.rated or not does_event_end_match(match, next_event, status_after):
        return None
    places, left = compute_places_and_seats_that_left(match, next_event)
    seats = [_build_rated_seat_result(seat, places[number], number in left) for number, seat in enumerate(match.seats)]
    return RatedMatchResult(match.id, match.setup.title, next_event.at_ms, seats)


def does_event_end_match(match: Match, next_event: AnyMatchEvent, status_after: str) -> bool:
    """Whether the event, not applied yet, ends the game; `status_after` is the match's after it."""
    is_ending = isinstance(next_event, events.ActionPlayed | events.MatchEndedByAgreement)
    return is_ending and status_after == "over" and not match.is_over


def compute_places_and_seats_that_left(match: Match, ending_event: AnyMatchEvent) -> tuple[list[int], set[int]]:
    """The finishing places after the event that ends the game, and who left and is last for it."""
    state = _compute_state_after(match, ending_event)
    is_agreed = isinstance(ending_event, events.MatchEndedByAgreement)
    winners = find_leaders(match.game, state) if is_agreed else match.game.winners(state)
    left = find_seats_that_left(match, ending_event)
    return compute_finishing_places(match.game.scores(state), winners, left), left


def _compute_state_after(match: Match, next_event: AnyMatchEvent) -> State:
    state = match.record.state
    if isinstance(next_event, events.ActionPlayed):
        state = state.clone()
        for move in next_event.moves:
            match.game.apply(state, move.actor, match.game.parse(move.action))
    return state


def find_seats_that_left(match: Match, ending_event: AnyMatchEvent) -> set[int]:
    """Whoever was played for, or is at the end, or left the game by its rules."""
    replaced = {number for number, seat in enumerate(match.seats) if seat.kind == "bot" and seat.replaced_reason}
    leaving = (
        {ending_event.seat}
        if isinstance(ending_event, events.ActionPlayed) and match.does_action_show_person_left(ending_event)
        else set()
    )
    people = {number for number, seat in enumerate(match.seats) if not seat.is_permanent_bot}
    return (set(match.left_seats) | replaced | leaving) & people


def _build_rated_seat_result(seat: SeatState, finishing_place: int, has_left: bool) -> RatedSeatResult:
    if seat.is_permanent_bot:
        return RatedSeatResult("bot", finishing_place, name=seat.name, level=seat.level or "")
    return RatedSeatResult("person", finishing_place, has_left)


async def store_result_and_update_ratings(connection: AsyncConnection, result: RatedMatchResult) -> None:
    """Change the ratings of the people by the result; nothing when that was done before."""
    known = select(rated_matches.c.match_id).where(rated_matches.c.match_id == result.match_id)
    if (await connection.execute(known)).first() is not None:
        return
    row = {"match_id": result.match_id, "title": result.title, "at_ms": result.at_ms}
    await connection.execute(insert(rated_matches).values(**row, body=msgspec.json.encode(result.seats)))
    holders = await find_account_ids_by_seat(connection, result.match_id)
    played = await _lock_and_read_ratings(connection, result.title, list(holders.values()))
    before = [_get_rating_before(result, seat, holders, played) for seat in range(len(result.seats))]
    after = compute_ratings_after_game(before, [seat.place for seat in result.seats])
    for number, account in holders.items():
        if result.seats[number].kind == "person":
            count = played[account][1] if account in played else 0
            await _write_rating_and_change(
                connection, result, account, number, before[number], after[number], count + 1
            )


async def find_account_ids_by_seat(connection: AsyncConnection, match_id: str) -> dict[int, str]:
    """Whoever deleted the account meanwhile is missing."""
    query = select(seat_claims.c.seat, accounts.c.id).join_from(
        seat_claims, accounts, and_(seat_claims.c.key == accounts.c.key)
    )
    rows = await connection.execute(query.where(seat_claims.c.match == match_id, seat_claims.c.seat >= 0))
    return {row[0]: row[1] for row in rows.all()}


async def _lock_and_read_ratings(
    connection: AsyncConnection, title: str, ids: list[str]
) -> dict[str, tuple[Rating, int]]:
    """Locked until the transaction ends, always in the same order: two matches may end at once."""
    of_title = and_(ratings.c.title == title, ratings.c.account.in_(ids))
    query = select(ratings).where(of_title).order_by(ratings.c.account).with_for_update()
    rows = (await connection.execute(query)).all()
    return dict(build_from_readable_rows(rows, _build_account_rating_and_count, "a rating"))


def _build_account_rating_and_count(row: Any) -> tuple[str, tuple[Rating, int]]:
    """Who has one that cannot be read begins anew: the match ends all the same."""
    mu, sigma, played = convert_row((row.mu, row.sigma, row.matches), tuple[float, float, int])
    if not (math.isfinite(mu) and 0 < sigma < math.inf):
        raise ValueError(f"no such rating: {mu} ± {sigma}")
    return row.account, (Rating(mu, sigma), played)


def _get_rating_before(
    result: RatedMatchResult,
    seat_number: int,
    accounts_by_seat: dict[int, str],
    ratings_by_account: dict[str, tuple[Rating, int]],
) -> Rating:
    seat = result.seats[seat_number]
    if seat.kind == "bot":
        anchor = find_bot_anchor(result.title, seat.level)
        return Rating() if anchor is None else anchor.rating
    account = accounts_by_seat.get(seat_number, "")
    return ratings_by_account[account][0] if account in ratings_by_account else Rating()


async def _write_rating_and_change(
    connection: AsyncConnection,
    result: RatedMatchResult,
    account: str,
    seat_number: int,
    rating_before: Rating,
    rating_after: Rating,
    match_count: int,
) -> None:
    seat = result.seats[seat_number]
    is_mine = and_(ratings.c.account == account, ratings.c.title == result.title)
    await connection.execute(delete(ratings).where(is_mine))
    now = {"account": account, "title": result.title, "mu": rating_after.mu, "sigma": rating_after.sigma}
    await connection.execute(insert(ratings).values(**now, ordinal=rating_after.ordinal, matches=match_count))
    await connection.execute(
        insert(rating_changes).values(
            **now,
            match_id=result.match_id,
            at_ms=result.at_ms,
            seat=seat_number,
            seat_count=len(result.seats),
            place=seat.place,
            has_left=seat.has_left,
            mu_before=rating_before.mu,
            sigma_before=rating_before.sigma,
        )
    )
