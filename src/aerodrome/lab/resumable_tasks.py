"""Long work that goes on where it was stopped: answers to tasks that are always asked in the same order.

Tuning and learning decide what to play next by what was played, so they are run again from the start; but tasks whose
answer is in the log are not worked out again. Needs nothing beyond the engine.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import msgspec

from aerodrome.core.game import Game
from aerodrome.lab.game_log import (
    GameLog,
    PlanMismatchError,
    require_plan_of_log,
    require_rules_of_plan,
    save_plan,
)
from aerodrome.lab.worker_processes import TaskRunner, run_tasks_in_this_process

T = TypeVar("T")
A = TypeVar("A")
ReportProgress = Callable[[str, int, int], None]
"""Hears of what how many of how many are done."""


class NumberedAnswer(msgspec.Struct, Generic[A], frozen=True):
    """One line of a log."""

    number: int
    answer: A


class ResumableTaskRunner(Generic[A]):
    """The answers so far, in the order in which they were asked for; with `path` None they are kept in memory alone."""

    def __init__(
        self,
        path: Path | None,
        kind: type[A],
        run_tasks: TaskRunner = run_tasks_in_this_process,
        report_progress: ReportProgress | None = None,
    ) -> None:
        self.run_tasks = run_tasks
        self.report_progress = report_progress
        self.answers: list[A] = []
        self.asked = 0
        """How many answers were asked for since this log was opened."""
        self._log: GameLog[NumberedAnswer[A]] | None = None
        if path is not None:
            line: Any = NumberedAnswer[kind]  # type: ignore[valid-type]
            self._log = GameLog(path, line, lambda answer: answer.number)
            self.answers = [one.answer for one in self._log.read_games()]

    def load_or_compute_answers(self, progress_label: str, function: Callable[[T], A], tasks: Sequence[T]) -> list[A]:
        """What the function answers to each task: from the log where it is there, else worked out and kept at once."""
        first, end = self.asked, self.asked + len(tasks)
        self.asked = end
        found = self.answers[first:end]
        for answer in self.run_tasks(function, tasks[len(found) :]):
            if self._log is not None:
                self._log.append([NumberedAnswer(len(self.answers), answer)])
            self.answers.append(answer)
            found.append(answer)
            if self.report_progress is not None:
                self.report_progress(progress_label, len(found), len(tasks))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._log is not None:
            self._log.close()


def check_and_save_plan(result_path: Path, plan: msgspec.Struct, game: Game, *log_paths: Path) -> None:
    """The plan of a run beside its result; raises PlanMismatchError where another one was begun there."""
    file = result_path.with_suffix(".plan.json")
    for log_path in log_paths:
        require_plan_of_log(file, log_path)
    if file.exists():
        if msgspec.json.decode(file.read_bytes(), type=type(plan)) != plan:
            raise PlanMismatchError(f"{file} is the plan of another run; choose another --out or remove it")
        require_rules_of_plan(file, game)
    result_path.parent.mkdir(parents=True, exist_ok=True)
    save_plan(file, plan, game)
