"""The bodies of the API for tournaments of people."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.competitions.seating import MAX_TABLE_SIZE
from aerodrome.matches.competition_changes import MAX_ENTRANTS, MAX_FILLED, MAX_ROUNDS
from aerodrome.server.schemas.common import Level
from aerodrome.server.schemas.tables import ClockSettings, UnusualOption

MAX_COMPETITION_NAME = 40
Milliseconds = Annotated[int, Meta(ge=0, le=10**14)]


class NewTournamentRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament as its organiser wants it. Whoever runs out of time gives the seat to a bot."""

    name: Annotated[str, Meta(min_length=1, max_length=MAX_COMPETITION_NAME)]
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    table_size: Annotated[int, Meta(ge=2, le=MAX_TABLE_SIZE)]
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
    clock: ClockSettings
    format: Literal["round_robin", "swiss"] = "swiss"
    seating: Literal["rotate", "lot"] = "rotate"
    scoring: Literal["places", "wins"] = "places"
    options: dict[str, Any] = {}
    rated: bool = False
    bot_level: Level | None = None
    """Of the bots that fill gaps; the usual one unless given."""
    max_people: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)] = MAX_ENTRANTS
    fill_to: Annotated[int, Meta(ge=0, le=MAX_FILLED)] = 0
    """Bots fill up to at least so many; more only so that every table is full."""
    public: bool = True
    """In the list for everybody; else whoever has the address finds it."""
    starts_at: Milliseconds | None = None
    """When it begins by itself; null: when the organiser says so."""


class RemoveEntrantRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whom the organiser removes."""

    entrant: Annotated[int, Meta(ge=0, le=100_000)]


class WatchTournamentTableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The table to watch."""

    match: Annotated[str, Meta(min_length=1, max_length=32)]


class CreatedTournament(msgspec.Struct):
    """The tournament is at `/tournaments/<id>`."""

    id: str


class TournamentSummary(msgspec.Struct):
    """A tournament in the list."""

    id: str
    name: str
    title: str
    status: Literal["open", "running", "over", "cancelled"]
    format: Literal["round_robin", "swiss"]
    table_size: int
    rounds: int
    round: int
    """The round that is played; 0 before the first."""
    people: int
    max_people: int
    rated: bool
    clock: ClockSettings | None
    starts_at: int | None
    is_mine: bool
    """The caller organises it or takes part."""


class TournamentList(msgspec.Struct):
    """Public tournaments and one's own, newest first."""

    open: list[TournamentSummary]
    running: list[TournamentSummary]
    over: list[TournamentSummary]


class TournamentEntrant(msgspec.Struct):
    """Somebody who takes part."""

    number: int
    name: str
    kind: Literal["person", "bot"]
    is_me: bool
    has_left: bool
    """Does not take part in what comes next."""
    first_round: int


class TournamentSeat(msgspec.Struct):
    """A seat of a table; `place` and `points` are null until it is over."""

    entrant: int
    place: int | None = None
    points: float | None = None
    has_left: bool = False
    """Left the seat or came too late: a bot played, and there are no points."""


class TournamentTable(msgspec.Struct):
    """A table of a round."""

    number: int
    status: Literal["playing", "over", "void", "uncounted"]
    seats: list[TournamentSeat]
    is_mine: bool
    match: str | None
    """Its match; null when that was removed or cannot be read."""


class TournamentRound(msgspec.Struct):
    """A round; from 1."""

    number: int
    tables: list[TournamentTable]


class TournamentStanding(msgspec.Struct):
    """Where somebody stands: by points, then tables won, then the points of those they met."""

    entrant: int
    rank: int
    points: float
    wins: float
    met_points: float


class TournamentPage(msgspec.Struct):
    """All that everybody may know of a tournament."""

    id: str
    name: str
    title: str
    status: Literal["open", "running", "over", "cancelled"]
    end_reason: Literal["", "finished", "early", "nobody left", "organiser", "too few"]
    format: Literal["round_robin", "swiss"]
    seating: Literal["rotate", "lot"]
    scoring: Literal["places", "wins"]
    table_size: int
    rounds: int
    place_points: list[int]
    """What each place of a table is worth."""
    clock: ClockSettings | None
    options: list[UnusualOption]
    rated: bool
    bot_level: str
    max_people: int
    fill_to: int
    public: bool
    starts_at: int | None
    created_at: int
    ended_at: int | None
    organiser: str
    """Empty when the organiser wanted to be forgotten."""
    is_organiser: bool
    me: int | None
    """The number of the caller, when they take part."""
    round: int
    entrants: list[TournamentEntrant]
    played: list[TournamentRound]
    """The rounds so far, the one that is played included."""
    standings: list[TournamentStanding]
