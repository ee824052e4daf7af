"""What wins: compared with the same bots in the same line-ups, and never more certain than the games allow."""

import polars as pl
import pytest

from aerodrome.lab import win_factors
from aerodrome.lab.trait_collector import END, GAME, START

Seat = tuple[str, int, float, list[str]]


def table(seats: list[Seat], times: int = 1, figures: dict[str, list[float]] | None = None) -> pl.DataFrame:
    """Each seat with bot, pairing, share of the win and traits; two seats make a game."""
    rows = [
        {
            "game": number // 2,
            "seat": number % 2,
            "table": 2,
            "score": 7,
            "bot": bot,
            "pairing": pairing,
            "won": won,
            "traits": traits,
            "figures": [
                {"name": name, "value": values[number % len(seats)]} for name, values in (figures or {}).items()
            ],
        }
        for number, (bot, pairing, won, traits) in enumerate(seats * times)
    ]
    return pl.DataFrame(
        rows, schema_overrides={"figures": pl.List(pl.Struct({"name": pl.String, "value": pl.Float64}))}
    )


ROME, OSLO = [f"{START}Base: Rome"], [f"{START}Base: Oslo"]


def test_what_wins_is_measured_against_what_the_same_bot_wins_in_the_same_line_up() -> None:
    """Bot a always has Rome against b, and wins as often with it as without: Rome is not what makes it win."""
    strong: list[Seat] = [("a", 0, 1.0, ROME), ("b", 0, 0.0, OSLO)] * 3 + [("a", 0, 0.0, ROME), ("b", 0, 1.0, OSLO)]
    weak: list[Seat] = [("a", 1, 0.0, ROME), ("c", 1, 1.0, OSLO)] * 3 + [("a", 1, 1.0, ROME), ("c", 1, 0.0, OSLO)]
    found = win_factors.compute_trait_win_rates(table(strong + weak, 20), START).rows
    assert found["expected"].to_list() == found["rate"].to_list()
    only = (
        win_factors.compute_trait_win_rates(table(strong, 20), START).rows.filter(name="Base: Rome").row(0, named=True)
    )
    assert only["expected"] == pytest.approx(0.75)
    assert not only["significant"]


def test_a_kind_that_only_survivors_have_is_compared_within_itself() -> None:
    rich = [f"{GAME}Owned: Lima", f"{GAME}Owned: Rome"]
    seats: list[Seat] = [("a", 0, 1.0, rich), ("a", 0, 0.0, [f"{GAME}Aircraft: Prop"])]
    found = win_factors.compute_trait_win_rates(table(seats, 30), GAME).rows
    lima = found.filter(name="Owned: Lima").row(0, named=True)
    assert lima["rate"] == 1.0
    assert lima["expected"] == 1.0
    assert not lima["significant"]


def test_few_seats_are_marked_only_when_their_interval_excludes_the_average() -> None:
    seats: list[Seat] = [("a", 0, 1.0, ROME), ("a", 0, 0.0, OSLO)] * 9 + [("a", 0, 0.0, ROME), ("a", 0, 1.0, OSLO)] * 7
    few = win_factors.compute_trait_win_rates(table(seats), START)
    assert few.rows.height == 2
    assert few.rows["rate"].to_list() == [pytest.approx(9 / 16), pytest.approx(7 / 16)]
    assert few.count_significant() == 0
    many = win_factors.compute_trait_win_rates(table(seats, 40), START)
    assert many.count_significant() == 2
    assert many.count_significant_after_correction() == 2


def test_with_many_comparisons_more_is_asked_of_each() -> None:
    """23 of 32 is outside a 95 % interval around one half; among forty such names it proves nothing."""
    seats: list[Seat] = []
    for place in range(20):
        names = [[f"{START}Base: {place}"], [f"{START}Base: -{place}"]]
        wins = 23 if place == 0 else 16
        seats += [
            ("a", 0, float(game < wins), names[0]) if side == 0 else ("a", 0, float(game >= wins), names[1])
            for game in range(32)
            for side in (0, 1)
        ]
    found = win_factors.compute_trait_win_rates(table(seats), START)
    assert found.rows.height == 40
    assert found.count_significant_expected_by_chance() == pytest.approx(2.0)
    assert found.count_significant() == 2
    assert found.count_significant_after_correction() == 0


def test_where_a_bot_wins_always_that_is_said_instead_of_a_table() -> None:
    frame = table([("a", 0, 1.0, ROME), ("b", 0, 0.0, OSLO)], 40)
    assert "a wins 100%" in win_factors.explain_if_decided_by_bots(frame)
    assert win_factors.explain_if_decided_by_bots(table([("a", 0, 1.0, ROME), ("a", 0, 0.0, OSLO)], 40)) == ""


def test_where_only_winners_have_anything_left_that_is_said_instead_of_a_table() -> None:
    left: list[Seat] = [("a", 0, 1.0, [f"{END}City: Rome"]), ("a", 0, 0.0, [])]
    frame = table(left, 40, {f"{END}Cash": [50.0, 0.0]})
    assert "but the winner" in win_factors.compute_trait_win_rates(frame, END).note
    assert "but the winner" in win_factors.correlate_figures_with_winning(frame, END).note


def test_a_figure_is_correlated_within_the_same_bot_and_line_up() -> None:
    """The strong bot has much cash whether it wins or not: cash says which bot it is, no more."""
    seats: list[Seat] = [("a", 0, 1.0, []), ("b", 0, 0.0, []), ("a", 0, 1.0, []), ("b", 0, 0.0, [])]
    seats += [("a", 0, 0.0, []), ("b", 0, 1.0, []), ("a", 0, 1.0, []), ("b", 0, 0.0, [])]
    cash = {f"{GAME}Cash": [90.0, 10.0, 70.0, 20.0, 80.0, 15.0, 80.0, 15.0]}
    found = win_factors.correlate_figures_with_winning(table(seats, 20, cash), GAME).rows.row(0, named=True)
    assert found["correlation"] == pytest.approx(0.0, abs=0.05)
    assert not found["significant"]


def test_a_seat_without_a_figure_has_none_of_it() -> None:
    frame = table([("a", 0, 1.0, []), ("a", 0, 0.0, [])], 30, {f"{GAME}Fares": [10.0, 0.0]})
    without = frame.with_columns(
        pl.col("figures").list.eval(pl.element().filter(pl.element().struct.field("value") != 0))
    )
    for each in (frame, without):
        found = win_factors.correlate_figures_with_winning(each, GAME).rows.row(0, named=True)
        assert found["correlation"] == pytest.approx(1.0)
        assert (found["winners"], found["others"]) == (10.0, 0.0)


def test_a_figure_that_is_the_score_is_left_out() -> None:
    frame = table([("a", 0, 1.0, []), ("a", 0, 0.0, [])], 30, {f"{GAME}Wealth": [7.0, 7.0], f"{GAME}Fares": [3.0, 1.0]})
    assert win_factors.correlate_figures_with_winning(frame, GAME).rows["name"].to_list() == ["Fares"]
