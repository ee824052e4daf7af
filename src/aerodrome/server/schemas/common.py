"""What the bodies of several parts of the API share."""

from typing import Annotated, Literal

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
