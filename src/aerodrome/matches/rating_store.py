"""Reads ratings: leaderboards, and what a person's page says."""

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Select, and_, case, func, select

from aerodrome.matches.rated_results import RatedSeatResult
from aerodrome.matches.schema import (
    accounts,
    rated_matches,
    rating_changes,
    ratings,
    review_consents,
    reviews,
)
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_readable_rows, convert_row, convert_to_bytes
from aerodrome.ratings.model import Rating

LISTED = "listed"
A_RATING = "a rating"
A_CHANGE = "a change of a rating"


class LeaderboardPerson(NamedTuple):
    """A row of a leaderboard."""

    account: str
    name: str
    rating: Rating
    matches: int


class TitleRating(NamedTuple):
    """How strong somebody is in a title, and the place in the leaderboard (None: not listed)."""

    title: str
    rating: Rating
    matches: int
    rank: int | None


class RatingChange(NamedTuple):
    """What a rated match did to somebody."""

    match_id: str
    title: str
    at_ms: int
    seat: int
    seat_count: int
    place: int
    has_left: bool
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class TitleAndSeatCountTally(NamedTuple):
    """Matches and wins of a title with so many seats."""

    title: str
    seat_count: int
    matches: int
    wins: int


class HeadToHead(NamedTuple):
    """Matches of two people together."""

    matches: int
    mine_ahead: int
    theirs_ahead: int


class RatedMatchPerson(NamedTuple):
    """Who sat where in a rated match, of those who still have an account."""

    match_id: str
    seat: int
    account: str
    name: str
    visibility: str


class RatingStore:
    """Reads what `rated_results` wrote."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def list_leaderboard_people(
        self, title: str, limit: int, offset: int
    ) -> tuple[list[LeaderboardPerson], bool]:
        """The people who want to be listed, strongest first, and whether there are more of them."""
        query = _build_listed_people_query(title).order_by(ratings.c.ordinal.desc(), ratings.c.account)
        rows = await self.store.fetch_all(query.limit(limit + 1).offset(offset))
        return build_from_readable_rows(rows[:limit], _build_leaderboard_person, A_RATING), len(rows) > limit

    async def list_title_ratings(self, account: str, includes_rank: bool) -> list[TitleRating]:
        """Somebody's ratings in all titles, the most played first."""
        row = ratings.c
        query = select(row.title, row.mu, row.sigma, row.matches, row.ordinal).where(row.account == account)
        rows = await self.store.fetch_all(query.order_by(row.matches.desc(), row.title))
        return [
            TitleRating(
                title, Rating(mu, sigma), played, await self._find_rank(title, ordinal) if includes_rank else None
            )
            for title, mu, sigma, played, ordinal in convert_readable_rows(
                rows, tuple[str, float, float, int, float], A_RATING
            )
        ]

    async def _find_rank(self, title: str, ordinal: float) -> int:
        ahead = _build_listed_people_query(title).where(ratings.c.ordinal > ordinal).subquery()
        return 1 + int((await self.store.fetch_all(select(func.count()).select_from(ahead)))[0][0])

    async def list_rating_changes(
        self, account: str, limit: int, title: str | None = None, offset: int = 0
    ) -> list[RatingChange]:
        """What rated matches did to somebody, newest first."""
        columns = [rating_changes.c[name] for name in RatingChange._fields]
        query = select(*columns).where(rating_changes.c.account == account)
        if title is not None:
            query = query.where(rating_changes.c.title == title)
        newest = query.order_by(rating_changes.c.at_ms.desc(), rating_changes.c.match_id)
        rows = await self.store.fetch_all(newest.limit(limit).offset(offset))
        return convert_readable_rows(rows, RatingChange, A_CHANGE)

    async def list_tallies_by_title_and_seat_count(self, account: str) -> list[TitleAndSeatCountTally]:
        """Matches and wins by title and number of seats."""
        row = rating_changes.c
        wins = func.sum(case((and_(row.place == 1, row.has_left.is_(False)), 1), else_=0))
        query = select(row.title, row.seat_count, func.count(), wins).where(row.account == account)
        grouped = query.group_by(row.title, row.seat_count).order_by(row.title, row.seat_count)
        return convert_readable_rows(await self.store.fetch_all(grouped), TitleAndSeatCountTally, A_CHANGE)

    async def read_seat_results_by_match(self, match_ids: list[str]) -> dict[str, list[RatedSeatResult]]:
        """How the seats of these matches fared."""
        query = select(rated_matches.c.match_id, rated_matches.c.body).where(rated_matches.c.match_id.in_(match_ids))
        rows = await self.store.fetch_all(query)
        return dict(build_from_readable_rows(rows, _decode_seat_results, "a rated match"))

    async def list_people_of_matches(self, match_ids: list[str]) -> list[RatedMatchPerson]:
        """Who sat in these matches and still has an account."""
        change = rating_changes.c
        columns = (change.match_id, change.seat, accounts.c.id, accounts.c.name, accounts.c.visibility)
        query = select(*columns).join_from(rating_changes, accounts, change.account == accounts.c.id)
        rows = await self.store.fetch_all(query.where(change.match_id.in_(match_ids)))
        return convert_readable_rows(rows, RatedMatchPerson, A_CHANGE)

    async def list_rating_changes_of_match(self, match_id: str) -> list[tuple[str, RatingChange]]:
        """By account: what a match did to the people in it."""
        columns = [rating_changes.c[name] for name in RatingChange._fields]
        query = select(rating_changes.c.account, *columns).where(rating_changes.c.match_id == match_id)
        rows = await self.store.fetch_all(query)
        return build_from_readable_rows(rows, lambda row: (row[0], convert_row(row[1:], RatingChange)), A_CHANGE)

    async def read_review_tokens_and_consents(self, match_ids: list[str]) -> dict[str, tuple[str, set[int]]]:
        """Of matches whose reviews have a public link: its token, and the seats that agree to it now."""
        columns = (reviews.c.match, reviews.c.public_token, review_consents.c.seat)
        query = select(*columns).join_from(reviews, review_consents, reviews.c.match == review_consents.c.match)
        rows = await self.store.fetch_all(
            query.where(reviews.c.match.in_(match_ids), reviews.c.public_token.is_not(None))
        )
        found: dict[str, tuple[str, set[int]]] = {}
        for match_id, token, seat in rows:
            found.setdefault(match_id, (token, set()))[1].add(seat)
        return found

    async def count_head_to_head(self, my_account: str, their_account: str) -> HeadToHead:
        """How two people fared in matches where both sat."""
        me, them = rating_changes.alias("mine"), rating_changes.alias("theirs")
        ahead = func.coalesce(func.sum(case((me.c.place < them.c.place, 1), else_=0)), 0)
        behind = func.coalesce(func.sum(case((me.c.place > them.c.place, 1), else_=0)), 0)
        query = select(func.count(), ahead, behind).join_from(me, them, me.c.match_id == them.c.match_id)
        rows = await self.store.fetch_all(query.where(me.c.account == my_account, them.c.account == their_account))
        return HeadToHead(*(int(number) for number in rows[0]))


def _build_leaderboard_person(row: Any) -> LeaderboardPerson:
    mu, sigma, played = convert_row((row.mu, row.sigma, row.matches), tuple[float, float, int])
    return LeaderboardPerson(row.id, row.name, Rating(mu, sigma), played)


def _decode_seat_results(row: Any) -> tuple[str, list[RatedSeatResult]]:
    return row[0], msgspec.json.decode(convert_to_bytes(row[1]), type=list[RatedSeatResult])


def _build_listed_people_query(title: str) -> Select[Any]:
    query = select(accounts.c.id, accounts.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
    joined = query.join_from(ratings, accounts, ratings.c.account == accounts.c.id)
    return joined.where(ratings.c.title == title, accounts.c.visibility == LISTED)
