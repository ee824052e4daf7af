"""The house edition as it is shipped, and what a broken edition is told."""

import math
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest

import aerodrome
from aerodrome.core.edition import EditionError
from aerodrome.games.tingoose.components.checks import COLOURS, ERAS
from aerodrome.games.tingoose.components.edition import HOUSE_FILE, Edition, MapProjection, read_edition
from games.tingoose.table import Table

NAMED = {"San Francisco", "Medford", "Reno", "Los Angeles", "Portland", "Boise", "Salt Lake City", "Las Vegas"}
NAMED |= {"Phoenix", "San Diego", "Chicago", "St. Louis", "Kansas City", "New York"}


@pytest.fixture(scope="module")
def house() -> Edition:
    return read_edition()


def beside(house: Edition) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {city.name: set() for city in house.city}
    for a, b in house.lines.edges:
        found[a].add(b)
        found[b].add(a)
    return found


def distance(lines: dict[str, set[str]], start: str, target: str) -> int:
    far = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in lines[here] - far.keys():
            far[there] = far[here] + 1
            queue.append(there)
    return far[target]


def project(lat: float, lon: float, plan: MapProjection) -> tuple[float, float]:
    p1, p2 = (math.radians(v) for v in plan.standard_parallels)
    n = (math.sin(p1) + math.sin(p2)) / 2
    k = math.cos(p1) ** 2 + 2 * n * math.sin(p1)
    rho, rho0 = (
        plan.earth_radius_km * math.sqrt(k - 2 * n * math.sin(math.radians(v))) / n for v in (lat, plan.origin_lat)
    )
    t = n * math.radians(lon - plan.origin_lon)
    return rho * math.sin(t), rho0 - rho * math.cos(t)


def hex_of(lat: float, lon: float, plan: MapProjection) -> tuple[int, int]:
    x, y = project(lat, lon, plan)
    px, py = x - plan.hex_origin_x_km, plan.hex_origin_y_km - y
    q = (math.sqrt(3) / 3 * px - py / 3) / plan.hex_radius_km
    r = (2 / 3 * py) / plan.hex_radius_km
    cube = [q, r, -q - r]
    whole = [round(v) for v in cube]
    off = [abs(a - b) for a, b in zip(cube, whole, strict=True)]
    worst = off.index(max(off))
    whole[worst] = -sum(v for i, v in enumerate(whole) if i != worst)
    return whole[0], whole[1]


def test_every_hex_follows_from_latitude_and_longitude(house: Edition) -> None:
    wrong = [city.name for city in house.city if hex_of(city.lat, city.lon, house.map) != (city.q, city.r)]
    assert wrong == []
    assert len({(city.q, city.r) for city in house.city}) == 27


def test_79_lines_that_do_not_cross_and_stay_in_adjacent_hexes(house: Edition) -> None:
    assert len(house.lines.edges) == 79
    place = {city.name: city for city in house.city}
    for a, b in house.lines.edges:
        dq, dr = place[a].q - place[b].q, place[a].r - place[b].r
        assert max(abs(dq), abs(dr), abs(dq + dr)) <= 1, (a, b)
    xy = {city.name: project(city.lat, city.lon, house.map) for city in house.city}
    edges = house.lines.edges
    for i, (a, b) in enumerate(edges):
        for c, d in edges[i + 1 :]:
            assert len({a, b, c, d}) < 4 or not crossing(xy[a], xy[b], xy[c], xy[d]), (a, b, c, d)
    assert all(2 <= len(cities) <= 6 for cities in beside(house).values())


Point = tuple[float, float]


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_the_cities_named_in_the_rulebook_are_there(house: Edition) -> None:
    assert {city.name for city in house.city if city.named_in_rulebook} == NAMED
    assert sorted(house.demand.initial_gold) == ["Chicago", "New York"]


def test_every_airmail_target_is_three_lines_away(house: Edition) -> None:
    lines = beside(house)
    assert {distance(lines, card.start, card.target) for card in house.airmail} == {3}
    starts = {card.start for card in house.airmail}
    assert len(starts) == len({card.target for card in house.airmail}) == 9
    assert not any(lines[start] & starts for start in starts)
    assert not starts & {"Chicago", "New York"}


def test_numbers_of_the_rulebook(house: Edition) -> None:
    setup, money = house.setup, house.money_values
    assert (setup.cash, setup.labor_chips, setup.start_fleet_planes, setup.planes_per_deployed_fleet) == (40, 2, 2, 2)
    assert (money.bond_cash, money.emergency_bond_cash, money.bond_repayment, money.airmail_reward) == (40, 20, 40, 40)
    assert len(house.income_track.boxes) == 26
    assert [place.name for place in house.international][:2] == ["Havana", "Kingston"]
    assert [place.min_size for place in house.international] == ["S", "S", "M", "M", "M", "L"]
    assert house.international[0].cost == 10
    costs = [place.cost for place in house.international]
    assert costs == sorted(costs)
    assert max(costs) < 40
    assert house.demand.silver_removed_per_service == {"3": 2, "4": 1, "5": 1}
    assert sum(house.demand.chart["5"]) * 4 == 36


def test_later_eras_fly_cheaper_safer_and_farther(house: Edition) -> None:
    fleets = {fleet.id: fleet for fleet in house.fleet}
    oil, hazard, sizes = [], [], []
    for era in ERAS:
        deck = [fleets[card.fleet] for card in house.card if card.era == era and card.fleet]
        oil.append(sum(fleet.oil for fleet in deck))
        hazard.append(sum(fleet.hazard for fleet in deck))
        sizes.append(Counter(fleet.size for fleet in deck))
    assert oil == sorted(oil, reverse=True)
    assert hazard == sorted(hazard, reverse=True)
    assert sizes[0] == {"S": 23}
    assert sizes[1]["M"] > 0 == sizes[1]["L"]
    assert 0 < sizes[2]["L"] <= 8


def test_events_get_worse_from_era_to_era(house: Edition) -> None:
    for field in ("lose", "win", "per_flame", "per_barrel"):
        totals = [sum(getattr(card, field) for card in house.card if card.era == era) for era in ERAS]
        assert totals == sorted(totals)
        assert totals[0] < totals[2]


def test_cities_are_spread_evenly_over_the_cards(house: Edition) -> None:
    colour = {city.name: city.colour for city in house.city}
    assert set(Counter(card.city for card in house.card).values()) == {2}
    for era in ERAS:
        cities = [card.city for card in house.card if card.era == era]
        assert len(set(cities)) == 32
        assert Counter(colour[name] for name in cities) == dict.fromkeys(COLOURS, 8)


BROKEN = [
    ("rounds = 7        #", "rounds = 8        #", r"edition\.rounds: expected 7 rounds, got 8"),
    ("cash = 40\nlabor", 'cash = "x"\nlabor', r"setup\.cash: expected `?int"),
    ("cash = 40\nlabor", "cash = -4\nlabor", r"setup\.cash"),
    ("hand = { gold = 3", "hand = { gold = 4", r"setup\.hand\.gold"),
    ("max_same_per_turn = 2", "max_same_per_turn = 3", r"actions\.per_turn"),
    ("emergency_bond_cash = 20", "emergency_bond_cash = 0", r"money_values\.emergency_bond_cash"),
    ("per_bond = -40", "per_bond = 40", r"scoring\.per_bond"),
    ('id = "rural-stops"', 'id = "rural"', r"condition: expected the five conditions"),
    ("start_index = 1 ", "start_index = 2 ", r"income_track\.start_index"),
    ("boxes = [2, 3, 3,", "boxes = [2, 3, 5,", r"income_track\.boxes"),
    ("rounds = [3]\nmin_size", "rounds = [4]\nmin_size", r"international\.rounds"),
    ('name = "Spokane"', 'name = "Seattle"', r"city\.name: expected distinct names"),
    ('["Seattle", "Portland"]', '["Seattle", "Paris"]', r"lines\.edges\[0\]"),
    ('green = "Reno"', 'green = "Miami"', r"demand_card\[0\]\.green: expected a green city"),
    ("5 = [4, 3, 2]", "5 = [4, 4, 2]", r"demand\.chart\.5"),
    ('target = "San Francisco"', 'target = "Seattle"', r"airmail\[0\]"),
    ("copies = 2\n\n[[fleet]]", "copies = 9\n\n[[fleet]]", r"fleet\[0\]\.copies"),
    ('fleet = "fokker-f10a"', 'fleet = "douglas-dc6"', r"card\[0\]\.fleet: expected a gold fleet"),
    ("[edition]\n", "[edition]\nmystery = 1\n", r"mystery"),
    ("[setup]", "[setup", "TOML"),
]


@pytest.mark.parametrize(("old", "new", "message"), BROKEN)
def test_a_broken_edition_is_told_the_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EditionError, match=message) as caught:
        read_edition(file)
    assert "mine.toml" in str(caught.value)


def test_an_owners_edition_with_other_values_can_be_played(tmp_path: Path) -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8").replace("cash = 40\nlabor_chips = 2", "cash = 25\nlabor_chips = 3")
    text = text.replace("tingoose-house-1", "mine")
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    game = aerodrome.load("tingoose", edition=file)
    view: Any = game.view(game.new(3), 0)
    assert (view["players"][0]["cash"], view["players"][0]["chips"]) == (25, 3)
    assert game.edition_hash != Table().game.edition_hash


def test_an_unknown_rules_version_is_refused() -> None:
    with pytest.raises(ValueError, match="rules version 99 is not known"):
        aerodrome.load("tingoose", rules=99)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="even_events"):
        aerodrome.load("tingoose", options={"odd_events": True})
