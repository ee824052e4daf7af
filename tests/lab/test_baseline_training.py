"""Training a baseline: what decides who wins is found, luck is not, and the same games teach the same."""

import math
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from aerodrome.bots.learned_judge import read_learned_judge
from aerodrome.core.registry import load
from aerodrome.lab.baseline_training import (
    TrainingConfig,
    TrainingPosition,
    build_feature_rows_and_win_shares,
    compute_final_leads,
    fit_judge,
    format_baseline_toml,
    format_train_command,
    play_game_and_sample_positions,
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
            game.append(TrainingPosition(round_number, values, has, shares, [one * 10 for one in lucky]))
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


def test_final_leads_teach_where_they_say_more_than_wins() -> None:
    """A few games of many points each: leads tell what matters, wins hardly; scores that are luck teach nothing."""
    games = make_games(60, tools=0.6)
    judge = fit_judge(["tools", "stones"], games)
    assert judge.learned_from == "leads"
    assert judge.factors[1][2] == pytest.approx(0.6, abs=0.3)
    rng = random.Random(4)
    by_luck = [
        [msgspec.structs.replace(one, scores=[rng.gauss(0.0, 10.0) for _seat in range(3)]) for one in game]
        for game in make_games(2000, tools=0.6)
    ]
    assert fit_judge(["tools", "stones"], by_luck).learned_from == "wins"


def test_no_single_game_counts_for_a_hundred_others() -> None:
    scores = [[0.0, 2.0], [2.0, 0.0]] * 50 + [[0.0, 1000.0]]
    leads = compute_final_leads([TrainingPosition(1, [0.0, 0.0], [[], []], [0.5, 0.5], one) for one in scores])
    assert np.allclose(leads.sum(axis=1), 0.0)
    assert np.allclose(leads[0], [-1.0, 1.0])
    assert leads[-1, 1] < 200.0


def test_where_nothing_is_to_be_learned_the_evaluation_stays() -> None:
    judge = fit_judge(["tools", "stones"], make_games(400, tools=0.0))
    assert all(abs(number) < 0.1 for row in judge.factors[1:] for number in row)
    assert judge.learned_loss == pytest.approx(judge.present_loss, abs=0.02)


def test_a_position_counts_for_the_stages_it_is_near_to() -> None:
    positions = [TrainingPosition(number, [7.0], [[2.0]], [1.0], [3.0]) for number in (0, 2, 4, 8, 12)]
    rows, shares = build_feature_rows_and_win_shares(positions, last_stage_round=8.0)
    assert rows.shape == (5, 1, 6)
    value = np.array([[7, 0, 0], [3.5, 3.5, 0], [0, 7, 0], [0, 0, 7], [0, 0, 7]])
    assert np.allclose(rows[:, 0, :3], value)
    assert np.allclose(rows[:, 0, 3:], value * 2 / 7)
    assert np.allclose(shares, 1.0)


def test_positions_are_those_of_games_and_the_same_seed_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = play_game_and_sample_positions(CONFIG, 1)
    assert len(found) == CONFIG.positions
    names = load("tingoose").evaluator.list_learnable_feature_names()
    for position in found:
        assert [len(row) for row in position.features] == [len(names)] * 3
        assert sum(position.shares) == pytest.approx(1.0)
    assert found == play_game_and_sample_positions(CONFIG, 1) != play_game_and_sample_positions(CONFIG, 2)


def test_training_goes_on_from_wherever_it_stopped_and_a_baseline_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    whole = train_baseline(CONFIG, report_line=lambda text: None)
    out, log = tmp_path / "b.toml", tmp_path / "b.jsonl"
    assert train_baseline(CONFIG, report_line=lambda text: None, result_path=out) == whole
    written = log.read_bytes()
    log.write_bytes(written[: len(written) // 2])
    assert train_baseline(CONFIG, report_line=lambda text: None, result_path=out) == whole
    assert log.read_bytes() == written
    text = format_baseline_toml(CONFIG, whole)
    assert format_train_command(CONFIG) in text
    out.write_text(text, encoding="utf-8")
    judge = read_learned_judge(out, load("tingoose"))
    assert judge.factors == whole.factors
    assert judge.rounds == whole.rounds


def test_too_few_games_and_titles_without_features_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="toy has no features"):
        train_baseline(TrainingConfig(title="toy", seats=2))
    monkeypatch.undo()
    with pytest.raises(ValueError, match="at least 4, got 3"):
        train_baseline(TrainingConfig(title="tingoose", seats=3, games=3))


def test_what_cannot_be_trained_leaves_no_plan_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    good = TrainingConfig(title="tingoose", seats=3, games=4)
    for change, message in (
        ({"positions": 0}, "at least 1 of the positions"),
        ({"explore": 2.0}, "a part from 0 to 1"),
        ({"bot": "nobody"}, "no bot 'nobody'"),
        ({"seats": 9}, "seats, not 9"),
    ):
        with pytest.raises(ValueError, match=message):
            train_baseline(msgspec.structs.replace(good, **change), result_path=tmp_path / "judge.toml")
    assert not list(tmp_path.iterdir())


def test_hands_are_counted_for_the_judge_of_reviews_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = load("tingoose")
    config = msgspec.structs.replace(CONFIG, hands=True)
    judge = train_baseline(config, report_line=lambda _line: None)
    learnable, of_hands = game.evaluator.list_learnable_feature_names(), game.evaluator.list_hand_card_feature_names()
    assert judge.names == ["value", *learnable, *of_hands]
    file = tmp_path / "review_judge.toml"
    file.write_text(format_baseline_toml(config, judge), encoding="utf-8")
    assert read_learned_judge(file, game).counts_hands
    assert " --hands " in format_train_command(config)
    assert " --hands " not in format_train_command(CONFIG)
    without = train_baseline(CONFIG, report_line=lambda _line: None)
    file.write_text(format_baseline_toml(CONFIG, without), encoding="utf-8")
    assert not read_learned_judge(file, game).counts_hands
