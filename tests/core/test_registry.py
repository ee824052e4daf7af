"""Which rules and which house edition a title is loaded with."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

import aerodrome
from aerodrome.core import registry
from aerodrome.games.airline import game as airline

HOUSE = Path(airline.__file__).parent / "components" / "house.toml"


@pytest.fixture
def travelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Airline as a title of another folder, whose earlier house edition had another fare."""
    module = ModuleType("travelling")
    module.__file__ = str(tmp_path / "game.py")
    module.RULES_VERSION = 1  # type: ignore[attr-defined]
    module.create_game = airline.create_game  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "travelling", module)
    monkeypatch.setitem(registry._MODULES, "travelling", "travelling")
    earlier = tmp_path / "components" / "earlier"
    earlier.mkdir(parents=True)
    text = HOUSE.read_text(encoding="utf-8").replace("fares = [9, 18, 27]", "fares = [8, 18, 27]", 1)
    (earlier / f"{'a' * 64}.toml").write_text(text, encoding="utf-8")
    return "travelling"


def test_an_earlier_house_edition_is_found_by_the_hash_that_records_have(travelling: str) -> None:
    game = aerodrome.load(travelling, edition_hash="a" * 64)
    assert game.edition_hash == "a" * 64
    assert game.edition_hash != aerodrome.load(travelling).edition_hash
    assert game.board() != aerodrome.load(travelling).board()


@pytest.mark.parametrize("name", ["b" * 64, "../../" + "a" * 58, ""])
def test_a_house_edition_never_shipped_is_refused(travelling: str, name: str) -> None:
    with pytest.raises(registry.UnknownEdition, match="not among the house editions"):
        aerodrome.load(travelling, edition_hash=name)


def test_the_present_house_edition_needs_no_file_of_its_own() -> None:
    game = aerodrome.load("airline")
    assert aerodrome.load("airline", edition_hash=game.edition_hash).edition_hash == game.edition_hash


def test_an_unknown_rules_version_is_refused_by_name() -> None:
    with pytest.raises(registry.UnknownRulesVersion, match=r"airline: rules version 99 is not known"):
        aerodrome.load("airline", rules=99)


def test_only_so_many_loaded_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_LOADED", {})
    monkeypatch.setattr(registry, "LOADED_LIMIT", 3)
    first = aerodrome.load("airline", options={"round_limit": 1})
    for limit in range(2, 5):
        assert aerodrome.load("airline", options={"round_limit": 1}) is first
        aerodrome.load("airline", options={"round_limit": limit})
    assert len(registry._LOADED) == 3
    assert aerodrome.load("airline", options={"round_limit": 1}) is first
