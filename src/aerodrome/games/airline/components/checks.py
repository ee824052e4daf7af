"""What must hold in any edition of Airline: the numbers of the rulebook, a whole track, one joined-up map."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from aerodrome.core.edition import expect

if TYPE_CHECKING:
    from aerodrome.games.airline.components.edition import Edition

SPECIAL_SPACES = ("subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash")
RULEBOOK_AMOUNTS = {
    "start_cash": 100,
    "landing_rights_price": 20,
    "challenge_fee": 20,
    "exchange_fee": 30,
    "crash_cost": 30,
    "air_cargo": 10,
    "charter_per_pip": 1,
    "short_game_city_value": 20,
}


def check_edition(edition: Edition) -> None:
    """Raise EditionError at the first thing that does not hold."""
    _check_players(edition)
    _check_money(edition)
    _check_aircraft(edition)
    _check_cities(edition)
    _check_track(edition)
    _check_routes(edition)


def _check_players(edition: Edition) -> None:
    players = edition.players
    expect((players.min, players.max) == (2, 4), "players", "2 to 4 players", [players.min, players.max])  # AL-1.1
    expect(len(set(players.colours)) == 4, "players.colours", "four different colours", players.colours)
    expect(players.markers_small == 11, "players.markers_small", "11", players.markers_small)  # AL-1.4
    expect(players.markers_large == 1, "players.markers_large", "1", players.markers_large)
    expect(edition.dice.count == 2, "dice.count", "2", edition.dice.count)
    expect(edition.dice.sides == 6, "dice.sides", "6", edition.dice.sides)


def _check_money(edition: Edition) -> None:
    for key, amount in RULEBOOK_AMOUNTS.items():
        found = getattr(edition.money, key)
        expect(found == amount, f"money.{key}", f"{amount}, as the rulebook has it", found)


def _check_aircraft(edition: Edition) -> None:
    ids = [a.id for a in edition.aircraft]
    expect(ids == ["prop", "jet", "sst"], "aircraft", "prop, jet and sst in this order", ids)
    for i, aircraft in enumerate(edition.aircraft):
        expect(aircraft.level == i, f"aircraft[{i}].level", str(i), aircraft.level)
        expect(aircraft.fare_column == i, f"aircraft[{i}].fare_column", str(i), aircraft.fare_column)
    subsidies = [a.subsidy for a in edition.aircraft]
    expect(subsidies == [20, 10, 0], "aircraft.subsidy", "20, 10 and 0, as the rulebook has it", subsidies)  # AL-10.1
    jet = edition.aircraft[1].maintenance
    expect(jet == 25, "aircraft[1].maintenance", "25, as the rulebook has it", jet)  # AL-10.4
    charges = [a.maintenance for a in edition.aircraft]
    expect(_is_rising(charges), "aircraft.maintenance", "three rising numbers", charges)


def _check_cities(edition: Edition) -> None:
    cities = edition.city
    expect(len(cities) == 18, "city", "18 cities", len(cities))  # AL-1.2
    for field in ("id", "name"):
        seen: set[str] = set()
        for i, city in enumerate(cities):
            value: str = getattr(city, field)
            expect(value not in seen, f"city[{i}].{field}", "one that no other city has", value)
            seen.add(value)
    for i, city in enumerate(cities):
        fares = list(city.fares)
        good = len(fares) == 3 and fares[0] > 0 and _is_rising(fares)
        expect(good, f"city[{i}].fares", "three rising numbers", fares)  # AL-7.3


def _check_track(edition: Edition) -> None:
    spaces = edition.track.spaces
    expect(len(spaces) == 24, "track.spaces", "24 spaces", len(spaces))
    for i, space in enumerate(spaces):
        expect(space.pos == i, f"track.spaces[{i}].pos", str(i), space.pos)
    expect(spaces[0].kind == "subsidy", "track.spaces[0].kind", "subsidy", spaces[0].kind)
    for kind in SPECIAL_SPACES:
        count = sum(space.kind == kind for space in spaces)
        expect(count == 1, "track.spaces", f"one {kind} space", count)
    known = {city.id for city in edition.city}
    seen: set[str] = set()
    for i, space in enumerate(spaces):
        where = f"track.spaces[{i}].city"
        if space.kind != "city":
            expect(space.city == "", where, "no city on a special space", space.city)
            continue
        expect(space.city in known, where, "the id of a city", space.city)
        expect(space.city not in seen, where, "a city that is not on the track before", space.city)
        seen.add(space.city)


def _check_routes(edition: Edition) -> None:
    known = {city.id for city in edition.city}
    seen: set[frozenset[str]] = set()
    for i, route in enumerate(edition.route):
        expect(route.a in known, f"route[{i}].a", "the id of a city", route.a)
        expect(route.b in known, f"route[{i}].b", "the id of a city", route.b)
        expect(route.a != route.b, f"route[{i}]", "two different cities", [route.a, route.b])
        pair = frozenset((route.a, route.b))
        expect(pair not in seen, f"route[{i}]", "a route that is not there before", [route.a, route.b])
        seen.add(pair)
    lonely = sorted(known - _find_reachable_cities(edition.city[0].id, seen))
    expect(not lonely, "route", "routes that join all cities in one map", lonely or None)


def _find_reachable_cities(start: str, routes: set[frozenset[str]]) -> set[str]:
    reached = {start}
    grew = True
    while grew:
        more = {city for route in routes if route & reached for city in route}
        grew = not more <= reached
        reached |= more
    return reached


def _is_rising(numbers: list[Any]) -> bool:
    return all(a < b for a, b in pairwise(numbers))
