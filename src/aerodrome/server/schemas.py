"""All bodies of the API as types: requests, answers, stream events. The client's types are generated from these."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.description import Description
from aerodrome.core.edition import MAX_EDITION_BYTES
from aerodrome.core.lesson import LessonPanel
from aerodrome.core.question import BoardTarget, Choice, Deal, Outcome, Question, ScoreLine
from aerodrome.matches.commands import SeatRequest
from aerodrome.matches.display_names import MAX_NAME_LENGTH
from aerodrome.matches.time_away import MAX_DAYS_A_YEAR
from aerodrome.server.passkey_schemas import PasskeyAnswer, PasskeyInfo
from aerodrome.server.time_away_schemas import AwayPeriod

MatchStatus = Literal["waiting", "playing", "over", "closed"]
MatchMode = Literal["online", "hotseat"]
SeatKind = Literal["person", "bot", "open"]

Seat = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Token = Annotated[str, Meta(min_length=16, max_length=64)]
Level = Annotated[str, Meta(min_length=1, max_length=24)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[int, Meta(ge=5, le=60 * 86_400)]
EditionHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


# Titles


class OptionInfo(msgspec.Struct):
    """One setting of a title, as the lobby shows it."""

    name: str
    description: str
    type: Literal["bool", "int", "choice", "text"]
    default: Any
    """The value at a table with a person; `default_bots_only` is the one among bots alone."""
    default_bots_only: Any
    choices: list[Any] = []
    min: int | None = None
    max: int | None = None
    by_lot: bool = False
    """The number of a seat that is drawn unless one is named; `default` is then null."""


class LessonSummary(msgspec.Struct):
    """A lesson as the lobby offers it."""

    lesson: str
    """What it is asked for by."""
    name: str
    about: str
    minutes: int
    steps: int


class QuickGame(msgspec.Struct):
    """The table that one press makes: one person and bots, gentle enough for a newcomer."""

    seats: int
    options: dict[str, Any]
    """Those that differ from the usual ones."""
    decisions: int | None
    """Choices with an alternative that the person makes; null for a title that nobody measured."""
    minutes: int | None


class TitleInfo(msgspec.Struct):
    """A title as the lobby shows it."""

    name: str
    seats_min: int
    seats_max: int
    options: list[OptionInfo]
    bots: list[str]
    """Levels of bots, weakest first."""
    seat_names: list[str]
    """What the seats are called, in order: their colours."""
    lessons: list[LessonSummary] = []
    """In the order they are taken: the first is for newcomers."""
    quick_game: QuickGame | None = None


class TitleList(msgspec.Struct):
    """The titles that can be played."""

    titles: list[TitleInfo]


class RuleInfo(msgspec.Struct):
    """One rule of the digest."""

    id: str
    section: str
    text: str


class RuleList(msgspec.Struct):
    """The rules digest of a title."""

    rules: list[RuleInfo]


# Editions of one's own


class EditionNote(msgspec.Struct):
    """A sentence about one place of an edition."""

    where: str
    """The path of the value: `city[7].fares`."""
    line: int
    """In the file; 0 when there is none."""
    text: str


class OwnEditionSummary(msgspec.Struct):
    """An edition of somebody's own, in a line."""

    id: str
    hash: str
    """Of its facts: what records name it by."""
    differences: int
    """How many there are from the house edition."""


class EditionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An edition as a TOML text, or as the values of the workshop: one of the two."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    text: Annotated[str, Meta(max_length=MAX_EDITION_BYTES)] | None = None
    data: dict[str, Any] | None = None


class EditionCheck(msgspec.Struct):
    """What the checks say. With errors there is nothing else."""

    errors: list[EditionNote]
    warnings: list[EditionNote]
    """What is legal but odd."""
    differences: list[EditionNote]
    """From the house edition, in words."""
    id: str
    hash: str
    data: dict[str, Any] | None
    """Every value, defaults too."""
    text: str
    """The edition as a TOML file."""
    board: dict[str, Any] | None
    """What is printed, as in `Room.board`."""
    view: dict[str, Any] | None
    """The table before anything is dealt, as a spectator sees it: what a board needs to be drawn."""
    colours: list[str]
    """What the seats of that table are called."""


class OwnEditionInfo(msgspec.Struct):
    """An edition that the caller keeps here."""

    hash: str
    title: str
    id: str
    used_at: int
    """When it was last kept or played, as Unix time in milliseconds."""


class OwnEditionList(msgspec.Struct):
    """The caller's own editions, the last used first."""

    editions: list[OwnEditionInfo]


class MatchEdition(msgspec.Struct):
    """The own edition that a match is played with, for everybody at its table."""

    id: str
    hash: str
    differences: list[str]
    data: dict[str, Any]
    """Every value, to be looked at."""
    shown: bool
    """Its owner lets it be saved and go along with records."""
    text: str | None
    """As a file; null unless it is shown or the caller's own."""


class ComparisonLine(msgspec.Struct):
    """One figure in both editions."""

    name: str
    house: str
    """With its 95 % interval."""
    own: str
    difference: str
    differs: bool
    """By more than chance makes 19 times in 20."""


class EditionTrialInfo(msgspec.Struct):
    """How far a comparison of an own edition with the house's is."""

    played: int
    games: int
    is_over: bool
    lines: list[ComparisonLine]
    """From what is played so far."""
    certainty: str
    """How sure this is, in a sentence."""
    problem: str
    """Why it stopped; empty when it did not."""


# Making and joining a match


class ClockRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each question, seconds for a whole match, or both; `on_timeout` says whether a bot then makes
    that move or takes the seat."""

    per_move: Seconds | None = None
    per_game: Seconds | None = None
    on_timeout: Literal["move", "seat"] = "move"
    away_days: Annotated[int, Meta(ge=0, le=MAX_DAYS_A_YEAR)] | None = None
    """At a slow table: how many days a year each person's clock stands while they are away; null: the usual."""


class PublicRequest(msgspec.Struct, forbid_unknown_fields=True):
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
    clock: ClockRequest | None = None
    hints: bool = True
    watchable: bool = True
    """Whether there is a link for spectators at all."""
    public: PublicRequest | None = None
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

    record: dict[str, Any]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    position: Count | None = None
    mode: MatchMode = "online"
    clock: ClockRequest | None = None
    hints: bool = True
    watchable: bool = True


class CreatedMatch(msgspec.Struct):
    """A new match with its links, for the host alone."""

    id: str
    links: list[str | None]
    """One for each open seat: the path `/j/<token>` that gives it away, once; null for the others."""
    spectator_link: str | None


class ListingRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Put the table into the lobby, or take it out (null)."""

    public: PublicRequest | None


class TableListing(msgspec.Struct):
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
    clock: ClockRequest | None = None
    """A table fits when it has the same pace: no clock, up to ten minutes a move, or more."""
    fill_after: Seconds | None = 180
    level: Level | None = None
    name: Name | None = None
    rated: bool = False


class PlayNowAnswer(msgspec.Struct):
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


class ChosenOption(msgspec.Struct):
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
    options: list[ChosenOption]
    """Only those that differ from the usual."""
    edition: str
    own_edition: OwnEditionSummary | None
    """The edition of somebody's own that is played; null for the house's."""
    edition_differences: list[str]
    """What it has otherwise than the house edition, in sentences; empty for a link that opens nothing any more."""
    clock: ClockRequest | None
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
    options: list[ChosenOption]
    """Only those that differ from the usual."""
    clock: ClockRequest | None
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


class LocalNetworkRequest(msgspec.Struct, forbid_unknown_fields=True):
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


# Accounts

Visibility = Literal["listed", "page", "private"]
Password = Annotated[str, Meta(min_length=10, max_length=200)]
AnyPassword = Annotated[str, Meta(min_length=1, max_length=200)]


class NewAccountRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Keep my tables under this name."""

    name: Name
    password: Password


class SignInRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Sign this browser in."""

    name: Name
    password: AnyPassword


class RecoverRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery code, and the password from now on."""

    name: Name
    code: Annotated[str, Meta(min_length=8, max_length=40)]
    password: Password


class OwnProofRequest(msgspec.Struct, forbid_unknown_fields=True):
    """That it is me: my password or a passkey of mine, before something that cannot be taken back."""

    password: AnyPassword | None = None
    passkey: PasskeyAnswer | None = None


class PasswordRequest(OwnProofRequest, kw_only=True, forbid_unknown_fields=True):
    """Another password, or the first one."""

    new_password: Password


class RemovePasskeyRequest(OwnProofRequest, kw_only=True, forbid_unknown_fields=True):
    """A passkey that shall open the account no more."""

    id: Annotated[str, Meta(min_length=12, max_length=12)]


class EndSessionsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The session to end; null for all but this one."""

    id: Annotated[str, Meta(min_length=12, max_length=12)] | None = None


class SessionInfo(msgspec.Struct):
    """A browser that is signed in."""

    id: str
    label: str
    """What it is, as far as it said; for its person alone."""
    created_at: int
    used_at: int
    """To an hour, as Unix time in milliseconds."""
    is_this: bool


class AccountInfo(msgspec.Struct):
    """Who the caller is."""

    name: str | None
    """Null for a guest."""
    created_at: int | None
    recovery_codes_left: int
    sessions: list[SessionInfo]
    visibility: Visibility = "page"
    suspension: str = ""
    """That the account is suspended, until when and why; else empty."""
    has_password: bool = False
    passkeys: list[PasskeyInfo] = []
    offers_passkeys: bool = False
    """Whether one can be made and used at the address by which the caller came."""


class VisibilityRequest(msgspec.Struct, forbid_unknown_fields=True):
    """In leaderboards and with a page; with a page that others may open; for nobody else."""

    visibility: Visibility


class CreatedAccount(msgspec.Struct):
    """The recovery codes, shown this once."""

    name: str
    recovery_codes: list[str]


class KeptInfo(msgspec.Struct):
    """For how many days this server keeps what; 0 is for ever."""

    finished_days: float
    abandoned_days: float
    unstarted_days: float
    session_days: int


# Notices

Minute = Annotated[int, Meta(ge=0, le=1439)]
NoticeKind = Literal["push", "mail", "webhook"]


class PushRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A push subscription, as the browser made it."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    """The subscription's public key, base64url."""
    auth: Annotated[str, Meta(min_length=16, max_length=32)]
    """Its secret, base64url."""


class NoticeAddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Where to tell me: a mail address, or a webhook's or Apprise address."""

    address: Annotated[str, Meta(min_length=3, max_length=300)]


class QuietHoursRequest(msgspec.Struct, forbid_unknown_fields=True):
    """From and until which minute of my day nothing is sent; both null for never."""

    begin: Minute | None
    end: Minute | None
    time_zone: Annotated[str, Meta(min_length=1, max_length=64)]
    """A name of the time zone database: "Europe/Berlin"."""


class NoticeChannelInfo(msgspec.Struct):
    """A place where I am told."""

    id: str
    kind: NoticeKind
    masked_address: str
    """The address with its secrets left out; of a push subscription, its service."""
    label: str
    """Of a push subscription: which browser."""
    is_confirmed: bool
    """False while a mail address waits for its link to be followed."""
    endpoint_hash: str
    """Of a push subscription: SHA-256 of its endpoint, by which a browser knows its own; else empty."""
    created_at: int


class NoticeInfo(msgspec.Struct):
    """What I am told when a table waits for me and I am away."""

    push_key: str | None
    """What browsers subscribe with; null where nothing is sent."""
    is_mail_offered: bool
    channels: list[NoticeChannelInfo]
    quiet_begin: int | None
    """From which minute of my day nothing is sent; null for never."""
    quiet_end: int | None
    time_zone: str


# The room

SeatPresence = Literal["", "open", "thinking", "absent", "away"]


class SeatClockInfo(msgspec.Struct):
    """How much time a seat has left."""

    running: bool
    move_left: int | None
    """Milliseconds, at the moment `ClocksInfo.now`."""
    game_left: int | None
    away: list[AwayPeriod] = []
    """When the clock stands because its person is away, now or later."""
    away_days_left: float = 0
    """How many days of this year's allowance are neither taken nor planned."""


class ClocksInfo(msgspec.Struct):
    """All in milliseconds."""

    now: int
    per_move: int | None
    per_game: int | None
    on_timeout: Literal["move", "seat"]
    seats: list[SeatClockInfo]
    away_days: int = 0
    """How many days a year each person's clock stands while they are away."""


class SeatInfo(msgspec.Struct):
    """A seat and who plays it."""

    seat: int
    colour: str
    kind: SeatKind
    name: str
    level: str | None
    presence: SeatPresence
    """`thinking`: asked and here; `absent`: asked, not here; `away`: not asked, not here."""
    replaced_reason: str = ""
    """Why a bot plays for a person who may come back: "left", "time", "vote", "away"; else empty."""
    style: str = ""
    """How a bot plays that is a character of its title: "careful", "bold", "trader", "builder"; else empty."""
    replaceable: bool = False
    """Its person has been away for so long that the others may let a bot play on."""


class SeatQuestion(Question, kw_only=True):
    """The question of a seat. `seq` goes back with the answer."""

    seq: int


class QuestionOutcomes(msgspec.Struct):
    """What the choices of the question with this `seq` would bring, in their order."""

    seq: int
    outcomes: list[Outcome]


class PlaceDescription(msgspec.Struct):
    """What a place or thing is and means for the caller at that position; null where nothing is known of it."""

    position: int
    description: Description | None


class LogLineInfo(msgspec.Struct):
    """One line of the log."""

    id: str
    text: str
    rule: str
    position: int
    """How many actions were in force after it: where the history jumps to."""
    seat: int | None = None
    """Who acted, or of whom the table speaks; null for chance."""


class ChatMessage(msgspec.Struct):
    """One line of chat; `at` is Unix time in milliseconds."""

    id: int
    seat: int
    name: str
    text: str
    at: int
    is_removed: bool = False
    """An operator removed the line: `text` is empty."""


class LogPage(msgspec.Struct):
    """Some lines of the log, oldest first."""

    lines: list[LogLineInfo]
    earlier: str | None
    """Where the page before this one ends: `before` of the call that gets it; null when there is none."""


class ChatPage(msgspec.Struct):
    """Some lines of chat, oldest first."""

    messages: list[ChatMessage]
    earlier: int | None
    """`before` of the call that gets the page before this one; null when there is none."""


class StandingOrderInfo(msgspec.Struct):
    """A standing order that is in force, or that could be given."""

    key: str
    label: str
    enabled: bool
    is_switch: bool = False
    """Shown beside the question, not only among the orders."""
    max_amount: int | None = None
    """For an order with an amount, from 1 to so much; its place in the label is "{amount}"."""
    amount: int | None = None
    """The one with which it is in force."""


class VoteInfo(msgspec.Struct):
    """Something all people at the table must agree to; to `end` the game, the bots too."""

    id: int
    kind: Literal["undo", "replace", "end"]
    proposed_by: int
    text: str
    to_position: int | None
    """For an undo: the position it goes back to."""
    target: int | None
    """For a replacement: the seat that a bot would take."""
    agreed: list[int]
    pending: list[int]


class EndProposalInfo(msgspec.Struct):
    """Whether somebody at the table may propose to end the game here."""

    allowed: bool
    reason: str
    """Why not, when nobody may."""


class UndoInfo(msgspec.Struct):
    """Which of the caller's choices may be undone."""

    last_choice: int | None
    """The position that undoing my last choice leads to; null when it may not be undone."""
    turn_start: int | None
    """The same for restarting my turn."""
    reason: str
    """Why not, when it may not."""


class MatchResult(msgspec.Struct):
    """How the match ended."""

    scores: list[int]
    winners: list[int]
    reason: str
    """Why the game is over, as a short name; "agreement" when the table ended it before the rules did."""
    score_breakdown: list[list[ScoreLine]] = msgspec.field(name="tally")
    seed: str
    """The secret that was behind every die and draw; its hash was public from the start."""


class LessonInfo(msgspec.Struct):
    """How far a lesson is, and what it says now."""

    lesson: str
    name: str
    minutes: int
    step: int
    """Counted from 1; one more than `steps` when it is done."""
    steps: int
    status: Literal["choosing", "moving", "astray", "done", "changed"]
    """`astray`: the last choice must be taken back; `changed`: the lesson is not what it was, it begins anew."""
    panel: LessonPanel | None
    """What is said with the present question, or at the end; null while the others move."""
    answer: LessonPanel | None
    """What is said about the last choice."""
    is_other: bool
    """The last choice was not the one that was shown."""
    back_to: int | None
    """The position that taking back the last choice leads to."""
    shown: dict[str, Any] | None
    """The choice that is shown."""
    welcome: LessonPanel | None
    """Said before the first choice."""
    next_lesson: LessonSummary | None


class CallerSeats(msgspec.Struct):
    """What the caller holds in the match."""

    seats: list[int]
    """The seats I hold: several on one screen."""
    seat: int | None
    """The seat whose view this is; null for a spectator."""
    is_host: bool


class InviteLinks(msgspec.Struct):
    """Only for the host, and only for seats that are still open; and the spectators' link for everybody seated."""

    seats: list[str | None]
    spectator_link: str | None


class TournamentPlace(msgspec.Struct):
    """Where in a tournament a table belongs; `id` is that of the tournament."""

    id: str
    name: str
    round: int
    table: int


class Room(msgspec.Struct):
    """The whole room as its caller may know it."""

    id: str
    title: str
    edition: str
    own_edition: OwnEditionSummary | None
    """The edition of somebody's own that is played; null for the house's. `GET edition` has what differs."""
    rules_version: int
    options: dict[str, Any]
    mode: MatchMode
    status: MatchStatus
    hints: bool
    watchable: bool
    """Whether others may watch, with the link for it."""
    version: int
    """The number of the last event: `Last-Event-ID` of the stream that goes on from here."""
    seq: int
    position: int
    me: CallerSeats
    seats: list[SeatInfo]
    board: dict[str, Any]
    view: dict[str, Any]
    question: SeatQuestion | None
    out_of_turn: list[Choice]
    """What my seat may do without being asked; it goes back with the room's own `seq`."""
    log: list[LogLineInfo]
    """The newest page of it."""
    earlier_log: str | None
    """For `GET log?before=`: where the page before this one ends; null when there is none."""
    chat: list[ChatMessage]
    """The newest page of it."""
    earlier_chat: int | None
    """For `GET chat?before=`: the first line here; null when none lies before it."""
    standing_orders: list[StandingOrderInfo]
    undo: UndoInfo
    votes: list[VoteInfo]
    end_proposal: EndProposalInfo
    clocks: ClocksInfo | None
    commitment: str
    result: MatchResult | None
    links: InviteLinks
    pause_reason: str
    """Why the match is paused, in words; empty when all is well."""
    rematch: str | None
    rematch_by: int | None
    """The seat of whoever wants to play again; null when nobody does, or when it is not known (version 0.1)."""
    rematch_seats: list[int]
    """Who has sat down at the table for playing again, bots left out."""
    origin: MatchOriginInfo | None = None
    """The record that the match goes on from, if any."""
    lesson: LessonInfo | None = None
    """Null for a game."""
    may_coach: bool = False
    """Whether a coach may speak at this table: one person against bots."""
    listing: TableListing | None = None
    """How the table stands in the lobby; null: its seats are given away by link alone."""
    rated: bool = False
    """The result changes the ratings of the people here; `GET ratings` says how when it is over."""
    tournament: TournamentPlace | None = None
    """The tournament that this is a table of."""


# Live updates


class MatchUpdate(msgspec.Struct):
    """SSE event `update`: one event of the match, as its viewer may know it.

    `view`, `question`, `undo`, `standing_orders`, `result` are those of the present and come with the latest update
    only (`is_latest`); older ones, sent after a broken line, carry what happened and nothing else.
    """

    version: int
    seq: int
    position: int
    status: MatchStatus
    is_latest: bool
    log: list[LogLineInfo]
    events: list[dict[str, Any]]
    """The title's events, dumped, in order, for the animation."""
    rewound_to: int | None = None
    """Log lines of positions after this one are void."""
    chat: list[ChatMessage] = []
    """New lines; a line that was removed comes once more, without its text."""
    seats: list[SeatInfo] | None = None
    view: dict[str, Any] | None = None
    question: SeatQuestion | None = None
    out_of_turn: list[Choice] = []
    standing_orders: list[StandingOrderInfo] | None = None
    undo: UndoInfo | None = None
    votes: list[VoteInfo] | None = None
    end_proposal: EndProposalInfo | None = None
    clocks: ClocksInfo | None = None
    result: MatchResult | None = None
    rematch: str | None = None
    rematch_by: int | None = None
    rematch_seats: list[int] | None = None
    lesson: LessonInfo | None = None
    listing: TableListing | None = None


class PresenceUpdate(msgspec.Struct):
    """SSE event `presence`, without an id: who is here, whether the match is paused."""

    seats: list[SeatInfo]
    pause_reason: str


# Requests and answers


class ActionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to the question with this `seq`."""

    seq: Count
    action: dict[str, Any]
    seat: Seat | None = None
    """Needed only by who holds several seats."""
    coach: bool = False
    """A coach is wanted: if the choice may be costly, it is judged and bots wait for that."""


class ActionAck(msgspec.Struct):
    """The answer is stored; the stream will reach `version`."""

    version: int
    seq: int
    repeated: bool
    """This very answer was already accepted; nothing was done now."""
    is_judged: bool = False
    """The coach judges this choice: `POST coach/judgement` waits for what it says."""


class ValidateRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An action that might be played."""

    action: dict[str, Any]
    seat: Seat | None = None


class ValidationResult(msgspec.Struct):
    """Whether the action is allowed now."""

    allowed: bool
    description: str
    """The action in words, when it is allowed."""
    rule: str
    text: str
    """Why not, when it is not."""
    deal: Deal | None = None
    """For a proposal: how both sides would stand, if it is agreed to."""


class SeatOnlyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing but the seat that acts."""

    seat: Seat | None = None


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    """`choice`: my last one; `turn`: all my choices of this turn; `position`: further back, if all agree."""

    scope: Literal["choice", "turn", "position"]
    to_position: Count | None = None
    seat: Seat | None = None


class VoteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A voice in a vote."""

    id: Count
    agree: bool
    seat: Seat | None = None


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    seat: Seat | None = None


class StandingOrderRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Give or revoke a standing order."""

    key: Annotated[str, Meta(min_length=1, max_length=120)]
    enabled: bool
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """For an order that has one."""
    seat: Seat | None = None


class ReplaceSeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A bot for `target`: my own seat or an open one at once, somebody else's by vote."""

    target: Seat
    level: Level
    seat: Seat | None = None


class ReturnKey(msgspec.Struct):
    """A link that opens my seat in any browser. Whoever has it can sit in my place: it is for me alone."""

    link: str


class DeviceInfo(msgspec.Struct):
    """A browser that holds my seat."""

    id: str
    label: str
    """ "Firefox on Android"; empty when nothing is known of it."""
    since: int | None
    """When it was let in, as Unix time in milliseconds; null when it came with the match."""
    is_current: bool
    """This is the device that asks."""


class DeviceList(msgspec.Struct):
    """The devices of a seat, oldest first."""

    devices: list[DeviceInfo]
    is_guest: bool
    """The device that asks was let in by another one: the key and the devices are looked after there."""


class DeviceLink(msgspec.Struct):
    """A link that opens my seat on one further device, until `expires_at` (Unix time in milliseconds)."""

    link: str
    expires_at: int


class RemoveDeviceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A device to be shown out of my seat."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Seat | None = None


class RenameSeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new name for the seat."""

    name: Name
    seat: Seat | None = None


class NotificationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Where to tell me that it is my turn: an https webhook or an Apprise address; empty for nowhere."""

    address: Annotated[str, Meta(max_length=300)]
    seat: Seat | None = None


class NotificationInfo(msgspec.Struct):
    """Whether and where a seat is told that it is its turn."""

    enabled: bool
    masked_address: str
    """The address with its secrets left out."""


class NotesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """My notes as they should be from now on, and the `revision` that they were written over."""

    text: Annotated[str, Meta(max_length=4000)]
    revision: Count
    seat: Seat | None = None


class NotesInfo(msgspec.Struct):
    """What I have written down at this table; nobody else gets it."""

    text: str
    revision: int
    """Goes back with the next change; 0 as long as nothing was written."""
    is_saved: bool = True
    """False when another device of mine changed the notes meanwhile: `text` is what that one wrote."""


class Ack(msgspec.Struct):
    """It is stored; the stream will reach `version`."""

    version: int


class PositionView(msgspec.Struct):
    """The table after the first `position` actions, as the caller could see it then."""

    position: int
    last_position: int
    view: dict[str, Any]
    actors: list[int]
    round: int
    last_actor: int | None
    """The seat whose action led here; null for chance and for the start."""


class ActionAdvice(msgspec.Struct):
    """A choice that a strong bot would consider."""

    action: dict[str, Any]
    description: str
    win_chance: float
    """The chance to win, 0 to 1."""
    uncertainty: float
    """The standard error of the chance."""
    percent: int
    """The chance as it is to be shown: the order of the list is that of these numbers."""
    gain: float
    """The expected lead in the title's own currency, against that of the first choice."""
    gain_words: str
    """The gain with its unit; empty where it is too small or too uncertain to be named."""
    about_as_good: bool
    """Whether it cannot be told apart from the first choice."""
    reason: str
    """A fact that speaks for the choice, or against one that is clearly worse, as half a sentence; or empty."""


class SuggestedActions(msgspec.Struct):
    """The best choices for the question with this `seq`, best first. The same position gets the same answer."""

    seq: int
    level: str
    advice: list[ActionAdvice]


class CoachPoint(msgspec.Struct):
    """A choice worth looking at, and a fact that speaks for it, as half a sentence."""

    description: str
    reason: str
    where: BoardTarget


class CoachPoints(msgspec.Struct):
    """What to look at before the question with this `seq` is answered; empty where it matters little, or the coach
    has no time."""

    seq: int
    points: list[CoachPoint]


class CoachFigure(msgspec.Struct):
    """A figure that players track, after the choice that was made and after the better one."""

    name: str
    mine: float
    better: float


class CostlyChoice(msgspec.Struct):
    """A choice that cost much, against a better one: chances in percent, facts as half sentences or empty."""

    mine: str
    mine_percent: int
    mine_reason: str
    better: str
    better_percent: int
    better_reason: str
    error: float
    """The standard error of the difference of the chances, 0 to 1."""
    figures: list[CoachFigure]


class CoachJudgement(msgspec.Struct):
    """What the coach says of the last choice; null where it did not cost much, or nobody could tell in time."""

    costly: CostlyChoice | None


class StatisticsSeries(msgspec.Struct):
    """One figure of the title over the match."""

    name: str
    values: list[list[float | None]]
    """For each seat one value for each of `positions`; null where the caller may not know it."""


class StatisticsInfo(msgspec.Struct):
    """The title's figures over the match."""

    positions: list[int]
    rounds: list[int]
    series: list[StatisticsSeries]
    scores: list[list[float | None]]
    """When the match is over: for each seat the score as it would have been counted at each of `positions`; else
    empty."""


class Problem(msgspec.Struct, omit_defaults=True):
    """Every answer of 400 and above."""

    code: str
    """stale, refused, not_yours, not_found, not_now, not_allowed, malformed, link_spent, too_large, too_many, too_slow,
    busy, cannot_save, …"""
    detail: str
    rule: str = ""
    seq: int | None = None


# Reviews


class ReviewSeat(msgspec.Struct):
    """Who sat where."""

    seat: int
    colour: str
    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None
    replaced_reason: str


class ReviewProgress(msgspec.Struct):
    """How far a review is; `revision` changes when there is more to fetch."""

    status: Literal["none", "running", "stopped", "done", "failed"]
    done: int
    total: int
    revision: int
    error: str
    """Why it cannot go on, when it failed."""


class ReviewStepInfo(msgspec.Struct):
    """A part of the match that belongs to chance, to one choice or to choices made at once.

    `begin` and `end` are positions, `seat` is -1 where it belongs to no single seat, `chances` are empty while they
    are not known.
    """

    kind: str
    begin: int
    end: int
    seat: int
    round: int
    chances: list[float]


class ReviewDecisionInfo(msgspec.Struct):
    """What a choice lost, in chance to win; `is_clear` when that is beyond noise."""

    position: int
    seat: int
    loss: float
    error: float
    is_clear: bool


class ReviewMoment(msgspec.Struct):
    """Something that mattered, in words; `step` is a place among the steps. Of a choice, what was played and better."""

    step: int
    position: int
    seat: int
    kind: str
    weight: float
    words: str
    played: str
    better: str


class ReviewSummary(msgspec.Struct):
    """One seat's match: start, luck, own, others and nobody add up to the result."""

    decisions: int
    average_loss: float
    average_loss_error: float
    accuracy: float
    start: float
    luck: float
    own: float
    others: float
    nobody: float
    result: float
    result_without_luck: float


class ReviewSharing(msgspec.Struct):
    """Who agrees that everybody may see the review, and whose agreement is missing; seat -1 is a host without one."""

    agreed: list[int]
    missing: list[int]
    link: str | None
    """The public link, when nobody's agreement is missing."""


class ReviewInfo(msgspec.Struct):
    """A review as far as it is done, with what is needed to draw its board."""

    progress: ReviewProgress
    title: str
    board: dict[str, Any]
    seats: list[ReviewSeat]
    me: list[int]
    """The seats of the caller; none where the review is public."""
    position: int
    winners: list[int]
    start: list[float]
    """The chances before the first step; empty while they are not known."""
    steps: list[ReviewStepInfo]
    decisions: list[ReviewDecisionInfo]
    moments: list[ReviewMoment]
    summaries: list[ReviewSummary]
    turning_points: list[int]
    sharing: ReviewSharing | None
    """Null where the review is public."""


class ReviewAlternative(msgspec.Struct):
    """A choice that was compared, and where it is made on the board; what was played and the best one with the view
    that the seat would have had after it."""

    words: str
    chance: float
    error: float
    is_played: bool
    is_best: bool
    where: dict[str, Any]
    view: dict[str, Any] | None


class ReviewChanceRow(msgspec.Struct):
    """Something chance could have brought, in words ("" for a part of a long run): with `alike` others that mean about
    the same, their odds together, and the chances of all seats then."""

    words: str
    odds: float
    alike: int
    chances: list[float]
    came: bool


class ReviewChanceTable(msgspec.Struct):
    """What chance could have brought, the best first for `seat`, which had most at stake.

    `looked_at` outcomes of so many that were `possible` were judged; 0 `possible` where a long run, as a deal, is told
    by parts.
    """

    seat: int
    looked_at: int
    possible: int
    rows: list[ReviewChanceRow]


class ReviewPosition(msgspec.Struct):
    """A position of a reviewed match, as `viewer` could see it then: the seat that chose there, or the caller's.

    `chance` is there where chance brought it about: what else could have come.
    """

    position: int
    viewer: int | None
    view: dict[str, Any]
    actors: list[int]
    round: int
    ask: str
    decision: ReviewDecisionInfo | None
    alternatives: list[ReviewAlternative]
    chance: ReviewChanceTable | None


class ReviewConsentRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whether everybody may see the review."""

    agree: bool


# Ratings and people


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


class BotMark(RatingInfo, kw_only=True):
    """A bot on the same scale; it never moves."""

    level: str


class Leaderboard(msgspec.Struct):
    """The people of a title, strongest first, and the bots among them."""

    title: str
    people: list[LeaderboardRow]
    has_more: bool
    bots: list[BotMark]
    mine: RatingInfo | None
    """My own rating, listed or not; null without an account, and before the first rated match."""


class RatingPoint(msgspec.Struct):
    """A rating after a match."""

    at: int
    rating: float
    low: float
    high: float


class SeatsTally(msgspec.Struct):
    """Rated matches with so many seats."""

    seats: int
    matches: int
    wins: int


class PersonTitle(RatingInfo, kw_only=True):
    """Somebody in one title."""

    title: str
    matches: int
    wins: int
    rank: int | None
    """In the leaderboard; null for who is not listed."""
    by_seats: list[SeatsTally]
    curve: list[RatingPoint]
    """Oldest first."""
    bots: list[BotMark]


class PersonMatch(msgspec.Struct):
    """A rated match on somebody's page."""

    id: str | None
    """For those who sat there, as long as the match is kept: its review is open to them."""
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


class Person(msgspec.Struct):
    """The page of somebody who has an account."""

    name: str
    since: int
    is_me: bool
    visibility: Visibility | None
    """For the person alone."""
    titles: list[PersonTitle]
    matches: list[PersonMatch]
    """The newest, newest first."""
    match_count: int
    head_to_head: HeadToHeadInfo | None
    """Null on one's own page, without an account, and for who never met."""
    reliability: ReliabilityInfo


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
