"""Play a plan to its end, from wherever it stands on disk."""

from functools import partial
from pathlib import Path

import polars as pl
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from aerodrome.lab.batch_runners import BatchRunner, run_batches_serially
from aerodrome.lab.bot_runner import ThinkingTimes
from aerodrome.lab.results_log import ResultsLog
from aerodrome.lab.tournament_batch import play_tournament_batch
from aerodrome.lab.tournament_plan import TournamentPlan

RESULT_COLUMNS = {"game", "title", "edition", "table", "seat", "bot", "won", "place"}
"""Of all columns those that no other table of the lab has together."""


def run_tournament(
    plan: TournamentPlan,
    results_path: Path,
    run_batches: BatchRunner = run_batches_serially,
    console: Console | None = None,
) -> ThinkingTimes:
    """Plays what is missing of the plan and writes `results_path` (Parquet). Faults are told as they happen.

    Broken off on the way, it leaves the table of what was played; the same call goes on from there.
    """
    plan.validate()
    console = console or Console(quiet=True)
    times = ThinkingTimes()
    with ResultsLog(results_path, plan) as log:
        try:
            _play_missing_games(log, plan.count_games(), run_batches, console, times)
        finally:
            if log.games_done:
                log.write_parquet()
    return times


def _play_missing_games(
    log: ResultsLog, wanted_games: int, run_batches: BatchRunner, console: Console, thinking_times: ThinkingTimes
) -> None:
    plan, before = log.plan, log.games_done
    if before >= wanted_games and before:
        console.print(f"{before} games were played before; nothing is missing of {wanted_games}", highlight=False)
        return
    if before:
        console.print(f"{before} of {wanted_games} games were played before; going on", highlight=False)
    with _create_progress_bar(console) as progress:
        task = progress.add_task("games", total=wanted_games, completed=before)
        for batch in run_batches(partial(play_tournament_batch, plan), before, wanted_games, 1):
            log.append(batch.results)
            thinking_times.add_times(batch.times)
            for result in batch.results:
                for fault in result.faults[:3]:
                    console.print(f"game {result.game}: {fault}", style="yellow", markup=False, highlight=False)
            progress.update(task, completed=log.games_done)


def _create_progress_bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TextColumn("left"), TimeRemainingColumn(), console=console, disable=console.quiet)


def is_results_file(path: Path) -> bool:
    """Whether `run_tournament` wrote it, as its columns say."""
    try:
        return set(pl.read_parquet_schema(path)) >= RESULT_COLUMNS
    except (pl.exceptions.ComputeError, OSError):
        return False


def read_results(path: Path) -> pl.DataFrame:
    """The results table that `run_tournament` wrote."""
    if not path.exists():
        raise ValueError(f"there is no {path}")
    if not is_results_file(path):
        raise ValueError(f"{path} does not hold the results of a tournament")
    return pl.read_parquet(path)
