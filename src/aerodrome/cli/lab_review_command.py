"""Many records reviewed on the command line."""

import shlex
from pathlib import Path

from rich.console import Console

from aerodrome.cli.batch_progress import create_progress_bars, print_if_interrupted
from aerodrome.lab.batch_runners import BatchRunner
from aerodrome.lab.review_collection import ReviewLog, hash_file, require_record_files, review_missing_and_list_skipped
from aerodrome.lab.review_report import write_review_page_and_get_plain_text


def run_lab_review(folder: Path, results_path: Path, effort: str, edition: str, run_batches: BatchRunner) -> None:
    """Review what is missing, then write the figures and the page; also when it is stopped on the way."""
    files = require_record_files(folder)
    log = ReviewLog(results_path, effort)
    console = Console(stderr=True, highlight=False)
    try:
        with print_if_interrupted(f"What is done is kept beside {results_path}; the same command goes on from there."):
            _review_with_progress(files, log, effort, edition, run_batches, console)
    finally:
        _write_and_print_results(
            files, log, results_path, _format_lab_review_command(folder, results_path, effort, edition)
        )


def _review_with_progress(
    files: list[Path], log: ReviewLog, effort: str, edition: str, run_batches: BatchRunner, console: Console
) -> None:
    with create_progress_bars() as progress:
        task = progress.add_task("matches", total=len(files))
        skipped = review_missing_and_list_skipped(
            files,
            log,
            effort,
            edition,
            run_batches,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    for one in skipped:
        console.print(f"{one.file}: left out: {one.problem}", style="yellow", markup=False, soft_wrap=True)


def _write_and_print_results(files: list[Path], log: ReviewLog, results_path: Path, command: str) -> None:
    digests = [digest for digest in map(hash_file, files) if digest in log.matches]
    if not digests:
        return
    page = results_path.with_suffix(".html")
    print(write_review_page_and_get_plain_text(log.write_parquet(digests), page, command))
    print(f"\n{len(digests)} of {len(files)} records. Figures: {results_path}. Page: {page}")


def _format_lab_review_command(folder: Path, results_path: Path, effort: str, edition: str) -> str:
    parts = ["aerodrome", "lab", "review", str(folder), f"--{effort}", "--out", str(results_path)]
    return shlex.join(parts if edition == "house" else [*parts, "--edition", edition])
