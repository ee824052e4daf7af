"""What self-play teaches: prices that are there are found, luck gets none, and games decide what is kept."""

import random
import tomllib
from pathlib import Path

import pytest

import aerodrome
from aerodrome.bots import create_bot
from aerodrome.bots.quick_policy import run_chance_until_seat_acts
from aerodrome.core.learned_correction import LearnedCorrection
from aerodrome.core.weights import read_weights
from aerodrome.lab.value_learning import (
    LearningConfig,
    PlayedOutChoicePair,
    _play_out_and_measure_lead,
    compare_learned_weights,
    fit_learned_correction,
    format_learn_command,
    format_learned_toml,
    play_game_and_play_out_choice_pairs,
    scale_learned_weights,
)
from aerodrome.lab.weight_tuning import TuningGame, WinEvidence


def make_comparisons(games: int, price: float, seed: int = 1) -> list[PlayedOutChoicePair]:
    """A dollar of value is a dollar in the end, each tool `price` more, stones nothing; luck is large."""
    rng = random.Random(seed)
    found = []
    for number in range(games):
        value = rng.gauss(0.0, 6.0)
        tools, stones = float(rng.randrange(-2, 3)), float(rng.randrange(-2, 3))
        result = value + price * tools + rng.gauss(0.0, 20.0)
        found.append(PlayedOutChoicePair(number, 1 + number % 10, value, [tools, stones], result))
    return found


def average(weights: dict[str, float], name: str) -> float:
    return (weights[f"learned.{name}.early"] + weights[f"learned.{name}.late"]) / 2.0


def test_what_a_thing_is_worth_is_found_in_the_currency_of_the_title() -> None:
    fit = fit_learned_correction(["tools", "stones"], make_comparisons(4000, price=4.0))
    assert average(fit.weights, "tools") == pytest.approx(4.0, abs=0.8)
    assert abs(average(fit.weights, "stones")) < 0.6
    assert fit.learned_error < fit.present_error < 1.0


def test_a_choice_is_measured_by_the_lead_of_whoever_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = aerodrome.load("airline")
    state = game.new(2)
    run_chance_until_seat_acts(game, state, 0.5)
    leads = [_play_out_and_measure_lead(game, create_bot("greedy"), state, seat, seed=5) for seat in (0, 1)]
    assert leads[0] == -leads[1] != 0.0


def test_where_nothing_is_to_be_learned_little_is() -> None:
    weights = fit_learned_correction(["tools", "stones"], make_comparisons(2000, price=0.0)).weights
    assert all(abs(average(weights, name)) < 0.6 for name in ("tools", "stones"))


def test_the_same_comparisons_give_the_same_weights_and_a_part_of_them_is_a_part() -> None:
    one, two = (fit_learned_correction(["tools", "stones"], make_comparisons(400, 2.0)).weights for _time in range(2))
    assert one == two
    half = scale_learned_weights(one, 0.5)
    assert half["learned.tools.late"] == pytest.approx(one["learned.tools.late"] / 2, rel=1e-3)
    assert half["learned.rounds"] == one["learned.rounds"]


def test_a_correction_goes_from_early_to_late() -> None:
    weights = {"learned.rounds": 10.0, "learned.tools.early": 2.0, "learned.tools.late": -1.0}
    learned = LearnedCorrection(["tools", "stones"], weights)
    assert not learned.is_empty
    assert [learned.compute_correction([3.0, 9.0], learned.compute_stage(n)) for n in (0, 5, 10, 40)] == pytest.approx(
        [6.0, 1.5, -3.0, -3.0]
    )
    assert LearnedCorrection(["tools"], {}).is_empty


def test_the_proof_is_played_alone_from_every_seat_with_seeds_of_its_own() -> None:
    asked: list[TuningGame] = []

    def play(games: object) -> list[float]:
        asked.extend(games)  # type: ignore[arg-type]
        return [0.75] * len(asked)

    config = LearningConfig(title="toy", seats=2, check=100, seed=5)
    evidence = compare_learned_weights(config, {"learned.tools.late": 1.0}, play)
    assert evidence.is_better
    assert evidence.games == 100
    assert {game.seats for game in asked} == {(0,), (1,)}
    assert dict(asked[0].first)["learned.tools.late"] == 1.0
    assert "learned.tools.late" not in dict(asked[0].second)


def test_two_choices_of_a_moment_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    config = LearningConfig(title="tingoose", seats=3, bot="random", comparisons=2, seed=2)
    found = [comparison for number in range(3) for comparison in play_game_and_play_out_choice_pairs(config, number)]
    names = aerodrome.load("tingoose").evaluator.list_learnable_feature_names()
    assert found
    assert all(len(comparison.features) == len(names) for comparison in found)
    assert any(comparison.result for comparison in found)
    assert found == [
        comparison for number in range(3) for comparison in play_game_and_play_out_choice_pairs(config, number)
    ]


@pytest.mark.parametrize("title", ["airkwire", "airline", "airsteam", "tingoose"])
def test_every_game_gives_as_many_comparisons_as_were_asked_for(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Airline most questions leave a sensible player one answer: those are no moments to compare choices at."""
    monkeypatch.undo()
    config = LearningConfig(title=title, seats=aerodrome.load(title).seats_min, bot="random", comparisons=2, seed=1)
    assert [len(play_game_and_play_out_choice_pairs(config, number)) for number in range(3)] == [2, 2, 2]


def test_the_file_is_read_beside_the_weights(tmp_path: Path) -> None:
    config = LearningConfig(title="toy", seats=2)
    learned = {"learned.rounds": 7.0, "learned.tools.early": 0.5, "learned.tools.late": -2.0}
    text = format_learned_toml(config, learned, WinEvidence(400, 0.6, 0.55, 0.65, 0.5))
    assert format_learn_command(config) in text
    assert "60.0% of 400 games" in text
    assert tomllib.loads(text)["tools"] == {"early": 0.5, "late": -2.0}
    (tmp_path / "weights.toml").write_text("cash = 1.0\n", encoding="utf-8")
    (tmp_path / "learned.toml").write_text(text, encoding="utf-8")
    assert read_weights("toy", tmp_path / "weights.toml", None) == {"cash": 1.0, **learned}


@pytest.mark.parametrize("title", ["airkwire", "airline", "airsteam", "tingoose"])
def test_every_feature_of_a_seat_has_a_name(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = aerodrome.load(title)
    names = game.evaluator.list_learnable_feature_names()
    assert len(set(names)) == len(names)
    rng = random.Random(3)
    state = game.new(game.seats_min)
    for _action in range(60):
        actor = game.actors(state)[0]
        game.apply(state, actor, rng.choice(game.legal(state, actor)))
    plain = game.evaluator.evaluate(game, state)
    assert all(
        len(game.evaluator.compute_learnable_features(game, state, seat)) == len(names) for seat in range(state.seats)
    )
    changed = aerodrome.load(title, weights={f"learned.{names[0]}.early": 100.0, f"learned.{names[0]}.late": 100.0})
    features = [game.evaluator.compute_learnable_features(game, state, seat)[0] for seat in range(state.seats)]
    expected = [value + 100.0 * feature for value, feature in zip(plain, features, strict=True)]
    assert changed.evaluator.evaluate(changed, state) == pytest.approx(expected)
