"""What is made of results: ratings, intervals, what wins, the page."""

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from aerodrome import State
from aerodrome.lab import stats
from aerodrome.lab.balance import report as balance
from aerodrome.lab.plan import Plan
from aerodrome.lab.ratings import Ratings, interval, rate, win_rates
from aerodrome.lab.report import page
from aerodrome.lab.summary import summary
from aerodrome.lab.tournament import read, run
from aerodrome.lab.traits import plain, traits
from toy.game import Toy, ToyOptions

BOLD, MEEK = "lab.players:Bold", "lab.players:Meek"


@pytest.fixture
def frame(tmp_path: Path) -> pl.DataFrame:
    out = tmp_path / "t.parquet"
    run(Plan(title="toy", bots=(BOLD, MEEK, "random"), seats=3, format="melee", rounds=20), out)
    return read(out)


def test_wilsons_interval_of_known_cases() -> None:
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def test_who_wins_is_rated_higher_and_doubt_shrinks() -> None:
    ratings = Ratings()
    ratings.feed(["a", "b"], [1, 2])
    doubt = ratings.of["a"].sigma
    for _ in range(20):
        ratings.feed(["a", "b", "b"], [1, 2, 2])
    table = ratings.table()
    assert table["bot"].to_list() == ["a", "b"]
    assert table["sigma"][0] < doubt


def test_a_bot_against_itself_learns_nothing() -> None:
    ratings = Ratings()
    ratings.feed(["a", "a"], [1, 2])
    assert ratings.of == {}


def test_the_ratings_of_a_table_order_its_bots(frame: pl.DataFrame) -> None:
    assert rate(frame)["bot"][0] == BOLD


def test_the_one_that_sits_alone_is_the_one_that_counts(tmp_path: Path) -> None:
    out = tmp_path / "t.parquet"
    run(Plan(title="toy", bots=(BOLD, MEEK), seats=3, format="solo", rounds=5), out)
    rows = win_rates(read(out))
    assert rows["bot"].to_list() == [BOLD]
    assert rows["games"].to_list() == [15]
    assert rows["rate"].to_list() == [1.0]
    assert rows["fair"][0] == pytest.approx(1 / 3)


def test_every_seat_has_its_rate_with_an_interval(frame: pl.DataFrame) -> None:
    rows = stats.by_seat(frame)
    assert rows["seat"].to_list() == [0, 1, 2]
    assert rows["games"].to_list() == [60] * 3
    assert sum(rows["rate"]) == pytest.approx(1.0)


def test_what_wins_is_measured_against_what_the_same_bots_win() -> None:
    rows = [
        {"bot": bot, "table": 2, "won": float(won), "traits": traits}
        for bot, won, traits in [("a", 1, ["base: rome"]), ("a", 0, []), ("b", 0, ["base: rome"]), ("b", 0, [])] * 12
    ]
    table = stats.names_that_win(pl.DataFrame(rows))
    assert table["name"].to_list() == ["base: rome"]
    assert table["rate"][0] == pytest.approx(0.5)
    assert table["lift"][0] == pytest.approx(2.0)


def test_the_summary_has_everything_a_terminal_can_show(frame: pl.DataFrame) -> None:
    text = summary(frame)
    for part in ("Ratings", "Who wins", "Win rate by seat", "Length", "Final scores", "Figures", BOLD):
        assert part in text


def test_the_page_is_whole_in_itself(frame: pl.DataFrame) -> None:
    html = page(frame)
    assert html.count("vegaEmbed('#plot") >= 5
    tags = re.findall(r"<(?:script|link|img|iframe)[^>]*>", re.sub(r"(?s)<script>.*?</script>", "<script>", html))
    assert not [tag for tag in tags if "src=" in tag or "href=" in tag]
    assert "window.vegaEmbed" in html
    assert 'lang="en"' in html


def test_a_bot_name_cannot_break_out_of_the_page(frame: pl.DataFrame) -> None:
    nasty = frame.with_columns(
        pl.lit("</script><script>alert(1)</script>").alias("bot"), pl.lit("<wing>").alias("title")
    )
    html = page(nasty)
    assert "<script>alert(1)" not in html
    assert "<wing>" not in html


def test_two_editions_side_by_side(frame: pl.DataFrame) -> None:
    text = balance(frame, frame, ("house", "mine"))
    assert "seat 0 wins" in text
    assert "rounds in a game" in text
    assert "differs" not in text


class Painted(Toy):
    """The toy with the views that titles have."""

    def view(self, state: State, who: int | None) -> dict[str, Any]:
        return {
            "players": [
                {
                    "name": "Red",
                    "base": "rome",
                    "fleets": [{"name": "DC-3", "size": "S"}],
                    "hold": {"oil": 2, "tea": 0},
                },
                {"name": "Blue", "base": None, "fleets": [], "airmail": {"airmail": "A9", "delivered": True}},
            ],
            "airlines": {"delta": {"ceo": 1, "shares": [2, 0], "price": 300}},
            "scores": [1, 2],
        }


def test_what_a_seat_had_is_read_from_any_public_view() -> None:
    game = Painted(ToyOptions(), {})
    assert traits(game, game.new(2)) == [
        ["base: rome", "fleets: DC-3", "hold: oil", "shares: delta"],
        ["airmail: A9", "ceo: delta"],
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("5 cities at $20M", "Cities"),
        ("United: three shares at $400", "United"),
        ("Income 11 × 10", "Income"),
        ("Cash", "Cash"),
        ("$40", "$40"),
    ],
)
def test_numbers_in_a_label_do_not_make_it_another_figure(label: str, name: str) -> None:
    assert plain(label) == name
