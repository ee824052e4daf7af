"""What was begun by one version of the rules, or with one edition, is not gone on with by another."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aerodrome.core.registry import load
from aerodrome.lab.dataset import Dataset
from aerodrome.lab.dataset_games import DatasetPlan
from aerodrome.lab.game_log import PlanMismatchError
from aerodrome.lab.manners import MannersPlan, open_manners_log
from aerodrome.lab.results_log import ResultsLog
from aerodrome.lab.resumable_tasks import check_and_save_plan
from aerodrome.lab.tournament_plan import TournamentPlan


def begin_tournament(folder: Path) -> Path:
    ResultsLog(folder / "t.parquet", TournamentPlan(title="airline", bots=("random", "greedy"))).close()
    return folder / "t.plan.json"


def begin_dataset(folder: Path) -> Path:
    Dataset(folder / "d", DatasetPlan(title="airline", bots={"random": 1}, seats=3))
    return folder / "d" / "plan.json"


def begin_manners(folder: Path) -> Path:
    open_manners_log(MannersPlan(title="airline", levels=("random",), seats=3), folder / "m.jsonl").close()
    return folder / "m.plan.json"


def begin_long_work(folder: Path) -> Path:
    check_and_save_plan(folder / "w.toml", MannersPlan(title="airline", levels=("random",), seats=3), load("airline"))
    return folder / "w.plan.json"


BEGINNINGS = [begin_tournament, begin_dataset, begin_manners, begin_long_work]


@pytest.mark.parametrize("begin", BEGINNINGS)
@pytest.mark.parametrize(("name", "other"), [("rules", 1), ("edition_hash", "0" * 64)])
def test_other_rules_or_another_edition_are_not_mixed_in(
    tmp_path: Path, begin: Callable[[Path], Path], name: str, other: Any
) -> None:
    file, game = begin(tmp_path), load("airline")
    kept = json.loads(file.read_bytes())
    assert (kept["rules"], kept["edition_hash"]) == (game.rules_version, game.edition_hash)
    begin(tmp_path)
    file.write_text(json.dumps({**kept, name: other}), encoding="utf-8")
    with pytest.raises(PlanMismatchError, match=r"was begun by rules version \d and edition"):
        begin(tmp_path)


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_what_an_older_program_began_goes_on(tmp_path: Path, begin: Callable[[Path], Path]) -> None:
    file = begin(tmp_path)
    kept = json.loads(file.read_bytes())
    del kept["rules"], kept["edition_hash"]
    file.write_text(json.dumps(kept), encoding="utf-8")
    begin(tmp_path)
    assert json.loads(file.read_bytes())["rules"] == load("airline").rules_version
