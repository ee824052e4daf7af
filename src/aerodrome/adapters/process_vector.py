"""Many games of one title at once, spread over processes that fill shared arrays. See docs/adapters.md.

from aerodrome.adapters.process_vector import ProcessVectorEnv
with ProcessVectorEnv("airline", num_envs=2048, processes=4) as env:
    observations, infos = env.reset(seed=1)
"""

import multiprocessing
import os
import pickle
import random
import signal
import weakref
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

import aerodrome
from aerodrome.adapters.shared_arrays import SharedArrays
from aerodrome.adapters.vector import VectorEnv
from aerodrome.adapters.vector_env_base import StepResult, VectorEnvBase, load_game_or_return_given
from aerodrome.core.interrupts import block_interrupts

PARENT_CHECK_SECONDS = 1.0
END_SECONDS = 2.0
VIEW = "view of one seat"
Worker = tuple[SpawnProcess, "Connection[Any, Any]"]


class ProcessVectorEnv(VectorEnvBase):
    """The games of a VectorEnv, the same ones for the same seeds, in `processes` worker processes.

    `arrays` are those to be filled if the caller has shared ones already: SharedArrays with all of
    `list_array_dtypes_and_shapes`. Workers end with `close`, with the `with` block, and with this process whatever
    ends it.
    """

    def __init__(
        self,
        title: str | aerodrome.Game,
        num_envs: int,
        processes: int = 2,
        seats: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: str | Path = "house",
        max_steps: int | None = None,
        masks: str = "dense",
        scaled: bool = True,
        arrays: SharedArrays | None = None,
    ) -> None:
        game = load_game_or_return_given(title, edition, options)
        super().__init__(game, num_envs, seats, max_steps, masks, scaled)
        if not 1 <= processes <= num_envs:
            raise ValueError(f"processes is a number from 1 to {num_envs}, as there are games, not {processes}")
        if arrays is not None and not isinstance(arrays, SharedArrays):
            raise ValueError("other processes fill no arrays but shared ones: give SharedArrays(shapes)")
        shared = SharedArrays(self.list_array_dtypes_and_shapes()) if arrays is None else arrays
        self._set_given_or_new_arrays(shared.arrays)
        missing = [name for name in self.list_array_dtypes_and_shapes() if name not in shared.arrays]
        if missing:
            raise ValueError(f"the shared arrays lack {', '.join(missing)}")
        self._view = SharedArrays({VIEW: self.list_array_dtypes_and_shapes()["observations"]})
        ends = [num_envs * (worker + 1) // processes for worker in range(processes)]
        self._slices = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
        self._workers: list[Worker] = []
        self._finalizer = weakref.finalize(self, _end_workers, self._workers)
        settings = {"seats": self.seats, "max_steps": max_steps, "masks": masks, "scaled": scaled}
        try:
            for part in self._slices:
                self._workers.append(_start_worker(game, part, settings, shared, self._view))
            self._receive_all_answers()
        except BaseException:
            self.close()
            raise

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        self._set_legal_numbers(self._run_on_workers("reset", self.list_seeds_of_games(seed)))
        self.is_reset = True
        return self.observations, self._build_infos()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> StepResult:
        numbers = self.check_and_list_action_numbers(actions)
        if not self._are_legal_by_masks(numbers):
            self._run_on_workers("check", numbers)
        try:
            self._set_legal_numbers(self._run_on_workers("step", numbers))
        except ValueError as error:
            self.is_reset = False
            raise RuntimeError(
                f"masks were changed, so that some games went on and others not; reset: {error}"
            ) from error
        return self.observations, self.rewards, self.terminations, self.truncations, self._build_infos()

    def _are_legal_by_masks(self, action_numbers: list[int]) -> bool:
        """Whether the masks show that all are legal: that spares asking the workers before any of them goes on."""
        if self.masks is None or min(action_numbers) < 0 or max(action_numbers) >= self.num_actions:
            return False
        return bool(self.masks[np.arange(self.num_envs), action_numbers].all())

    def _set_legal_numbers(self, legal_numbers_by_worker: list[Any]) -> None:
        if self.legal_counts is not None:
            self.legal_numbers = np.concatenate(legal_numbers_by_worker)

    def observe(self, seat: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
        array = self.check_or_create_observation_array(seat, out)
        self._run_on_workers("observe", [seat] * self.num_envs)
        np.copyto(array, self._view.arrays[VIEW])
        return array

    def sample_actions(self, rng: random.Random) -> list[int]:
        self.require_reset()
        answers = self._run_on_workers("sample", [rng.random() for _game in range(self.num_envs)])
        return [number for numbers in answers for number in numbers]

    def close(self) -> None:
        """Ends the workers. The arrays stay as they are."""
        self._finalizer()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a ProcessVectorEnv has running processes and can be neither pickled nor copied; "
            "a VectorEnv can, or make another one with the same seeds"
        )

    def _run_on_workers(self, command: str, argument_by_game: Sequence[Any]) -> list[Any]:
        """What each worker answers when all have done what they were told for their games."""
        if not self._workers:
            raise RuntimeError("this environment is closed")
        try:
            for number, part in enumerate(self._slices):
                self._send_to_worker(number, (command, argument_by_game[part]))
            answers = self._receive_all_answers()
        except BaseException:
            self.close()  # an answer that nobody took would be taken for the next one
            raise
        errors = [error for _answer, error in answers if error is not None]
        if errors:
            raise errors[0]
        return [answer for answer, _error in answers]

    def _send_to_worker(self, worker_number: int, message: tuple[str, Any]) -> None:
        try:
            self._workers[worker_number][1].send(message)
        except OSError:
            self._raise_lost_worker(worker_number)

    def _receive_all_answers(self) -> list[Any]:
        answers = []
        for number, (_process, connection) in enumerate(self._workers):
            try:
                answers.append(connection.recv())
            except (EOFError, OSError):
                self._raise_lost_worker(number)
        return answers

    def _raise_lost_worker(self, worker_number: int) -> NoReturn:
        process = self._workers[worker_number][0]
        process.join(END_SECONDS)
        part = self._slices[worker_number]
        why = "" if self.is_reset else '; a script starts workers under if __name__ == "__main__"'
        raise RuntimeError(
            f"the process of games {part.start} to {part.stop - 1} ended with exit code {process.exitcode}{why}"
        ) from None


def _start_worker(
    game: aerodrome.Game,
    game_slice: slice,
    settings: dict[str, Any],
    shared_arrays: SharedArrays,
    shared_seat_view: SharedArrays,
) -> Worker:
    # A fresh interpreter: forking a process that has threads (numpy, torch) is not safe.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_serve_games,
        args=(theirs, os.getpid(), game, game_slice, settings, shared_arrays, shared_seat_view),
        daemon=True,
    )
    with block_interrupts():
        process.start()
    theirs.close()
    return process, ours


def _end_workers(workers: list[Worker]) -> None:
    for _process, connection in workers:
        connection.close()  # a worker that waits for orders ends by itself
    for process, _connection in workers:
        process.join(END_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
    workers.clear()


def _serve_games(
    connection: "Connection[Any, Any]",
    parent_pid: int,
    game: aerodrome.Game,
    game_slice: slice,
    settings: dict[str, Any],
    shared_arrays: SharedArrays,
    shared_seat_view: SharedArrays,
) -> None:
    """What a worker process does: it steps its games when it is told to, and ends with the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    arrays = {name: array[game_slice] for name, array in shared_arrays.arrays.items()}
    env = VectorEnv(game, game_slice.stop - game_slice.start, arrays=arrays, **settings)
    env.batch.first_number = game_slice.start
    own_view = shared_seat_view.arrays[VIEW][game_slice]
    try:
        connection.send("ready")
        while True:
            while not connection.poll(PARENT_CHECK_SECONDS):
                if os.getppid() != parent_pid:
                    return  # where a process forked meanwhile still has the other end
            order, arguments = connection.recv()
            connection.send(_execute_command_or_catch_error(env, own_view, order, arguments))
    except (EOFError, OSError):
        return


def _execute_command_or_catch_error(
    env: VectorEnv, seat_view: NDArray[Any], command: str, arguments: Sequence[Any]
) -> tuple[Any, Exception | None]:
    """The answer, or the error that says what is wrong."""
    answer: Any = None
    try:
        if command == "reset":
            env.start_games(arguments)
            answer = env.legal_numbers
        elif command == "step":
            env.step(arguments)
            answer = env.legal_numbers
        elif command == "check":
            env.batch.require_legal_indices(list(arguments))
        elif command == "sample":
            answer = env.batch.choose_indices_by_numbers(list(arguments))
        elif command == "observe":
            env.observe(arguments[0], seat_view)
    except Exception as error:
        return None, _make_error_sendable(error)
    return answer, None


def _make_error_sendable(error: Exception) -> Exception:
    """The error itself, or its text where the other process could not read it."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
