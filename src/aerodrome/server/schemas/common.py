"""What the bodies of several parts of the API share."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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

EditionHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

JsonObject = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
"""Large data that a worker process reads: the event loop looks no further than where it ends."""

OptionalJsonObject = Annotated[msgspec.Raw, Meta(extra_json_schema={"anyOf": [{"type": "object"}, {"type": "null"}]})]
"""The same, where it may be missing or null: see `get_json_or_none`."""


def get_json_or_none(raw: msgspec.Raw) -> bytes | None:
    """What was sent, as it was sent."""
    return None if bytes(raw) in (b"", b"null") else bytes(raw)
