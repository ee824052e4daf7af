"""Play a plan to its end, from wherever it stands on disk."""

from functools import partial
from pathlib import Path

import polars as pl
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from aerodrome.lab.batch_runners import BatchRunner, run_serially
from aerodrome.lab.bot_runner import ThinkingTimes
from aerodrome.lab.results_log import ResultsLog
from aerodrome.lab.tournament_batch import play_tournament_batch
from aerodrome.lab.tournament_plan import TournamentPlan


def run_tournament(
    plan: TournamentPlan, out: Path, run_batches: BatchRunner = run_serially, console: Console | None = None
) -> ThinkingTimes:
    """Plays what is missing of the plan and writes `out` (Parquet). Faults are told as they happen."""
    plan.validate()
    console = console or Console(quiet=True)
    times = ThinkingTimes()
    with ResultsLog(out, plan) as log, _create_progress_bar(console) as progress:
        total = plan.count_games()
        task = progress.add_task("games", total=total, completed=log.games_done)
        if log.games_done:
            console.print(f"{log.games_done} of {total} games were played before; going on", highlight=False)
        if log.games_done < total:
            play_batch = partial(play_tournament_batch, plan)
            for batch in run_batches(play_batch, log.games_done, total, choose_batch_size(plan)):
                log.append_results(batch.results)
                times.add_all(batch.times)
                for result in batch.results:
                    for fault in result.faults[:3]:
                        console.print(f"game {result.game}: {fault}", style="yellow", markup=False, highlight=False)
                progress.update(task, completed=log.games_done)
        log.write_parquet()
    return times


def choose_batch_size(plan: TournamentPlan) -> int:
    """Whole rounds, of eight games or more."""
    per_round = plan.count_games_per_round()
    return per_round * max(1, 8 // per_round)


def _create_progress_bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TextColumn("left"), TimeRemainingColumn(), console=console, disable=console.quiet)


def read_results(path: Path) -> pl.DataFrame:
    """The results table that `run_tournament` wrote."""
    return pl.read_parquet(path)
