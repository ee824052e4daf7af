"""Leaderboards over kept tournaments, and the sample games that a report links."""

from pathlib import Path

import polars as pl
import pytest

from aerodrome import Record
from aerodrome.cli.app import run_command_line
from aerodrome.lab.leaderboard import build_leaderboards, list_result_files
from aerodrome.lab.sample_games import choose_sample_games
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan

BOLD, MEEK, DICE = "lab.players:Bold", "lab.players:Meek", "lab.players:Dice"


def play(out: Path, *bots: str, **settings: object) -> Path:
    fields = {"title": "toy", "bots": bots, "seats": 2, "rounds": 5, **settings}
    run_tournament(TournamentPlan(**fields), out)  # type: ignore[arg-type]
    return out


def test_tournaments_of_one_kind_are_counted_together(tmp_path: Path) -> None:
    play(tmp_path / "a.parquet", BOLD, MEEK)
    play(tmp_path / "deep" / "b.parquet", DICE, MEEK, seed=3)
    play(tmp_path / "c.parquet", BOLD, MEEK, options={"generous": True})
    pl.DataFrame({"other": [1]}).write_parquet(tmp_path / "other.parquet")
    plain, generous = build_leaderboards(list_result_files([tmp_path]))
    assert (plain.tournaments, plain.games, generous.tournaments) == (2, 20, 1)
    assert plain.rows["bot"].to_list()[0] == BOLD
    assert dict(plain.rows.select("bot", "games").iter_rows()) == {BOLD: 10, MEEK: 20, DICE: 10}
    assert "generous" in str(generous.games_key)


def test_the_command_prints_tables_and_refuses_what_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "a.parquet", BOLD, MEEK)
    assert run_command_line(["lab", "leaderboard", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "toy, 2 seats" in told
    assert "10 games in 1 tournament" in told
    assert "  1 lab.players:Bold" in told
    assert run_command_line(["lab", "leaderboard", str(tmp_path), "--markdown"]) == 0
    assert "| 1 | lab.players:Bold |" in capsys.readouterr().out
    pl.DataFrame({"other": [1]}).write_parquet(tmp_path / "other.parquet")
    assert run_command_line(["lab", "leaderboard", str(tmp_path / "other.parquet")]) == 1
    assert "does not hold the results of a tournament" in capsys.readouterr().err


def test_a_report_links_records_of_special_games_and_shows_wins_by_bot_and_seat(tmp_path: Path) -> None:
    out = play(tmp_path / "t.parquet", DICE, MEEK, rounds=10)
    assert run_command_line(["report", str(out), "--samples", "2"]) == 0
    page = (tmp_path / "t.html").read_text(encoding="utf-8")
    results = read_results(out)
    for number, _reason in choose_sample_games(results, 2):
        assert f'href="t.games/game-{number}.json"' in page
        record = Record.replay((tmp_path / "t.games" / f"game-{number}.json").read_bytes())
        rows = results.filter(pl.col("game") == number).sort("seat")
        assert record.game.scores(record.state) == rows["score"].to_list()
    assert f"{MEEK}, 2nd seat" in page
