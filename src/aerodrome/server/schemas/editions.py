"""Editions of one's own, their checks and trials."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from aerodrome.core.edition import MAX_EDITION_BYTES
from aerodrome.server.schemas.common import OptionalJsonObject


class EditionFinding(msgspec.Struct):
    """A sentence about one place of an edition."""

    where: str
    """The path of the value: `city[7].fares`."""
    line: int
    """In the file; 0 when there is none."""
    text: str


class OwnEditionSummary(msgspec.Struct):
    """An edition of somebody's own, in a line."""

    id: str
    hash: str
    """Of its facts: what records name it by."""
    differences: int
    """How many there are from the house edition."""


class EditionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An edition as a TOML text, or as the values of the workshop: one of the two."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    text: Annotated[str, Meta(max_length=MAX_EDITION_BYTES)] | None = None
    data: OptionalJsonObject = msgspec.field(default_factory=msgspec.Raw)


class EditionCheck(msgspec.Struct):
    """What the checks say. With errors there is nothing else."""

    errors: list[EditionFinding]
    warnings: list[EditionFinding]
    """What is legal but odd."""
    differences: list[EditionFinding]
    """From the house edition, in words."""
    id: str
    hash: str
    data: dict[str, Any] | None
    """Every value, defaults too."""
    text: str
    """The edition as a TOML file."""
    board: dict[str, Any] | None
    """What is printed, as in `Room.board`."""
    view: dict[str, Any] | None
    """The table before anything is dealt, as a spectator sees it: what a board needs to be drawn."""
    colours: list[str]
    """What the seats of that table are called."""


class OwnEditionInfo(msgspec.Struct):
    """An edition that the caller keeps here."""

    hash: str
    title: str
    id: str
    used_at: int
    """When it was last kept or played, as Unix time in milliseconds."""


class OwnEditionList(msgspec.Struct):
    """The caller's own editions, the last used first."""

    editions: list[OwnEditionInfo]


class MatchEdition(msgspec.Struct):
    """The own edition that a match is played with, for everybody at its table."""

    id: str
    hash: str
    differences: list[str]
    data: dict[str, Any]
    """Every value, to be looked at."""
    shown: bool
    """Its owner lets it be saved and go along with records."""
    text: str | None
    """As a file; null unless it is shown or the caller's own."""


class EditionFigureComparison(msgspec.Struct):
    """One figure in both editions."""

    name: str
    house: str
    """With its 95 % interval."""
    own: str
    difference: str
    differs: bool
    """By more than chance makes 19 times in 20."""


class EditionTrialInfo(msgspec.Struct):
    """How far a comparison of an own edition with the house's is."""

    played: int
    games: int
    is_over: bool
    lines: list[EditionFigureComparison]
    """From what is played so far."""
    certainty: str
    """How sure this is, in a sentence."""
    problem: str
    """Why it stopped; empty when it did not."""
