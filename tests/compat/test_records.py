"""Records of the first rules version replay to their results."""

from pathlib import Path

import pytest

from aerodrome import Record
from compat.reading import RECORDS

FIRST_RULES = 1


def records_of(title: str) -> list[Path]:
    return sorted((RECORDS / title).glob("*.json"))


@pytest.mark.parametrize("title", ["airkwire", "airline", "airsteam", "tingoose"])
def test_a_record_of_the_first_rules_replays_to_its_result(title: str) -> None:
    replayed = 0
    for file in records_of(title):
        record = Record.replay(file.read_bytes())
        if record.game.rules_version == FIRST_RULES:
            assert record.over, file.name
            assert record.to_json() == file.read_bytes(), file.name
            replayed += 1
    assert replayed >= 6, "the records that version 0.1.0 wrote stay in the repository"
