"""Datasets from the command line: rows that mean what the card says, made in one go or in several."""

import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

import aerodrome
from aerodrome.cli.app import run_command_line
from aerodrome.lab.batch_runners import B, PlayBatch, run_batches_serially
from aerodrome.lab.dataset import Dataset
from aerodrome.lab.dataset_games import DatasetPlan

SETTINGS = ("--edition", "miniature", "-o", "round_limit=2", "--seats", "2", "--seed", "5")


def make(folder: Path, *games: str) -> None:
    tokens = [token for one in games for token in ("--games", one)]
    assert run_command_line(["lab", "dataset", "airkwire", "--out", str(folder), *SETTINGS, *tokens]) == 0


def read_decisions(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "decisions" / "*.parquet").sort("bot", "game", "number")


def test_rows_are_what_the_seats_saw_could_do_and_did(tmp_path: Path) -> None:
    make(tmp_path, "greedy=3", "random=2")
    decisions, games = read_decisions(tmp_path), pl.read_parquet(tmp_path / "games" / "*.parquet")
    assert games.height == 2 * 5
    assert decisions.height == games.filter(pl.col("seat") == 0)["choices"].sum()
    assert all(action in legal for action, legal in decisions.select("action", "legal").iter_rows())
    meaning = json.loads((tmp_path / "meaning.json").read_bytes())
    game = aerodrome.load("airkwire", "miniature", {"round_limit": 2})
    assert decisions["observation"].dtype == pl.Array(pl.Int32, len(meaning["observation"]))
    assert meaning["actions"] == [game.dump(action) for action in game.action_space(2)]
    joined = decisions.join(games, on=["bot", "game", "seat"])
    assert joined.filter(pl.col("utility") != pl.col("utility_right")).is_empty()
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| greedy | 3 of 3 |" in card
    assert game.edition_hash in card


def test_a_dataset_goes_on_where_it_stopped(tmp_path: Path) -> None:
    make(tmp_path / "whole", "random=4")
    options = {"round_limit": 2}
    plan = DatasetPlan(
        title="airkwire", bots={"random": 4}, seats=2, seed=5, edition="miniature", options=dict(options)
    )

    def stop_after_two(play_batch: PlayBatch[B], first: int, end: int, batch_size: int) -> Iterator[B]:
        yield from run_batches_serially(play_batch, first, min(end, first + 2), batch_size)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Dataset(tmp_path / "parts", plan).play_missing_games(stop_after_two)
    assert "| random | 2 of 4 |" in (tmp_path / "parts" / "README.md").read_text(encoding="utf-8")
    make(tmp_path / "parts", "random=4")
    assert len(list((tmp_path / "parts" / "decisions").iterdir())) == 2
    assert read_decisions(tmp_path / "parts").equals(read_decisions(tmp_path / "whole"))


def test_another_plan_is_not_mixed_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, "random=1")
    tokens = ["lab", "dataset", "airkwire", "--out", str(tmp_path), "--games", "random=1"]
    assert run_command_line(tokens) == 1
    assert "is the plan of another dataset" in capsys.readouterr().err
    (tmp_path / "plan.json").unlink()
    assert run_command_line(tokens) == 1
    assert "holds decisions without plan.json" in capsys.readouterr().err
    assert run_command_line([*tokens[:-1], "random"]) == 1
    assert "expected bot=number, got 'random'" in capsys.readouterr().err
