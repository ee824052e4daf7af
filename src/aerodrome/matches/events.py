"""The events of a match. A match is its setup and the list of its events, nothing else.

Events are stored once, numbered from 1, and never changed; every process that reads them comes to the same match.
The stored words (`tag` and `name` below) never change either: they are what older databases hold.
"""

from typing import Any, Literal

import msgspec
from msgspec import field

from aerodrome.core.actions import NOBODY

EDITIONS_OF_VERSION_0_1 = {
    "airkwire": "772af0ab49f26bc4202680235f5f03d0549f00586337eb367b8d34660d1df697",
    "airline": "a42352141688258e6ddbf60248165f6aa67304e5f679618fdeb9f91e53606d05",
    "airsteam": "3263f54ebbafe0a284bba885181d0165b084dc9cd96e234f995e7b20ee428883",
    "tingoose": "9301b5463e8fb89a5c4654129e7517baf782c95c858c952df9d1a0b92b8c4677",
}
"""The house editions of the time when setups did not name theirs."""


class ClockRules(msgspec.Struct, frozen=True):
    """Milliseconds for each question, for a whole match, or both; and whether a bot then moves or takes the seat."""

    per_move: int | None = None
    per_game: int | None = None
    on_timeout: Literal["move", "seat"] = field(name="then", default="move")
    away_days: int = field(name="away", default=0)
    """How many days a year each person's clock stands while they are away."""


class SeatConfig(msgspec.Struct, frozen=True):
    """A seat as the match was created with it."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    level: str | None = None
    token: str = ""
    """The secret of the link that gives this seat away, once; for open seats (older matches: for people's too)."""
    style: str = ""
    """How a bot plays that is a character of its title; empty for people and in older matches."""


class PublicListing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table stands in the lobby: whoever is there may sit down, or the friends of its host alone."""

    fill_after_ms: int | None = field(name="fill_after", default=None)
    """So long after it was made public bots take the seats that are still open; None: never."""
    fill_level: str = field(name="level", default="")
    for_friends: bool = field(name="friends", default=False)


class MatchOrigin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record that a match goes on from, and how much of its chance the record's own seed explains."""

    commitment: str
    """The hash of the record's seed, by which the record is known."""
    has_seed: bool = False
    explained_chance: int = field(name="explained", default=0)
    """How many of the dice, draws and deals that came with the record are what its own seed gives."""
    is_lesson: bool = field(name="lesson", default=False)
    """A lesson that is played on: its dice, draws and deals were written for the learner."""


class TableInCompetition(msgspec.Struct, frozen=True):
    """Where in a tournament of people a match belongs; rounds and tables are counted from 1."""

    id: str
    name: str
    round: int
    table: int


class MatchSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is fixed before the first event. Holds secrets: never sent to anybody as it is."""

    title: str
    rules_version: int = field(name="rules")
    options: dict[str, Any]
    seats: list[SeatConfig]
    seed: str
    host_key: str = field(name="host")
    """Who created the match (the hash of a key)."""
    created_at_ms: int = field(name="created")
    mode: Literal["online", "hotseat"] = "online"
    clock: ClockRules | None = None
    hints: bool = True
    spectator_token: str = field(name="watch", default="")
    """The secret of the spectators' link; empty when nobody may watch."""
    imported_actions: list[tuple[int, dict[str, Any]]] = field(name="given", default_factory=list)
    """The actors and actions of an imported record that this match goes on from."""
    edition_id: str = field(name="edition", default="")
    edition_hash: str = ""
    """The edition that the match is played with; empty in setups of version 0.1."""

    def get_edition_hash(self) -> str | None:
        """The hash of the match's edition; None for a title that version 0.1 did not have."""
        return self.edition_hash or EDITIONS_OF_VERSION_0_1.get(self.title)

    def get_edition_source(self) -> str | bytes:
        """The edition as `load` takes it."""
        return self.own_edition.encode() if self.own_edition else "house"

    options_by_lot: list[str] = []
    """The options that name a seat and were drawn for this match."""
    origin: MatchOrigin | None = None
    """Where those came from; None also for imports of version 0.1, which did not keep it."""
    own_edition: str = ""
    """The facts of the owner's own edition that the match is played with, as JSON; empty for the house's."""
    shows_edition: bool = field(name="edition_shown", default=False)
    """The owner lets the edition go along with records and be saved by everybody at the table."""
    lesson: str = ""
    """The lesson of its title that the match is; empty for a game."""
    public: PublicListing | None = None
    """How the table was listed in the lobby when it was created; None: its seats are given away by link alone."""
    rated: bool = False
    """The result changes the ratings of the people who sit there."""
    competition: TableInCompetition | None = None
    """The tournament that the match is a table of; None for all others."""

    @property
    def is_rated_or_in_competition(self) -> bool:
        """The result counts beyond the table, so that the stricter rules of rated tables hold."""
        return self.rated or self.competition is not None


class GameEventWithText(msgspec.Struct, omit_defaults=True):
    """An event of the title with its words, and who may see it."""

    event: dict[str, Any]
    text: str = ""
    rule: str = ""
    visible_only_to: int = field(name="only", default=NOBODY)
    hidden_from: int = field(name="but", default=NOBODY)

    def is_visible_to(self, viewer: int | None) -> bool:
        """Whether this seat (None: a spectator) may see the event."""
        if self.visible_only_to != NOBODY:
            return self.visible_only_to == viewer
        return self.hidden_from == NOBODY or self.hidden_from != viewer


class AppliedAction(msgspec.Struct, omit_defaults=True):
    """One applied action of a seat or of chance (-1), with the title's events it caused."""

    actor: int = field(name="who")
    action: dict[str, Any] = field(name="do")
    game_events: list[GameEventWithText] = field(name="told", default_factory=list)


class MatchEvent(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What all events of a match have: the time they were stored."""

    at_ms: int = field(name="at", default=0)
    """Unix time in milliseconds."""


class MatchStarted(MatchEvent, tag="started"):
    """All seats are taken: chance deals."""

    moves: list[AppliedAction]
    asked: list[int] = []
    """The seats that must answer now."""


class ActionPlayed(MatchEvent, tag="played"):
    """A seat's action and what chance did after it."""

    seat: int
    moves: list[AppliedAction]
    source: Literal["person", "bot", "order", "clock"] = field(name="by", default="person")
    asked: list[int] = []
    unchanged: list[int] = field(name="still", default_factory=list)
    """Who was asked before and has the same question still: all choose at once."""
    reveals: bool = False
    """The seat learned something it could not know before: no undo."""
    is_secret: bool = field(name="secret", default=False)
    """Nobody else can notice it: it does not count for others."""
    others_choose: bool = field(name="others", default=False)
    """Others may choose unseen now: no undo, which would tell whether they did."""


class ActionsUndone(MatchEvent, tag="undone"):
    """The match went back to an earlier position."""

    to_position: int = field(name="to")
    seat: int
    asked: list[int] = []
    vote: int | None = None
    is_secret: bool = field(name="secret", default=False)
    """Nothing but secret choices of this seat was taken back: nobody else can notice it."""


class SeatTaken(MatchEvent, tag="sat"):
    """A guest took an open seat."""

    seat: int
    name: str
    device: str = ""
    """The key (hash of the cookie) that has claimed the seat with this event."""
    device_label: str = field(name="label", default="")


class DeviceAdmitted(MatchEvent, tag="device_in"):
    """The person at a seat opened it on a further device."""

    seat: int
    device: str
    device_label: str = field(name="label", default="")
    used: Literal["key", "link"] = "link"
    """The key to come back, or a link made for another device."""


class DeviceRemoved(MatchEvent, tag="device_out"):
    """The person at a seat showed one of its devices out; keys and links made before are void."""

    seat: int
    device: str


class SeatRenamed(MatchEvent, tag="renamed"):
    """A person changed the name that is shown."""

    seat: int
    name: str


class SeatReplaced(MatchEvent, tag="replaced"):
    """A bot plays on for a seat."""

    seat: int
    level: str
    reason: Literal["left", "time", "vote", "away", "open"] = field(name="why")
    name: str = ""
    style: str = ""
    """Who the bot is at a seat that was open; empty when it plays on for a person, and in older matches."""


class SeatResumed(MatchEvent, tag="returned"):
    """A person plays again where a bot played for them."""

    seat: int


class VoteProposed(MatchEvent, tag="proposed"):
    """A vote of the people in the match; its id is the number of this event."""

    seat: int
    vote_kind: Literal["undo", "replace", "end"] = field(name="what")
    to_position: int | None = field(name="to", default=None)
    target: int | None = None
    level: str = ""


class VoteCast(MatchEvent, tag="answered"):
    """Somebody agreed, or did not: a person, or a bot where bots have a voice."""

    vote: int
    seat: int
    agree: bool


class MatchEndedByAgreement(MatchEvent, tag="ended_by_agreement"):
    """Everybody agreed to end the game here: a courtesy of the table, not an action of the rules."""

    seat: int
    """Who proposed it."""


class ChatPosted(MatchEvent, tag="said"):
    """A person wrote a line of chat."""

    seat: int
    text: str
    is_removed: bool = field(name="removed", default=False)
    """The text was written over with nothing, see `ChatRemoved`."""
    device: str = ""
    """By key: the browser or account that wrote it; unknown of lines from before this was kept."""


class ChatRemoved(MatchEvent, tag="chat_removed"):
    """An operator removed a line of chat; its text is gone from the event that had it."""

    seat: int
    """Whose line it was."""
    line: int
    """The number of the event that had it."""


class StandingOrderSet(MatchEvent, tag="ordered"):
    """A person gave or revoked a standing order."""

    seat: int
    key: str
    label: str
    enabled: bool = field(name="given")


class TimeAwaySet(MatchEvent, tag="time_away"):
    """A person said when they are away: from now on in these periods, and in no others."""

    seat: int
    periods: list[tuple[int, int]]
    """As far as the table grants them, in milliseconds of Unix time."""


class RematchCreated(MatchEvent, tag="rematched"):
    """Somebody wants to play again with the same people, and opened another match for it."""

    match: str
    seat: int = -1
    """Who; -1 when it is not known (version 0.1)."""


class RematchJoined(MatchEvent, tag="rematch_joined"):
    """Somebody sat down at the table for playing again."""

    seat: int


class MatchClosed(MatchEvent, tag="closed"):
    """The host closed the table before it began."""


class ListingChanged(MatchEvent, tag="listed"):
    """The host put the table into the lobby, took it out (None), or changed when bots fill it up."""

    public: PublicListing | None = None


AnyMatchEvent = (
    MatchStarted
    | ActionPlayed
    | ActionsUndone
    | SeatTaken
    | DeviceAdmitted
    | DeviceRemoved
    | SeatRenamed
    | SeatReplaced
    | SeatResumed
    | VoteProposed
    | VoteCast
    | MatchEndedByAgreement
    | ChatPosted
    | ChatRemoved
    | StandingOrderSet
    | TimeAwaySet
    | RematchCreated
    | RematchJoined
    | MatchClosed
    | ListingChanged
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyMatchEvent] = msgspec.json.Decoder(AnyMatchEvent)


def encode_event(event: AnyMatchEvent) -> bytes:
    """The event as it is stored."""
    return _encoder.encode(event)


def decode_event(encoded_event: bytes) -> AnyMatchEvent:
    """The stored event as an object."""
    return _decoder.decode(encoded_event)
