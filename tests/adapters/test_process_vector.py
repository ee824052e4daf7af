"""The vector environment over processes: the same games as in one, and no process stays behind."""

import copy
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from aerodrome import IllegalAction
from aerodrome.adapters import process_vector
from aerodrome.adapters.process_vector import ProcessVectorEnv
from aerodrome.adapters.shared_arrays import SharedArrays
from aerodrome.adapters.vector import VectorEnv

PATIENCE = 240.0
"""Seconds until a wait is given up: far more than anything here takes."""
SCRIPT = """
import os, signal, sys
from aerodrome.adapters.process_vector import ProcessVectorEnv
if __name__ == "__main__":
    env = ProcessVectorEnv("airline", 4)
    env.reset(seed=1)
    pids = [process.pid for process, _connection in env._workers]
    if "forks" in sys.argv:
        pids.append(os.fork())
        if not pids[-1]:
            signal.pause()
    print(*pids, flush=True)
    while True:
        env.step(env.masks.argmax(axis=1))
"""


@pytest.fixture
def env(toy_title: str) -> Iterator[ProcessVectorEnv]:
    with ProcessVectorEnv(toy_title, num_envs=3, processes=2, seats=2) as env:
        env.reset(seed=5)
        yield env


def wait_until(condition: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "it never came about"
        sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize(("masks", "scaled", "processes"), [("dense", True, 3), ("lists", False, 2), ("none", True, 1)])
def test_the_same_games_as_in_one_process(masks: str, scaled: bool, processes: int) -> None:
    settings = {"edition": "miniature", "seats": 2, "max_steps": 28, "masks": masks, "scaled": scaled}
    one = VectorEnv("airsteam", 5, **settings)  # type: ignore[arg-type]
    rng, same_rng = random.Random(1), random.Random(1)
    ended = broken_off = 0
    with ProcessVectorEnv("airsteam", 5, processes, **settings) as many:  # type: ignore[arg-type]
        assert many.observation_space == one.observation_space
        assert many.action_space == one.action_space
        assert many.metadata == one.metadata
        for seeds in (3, [9, 9, 9, 4, 1], None):  # without seeds the generators go on
            assert np.array_equal(one.reset(seed=seeds)[0], many.reset(seed=seeds)[0])
            for _ in range(60):
                actions = one.sample_actions(rng)
                assert many.sample_actions(same_rng) == actions
                expected, found = one.step(actions), many.step(np.array(actions))
                for array, same in zip(expected[:4], found[:4], strict=True):
                    assert np.array_equal(array, same)
                    assert array.dtype == same.dtype
                infos, same_infos = expected[4], found[4]
                assert infos.keys() == same_infos.keys()
                for name in infos:
                    assert np.array_equal(infos[name], same_infos[name])
                for seat in range(2):
                    assert np.array_equal(one.observe(seat), many.observe(seat))
                ended += int(expected[2].sum())
                broken_off += int(expected[3].sum())
    assert ended > 0
    assert broken_off > 0


def learn_elsewhere(shared: SharedArrays, answers: "multiprocessing.Queue[list[float]]") -> None:
    answers.put(shared.arrays["observations"].ravel().tolist())


def test_shared_arrays_of_the_caller_are_filled_and_another_process_has_them(toy_title: str) -> None:
    shapes = VectorEnv(toy_title, 4, seats=2).list_array_dtypes_and_shapes()
    shared = SharedArrays(shapes)
    with ProcessVectorEnv(toy_title, 4, seats=2, arrays=shared) as env:
        observations, infos = env.reset(seed=1)
        assert observations is shared.arrays["observations"]
        assert infos["action_mask"] is shared.arrays["masks"]
        assert shared.arrays["masks"].all()
        context = multiprocessing.get_context("spawn")
        answers: multiprocessing.Queue[list[float]] = context.Queue()
        learner = context.Process(target=learn_elsewhere, args=(shared, answers))
        learner.start()
        assert answers.get(timeout=PATIENCE) == observations.ravel().tolist()
        learner.join()
    assert shared.arrays["observations"].ravel().tolist() == observations.ravel().tolist(), "arrays outlive the workers"
    assert observations.any()


def test_mistakes_are_named_and_no_game_goes_on(env: ProcessVectorEnv, toy_title: str) -> None:
    before = [env.observe(seat).tolist() for seat in range(2)]
    with pytest.raises(ValueError, match="action -1 is not a number from 0 to 3"):
        env.step([0, -1, 0])
    with pytest.raises(ValueError, match="action 1000000 is not a number from 0 to 3"):
        env.step([0, 0, 10**6])
    with pytest.raises(ValueError, match="3 games take 3 actions, not 2"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        env.step(np.zeros(3))
    with pytest.raises(ValueError, match="3 games take 3 seeds, not 1"):
        env.reset(seed=[1])
    with pytest.raises(ValueError, match="seat 2 is not one of 0 to 1"):
        env.observe(2)
    assert [env.observe(seat).tolist() for seat in range(2)] == before
    assert env.seats_asked.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="processes is a number from 1 to 2"):
        ProcessVectorEnv(toy_title, 2, 3)
    with pytest.raises(ValueError, match="give SharedArrays"):
        ProcessVectorEnv(toy_title, 2, arrays={"rewards": np.zeros((2, 2))})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the shared arrays lack observations"):
        ProcessVectorEnv(toy_title, 2, seats=2, arrays=SharedArrays({"rewards": (np.float32, (2, 2))}))


@pytest.mark.parametrize("masks", ["dense", "none"])
def test_an_illegal_action_is_refused_with_its_rule_before_any_process_goes_on(masks: str) -> None:
    with ProcessVectorEnv("airline", 4, masks=masks) as env:
        env.reset(seed=1)
        one = VectorEnv("airline", 4)
        one.reset(seed=1)
        assert one.masks is not None
        actions = one.masks.argmax(axis=1)
        for illegal in np.flatnonzero(one.masks[3] == 0)[::200]:
            with pytest.raises(ValueError) as theirs:  # noqa: PT011 - it is compared
                env.step([*actions[:3].tolist(), int(illegal)])
            with pytest.raises(ValueError) as ours:  # noqa: PT011
                one.step([*actions[:3].tolist(), int(illegal)])
            assert str(theirs.value) == str(ours.value)
            assert isinstance(theirs.value, IllegalAction) == isinstance(ours.value, IllegalAction)
        assert np.array_equal(env.step(actions)[0], one.step(actions)[0])


def test_masks_that_the_caller_falsified_are_found_out() -> None:
    with ProcessVectorEnv("airline", 2) as env:
        env.reset(seed=1)
        assert env.masks is not None
        actions = env.masks.argmax(axis=1)
        actions[1] = env.masks[1].argmin()
        env.masks[1] = 1
        with pytest.raises(RuntimeError, match="masks were changed"):
            env.step(actions)
        with pytest.raises(RuntimeError, match="call reset"):
            env.step(actions)
        env.reset(seed=1)
        env.step(env.masks.argmax(axis=1))


def test_what_cannot_be_pickled_or_copied_says_so(env: ProcessVectorEnv) -> None:
    for attempt in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="has running processes and can be neither pickled nor copied"):
            attempt(env)
    with pytest.raises(TypeError, match="give them to a process as an argument when it is started"):
        pickle.dumps(SharedArrays({"rewards": (np.float32, (2, 2))}))


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that have no processor for a while are waited for, so that it is seen how they end by themselves."""
    monkeypatch.setattr(process_vector, "END_SECONDS", 120.0)


@pytest.mark.usefixtures("patience")
def test_a_closed_environment_has_no_processes_and_says_so(env: ProcessVectorEnv) -> None:
    processes = [process for process, _connection in env._workers]
    env.close()
    env.close()
    assert [process.exitcode for process in processes] == [0, 0]
    with pytest.raises(RuntimeError, match="this environment is closed"):
        env.reset(seed=1)


@pytest.mark.usefixtures("patience")
def test_an_environment_that_is_forgotten_ends_its_processes(toy_title: str) -> None:
    env = ProcessVectorEnv(toy_title, 2, seats=2)
    processes = [process for process, _connection in env._workers]
    del env
    assert [process.exitcode for process in processes] == [0, 0]


def test_a_worker_that_was_killed_is_named(env: ProcessVectorEnv) -> None:
    process = env._workers[1][0]
    process.kill()
    process.join()
    with pytest.raises(RuntimeError, match="the process of games 1 to 2 ended with exit code -9"):
        env.step([0, 0, 0])
    with pytest.raises(RuntimeError, match="this environment is closed"):
        env.step([0, 0, 0])


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes under /proc")
@pytest.mark.parametrize("forks", [False, True])
def test_workers_end_with_a_parent_that_was_killed(forks: bool, tmp_path: Path) -> None:
    """Also where another process was forked meanwhile and holds the same pipes open."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, str(script), *(["forks"] if forks else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        workers, forked = pids[:2], pids[2:]
        assert all(map(is_running, workers))
        process.kill()
        try:
            wait_until(lambda: not any(map(is_running, workers)))
        finally:
            for pid in forked:
                os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="sends a signal to a group")
def test_ctrl_c_reaches_the_parent_alone_which_ends_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        workers = [int(pid) for pid in process.stdout.readline().split()]
        os.killpg(process.pid, signal.SIGINT)
        _out, told = process.communicate(timeout=PATIENCE)
    assert told.count("Traceback") == 1
    assert told.rstrip().endswith("KeyboardInterrupt")
    assert not any(map(is_running, workers))


def test_a_script_without_its_guard_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        'from aerodrome.adapters.process_vector import ProcessVectorEnv\nProcessVectorEnv("airline", 2)\n',
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'ended with exit code 1; a script starts workers under if __name__ == "__main__"' in done.stderr
