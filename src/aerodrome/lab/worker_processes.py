"""Worker processes of this machine: they end at once when their work is broken off, and never outlive their parent."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
_PR_SET_PDEATHSIG = 1
WAKE_SECONDS = 0.2


class WorkerProcesses:
    """A pool of processes. Ctrl-C reaches this process only, which then ends the others."""

    def __init__(self, jobs: int) -> None:
        # A fresh interpreter for each worker: forking a process that has threads (the progress bar) is not safe.
        self._pool = ProcessPoolExecutor(
            jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_prepare_worker, initargs=(os.getpid(),)
        )
        self._others = {child.pid for child in multiprocessing.active_children()}

    def submit(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> "Future[R]":
        """Hand out one call."""
        with _block_interrupts():
            return self._pool.submit(function, *args, **kwargs)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """What the function returns for each task, in their order."""
        return [wait_for_result(future) for future in [self.submit(function, task) for task in tasks]]

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
    return future.result()


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
def _block_interrupts() -> Iterator[None]:
    """A process that is started meanwhile never hears of Ctrl-C, this one a moment later; where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker(parent_pid: int) -> None:
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
