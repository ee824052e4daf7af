"""The lab from the command line."""

import json
from pathlib import Path

import pytest

from aerodrome.cli.app import run_command_line
from aerodrome.lab.bot_ratings import rate_bots
from aerodrome.lab.tournament import read_results

pytestmark = pytest.mark.usefixtures("toy_title")
PLAYERS = ("lab.players:Bold", "lab.players:Meek")


def run(*tokens: str) -> None:
    assert run_command_line(list(tokens)) == 0


def test_a_tournament_and_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "t.parquet"
    run("tournament", "toy", *PLAYERS, "--games", "10", "--out", str(out))
    told = capsys.readouterr().out
    assert "lab.players:Bold" in told
    assert "10 games" in told
    assert "Time for a choice" in told
    run("report", str(out))
    assert (tmp_path / "t.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_games_are_rounded_up_to_whole_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("tournament", "toy", *PLAYERS, "--seats", "3", "--games", "7", "--out", str(tmp_path / "t.parquet"))
    assert "12 games at a table of three" in capsys.readouterr().out


def test_options_of_the_title_are_given_by_name(tmp_path: Path) -> None:
    out = tmp_path / "t.parquet"
    run("tournament", "toy", *PLAYERS, "--games", "2", "-o", "generous=yes", "--out", str(out))
    assert '"generous": true' in (tmp_path / "t.plan.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (("tournament", "toy", "nosuch", "random"), "no bot 'nosuch'"),
        (("tournament", "toy", "random"), "needs more bots"),
        (("tournament", "toy", "random", "cadet", "-o", "generous"), "expected name=value"),
        (("report", "nowhere.parquet"), "there is no nowhere.parquet"),
        (("report", "notes.txt"), "notes.txt does not hold the results of a tournament"),
        (("lab", "anchors"), "say which results"),
        (("lab", "anchors", "notes.txt"), "notes.txt does not hold the results of a tournament"),
        (("lab", "dataset", "toy", "--out", "data", "--games", "random=0"), "random: expected at least 1 game, got 0"),
        (("lab", "tune", "toy", "--bot", "nosuch", "--out", "w.toml"), "no bot 'nosuch'"),
        (("lab", "tune", "toy", "--seats", "9", "--out", "w.toml"), "toy takes 2 to 3 seats, not 9"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    tokens: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("none", encoding="utf-8")
    assert run_command_line(list(tokens)) == 1
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"], "nothing was begun"


@pytest.mark.parametrize(
    "tokens",
    [
        ("simulate", "toy", "--jobs", "0"),
        ("tournament", "toy", "random", "cadet", "--games", "0"),
        ("tournament", "toy", "random", "cadet", "--jobs", "-1"),
        ("tournament", "toy", "random", "cadet", "--limit", "0.0"),
        ("lab", "balance", "toy", "--edition", "other.toml", "--games", "0"),
        ("lab", "tune", "toy", "--steps", "0"),
        ("lab", "tune", "toy", "--check", "0"),
        ("lab", "learn", "toy", "--games", "0"),
        ("lab", "learn", "toy", "--comparisons", "0"),
        ("lab", "train", "toy", "--out", "t.toml", "--positions", "0"),
        ("lab", "train", "toy", "--out", "t.toml", "--explore", "1.5"),
        ("lab", "solve", "toy", "--iterations", "-3"),
        ("lab", "manners", "toy", "--max-rounds", "0"),
    ],
)
def test_numbers_that_make_no_sense_are_named(
    tokens: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command_line(list(tokens)) == 2
    told = capsys.readouterr().err
    assert f'Invalid value "{tokens[-1]}" for {tokens[-2]}. Must be' in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_comparison_looks_at_both_editions_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()  # a title that reads editions
    tokens = ["lab", "balance", "airline", "--edition", "nowhere.toml", "--bot", "random", "--games", "1"]
    assert run_command_line([*tokens, "--out", str(tmp_path / "balance")]) == 1
    assert "nowhere.toml: expected a readable file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_two_editions_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tokens = ("--edition", "other.toml", "--bot", "random", "--games", "20", "--out", str(tmp_path))
    run("lab", "balance", "toy", *tokens)
    told = capsys.readouterr().out
    assert "20 games with house, 20 with other" in told
    assert "2nd seat wins" in told
    page = (tmp_path / "toy-house-other.html").read_text(encoding="utf-8")
    assert "aerodrome lab balance toy --edition other.toml --bot random --seats 2 --games 20 --seed 0" in page


def test_tuning_says_what_it_found_and_keeps_only_what_is_better(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "weights.toml"
    settings = ("--steps", "2", "--games", "1", "--check", "2", "--bot", "random", "--start", '{"cash": 1.5}')
    run("lab", "tune", "toy", *settings, "--out", str(out))
    told = capsys.readouterr().out
    assert "step 2 of 2" in told
    assert "Made again by" in told
    assert "Not proven better" in told
    assert not out.exists()
    run("lab", "tune", "toy", *settings, "--out", str(out), "--keep", "always")
    again = capsys.readouterr().out
    assert out.exists()
    assert told.split("Made again")[1].split("Not proven")[0] == again.split("Made again")[1].split("Kept in")[0]


def test_the_ratings_of_a_tournament_are_kept_as_anchors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, out = tmp_path / "t.parquet", tmp_path / "anchors.json"
    out.write_text(
        '{"other": [{"level": "cadet", "mu": 20.0, "sigma": 1.0, "games": 9, "seats": 3}]}', encoding="utf-8"
    )
    run("tournament", "toy", "random", "greedy", PLAYERS[0], "--games", "12", "--out", str(results))
    capsys.readouterr()
    run("lab", "anchors", str(results), "--out", str(out))
    assert "toy greedy:" in capsys.readouterr().out
    kept = json.loads(out.read_text(encoding="utf-8"))
    assert {one["level"] for one in kept["toy"]} == {"random", "greedy"}, "only bots that may sit in a match"
    assert {one["games"] for one in kept["toy"]} == {8}
    assert kept["other"][0]["mu"] == 20.0
    rated = {row["bot"]: row["rating"] for row in rate_bots(read_results(results)).iter_rows(named=True)}
    assert {one["level"]: one["mu"] for one in kept["toy"]} == {
        level: round(rated[level], 2) for level in ("random", "greedy")
    }
