"""Many games between bots."""

from pathlib import Path

import pytest

from aerodrome import Record
from aerodrome.cli.simulate import Match, Plan, Result, of_bot, play_all, simulate, wilson
from toy.game import Toy


def plan(games: int, bots: str = "random", seats: int = 0) -> Plan:
    return Plan.checked("airline", games, seats, bots, 5, [], "house")


def results(plan: Plan, jobs: int) -> list[tuple[list[str], list[int], int]]:
    found = [result for batch in play_all(plan, jobs, None) for result in batch]
    return [(result.lineup, result.scores, result.decisions) for result in found]


def test_any_number_of_processes_gives_the_same_games() -> None:
    assert results(plan(6), 1) == results(plan(6), 2)


def test_bots_change_seats_from_game_to_game() -> None:
    lineups = [plan(4, "greedy,random", 3).lineup(number) for number in range(4)]
    assert lineups[0] == ["greedy", "random", "greedy"]
    assert lineups[1] == ["random", "greedy", "greedy"]
    assert lineups[3] == lineups[0]


def test_seats_are_as_many_as_bots_unless_given() -> None:
    assert plan(1, "random,random,random").seats == 3
    assert plan(1, "random").seats == 2


def test_a_kept_record_is_the_game_that_was_played(tmp_path: Path) -> None:
    simulate(plan(2), 1, tmp_path / "kept")
    [first, *_] = [result for batch in play_all(plan(2), 1, None) for result in batch]
    record = Record.replay((tmp_path / "kept" / "airline-5.json").read_bytes())
    assert record.verify() == []
    assert record.game.scores(record.state) == first.scores


def test_a_match_counts_decisions_and_chance_apart(toy: Toy) -> None:
    match = Match(toy, ["random", "greedy"], 1)
    match.play()
    result = match.result(0.0)
    assert (result.decisions, result.chances) == (2, 2)
    assert result.reason == "bids"


def test_the_summary_tells_wins_length_ends_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(plan(4, "greedy,random"), 1, None)
    out = capsys.readouterr().out
    for part in ("greedy", "95 % interval", "0 Red", "Length:", "Ends:", "decisions/s"):
        assert part in out


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_shared_wins_count_as_shares() -> None:
    tied = Result(["a", "b"], [0, 1], [3, 3], "x", 1, 2, 0, 0.1)
    assert of_bot([tied], "a") == (0.5, 1, 3.0)
