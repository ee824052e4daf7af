"""Many records reviewed: one line for each match in a log, so that whoever stops goes on where it stopped."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
import polars as pl

from aerodrome.core.record import Record
from aerodrome.lab.batch_runners import BatchRunner, run_batches_serially
from aerodrome.reviews.model import EFFORTS, JudgedDecision, Review
from aerodrome.reviews.review import review


class ReviewedChoice(msgspec.Struct, frozen=True):
    """What one decision cost: `kind` is the type of the action chosen, `chance` that of the best choice found, which
    `better` has in words."""

    position: int
    kind: str
    chance: float
    loss: float
    error: float
    is_clear: bool
    words: str
    better: str


class ReviewedSeat(msgspec.Struct, frozen=True):
    """One seat of a match: the figures of its summary, its chance after each step, and its decisions."""

    seat: int
    player: str
    decisions: int
    loss: float
    loss_error: float
    accuracy: float
    start: float
    luck: float
    own: float
    others: float
    nobody: float
    result: float
    curve: list[float]
    choices: list[ReviewedChoice]


class ReviewedMatch(msgspec.Struct, frozen=True):
    """One line of the log. `digest` is that of the record's file: another file of the same name is another match."""

    file: str
    digest: str
    effort: str
    title: str
    table: int
    seats: list[ReviewedSeat]


class SkippedFile(msgspec.Struct, frozen=True):
    """A file that cannot be reviewed, and why."""

    file: str
    problem: str


_CHOICE = {
    "position": pl.Int64,
    "kind": pl.String,
    "chance": pl.Float64,
    "loss": pl.Float64,
    "error": pl.Float64,
    "is_clear": pl.Boolean,
    "words": pl.String,
    "better": pl.String,
}
_FIGURES = ("loss", "loss_error", "accuracy", "start", "luck", "own", "others", "nobody", "result")
_SEAT: dict[str, pl.DataType | type[pl.DataType]] = {
    "seat": pl.Int64,
    "player": pl.String,
    "decisions": pl.Int64,
    **dict.fromkeys(_FIGURES, pl.Float64),
    "curve": pl.List(pl.Float64),
    "choices": pl.List(pl.Struct(_CHOICE)),
}
_MATCH: dict[str, pl.DataType | type[pl.DataType]] = {
    **dict.fromkeys(("file", "digest", "effort", "title"), pl.String),
    "table": pl.Int64,
    "seats": pl.List(pl.Struct(_SEAT)),
}


class ReviewLog:
    """`reviews.parquet` has its log in `reviews.jsonl` beside it, and in `reviews.parts` what is done of matches that
    were under way."""

    def __init__(self, out: Path, effort: str) -> None:
        self.out = out
        self.path = out.with_suffix(".jsonl")
        self.parts = out.with_suffix(".parts")
        self.matches = _read_matches_and_cut_half_line(self.path)
        if any(match.effort != effort for match in self.matches.values()):
            raise ValueError(f"{self.path} has reviews of another effort; choose another --out or remove it")
        self.parts.mkdir(parents=True, exist_ok=True)

    def append_match(self, match: ReviewedMatch) -> None:
        """On the disk when this returns; what was kept on the way is no longer needed."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(match) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.matches[match.digest] = match
        _get_unfinished_review_path(self.parts, match.digest).unlink(missing_ok=True)

    def write_parquet(self, digests: Iterable[str]) -> pl.DataFrame:
        """One row for each seat of each of these matches that is reviewed."""
        found = [msgspec.to_builtins(self.matches[digest]) for digest in digests if digest in self.matches]
        rows = pl.DataFrame(found, schema=_MATCH).explode("seats").unnest("seats")
        beside = self.out.with_suffix(".parquet.part")
        rows.write_parquet(beside)
        beside.replace(self.out)
        return rows


def _read_matches_and_cut_half_line(path: Path) -> dict[str, ReviewedMatch]:
    """The matches of a log by digest; half a line at its end, of a process that was killed, is cut off."""
    if not path.exists():
        return {}
    lines = path.read_bytes().split(b"\n")
    if lines[-1]:
        os.truncate(path, path.stat().st_size - len(lines[-1]))
    found = [msgspec.json.decode(line, type=ReviewedMatch) for line in lines[:-1]]
    return {match.digest: match for match in found}


def _get_unfinished_review_path(unfinished_folder: Path, digest: str) -> Path:
    return unfinished_folder / f"{digest[:32]}.jsonl"


def require_record_files(folder: Path) -> list[Path]:
    """The JSON files of a folder, in order."""
    found = sorted(folder.glob("*.json"))
    if not found:
        raise ValueError(f"{folder}: there are no records (*.json)")
    return found


def hash_file(file: Path) -> str:
    """What tells a record's file from any other."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def review_missing_and_list_skipped(
    files: Sequence[Path],
    log: ReviewLog,
    effort: str,
    edition: str = "house",
    run_batches: BatchRunner = run_batches_serially,
    report_progress: Callable[[int, int], None] | None = None,
) -> list[SkippedFile]:
    """Review what is not in the log yet; returns what could not be. `report_progress`: how many of how many."""
    missing = [file for file in files if hash_file(file) not in log.matches]
    do_batch = partial(review_batch, [str(file) for file in missing], effort, edition, str(log.parts))
    skipped: list[SkippedFile] = []
    done = len(files) - len(missing)
    for outcome in _flatten_batches(run_batches(do_batch, 0, len(missing), 1)):
        if isinstance(outcome, SkippedFile):
            skipped.append(outcome)
        else:
            log.append_match(outcome)
        done += 1
        if report_progress is not None:
            report_progress(done, len(files))
    return skipped


def _flatten_batches(batches: Iterator[list[ReviewedMatch | SkippedFile]]) -> Iterator[ReviewedMatch | SkippedFile]:
    for batch in batches:
        yield from batch


def review_batch(
    files: list[str], effort: str, edition: str, unfinished_folder: str, first_file: int, count: int
) -> list[ReviewedMatch | SkippedFile]:
    """So many of the files, from that number on; in whichever process gets them."""
    return [
        review_record_file(Path(file), effort, edition, Path(unfinished_folder))
        for file in files[first_file : first_file + count]
    ]


def review_record_file(file: Path, effort: str, edition: str, unfinished_folder: Path) -> ReviewedMatch | SkippedFile:
    """One record; what is done of it is kept on the way."""
    digest = hash_file(file)
    try:
        record = Record.replay(file.read_bytes(), edition)
        judged = review(
            record, EFFORTS[effort], edition=edition, kept=_get_unfinished_review_path(unfinished_folder, digest)
        )
    except ValueError as error:
        return SkippedFile(str(file), str(error))
    return build_reviewed_match(file.name, digest, judged)


def build_reviewed_match(file: str, digest: str, match_review: Review) -> ReviewedMatch:
    """A review as a line of the log."""
    return ReviewedMatch(
        file=file,
        digest=digest,
        effort=match_review.effort,
        title=match_review.title,
        table=match_review.seats,
        seats=[_build_reviewed_seat(match_review, seat) for seat in range(match_review.seats)],
    )


def _build_reviewed_seat(match_review: Review, seat: int) -> ReviewedSeat:
    one = match_review.summaries[seat]
    return ReviewedSeat(
        seat=seat,
        player=match_review.names[seat],
        decisions=one.decisions,
        loss=one.average_loss,
        loss_error=one.average_loss_error,
        accuracy=one.accuracy,
        start=one.start,
        luck=one.luck,
        own=one.own,
        others=one.others,
        nobody=one.nobody,
        result=one.result,
        curve=[round(step.chances[seat], 6) for step in match_review.steps],
        choices=[_build_reviewed_choice(decision) for decision in match_review.decisions if decision.seat == seat],
    )


def _build_reviewed_choice(decision: JudgedDecision) -> ReviewedChoice:
    return ReviewedChoice(
        position=decision.position,
        kind=str(decision.played.action["type"]),
        chance=decision.best.chance,
        loss=decision.loss,
        error=decision.error,
        is_clear=decision.is_clear,
        words=decision.played.words,
        better=decision.best.words,
    )
