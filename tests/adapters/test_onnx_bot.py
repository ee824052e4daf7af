"""Models in ONNX form as value and policy of bots, by name in tournaments too."""

import math
import pickle
import random
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

import aerodrome
from aerodrome import CHANCE, Game, State, bots
from aerodrome.adapters.network_value import NetworkValue
from aerodrome.adapters.onnx_bot import OnnxModel
from aerodrome.bots.levels import list_playable_bot_specs
from aerodrome.core.action_encoding import ActionEncoding
from aerodrome.core.random_play import play_at_random_and_count_decisions
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan

THINKERS = ("greedy", "captain&worlds=1&follow=1&simulations=8", "search&simulations=12", "ace&simulations=12")


def write_model(
    file: Path, width: int, weights: NDArray[np.float32], policy: NDArray[np.float32] | None = None
) -> Path:
    """A value that is a sum of the features by weights, and a policy that is always the same."""
    nodes = [helper.make_node("MatMul", ["rows", "weights"], ["value"])]
    constants = [onnx.numpy_helper.from_array(weights.reshape(width, 1), "weights")]
    outputs = [helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1])]
    if policy is not None:
        constants.append(onnx.numpy_helper.from_array(np.zeros((width, len(policy)), np.float32), "nothing"))
        constants.append(onnx.numpy_helper.from_array(policy, "logits"))
        nodes.append(helper.make_node("MatMul", ["rows", "nothing"], ["zeros"]))
        nodes.append(helper.make_node("Add", ["zeros", "logits"], ["policy"]))
        outputs.append(helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", len(policy)]))
    inputs = [helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["n", width])]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    file.write_bytes(model.SerializeToString())
    return file


@pytest.fixture
def game() -> Game:
    return aerodrome.load("airkwire", "miniature")


@pytest.fixture
def weights(game: Game) -> NDArray[np.float32]:
    return np.random.default_rng(1).normal(size=len(game.evaluator.feature_names(game, 2))).astype(np.float32)


def list_choices(game: Game, count: int) -> list[tuple[State, int]]:
    """Positions of random games in which a seat has several choices."""
    found: list[tuple[State, int]] = []
    rng = random.Random(1)
    while len(found) < count:
        state = game.new(2)
        while actors := game.actors(state):
            if actors[0] != CHANCE and len(game.legal(state, actors[0])) > 3:
                found.append((state.clone(), actors[0]))
            play_at_random_and_count_decisions(game, state, rng, 1)
    return found[:: len(found) // count][:count]


@pytest.mark.parametrize("thinker", THINKERS)
def test_bots_play_by_the_model(thinker: str, game: Game, weights: NDArray[np.float32], tmp_path: Path) -> None:
    file = write_model(tmp_path / "model.onnx", len(weights), weights)
    by_file = bots.create_bot(f"onnx?file={file}&bot={thinker}")
    by_hand = bots.create_bot_with_value(
        bots.create_bot(thinker.replace("&", "?", 1)), NetworkValue(lambda rows: rows @ weights)
    )
    plain = bots.create_bot(thinker.replace("&", "?", 1))
    differing = 0
    for state, seat in list_choices(game, 12):
        chosen = [bots.choose_action(bot, game, state, seat, random.Random(3)) for bot in (by_file, by_hand, plain)]
        assert chosen[0] == chosen[1]
        differing += chosen[0] != chosen[2]
    assert differing > 0


def test_a_policy_says_how_natural_choices_are(game: Game, weights: NDArray[np.float32], tmp_path: Path) -> None:
    encoding = ActionEncoding(game, 2)
    state, seat = list_choices(game, 3)[1]
    legal = game.legal(state, seat)
    logits = np.full(encoding.size, 5.0, np.float32)
    favourite = encoding.find_index(legal[1])
    logits[favourite] += math.log(3.0)
    model = OnnxModel(write_model(tmp_path / "model.onnx", len(weights), weights, logits))
    assert model.prior is not None
    priors = [model.prior(game, state, seat, action) for action in legal]
    average = (len(legal) + 2) / len(legal)
    assert priors == pytest.approx([(3.0 if i == 1 else 1.0) / average for i in range(len(legal))])
    bot = bots.create_bot(f"onnx?file={model.file}&bot=search&simulations=4&candidates=1")
    assert bots.choose_action(bot, game, state, seat, random.Random(1)) in legal


def test_positions_are_valued_in_one_call_and_a_model_is_pickled_by_its_file(
    game: Game, weights: NDArray[np.float32], tmp_path: Path
) -> None:
    model = OnnxModel(write_model(tmp_path / "model.onnx", len(weights), weights))
    states = [state for state, _seat in list_choices(game, 5)]
    chances = model.value(game, states)
    assert [sum(row) for row in chances] == pytest.approx([1.0] * 5)
    assert pickle.loads(pickle.dumps(model)).value(game, states) == chances
    assert model.prior is None


def test_a_tournament_takes_it_by_name(weights: NDArray[np.float32], game: Game, tmp_path: Path) -> None:
    file = write_model(tmp_path / "model.onnx", len(weights), weights)
    plan = TournamentPlan(
        title="airkwire",
        bots=(f"onnx?file={file}&bot=greedy", "random"),
        seats=2,
        rounds=2,
        edition="miniature",
        options={"round_limit": 1},
    )
    run_tournament(plan, tmp_path / "t.parquet")
    frame = read_results(tmp_path / "t.parquet")
    assert frame["game"].n_unique() == 4
    assert frame["faults"].list.len().sum() == 0


@pytest.mark.parametrize("title", aerodrome.titles())
def test_nobody_names_files_over_the_network(title: str) -> None:
    names = list_playable_bot_specs(aerodrome.load(title))
    assert not [name for name in names if "onnx" in name or "file=" in name or ":" in name]


def test_mistakes_are_named(
    game: Game, weights: NDArray[np.float32], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, seat = list_choices(game, 1)[0]
    with pytest.raises(bots.BotSpecError, match=r"say which model it plays by: onnx\?file=model.onnx"):
        bots.create_bot("onnx")
    with pytest.raises(bots.BotSpecError, match=r"there is no .*missing\.onnx"):
        bots.create_bot(f"onnx?file={tmp_path / 'missing.onnx'}")
    (tmp_path / "bad.onnx").write_bytes(b"no model")
    with pytest.raises(bots.BotSpecError, match="is not a model that onnxruntime can run"):
        bots.create_bot(f"onnx?file={tmp_path / 'bad.onnx'}")
    good = write_model(tmp_path / "good.onnx", len(weights), weights)
    with pytest.raises(bots.BotSpecError, match="no bot 'admiral'"):
        bots.create_bot(f"onnx?file={good}&bot=admiral")
    with pytest.raises(bots.BotSpecError, match="'sails'"):
        bots.create_bot(f"onnx?file={good}&sails=3")
    with pytest.raises(bots.BotSpecError, match="style 'bold' is part of the title's value"):
        bots.create_bot(f"onnx?file={good}&style=bold")
    narrow = OnnxModel(write_model(tmp_path / "narrow.onnx", 7, weights[:7]))
    with pytest.raises(ValueError, match=f"takes rows of 7 numbers; this table is observed in {len(weights)}"):
        narrow.value(game, [state])
    few = OnnxModel(write_model(tmp_path / "few.onnx", len(weights), weights, np.zeros(3, np.float32)))
    assert few.prior is not None
    with pytest.raises(ValueError, match=f"knows 3 actions; this table has {ActionEncoding(game, 2).size}"):
        few.prior(game, state, seat, game.legal(state, seat)[0])
    other = onnx.load(good)
    other.graph.node[0].output[0] = other.graph.output[0].name = "score"
    (tmp_path / "other.onnx").write_bytes(other.SerializeToString())
    with pytest.raises(bots.BotSpecError, match="has no output 'value', but score"):
        bots.create_bot(f"onnx?file={tmp_path / 'other.onnx'}")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.delitem(sys.modules, "aerodrome.adapters.onnx_bot")
    with pytest.raises(bots.BotSpecError, match=r"need onnxruntime: pip install 'aerodrome\[onnx\]'"):
        bots.create_bot(f"onnx?file={good}")
