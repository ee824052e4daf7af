"""Reads ratings: leaderboards, and what a person's page says."""

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Select, and_, case, func, select

from aerodrome.matches.rated_results import RatedSeat
from aerodrome.matches.schema import (
    accounts,
    rated_matches,
    rating_changes,
    ratings,
    review_consents,
    reviews,
)
from aerodrome.matches.store import MatchStore
from aerodrome.ratings.model import Rating

LISTED = "listed"


class RatedPerson(NamedTuple):
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


class SeatTally(NamedTuple):
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


class MatchPerson(NamedTuple):
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

    async def list_leaderboard_people(self, title: str, limit: int, offset: int) -> list[RatedPerson]:
        """The people who want to be listed, strongest first."""
        query = _select_listed_people(title).order_by(ratings.c.ordinal.desc(), ratings.c.account)
        return [
            RatedPerson(row.id, row.name, Rating(row.mu, row.sigma), row.matches)
            for row in await self.store.fetch_all(query.limit(limit).offset(offset))
        ]

    async def list_ratings(self, account: str, is_listed: bool) -> list[TitleRating]:
        """Somebody's ratings in all titles, the most played first."""
        query = select(ratings).where(ratings.c.account == account)
        return [
            TitleRating(
                row.title,
                Rating(row.mu, row.sigma),
                row.matches,
                await self._find_rank(row.title, row.ordinal) if is_listed else None,
            )
            for row in await self.store.fetch_all(query.order_by(ratings.c.matches.desc(), ratings.c.title))
        ]

    async def _find_rank(self, title: str, ordinal: float) -> int:
        ahead = _select_listed_people(title).where(ratings.c.ordinal > ordinal).subquery()
        return 1 + int((await self.store.fetch_all(select(func.count()).select_from(ahead)))[0][0])

    async def list_changes(
        self, account: str, limit: int, title: str | None = None, offset: int = 0
    ) -> list[RatingChange]:
        """What rated matches did to somebody, newest first."""
        columns = [rating_changes.c[name] for name in RatingChange._fields]
        query = select(*columns).where(rating_changes.c.account == account)
        if title is not None:
            query = query.where(rating_changes.c.title == title)
        newest = query.order_by(rating_changes.c.at_ms.desc(), rating_changes.c.match_id)
        return [RatingChange(*row) for row in await self.store.fetch_all(newest.limit(limit).offset(offset))]

    async def list_seat_tallies(self, account: str) -> list[SeatTally]:
        """Matches and wins by title and number of seats."""
        row = rating_changes.c
        wins = func.sum(case((and_(row.place == 1, row.has_left.is_(False)), 1), else_=0))
        query = select(row.title, row.seat_count, func.count(), wins).where(row.account == account)
        grouped = query.group_by(row.title, row.seat_count).order_by(row.title, row.seat_count)
        return [SeatTally(*found) for found in await self.store.fetch_all(grouped)]

    async def read_rated_seats(self, match_ids: list[str]) -> dict[str, list[RatedSeat]]:
        """How the seats of these matches fared."""
        query = select(rated_matches.c.match_id, rated_matches.c.body).where(rated_matches.c.match_id.in_(match_ids))
        rows = await self.store.fetch_all(query)
        return {row[0]: msgspec.json.decode(bytes(row[1]), type=list[RatedSeat]) for row in rows}

    async def list_people_of_matches(self, match_ids: list[str]) -> list[MatchPerson]:
        """Who sat in these matches and still has an account."""
        change = rating_changes.c
        columns = (change.match_id, change.seat, accounts.c.id, accounts.c.name, accounts.c.visibility)
        query = select(*columns).join_from(rating_changes, accounts, change.account == accounts.c.id)
        return [MatchPerson(*row) for row in await self.store.fetch_all(query.where(change.match_id.in_(match_ids)))]

    async def list_changes_of_match(self, match_id: str) -> list[tuple[str, RatingChange]]:
        """By account: what a match did to the people in it."""
        columns = [rating_changes.c[name] for name in RatingChange._fields]
        query = select(rating_changes.c.account, *columns).where(rating_changes.c.match_id == match_id)
        return [(row[0], RatingChange(*row[1:])) for row in await self.store.fetch_all(query)]

    async def list_shared_reviews(self, match_ids: list[str]) -> dict[str, tuple[str, set[int]]]:
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


def _select_listed_people(title: str) -> Select[Any]:
    query = select(accounts.c.id, accounts.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
    joined = query.join_from(ratings, accounts, ratings.c.account == accounts.c.id)
    return joined.where(ratings.c.title == title, accounts.c.visibility == LISTED)
