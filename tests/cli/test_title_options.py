"""Options of a title as people type them: one reading for all commands."""

from typing import Any

import pytest

from aerodrome.cli.title_options import parse_title_options
from aerodrome.core.options import BadOption


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True),
        ("TRUE", True),
        ("no", False),
        ("false", False),
        ("none", None),
        ("null", None),
        ("20", 20),
        ("007", 7),
        ("2.5", 2.5),
        ("1e3", 1000.0),
        ("full", "full"),
        ('"20"', "20"),
        ("[1, 2]", [1, 2]),
        ('{"a": 1, "b": 2}', {"a": 1, "b": 2}),
        ("", ""),
    ],
)
def test_words_and_json_are_both_understood(text: str, value: Any) -> None:
    assert parse_title_options([f"name={text}"]) == {"name": value}


def test_several_options_stand_alone_or_with_commas() -> None:
    assert parse_title_options(["a=1,b=yes", " c = x "]) == {"a": 1, "b": True, "c": "x"}


def test_an_option_without_a_value_is_refused() -> None:
    with pytest.raises(BadOption, match="expected name=value"):
        parse_title_options(["a=1,b"])
