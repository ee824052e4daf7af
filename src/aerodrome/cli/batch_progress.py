"""Where the games of a long command are played, and how far it is."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from aerodrome.cli.missing_extras import explaining_missing_extra

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from aerodrome.lab.batch_runners import BatchRunner

G = TypeVar("G")


def create_progress_bars() -> "Progress":
    """Bars for a terminal, gone when the work is done; nothing where the output goes into a file."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def iterate_with_progress(batches: Iterable[list[G]], label: str, game_count: int) -> Iterator[list[G]]:
    """The batches as they come, with a progress bar beside them."""
    with create_progress_bars() as progress:
        task = progress.add_task(label, total=game_count)
        for batch in batches:
            progress.advance(task, len(batch))
            yield batch


@contextmanager
def open_named_progress_bars() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar for each thing that is counted: what, how many, of how many."""
    with create_progress_bars() as progress:
        tasks: dict[str, TaskID] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done)

        yield report


@contextmanager
def print_if_interrupted(sentence: str) -> Iterator[None]:
    """Around a long command: says what Ctrl-C leaves behind."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"Stopped. {sentence}", file=sys.stderr)
        raise


def create_local_or_ray_batch_runner(jobs: int, ray: str | None) -> "BatchRunner":
    """Where the games are played: on a Ray cluster, or on this machine."""
    from aerodrome.lab.batch_runners import create_local_batch_runner, create_ray_batch_runner

    if ray is None:
        return create_local_batch_runner(jobs)
    with explaining_missing_extra("ray", "--ray"):
        import ray as _ray  # noqa: F401
    return create_ray_batch_runner(None if ray in ("", "local") else ray, jobs)
