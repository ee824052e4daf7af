"""Play a plan to its end, from wherever it stands on disk."""

from pathlib import Path

import polars as pl
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from aerodrome.lab.journal import Journal
from aerodrome.lab.plan import Plan
from aerodrome.lab.workers import Run, here


class Clock:
    """How long each bot thought; measured, so no part of the results."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.choices: dict[str, int] = {}

    def add(self, seconds: dict[str, float], choices: dict[str, int]) -> None:
        for bot, spent in seconds.items():
            self.seconds[bot] = self.seconds.get(bot, 0.0) + spent
            self.choices[bot] = self.choices.get(bot, 0) + choices[bot]

    def __str__(self) -> str:
        each = [f"{bot} {1000 * self.seconds[bot] / self.choices[bot]:.2f} ms" for bot in self.seconds]
        return "Time for a choice: " + ", ".join(each) if each else ""


def run(plan: Plan, out: Path, play: Run = here, console: Console | None = None) -> Clock:
    """Plays what is missing and writes `out` (Parquet). Faults are told as they happen."""
    plan.check()
    console = console or Console(quiet=True)
    clock = Clock()
    with Journal(out, plan) as journal, _progress(console) as progress:
        total = plan.games()
        task = progress.add_task("games", total=total, completed=journal.done)
        if journal.done:
            console.print(f"{journal.done} of {total} games were played before; going on", highlight=False)
        if journal.done < total:
            for batch in play(plan, journal.done):
                journal.add(batch.results)
                clock.add(batch.seconds, batch.choices)
                for result in batch.results:
                    for fault in result.faults[:3]:
                        console.print(f"game {result.game}: {fault}", style="yellow", markup=False, highlight=False)
                progress.update(task, completed=journal.done)
        journal.to_parquet()
    return clock


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TextColumn("left"), TimeRemainingColumn(), console=console, disable=console.quiet)


def read(path: Path) -> pl.DataFrame:
    return pl.read_parquet(path)
