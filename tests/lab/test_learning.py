"""The worked example of docs/lab.md learns what it promises."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from aerodrome.core import registry

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(registry, "_MODULES", {"airline": "aerodrome.games.airline.game"})
    return module


def test_a_policy_of_one_layer_learns_to_beat_random(learn: ModuleType) -> None:
    untaught = learn.train_policy("airline", 2, batches=0, size=0, rate=0.0, seed=1)
    taught = learn.train_policy("airline", 2, batches=8, size=40, rate=0.08, seed=1, verbose=False)
    before, after = (learn.measure_win_rate(policy, "airline", 2, games=60, seed=500) for policy in (untaught, taught))
    assert before < 0.65
    assert after > 0.75
