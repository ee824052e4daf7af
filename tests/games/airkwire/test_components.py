"""Section 1: the components, and the editions that describe them."""

import math
import statistics
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import aerodrome
from aerodrome.core.edition import EditionError
from aerodrome.games.airkwire.components.edition import HOUSE, City, read_edition
from games.airkwire.table import Table

EDITION = read_edition()


@pytest.mark.rule("AK-1.1")
def test_three_to_six_players() -> None:
    game = aerodrome.load("airkwire")
    for seats in (3, 4, 5, 6):
        assert game.new(seats).seats == seats
    for seats in (2, 7):
        with pytest.raises(ValueError, match="3 to 6 seats"):
            game.new(seats)


@pytest.mark.rule("AK-1.3", "AK-1.4", "AK-1.14")
def test_seven_airlines_of_twenty_shares_each_with_a_home_of_three_points() -> None:
    table = Table()
    assert len(table.state.unsold) == 7
    assert table.state.unsold == [20] * 7
    assert [table.game.points_of[home] for home in table.game.home] == [3] * 7
    assert len(set(table.game.home)) == 7
    assert table.rule("buy", airline="united") == "AK-R21"
    assert table.state.network == [0] * 7, "no home is marked before its airline opens"
    table.hand(0, "cleveland")
    table.do("buy", airline="united")
    assert table.state.network[table.airline("united")] == table.game.bit[table.city("chicago")]


@pytest.mark.rule("AK-1.5")
def test_three_aircraft_types_of_range_one_two_and_three() -> None:
    assert [(craft.id, craft.range) for craft in EDITION.aircraft] == [("tri_motor", 1), ("boeing_247", 2), ("dc3", 3)]


@pytest.mark.rule("AK-1.6", "AK-1.7", "AK-2.10")
def test_an_airline_card_holds_unsold_shares_unused_aircraft_and_played_cards() -> None:
    table = Table()
    view = table.game.view(table.state, None)["airlines"]["united"]
    assert view["unsold"] == 20
    assert view["hangar"] == {"tri_motor": 12, "boeing_247": 12, "dc3": 10}
    assert view["acquired_left"] == 12
    assert view["cards"] == []
    table.hand(0, "cleveland")
    table.do("buy", airline="united")
    table.fly("cleveland", "united")
    view = table.game.view(table.state, None)["airlines"]["united"]
    assert view["unsold"] == 18
    assert view["hangar"]["tri_motor"] == 11
    assert view["cards"] == ["cleveland"]
    assert (view["ceo"], view["price"], view["points"]) == (0, 100, 5)


@pytest.mark.rule("AK-1.8", "AK-1.9")
def test_each_city_has_a_hex_of_its_own_and_four_hexes_have_none() -> None:
    places = [(city.q, city.r) for city in EDITION.city] + [(blank.q, blank.r) for blank in EDITION.blank]
    assert len(set(places)) == len(places)
    assert len(EDITION.blank) == 4
    game = aerodrome.load("airkwire")
    for blank in EDITION.blank:
        with pytest.raises(ValueError, match="city"):
            game.parse({"type": "propose", "city": blank.id, "airline": "united", "aircraft": "dc3"})


@pytest.mark.rule("AK-1.10", "AK-1.11", "AK-1.12")
def test_cities_of_two_and_three_points_have_two_cards() -> None:
    assert {city.points for city in EDITION.city} == {0, 1, 2, 3}
    assert all(city.cards == (2 if city.points > 1 else 1) for city in EDITION.city)
    assert sum(city.cards for city in EDITION.city if city.points == 3) == 14
    table = Table()
    assert table.game.card_counts[table.card("denver")] == 2
    assert table.game.card_counts[table.card("omaha")] == 1


@pytest.mark.rule("AK-1.13", "AK-1.15")
def test_points_are_those_of_the_home_and_of_every_city_served() -> None:
    table = Table()
    table.open("united", 3, {0: 3}, {"st_louis": "tri_motor", "omaha": "boeing_247"})
    assert table.points("united") == 3 + 2 + 1
    assert table.serves("united") == {"st_louis", "omaha"}


@pytest.mark.rule("AK-1.17", "AK-1.18", "AK-15.9")
def test_the_space_on_the_track_fixes_price_city_limit_and_aircraft() -> None:
    table = Table()
    table.open("united", 3)
    view = table.game.view(table.state, 0)["airlines"]["united"]
    assert (view["price"], view["city_limit"]) == (300, 5)
    assert view["aircraft_allowed"] == ["tri_motor", "boeing_247"]
    assert all("tri_motor" in space.aircraft for space in EDITION.track)
    for space, dearer in zip(EDITION.track, EDITION.track[1:], strict=False):
        assert set(space.aircraft) <= set(dearer.aircraft)


@pytest.mark.rule("AK-1.22", "AK-3.6")
def test_the_discard_pool_is_face_up_for_everybody() -> None:
    table = Table()
    table.hand(0, "bangor")
    table.do("close_stock")
    table.do("discard", card="bangor")
    assert all(table.game.view(table.state, who)["pool"] == {"bangor": 1} for who in (0, 1, 2, None))


def test_the_house_edition_lies_on_the_map_as_its_cities_do() -> None:
    xs = [(city.q + city.r / 2, city.r * math.sqrt(3) / 2) for city in EDITION.city]
    assert statistics.correlation([x for x, _ in xs], [city.lon for city in EDITION.city]) > 0.95
    assert statistics.correlation([-y for _, y in xs], [city.lat for city in EDITION.city]) > 0.95
    at = {(city.q, city.r): city for city in EDITION.city}
    for (q, r), city in at.items():
        east = at.get((q + 1, r))
        assert east is None or east.lon > city.lon
        for south in (at.get((q - 1, r + 1)), at.get((q, r + 1))):
            assert south is None or south.lat < city.lat


def test_the_house_edition_has_its_names_and_values() -> None:
    assert [airline.id for airline in EDITION.airline] == [
        "american",
        "delta",
        "eastern",
        "northwest",
        "twa",
        "united",
        "western",
    ]
    assert Counter(city.points for city in EDITION.city)[3] == 7
    assert [space.price for space in EDITION.track] == [100, *range(100, 2001, 100)]
    assert sum(city.cards for city in EDITION.city) == 100


@pytest.mark.rule("AK-R33")
def test_range_is_plain_hex_distance_and_agrees_with_flying_over_printed_hexes() -> None:
    printed = {(city.q, city.r) for city in EDITION.city} | {(blank.q, blank.r) for blank in EDITION.blank}
    for city in EDITION.city:
        steps = _flown(city, printed)
        for other in EDITION.city:
            if city.compute_hex_distance_to(other) <= 3:
                assert steps[other.q, other.r] == city.compute_hex_distance_to(other)


def _flown(city: City, printed: set[tuple[int, int]]) -> dict[tuple[int, int], int]:
    seen, edge = {(city.q, city.r): 0}, [(city.q, city.r)]
    while edge:
        q, r = edge.pop(0)
        for dq, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            there = (q + dq, r + dr)
            if there in printed and there not in seen:
                seen[there] = seen[q, r] + 1
                edge.append(there)
    return seen


def _broken(tmp_path: Path, old: str, new: str) -> str:
    text = HOUSE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(file)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('home = "chicago"', 'home = "omaha"', "airline[5].home: expected a city of 3 points, got 'omaha'"),
        ("points = 2\ncards = 2", "points = 2\ncards = 1", "city[0].cards: expected 1, or 2 for 2 and 3 points, got 1"),
        ("q = 1\nr = 0", "q = 0\nr = 0", "city[1]: expected a hex of its own, got 'seattle'"),
        ("points = 2", "points = 4", "city[0].points: expected 0 to 3, got 4"),
        ("\nprice = 300", "\nprice = 90", "track[3]"),
        ("players_max = 6", "players_max = 9", "setup.players_max"),
        ("range = 2", "range = 1", "aircraft: expected ranges 1, 2, 3"),
        ("count = 2", "count = 1", "power_card: expected ten cards, got 9"),
        ("starting_cash = 12000 ", "starting_cash = 12001 ", "setup.starting_cash"),
        ('id = "spokane"', 'id = "seattle"', "city[1].id"),
        ("brokerage_fee = 50", 'brokerage_fee = "much"', "stock.brokerage_fee: expected `int`, got 'much'"),
        ("[setup]", "[setup]\nextra = 1", "extra"),
    ],
)
def test_a_broken_edition_is_refused_with_the_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    error = _broken(tmp_path, old, new)
    assert "mine.toml" in error
    assert message in error


def test_an_own_edition_may_differ_where_the_rulebook_is_silent(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8").replace("house-1", "mine")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("acquired_per_airline = 12", "acquired_per_airline = 9"), encoding="utf-8")
    game = aerodrome.load("airkwire", edition=file)
    assert game.board()["acquired_markers"] == 9
    assert game.edition_hash != aerodrome.load("airkwire").edition_hash


@pytest.mark.parametrize("options", [{"starting_cash": "all"}, {"stall_rounds": -1}, {"nonsense": 1}])
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="airkwire"):
        aerodrome.load("airkwire", options=options)


def test_an_unknown_rules_version_is_refused() -> None:
    with pytest.raises(ValueError, match="rules version 9 is not known"):
        aerodrome.load("airkwire", rules=9)


def test_the_edition_gives_the_default_of_its_options(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8").replace("house-1", "mine")
    text = text.replace('starting_cash_mode = "split"', 'starting_cash_mode = "each"')
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert aerodrome.load("airkwire", edition=file).resolved_options()["starting_cash"] == "each"


def test_the_board_is_plain_data_with_every_place() -> None:
    board = aerodrome.load("airkwire").board()
    assert msgspec.json.decode(msgspec.json.encode(board)) == board
    assert len(board["cities"]) == 77
    assert len(board["track"]) == 21
