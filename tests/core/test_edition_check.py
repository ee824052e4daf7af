"""Strangers' editions: what is wrong is named with its line, and nothing in a file costs time or memory."""

import re
import sys
import tomllib
import tracemalloc
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import aerodrome
from aerodrome.core import edition as editions
from aerodrome.core.edition import (
    MAX_EDITION_BYTES,
    EditionCheckResult,
    EditionError,
    check_edition_data,
    check_edition_text,
    encode_edition,
    hash_edition,
    read_checked_edition,
)
from aerodrome.core.registry import get_edition_rules
from aerodrome.core.toml_text import format_toml

TITLES = ("airkwire", "airline", "airsteam", "tingoose")


def house(title: str) -> str:
    return get_edition_rules(title).house_file.read_text(encoding="utf-8")


def check(title: str, text: str | bytes) -> EditionCheckResult[Any]:
    return check_edition_text(get_edition_rules(title), text.encode() if isinstance(text, str) else text)


def change(title: str, old: str, new: str) -> str:
    text = house(title)
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize("title", TITLES)
def test_the_house_edition_is_sound_and_not_odd(title: str) -> None:
    found = check(title, house(title))
    assert (found.errors, found.warnings) == ([], [])
    assert hash_edition(found.edition) == aerodrome.load(title).edition_hash


@pytest.mark.parametrize("title", TITLES)
def test_an_edition_written_as_a_file_is_the_same_edition(title: str) -> None:
    edition = check(title, house(title)).edition
    again = check(title, format_toml(msgspec.to_builtins(edition)))
    assert encode_edition(again.edition) == encode_edition(edition)


@pytest.mark.parametrize("title", TITLES)
def test_changed_data_under_the_houses_id_are_refused(title: str, tmp_path: Any) -> None:
    numbers = {
        "airkwire": ("starting_cash = 12000", "starting_cash = 18000"),
        "airline": ("fares = [7, 14, 21]", "fares = [6, 12, 18]"),
        "airsteam": ("start_money = 12", "start_money = 13"),
        "tingoose": ("cash = 40", "cash = 41"),
    }
    text = change(title, *numbers[title])
    (error,) = check(title, text).errors
    assert error.where == "edition.id"
    assert error.line == text[: text.index("id = ")].count("\n") + 1
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(EditionError, match="an id of its own"):
        aerodrome.load(title, file)


WRONG = [
    ("airline", "fares = [7, 14, 21]", "fares = [7, 21, 14]", "city[7].fares", "a better aircraft must earn more"),
    ("airline", '{ pos = 5, kind = "city", city = "lima" }', '{ pos = 5, kind = "city", city = "nowhere" }',
     "track.spaces[5].city", "whoever lands on a space"),
    ("airline", "fares = [7, 14, 21]", "fares = [7, 14, 2100000000]", "city[7].fares[2]", "a better aircraft"),
    ("tingoose", "airmail_reward = 40", "airmail_reward = -5", "money_values.airmail_reward", "below zero"),
    ("airsteam", "tile_radius = 4", "tile_radius = 900000", "map.tile_radius", "hexagonal tiles of one size"),
    ("airkwire", "percent_of_price = 1 ", "percent_of_price = 101 ", "dividends.percent_of_price", "whole tens"),
    ("airkwire", "first_bonus_multiple = 20", "first_bonus_multiple = 5", "merger.first_bonus_multiple", "taken over"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "old", "new", "where", "breaks"), WRONG)
def test_an_error_names_line_place_value_and_what_it_breaks(
    title: str, old: str, new: str, where: str, breaks: str
) -> None:
    text = change(title, old, new)
    error = check(title, text).errors[0]
    assert error.where == where
    assert error.line == text[: text.index(new)].count("\n") + 1
    assert breaks in error.breaks
    assert f"line {error.line}" in str(error)


def test_every_part_that_is_wrong_is_named_at_once() -> None:
    text = change("airline", "fares = [7, 14, 21]", "fares = [7, 21, 14]").replace("sides = 6", "sides = 8")
    assert [error.where for error in check("airline", text).errors] == ["dice.sides", "city[7].fares"]


ODD = [
    ("airline", "fares = [7, 14, 21]", "fares = [40, 80, 120]", "pays 40 for a PROP"),
    ("airline", "fares = [7, 14, 21]", "fares = [7, 14, 22]", "not 1 : 2 : 3"),
    ("airline", "[dice]\n", "[dice]\nsidez = 6\n", "misspelt"),
    ("airline", "lat = 41.9028\nlon = 12.4964", "lat = 51.9\nlon = 0.4", "Rome lies on top of London"),
    ("airkwire", "percent_of_price = 1 ", "percent_of_price = 0 ", "No airline ever pays"),
    ("airsteam", "start_money = 12", "start_money = 3", "Nobody can pay a first depot"),
    ("tingoose", "airmail_reward = 40", "airmail_reward = 0", "Carrying mail pays nothing"),
]


@pytest.mark.parametrize(("title", "old", "new", "sentence"), ODD)
def test_what_is_legal_but_odd_is_a_warning(title: str, old: str, new: str, sentence: str) -> None:
    text = change(title, old, new).replace("house-1", "mine")
    found = check(title, text)
    assert found.errors == []
    (told,) = [(line, odd.sentence) for line, odd in found.warnings if sentence in odd.sentence]
    assert told[0] > 0


def many_cities(count: int) -> str:
    city = '[[city]]\nid = "x{0}"\nname = "City {0}"\nlat = 1.0\nlon = 1.0\nfares = [1, 2, 3]\n'
    return house("airline") + "".join(city.format(number) for number in range(count))


HOSTILE = {
    "huge": "#" * (MAX_EDITION_BYTES + 1),
    "huge with sense": house("airline") * 20,
    "nested lists": "a = " + "[" * 60_000 + "]" * 60_000,
    "nested tables": "a = " + "{ a = " * 3_000 + "1" + " }" * 3_000,
    "dotted keys": "a." * 2_000 + "a = 1",
    "a key of many parts": "a." * 60_000 + "a = 1",
    "a header of many parts": "[" + "a." * 60_000 + "a]",
    "many keys of many parts": "[" + "b." * 49 + "b]\n" + "".join("a." * 49 + f"a{n} = 1\n" for n in range(1_100)),
    "a key twice": house("airline") + "\n[dice]\nsides = 8\n",
    "a hundred thousand entries": "a = [" + "1," * 60_000 + "]",
    "tables in a list": "a = [" + "{}," * 40_000 + "]",
    "exponent": change("airline", "lat = 41.9028", "lat = 1e308"),
    "negative count": change("airline", "fares = [7, 14, 21]", "fares = [-7, 14, 21]"),
    "no cards": re.sub(r"tiles = \[[^]]*\]", "tiles = []", house("airsteam"), count=1),
    "many dotted tables": "".join(f"[{'.'.join('abcdefghij'[: 1 + n % 10])}.x{n}]\n" for n in range(5_000)),
    "huge integer": "a = " + "9" * 100_000,
    "huge hexadecimal": "a = 0x" + "f" * 100_000,
    "infinite": change("airline", "lat = 41.9028", "lat = inf"),
    "not a number": change("airline", "lat = 41.9028", "lat = nan"),
    "absurd price": change("airkwire", "starting_cash = 12000", "starting_cash = 120000000000"),
    "thousands of cities": many_cities(1_500),
    "more cities than a board has": many_cities(100),
    "markup": change("airline", 'name = "Rome"', 'name = "<img src=x onerror=alert(1)>"'),
    "control characters": change("airline", 'name = "Rome"', 'name = "Ro\\u202Eme"'),
    "zero width": change("airline", 'name = "Rome"', 'name = "Ro\\u200Bme"'),
    "a letter that shows nothing": change("airline", 'name = "Rome"', 'name = "\\u3164"'),
    "blank name": change("airline", 'name = "Rome"', 'name = " "'),
    "line separator": change("airline", 'name = "Rome"', 'name = "Ro\\u2028me"'),
    "heap of accents": change("airline", 'name = "Rome"', f'name = "R{chr(0x301) * 200}ome"'),
    "a word of browsers": change("airline", 'name = "Rome"', 'name = "constructor"'),
    "a key of browsers": house("airline") + "\n[__proto__]\na = 1\n",
    "ids that differ by case": change("airline", 'id = "lima"', 'id = "ROME"'),
    "long id": change("airline", 'id = "house-1"', f'id = "{"mine" * 15}"'),
    "markup in an id": change("airline", 'id = "house-1"', 'id = "a/../b"'),
    "long name": change("airline", 'name = "Rome"', f'name = "{"Rome" * 500}"'),
    "markup in a key": house("airline") + '\n["<script>"]\na = 1\n',
    "date": change("airline", "sides = 6", "sides = 2020-01-01"),
    "empty": "",
    "not TOML": "{",
    "another title": house("tingoose"),
    "unreachable": change("airline", 'a = "moscow"\nb = "tokyo"', 'a = "moscow"\nb = "moscow"'),
}


MOST_CALLS = 4_000_000
"""Calls of functions: the house edition of Airline takes 110,000; so many are done in about a second."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_edition_is_refused_at_once_with_a_sentence(name: str) -> None:
    title = {"absurd price": "airkwire", "no cards": "airsteam"}.get(name, "airline")
    text = HOSTILE[name].encode()
    calls = 0

    def count_call(*_event: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count_call)
    try:
        found = check(title, text)
    finally:
        sys.setprofile(None)
    tracemalloc.start()
    try:
        check(title, text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.edition is None
    assert all(10 < len(error.sentence) < 600 for error in found.errors)
    assert found.errors
    assert calls < MOST_CALLS
    assert peak < 64 * 1024 * 1024


def list_texts(title: str) -> list[tuple[str | int, ...]]:
    """One place of every kind that has a text."""
    data = msgspec.to_builtins(read_checked_edition(None, get_edition_rules(title)))
    kinds: dict[str, tuple[str | int, ...]] = {}
    for place in list_places(data):
        value = data
        for key in place:
            value = value[key]
        if isinstance(value, str):
            kinds.setdefault(".".join(key for key in place if isinstance(key, str)), place)
    return list(kinds.values())


BAD_TEXTS = (
    "<svg onload=alert(1)>",
    "a\u202eb",
    "a\u200bb",
    "\u3164",
    "__proto__",
    "toString",
    "a\x00",
    "x" * 700,
    "e" + "\u0301" * 9,
)


@pytest.mark.parametrize("title", TITLES)
def test_no_text_of_any_title_takes_what_is_not_plain(title: str) -> None:
    house_data = msgspec.to_builtins(read_checked_edition(None, get_edition_rules(title)))
    for number, place in enumerate(list_texts(title)):
        for bad in BAD_TEXTS if number == 0 else BAD_TEXTS[number % len(BAD_TEXTS) :][:1]:
            data = msgspec.json.decode(msgspec.json.encode(house_data))
            holder = data
            for key in place[:-1]:
                holder = holder[key]
            holder[place[-1]] = bad
            with pytest.raises(EditionError) as refused:
                editions.decode_edition_data(msgspec.json.encode(data))
            assert str(place[0]) in refused.value.where


@pytest.mark.parametrize("colour", ["url(//x/y)", "red;background:url(x)", "#12345", "#1234567", "var(--ink)"])
def test_a_colour_that_is_drawn_is_nothing_but_a_colour(colour: str) -> None:
    text = re.sub(r'colour_hex = "[^"]*"', f'colour_hex = "{colour}"', house("airkwire"), count=1)
    assert "colour_hex" in check("airkwire", text.replace("house-1", "mine")).errors[0].where


def test_two_links_of_one_id_are_refused() -> None:
    data = tomllib.loads(house("airsteam"))
    data["edition"]["id"] = "mine"
    data["tile"][1]["links"][0]["id"] = data["tile"][0]["links"][0]["id"]
    errors = check_edition_data(get_edition_rules("airsteam"), data).errors
    assert any("links with different names" in error.sentence for error in errors)


def test_a_file_is_not_read_further_than_the_limit(tmp_path: Any) -> None:
    file = tmp_path / "big.toml"
    with file.open("wb") as out:
        out.truncate(5_000_000_000)
    with pytest.raises(EditionError, match="at most 128 KB"):
        aerodrome.load("airline", file)


def test_boards_in_pieces_are_refused_by_every_title() -> None:
    pieces: dict[str, tuple[str, Callable[[dict[str, Any]], None]]] = {
        "airline": ("route", lambda data: data.update(route=data["route"][:9])),
        "airkwire": ("city", lambda data: data["city"][0].update(q=60, r=60)),
        "airsteam": ("configuration[0]", lambda data: data["configuration"][0]["offsets"].update(B=[90, 90])),
        "tingoose": ("lines.edges", lambda data: data["lines"].update(edges=data["lines"]["edges"][:40])),
    }
    for title, (where, cut) in pieces.items():
        data = tomllib.loads(house(title))
        data["edition"]["id"] = "mine"
        cut(data)
        errors = check_edition_data(get_edition_rules(title), data).errors
        assert any(error.where.startswith(where) for error in errors), (title, errors)


def list_places(data: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place, *(found for key, value in inner for found in list_places(value, (*place, key)))]


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.integers(-(10**25), 10**25),
    st.integers(-3, 30),
    st.floats(),
    st.text(max_size=12),
    st.booleans(),
    st.lists(st.integers(-5, 50), max_size=4),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


@pytest.mark.parametrize("title", TITLES)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_changed_the_check_answers(title: str, data: st.DataObject) -> None:
    """Either a sound edition, whose game can be set up, or sentences; never another exception."""
    changed = tomllib.loads(house(title))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(list_places(changed)[1:]))
        holder = changed
        for key in place[:-1]:
            holder = holder[key]  # type: ignore[index]
        if data.draw(st.booleans()):
            holder[place[-1]] = data.draw(VALUES)  # type: ignore[index]
        else:
            del holder[place[-1]]  # type: ignore[arg-type]
    changed.setdefault("edition", {})
    if isinstance(changed["edition"], dict):
        changed["edition"]["id"] = "mine"
    try:
        editions._require_limits_and_plain_text(changed)
    except EditionError:
        return
    found = check_edition_data(get_edition_rules(title), changed)
    assert (found.edition is None) == bool(found.errors)
    if found.edition is not None:
        game = aerodrome.load(title, encode_edition(found.edition))
        for seats in (game.seats_min, game.seats_max):
            game.board()
            assert game.actors(game.new(seats))


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.text(alphabet="[]{}=.\"\n#ab1,'", max_size=300).map(str.encode)))
def test_any_bytes_at_all_get_an_answer(text: bytes) -> None:
    assert check("tingoose", text).errors
