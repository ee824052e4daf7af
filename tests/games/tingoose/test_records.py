"""Whole recorded games, played again."""

from pathlib import Path

import pytest

from aerodrome.core.record import Record
from games.tingoose.invariants import check
from games.tingoose.situations import FROM_VERSION_2, REQUIRED, situations

FILES = sorted((Path(__file__).parents[2] / "records" / "tingoose").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_replays_to_its_result(file: Path) -> None:
    data = file.read_bytes()
    record = Record.replay(data)
    assert record.over
    assert record.verify() == []
    assert record.to_json() == data
    check(record.game, record.state)


def test_there_is_a_record_for_every_seat_count_and_variant() -> None:
    records = [Record.replay(file.read_bytes()) for file in FILES]
    tables = {(record.seats, record.game.resolved_options()["even_events"]) for record in records}
    assert tables == {(seats, even) for seats in (3, 4, 5) for even in (False, True)}


def test_the_records_show_every_situation() -> None:
    seen: set[str] = set()
    for file in FILES:
        seen |= situations(Record.replay(file.read_bytes()))
    assert sorted((REQUIRED | FROM_VERSION_2) - seen) == []


@pytest.mark.rule("TG-R57")
def test_there_is_a_record_of_every_rules_version() -> None:
    assert {Record.replay(file.read_bytes()).game.rules_version for file in FILES} == {1, 2}
