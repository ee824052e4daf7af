"""Games, positions and environments are values: they can be pickled and copied, in both forms of the engine."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pyspiel
import pytest

import aerodrome
from aerodrome.adapters import openspiel, pettingzoo
from aerodrome.core.random_play import play_at_random_and_count_decisions
from aerodrome.core.registry import UnknownEdition, get_title_folder, list_style_names, load_game_with_style
from laws.cases import Case, tables

ELSEWHERE = """
import pickle, sys
from aerodrome.core.random_play import play_at_random_and_count_decisions
for game, state, rng in pickle.load(sys.stdin.buffer):
    play_at_random_and_count_decisions(game, state, rng, 300)
    print(game.to_json(state).decode())
"""


def make_position(case: Case, decisions: int) -> aerodrome.State:
    state: aerodrome.State = case.game.new(case.seats)
    play_at_random_and_count_decisions(case.game, state, random.Random(case.seats), decisions)
    return state


@pytest.mark.parametrize("case", tables(), ids=str)
def test_positions_are_the_same_after_pickling_and_copying(case: Case) -> None:
    game = case.game
    for decisions in (0, 30, 200, 1000):
        state = make_position(case, decisions)
        stored = game.to_json(state)
        twins = [pickle.loads(pickle.dumps(state)), copy.deepcopy(state)]
        for twin in twins:
            assert type(twin) is type(state)
            assert game.to_json(twin) == stored
            play_at_random_and_count_decisions(game, twin, random.Random(5), 50)
        assert game.to_json(twins[0]) == game.to_json(twins[1])
        assert game.to_json(state) == stored, "the copies played on alone"


@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_game_is_loaded_again_as_it_was(title: str) -> None:
    first = aerodrome.load(title)
    weight = next(iter(first.evaluator.weights))
    games = [first, aerodrome.load(title, rules=1), aerodrome.load(title, weights={weight: 0.125})]
    games += [load_game_with_style(first, style) for style in list_style_names(first)[:1]]
    for game in games:
        twin = pickle.loads(pickle.dumps(game))
        assert twin.title == title
        assert twin.edition_hash == game.edition_hash
        assert twin.rules_version == game.rules_version
        assert twin.resolved_options() == game.resolved_options()
        assert twin.evaluator.weights == game.evaluator.weights
    assert copy.deepcopy(first) is first


def test_an_edition_of_ones_own_is_pickled_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    house = (get_title_folder("tingoose") / "components" / "house.toml").read_text(encoding="utf-8")
    mine = house.replace('"tingoose-house-1"', '"mine"')
    file.write_text(mine.replace("airmail_reward = 40", "airmail_reward = 80"), encoding="utf-8")
    openspiel.register("tingoose")
    spiel = pyspiel.load_game("aerodrome_tingoose", {"seats": 3, "edition": str(file)})
    game = spiel.config.game
    assert game.edition_hash != aerodrome.load("tingoose").edition_hash
    data = pickle.dumps(game)
    assert pickle.loads(data).edition_hash == game.edition_hash
    assert pickle.loads(pickle.dumps(spiel)).config.game.edition_hash == game.edition_hash
    file.write_text(mine, encoding="utf-8")
    with pytest.raises(UnknownEdition, match="is not the edition it was"):
        pickle.loads(data)


def test_a_pickled_game_plays_the_same_in_another_process() -> None:
    tried = [(case.game, make_position(case, 40), random.Random(9)) for case in tables()]
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=pickle.dumps(tried), capture_output=True, check=True)
    positions = done.stdout.decode().splitlines()
    for (game, state, rng), there in zip(tried, positions, strict=True):
        play_at_random_and_count_decisions(game, state, rng, 300)
        assert game.to_json(state).decode() == there


@pytest.mark.parametrize("title", aerodrome.titles())
def test_environments_go_on_after_pickling_and_copying(title: str) -> None:
    env = pettingzoo.env(title)
    env.reset(seed=3)
    for _ in range(40):
        env.step(env.list_legal_indices()[0])
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(40):
        number = env.list_legal_indices()[-1]
        for one in (env, *twins):
            assert one.list_legal_indices()[-1] == number
            one.step(number)
    for twin in twins:
        assert twin.game.to_json(twin.engine_state) == env.game.to_json(env.engine_state)


@pytest.mark.parametrize("title", aerodrome.titles())
def test_openspiel_games_and_states_go_on_after_pickling_and_copying(title: str) -> None:
    openspiel.register(title)
    game = pyspiel.load_game(f"aerodrome_{title}(seats=3)")
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()
    state = game.new_initial_state()
    for _ in range(50):
        state.apply_action(state.legal_actions()[0])
    again, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game)
    for twin in (loaded, pickle.loads(pickle.dumps(state)), copy.deepcopy(state), state.clone()):
        assert str(twin) == str(state)
        assert twin.information_state_string(0) == state.information_state_string(0)
        twin.apply_action(twin.legal_actions()[-1])
