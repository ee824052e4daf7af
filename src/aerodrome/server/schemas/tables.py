"""Making, finding and joining a match."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.matches.match_creation import SeatRequest
from aerodrome.matches.time_away import MAX_DAYS_A_YEAR
from aerodrome.server.schemas.common import (
    Count,
    EditionHash,
    JsonObject,
    Level,
    MatchMode,
    MatchStatus,
    Name,
    SeatKind,
    Seconds,
    Token,
)
from aerodrome.server.schemas.editions import OwnEditionSummary
from aerodrome.server.schemas.ratings import ReliabilityInfo


class ClockSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each question, seconds for a whole match, or both; `on_timeout` says whether a bot then makes
    that move or takes the seat."""

    per_move: Seconds | None = None
    per_game: Seconds | None = None
    on_timeout: Literal["move", "seat"] = "move"
    away_days: Annotated[int, Meta(ge=0, le=MAX_DAYS_A_YEAR)] | None = None
    """At a slow table: how many days a year each person's clock stands while they are away; null: the usual."""


class LobbyListingRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The table stands in the lobby; bots take what is open after so many seconds (null: never)."""

    fill_after: Seconds | None = None
    level: Level | None = None
    """Of those bots; the usual one unless given."""
    for_friends: bool = False
    """Only the host's friends see it there and may sit down; needs an account."""


class NewMatchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A match as its host wants it."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    mode: MatchMode = "online"
    clock: ClockSettings | None = None
    hints: bool = True
    watchable: bool = True
    """Whether there is a link for spectators at all."""
    public: LobbyListingRequest | None = None
    """Listed in the lobby; null: seats are given away by link alone."""
    edition: EditionHash | None = None
    """One of the caller's own editions (`GET /api/editions`); null for the house's."""
    shows_edition: bool = False
    """Whether records of the match carry the edition, so that it can be read elsewhere."""
    rated: bool = False
    """The result changes ratings: needs an account, a clock and the usual rules, and there are no hints."""


class NewLessonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson that somebody wants to take."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    lesson: Annotated[str, Meta(min_length=1, max_length=40)]
    name: Name | None = None


class ImportMatchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A record played on as a new match, from the position after its first `position` actions."""

    record: JsonObject
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    position: Count | None = None
    mode: MatchMode = "online"
    clock: ClockSettings | None = None
    hints: bool = True
    watchable: bool = True


class CreatedMatch(msgspec.Struct):
    """A new match with its links, for the host alone."""

    id: str
    links: list[str | None]
    """One for each open seat: the path `/j/<token>` that gives it away, once; null for the others."""
    spectator_link: str | None


class ChangeListingRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Put the table into the lobby, or take it out (null)."""

    public: LobbyListingRequest | None


class TableListingInfo(msgspec.Struct):
    """How a table stands in the lobby."""

    fill_after: int | None
    """Seconds from when it was made public until bots take what is open; null: never."""
    fill_at: int | None
    """When that is, as Unix time in milliseconds; null also when the game has begun."""
    level: str
    for_friends: bool
    """Only the host's friends see it there."""


class PublicSeat(msgspec.Struct):
    """A seat of a public table."""

    kind: SeatKind
    name: str
    """Empty while the seat is open."""
    reliability: ReliabilityInfo | None = None
    """At open tables, of people who sit there under the name of their account and let others see their page; null
    for all others and where there is too little to say."""


class SitDownRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down at a public table under this name."""

    name: Name | None = None


class PlayNowRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to play at once with whoever is there."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=16)]
    """At the table that is opened when none fits."""
    any_seats: bool = True
    """A table with another number of seats fits too."""
    options: dict[str, Any] = {}
    clock: ClockSettings | None = None
    """A table fits when it has the same pace: no clock, up to ten minutes a move, or more."""
    fill_after: Seconds | None = 180
    level: Level | None = None
    name: Name | None = None
    rated: bool = False


class PlayNowResult(msgspec.Struct):
    """Where I sit now."""

    id: str
    seat: int
    is_opened: bool
    """No table fitted, and this one was opened."""


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a link, and the name to be shown."""

    token: Token
    name: Name | None = None


class JoinedMatch(msgspec.Struct):
    """The match that was joined."""

    id: str
    seat: int | None
    """None for a spectator."""


class MatchOriginInfo(msgspec.Struct):
    """The record that a match goes on from: what came with it did not come from the match's own seed."""

    commitment: str
    """The hash of that record's seed, by which it is known; empty when it was not kept (version 0.1)."""
    position: int
    """After how many actions of the record the match goes on."""
    chance: int
    """How many dice, draws and deals came with the record."""
    explained_chance: int
    """How many of those the record's own seed gives; whoever made the record may have chosen that seed."""
    has_seed: bool
    is_lesson: bool
    """A lesson that is played on."""
    text: str
    """All of it in words."""


class InvitationSeat(msgspec.Struct):
    """A seat of the table that a link belongs to."""

    colour: str
    kind: SeatKind
    name: str
    """Empty while the seat is open."""
    is_host: bool
    is_offered: bool
    """The seat that the link opens."""


class UnusualOption(msgspec.Struct):
    """An option of the title that this table plays differently, in words."""

    name: str
    value: str
    usual: str
    """What it is at other tables."""
    description: str


class Invitation(msgspec.Struct):
    """What a link opens, before it is used."""

    kind: Literal["seat", "spectator", "key", "device"]
    """An open seat, a spectator's place, the key to come back to one's seat, one's seat for a further device."""
    state: Literal["open", "yours", "spent"]
    """`yours`: this browser holds it already, and `id` says where."""
    reason: str
    """Why a spent link opens nothing, and what can be done."""
    id: str | None
    title: str
    status: MatchStatus
    host_name: str
    """Who made the table; empty when its host has no seat."""
    names: list[str]
    """Who sits at the table, bots included."""
    colour: str
    """What the seat is called; empty for spectators."""
    name: str
    """Who sits there; empty for an open seat."""
    seats: list[InvitationSeat]
    options: list[UnusualOption]
    """Only those that differ from the usual."""
    edition: str
    own_edition: OwnEditionSummary | None
    """The edition of somebody's own that is played; null for the house's."""
    edition_differences: list[str]
    """What it has otherwise than the house edition, in sentences; empty for a link that opens nothing any more."""
    clock: ClockSettings | None
    hints: bool
    watchable: bool
    minutes: int | None
    """How long a game usually takes with so many seats, when people have all of them; null when nobody measured it."""
    origin: MatchOriginInfo | None
    """The record that the match goes on from, if any."""
    rated: bool
    """The result changes ratings, and an account is needed to sit down."""


class PublicTable(msgspec.Struct):
    """A line of the lobby: a public table."""

    id: str
    title: str
    status: Literal["open", "playing"]
    host_name: str
    """Empty when the host has no seat."""
    seats: list[PublicSeat]
    free_seats: int
    options: list[UnusualOption]
    """Only those that differ from the usual."""
    clock: ClockSettings | None
    hints: bool
    watchable: bool
    minutes: int | None
    fill_after: int | None
    """Seconds after `since` until bots take what is open."""
    since: int
    """Since when it is open, or runs; Unix time in milliseconds."""
    is_quick: bool
    """Its options are those of the table that one press makes."""
    rated: bool
    for_friends: bool


class PublicTablePage(msgspec.Struct):
    """Public tables, newest first."""

    tables: list[PublicTable]
    next: str | None
    """What to pass as `after` for the next page; null: there are no more."""


class PublicTableCount(msgspec.Struct):
    """How many open public tables a title has."""

    title: str
    tables: int
    free_seats: int


class LobbyTables(msgspec.Struct):
    """What the lobby shows: the newest open tables, those that run, and how many are open."""

    open: PublicTablePage
    playing: PublicTablePage
    open_counts: list[PublicTableCount]


class LocalNetworkInfo(msgspec.Struct):
    """Whether this server is open to the local network, for the person at the machine."""

    may_switch: bool
    """The request came from the machine itself, and there is a network to open it to."""
    is_open: bool
    url: str
    """Where it is in the local network, without a path; empty while it is closed."""
    reason: str
    """Why it cannot be opened from here, in words."""


class SwitchLocalNetworkRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Open to the local network, or not."""

    open: bool


class MatchSummary(msgspec.Struct):
    """One line of "my tables"."""

    id: str
    title: str
    status: MatchStatus
    names: list[str]
    seats: list[int]
    """The seats I hold; empty when I only watch."""
    my_turn: bool
    updated_at: int
    """When something last happened, as Unix time in milliseconds."""
    ended_by_agreement: bool = False
    """It is over because the table agreed to end it."""
    winners: list[str] = []
    """Who has won, when it is over."""
    my_place: int | None = None
    """Which place I came in, 1 for the first; null while it goes on, and for who holds no seat or several."""
    rematch_by: str = ""
    """Who wants to play again and waits for me; else empty."""
    lesson: str = ""
    """Of a lesson: its name and how far it is."""
    problem: str = ""
    """Why the match cannot be read, in words; then title and names are empty."""
    has_left: bool = False
    """A bot plays on for me in every seat I hold; I can come back."""


class MyMatches(msgspec.Struct):
    """The matches of the caller: those that are not over first, in each part the newest first."""

    matches: list[MatchSummary]
    has_more: bool
    """There are more: ask again with `offset`."""
