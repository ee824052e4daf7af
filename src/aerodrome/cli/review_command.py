"""A finished match judged on the command line."""

from collections.abc import Iterator
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from aerodrome.cli.batch_progress import (
    create_local_or_ray_batch_runner,
    iterate_with_progress,
    print_if_interrupted,
)
from aerodrome.cli.missing_extras import UserError
from aerodrome.cli.record_commands import read_record
from aerodrome.reviews.model import EFFORTS, Review
from aerodrome.reviews.page import (
    describe_lead_changes,
    format_change_in_points,
    format_luck_in_points,
    render_review_page,
)
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

    with print_if_interrupted(_describe_what_is_kept(results_file_path)):
        judged = review(record, EFFORTS[effort], edition=edition, run_batches=run_batches, kept=results_file_path)
    print_review(judged)
    if output_path is not None and output_path.suffix == ".json":
        output_path.write_bytes(judged.to_json())
    elif output_path is not None:
        output_path.write_text(render_review_page(judged), encoding="utf-8")


def _describe_what_is_kept(results_file_path: Path | None) -> str:
    if results_file_path is None:
        return "With --kept FILE what is done would be kept, and the same command would go on from there."
    return f"What is done is kept in {results_file_path}; the same command goes on from there."


def print_review(match_review: Review) -> None:
    """The seats in a table, then the moments."""
    console = Console(highlight=False)
    table = Table(title="Points of winning chance", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Seat", overflow="fold")
    for name in ("Accuracy", "Lost per\nchoice", "Start", "Luck", "Own", "Others", "Nobody", "Result"):
        table.add_column(name, justify="right", no_wrap=True)
    for seat, one in enumerate(match_review.summaries):
        parts = [format_luck_in_points(one)]
        parts += [format_change_in_points(part) for part in (one.own, one.others, one.nobody)]
        lost = f"{100 * max(0.0, one.weighed_loss):.2f} ± {196 * one.weighed_loss_error:.2f}"
        table.add_row(
            match_review.format_seat_name(seat),
            f"{one.accuracy:.0f}" if one.decisions else "–",
            lost if one.decisions else "–",
            f"{100 * one.start:.0f}",
            *parts,
            f"{100 * one.result:.0f}",
        )
    console.print(table)
    console.print(describe_lead_changes(match_review), soft_wrap=True)
    for moment in match_review.moments:
        console.print(f"- action {moment.position + 1}: {moment.words}", soft_wrap=True)
