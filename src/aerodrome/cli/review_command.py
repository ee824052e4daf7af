"""A finished match judged on the command line."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from aerodrome.cli.batch_progress import create_local_or_ray_batch_runner, iterate_with_progress
from aerodrome.cli.missing_extras import UserError
from aerodrome.cli.record_commands import read_record
from aerodrome.reviews.model import EFFORTS, Review
from aerodrome.reviews.page import format_change_in_points, render_review_page
from aerodrome.reviews.review import DoBatch, review
from aerodrome.reviews.tasks import TaskResult


def review_record(
    file: Path,
    output_path: Path | None,
    effort: str,
    jobs: int,
    ray: str | None,
    results_file_path: Path | None,
    edition: str,
) -> None:
    """Judge the match, write it to `output_path` (HTML, or JSON by its name) and print what matters."""
    if output_path is not None and output_path.suffix not in (".html", ".json"):
        raise UserError(f"out: {output_path}: a review is written as .html or .json")
    record = read_record(file, edition)
    runner = create_local_or_ray_batch_runner(jobs, ray)

    def run_batches(do_batch: DoBatch, first: int, end: int, size: int) -> Iterator[list[TaskResult]]:
        return iterate_with_progress(runner(do_batch, first, end, size), "review", end - first)

    judged = review(record, EFFORTS[effort], edition=edition, run_batches=run_batches, kept=results_file_path)
    print_review(judged)
    if output_path is not None and output_path.suffix == ".json":
        output_path.write_bytes(judged.to_json())
    elif output_path is not None:
        output_path.write_text(render_review_page(judged), encoding="utf-8")


def print_review(match_review: Review) -> None:
    """The seats in a table, then the moments."""
    console = Console(highlight=False)
    table = Table("Seat", title="Points of winning chance")
    for name in ("Accuracy", "Lost per choice", "Start", "Luck", "Own", "Others", "Nobody", "Result"):
        table.add_column(name, justify="right")
    for seat, one in enumerate(match_review.summaries):
        parts = [format_change_in_points(part) for part in (one.luck, one.own, one.others, one.nobody)]
        lost = f"{100 * max(0.0, one.weighed_loss):.2f} ± {196 * one.weighed_loss_error:.2f}"
        table.add_row(
            match_review.format_seat_name(seat),
            f"{one.accuracy:.0f}",
            lost,
            f"{100 * one.start:.0f}",
            *parts,
            f"{100 * one.result:.0f}",
        )
    console.print(table)
    for moment in match_review.moments:
        console.print(f"- action {moment.position + 1}: {moment.words}", soft_wrap=True)
