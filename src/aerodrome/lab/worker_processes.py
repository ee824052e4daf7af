"""Worker processes of this machine: they end at once when their work is broken off, and never outlive their parent."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, ParamSpec, Protocol, TypeVar

from aerodrome.core.interrupts import block_interrupts

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
_PR_SET_PDEATHSIG = 1
WAKE_SECONDS = 0.2
TASKS_PER_WORKER = 4
"""Handed out for each worker: enough to keep it busy, few enough to hold in memory."""


class TaskRunner(Protocol):
    """Yields what a function returns for each task, in their order, as soon as it is known."""

    def __call__(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]: ...


def run_tasks_in_this_process(function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """In this process, one after the other."""
    return map(function, tasks)


class WorkerProcesses:
    """A pool of processes. Ctrl-C reaches this process only, which then ends the others."""

    def __init__(self, jobs: int) -> None:
        # A fresh interpreter for each worker: forking a process that has threads (the progress bar) is not safe.
        self._pool = ProcessPoolExecutor(
            jobs,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_ignore_interrupts_and_end_with_parent,
            initargs=(os.getpid(),),
        )
        self.jobs = jobs
        self._others = {child.pid for child in multiprocessing.active_children()}

    def submit(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> "Future[R]":
        """Hand out one call."""
        with block_interrupts(), _explaining_lost_worker():
            return self._pool.submit(function, *args, **kwargs)

    def run_tasks(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """What the function returns for each task, in their order."""
        return yield_results_in_order(lambda task: self.submit(function, task), tasks, self.jobs, wait_for_result)

    def kill(self) -> None:
        """End the workers in the middle of what they do."""
        for child in multiprocessing.active_children():
            if child.pid not in self._others:
                child.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """End the workers, which have nothing to do any more."""
        self._pool.shutdown()


def wait_for_result(future: "Future[R]") -> R:
    """What a call returns; Ctrl-C is heard meanwhile, also where the system tells another thread of it."""
    while not future.done():
        wait((future,), timeout=WAKE_SECONDS)
    with _explaining_lost_worker():
        return future.result()


def yield_results_in_order(
    submit: Callable[[T], Any], tasks: Iterable[T], worker_count: int, wait_for: Callable[[Any], R]
) -> Iterator[R]:
    """Results in the order of submission, whoever finishes first; a bounded number is under way."""
    waiting: deque[Any] = deque()
    for task in tasks:
        waiting.append(submit(task))
        if len(waiting) >= TASKS_PER_WORKER * worker_count:
            yield wait_for(waiting.popleft())
    while waiting:
        yield wait_for(waiting.popleft())


@contextmanager
def open_worker_processes(jobs: int) -> Iterator[WorkerProcesses]:
    """Workers for as long as the block runs; whatever breaks it off (Ctrl-C, an error) ends them at once."""
    workers = WorkerProcesses(jobs)
    try:
        yield workers
    except BaseException:
        workers.kill()
        raise
    workers.close()


@contextmanager
def open_task_runner(jobs: int) -> Iterator[TaskRunner]:
    """On `jobs` processes of this machine; with one, in this process."""
    if jobs <= 1:
        yield run_tasks_in_this_process
        return
    with open_worker_processes(jobs) as workers:
        yield workers.run_tasks


@contextmanager
def _explaining_lost_worker() -> Iterator[None]:
    """One sentence where a worker was killed: it is noticed at the next call, or by whoever waits for a result."""
    try:
        yield
    except BrokenProcessPool:
        raise ChildProcessError(
            "a worker process was ended from outside, perhaps for want of memory; what is kept stays, run it again"
        ) from None


def _ignore_interrupts_and_end_with_parent(parent_pid: int) -> None:
    """Where Ctrl-C still comes through it is ignored; whatever ends the parent, kill -9 too, ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        # The kernel does it even while compiled code keeps other threads of this process from running.
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is None or parent.pid != parent_pid or not parent.is_alive():
        os._exit(1)

    def wait_for_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_parent, daemon=True).start()
