"""Ratings, leaderboards and people's pages."""

import msgspec

from aerodrome.reviews.strengths import ComparedWith
from aerodrome.server.schemas.accounts import ProfileVisibility


class RatingInfo(msgspec.Struct):
    """How strong somebody is: the estimate with its 95 % interval, and what it is at least, by which people rank."""

    rating: float
    low: float
    high: float
    ordinal: float
    is_provisional: bool
    """Too few games are behind it to say much."""


class LeaderboardRow(RatingInfo, kw_only=True):
    """Somebody who wants to be listed."""

    rank: int
    name: str
    matches: int
    is_me: bool


class BotRating(RatingInfo, kw_only=True):
    """A bot on the same scale; it never moves."""

    level: str


class Leaderboard(msgspec.Struct):
    """The people of a title, strongest first, and the bots among them."""

    title: str
    people: list[LeaderboardRow]
    has_more: bool
    bots: list[BotRating]
    mine: RatingInfo | None
    """My own rating, listed or not; null without an account, and before the first rated match."""


class RatingCurvePoint(msgspec.Struct):
    """A rating after a match."""

    at: int
    rating: float
    low: float
    high: float


class SeatCountTally(msgspec.Struct):
    """Rated matches with so many seats."""

    seats: int
    matches: int
    wins: int


class PersonTitleRating(RatingInfo, kw_only=True):
    """Somebody in one title."""

    title: str
    matches: int
    wins: int
    rank: int | None
    """In the leaderboard; null for who is not listed."""
    by_seats: list[SeatCountTally]
    curve: list[RatingCurvePoint]
    """Oldest first."""
    bots: list[BotRating]


class RatedMatchOfPerson(msgspec.Struct):
    """A rated match on somebody's page."""

    id: str | None
    """For those who sat there, as long as the match is kept: its review is open to them."""
    public_review: str | None
    """The path of the review when all who sat there agree that everybody may see it, and none of them is private."""
    title: str
    at: int
    seats: int
    place: int
    has_left: bool
    change: float
    """Of the rating."""
    others: list[str]


class HeadToHeadInfo(msgspec.Struct):
    """My rated matches with this person: how often I was ahead, and how often they were."""

    matches: int
    mine_ahead: int
    theirs_ahead: int


class ReliabilityInfo(msgspec.Struct):
    """Matches among people within a year, and how many of them were played to the end."""

    played: int
    finished: int
    is_known: bool
    """False while there are too few to say anything."""


class DecisionKindComparisonInfo(msgspec.Struct):
    """Decisions of one kind, in points of winning chance that each of them lost on average."""

    kind: str
    """In the title's words."""
    decisions: int
    matches: int
    loss: float
    error: float
    """Half of the 95 % interval of the loss."""
    compared_loss: float
    compared_with: ComparedWith
    """Other people's decisions of this kind; with too few of them, the person's own choices of other kinds."""


class TitleStrengthsAndWeaknesses(msgspec.Struct):
    """What somebody does well in a title and what costs them most, from reviews of their matches."""

    title: str
    matches: int
    """So many of their matches were reviewed; the latest of them count."""
    is_known: bool
    """False while there are too few decisions of every kind to say anything."""
    better: list[DecisionKindComparisonInfo]
    """Where they lose clearly less, the greatest difference first."""
    worse: list[DecisionKindComparisonInfo]
    """Where they lose clearly more."""


class PersonPageInfo(msgspec.Struct):
    """The page of somebody who has an account."""

    name: str
    since: int
    is_me: bool
    is_friend: bool
    is_blocked: bool
    """The caller has blocked this name."""
    visibility: ProfileVisibility | None
    """For the person alone."""
    titles: list[PersonTitleRating]
    matches: list[RatedMatchOfPerson]
    """The newest, newest first."""
    match_count: int
    head_to_head: HeadToHeadInfo | None
    """Null on one's own page, without an account, and for who never met."""
    reliability: ReliabilityInfo
    strengths: list[TitleStrengthsAndWeaknesses]
    """The titles of which a match was reviewed, most of them first."""


class SeatRatingChange(msgspec.Struct):
    """What a rated match did at a seat."""

    seat: int
    place: int
    has_left: bool
    before: RatingInfo | None
    after: RatingInfo | None
    """Null for who keeps the page private, and for who is no longer there; for a bot, which never moves, both alike."""


class MatchRatings(msgspec.Struct):
    """What a rated match changed; empty until it is over."""

    seats: list[SeatRatingChange]
