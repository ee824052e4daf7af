"""Long commands stopped by real signals: what was done is kept, and no worker stays behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes under /proc")
TESTS = Path(__file__).parent.parent
BOT = "lab.players:Registered"
"""Writes down which process it plays in."""
PATIENCE = 240.0
"""Seconds until a wait is given up: far more than anything here takes."""


def start(tmp_path: Path, *tokens: str) -> subprocess.Popen[str]:
    """A command in a process group of its own, as a terminal has it."""
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "REGISTER": str(tmp_path / "pids")}
    (tmp_path / "pids").mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", "aerodrome", *tokens],
        env=environment,
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A suite that runs in the background of a shell has Ctrl-C ignored, and would pass that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_until(condition: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "it never came about"
        sleep(0.02)


def list_workers(tmp_path: Path) -> list[int]:
    return [int(file.name) for file in (tmp_path / "pids").iterdir()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


SIMULATION = (
    "simulate",
    "airline",
    "-o",
    "round_limit=1",
    "--games",
    "1000000",
    "--bots",
    BOT,
    "--jobs",
    "2",
    "--out",
    "log.jsonl",
)
TOURNAMENT = (
    "tournament",
    "airline",
    BOT,
    "random",
    "-o",
    "round_limit=1",
    "--games",
    "1000000",
    "--jobs",
    "2",
    "--out",
    "log.parquet",
)

MANNERS = (
    "lab",
    "manners",
    "airline",
    "-o",
    "round_limit=1",
    "--games",
    "1000000",
    "--level",
    BOT,
    "--jobs",
    "2",
    "--out",
    "log.jsonl",
)
TUNING = ("lab", "tune", "airline", "--steps", "1000000", "--games", "1", "--bot", BOT, "--jobs", "2")
LEARNING = ("lab", "learn", "airline", "--games", "1000000", "--comparisons", "1", "--bot", BOT, "--jobs", "2")
TRAINING = ("lab", "train", "airline", "--games", "1000000", "--positions", "1", "--bot", BOT, "--jobs", "2")
DATASET = ("lab", "dataset", "airline", "-o", "round_limit=1", "--games", f"{BOT}=1000000", "--jobs", "2")


@pytest.mark.parametrize("tokens", [SIMULATION, TOURNAMENT, MANNERS], ids=["simulate", "tournament", "manners"])
def test_ctrl_c_ends_workers_and_keeps_what_was_played(tokens: tuple[str, ...], tmp_path: Path) -> None:
    with start(tmp_path, *tokens) as process:
        wait_until(lambda: count_lines(tmp_path / "log.jsonl") >= 3 and len(list_workers(tmp_path)) == 2)
        os.killpg(process.pid, signal.SIGINT)
        out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "the same command goes on" in told
    assert "Traceback" not in told
    assert not any(map(is_running, list_workers(tmp_path)))
    played = count_lines(tmp_path / "log.jsonl")
    assert 3 <= played < 1_000_000
    assert (tmp_path / "log.jsonl").read_bytes().endswith(b"\n")
    if tokens is SIMULATION:
        assert f"{played} games" in out
    elif tokens is MANNERS:
        assert "Rounds: median" in out
    else:
        assert (tmp_path / "log.parquet").exists()


@pytest.mark.parametrize(
    ("tokens", "log"),
    [(TUNING, "new.jsonl"), (LEARNING, "new.comparisons.jsonl"), (TRAINING, "new.jsonl")],
    ids=["tune", "learn", "train"],
)
def test_ctrl_c_ends_tuning_learning_and_training_which_then_go_on(
    tokens: tuple[str, ...], log: str, tmp_path: Path
) -> None:
    kept = b""
    for _time in range(2):
        with start(tmp_path, *tokens, "--out", "new.toml") as process:
            more = count_lines(tmp_path / log) + 3
            wait_until(lambda more=more: count_lines(tmp_path / log) >= more and len(list_workers(tmp_path)) == 2)  # type: ignore[misc]
            os.killpg(process.pid, signal.SIGINT)
            _out, told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "What was played is kept beside new.toml; the same command goes on." in told
        assert "Traceback" not in told
        assert not any(map(is_running, list_workers(tmp_path)))
        before, kept = kept, (tmp_path / log).read_bytes()
        assert kept.startswith(before)
        assert kept.endswith(b"\n")
        for file in (tmp_path / "pids").iterdir():
            file.unlink()
    assert not (tmp_path / "new.toml").exists()


def test_ctrl_c_ends_a_dataset_with_its_card_and_it_goes_on(tmp_path: Path) -> None:
    kept, pause = 0, 0.5
    while not kept:  # it does not tell when a game has ended: if none had, it is given longer
        kept = interrupt_dataset_and_count_games(tmp_path, pause)
        pause *= 2
        assert pause < PATIENCE
    assert interrupt_dataset_and_count_games(tmp_path, 0.0) >= kept


def interrupt_dataset_and_count_games(tmp_path: Path, pause: float) -> int:
    """Lets it play so many seconds and interrupts it; the games that its card then says are there."""
    with start(tmp_path, *DATASET, "--out", "data") as process:
        wait_until(lambda: len(list_workers(tmp_path)) == 2)
        sleep(pause)
        os.killpg(process.pid, signal.SIGINT)
        _out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "What was played is kept in data; the same command goes on." in told
    assert "Traceback" not in told
    assert not any(map(is_running, list_workers(tmp_path)))
    for file in (tmp_path / "pids").iterdir():
        file.unlink()
    ends = [int(file.stem.rpartition("-")[2]) for file in (tmp_path / "data" / "decisions").iterdir()]
    kept = count_games_in_card(tmp_path / "data")
    assert kept == max(ends, default=0)
    return kept


def count_games_in_card(folder: Path) -> int:
    """How many of the million games the data card says are there."""
    card = (folder / "README.md").read_text(encoding="utf-8")
    found = re.search(r"\| ([\d,]+) of 1,000,000 \|", card)
    assert found is not None, card
    return int(found[1].replace(",", ""))


def test_tuning_that_was_killed_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    tokens = ("lab", "tune", "airline", "--steps", "25", "--games", "2", "--check", "2", "--bot", BOT)
    files = "--keep", "always", "--out", "new.toml"
    with start(tmp_path, *tokens, *files) as process:
        wait_until(lambda: count_lines(tmp_path / "new.jsonl") >= 3)
        process.kill()
    assert not (tmp_path / "new.toml").exists()
    kept = count_lines(tmp_path / "new.jsonl")
    assert 3 <= kept < 100
    written = []
    for folder in (tmp_path, tmp_path / "other"):
        folder.mkdir(exist_ok=True)
        with start(folder, *tokens, *files) as process:
            out, _told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Kept in new.toml" in out
        written.append([(folder / name).read_bytes() for name in ("new.toml", "new.jsonl", "new.plan.json")])
    assert written[0] == written[1]


def test_ctrl_c_is_heard_while_no_game_ends(tmp_path: Path) -> None:
    tokens = ("simulate", "airline", "--games", "4", "--bots", "lab.players:Stuck", "--jobs", "2")
    with start(tmp_path, *tokens) as process:
        wait_until(lambda: len(list_workers(tmp_path)) == 2)
        os.killpg(process.pid, signal.SIGINT)
        _out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Stopped after 0 of 4 games" in told
    assert not any(map(is_running, list_workers(tmp_path)))


def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    with start(tmp_path, *SIMULATION) as process:
        wait_until(lambda: len(list_workers(tmp_path)) == 2)
        process.kill()
        wait_until(lambda: not any(map(is_running, list_workers(tmp_path))))


def test_a_worker_that_was_killed_is_told_in_one_line(tmp_path: Path) -> None:
    with start(tmp_path, *SIMULATION) as process:
        wait_until(lambda: count_lines(tmp_path / "log.jsonl") >= 3 and len(list_workers(tmp_path)) == 2)
        os.kill(list_workers(tmp_path)[0], signal.SIGKILL)
        _out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert told.startswith("aerodrome: a worker process was ended from outside")
    assert told.count("\n") == 1
    assert not any(map(is_running, list_workers(tmp_path)))
    assert count_lines(tmp_path / "log.jsonl") >= 3
