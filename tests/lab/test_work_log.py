"""Work that goes on: what the log has is not worked out again, and what was cut off in the middle is."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from aerodrome.core.registry import load
from aerodrome.lab.game_log import PlanMismatchError
from aerodrome.lab.resumable_tasks import ResumableTaskRunner, check_and_save_plan
from aerodrome.lab.value_learning import LearningConfig, learn_and_compare_value
from aerodrome.lab.weight_tuning import TuningConfig, tune_and_compare_weights

TUNING = TuningConfig(title="tingoose", seats=3, bot="random", steps=2, games=1, check=1, seed=4)
LEARNING = LearningConfig(title="tingoose", seats=3, bot="random", games=5, comparisons=1, trial=3, check=3, seed=4)

GAME = load("tingoose")


def square(number: int) -> float:
    return float(number * number)


def fail(number: int) -> float:
    raise AssertionError("this is known")


def stop_after(count: int, number: int) -> float:
    if number >= count:
        raise KeyboardInterrupt
    return square(number)


def test_what_is_in_the_log_is_not_worked_out_again(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    with pytest.raises(KeyboardInterrupt), ResumableTaskRunner(path, float) as log:
        log.load_or_compute_answers("squares", lambda number: stop_after(3, number), range(5))
    heard: list[tuple[str, int, int]] = []
    with ResumableTaskRunner(path, float, report_progress=lambda *told: heard.append(told)) as log:
        assert log.load_or_compute_answers("squares", fail, range(2)) == [0.0, 1.0]
        assert log.load_or_compute_answers("squares", square, range(2, 5)) == [4.0, 9.0, 16.0]
    assert heard == [("squares", 2, 3), ("squares", 3, 3)]
    assert path.read_bytes().count(b"\n") == 5


def test_a_line_half_written_is_worked_out_again(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    with ResumableTaskRunner(path, list[int]) as log:
        log.load_or_compute_answers("lists", lambda number: [number], range(3))
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    with ResumableTaskRunner(path, list[int]) as log:
        assert log.load_or_compute_answers("lists", lambda number: [number], range(3)) == [[0], [1], [2]]
    assert path.read_bytes() == whole


def test_without_a_path_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ResumableTaskRunner(None, float) as log:
        assert log.load_or_compute_answers("squares", square, [3]) == [9.0]
    assert not list(tmp_path.iterdir())


def test_another_plan_is_refused(tmp_path: Path) -> None:
    check_and_save_plan(tmp_path / "w.toml", TUNING, GAME)
    check_and_save_plan(tmp_path / "w.toml", TUNING, GAME)
    with pytest.raises(PlanMismatchError, match=r"w\.plan\.json is the plan of another run"):
        check_and_save_plan(tmp_path / "w.toml", msgspec.structs.replace(TUNING, seed=5), GAME)


def test_a_log_of_something_else_is_left_alone(tmp_path: Path) -> None:
    log = tmp_path / "w.jsonl"
    log.write_bytes(b'{"mine": 1}\n')
    with pytest.raises(PlanMismatchError, match=r"w\.jsonl is there without w\.plan\.json; choose another --out"):
        check_and_save_plan(tmp_path / "w.toml", TUNING, GAME, log)
    assert log.read_bytes() == b'{"mine": 1}\n'


def cut_after_every_line(path: Path) -> Iterator[int]:
    """The log as a machine that dies leaves it, with 0, 1, 2, ... whole lines."""
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(len(lines)):
        path.write_bytes(b"".join(lines[:count]) + lines[count][:3])
        yield count


def test_tuning_goes_on_from_wherever_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    start = {"slot_first": 20.0, "spread": 62.9}
    whole = tune_and_compare_weights(TUNING, start, report_line=lambda text: None)
    out = tmp_path / "w.toml"
    assert tune_and_compare_weights(TUNING, start, report_line=lambda text: None, result_path=out) == whole
    log = tmp_path / "w.jsonl"
    written = log.read_bytes()
    for _count in cut_after_every_line(log):
        assert tune_and_compare_weights(TUNING, start, report_line=lambda text: None, result_path=out) == whole
        assert log.read_bytes() == written


def test_learning_goes_on_from_wherever_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    whole = learn_and_compare_value(LEARNING, report_line=lambda text: None)
    out = tmp_path / "l.toml"
    assert learn_and_compare_value(LEARNING, report_line=lambda text: None, result_path=out) == whole
    compared, played = tmp_path / "l.comparisons.jsonl", tmp_path / "l.trials.jsonl"
    written = compared.read_bytes(), played.read_bytes()
    for _count in cut_after_every_line(compared):
        played.unlink()
        assert learn_and_compare_value(LEARNING, report_line=lambda text: None, result_path=out) == whole
        assert (compared.read_bytes(), played.read_bytes()) == written
