"""Tuning: the same seed gives the same weights, and a weight that matters is found."""

import random
import tomllib

import pytest

from aerodrome.lab.tune import Evidence, Match, Setting, climb, command, prove, to_toml

START = {"cash": 1.0, "noise": 2.0}


def judge(matches: list[Match]) -> list[float]:
    """Whoever values cash more wins, most of the time; noise means nothing."""
    shares = []
    for match in matches:
        lead = dict(match.first)["cash"] - dict(match.second)["cash"]
        fair = len(match.seats) / match.setting.seats
        luck = random.Random(match.seed).uniform(-0.2, 0.2)
        shares.append(min(1.0, max(0.0, fair + lead + luck)))
    return shares


def setting(**changes: int) -> Setting:
    return Setting(**{"title": "toy", "seats": 2, "steps": 30, "games": 4, "check": 20, "seed": 3, **changes})  # type: ignore[arg-type]


def test_a_weight_that_wins_goes_up_and_one_that_means_nothing_stays_near() -> None:
    tuned = climb(setting(), START, lambda matches: judge(list(matches)), lambda text: None)
    assert tuned["cash"] > 1.3
    assert 1.0 < tuned["noise"] < 4.0


def test_the_same_seed_gives_the_same_weights_and_another_does_not() -> None:
    one, two, other = (
        climb(setting(seed=seed), START, lambda matches: judge(list(matches)), lambda text: None) for seed in (3, 3, 4)
    )
    assert one == two
    assert one != other


def test_proof_comes_from_fresh_seeds_and_every_seat() -> None:
    asked: list[Match] = []

    def play(matches: object) -> list[float]:
        asked.extend(matches)  # type: ignore[arg-type]
        return [0.5] * len(asked)

    evidence = prove(setting(), START, START, play)
    assert evidence.games == 40
    assert not evidence.better
    assert {match.seats for match in asked} == {(0,), (1,)}
    assert all(":check:" in match.seed for match in asked)


def test_the_file_says_how_it_was_made_and_keeps_notes() -> None:
    evidence = Evidence(200, 0.6, 0.53, 0.67, 0.5)
    before = "# What counts.\ncash = 1.0  # in hand\n\n[other]\nnoise = 2.0\n"
    text = to_toml(setting(), START, {"cash": 1.5, "noise": 2.2}, evidence, before)
    assert command(setting(), START) in text
    assert "60.0% of 200 games" in text
    assert "cash = 1.5  # in hand" in text
    assert tomllib.loads(text) == {"cash": 1.5, "other": {"noise": 2.2}}
    again = to_toml(setting(), START, {"cash": 1.6, "noise": 2.0}, evidence, text)
    assert again.count("Made again by") == 1
    assert tomllib.loads(again)["cash"] == pytest.approx(1.6)
