"""What can happen at a table. A match is its setup and the list of things that happened, nothing else.

Things are written once, numbered from 1, and never changed; every process that reads them comes to the same match.
"""

import hashlib
import re
import time
from typing import Any, Literal

import msgspec

from aerodrome.core.actions import NOBODY


class ClockRules(msgspec.Struct, frozen=True):
    """Milliseconds for each question, for a whole match, or both."""

    per_move: int | None = None
    per_game: int | None = None
    then: Literal["move", "seat"] = "move"


class SeatSetup(msgspec.Struct, frozen=True):
    kind: Literal["person", "bot", "open"]
    name: str = ""
    level: str | None = None
    token: str = ""
    """The secret of the link that gives this seat away; empty for a bot."""


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is settled before the first thing happens. Holds secrets: never leaves the table as it is."""

    title: str
    rules: int
    options: dict[str, Any]
    seats: list[SeatSetup]
    seed: str
    host: str
    """Who made the match (the hash of a key)."""
    created: int
    mode: Literal["online", "hotseat"] = "online"
    clock: ClockRules | None = None
    hints: bool = True
    watch: str = ""
    """The secret of the spectators' link; empty when nobody may watch."""
    given: list[tuple[int, dict[str, Any]]] = []
    """The actions of an imported record that this match goes on from."""


class Told(msgspec.Struct, omit_defaults=True):
    """An event with its words, and who may hear it."""

    event: dict[str, Any]
    text: str = ""
    rule: str = ""
    only: int = NOBODY
    but: int = NOBODY

    def heard_by(self, who: int | None) -> bool:
        if self.only != NOBODY:
            return self.only == who
        return self.but == NOBODY or self.but != who


class Move(msgspec.Struct, omit_defaults=True):
    """One action in force: of a seat, or of chance (-1)."""

    who: int
    do: dict[str, Any]
    told: list[Told] = []


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Thing(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="kind", tag=_snake):
    at: int = 0
    """Unix time in milliseconds."""


class Started(Thing):
    """All seats are taken: chance deals."""

    moves: list[Move]
    asked: list[int] = []
    """Who must answer now."""


class Played(Thing):
    """A seat's action and what chance did after it."""

    seat: int
    moves: list[Move]
    by: Literal["person", "bot", "order", "clock"] = "person"
    asked: list[int] = []
    still: list[int] = []
    """Who was asked before and has the same question still: all choose at once."""
    reveals: bool = False
    """The seat learned something it could not know before: no taking back."""


class Undone(Thing):
    to: int
    seat: int
    asked: list[int] = []
    vote: int | None = None


class Sat(Thing):
    seat: int
    name: str


class Renamed(Thing):
    seat: int
    name: str


class Replaced(Thing):
    """A bot plays on for a seat."""

    seat: int
    level: str
    why: Literal["left", "time", "vote", "open"]


class Returned(Thing):
    """A person sits down again where a bot played for them."""

    seat: int


class Proposed(Thing):
    """A vote of the people at the table; its id is the number of this thing."""

    seat: int
    what: Literal["undo", "replace"]
    to: int | None = None
    target: int | None = None
    level: str = ""


class Answered(Thing):
    vote: int
    seat: int
    agree: bool


class Said(Thing):
    seat: int
    text: str


class Ordered(Thing):
    seat: int
    key: str
    label: str
    given: bool


class Rematched(Thing):
    match: str


AnyThing = (
    Started | Played | Undone | Sat | Renamed | Replaced | Returned | Proposed | Answered | Said | Ordered | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyThing] = msgspec.json.Decoder(AnyThing)


def write(thing: AnyThing) -> bytes:
    return _encoder.encode(thing)


def read(body: bytes) -> AnyThing:
    return _decoder.decode(body)


def now() -> int:
    return time.time_ns() // 1_000_000


def hashed(secret: str) -> str:
    """How keys and tokens are looked up: the database alone opens no seat of a browser."""
    return hashlib.sha256(secret.encode()).hexdigest()
