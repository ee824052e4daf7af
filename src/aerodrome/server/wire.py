"""Everything that crosses the wire, as types: requests, answers, events. The client's types are made from these."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.question import Line, Question

Status = Literal["waiting", "playing", "over"]
Mode = Literal["online", "hotseat"]
Kind = Literal["person", "bot", "open"]

Seat = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
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
    """The value at a table with a person; `engine` is the one among bots alone."""
    engine: Any
    choices: list[Any] = []
    min: int | None = None
    max: int | None = None


class TitleInfo(msgspec.Struct):
    name: str
    seats_min: int
    seats_max: int
    options: list[OptionInfo]
    bots: list[str]
    """Levels of bots, weakest first."""
    seat_names: list[str]
    """What the seats are called, in order: their colours."""


class Titles(msgspec.Struct):
    titles: list[TitleInfo]


class RuleInfo(msgspec.Struct):
    id: str
    section: str
    text: str


class Rules(msgspec.Struct):
    rules: list[RuleInfo]


# Making and joining a match


class SeatPlan(msgspec.Struct, forbid_unknown_fields=True):
    """A seat as the host wants it: `person` is the host, `open` waits for a guest with the link."""

    kind: Kind
    level: Level | None = None
    name: Name | None = None


class ClockPlan(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each question, seconds for a whole match, or both; `then` says what a bot does when time is out."""

    per_move: Seconds | None = None
    per_game: Seconds | None = None
    then: Literal["move", "seat"] = "move"


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    mode: Mode = "online"
    clock: ClockPlan | None = None
    hints: bool = True
    watchable: bool = True
    """Whether there is a link for spectators at all."""


class ImportMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A record played on as a new match, from the position after its first `position` actions."""

    record: dict[str, Any]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=16)]
    position: Count | None = None
    mode: Mode = "online"
    clock: ClockPlan | None = None
    hints: bool = True
    watchable: bool = True


class Created(msgspec.Struct):
    id: str
    links: list[str | None]
    """One for each seat: the path `/j/<token>` that gives it away; null for bots."""
    watch: str | None


class Join(msgspec.Struct, forbid_unknown_fields=True):
    token: Token
    name: Name | None = None


class Joined(msgspec.Struct):
    id: str
    seat: int | None
    """None for a spectator."""


class TableInfo(msgspec.Struct):
    """One line of "my tables"."""

    id: str
    title: str
    status: Status
    names: list[str]
    seats: list[int]
    """The seats I hold; empty when I only watch."""
    my_turn: bool
    moved: int
    """When something last happened, as Unix time in milliseconds."""


class Tables(msgspec.Struct):
    tables: list[TableInfo]


# The room


class SeatClock(msgspec.Struct):
    running: bool
    move_left: int | None
    """Milliseconds, at the moment `Clocks.now`."""
    game_left: int | None


class Clocks(msgspec.Struct):
    """All in milliseconds."""

    now: int
    per_move: int | None
    per_game: int | None
    then: Literal["move", "seat"]
    seats: list[SeatClock]


class SeatInfo(msgspec.Struct):
    seat: int
    colour: str
    kind: Kind
    name: str
    level: str | None
    doing: Literal["", "open", "thinking", "asleep", "away"]
    """`thinking`: asked and here; `asleep`: asked, not here; `away`: not asked, not here."""
    replaced: str = ""
    """Why a bot plays for a person who may come back: "left", "time", "vote"; else empty."""


class Asked(Question, kw_only=True):
    """The question of a seat. `seq` goes back with the answer."""

    seq: int


class LogLine(msgspec.Struct):
    id: str
    text: str
    rule: str
    position: int
    """How many actions were in force after it: where the history jumps to."""
    seat: int | None = None
    """Who acted, or of whom the table speaks; null for chance."""


class Said(msgspec.Struct):
    id: int
    seat: int
    name: str
    text: str
    at: int


class OrderInfo(msgspec.Struct):
    key: str
    label: str
    given: bool


class Vote(msgspec.Struct):
    """Something all people at the table must agree to."""

    id: int
    what: Literal["undo", "replace"]
    by: int
    text: str
    to: int | None
    """For an undo: the position it goes back to."""
    seat: int | None
    """For a replacement: the seat that a bot would take."""
    agreed: list[int]
    waiting: list[int]


class Undo(msgspec.Struct):
    back: int | None
    """The position that taking back my last choice leads to; null when it may not be taken back."""
    turn: int | None
    """The same for restarting my turn."""
    why: str
    """Why not, when it may not."""


class Result(msgspec.Struct):
    scores: list[int]
    winners: list[int]
    reason: str
    tally: list[list[Line]]
    seed: str
    """The secret that was behind every die and draw; its hash was public from the start."""


class Me(msgspec.Struct):
    seats: list[int]
    """The seats I hold: several on one screen."""
    seat: int | None
    """The seat whose view this is; null for a spectator."""
    host: bool


class Links(msgspec.Struct):
    """Only for the host, and only for seats that are still open; and the spectators' link for everybody seated."""

    seats: list[str | None]
    watch: str | None


class Room(msgspec.Struct):
    """The whole room as its caller may know it."""

    id: str
    title: str
    edition: str
    rules_version: int
    options: dict[str, Any]
    mode: Mode
    status: Status
    hints: bool
    n: int
    """The number of the last thing that happened: `Last-Event-ID` of the stream that goes on from here."""
    seq: int
    position: int
    me: Me
    seats: list[SeatInfo]
    board: dict[str, Any]
    view: dict[str, Any]
    question: Asked | None
    log: list[LogLine]
    chat: list[Said]
    orders: list[OrderInfo]
    undo: Undo
    votes: list[Vote]
    clocks: Clocks | None
    commitment: str
    result: Result | None
    links: Links
    trouble: str
    """Why the table is paused, in words; empty when all is well."""
    rematch: str | None


# Live updates


class Update(msgspec.Struct):
    """SSE event `update`: one thing that happened, as its hearer may know it.

    `view`, `question`, `undo`, `orders`, `result` are those of the newest moment and come with the newest update
    only (`fresh`); older ones, sent after a broken line, carry what happened and nothing else.
    """

    n: int
    seq: int
    position: int
    status: Status
    fresh: bool
    log: list[LogLine]
    events: list[dict[str, Any]]
    """The title's events, dumped, in order, for the animation."""
    undone_to: int | None = None
    """Log lines of positions after this one are void."""
    chat: list[Said] = []
    seats: list[SeatInfo] | None = None
    view: dict[str, Any] | None = None
    question: Asked | None = None
    orders: list[OrderInfo] | None = None
    undo: Undo | None = None
    votes: list[Vote] | None = None
    clocks: Clocks | None = None
    result: Result | None = None
    rematch: str | None = None


class Presence(msgspec.Struct):
    """SSE event `presence`, without an id: who is here, whether the table is paused."""

    seats: list[SeatInfo]
    trouble: str


# Doing things


class Act(msgspec.Struct, forbid_unknown_fields=True):
    seq: Count
    action: dict[str, Any]
    seat: Seat | None = None
    """Needed only by who holds several seats."""


class Acted(msgspec.Struct):
    n: int
    seq: int
    repeated: bool
    """This very answer was already accepted; nothing was done now."""


class Judge(msgspec.Struct, forbid_unknown_fields=True):
    action: dict[str, Any]
    seat: Seat | None = None


class Judged(msgspec.Struct):
    allowed: bool
    say: str
    """The action in words, when it is allowed."""
    rule: str
    text: str
    """Why not, when it is not."""


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: Seat | None = None


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """`choice`: my last one; `turn`: all my choices of this turn; `position`: further back, if all agree."""

    what: Literal["choice", "turn", "position"]
    to: Count | None = None
    seat: Seat | None = None


class VoteBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Count
    agree: bool
    seat: Seat | None = None


class Say(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    seat: Seat | None = None


class GiveOrder(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(min_length=1, max_length=120)]
    given: bool
    seat: Seat | None = None


class Replace(msgspec.Struct, forbid_unknown_fields=True):
    """A bot for `target`: my own seat or an open one at once, somebody else's by vote."""

    target: Seat
    level: Level
    seat: Seat | None = None


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    seat: Seat | None = None


class Notices(msgspec.Struct, forbid_unknown_fields=True):
    """Where to tell me that it is my turn: an https webhook or an Apprise address; empty for nowhere."""

    address: Annotated[str, Meta(max_length=300)]
    seat: Seat | None = None


class NoticesInfo(msgspec.Struct):
    on: bool
    shown: str
    """The address with its secrets left out."""


class Done(msgspec.Struct):
    n: int


class Moment(msgspec.Struct):
    """The table after the first `position` actions, as the caller could see it then."""

    position: int
    of: int
    view: dict[str, Any]
    actors: list[int]
    round: int
    acted: int | None
    """The seat whose action led here; null for chance and for the start."""


class Advice(msgspec.Struct):
    action: dict[str, Any]
    say: str
    expectation: float
    """What the bot expects of it, in the title's own currency, against the average of the choices."""
    reason: str


class Hint(msgspec.Struct):
    seq: int
    level: str
    advice: list[Advice]


class NumberSeries(msgspec.Struct):
    name: str
    values: list[list[float | None]]
    """For each seat one value for each of `positions`; null where the caller may not know it."""


class Numbers(msgspec.Struct):
    positions: list[int]
    rounds: list[int]
    series: list[NumberSeries]


class Problem(msgspec.Struct, omit_defaults=True):
    """Every answer of 400 and above."""

    code: str
    """stale, refused, not_yours, not_found, not_now, not_allowed, malformed, too_large, too_many, cannot_save, …"""
    detail: str
    rule: str = ""
    seq: int | None = None
