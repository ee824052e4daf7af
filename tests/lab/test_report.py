"""What is made of results: ratings, intervals, what wins, the page."""

import re
from pathlib import Path

import polars as pl
import pytest

from aerodrome.lab import charts, result_statistics
from aerodrome.lab.bot_ratings import BotRatings, compute_lone_bot_win_rates, rate_bots
from aerodrome.lab.confidence_intervals import compute_wilson_interval
from aerodrome.lab.edition_comparison import compare_edition_results, format_edition_comparison
from aerodrome.lab.report_findings import summarize_findings
from aerodrome.lab.report_header import find_plan_beside
from aerodrome.lab.text_summary import format_tournament_summary
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.tournament_report import render_tournament_report
from aerodrome.lab.trait_collector import START, remove_words_with_numbers

BOLD, MEEK = "lab.players:Bold", "lab.players:Meek"


def balance(one: pl.DataFrame, other: pl.DataFrame, names: tuple[str, str]) -> str:
    return format_edition_comparison(compare_edition_results(one, other, names))


@pytest.fixture
def frame(tmp_path: Path) -> pl.DataFrame:
    out = tmp_path / "t.parquet"
    run_tournament(TournamentPlan(title="toy", bots=(BOLD, MEEK, "random"), seats=3, format="melee", rounds=20), out)
    return read_results(out)


def test_wilsons_interval_of_known_cases() -> None:
    assert compute_wilson_interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert compute_wilson_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert compute_wilson_interval(0, 0) == (0.0, 1.0)


def test_who_wins_is_rated_higher_and_doubt_shrinks() -> None:
    ratings = BotRatings()
    ratings.update(["a", "b"], [1, 2])
    doubt = ratings.ratings["a"].sigma
    for _ in range(20):
        ratings.update(["a", "b", "b"], [1, 2, 2])
    table = ratings.to_frame()
    assert table["bot"].to_list() == ["a", "b"]
    assert table["sigma"][0] < doubt


def test_a_bot_against_itself_learns_nothing() -> None:
    ratings = BotRatings()
    ratings.update(["a", "a"], [1, 2])
    assert ratings.ratings == {}


def test_the_ratings_of_a_table_order_its_bots(frame: pl.DataFrame) -> None:
    assert rate_bots(frame)["bot"][0] == BOLD


def test_the_one_that_sits_alone_is_the_one_that_counts(tmp_path: Path) -> None:
    out = tmp_path / "t.parquet"
    run_tournament(TournamentPlan(title="toy", bots=(BOLD, MEEK), seats=3, format="solo", rounds=5), out)
    rows = compute_lone_bot_win_rates(read_results(out))
    assert rows["bot"].to_list() == [BOLD]
    assert rows["games"].to_list() == [15]
    assert rows["rate"].to_list() == [1.0]
    assert rows["fair"][0] == pytest.approx(1 / 3)


def test_every_seat_has_its_rate_with_an_interval(frame: pl.DataFrame) -> None:
    rows = result_statistics.compute_seat_win_rates(frame)
    assert rows["seat"].to_list() == [0, 1, 2]
    assert rows["games"].to_list() == [60] * 3
    assert sum(rows["rate"]) == pytest.approx(1.0)


def test_the_summary_has_everything_a_terminal_can_show(frame: pl.DataFrame) -> None:
    text = format_tournament_summary(frame)
    for part in ("Ratings", "Who wins", "Win rate by seat", "Length", "Final scores", BOLD):
        assert part in text


def test_no_line_of_the_summary_is_wider_than_a_terminal(frame: pl.DataFrame) -> None:
    long = frame.with_columns((pl.col("bot") + "?simulations=400&worlds=12&follow=3&weights=mine").alias("bot"))
    assert max(len(line) for line in format_tournament_summary(long).splitlines()) <= 100


def test_the_summary_and_the_page_say_what_was_played(frame: pl.DataFrame) -> None:
    what = TournamentPlan(
        title="toy", bots=(BOLD, MEEK, "random"), seats=3, format="melee", rounds=20, options={"generous": True}
    )
    command = (
        f"aerodrome tournament toy {BOLD} {MEEK} random --seats 3 --format melee --games 60 --seed 0 -o generous=true"
    )
    assert command in " ".join(format_tournament_summary(frame, what).split())
    assert command in render_tournament_report(frame, what)
    assert "60 games at a table of three" in render_tournament_report(frame, what)


def test_the_plan_is_found_beside_the_results(tmp_path: Path) -> None:
    what = TournamentPlan(title="toy", bots=(BOLD, MEEK), seats=2, rounds=2)
    run_tournament(what, tmp_path / "t.parquet")
    assert find_plan_beside(tmp_path / "t.parquet") == what
    assert find_plan_beside(tmp_path / "elsewhere.parquet") is None


@pytest.mark.parametrize(("rounds", "field"), [([7, 7, 7], "choices"), ([5, 7, 9], "rounds")])
def test_the_length_has_something_to_show_when_all_games_are_equally_long(rounds: list[int], field: str) -> None:
    table = pl.DataFrame(
        {"title": "toy", "game": [0, 1, 2], "rounds": rounds, "choices": [40, 41, 50], "reason": ["rounds"] * 3}
    )
    shown, chart = charts.plot_game_lengths_and_get_length_column(table)
    assert shown == field
    (bars,) = chart.to_dict()["datasets"].values()
    assert sum(bar["games"] for bar in bars) == 3
    assert len({bar["from"] for bar in bars}) == 3


def test_the_page_is_whole_in_itself(frame: pl.DataFrame) -> None:
    html = render_tournament_report(frame)
    assert html.count('class="plot"') >= 5
    assert len(html.encode()) < 1_200_000
    tags = re.findall(r"<(?:script|link|img|iframe)[^>]*>", re.sub(r"(?s)<script>.*?</script>", "<script>", html))
    assert not [tag for tag in tags if "src=" in tag or "href=" in tag]
    assert "window.vegaEmbed" in html
    assert 'lang="en"' in html


def test_a_bot_name_cannot_break_out_of_the_page(frame: pl.DataFrame) -> None:
    nasty = frame.with_columns(
        pl.lit("</script><script>alert(1)</script>").alias("bot"), pl.lit("<wing>").alias("title")
    )
    html = render_tournament_report(nasty)
    assert "<script>alert(1)" not in html
    assert "<wing>" not in html


def test_two_editions_side_by_side(frame: pl.DataFrame) -> None:
    text = balance(frame, frame, ("house", "mine"))
    assert "1st seat wins" in text
    assert "rounds in a game" in text
    assert "no difference" in text


def edition(cash: float, base: str, games: int = 200) -> pl.DataFrame:
    """Two seats; the first wins with probability `cash`, and always has the base."""
    rows = []
    for game in range(games):
        won = game < cash * games
        for seat in (0, 1):
            rows.append(
                {
                    "title": "toy",
                    "table": 2,
                    "game": game,
                    "pairing": 0,
                    "bot": "a",
                    "seat": seat,
                    "won": float(won == (seat == 0)),
                    "score": 10,
                    "rounds": 4,
                    "choices": 9,
                    "reason": "rounds",
                    "traits": [f"{START}Base: {base if seat == 0 else 'Rome'}"],
                    "figures": [],
                }
            )
    return pl.DataFrame(
        rows, schema_overrides={"figures": pl.List(pl.Struct({"name": pl.String, "value": pl.Float64}))}
    )


def test_what_differs_between_two_editions_is_said_first() -> None:
    text = balance(edition(0.5, "Oslo"), edition(0.8, "Oslo"), ("house", "mine"))
    assert "- 1st seat wins: 50.0% ±6.9% becomes 80.0% ±5.5%, +30.0 pt." in text
    assert "Base: Oslo" in text
    assert "house against mine" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_a_small_difference_between_two_editions_is_not_made_a_fuss_of() -> None:
    assert "no difference" in balance(edition(0.5, "Oslo"), edition(0.55, "Oslo"), ("house", "mine"))


def test_what_only_one_edition_has_is_named() -> None:
    text = balance(edition(0.5, "Oslo"), edition(0.5, "Quito"), ("house", "mine"))
    assert "Only in house: Base: Oslo." in text
    assert "Only in mine: Base: Quito." in text


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("5 cities at $20M", "Cities"),
        ("United shares at $400", "United shares"),
        ("Income 11 × 10", "Income"),
        ("Cash", "Cash"),
        ("$40", "$40"),
    ],
)
def test_numbers_in_a_label_do_not_make_it_another_figure(label: str, name: str) -> None:
    assert remove_words_with_numbers(label) == name


def played_seats(traits: dict[bool, list[str]], cash: dict[bool, float] | None = None) -> pl.DataFrame:
    """Two hundred games for two seats, won in turn; what winners and others had, and their cash at the end."""
    rows = [
        {
            "title": "toy",
            "edition": "toy-1",
            "table": 2,
            "game": game,
            "pairing": 0,
            "bot": "a",
            "seat": seat,
            "won": float(seat == game % 2),
            "place": 1 + (seat != game % 2),
            "score": 10,
            "rounds": 4,
            "choices": 9,
            "reason": "bids",
            "faults": [],
            "traits": traits[seat == game % 2],
            "figures": [
                {"name": "End · Cash", "value": (cash or {True: 1.0, False: 1.0})[seat == game % 2] + game % 3}
            ],
        }
        for game in range(200)
        for seat in (0, 1)
    ]
    return pl.DataFrame(rows, schema_overrides={"traits": pl.List(pl.String), "faults": pl.List(pl.String)})


NOTHING_CLEAR = "Nothing that a seat had is clear of chance"


def test_what_was_had_at_the_end_is_not_called_nothing() -> None:
    """Winners end with the jet, others with the prop: the tables below mark both, so the first lines say it."""
    told = " ".join(summarize_findings(played_seats({True: ["End · Aircraft: Jet"], False: ["End · Aircraft: Prop"]})))
    assert NOTHING_CLEAR not in told
    assert "At the end: “Aircraft: Jet” wins 100%" in told


def test_a_figure_that_is_clear_of_chance_is_not_called_nothing() -> None:
    told = " ".join(summarize_findings(played_seats({True: [], False: []}, {True: 9.0, False: 2.0})))
    assert NOTHING_CLEAR not in told
    assert "“Cash” goes most with winning" in told


def test_where_nothing_is_clear_of_chance_that_is_said() -> None:
    assert NOTHING_CLEAR in " ".join(summarize_findings(played_seats({True: [], False: []})))
