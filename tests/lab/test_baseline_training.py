"""Training a baseline: what decides who wins is found, luck is not, and the same games teach the same."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

from aerodrome.bots.baseline import read_judge
from aerodrome.core.registry import load
from aerodrome.lab.baseline_training import (
    TrainingConfig,
    TrainingPosition,
    build_rows,
    collect_positions,
    fit_judge,
    format_baseline_toml,
    format_train_command,
    train_baseline,
)

CONFIG = TrainingConfig(title="tingoose", seats=3, bot="random", games=8, positions=3, seed=2)


def make_games(count: int, tools: float, seed: int = 1) -> list[list[TrainingPosition]]:
    """Value wins, and late in a game tools as well; stones mean nothing. Odds are those of a softmax."""
    rng = random.Random(seed)
    games = []
    for _game in range(count):
        game = []
        for round_number in (0, 5, 10):
            values = [rng.gauss(0.0, 2.0) for _seat in range(3)]
            has = [[float(rng.randrange(5)), float(rng.randrange(5))] for _seat in range(3)]
            sums = [0.5 * v + tools * round_number / 10 * h[0] for v, h in zip(values, has, strict=True)]
            lucky = [one - math.log(-math.log(rng.random())) for one in sums]
            shares = [1.0 if one == max(lucky) else 0.0 for one in lucky]
            game.append(TrainingPosition(round_number, values, has, shares))
        games.append(game)
    return games


def test_what_decides_who_wins_is_found_and_luck_is_not() -> None:
    judge = fit_judge(["tools", "stones"], make_games(2000, tools=0.6))
    assert judge.names == ["value", "tools", "stones"]
    assert judge.rounds == 10.0
    value, tools, stones = judge.factors
    assert value == pytest.approx([0.5, 0.5, 0.5], abs=0.1)
    assert tools == pytest.approx([0.0, 0.3, 0.6], abs=0.1)
    assert stones == pytest.approx([0.0, 0.0, 0.0], abs=0.1)
    assert judge.learned_loss < judge.present_loss < judge.fair_loss == pytest.approx(math.log(3))


def test_where_nothing_is_to_be_learned_the_evaluation_stays() -> None:
    judge = fit_judge(["tools", "stones"], make_games(400, tools=0.0))
    assert all(abs(number) < 0.1 for row in judge.factors[1:] for number in row)
    assert judge.learned_loss == pytest.approx(judge.present_loss, abs=0.02)


def test_a_position_counts_for_the_stages_it_is_near_to() -> None:
    positions = [TrainingPosition(number, [7.0], [[2.0]], [1.0]) for number in (0, 2, 4, 8, 12)]
    rows, shares = build_rows(positions, rounds=8.0)
    assert rows.shape == (5, 1, 6)
    value = np.array([[7, 0, 0], [3.5, 3.5, 0], [0, 7, 0], [0, 0, 7], [0, 0, 7]])
    assert np.allclose(rows[:, 0, :3], value)
    assert np.allclose(rows[:, 0, 3:], value * 2 / 7)
    assert np.allclose(shares, 1.0)


def test_positions_are_those_of_games_and_the_same_seed_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = collect_positions(CONFIG, 1)
    assert len(found) == CONFIG.positions
    names = load("tingoose").evaluator.list_seat_feature_names()
    for position in found:
        assert [len(row) for row in position.features] == [len(names)] * 3
        assert sum(position.shares) == pytest.approx(1.0)
    assert found == collect_positions(CONFIG, 1) != collect_positions(CONFIG, 2)


def test_training_goes_on_from_wherever_it_stopped_and_a_baseline_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    whole = train_baseline(CONFIG, report=lambda text: None)
    out, log = tmp_path / "b.toml", tmp_path / "b.jsonl"
    assert train_baseline(CONFIG, report=lambda text: None, out=out) == whole
    written = log.read_bytes()
    log.write_bytes(written[: len(written) // 2])
    assert train_baseline(CONFIG, report=lambda text: None, out=out) == whole
    assert log.read_bytes() == written
    text = format_baseline_toml(CONFIG, whole)
    assert format_train_command(CONFIG) in text
    out.write_text(text, encoding="utf-8")
    judge = read_judge(out, load("tingoose"))
    assert judge.factors == whole.factors
    assert judge.rounds == whole.rounds


def test_too_few_games_and_titles_without_features_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="toy has no features"):
        train_baseline(TrainingConfig(title="toy", seats=2))
    monkeypatch.undo()
    with pytest.raises(ValueError, match="at least 4, got 3"):
        train_baseline(TrainingConfig(title="tingoose", seats=3, games=3))
