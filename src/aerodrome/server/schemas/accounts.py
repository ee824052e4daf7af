"""Accounts and sessions."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from aerodrome.server.schemas.common import Name
from aerodrome.server.schemas.passkeys import PasskeyAnswer, PasskeyInfo

ProfileVisibility = Literal["listed", "page", "private"]

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


class RecoverAccountRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery code, and the password from now on."""

    name: Name
    code: Annotated[str, Meta(min_length=8, max_length=40)]
    password: Password


class PasswordOrPasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """That it is me: my password or a passkey of mine, before something that cannot be taken back."""

    password: AnyPassword | None = None
    passkey: PasskeyAnswer | None = None


class ChangePasswordRequest(PasswordOrPasskeyRequest, kw_only=True, forbid_unknown_fields=True):
    """Another password, or the first one."""

    new_password: Password


class RemovePasskeyRequest(PasswordOrPasskeyRequest, kw_only=True, forbid_unknown_fields=True):
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
    visibility: ProfileVisibility = "page"
    suspension: str = ""
    """That the account is suspended, until when and why; else empty."""
    has_password: bool = False
    passkeys: list[PasskeyInfo] = []
    offers_passkeys: bool = False
    """Whether one can be made and used at the address by which the caller came."""


class ProfileVisibilityRequest(msgspec.Struct, forbid_unknown_fields=True):
    """In leaderboards and with a page; with a page that others may open; for nobody else."""

    visibility: ProfileVisibility


class AccountWithRecoveryCodes(msgspec.Struct):
    """The recovery codes, shown this once."""

    name: str
    recovery_codes: list[str]


class RetentionInfo(msgspec.Struct):
    """For how many days this server keeps what; 0 is for ever."""

    finished_days: float
    abandoned_days: float
    unstarted_days: float
    session_days: int
