"""Bodies of the API about people: friends, invitations by name, who sits at a table, reports."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from aerodrome.matches.chat_reports import ReportReason
from aerodrome.matches.display_names import MAX_NAME_LENGTH
from aerodrome.matches.friends import InvitedBy
from aerodrome.matches.personal_invitations import InvitationState
from aerodrome.server.schemas.common import Seat
from aerodrome.server.schemas.ratings import ReliabilityInfo
from aerodrome.server.schemas.tables import PublicTable

PersonName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
RowId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=32)]


class PersonNameRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody by the name of the account."""

    name: PersonName


class FriendRequestOrBlockId(msgspec.Struct, forbid_unknown_fields=True):
    """A request or a block by its id in the list."""

    id: RowId


class SocialSettingsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What my friends see of me, and who may invite me."""

    shows_presence: bool
    invited_by: InvitedBy


class FriendInfo(msgspec.Struct):
    """A friend; `is_here` is null for who does not show it."""

    name: str
    since: int
    is_here: bool | None
    table: PublicTable | None
    """A table of theirs that I may sit down at or watch, if they show it."""


class FriendRequestInfo(msgspec.Struct):
    """Somebody asks me (`name` is theirs), or I asked somebody (`name` is what I wrote)."""

    id: str
    name: str
    at: int


class BlockInfo(msgspec.Struct):
    """Somebody whom I have blocked, as they were called then."""

    id: str
    name: str
    at: int


class FriendsAndBlocks(msgspec.Struct):
    """My friends, who asks to be one, whom I asked, whom I have blocked."""

    friends: list[FriendInfo]
    received: list[FriendRequestInfo]
    asked: list[FriendRequestInfo]
    blocked: list[BlockInfo]
    shows_presence: bool
    invited_by: InvitedBy


class InvitePersonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody is invited to an open seat by the name of the account."""

    name: PersonName
    seat: Seat


class SentInvitationInfo(msgspec.Struct):
    """An invitation as the host sees it; `name` is as the host wrote it."""

    id: str
    seat: int
    name: str
    state: InvitationState
    at: int


class SentInvitations(msgspec.Struct):
    """Whom the host has invited to this table."""

    invitations: list[SentInvitationInfo]


class ReceivedInvitationInfo(msgspec.Struct):
    """An invitation for me: who invites me to what."""

    id: str
    from_name: str
    at: int
    colour: str
    """Of the seat that is offered."""
    title: str
    seats: int
    names: list[str]
    """Of those who sit there."""
    minutes: int | None
    per_move: int | None
    """Seconds; null without a clock for each move."""
    rated: bool


class LobbyInbox(msgspec.Struct):
    """What waits for me in the lobby: invitations, the tables of my friends, how many ask to be friends."""

    invitations: list[ReceivedInvitationInfo]
    tables: list[PublicTable]
    friend_requests: int


class SeatPerson(msgspec.Struct):
    """Who sits at a seat, as far as it concerns the caller."""

    seat: int
    kind: Literal["me", "account", "guest", "bot", "open"]
    is_friend: bool
    is_muted: bool
    """Also for who is blocked."""
    is_blocked: bool
    reliability: ReliabilityInfo | None
    """For the host of a table in the lobby, and of oneself; null for guests."""


class TablePeople(msgspec.Struct):
    """Who sits at a table."""

    seats: list[SeatPerson]
    may_befriend: bool
    """Whether the caller has an account: guests mute and report, and have neither friends nor blocks."""


class MuteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Hide somebody's chat, or show it again."""

    muted: bool


class ReportChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Why a line of chat is reported."""

    reason: ReportReason
    comment: Annotated[str, Meta(max_length=300)] = ""


class ChatReportReceipt(msgspec.Struct):
    """The report is kept."""

    number: int
    """Of the line."""
