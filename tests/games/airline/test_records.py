"""Whole recorded games, played again."""

from pathlib import Path

import pytest

from aerodrome.core.record import Record
from games.airline.invariants import check
from games.airline.situations import OF_VERSION_2, REQUIRED, situations

FILES = sorted((Path(__file__).parents[2] / "records" / "airline").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_replays_to_its_result(file: Path) -> None:
    data = file.read_bytes()
    record = Record.replay(data)
    assert record.over
    assert record.verify() == []
    assert record.to_json() == data
    check(record.game, record.state)


def test_there_is_a_record_for_every_seat_count() -> None:
    assert {Record.replay(file.read_bytes()).seats for file in FILES} == {2, 3, 4}


def test_the_records_show_every_situation() -> None:
    seen: set[str] = set()
    for file in FILES:
        seen |= situations(Record.replay(file.read_bytes()))
    assert sorted(REQUIRED - seen) == []


@pytest.mark.rule("AL-R56")
def test_the_records_of_version_2_show_what_it_changed() -> None:
    records = [Record.replay(file.read_bytes()) for file in FILES]
    assert {record.game.rules_version for record in records} == {1, 2}
    seen: set[str] = set()
    for record in records:
        if record.game.rules_version == 2:
            seen |= situations(record)
    assert sorted(OF_VERSION_2 - seen) == []
