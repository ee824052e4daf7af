"""What things are called in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.layout import DIRECTIONS, compute_hex_distance
from aerodrome.games.airsteam.components.map_tables import CITY, FACTORY, OFF, PARTIAL, RAIL, MapTables
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import find_link_at, get_end_cities_of_link

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
DIRECTION_WORDS = ("east", "north-east", "north-west", "west", "south-west", "south-east")


def seat_name(game: Airsteam, seat: int) -> str:
    """The colour, unless colours are given out in the match itself."""
    return game.edition.team[seat].colour.capitalize() if game.colours_by_seat else f"Player {seat + 1}"


def good_name(game: Airsteam, good: int) -> str:
    return game.edition.good[good].name


def format_count_and_good(game: Airsteam, good: int, count: int) -> str:
    return f"{count} {good_name(game, good)}"


def describe_cargo(game: Airsteam, cubes_by_good: list[int] | tuple[int, ...]) -> str:
    """ "2 Food, 1 Textiles"; "nothing" for none."""
    return ", ".join([format_count_and_good(game, good, n) for good, n in enumerate(cubes_by_good) if n]) or "nothing"


def card_name(game: Airsteam, card: int) -> str:
    """A movement card as it looks: its number and its diamonds."""
    return game.card_ids[card].replace("*", "◆")


def city_name(game: Airsteam, city: int) -> str:
    return game.city_names[city]


def link_name(game: Airsteam, state: AirsteamState, link: int) -> str:
    a, b = get_end_cities_of_link(game, state, link)
    return f"{city_name(game, a)}–{city_name(game, b)}"


def state_independent_link_name(game: Airsteam, link: int) -> str:
    """A link's name without a state: laid ones are numbered."""
    if link >= game.printed_links:
        return f"laid line {link - game.printed_links + 1}"
    for tables in game.maps:
        a, b = tables.link_ends[link]
        if a != NOBODY:
            return f"{city_name(game, a)}–{city_name(game, b)}"
    return game.names.links[link]


def place_name(game: Airsteam, state: AirsteamState, hex_id: int) -> str:
    """Where something is, by what a player sees: a city, a factory, a space of a line, or so far from a city."""
    tables = game.maps[state.seats]
    link = find_link_at(game, state, hex_id)
    if link >= game.printed_links:
        return f"{_name_by_nearest_city(game, tables, hex_id)}, on {link_name(game, state, link)}"
    return printed_place_name(game, tables, hex_id)


def printed_place_name(game: Airsteam, tables: MapTables, hex_id: int) -> str:
    kind = tables.hex_kinds[hex_id]
    if kind == CITY:
        return city_name(game, tables.city_at[hex_id])
    if kind == FACTORY:
        good = good_name(game, tables.factory_good[tables.factory_at[hex_id]])
        return f"the {good} factory near {city_name(game, find_nearest_city(game, hex_id))}"
    if kind == RAIL:
        return _name_space_of_link(game, tables, hex_id)
    offset = _name_by_nearest_city(game, tables, hex_id)
    return f"the partial hex {offset}" if kind == PARTIAL else offset


def _name_space_of_link(game: Airsteam, tables: MapTables, hex_id: int) -> str:
    """ "Akron–Atlanta, second space from Akron"; a line with one space needs no more than its name."""
    link = tables.link_at[hex_id]
    spaces = tables.link_spaces[link]
    if len(spaces) == 1:
        return state_independent_link_name(game, link)
    first, last = tables.link_ends[link]
    at = spaces.index(hex_id)
    from_end = len(spaces) - 1 - at
    number, city = (at, first) if at <= from_end else (from_end, last)
    return f"{state_independent_link_name(game, link)}, {ORDINALS[number]} space from {city_name(game, city)}"


def find_nearest_city(game: Airsteam, hex_id: int) -> int:
    """On the smallest map that has the hex: its tiles lie in the same places on the larger ones."""
    place = game.names.hexes[hex_id]
    tables = next(tables for tables in game.maps if tables.hex_kinds[hex_id] != OFF)
    return min(tables.cities, key=lambda city: compute_hex_distance(place, game.names.hexes[tables.city_hex[city]]))


def _name_by_nearest_city(game: Airsteam, tables: MapTables, hex_id: int) -> str:
    """ "2 hexes east and 1 north-east of Akron": steps along the two directions that lead there."""
    city = find_nearest_city(game, hex_id)
    (q, r), (city_q, city_r) = game.names.hexes[hex_id], game.names.hexes[tables.city_hex[city]]
    dq, dr = q - city_q, r - city_r
    parts: list[str] = []
    for i, (first_q, first_r) in enumerate(DIRECTIONS):
        second_q, second_r = DIRECTIONS[(i + 1) % 6]
        # Steps along two neighbouring directions: the solution with whole numbers that are not negative.
        determinant = first_q * second_r - first_r * second_q
        along, across = (
            (dq * second_r - dr * second_q) // determinant,
            (first_q * dr - first_r * dq) // determinant,
        )
        if along > 0 and across >= 0:
            parts = [f"{along} {'hex' if along == 1 else 'hexes'} {DIRECTION_WORDS[i]}"]
            if across:
                parts.append(f"{across} {DIRECTION_WORDS[(i + 1) % 6]}")
            break
    return f"{' and '.join(parts)} of {city_name(game, city)}"


def map_independent_place_name(game: Airsteam, hex_id: int) -> str:
    """The name of a place when the map is not known: what the smallest map with this hex calls it."""
    for tables in game.maps:
        if tables.hex_kinds[hex_id] != OFF:
            return printed_place_name(game, tables, hex_id)
    raise ValueError(f"no map has the hex {hex_id}")


def format_money(amount: int) -> str:
    return f"${amount}"
