"""Where and when people are told."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Minute = Annotated[int, Meta(ge=0, le=1439)]

NoticeKind = Literal["push", "mail", "webhook"]


class PushSubscriptionRequest(msgspec.Struct, forbid_unknown_fields=True):
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


class NoticeSettingsInfo(msgspec.Struct):
    """What I am told when a table waits for me and I am away."""

    push_key: str | None
    """What browsers subscribe with; null where nothing is sent."""
    is_mail_offered: bool
    channels: list[NoticeChannelInfo]
    quiet_begin: int | None
    """From which minute of my day nothing is sent; null for never."""
    quiet_end: int | None
    time_zone: str
