"""What must hold in any edition of Airline: the numbers of the rulebook, a whole track, one joined-up map."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from aerodrome.core.edition import Oddity, expect, list_oddities_of_close_cities

if TYPE_CHECKING:
    from collections.abc import Iterator

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


BREAKS = {
    "edition.id": "records tell editions apart by id and hash",
    "players": "the rules are written for two to four airlines with twelve markers each",
    "dice": "movement and charters count on two dice",
    "money": "these amounts are rules of the rulebook, not facts of the board",
    "aircraft": "fares, subsidies and maintenance go by the three kinds of aircraft",
    "city": "the track has a space for each of 18 cities",
    "city.fares": "a better aircraft must earn more, or nobody would ever exchange one",
    "track": "whoever lands on a space must find one that the rules know",
    "route": "fares are paid along routes: a city that no route reaches could never join a network",
}
"""What a wrong value breaks."""


def _check_players_and_dice(edition: Edition) -> None:
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


def list_oddities(edition: Edition) -> Iterator[Oddity]:
    """What the rules allow and a printed board hardly has."""
    props = sorted(city.fares[0] for city in edition.city)
    usual = props[len(props) // 2]
    for i, city in enumerate(edition.city):
        prop, jet, sst = city.fares
        if prop > 3 * usual or 3 * prop < usual:
            yield Oddity(f"city[{i}].fares", f"{city.name} pays {prop} for a PROP where most cities pay about {usual}.")
        if (jet, sst) != (2 * prop, 3 * prop):
            yield Oddity(f"city[{i}].fares", f"The fares of {city.name} are not 1 : 2 : 3, as London's are.")
        ends = sum(city.id in (route.a, route.b) for route in edition.route)
        if ends == 1:
            yield Oddity(f"city[{i}]", f"Only one route goes to {city.name}: it earns little for whoever owns it.")
    yield from list_oddities_of_close_cities(edition.city, 2.0)


CHECKS = (
    _check_players_and_dice,
    _check_money,
    _check_aircraft,
    _check_cities,
    _check_track,
    _check_routes,
)
