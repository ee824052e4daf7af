"""Recorded whole games are played again to the same end, and between them show all that matters."""

from pathlib import Path

import pytest

from aerodrome import Event, Record
from records.make_airkwire import WANTED, situations

FILES = sorted((Path(__file__).parents[2] / "records" / "airkwire").glob("*.json"))


def events(record: Record) -> list[Event]:
    told: list[Event] = []
    state = record.game.new(record.seats)
    for who, action in record.played:
        record.game.apply(state, who, action, told.append)
    return told


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_replays_to_its_result_with_fair_chance(file: Path) -> None:
    record = Record.replay(file.read_bytes())
    assert record.over
    assert record.verify() == []
    assert record.to_json() == file.read_bytes(), "the result is part of the record"


def test_the_recorded_games_show_every_situation() -> None:
    shown: set[str] = set()
    for file in FILES:
        record = Record.replay(file.read_bytes())
        shown |= situations(events(record)) | {f"seats {record.seats}"}
    assert shown >= WANTED, f"not shown: {sorted(WANTED - shown)}"


def test_the_records_stay_small() -> None:
    sizes = [file.stat().st_size for file in FILES]
    assert max(sizes) < 150_000
    assert sum(sizes) < 1_500_000
