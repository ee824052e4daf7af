"""Processes for work that would keep the server from answering. Each does one job at a time.

A job that crashes or takes too long costs its own process and nobody else's.
"""

import asyncio
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple

from aerodrome.core import registry
from aerodrome.matches.fair_queue import NO_SHARE, FairQueue, Priority, ShareKey
from aerodrome.matches.util import start_exiting_with_parent

START_TIMEOUT_S = 60.0
"""How long a process may take until it is ready for its first job."""


class WorkerError(Exception):
    """A job has no result."""


class WorkerCrashed(WorkerError):
    """Its process ended in the middle, or the pool was closed."""


class WorkerTimeout(WorkerError):
    """It took too long, and its process was ended."""


class NoFreeWorker(WorkerError):
    """No process had time for it."""


class JobFailed(WorkerError):
    """The function raised an exception: its class and words."""


class WorkerSettings(NamedTuple):
    """One worker process: whom it serves, and how far it steps back for the others on the machine."""

    priorities: frozenset[Priority]
    niceness: int


class _Job:
    """A function with its arguments, and the future that gets its result."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...], max_seconds: float) -> None:
        self.function = function
        self.arguments = arguments
        self.max_seconds = max_seconds
        self.is_started = False
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def set_error(self, error: WorkerError) -> None:
        """There is no result."""
        if not self.result.done():
            self.result.set_exception(error)
            # Whoever asked may be gone: an error nobody waits for is not logged as forgotten.
            self.result.exception()


class _Worker:
    """A process, started for its first job and again after it was ended."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings
        self.is_busy = False
        self.is_closed = False
        self.process: SpawnProcess | None = None
        self._connection: Connection[Any, Any] | None = None

    def ensure_started(self) -> None:
        """Start the process unless it runs. Blocks: for a thread."""
        if self.process is not None and self.process.is_alive():
            return
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        arguments = theirs, os.getpid(), registry.get_module_names_by_title(), list(sys.path), self.settings.niceness
        process = context.Process(target=_serve_jobs, args=arguments, daemon=True)
        process.start()
        # Only now: whoever closes the pool meanwhile could not end a process that has not begun.
        self.process = process
        theirs.close()
        if self.is_closed:
            self.kill()
        self._connection.recv_bytes()

    def run_job_and_catch_error(self, job: _Job) -> tuple[bool, Any]:
        """Whether the function returned, and what it returned or raised. Blocks: for a thread."""
        assert self._connection is not None
        self._connection.send_bytes(pickle.dumps((job.function, job.arguments)))
        answer: tuple[bool, Any] = pickle.loads(self._connection.recv_bytes())  # noqa: S301 - from our own process
        return answer

    def kill(self) -> None:
        """End the process; whoever waits for it is told."""
        if self.process is not None:
            self.process.kill()
            self.process = None


def _serve_jobs(
    connection: "Connection[Any, Any]", parent_pid: int, titles: dict[str, str], python_path: list[str], niceness: int
) -> None:
    """What a worker process does: it knows the server's titles, ends with it, and yields the processor to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    sys.path[:] = python_path
    for title, module in titles.items():
        registry.register(title, module)
    start_exiting_with_parent(parent_pid)
    connection.send_bytes(b"ready")
    while True:
        try:
            function, arguments = pickle.loads(connection.recv_bytes())  # noqa: S301 - from our own server
        except EOFError:
            return
        try:
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, f"{type(error).__name__}: {error}"
        connection.send_bytes(pickle.dumps(answer))


class WorkerPool:
    """Worker processes, started when first needed; who waits for one is served in a fair order."""

    def __init__(self, settings: list[WorkerSettings]) -> None:
        self._workers = [_Worker(one) for one in settings]
        self._queue: FairQueue[_Job] = FairQueue()
        self._threads: ThreadPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        max_seconds: float,
        priority: Priority = Priority.PERSON_WAITS,
        share: ShareKey = NO_SHARE,
        max_wait_seconds: float | None = None,
    ) -> Any:
        """What the function returns in a worker process. Raises a WorkerError.

        `max_seconds` counts from when the job starts; `max_wait_seconds` is how long it may wait for that.
        """
        if self._is_closed:
            raise WorkerCrashed("the pool is closed")
        job = _Job(function, arguments, max_seconds)
        self._queue.push(job, priority, share)
        self._dispatch_jobs()
        try:
            await asyncio.wait({job.result}, timeout=max_wait_seconds)
            if not job.is_started and not job.result.done():
                raise NoFreeWorker("no worker had time")
            return await job.result
        finally:
            if not job.is_started:
                self._queue.remove(job)

    def list_pids(self) -> list[int]:
        """The worker processes that run now."""
        running = [worker.process for worker in self._workers if worker.process is not None]
        return [process.pid for process in running if process.pid is not None and process.is_alive()]

    @property
    def waiting_count(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    def close(self) -> None:
        """End all workers at once; jobs under way and waiting fail."""
        self._is_closed = True
        for worker in self._workers:
            worker.is_closed = True
            worker.kill()
        while (job := self._queue.pop()) is not None:
            job.set_error(WorkerCrashed("the pool was closed"))
        if self._threads is not None:
            self._threads.shutdown(wait=False)

    def _dispatch_jobs(self) -> None:
        """Give every free worker what it should do next."""
        for worker in self._workers:
            job = None if worker.is_busy or self._is_closed else self._queue.pop(worker.settings.priorities)
            if job is None:
                continue
            worker.is_busy = job.is_started = True
            task = asyncio.create_task(self._run_job(worker, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run_job(self, worker: _Worker, job: _Job) -> None:
        try:
            if self._is_closed:
                raise EOFError
            await self._call_in_thread(worker.ensure_started, START_TIMEOUT_S)
            has_returned, answer = await self._call_in_thread(worker.run_job_and_catch_error, job.max_seconds, job)
            if not has_returned:
                job.set_error(JobFailed(answer))
            elif not job.result.done():
                job.result.set_result(answer)
        except TimeoutError:
            worker.kill()
            job.set_error(WorkerTimeout("a job took too long"))
        except (EOFError, OSError):
            worker.kill()
            job.set_error(WorkerCrashed("a worker process ended in the middle of a job"))
        except Exception as error:
            # What cannot be sent to the process or back is the job's own fault.
            worker.kill()
            if self._is_closed:  # between the start of the process and the job: no thread takes it any more
                job.set_error(WorkerCrashed("the pool was closed"))
            else:
                job.set_error(JobFailed(f"{type(error).__name__}: {error}"))
        finally:
            worker.is_busy = False
            self._dispatch_jobs()

    async def _call_in_thread(self, function: Callable[..., Any], max_seconds: float, *arguments: Any) -> Any:
        if self._threads is None:
            # A thread whose process was just killed ends a moment later: there are some to spare.
            self._threads = ThreadPoolExecutor(2 * len(self._workers), "worker")
        future = asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        return await asyncio.wait_for(future, max_seconds)
