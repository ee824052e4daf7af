"""Tournaments: balanced, repeatable, safe against power cuts and bad bots."""

import os
import signal
import subprocess
import sys
from collections import Counter
from io import StringIO
from pathlib import Path
from types import ModuleType

import polars as pl
import pytest
from rich.console import Console

from aerodrome.lab import batch_runners
from aerodrome.lab.batch_runners import create_local_batch_runner, create_ray_batch_runner, run_batches_serially
from aerodrome.lab.game_log import PlanMismatchError
from aerodrome.lab.results_log import ResultsLog
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan

TESTS = Path(__file__).parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])}
BOLD, MEEK, DICE = "lab.players:Bold", "lab.players:Meek", "lab.players:Dice"


def plan(*bots: str, rounds: int = 4, seats: int = 2, **settings: object) -> TournamentPlan:
    fields = {"title": "toy", "bots": bots, "seats": seats, "rounds": rounds, **settings}
    return TournamentPlan(**fields)  # type: ignore[arg-type]


def played(path: Path, what: TournamentPlan) -> pl.DataFrame:
    run_tournament(what, path)
    return read_results(path)


def test_every_bot_sits_in_every_seat_equally_often_with_the_same_seeds() -> None:
    scheduled_games = [plan(BOLD, MEEK, DICE, seats=3, format="melee").get_scheduled_game(game) for game in range(12)]
    sat = Counter((bot, seat) for scheduled in scheduled_games for seat, bot in enumerate(scheduled.lineup))
    assert set(sat.values()) == {4}
    assert Counter(scheduled.seed for scheduled in scheduled_games) == {f"0:{round_}": 3 for round_ in range(4)}


@pytest.mark.parametrize(
    ("format", "seats", "lineups"),
    [
        ("round-robin", 2, [("a", "b"), ("a", "c"), ("b", "c")]),
        ("ladder", 2, [("a", "b"), ("b", "c")]),
        ("ladder", 3, [("a", "b", "b"), ("b", "a", "a"), ("b", "c", "c"), ("c", "b", "b")]),
        ("solo", 3, [("a", "b", "b"), ("a", "c", "c")]),
        ("melee", 2, [("a", "b"), ("a", "c"), ("b", "c")]),
    ],
)
def test_who_meets_whom(format: str, seats: int, lineups: list[tuple[str, ...]]) -> None:
    assert plan("a", "b", "c", format=format, seats=seats).list_pairings() == lineups


def test_one_bot_in_all_seats_plays_each_seed_once() -> None:
    """Turning the seats of equal bots would only play the same game again."""
    mirror = plan("a", "a", "a", format="melee", seats=3, rounds=5)
    assert mirror.count_games() == 5
    assert [mirror.get_scheduled_game(game).seed for game in range(5)] == [f"0:{round_}" for round_ in range(5)]
    half = plan("a", "b", "a", "b", format="melee", seats=4, rounds=5)
    assert {half.get_scheduled_game(game).lineup for game in range(10)} == {("a", "b", "a", "b"), ("b", "a", "b", "a")}


def test_one_row_for_each_seat_of_each_game(tmp_path: Path) -> None:
    frame = played(tmp_path / "t.parquet", plan(BOLD, MEEK))
    assert frame.height == 16
    assert frame.group_by("game").agg(pl.col("won").sum())["won"].to_list() == [1.0] * 8
    assert set(frame.filter(pl.col("bot") == BOLD)["won"]) == {1.0}
    assert set(frame.filter(pl.col("bot") == BOLD)["place"]) == {1}
    assert set(frame.filter(pl.col("bot") == MEEK)["place"]) == {2}


def test_same_seed_same_results_and_another_seed_others(tmp_path: Path) -> None:
    one, two, other = (
        played(tmp_path / f"{name}.parquet", plan(DICE, "random", rounds=20, seed=seed))
        for name, seed in (("one", 1), ("two", 1), ("other", 2))
    )
    assert one.equals(two)
    assert not one.equals(other)


def test_two_processes_give_the_results_of_one(tmp_path: Path) -> None:
    what = plan(DICE, "random", rounds=20)
    run_tournament(what, tmp_path / "one.parquet", run_batches_serially)
    run_tournament(what, tmp_path / "two.parquet", create_local_batch_runner(2))
    assert read_results(tmp_path / "one.parquet").equals(read_results(tmp_path / "two.parquet"))


def test_a_line_half_written_is_cut_off_and_played_again(tmp_path: Path) -> None:
    what = plan(DICE, "random", rounds=10)
    whole = played(tmp_path / "whole.parquet", what)
    run_tournament(what, tmp_path / "torn.parquet")
    log = tmp_path / "torn.jsonl"
    data = log.read_bytes()
    log.write_bytes(data[: len(data) * 2 // 3])
    with ResultsLog(tmp_path / "torn.parquet", what) as again:
        assert 0 < again.games_done < 20
    assert played(tmp_path / "torn.parquet", what).equals(whole)


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lab.players import Dice

    out = tmp_path / "t.parquet"
    asked: list[int] = []
    choose = Dice.choose

    def counted(self: Dice, *table: object) -> object:
        asked.append(1)
        return choose(self, *table)  # type: ignore[arg-type]

    monkeypatch.setattr(Dice, "choose", counted)
    run_tournament(plan(DICE, "random", rounds=5), out)
    assert len(asked) == 10
    run_tournament(plan(DICE, "random", rounds=5), out)
    assert len(asked) == 10
    run_tournament(plan(DICE, "random", rounds=8), out)
    assert len(asked) == 16


def test_asking_for_fewer_games_than_were_played_plays_none_and_keeps_all(tmp_path: Path) -> None:
    out = tmp_path / "t.parquet"
    whole = played(out, plan(DICE, "random", rounds=5))
    told = StringIO()
    run_tournament(plan(DICE, "random", rounds=3), out, console=Console(file=told, width=200))
    assert "10 games were played before; nothing is missing of 6" in told.getvalue()
    assert "/" not in told.getvalue()
    assert read_results(out).equals(whole)
    assert b'"rounds": 5' in out.with_suffix(".plan.json").read_bytes()


def test_results_of_another_tournament_are_not_mixed_in(tmp_path: Path) -> None:
    run_tournament(plan(DICE, "random"), tmp_path / "t.parquet")
    with pytest.raises(PlanMismatchError, match="another tournament"):
        run_tournament(plan(DICE, "random", seed=9), tmp_path / "t.parquet")
    (tmp_path / "t.plan.json").unlink()
    with pytest.raises(PlanMismatchError, match=r"t\.jsonl is there without t\.plan\.json"):
        run_tournament(plan(DICE, "random", seed=9), tmp_path / "t.parquet")


def test_a_tournament_survives_kill_minus_nine(tmp_path: Path) -> None:
    what = plan(DICE, "random", rounds=1000)
    whole = played(tmp_path / "whole.parquet", what)
    script = (
        "from pathlib import Path; from lab.test_tournament import *; "
        f"run_tournament(plan(DICE, 'random', rounds=1000), Path({str(tmp_path / 'killed.parquet')!r}))"
    )
    log = tmp_path / "killed.jsonl"
    with subprocess.Popen([sys.executable, "-c", script], env=ENVIRONMENT) as process:
        while not log.exists() or log.stat().st_size < 60_000:
            assert process.poll() is None, "it ended before it could be killed"
        process.send_signal(signal.SIGKILL)
    with ResultsLog(tmp_path / "killed.parquet", what) as left:
        assert 0 < left.games_done < 2000
    frame = played(tmp_path / "killed.parquet", what)
    assert frame["game"].n_unique() == 2000
    assert frame.equals(whole)


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("Raises", "raised RuntimeError: no fuel"),
        ("Cheats", "illegal: You have only 9"),
        ("Mumbles", "returned str, not an action"),
        ("Dawdles", "overtime"),
    ],
)
def test_a_bad_bot_is_reported_by_name_and_its_move_made_at_random(bot: str, fault: str, tmp_path: Path) -> None:
    name = f"lab.players:{bot}"
    frame = played(tmp_path / "t.parquet", plan(name, BOLD, rounds=2, limit=0.05))
    assert frame["game"].n_unique() == 4
    found = frame.filter(pl.col("bot") == name)["faults"].to_list()
    assert all(len(faults) == 1 for faults in found)
    assert all(name in faults[0] and fault in faults[0] for faults in found)


def test_a_bot_cannot_change_the_table(tmp_path: Path) -> None:
    frame = played(tmp_path / "t.parquet", plan("lab.players:Vandal", BOLD))
    assert frame.filter(pl.col("bot") == BOLD)["won"].to_list() == [1.0] * 8
    assert frame["faults"].list.len().sum() == 0


def test_a_plan_that_cannot_be_played_says_why(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="takes 2 to 3 seats, not 7"):
        run_tournament(plan(BOLD, MEEK, seats=7), tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="needs more bots"):
        run_tournament(plan(BOLD), tmp_path / "t.parquet")


@pytest.mark.slow
def test_a_ray_cluster_of_two_gives_the_results_of_one_process(tmp_path: Path) -> None:
    what = plan(DICE, "random", rounds=30)
    run_tournament(what, tmp_path / "here.parquet", run_batches_serially)
    run_tournament(what, tmp_path / "ray.parquet", create_ray_batch_runner(None, 2))
    assert read_results(tmp_path / "here.parquet").equals(read_results(tmp_path / "ray.parquet"))


def test_a_cluster_of_ones_own_is_started_where_another_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray joins a cluster that runs unless it is told "local", and then takes no number of processors."""
    started: list[int] = []

    def join_or_start(num_cpus: int, address: str | None = None, **_settings: object) -> None:
        if address != "local":
            raise ValueError("When connecting to an existing cluster, num_cpus and num_gpus must not be provided.")
        started.append(num_cpus)

    ray = ModuleType("ray")
    monkeypatch.setattr(ray, "init", join_or_start, raising=False)
    monkeypatch.setattr(ray, "shutdown", lambda: None, raising=False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    batch_runners._start_ray_cluster(2, {})
    assert started == [2]


@pytest.mark.slow
def test_memory_stays_flat(tmp_path: Path) -> None:
    script = (
        "import resource, sys; from pathlib import Path; from lab.test_tournament import *\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"run_tournament(plan(DICE, 'random', rounds=200), Path({str(tmp_path / 'a.parquet')!r})); before = peak()\n"
        f"run_tournament(plan(DICE, 'random', rounds=1500), Path({str(tmp_path / 'b.parquet')!r}))\n"
        "print(peak() - before)"
    )
    told = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    kilobytes_for_1300_rounds = int(told.stdout)
    assert kilobytes_for_1300_rounds < 40_000
