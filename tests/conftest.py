"""What all tests share."""

import pytest

from aerodrome.core import registry
from toy.game import Toy, ToyOptions


@pytest.fixture
def toy() -> Toy:
    return Toy(ToyOptions(), {})


@pytest.fixture
def toy_title(monkeypatch: pytest.MonkeyPatch) -> str:
    """The toy as the only title that can be loaded by name."""
    monkeypatch.setattr(registry, "_MODULES", {"toy": "toy.game"})
    monkeypatch.setattr(registry, "_LOADED", {})
    return "toy"
