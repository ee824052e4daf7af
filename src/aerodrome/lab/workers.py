"""Who plays the games: this process, the cores of this machine, or a Ray cluster. The results are the same."""

import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Protocol

from aerodrome.lab.match import Batch, play_batch
from aerodrome.lab.plan import Plan

AHEAD = 3
"""Batches handed out for each worker: enough to keep it busy, few enough to hold in memory."""
TRIES = 3


class Run(Protocol):
    def __call__(self, plan: Plan, first: int) -> Iterator[Batch]: ...


def batch_size(plan: Plan) -> int:
    """Whole rounds, of eight games or more."""
    per_round = plan.games_per_round()
    return per_round * max(1, 8 // per_round)


def here(plan: Plan, first: int) -> Iterator[Batch]:
    size = batch_size(plan)
    for start in range(first, plan.games(), size):
        yield play_batch(plan, start, size)


def on_cores(jobs: int) -> Run:
    def run(plan: Plan, first: int) -> Iterator[Batch]:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, mp_context=context) as pool:
            yield from _in_order(
                plan,
                first,
                jobs,
                lambda start, size: pool.submit(play_batch, plan, start, size),
                lambda job: job.result(),
            )

    return run


def on_ray(address: str | None, jobs: int) -> Run:
    """`address` of a running cluster ("auto" finds it); without one, a cluster of `jobs` workers on this machine."""

    def run(plan: Plan, first: int) -> Iterator[Batch]:
        import ray

        cluster: Any = ray

        started = not ray.is_initialized()
        if started:
            environment = {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}}
            if address:
                ray.init(address=address, runtime_env=environment, log_to_driver=False)
            else:
                _start_cluster(jobs, environment)
        try:
            remote = ray.remote(play_batch)
            workers = max(1, int(cluster.cluster_resources().get("CPU", jobs)))
            yield from _in_order(plan, first, workers, lambda start, size: remote.remote(plan, start, size), ray.get)
        finally:
            if started:
                ray.shutdown()

    return run


def _start_cluster(jobs: int, environment: dict[str, Any]) -> None:
    """Ray gives its own agents fifteen seconds to come up; on a busy machine that can take another try."""
    import ray

    for attempt in range(1, TRIES + 1):
        try:
            ray.init(num_cpus=jobs, runtime_env=environment, include_dashboard=False, log_to_driver=False)
            return
        except Exception:
            ray.shutdown()
            if attempt == TRIES:
                raise


def _in_order(
    plan: Plan, first: int, workers: int, hand_out: Callable[[int, int], Any], wait_for: Callable[[Any], Batch]
) -> Iterator[Batch]:
    """Batches in the order of the plan, whoever finishes first; a bounded number is under way."""
    size = batch_size(plan)
    waiting: deque[Any] = deque()
    for start in range(first, plan.games(), size):
        waiting.append(hand_out(start, size))
        if len(waiting) >= AHEAD * workers:
            yield wait_for(waiting.popleft())
    while waiting:
        yield wait_for(waiting.popleft())
