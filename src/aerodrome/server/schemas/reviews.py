"""Reviews of finished matches."""

from typing import Any, Literal

import msgspec

from aerodrome.reviews import model


class ReviewSeat(msgspec.Struct):
    """Who sat where."""

    seat: int
    colour: str
    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None
    replaced_reason: str


class ReviewProgress(msgspec.Struct):
    """How far a review is; `revision` changes when there is more to fetch."""

    status: Literal["none", "running", "stopped", "done", "failed"]
    done: int
    total: int
    revision: int
    error: str
    """Why it cannot go on, when it failed."""


class ReviewedStretchInfo(msgspec.Struct):
    """A part of the match that belongs to chance, to one choice or to choices made at once.

    `begin` and `end` are positions, `seat` is -1 where it belongs to no single seat, `chances` are empty while they
    are not known. `errors`: the standard errors of what it changed; empty where nothing is left open, and at first.
    """

    kind: str
    begin: int
    end: int
    seat: int
    round: int
    chances: list[float]
    errors: list[float]


class ReviewDecisionInfo(msgspec.Struct):
    """What a choice lost, in chance to win; `is_clear` when that is beyond noise."""

    position: int
    seat: int
    loss: float
    error: float
    is_clear: bool


class ReviewMoment(model.Moment, frozen=True):
    """Something that mattered, in words; `step` is a place among the steps. Of a choice, what was played and better."""

    played: str
    better: str


class ReviewSeatSummary(model.SeatSummary, frozen=True):
    """One seat's match: start, luck, own, others and nobody add up to the result.

    `average_loss`: of all decisions alike; `weighed_loss`: each counts by how open the match was.
    """

    result_without_luck: float


class ReviewSharing(msgspec.Struct):
    """Who agrees that everybody may see the review, and whose agreement is missing; seat -1 is a host without one."""

    agreed: list[int]
    missing: list[int]
    link: str | None
    """The public link, when nobody's agreement is missing."""


class ReviewInfo(msgspec.Struct):
    """A review as far as it is done, with what is needed to draw its board."""

    progress: ReviewProgress
    title: str
    board: dict[str, Any]
    seats: list[ReviewSeat]
    me: list[int]
    """The seats of the caller; none where the review is public."""
    position: int
    winners: list[int]
    start: list[float]
    """The chances before the first step; empty while they are not known."""
    steps: list[ReviewedStretchInfo]
    decisions: list[ReviewDecisionInfo]
    moments: list[ReviewMoment]
    summaries: list[ReviewSeatSummary]
    turning_points: list[int]
    sharing: ReviewSharing | None
    """Null where the review is public."""


class ReviewAlternative(msgspec.Struct):
    """A choice that was compared, and where it is made on the board; what was played and the best one with the view
    that the seat would have had after it. `line`: how it could go on, in sentences."""

    words: str
    chance: float
    error: float
    line: list[str]
    is_played: bool
    is_best: bool
    where: dict[str, Any]
    view: dict[str, Any] | None


class ReviewChanceRow(msgspec.Struct):
    """Something chance could have brought, in words ("" for a part of a long run): with `alike` others that mean about
    the same, their odds together, and the chances of all seats then."""

    words: str
    odds: float
    alike: int
    chances: list[float]
    came: bool


class ReviewChanceTable(msgspec.Struct):
    """What chance could have brought, the best first for `seat`, whose chance it changed most.

    `looked_at` outcomes of so many that were `possible` were judged; 0 `possible` where a long run, as a deal, is told
    by parts.
    """

    seat: int
    looked_at: int
    possible: int
    rows: list[ReviewChanceRow]


class ReviewPosition(msgspec.Struct):
    """A position of a reviewed match, as `viewer` could see it then: the seat that chose there, or the caller's.

    `chance` is there where chance brought it about: what else could have come.
    """

    position: int
    viewer: int | None
    view: dict[str, Any]
    actors: list[int]
    round: int
    ask: str
    decision: ReviewDecisionInfo | None
    alternatives: list[ReviewAlternative]
    chance: ReviewChanceTable | None


class ReviewSharingConsentRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whether everybody may see the review."""

    agree: bool
