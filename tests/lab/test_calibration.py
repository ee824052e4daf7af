"""Chances that come true are told from those that do not, and what is wrong with them is found."""

import importlib.util
import random
import tomllib
from pathlib import Path

import pytest

import aerodrome
from aerodrome.core.calibration import ChanceCalibration, compute_bounded_log_odds
from aerodrome.lab.calibration import (
    PositionForecast,
    SeatForecast,
    calibrate_and_split_by_seat,
    create_calibrator,
    fit_position_calibration,
    fit_search_calibration,
    format_reliability,
    measure_reliability,
)

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "calibration.py"


def make_forecasts(games: int, stretch: float, seats: int = 3, seed: int = 1) -> list[SeatForecast]:
    """Four forecasts a game with one result; said with log-odds `stretch` times too far from the fair share."""
    rng = random.Random(seed)
    fair = compute_bounded_log_odds(1.0 / seats)
    found = []
    for game in range(games):
        lead = rng.gauss(0.0, 1.0)
        won = 1.0 if rng.random() < 1.0 / (1.0 + 2.718281828 ** -(fair + lead)) else 0.0
        said = 1.0 / (1.0 + 2.718281828 ** -(fair + stretch * lead))
        found += [SeatForecast(game, seats, 1 + i, said, won) for i in range(4)]
    return found


def say_plainly(forecast: SeatForecast) -> float:
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
    weights = fit_search_calibration(to_fit, 4.0)
    assert weights["calibration.slope_early"] == pytest.approx(1 / 3, abs=0.12)
    corrected = measure_reliability(held_out, create_calibrator(weights))
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


def make_positions(games: int, power: float, seed: int = 2) -> list[PositionForecast]:
    """Two positions a game with one result, of three and four seats; shares that ought to be raised to that power."""
    rng = random.Random(seed)
    found = []
    for game in range(games):
        weights = [2.718281828 ** rng.gauss(0.0, 1.0) for _seat in range(3 + game % 2)]
        winner = rng.choices(range(len(weights)), weights)[0]
        said = [weight ** (1.0 / power) for weight in weights]
        shares = [one / sum(said) for one in said]
        won = [float(seat == winner) for seat in range(len(weights))]
        found += [PositionForecast(game, 1 + i, shares, won) for i in range(2)]
    return found


def test_a_cautious_judge_of_positions_is_put_right_on_games_not_used_for_it() -> None:
    forecasts = make_positions(1600, 2.0)
    to_fit, held_out = forecasts[:1600], forecasts[1600:]
    weights = fit_position_calibration(to_fit, 2.0)
    assert weights["calibration.power_middle"] == pytest.approx(2.0, abs=0.25)
    assert abs(weights["calibration.power_seats_3"]) < 0.2
    cautious = measure_reliability(calibrate_and_split_by_seat(held_out, {}), say_plainly)
    corrected = measure_reliability(calibrate_and_split_by_seat(held_out, weights), say_plainly)
    assert not cautious.is_calibrated
    assert corrected.error < 0.04 < cautious.error
    assert corrected.brier < cautious.brier < cautious.base_brier


SLOPES = {"calibration.slope_early": 0.5, "calibration.slope_late": 1.0, "calibration.rounds": 10.0}
POWERS = {
    "calibration.power_early": 1.0,
    "calibration.power_middle": 2.0,
    "calibration.power_late": 3.0,
    "calibration.power_seats_2": 0.5,
    "calibration.rounds": 10.0,
}


def test_without_a_fit_chances_stay_and_with_one_they_move_towards_the_fair_share() -> None:
    assert ChanceCalibration({}).calibrate_search_share(2, 5, 0.8) == 0.8
    calibration = ChanceCalibration(SLOPES)
    assert calibration.calibrate_search_share(4, 0, 0.25) == pytest.approx(0.25)
    assert 0.25 < calibration.calibrate_search_share(4, 0, 0.8) < calibration.calibrate_search_share(4, 5, 0.8) < 0.8
    assert (
        calibration.calibrate_search_share(4, 10, 0.8)
        == calibration.calibrate_search_share(4, 99, 0.8)
        == pytest.approx(0.8)
    )
    assert calibration.calibrate_search_share(4, 0, 1.0) == 1.0
    assert calibration.calibrate_search_share(4, 0, 0.9999) < 1.0


def test_shares_of_all_seats_keep_their_sum_their_order_and_what_is_certain() -> None:
    shares = [0.5, 0.3, 0.2, 0.0]
    assert ChanceCalibration({}).calibrate_position_shares(5, shares) == shares
    calibration = ChanceCalibration(POWERS)
    assert calibration.calibrate_position_shares(0, shares) == pytest.approx(shares)
    middle, late = (calibration.calibrate_position_shares(number, shares) for number in (5, 30))
    assert middle == pytest.approx([25 / 38, 9 / 38, 4 / 38, 0.0])
    assert shares[0] < middle[0] < late[0]
    assert late == sorted(late, reverse=True)
    assert sum(late) == pytest.approx(1.0, abs=1e-15)
    assert calibration.calibrate_position_shares(0, [0.4, 0.6])[0] < 0.4, "two seats have a power of their own"
    assert calibration.calibrate_position_shares(30, [0.25] * 4) == [0.25] * 4
    assert calibration.calibrate_position_shares(30, [0.0, 1.0]) == [0.0, 1.0]


def test_the_evaluator_of_a_title_asks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the titles themselves, not the toy
    game = aerodrome.load("airline", weights={**SLOPES, **POWERS})
    assert 0.5 < game.evaluator.calibrate_search_share(game, game.new(2), 0.9) < 0.8
    assert game.evaluator.calibrate_position_shares(game, game.new(2), [0.4, 0.6])[0] < 0.4


@pytest.mark.parametrize("title", aerodrome.titles())
def test_what_a_title_keeps_raises_no_small_chance_over_a_great_one(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every stage chances rise with what was found: advice and reviews keep the order of their judges."""
    monkeypatch.undo()
    game = aerodrome.load(title)
    assert game.evaluator.calibration.has_thoughts
    assert game.evaluator.calibration.has_positions
    for number in range(60):
        for seats in range(game.seats_min, game.seats_max + 1):
            told = [game.evaluator.calibration.calibrate_search_share(seats, number, i / 50) for i in range(51)]
            assert told == sorted(told)
            shares = [2.0 * (i + 1) / (seats * (seats + 1)) for i in range(seats)]
            chances = game.evaluator.calibration.calibrate_position_shares(number, shares)
            assert chances == sorted(chances)


def test_the_script_keeps_forecasts_and_goes_on(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("calibration_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    plan = script.CalibrationPlan("toy", (2, 3), "random", 2, 2, 4, 3, 1)
    file = tmp_path / "forecasts.jsonl"
    first = script.collect_forecasts(plan, 4, file, 1)
    again = script.collect_forecasts(plan, 8, file, 1)
    assert again[:4] == first
    assert [one.game for one in again] == list(range(8))
    assert {one.seats for one in again} == {2, 3}
    assert all(sum(one.shares) == pytest.approx(1.0) for one in script.list_positions(again))
    text = script.format_calibration_toml("command", script.fit_both(again, 1.0))
    assert {"rounds", "slope_early", "shift_late", "power_middle", "power_seats_3"} <= set(tomllib.loads(text))
