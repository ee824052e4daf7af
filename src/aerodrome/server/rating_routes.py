"""Leaderboards, the pages of people, and what a rated match changed."""

from typing import Annotated

from litestar import Router, get
from litestar.di import Provide
from litestar.params import PathParameter, QueryParameter

from aerodrome.core import registry
from aerodrome.matches.accounts import Account
from aerodrome.matches.attendance import FEWEST_MATCHES, Reliability, read_reliability_by_account
from aerodrome.matches.blocks_and_mutes import BlockAndMuteStore
from aerodrome.matches.display_names import FORMER_PLAYER, MAX_NAME_LENGTH, PRIVATE_PLAYER
from aerodrome.matches.errors import NotFound
from aerodrome.matches.friends import FriendStore
from aerodrome.matches.rated_results import RatedSeatResult
from aerodrome.matches.rating_store import (
    LISTED,
    RatedMatchPerson,
    RatingChange,
    RatingStore,
    TitleAndSeatCountTally,
    TitleRating,
)
from aerodrome.ratings.bot_anchors import find_bot_anchor, list_bot_anchors
from aerodrome.ratings.model import Rating
from aerodrome.server import schemas
from aerodrome.server.account_access import find_account
from aerodrome.server.dependencies import Access, Context, CurrentCaller, TitlePath, provide_match_access
from aerodrome.server.strengths import list_strengths_and_weaknesses

PAGE_PEOPLE = 50
PAGE_MATCHES = 50
CURVE_POINTS = 300
Z95 = 1.96
NameQuery = Annotated[
    str, PathParameter(min_length=1, max_length=MAX_NAME_LENGTH * 4, description="The name of an account")
]


def _build_rating_fields(rating: Rating) -> dict[str, float | bool]:
    """The fields that all ratings have, rounded to what they are worth."""
    spread = Z95 * rating.sigma
    return {
        "rating": round(rating.mu, 2),
        "low": round(rating.mu - spread, 2),
        "high": round(rating.mu + spread, 2),
        "ordinal": round(rating.ordinal, 2),
        "is_provisional": rating.is_provisional,
    }


def _build_rating_info(rating: Rating) -> schemas.RatingInfo:
    return schemas.RatingInfo(**_build_rating_fields(rating))  # type: ignore[arg-type]


def _list_bot_ratings(title: str) -> list[schemas.BotRating]:
    return [
        schemas.BotRating(level=anchor.level, **_build_rating_fields(anchor.rating))  # type: ignore[arg-type]
        for anchor in list_bot_anchors(title)
    ]


@get("/leaderboards/{title:str}", is_expensive=True)
async def get_leaderboard(
    title: TitlePath,
    context: Context,
    caller: CurrentCaller,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="So many are left out")] = 0,
) -> schemas.Leaderboard:
    """Those who want to be listed, strongest first, with the bots as marks on the same scale."""
    if title not in registry.titles():
        raise NotFound("There is no such title.")
    store = RatingStore(context.service.store)
    found, has_more = await store.list_leaderboard_people(title, PAGE_PEOPLE, offset)
    rows = [
        schemas.LeaderboardRow(
            rank=offset + number,
            name=person.name,
            matches=person.matches,
            is_me=person.account == caller.account_id,
            **_build_rating_fields(person.rating),  # type: ignore[arg-type]
        )
        for number, person in enumerate(found, 1)
    ]
    mine = await store.list_title_ratings(caller.account_id, False) if caller.account_id else []
    own = next((one.rating for one in mine if one.title == title), None)
    return schemas.Leaderboard(
        title, rows, has_more, _list_bot_ratings(title), None if own is None else _build_rating_info(own)
    )


@get("/people/{name:str}", is_expensive=True)
async def get_person_page(name: NameQuery, context: Context, caller: CurrentCaller) -> schemas.PersonPageInfo:
    """The page of a person; for others as if there were none when it is private."""
    person = await context.sessions.accounts.find_by_similar_name(name)
    if person is None or (person.visibility == "private" and person.id != caller.account_id):
        raise NotFound("There is no such person, or the page is private.")
    me = await find_account(context, caller)
    store = RatingStore(context.service.store)
    ratings = await store.list_title_ratings(person.id, person.visibility == LISTED)
    tallies = await store.list_tallies_by_title_and_seat_count(person.id)
    return schemas.PersonPageInfo(
        name=person.name,
        since=person.created_ms,
        is_me=person.id == caller.account_id,
        is_friend=await FriendStore(store.store).are_friends(caller.account_id or "", person.id),
        is_blocked=await BlockAndMuteStore(store.store).has_blocked_name(caller.account_id or "", person.name),
        visibility=person.visibility if person.id == caller.account_id else None,
        titles=[await _build_person_title_rating(store, person.id, rating, tallies) for rating in ratings],
        matches=await _list_rated_matches_of_person(store, person, me),
        match_count=sum(rating.matches for rating in ratings),
        head_to_head=await _build_head_to_head(store, me, person),
        reliability=build_reliability_info(
            (await read_reliability_by_account(store.store, [person.id])).get(person.id)
        ),
        strengths=await list_strengths_and_weaknesses(store.store, person.id),
    )


def build_reliability_info(reliability: Reliability | None) -> schemas.ReliabilityInfo:
    """How reliable somebody is; with too few matches it says so."""
    played, finished = reliability if reliability is not None else (0, 0)
    return schemas.ReliabilityInfo(played, finished, played >= FEWEST_MATCHES)


async def _build_person_title_rating(
    store: RatingStore, account: str, rating: TitleRating, tallies: list[TitleAndSeatCountTally]
) -> schemas.PersonTitleRating:
    mine = [tally for tally in tallies if tally.title == rating.title]
    changes = await store.list_rating_changes(account, CURVE_POINTS, rating.title)
    return schemas.PersonTitleRating(
        title=rating.title,
        matches=rating.matches,
        wins=sum(tally.wins for tally in mine),
        rank=rating.rank,
        by_seats=[schemas.SeatCountTally(tally.seat_count, tally.matches, tally.wins) for tally in mine],
        curve=_build_rating_curve(list(reversed(changes))),
        bots=_list_bot_ratings(rating.title),
        **_build_rating_fields(rating.rating),  # type: ignore[arg-type]
    )


def _build_rating_curve(changes: list[RatingChange]) -> list[schemas.RatingCurvePoint]:
    """From what it was before the first of them."""
    points = [(change.at_ms, change.mu, change.sigma) for change in changes]
    if changes:
        points.insert(0, (changes[0].at_ms, changes[0].mu_before, changes[0].sigma_before))
    return [
        schemas.RatingCurvePoint(at, round(mu, 2), round(mu - Z95 * sigma, 2), round(mu + Z95 * sigma, 2))
        for at, mu, sigma in points
    ]


async def _list_rated_matches_of_person(
    store: RatingStore, person: Account, me: Account | None
) -> list[schemas.RatedMatchOfPerson]:
    changes = await store.list_rating_changes(person.id, PAGE_MATCHES)
    ids = [change.match_id for change in changes]
    seats, people = await store.read_seat_results_by_match(ids), await store.list_people_of_matches(ids)
    kept = await store.store.filter_readable_matches(ids)
    shared = await store.read_review_tokens_and_consents([id for id in ids if id in kept])
    by_seat = {(one.match_id, one.seat): one for one in people}
    return [
        schemas.RatedMatchOfPerson(
            id=change.match_id if change.match_id in kept and _did_sit_in_match(people, change.match_id, me) else None,
            public_review=_find_public_review_path(change.match_id, seats, by_seat, shared),
            title=change.title,
            at=change.at_ms,
            seats=change.seat_count,
            place=change.place,
            has_left=change.has_left,
            change=round(change.mu - change.mu_before, 2),
            others=[
                _choose_shown_seat_name(seat, by_seat.get((change.match_id, number)), me)
                for number, seat in enumerate(seats.get(change.match_id, []))
                if number != change.seat
            ],
        )
        for change in changes
    ]


def _did_sit_in_match(people: list[RatedMatchPerson], match_id: str, me: Account | None) -> bool:
    return me is not None and any(one.match_id == match_id and one.account == me.id for one in people)


def _find_public_review_path(
    match_id: str,
    seat_results_by_match: dict[str, list[RatedSeatResult]],
    people_by_match_and_seat: dict[tuple[str, int], RatedMatchPerson],
    tokens_and_consents_by_match: dict[str, tuple[str, set[int]]],
) -> str | None:
    """The path of a review that everybody may see. It has names: none beside somebody whom the page does not name."""
    token, agreed = tokens_and_consents_by_match.get(match_id, ("", set()))
    voters = [number for number, seat in enumerate(seat_results_by_match.get(match_id, [])) if seat.kind == "person"]
    known = [
        people_by_match_and_seat[match_id, number]
        for number in voters
        if (match_id, number) in people_by_match_and_seat
    ]
    is_open = bool(token) and agreed.issuperset(voters) and len(known) == len(voters)
    return f"/r/{token}" if is_open and all(one.visibility != "private" for one in known) else None


def _choose_shown_seat_name(seat: RatedSeatResult, person: RatedMatchPerson | None, me: Account | None) -> str:
    """Who sat there, as far as the viewer may know."""
    if seat.kind == "bot":
        return seat.name
    if person is None:
        return FORMER_PLAYER
    is_mine = me is not None and person.account == me.id
    return PRIVATE_PLAYER if person.visibility == "private" and not is_mine else person.name


async def _build_head_to_head(store: RatingStore, me: Account | None, person: Account) -> schemas.HeadToHeadInfo | None:
    if me is None or me.id == person.id:
        return None
    found = await store.count_head_to_head(me.id, person.id)
    return schemas.HeadToHeadInfo(*found) if found.matches else None


@get("/ratings")
async def get_match_ratings(access: Access, context: Context, caller: CurrentCaller) -> schemas.MatchRatings:
    """How the ratings of those who sat here changed."""
    store, match_id = RatingStore(context.service.store), access.match.id
    seats = (await store.read_seat_results_by_match([match_id])).get(match_id, [])
    people = await store.list_people_of_matches([match_id])
    hidden = {one.account for one in people if one.visibility == "private" and one.account != caller.account_id}
    changes = {
        change.seat: change
        for account, change in await store.list_rating_changes_of_match(match_id)
        if account not in hidden
    }
    return schemas.MatchRatings(
        [
            _build_seat_rating_change(access.match.setup.title, number, seat, changes.get(number))
            for number, seat in enumerate(seats)
        ]
    )


def _build_seat_rating_change(
    title: str, seat_number: int, seat: RatedSeatResult, change: RatingChange | None
) -> schemas.SeatRatingChange:
    before = after = None
    anchor = find_bot_anchor(title, seat.level) if seat.kind == "bot" else None
    if anchor is not None:
        before = after = _build_rating_info(anchor.rating)
    elif change is not None:
        before = _build_rating_info(Rating(change.mu_before, change.sigma_before))
        after = _build_rating_info(Rating(change.mu, change.sigma))
    return schemas.SeatRatingChange(seat_number, seat.place, seat.has_left, before, after)


router = Router("/api", route_handlers=[get_leaderboard, get_person_page])
match_router = Router(
    "/api/matches/{id:str}", dependencies={"access": Provide(provide_match_access)}, route_handlers=[get_match_ratings]
)
