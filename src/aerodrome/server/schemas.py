"""All bodies of the API as types: requests, answers, stream events. The client's types are generated from these."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.question import Choice, Outcome, Question, ScoreLine
from aerodrome.matches.commands import SeatRequest
from aerodrome.matches.display_names import MAX_NAME_LENGTH

MatchStatus = Literal["waiting", "playing", "over", "closed"]
MatchMode = Literal["online", "hotseat"]
SeatKind = Literal["person", "bot", "open"]

Seat = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Token = Annotated[str, Meta(min_length=16, max_length=64)]
Level = Annotated[str, Meta(min_length=1, max_length=24)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[int, Meta(ge=5, le=60 * 86_400)]


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


# Making and joining a match


class ClockRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each question, seconds for a whole match, or both; `on_timeout` says whether a bot then makes
    that move or takes the seat."""

    per_move: Seconds | None = None
    per_game: Seconds | None = None
    on_timeout: Literal["move", "seat"] = "move"


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
    text: str
    """All of it in words."""


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
    origin: MatchOriginInfo | None
    """The record that the match goes on from, if any."""


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
    problem: str = ""
    """Why the match cannot be read, in words; then title and names are empty."""


class MyMatches(msgspec.Struct):
    """The matches of the caller: those that are not over first, in each part the newest first."""

    matches: list[MatchSummary]
    has_more: bool
    """There are more: ask again with `offset`."""


# The room

SeatPresence = Literal["", "open", "thinking", "absent", "away"]


class SeatClockInfo(msgspec.Struct):
    """How much time a seat has left."""

    running: bool
    move_left: int | None
    """Milliseconds, at the moment `ClocksInfo.now`."""
    game_left: int | None


class ClocksInfo(msgspec.Struct):
    """All in milliseconds."""

    now: int
    per_move: int | None
    per_game: int | None
    on_timeout: Literal["move", "seat"]
    seats: list[SeatClockInfo]


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


class SeatQuestion(Question, kw_only=True):
    """The question of a seat. `seq` goes back with the answer."""

    seq: int


class QuestionOutcomes(msgspec.Struct):
    """What the choices of the question with this `seq` would bring, in their order."""

    seq: int
    outcomes: list[Outcome]


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


class Room(msgspec.Struct):
    """The whole room as its caller may know it."""

    id: str
    title: str
    edition: str
    rules_version: int
    options: dict[str, Any]
    mode: MatchMode
    status: MatchStatus
    hints: bool
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
    origin: MatchOriginInfo | None = None
    """The record that the match goes on from, if any."""


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


class ActionAck(msgspec.Struct):
    """The answer is stored; the stream will reach `version`."""

    version: int
    seq: int
    repeated: bool
    """This very answer was already accepted; nothing was done now."""


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


class Problem(msgspec.Struct, omit_defaults=True):
    """Every answer of 400 and above."""

    code: str
    """stale, refused, not_yours, not_found, not_now, not_allowed, malformed, link_spent, too_large, too_many, too_slow,
    busy, cannot_save, …"""
    detail: str
    rule: str = ""
    seq: int | None = None
