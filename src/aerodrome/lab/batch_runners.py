"""Where batches of games are played: this process, the cores of this machine, or a Ray cluster.

The results are the same and come in the same order.
"""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from aerodrome.lab.worker_processes import open_worker_processes, wait_for_result, yield_results_in_order

B = TypeVar("B")
PlayBatch = Callable[[int, int], B]
"""Plays so many games from that number on. Other processes must be able to import it: a function or a partial."""
MAX_START_ATTEMPTS = 3


class BatchRunner(Protocol):
    """Plays the games `first` to `end` (exclusive) in batches and yields what each batch gave, in order."""

    def __call__(self, play_batch: PlayBatch[B], first: int, end: int, batch_size: int) -> Iterator[B]: ...


def run_batches_serially(play_batch: PlayBatch[B], first: int, end: int, batch_size: int) -> Iterator[B]:
    """In this process, one batch after the other."""
    for start, count in iterate_batch_starts_and_sizes(first, end, batch_size):
        yield play_batch(start, count)


def create_local_batch_runner(jobs: int) -> BatchRunner:
    """On `jobs` processes of this machine; with one, in this process."""
    if jobs <= 1:
        return run_batches_serially

    def run_on_processes(play_batch: PlayBatch[B], first: int, end: int, batch_size: int) -> Iterator[B]:
        with open_worker_processes(jobs) as workers:
            batches = iterate_batch_starts_and_sizes(first, end, batch_size)
            yield from yield_results_in_order(
                lambda batch: workers.submit(play_batch, *batch), batches, jobs, wait_for_result
            )

    return run_on_processes


def create_ray_batch_runner(address: str | None, jobs: int) -> BatchRunner:
    """`address` of a running cluster; "auto" uses one that runs here; without one, `jobs` workers are started here."""

    def run_on_ray(play_batch: PlayBatch[B], first: int, end: int, batch_size: int) -> Iterator[B]:
        import ray

        cluster: Any = ray
        started = not ray.is_initialized()
        if started:
            environment = {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}}
            if address is None or (address == "auto" and not _connect_to_ray_cluster_if_running(environment)):
                _start_ray_cluster(jobs, environment)
            elif address != "auto":
                ray.init(address=address, runtime_env=environment, log_to_driver=False)
        try:
            remote: Any = ray.remote(_call_play_batch)
            workers = max(1, int(cluster.cluster_resources().get("CPU", jobs)))
            batches = iterate_batch_starts_and_sizes(first, end, batch_size)
            yield from yield_results_in_order(
                lambda batch: remote.remote(play_batch, *batch), batches, workers, cluster.get
            )
        finally:
            if started:
                ray.shutdown()

    return run_on_ray


def _call_play_batch(play_batch: PlayBatch[B], first_game: int, count: int) -> B:
    """Ray takes functions only, and a batch may be a partial."""
    return play_batch(first_game, count)


def _connect_to_ray_cluster_if_running(environment: dict[str, Any]) -> bool:
    """Whether a cluster runs on this machine (`ray start --head`), which this process is then connected to."""
    import ray

    try:
        ray.init(address="auto", runtime_env=environment, log_to_driver=False)
    except ConnectionError:
        return False
    return True


def _start_ray_cluster(jobs: int, environment: dict[str, Any]) -> None:
    """Ray gives its own agents fifteen seconds to come up; on a busy machine that can take another try."""
    import ray

    for attempt in range(1, MAX_START_ATTEMPTS + 1):
        try:
            # Without "local" Ray would join a cluster that runs here, or the one of RAY_ADDRESS, and refuse num_cpus.
            ray.init(
                address="local", num_cpus=jobs, runtime_env=environment, include_dashboard=False, log_to_driver=False
            )
            return
        except Exception:
            ray.shutdown()
            if attempt == MAX_START_ATTEMPTS:
                raise


def iterate_batch_starts_and_sizes(first: int, end: int, batch_size: int) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of each batch."""
    for start in range(first, end, batch_size):
        yield start, min(batch_size, end - start)
