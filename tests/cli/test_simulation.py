"""Many games between bots."""

from pathlib import Path
from typing import Any

import pytest

from aerodrome import Record
from aerodrome.cli.simulation import (
    SimulationPlan,
    create_simulation_plan,
    play_recordable_game,
    play_simulation_batch,
    run_simulation,
)
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.game_results import GameResult, build_game_result
from aerodrome.lab.tournament_plan import ScheduledGame
from toy.game import Toy


def plan(games: int, bots: str = "random", seats: int = 0) -> SimulationPlan:
    return create_simulation_plan("airline", games, seats, bots, 5, [], "house")


def play_all(plan: SimulationPlan, jobs: int = 1) -> list[GameResult]:
    from functools import partial

    batches = create_local_batch_runner(jobs)(partial(play_simulation_batch, plan, None), 0, plan.games, 2)
    return [game.result for batch in batches for game in batch]


def test_any_number_of_processes_gives_the_same_games() -> None:
    assert play_all(plan(6), 1) == play_all(plan(6), 2)


def test_bots_change_seats_and_seeds_from_game_to_game() -> None:
    scheduled = [plan(4, "greedy,random", 3).get_scheduled_game(number) for number in range(4)]
    assert scheduled[0].lineup == ("greedy", "random", "greedy")
    assert scheduled[1].lineup == ("random", "greedy", "greedy")
    assert scheduled[3].lineup == scheduled[0].lineup
    assert [game.seed for game in scheduled] == ["5", "6", "7", "8"]


def test_seats_are_as_many_as_bots_unless_given() -> None:
    assert plan(1, "random,random,random").seats == 3
    assert plan(1, "random").seats == 2


def test_a_kept_record_is_the_game_that_was_played(tmp_path: Path) -> None:
    run_simulation(plan(2), 1, tmp_path / "kept")
    first, *_ = play_all(plan(2))
    record = Record.replay((tmp_path / "kept" / "airline-5.json").read_bytes())
    assert record.verify() == []
    assert record.game.scores(record.state) == [seat.score for seat in first.seats]


def toy_game(seed: str) -> ScheduledGame:
    return ScheduledGame(game=0, round=0, pairing=0, lineup=("random", "greedy"), seed=seed)


def test_decisions_and_chance_are_counted_apart(toy: Toy) -> None:
    played = play_recordable_game(toy, toy_game("1"))
    assert (played.count_choices(), played.count_chance_actions()) == (2, 2)
    assert build_game_result(toy, played.state, toy_game("1"), 2).reason == "bids"


def test_the_summary_tells_wins_length_ends_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    run_simulation(plan(4, "greedy,random"), 1, None)
    out = capsys.readouterr().out
    for part in ("greedy", "95 % interval", "0 Red", "Length:", "Ends:", "decisions/s"):
        assert part in out


def test_shared_wins_count_as_shares(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = play_recordable_game(toy, toy_game("1")).state
    monkeypatch.setattr(toy, "winners", lambda _state: (0, 1))
    assert [seat.won for seat in build_game_result(toy, state, toy_game("1"), 2).seats] == [0.5, 0.5]


def test_a_kept_simulation_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "log.jsonl"
    run_simulation(plan(4), 1, None, out)
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) * 2 // 3])
    run_simulation(plan(4), 2, None, out)
    assert out.read_bytes() == whole
    capsys.readouterr()
    run_simulation(plan(2), 1, None, out)
    told = capsys.readouterr().out
    assert "2 games" in told
    assert "Speed" not in told
    assert out.read_bytes() == whole
    with pytest.raises(ValueError, match="another simulation"):
        run_simulation(plan(4, "greedy"), 1, None, out)
