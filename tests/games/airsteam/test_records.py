"""Whole games on file: they replay to the same end, their chance was fair, and together they show what can happen."""

import json
from pathlib import Path

import pytest

import aerodrome
from aerodrome import Record
from games.airsteam.situations import OF_VERSION_2, situations

FOLDER = Path(__file__).parents[2] / "records" / "airsteam"
FILES = sorted(FOLDER.glob("*.json"))

REQUIRED = {
    "diamond error",
    "upgrade that heals a plan",
    "foreign depot",
    "filled city",
    "closed city",
    "discard at upkeep",
    "cube shortage",
    "tie-break",
    "final shipping",
    "Eli's swap",
    "conversion",
    "sacrifice",
    "laid line",
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_replays_to_its_result_and_its_chance_was_fair(file: Path) -> None:
    data = file.read_bytes()
    record = Record.replay(data)
    result = json.loads(data)["result"]
    assert record.game.scores(record.state) == result["scores"]
    assert list(record.game.winners(record.state)) == result["winners"]
    assert result["reason"] == "rounds"
    assert record.verify() == []
    assert record.to_json() == data


def test_the_records_show_everything_that_must_occur() -> None:
    found: set[str] = set()
    for file in FILES:
        found |= situations(Record.replay(file.read_bytes()))
    assert found >= REQUIRED


@pytest.mark.rule("KS-R58")
def test_the_records_of_version_2_show_what_it_changed() -> None:
    records = [Record.replay(file.read_bytes()) for file in FILES]
    assert {record.game.rules_version for record in records} == {1, 2}
    found: set[str] = set()
    for record in records:
        if record.game.rules_version == 2:
            found |= situations(record)
    assert found >= OF_VERSION_2


def test_the_records_cover_every_map_both_games_and_every_character() -> None:
    tables = set()
    people: set[str] = set()
    for file in FILES:
        record = Record.replay(file.read_bytes())
        view = record.game.view(record.state, None)
        tables.add((view["game"], (record.seats + 1) // 2))
        people |= {player["character"] for player in view["players"]}
    assert tables >= {(game, size) for game in ("basic", "full") for size in (1, 2, 3)}
    board = aerodrome.load("airsteam").board()
    assert people - {None} == {person["id"] for team in board["teams"] for person in team["characters"]}


def test_the_records_are_small() -> None:
    sizes = [file.stat().st_size for file in FILES]
    assert max(sizes) < 150_000
    assert sum(sizes) < 1_500_000
