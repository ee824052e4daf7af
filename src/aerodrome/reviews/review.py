"""The review of a finished match."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from aerodrome.core.record import Record, RecordError
from aerodrome.reviews.match_stretches import MatchStretch, split_record_into_stretches
from aerodrome.reviews.model import (
    QUICK,
    Effort,
    JudgedDecision,
    Review,
    ReviewedStretch,
    list_distinct_seat_names,
)
from aerodrome.reviews.moments import find_moments
from aerodrome.reviews.results_file import TaskResultsFile, TaskResultsFileHeader
from aerodrome.reviews.summary import find_stretches_changing_leader, summarize_seat
from aerodrome.reviews.tasks import TaskResult, do_review_tasks, list_review_tasks
from aerodrome.reviews.uncertainty import add_errors_to_summaries, compute_change_errors

BATCH = 8
"""Tasks that are done, reported and kept together."""
DoBatch = Callable[[int, int], list[TaskResult]]
RunBatches = Callable[[DoBatch, int, int, int], Iterator[list[TaskResult]]]
"""Does the tasks from the first number to the second in batches of so many, and yields their results in order."""


def review(
    record: Record,
    effort: Effort = QUICK,
    *,
    edition: str | Path = "house",
    run_batches: RunBatches | None = None,
    kept: Path | None = None,
    report: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge a finished match.

    `run_batches`: where the work is done, else in this process; `kept`: a file that keeps what is done, so that a
    review that was stopped goes on from there; `report` hears how many of how many pieces are done.
    """
    if not record.over and not record.ended_by_agreement:
        raise RecordError("the match is not over: only finished matches are reviewed")
    stretches = split_record_into_stretches(record)
    results = _do_all_tasks(record, stretches, effort, edition, run_batches, kept, report)
    return _build_review(record, stretches, effort, results)


def _do_all_tasks(
    record: Record,
    stretches: list[MatchStretch],
    effort: Effort,
    edition: str | Path,
    run_batches: RunBatches | None,
    results_file_path: Path | None,
    report_progress: Callable[[int, int], None] | None,
) -> list[TaskResult]:
    total = len(list_review_tasks(record, stretches))
    header = TaskResultsFileHeader(record.commitment, effort, len(record.played), record.game.rules_version)
    keeper = None if results_file_path is None else TaskResultsFile(results_file_path, header)
    results = [] if keeper is None else list(keeper.results)
    do_batch: DoBatch = partial(do_review_tasks, record.to_json(), edition, effort)
    for batch in (run_batches or _do_batches_serially)(do_batch, len(results), total, BATCH):
        results += batch
        if keeper is not None:
            keeper.append_results(batch)
        if report_progress is not None:
            report_progress(len(results), total)
    return results


def _do_batches_serially(do_batch: DoBatch, first_task: int, end: int, batch_size: int) -> Iterator[list[TaskResult]]:
    for start in range(first_task, end, batch_size):
        yield do_batch(start, min(batch_size, end - start))


def _build_review(record: Record, stretches: list[MatchStretch], effort: Effort, results: list[TaskResult]) -> Review:
    positions = results[: len(stretches) + 1]
    values = [_require_chances(result) for result in positions]
    start = values[0]
    judged: list[JudgedDecision] = [
        result.decision for result in results[len(stretches) + 1 :] if result.decision is not None
    ]
    told = [
        ReviewedStretch(
            stretch.kind,
            stretch.begin,
            stretch.end,
            stretch.seat,
            chances,
            compute_change_errors(positions, number),
        )
        for number, (stretch, chances) in enumerate(zip(stretches, values[1:], strict=True))
    ]
    game, seats = record.game, record.seats
    colours = [game.seat_name(seat) for seat in range(seats)]
    names = record.names or colours
    last = told[-1].chances if told else start
    return Review(
        title=game.title,
        rules=game.rules_version,
        seats=seats,
        names=list(names),
        colours=colours,
        effort=effort.name,
        commitment=record.commitment,
        winners=[seat for seat in range(seats) if last[seat] == max(last)],
        start=start,
        steps=told,
        decisions=judged,
        summaries=add_errors_to_summaries(
            [summarize_seat(seat, start, told, judged) for seat in range(seats)], told, positions
        ),
        turning_points=find_stretches_changing_leader(start, told),
        moments=find_moments(record, list_distinct_seat_names(names, colours), start, told, judged),
    )


def _require_chances(result: TaskResult) -> list[float]:
    assert result.chances is not None
    return result.chances
