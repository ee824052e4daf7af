"""The room of a match, and what its stream sends."""

from typing import Any, Literal

import msgspec

from aerodrome.core.description import Description
from aerodrome.core.lesson import LessonPanel
from aerodrome.core.question import Choice, ChoiceOutcome, Question, ScoreLine
from aerodrome.server.schemas.common import MatchMode, MatchStatus, SeatKind
from aerodrome.server.schemas.editions import OwnEditionSummary
from aerodrome.server.schemas.tables import MatchOriginInfo, TableListingInfo
from aerodrome.server.schemas.time_away import AwayPeriod
from aerodrome.server.schemas.titles import LessonSummary

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


class ChoiceOutcomeList(msgspec.Struct):
    """What the choices of the question with this `seq` would bring, in their order."""

    seq: int
    outcomes: list[ChoiceOutcome]


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


class EndProposalPermission(msgspec.Struct):
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


class TableInTournament(msgspec.Struct):
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
    end_proposal: EndProposalPermission
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
    listing: TableListingInfo | None = None
    """How the table stands in the lobby; null: its seats are given away by link alone."""
    rated: bool = False
    """The result changes the ratings of the people here; `GET ratings` says how when it is over."""
    tournament: TableInTournament | None = None
    """The tournament that this is a table of."""


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
    end_proposal: EndProposalPermission | None = None
    clocks: ClocksInfo | None = None
    result: MatchResult | None = None
    rematch: str | None = None
    rematch_by: int | None = None
    rematch_seats: list[int] | None = None
    lesson: LessonInfo | None = None
    listing: TableListingInfo | None = None


class PresenceUpdate(msgspec.Struct):
    """SSE event `presence`, without an id: who is here, whether the match is paused."""

    seats: list[SeatInfo]
    pause_reason: str
