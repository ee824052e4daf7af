"""The trained baseline: it thinks as captain does and judges the ends of its thoughts by what was learned."""

import random
from pathlib import Path

import pytest

import aerodrome
from aerodrome import bots
from aerodrome.bots import BotSpecError
from aerodrome.bots.baseline import BaselineBot
from aerodrome.bots.evaluation import LN3, compute_softmax_shares
from aerodrome.bots.learned_judge import LearnedJudge, find_judge_file, read_learned_judge
from aerodrome.bots.levels import Captain
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State
from toy.game import Toy

TITLES = ["airkwire", "airline", "airsteam", "tingoose"]
AS_CAPTAIN = ["airline", "airsteam", "tingoose"]
"""Where its playouts are as long as a captain's."""


def play_some(game: Game, choices: int, seed: int = 1) -> State:
    rng = random.Random(seed)
    state: State = game.new(game.seats_min)
    for _choice in range(choices):
        actor = game.actors(state)[0]
        game.apply(state, actor, rng.choice(game.legal(state, actor)))
    while game.actors(state)[0] < 0:
        game.apply(state, -1, rng.choice(game.legal(state, -1)))
    return state


def write_file(path: Path, game: Game, value: float, first: float = 0.0) -> Path:
    names = game.evaluator.list_learnable_feature_names()
    rows = {"value": value, **dict.fromkeys(names, 0.0), names[0]: first}
    lines = [f"{name} = {{ early = {one}, middle = {one}, late = {one} }}" for name, one in rows.items()]
    path.write_text(f'title = "{game.title}"\nrounds = 6\n[factors]\n' + "\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("title", TITLES)
def test_chances_follow_value_and_what_a_seat_has(title: str, tmp_path: Path) -> None:
    game = aerodrome.load(title)
    state = play_some(game, 40)
    values = game.evaluator.evaluate(game, state)
    scale = game.evaluator.compute_three_to_one_lead(game, state)
    by_value = read_learned_judge(write_file(tmp_path / "v.toml", game, LN3 / scale), game)
    assert by_value.estimate_win_shares(game, state, values) == pytest.approx(compute_softmax_shares(values, scale))
    nothing = read_learned_judge(write_file(tmp_path / "n.toml", game, 0.0), game)
    assert nothing.estimate_win_shares(game, state, values) == pytest.approx([1 / state.seats] * state.seats)
    by_first = read_learned_judge(write_file(tmp_path / "f.toml", game, 0.0, 0.5), game)
    firsts = [0.5 * game.evaluator.compute_learnable_features(game, state, seat)[0] for seat in range(state.seats)]
    assert by_first.estimate_win_shares(game, state, values) == pytest.approx(compute_softmax_shares(firsts, LN3))


def test_factors_change_with_the_stage_of_a_game() -> None:
    game = aerodrome.load("tingoose")
    state = play_some(game, 80)
    assert game.round_number(state) >= 1
    rest = [[0.0, 0.0, 0.0] for _name in game.evaluator.list_learnable_feature_names()]
    found = []
    for rounds in (1.0, 2.0, 1000.0):
        judge = LearnedJudge([[0.0, 0.5, 2.0], *rest], rounds * game.round_number(state))
        found.append(judge.estimate_win_shares(game, state, [0.0, 1.0, 0.0])[1])
    assert found[0] > found[1] > found[2] > 1 / 3, "late, in the middle, early"


@pytest.mark.parametrize("title", AS_CAPTAIN)
def test_with_the_evaluation_as_its_judgement_it_plays_as_captain_does(title: str, tmp_path: Path) -> None:
    """And so within captain's time; with another judgement it comes to other choices."""
    game = aerodrome.load(title)
    value = LN3 / game.evaluator.compute_three_to_one_lead(game, play_some(game, 0))
    same = write_file(tmp_path / "same.toml", game, value)
    against = write_file(tmp_path / "against.toml", game, -value)
    specs = "captain?simulations=24", f"baseline?simulations=24&file={same}", f"baseline?simulations=24&file={against}"
    compared = 0
    for choices in range(20, 140, 20):
        state = play_some(game, choices, seed=3)
        seat = game.actors(state)[0]
        found = [list_judgements(spec, game, state, seat) for spec in specs]
        if len(found[0]) > 1:
            compared += 1
            assert [action for action, _share in found[0]] == [action for action, _share in found[1]]
            assert [share for _action, share in found[0]] == pytest.approx([share for _action, share in found[1]])
            assert found[0] != found[2]
    assert compared


@pytest.mark.parametrize("title", AS_CAPTAIN)
def test_it_makes_fewer_simulations_than_captain_for_the_time_that_judging_takes(title: str) -> None:
    game = aerodrome.load(title)
    state = play_some(game, 30)
    captain = game.evaluator.get_captain_simulation_count(game, state)
    assert Captain().get_simulation_count(game, state) == captain
    assert BaselineBot().get_simulation_count(game, state) == captain * 11 // 12 < captain


def list_judgements(spec: str, game: Game, state: State, seat: int) -> list[tuple[Action, float]]:
    moves = bots.create_bot(spec).evaluate_moves(game, state.clone(), seat, random.Random(2))
    return [(move.action, move.win_share) for move in moves]


@pytest.mark.parametrize("title", TITLES)
def test_what_ships_fits_its_title(title: str) -> None:
    game = aerodrome.load(title)
    bots.require_valid_bot("baseline", game)
    state = play_some(game, 30)
    seat = game.actors(state)[0]
    action = bots.choose_action(bots.create_bot("baseline?simulations=8"), game, state, seat, random.Random(1))
    assert game.why_not(state, seat, action) is None


def test_mistakes_are_named(tmp_path: Path, toy: Toy) -> None:
    game = aerodrome.load("tingoose")
    wrong = tmp_path / "wrong.toml"
    with pytest.raises(BotSpecError, match=r"there is no nosuch\.toml; aerodrome lab train toy --out FILE makes one"):
        find_judge_file(toy, "nosuch.toml")
    with pytest.raises(BotSpecError, match="there is no nosuch"):
        bots.require_valid_bot("baseline?file=nosuch", game)
    wrong.write_text("title = 3 4", encoding="utf-8")
    with pytest.raises(BotSpecError, match=r"wrong\.toml is not what aerodrome lab train writes"):
        read_learned_judge(wrong, game)
    wrong.write_text('title = "tingoose"\nrounds = 6.0\n[factors]\nvalue = { early = 1.0 }\n', encoding="utf-8")
    with pytest.raises(BotSpecError, match="is not what aerodrome lab train writes: KeyError"):
        read_learned_judge(wrong, game)
    wrong.write_text('title = "tingoose"\nrounds = 6.0\n[factors]\n', encoding="utf-8")
    with pytest.raises(BotSpecError, match="another version of tingoose; train it again"):
        read_learned_judge(wrong, game)
    toys = find_judge_file(toy)
    assert read_learned_judge(toys, toy).rounds == 1.0
    with pytest.raises(BotSpecError, match="was trained for toy, not for tingoose"):
        read_learned_judge(toys, game)


def test_one_bot_may_play_one_title_after_the_other(tmp_path: Path) -> None:
    bot = BaselineBot(str(write_file(tmp_path / "t.toml", aerodrome.load("tingoose"), 0.01)))
    bot.prepare_for_game(aerodrome.load("tingoose"))
    with pytest.raises(BotSpecError, match="was trained for tingoose, not for airline"):
        bot.prepare_for_game(aerodrome.load("airline"))


def test_air_kwires_baseline_plays_shorter_playouts_and_more_of_them() -> None:
    """In captain's time: half of the rounds, about twice the simulations; none in a standstill, as captain."""
    game = aerodrome.load("airkwire")
    bot = BaselineBot()
    bot.prepare_for_game(game)
    state = play_some(game, 40)
    settings = game.evaluator.get_playout_settings()
    assert bot.search.rounds == settings.rounds // 2
    assert bot.get_simulation_count(game, state) == Captain().get_simulation_count(game, state) * 23 // 12 == 30
