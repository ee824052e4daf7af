"""Absurdities are counted game by game, with the seeds to look at."""

from pathlib import Path

import pytest

from aerodrome.cli.app import run_command_line
from aerodrome.core.actions import CHANCE
from aerodrome.core.manners import MannersObserver
from aerodrome.core.registry import load
from aerodrome.lab import manners
from aerodrome.lab.game_runner import create_record_chance_source, play_game
from aerodrome.lab.manners import MannersPlan, MannersReport, ObservedGame, build_manners_report, play_observed_batch

BOLD, MEEK, DICE = "lab.players:Bold", "lab.players:Meek", "lab.players:Dice"


def play(*levels: str, games: int = 6, seats: int = 2) -> MannersReport:
    plan = MannersPlan(title="toy", levels=levels, seats=seats, games=games, seed=40)
    return build_manners_report(plan, play_observed_batch(plan, 0, games))


def test_each_absurd_choice_counts() -> None:
    report = play(BOLD, MEEK, seats=3)  # Bold, Meek, Bold: two bold bids in each game
    assert report.count_games_with_absurdity("all_in") == 6
    assert report.count_occurrences("all_in") == 12
    assert report.count_occurrences("nobody_bid") == 0
    assert report.count_endings() == {"bids": 6}


def test_seats_change_from_game_to_game_as_in_simulate() -> None:
    plan = MannersPlan(title="toy", levels=(BOLD, MEEK), seats=3)
    assert [plan.get_lineup_of_game(number) for number in range(2)] == [[BOLD, MEEK, BOLD], [MEEK, BOLD, BOLD]]


def test_the_worst_seeds_come_first_and_are_few() -> None:
    counts = [0, 2, 1, 5, 1, 3]
    games = [ObservedGame(str(seed), 10 * seed, "bids", {"all_in": n} if n else {}) for seed, n in enumerate(counts)]
    report = MannersReport(MannersPlan(title="toy", levels=(BOLD,), seats=2), {"all_in": "bids all"}, games)
    assert report.find_worst_seeds("all_in") == ["3", "5", "1"]
    assert report.find_worst_seeds("nobody_bid") == []
    assert report.compute_median_p90_and_max_rounds() == (30, 50, 50)
    assert "12 in 5 games" in manners.format_manners_text(report)
    assert "| bids all | 5 | 12 | 3, 5, 1 |" in manners.format_manners_markdown(report)


def test_the_same_plan_gives_the_same_games() -> None:
    assert play(DICE, games=20).games == play(DICE, games=20).games


def test_a_game_that_takes_too_long_is_stopped_and_said_so() -> None:
    plan = MannersPlan(title="toy", levels=(MEEK,), seats=2, games=1, max_rounds=0)
    assert [game.ending for game in play_observed_batch(plan, 0, 1)] == [manners.STOPPED]


def test_a_title_without_an_observer_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aerodrome.core.game.load_manners_observer_class", lambda module: MannersObserver)
    report = play(BOLD)
    assert report.games[0].absurdities == {}
    assert "nothing is counted" in manners.format_manners_text(report)


def test_whoever_looks_on_sees_the_table_before_each_action_and_may_end_the_game() -> None:
    game = load("toy")
    seen: list[int] = []

    def look(state: object, actor: int, action: object) -> bool:
        seen.append(actor)
        return len(seen) < 3

    played = play_game(game, 2, lambda state, seat: game.bids[0], create_record_chance_source("1"), before_action=look)  # type: ignore[attr-defined]
    assert seen == [CHANCE, CHANCE, 0]
    assert len(played.actions) == 2


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command_line(["lab", "manners", "toy", "--level", f"{BOLD},{MEEK}", "--games", "4", "--seed", "7"]) == 0
    told = capsys.readouterr().out
    assert "4 in 4 games" in told
    assert "seeds 7, 8, 9" in told
    assert "aerodrome simulate toy" in told
    assert run_command_line(["lab", "manners", "toy", "--level", BOLD, "--games", "2", "--markdown"]) == 0
    assert "| bids all there is | 2 | 4 | 0, 1 |" in capsys.readouterr().out
    assert run_command_line(["lab", "manners", "toy", "--level", "nosuch"]) == 1


def test_games_are_kept_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["lab", "manners", "toy", "--level", f"{BOLD},{MEEK}", "--seed", "7"]
    assert run_command_line([*command, "--games", "5"]) == 0
    whole = capsys.readouterr().out
    log = tmp_path / "kept.jsonl"
    assert run_command_line([*command, "--games", "3", "--out", str(log)]) == 0
    played: list[int] = []
    play = manners.play_observed_game

    def play_and_note(plan: MannersPlan, number: int) -> ObservedGame:
        played.append(number)
        return play(plan, number)

    monkeypatch.setattr(manners, "play_observed_game", play_and_note)
    capsys.readouterr()
    assert run_command_line([*command, "--games", "5", "--out", str(log)]) == 0
    assert capsys.readouterr().out == whole
    assert played == [3, 4]
    assert run_command_line([*command, "--games", "5", "--out", str(log), "--max-rounds", "7"]) == 1
    assert "is the plan of another run" in capsys.readouterr().err
    log.with_suffix(".plan.json").unlink()
    assert run_command_line([*command, "--games", "5", "--out", str(log)]) == 1
    assert "kept.jsonl is there without kept.plan.json" in capsys.readouterr().err
    assert log.read_bytes().count(b"\n") == 5
