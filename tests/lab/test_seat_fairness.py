"""Differences between seats are told from chance."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from aerodrome.lab.significance import adjust_p_values_by_holm, compute_chi_square, compute_chi_square_tail

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "seat_fairness.py"


@pytest.fixture
def seat_fairness() -> ModuleType:
    spec = importlib.util.spec_from_file_location("seat_fairness", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("statistic", "freedom"),
    [(3.841, 1), (5.991, 2), (7.815, 3), (9.488, 4), (11.070, 5)],
)
def test_the_table_of_every_textbook(statistic: float, freedom: int) -> None:
    assert compute_chi_square_tail(statistic, freedom) == pytest.approx(0.05, abs=1e-4)


def test_equal_counts_are_no_difference() -> None:
    assert compute_chi_square([20, 20, 20]) == 0.0
    assert compute_chi_square_tail(0.0, 2) == 1.0
    assert compute_chi_square([60, 40]) == pytest.approx(4.0)


def test_one_of_many_must_be_rarer() -> None:
    assert adjust_p_values_by_holm([0.03, 0.01, 0.5]) == pytest.approx([0.06, 0.03, 0.5])
    assert adjust_p_values_by_holm([0.5, 0.6]) == pytest.approx([1.0, 1.0])


def test_a_seat_that_wins_more_is_marked(seat_fairness: ModuleType) -> None:
    table = seat_fairness.format_table([("toy", "random", [380.0, 220.0]), ("toy", "captain", [306.0, 294.0])])
    assert "| toy | random | 2 | 600 | 63.3% · 36.7% | 42.7 | 0.000 | 0.000 ** |" in table
    assert "| toy | captain | 2 | 600 | 51.0% · 49.0% | 0.2 | 0.624 | 0.624 |" in table


def test_every_game_has_one_win(seat_fairness: ModuleType) -> None:
    _title, _bot, wins = seat_fairness.measure_row("toy", "random", 3, 40, 1, 1)
    assert sum(wins) == pytest.approx(40)
    assert seat_fairness.list_seat_counts("toy", "") == [2, 3]
    assert seat_fairness.list_seat_counts("toy", "3,4") == [3]
