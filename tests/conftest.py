"""What all tests share."""

from collections.abc import Iterator

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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own; the URL of its database."""
    from server_processes import run_postgres

    with run_postgres() as url:
        yield url
