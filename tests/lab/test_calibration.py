"""Chances that come true are told from those that do not, and what is wrong with them is found."""

import importlib.util
import random
import tomllib
from pathlib import Path

import pytest

import aerodrome
from aerodrome.core.calibration import ChanceCalibration, log_odds
from aerodrome.lab.calibration import (
    Forecast,
    create_calibrate,
    fit_calibration,
    format_reliability,
    measure_reliability,
)

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "calibration.py"


def make_forecasts(games: int, stretch: float, seats: int = 3, seed: int = 1) -> list[Forecast]:
    """Four forecasts a game with one result; said with log-odds `stretch` times too far from the fair share."""
    rng = random.Random(seed)
    fair = log_odds(1.0 / seats)
    found = []
    for game in range(games):
        lead = rng.gauss(0.0, 1.0)
        won = 1.0 if rng.random() < 1.0 / (1.0 + 2.718281828 ** -(fair + lead)) else 0.0
        said = 1.0 / (1.0 + 2.718281828 ** -(fair + stretch * lead))
        found += [Forecast(game, seats, 1 + i, said, won) for i in range(4)]
    return found


def say_plainly(forecast: Forecast) -> float:
    return forecast.share


def test_a_calibrated_judge_looks_calibrated_and_a_boaster_does_not() -> None:
    honest = measure_reliability(make_forecasts(800, 1.0), say_plainly)
    assert honest.is_calibrated
    assert honest.brier < honest.base_brier
    boaster = measure_reliability(make_forecasts(800, 3.0), say_plainly)
    assert not boaster.is_calibrated
    assert boaster.error > 0.1 > honest.error
    assert boaster.brier > honest.brier


def test_a_boaster_is_put_right_on_games_not_used_for_it() -> None:
    forecasts = make_forecasts(1600, 3.0)
    to_fit, held_out = forecasts[:3200], forecasts[3200:]
    weights = fit_calibration(to_fit, 4.0)
    assert weights["calibration.seats_3.slope_early"] == pytest.approx(1 / 3, abs=0.12)
    corrected = measure_reliability(held_out, create_calibrate(weights))
    assert corrected.is_calibrated
    assert corrected.error < 0.05


def test_games_are_resampled_whole() -> None:
    """Four forecasts with the same result tell no more than one: the interval stays as wide."""
    rows = measure_reliability(make_forecasts(300, 1.0), say_plainly).rows
    single = measure_reliability(make_forecasts(300, 1.0)[::4], say_plainly).rows
    assert rows[3].forecasts == 4 * single[3].forecasts
    assert rows[3].high - rows[3].low == pytest.approx(single[3].high - single[3].low, abs=0.03)


def test_the_table_says_it_in_words() -> None:
    text = format_reliability(measure_reliability(make_forecasts(100, 1.0), say_plainly))
    assert "| said | came true | 95 % interval | forecasts |" in text
    assert "Brier score" in text


def test_without_a_fit_chances_stay_and_with_one_they_move_towards_the_fair_share() -> None:
    assert ChanceCalibration({}).calibrate(2, 5, 0.8) == 0.8
    half = {"slope_early": 0.5, "slope_late": 1.0, "shift_early": 0.0, "shift_late": 0.0}
    weights = {f"calibration.seats_4.{name}": value for name, value in half.items()} | {"calibration.rounds": 10.0}
    calibration = ChanceCalibration(weights)
    assert calibration.calibrate(4, 0, 0.25) == pytest.approx(0.25)
    assert 0.25 < calibration.calibrate(4, 0, 0.8) < calibration.calibrate(4, 5, 0.8) < 0.8
    assert calibration.calibrate(4, 10, 0.8) == pytest.approx(0.8)
    assert calibration.calibrate(3, 0, 0.8) == 0.8
    assert calibration.calibrate(4, 0, 1.0) == 1.0
    assert calibration.calibrate(4, 0, 0.9999) < 1.0


def test_the_evaluator_of_a_title_asks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    half = {"slope_early": 0.5, "slope_late": 0.5, "shift_early": 0.0, "shift_late": 0.0}
    monkeypatch.undo()
    game = aerodrome.load("airline", weights={f"calibration.seats_2.{name}": value for name, value in half.items()})
    assert 0.5 < game.evaluator.calibrate_chance(game, game.new(2), 0.9) < 0.8


def test_the_script_keeps_forecasts_and_goes_on(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("calibration_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    plan = script.CalibrationPlan("toy", (2, 3), "random", 4, 3, 2, 1)
    file = tmp_path / "forecasts.jsonl"
    first = script.collect_forecasts(plan, 4, file, 1)
    again = script.collect_forecasts(plan, 8, file, 1)
    assert again[: len(first)] == first
    assert {forecast.game for forecast in again} == set(range(8))
    assert {forecast.seats for forecast in again} == {2, 3}
    text = script.format_calibration_toml("command", fit_calibration(again, 1.0))
    assert set(tomllib.loads(text)) == {"rounds", "seats_2", "seats_3"}
