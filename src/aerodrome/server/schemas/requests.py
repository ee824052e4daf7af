"""What a seat asks of its match, and the answers."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.question import BoardTarget, DealPreview
from aerodrome.matches.bot_pool import CostlyChoice, SuggestedAction
from aerodrome.server.schemas.common import Count, Level, Name, Seat


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


class ValidateActionRequest(msgspec.Struct, forbid_unknown_fields=True):
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
    deal: DealPreview | None = None
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


class TurnNoticeAddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Where to tell me that it is my turn: an https webhook or an Apprise address; empty for nowhere."""

    address: Annotated[str, Meta(max_length=300)]
    seat: Seat | None = None


class TurnNoticeAddressInfo(msgspec.Struct):
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


class SuggestedActions(msgspec.Struct):
    """The best choices for the question with this `seq`, best first. The same position gets the same answer."""

    seq: int
    level: str
    advice: list[SuggestedAction]


class CoachTip(msgspec.Struct):
    """A choice worth looking at, and a fact that speaks for it, as half a sentence."""

    description: str
    reason: str
    where: BoardTarget


class CoachTips(msgspec.Struct):
    """What to look at before the question with this `seq` is answered; empty where it matters little, or the coach
    has no time."""

    seq: int
    points: list[CoachTip]


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
