"""The house edition keeps what it promises, and a broken edition file names the place."""

import math
from pathlib import Path
from typing import Any

import pytest

import aerodrome
from aerodrome.core.edition import EditionError
from aerodrome.games.airline.components.edition import HOUSE_FILE, City, read_edition

EDITION = read_edition(None)
CITIES = {city.id: city for city in EDITION.city}


def km(a: City, b: City) -> float:
    p, q = math.radians(a.lat), math.radians(b.lat)
    half = math.sin((q - p) / 2) ** 2
    half += math.cos(p) * math.cos(q) * math.sin(math.radians(b.lon - a.lon) / 2) ** 2
    return 2 * 6371.0088 * math.asin(math.sqrt(half))


def neighbours(city: str) -> list[str]:
    return [r.b if r.a == city else r.a for r in EDITION.route if city in (r.a, r.b)]


def reached(start: str, without: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for other in neighbours(todo.pop()):
            if other not in seen and other != without:
                seen.add(other)
                todo.append(other)
    return seen


def test_the_cities_the_rulebook_names_are_there_and_the_others_are_marked_as_ours() -> None:
    named = "london moscow tokyo casablanca rome bangkok tashkent baghdad nairobi colombo sydney"
    assert {c.id for c in EDITION.city if c.source_name == "rulebook"} == set(named.split())
    assert sum(c.source_name == "reconstructed" for c in EDITION.city) == 7


def test_special_spaces_stand_in_the_order_of_the_rulebook() -> None:
    special = [space.kind for space in EDITION.track.spaces if space.kind != "city"]
    assert special == ["subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash"]


def test_fares_go_1_2_3_and_follow_the_length_of_the_routes() -> None:
    def mean(city: City) -> float:
        ends = neighbours(city.id)
        return sum(km(city, CITIES[end]) for end in ends) / len(ends)

    london = mean(CITIES["london"])
    for city in EDITION.city:
        prop = city.fares[0]
        assert city.fares == (prop, 2 * prop, 3 * prop)
        exact = 9 * math.sqrt(mean(city) / london)
        assert prop == math.floor(exact + 0.5)
        assert abs(exact - math.floor(exact) - 0.5) > 0.005
    assert CITIES["london"].fares == (9, 18, 27)


def test_the_map_has_38_routes_at_least_three_a_city_and_no_city_that_splits_it() -> None:
    assert len(EDITION.route) == 38
    assert min(len(neighbours(city)) for city in CITIES) >= 3
    for lost in CITIES:
        start = "london" if lost != "london" else "rome"
        assert reached(start, lost) == set(CITIES) - {lost}


def test_the_track_is_a_tour_of_direct_routes() -> None:
    tour = [space.city for space in EDITION.track.spaces if space.kind == "city"]
    for here, there in zip(tour, [*tour[1:], tour[0]], strict=True):
        assert there in neighbours(here)


def test_distances_are_those_of_a_world_map() -> None:
    lengths = [km(CITIES[r.a], CITIES[r.b]) for r in EDITION.route]
    assert min(lengths) >= 1000
    assert max(lengths) <= 12_500
    longest = EDITION.route[lengths.index(max(lengths))]
    assert {longest.a, longest.b} == {"nairobi", "sydney"}


def test_an_owners_own_edition_can_be_played(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = HOUSE_FILE.read_text(encoding="utf-8").replace('id = "house-1"', 'id = "mine"')
    mine.write_text(text.replace("fares = [7, 14, 21]", "fares = [6, 14, 25]"), encoding="utf-8")
    game = aerodrome.load("airline", edition=mine)
    assert game.edition_id == "mine"
    assert game.edition_hash != aerodrome.load("airline").edition_hash
    assert next(c for c in game.board()["cities"] if c["id"] == "rome")["fares"] == [6, 14, 25]


BROKEN = [
    ("fares = [7, 14, 21]", "fares = [7, 21, 14]", "city[7].fares: expected three rising numbers, got [7, 21, 14]"),
    ("fares = [7, 14, 21]", "fares = [7, 14]", "city[7].fares: expected three rising numbers"),
    ("fares = [7, 14, 21]", 'fares = "many"', "city[7].fares"),
    ('id = "rome"', 'id = "london"', "city[7].id: expected one that no other city has, got 'london'"),
    ("lat = 41.9028", "lat = 141.9", "city[7].lat"),
    ("start_cash = 100", "start_cash = 90", "money.start_cash: expected 100, as the rulebook has it, got 90"),
    ("maintenance = 25", "maintenance = 26", "aircraft[1].maintenance: expected 25"),
    ("subsidy = 10", "subsidy = 11", "aircraft.subsidy"),
    ("maintenance = 15", "maintenance = 45", "aircraft.maintenance: expected three rising numbers, got [45, 25, 35]"),
    ('colours = ["red", "yellow",', 'colours = ["red", "red",', "players.colours: expected four different colours"),
    ("markers_small = 11", "markers_small = 12", "players.markers_small: expected 11, got 12"),
    ("sides = 6", "sides = 8", "dice.sides: expected 6, got 8"),
    ('{ pos = 4, kind = "maintenance" }', '{ pos = 4, kind = "crash" }', "track.spaces: expected one maintenance"),
    (
        '{ pos = 4, kind = "maintenance" }',
        '{ pos = 5, kind = "maintenance" }',
        "track.spaces[4].pos: expected 4, got 5",
    ),
    ('kind = "city", city = "lima"', 'kind = "city", city = "rome"', "track.spaces[10].city"),
    (
        'kind = "city", city = "lima"',
        'kind = "city", city = "limbo"',
        "track.spaces[5].city: expected the id of a city",
    ),
    ('kind = "crash"', 'kind = "storm"', "track.spaces[20].kind"),
    ('a = "moscow"\nb = "tokyo"', 'a = "moscow"\nb = "moscow"', "route[0]: expected two different cities"),
    ('a = "moscow"\nb = "tokyo"', 'a = "moscow"\nb = "rome"', "route[17]: expected a route that is not there before"),
    (
        'a = "moscow"\nb = "tokyo"',
        'a = "moscow"\nb = "nowhere"',
        "route[0].b: expected the id of a city, got 'nowhere'",
    ),
    ("[dice]", "[dize]", "dice"),
    ("format = 1", "format = 2", "format"),
    ("format = 1", "format = ", "TOML"),
]


@pytest.mark.parametrize(("good", "bad", "message"), BROKEN)
def test_a_broken_edition_names_file_and_place(tmp_path: Path, good: str, bad: str, message: str) -> None:
    file = tmp_path / "broken.toml"
    text = HOUSE_FILE.read_text(encoding="utf-8")
    assert good in text
    file.write_text(text.replace(good, bad, 1), encoding="utf-8")
    with pytest.raises(EditionError) as error:
        read_edition(file)
    assert "broken.toml" in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [("banker", 4), ("collect", "later"), ("marker_limit", 11), ("raise_offers", -1), ("short_game", 1), ("nosuch", 1)],
)
def test_a_bad_option_is_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=option):
        aerodrome.load("airline", options={option: value})


def test_an_unknown_rules_version_is_refused() -> None:
    with pytest.raises(ValueError, match="rules version 99"):
        aerodrome.load("airline", rules=99)
