"""The component data of Airline: what the board and the box say."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.edition import EditionError, convert, expect, read_toml

HOUSE = Path(__file__).with_name("house.toml")
SPECIAL = ("subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash")
RULEBOOK = {
    "start_cash": 100,
    "landing_rights_price": 20,
    "challenge_fee": 20,
    "exchange_fee": 30,
    "crash_cost": 30,
    "air_cargo": 10,
    "charter_per_pip": 1,
    "short_game_city_value": 20,
}

Money = Annotated[int, Meta(gt=0)]


class About(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str = "Airline"
    publisher: str = ""
    note: str = ""


class Players(msgspec.Struct, frozen=True):
    min: int
    max: int
    colours: tuple[str, ...]
    markers_small: int
    markers_large: int


class Dice(msgspec.Struct, frozen=True):
    count: int
    sides: int


class Amounts(msgspec.Struct, frozen=True):
    start_cash: Money
    landing_rights_price: Money
    challenge_fee: Money
    exchange_fee: Money
    crash_cost: Money
    air_cargo: Money
    charter_per_pip: Money
    short_game_city_value: Money
    denominations: tuple[Money, ...] = ()


class Aircraft(msgspec.Struct, frozen=True):
    id: str
    name: str
    level: int
    fare_column: Annotated[int, Meta(ge=0, le=2)]
    subsidy: Annotated[int, Meta(ge=0)]
    maintenance: Money


class City(msgspec.Struct, frozen=True):
    id: str
    name: str
    lat: Annotated[float, Meta(ge=-90, le=90)]
    lon: Annotated[float, Meta(ge=-180, le=180)]
    fares: tuple[int, ...]
    region: str = ""
    source_name: str = ""
    source_fares: str = ""


class Space(msgspec.Struct, frozen=True):
    pos: int
    kind: Literal["subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash", "city"]
    city: str = ""


class Track(msgspec.Struct, frozen=True):
    spaces: tuple[Space, ...]


class Route(msgspec.Struct, frozen=True):
    a: str
    b: str
    source: Literal["rulebook", "implied", "reconstructed", "board"] = "board"
    why: str = ""


class Edition(msgspec.Struct, frozen=True):
    format: Literal[1]
    edition: About
    players: Players
    dice: Dice
    money: Amounts
    aircraft: tuple[Aircraft, ...]
    city: tuple[City, ...]
    track: Track
    route: tuple[Route, ...]


def read(path: Path | None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    file = HOUSE if path is None else path
    data = read_toml(file)
    try:
        return checked(convert(data, Edition))
    except EditionError as error:
        raise error.in_file(str(file)) from None


def checked(edition: Edition) -> Edition:
    _players(edition)
    _money(edition)
    _aircraft(edition)
    _cities(edition)
    _track(edition)
    _routes(edition)
    return edition


def _players(edition: Edition) -> None:
    players = edition.players
    expect((players.min, players.max) == (2, 4), "players", "2 to 4 players", [players.min, players.max])  # AL-1.1
    expect(len(set(players.colours)) == 4, "players.colours", "four different colours", players.colours)
    expect(players.markers_small == 11, "players.markers_small", "11", players.markers_small)  # AL-1.4
    expect(players.markers_large == 1, "players.markers_large", "1", players.markers_large)
    expect(edition.dice.count == 2, "dice.count", "2", edition.dice.count)
    expect(edition.dice.sides == 6, "dice.sides", "6", edition.dice.sides)


def _money(edition: Edition) -> None:
    for key, amount in RULEBOOK.items():
        found = getattr(edition.money, key)
        expect(found == amount, f"money.{key}", f"{amount}, as the rulebook has it", found)


def _aircraft(edition: Edition) -> None:
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
    expect(_rising(charges), "aircraft.maintenance", "three rising numbers", charges)


def _cities(edition: Edition) -> None:
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
        good = len(fares) == 3 and fares[0] > 0 and _rising(fares)
        expect(good, f"city[{i}].fares", "three rising numbers", fares)  # AL-7.3


def _track(edition: Edition) -> None:
    spaces = edition.track.spaces
    expect(len(spaces) == 24, "track.spaces", "24 spaces", len(spaces))
    for i, space in enumerate(spaces):
        expect(space.pos == i, f"track.spaces[{i}].pos", str(i), space.pos)
    expect(spaces[0].kind == "subsidy", "track.spaces[0].kind", "subsidy", spaces[0].kind)
    for kind in SPECIAL:
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


def _routes(edition: Edition) -> None:
    known = {city.id for city in edition.city}
    seen: set[frozenset[str]] = set()
    for i, route in enumerate(edition.route):
        expect(route.a in known, f"route[{i}].a", "the id of a city", route.a)
        expect(route.b in known, f"route[{i}].b", "the id of a city", route.b)
        expect(route.a != route.b, f"route[{i}]", "two different cities", [route.a, route.b])
        pair = frozenset((route.a, route.b))
        expect(pair not in seen, f"route[{i}]", "a route that is not there before", [route.a, route.b])
        seen.add(pair)
    lonely = sorted(known - _reached(edition.city[0].id, seen))
    expect(not lonely, "route", "routes that join all cities in one map", lonely or None)


def _reached(start: str, routes: set[frozenset[str]]) -> set[str]:
    reached = {start}
    grew = True
    while grew:
        more = {city for route in routes if route & reached for city in route}
        grew = not more <= reached
        reached |= more
    return reached


def _rising(numbers: list[Any]) -> bool:
    return all(a < b for a, b in pairwise(numbers))
