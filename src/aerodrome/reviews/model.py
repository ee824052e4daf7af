"""What a review says, as plain data that can be stored, sent and read again."""

from collections.abc import Sequence
from typing import Final

import msgspec

CHANCE_STEP: Final = "chance"
CHOICE_STEP: Final = "choice"
JOINT_STEP: Final = "choices at once"
AGREEMENT_STEP: Final = "agreement"


class Effort(msgspec.Struct, frozen=True):
    """How much work goes into a review.

    `most_outcomes`: so many outcomes of chance are all looked at, of more a stratified sample of that size;
    `playouts`: how often a position is played on to judge it, 0 for the title's evaluation of it as it stands;
    `tables`: how many imagined tables compare the choices of a decision; `more_tables`: how many where they differ by
    enough to look closer; `candidates`: how many choices are compared, 0 for a
    review without decisions; `more_playouts`: how often a position is played
    on in a match that has few of them to judge.
    """

    name: str
    most_outcomes: int
    playouts: int
    tables: int
    more_tables: int
    candidates: int
    more_playouts: int = 0


QUICK: Final = Effort("quick", most_outcomes=36, playouts=2, tables=8, more_tables=32, candidates=4, more_playouts=8)
DEEP: Final = Effort("deep", most_outcomes=72, playouts=12, tables=40, more_tables=200, candidates=6, more_playouts=24)
EFFORTS: Final = {effort.name: effort for effort in (QUICK, DEEP)}


class ReviewedStretch(msgspec.Struct, frozen=True):
    """A part of the match that belongs to chance, to one seat's choice, or to choices made at once.

    `begin` and `end` are positions: how many actions were played before and after it. `seat` is -1 where it belongs to
    no single seat. `chances` are those of all seats after it, as it truly stood; `errors` the standard errors of what
    it changed, as far as not everything was looked at (empty: nothing is left open).
    """

    kind: str
    begin: int
    end: int
    seat: int
    chances: list[float]
    errors: list[float] = []


class PossibleOutcomeRow(msgspec.Struct, frozen=True):
    """Something chance could bring, in words ("" for a part of a long run): with `alike` others that mean about the
    same, the odds of all of them and the chances of all seats then. `came`: whether it came."""

    words: str
    odds: float
    alike: int
    chances: list[float]
    came: bool


class ChanceTable(msgspec.Struct, frozen=True):
    """What chance could have brought, the best first for the seat whose chance it changed most.

    `looked_at` outcomes of so many that were `possible` at first were judged; 0 `possible` where a long run, as a deal,
    is told by parts.
    """

    seat: int
    looked_at: int
    possible: int
    rows: list[PossibleOutcomeRow]


class JudgedAlternative(msgspec.Struct, frozen=True):
    """A choice that was compared: in words, as data, and the chance to win with it.

    `line`: how it could go on, a sentence for each choice of greedy bots after it, until chance acts.
    """

    words: str
    action: dict[str, object]
    chance: float
    error: float
    line: list[str] = []


def list_distinct_seat_names(names: Sequence[str], colours: Sequence[str]) -> list[str]:
    """What to call each seat: its name, with the colour where others have the same one."""
    return [
        f"{name} ({colour})" if names.count(name) > 1 and name != colour else name
        for name, colour in zip(names, colours, strict=True)
    ]


def compute_match_openness(win_chance: float) -> float:
    """How open the match is for somebody with that chance: 1 at even chances, 0 where all is decided.

    A choice can cost no more than the chance that is left, so a decision counts by this where losses are averaged.
    """
    return 4.0 * win_chance * (1.0 - win_chance)


class JudgedDecision(msgspec.Struct, frozen=True):
    """One choice of one seat against the best one found, by what the seat could know.

    `loss`: the best one's chance less that of the choice made, on tables that did not decide which is best; it may be
    a little below 0, as noise goes both ways. `is_clear`: whether the loss is beyond its noise.
    """

    position: int
    seat: int
    played: JudgedAlternative
    best: JudgedAlternative
    loss: float
    error: float
    is_clear: bool
    alternatives: list[JudgedAlternative]

    @property
    def loss_beyond_noise(self) -> float:
        """What a person is told: a loss within the noise is no loss."""
        return self.loss if self.is_clear else 0.0

    @property
    def openness(self) -> float:
        """How much it counts in an average."""
        return compute_match_openness(self.best.chance)


class SeatSummary(msgspec.Struct, frozen=True):
    """One seat's match: `start + luck + own + others + nobody == result`, in chances to win.

    `average_loss`: of all decisions alike; `weighed_loss`: each counts by how open the match was, and from that follows
    `accuracy`. The standard errors of start, luck and choices are of what was not looked at: outcomes of chance where
    there are many, and further playouts.
    """

    decisions: int
    average_loss: float
    average_loss_error: float
    weighed_loss: float
    weighed_loss_error: float
    accuracy: float
    start: float
    luck: float
    own: float
    others: float
    nobody: float
    result: float
    start_error: float
    luck_error: float
    own_error: float
    others_error: float
    nobody_error: float

    @property
    def result_without_luck(self) -> float:
        return self.result - self.luck


class Moment(msgspec.Struct, frozen=True):
    """Something that mattered, in words; `step` is a place in the steps, `weight` how many chances it moved."""

    step: int
    position: int
    seat: int
    kind: str
    weight: float
    words: str


class Review(msgspec.Struct, frozen=True):
    """The whole judgement of a match."""

    title: str
    rules: int
    seats: int
    names: list[str]
    colours: list[str]
    """What the words of moments and choices call the seats."""
    effort: str
    commitment: str
    winners: list[int]
    start: list[float]
    steps: list[ReviewedStretch]
    decisions: list[JudgedDecision]
    summaries: list[SeatSummary]
    turning_points: list[int]
    """The steps after which another seat had the best chance."""
    moments: list[Moment]

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)

    @property
    def distinct_names(self) -> list[str]:
        """What to call each seat, so that no two are called alike."""
        return list_distinct_seat_names(self.names, self.colours)

    def format_seat_name(self, seat: int) -> str:
        """Who sat there, and in which colour, as the words say it."""
        name, colour = self.names[seat], self.colours[seat]
        return name if name == colour else f"{name} ({colour})"
