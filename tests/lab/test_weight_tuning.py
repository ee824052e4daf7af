"""Tuning: the same seed gives the same weights, and a weight that matters is found."""

import random
import tomllib

import pytest

from aerodrome.lab.weight_tuning import (
    TuningConfig,
    TuningGame,
    WinEvidence,
    compare_weights,
    format_tune_command,
    format_weights_toml,
    run_spsa,
)

START = {"cash": 1.0, "noise": 2.0}


def judge(games: list[TuningGame]) -> list[float]:
    """Whoever values cash more wins, most of the time; noise means nothing."""
    shares = []
    for game in games:
        lead = dict(game.first)["cash"] - dict(game.second)["cash"]
        fair = len(game.seats) / game.config.seats
        luck = random.Random(game.seed).uniform(-0.2, 0.2)
        shares.append(min(1.0, max(0.0, fair + lead + luck)))
    return shares


def config(**changes: int) -> TuningConfig:
    return TuningConfig(**{"title": "toy", "seats": 2, "steps": 30, "games": 4, "check": 20, "seed": 3, **changes})  # type: ignore[arg-type]


def test_a_weight_that_wins_goes_up_and_one_that_means_nothing_stays_near() -> None:
    tuned = run_spsa(config(), START, lambda games: judge(list(games)), lambda text: None)
    assert tuned["cash"] > 1.3
    assert 1.0 < tuned["noise"] < 4.0


def test_the_same_seed_gives_the_same_weights_and_another_does_not() -> None:
    one, two, other = (
        run_spsa(config(seed=seed), START, lambda games: judge(list(games)), lambda text: None) for seed in (3, 3, 4)
    )
    assert one == two
    assert one != other


def test_proof_comes_from_fresh_seeds_and_every_seat() -> None:
    asked: list[TuningGame] = []

    def play(games: object) -> list[float]:
        asked.extend(games)  # type: ignore[arg-type]
        return [0.5] * len(asked)

    evidence = compare_weights(config(), START, START, play)
    assert evidence.games == 40
    assert not evidence.is_better
    assert {game.seats for game in asked} == {(0,), (1,)}
    assert all(":check:" in game.seed for game in asked)


def test_the_file_says_how_it_was_made_and_keeps_notes() -> None:
    evidence = WinEvidence(200, 0.6, 0.53, 0.67, 0.5)
    before = "# What counts.\ncash = 1.0  # in hand\n\n[other]\nnoise = 2.0\n"
    text = format_weights_toml(config(), START, {"cash": 1.5, "noise": 2.2}, evidence, before)
    assert format_tune_command(config(), START) in text
    assert "60.0% of 200 games" in text
    assert "cash = 1.5  # in hand" in text
    assert tomllib.loads(text) == {"cash": 1.5, "other": {"noise": 2.2}}
    again = format_weights_toml(config(), START, {"cash": 1.6, "noise": 2.0}, evidence, text)
    assert again.count("Made again by") == 1
    assert tomllib.loads(again)["cash"] == pytest.approx(1.6)
