"""What things are called in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.map_tables import CITY, FACTORY, OFF, PARTIAL, RAIL, MapTables
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import end_cities_of_link, find_link_at

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def seat_name(game: Airsteam, seat: int) -> str:
    """The colour, unless colours are drawn in the match itself."""
    return f"Player {seat + 1}" if game.random_colours else game.edition.team[seat].colour.capitalize()


def good_name(game: Airsteam, good: int) -> str:
    return game.edition.good[good].name


def describe_cubes(game: Airsteam, good: int, count: int) -> str:
    return f"{count} {good_name(game, good)}"


def describe_cargo(game: Airsteam, counts: list[int] | tuple[int, ...]) -> str:
    """ "2 Food, 1 Textiles"; "nothing" for none."""
    return ", ".join([describe_cubes(game, good, n) for good, n in enumerate(counts) if n]) or "nothing"


def card_name(game: Airsteam, card: int) -> str:
    return game.card_ids[card]


def city_name(game: Airsteam, city: int) -> str:
    return game.city_names[city]


def link_name(game: Airsteam, state: AirsteamState, link: int) -> str:
    a, b = end_cities_of_link(game, state, link)
    return f"{city_name(game, a)}–{city_name(game, b)}"


def printed_link_name(game: Airsteam, link: int) -> str:
    """A link's name without a state: laid ones are numbered."""
    if link >= game.printed_links:
        return f"laid line {link - game.printed_links + 1}"
    for tables in game.maps:
        a, b = tables.link_ends[link]
        if a != NOBODY:
            return f"{city_name(game, a)}–{city_name(game, b)}"
    return game.names.links[link]


def hex_name(game: Airsteam, hex_id: int) -> str:
    q, r = game.names.hexes[hex_id]
    return f"{q},{r}"


def place_name(game: Airsteam, state: AirsteamState, hex_id: int) -> str:
    """Where something is: a city, a factory, a link, or a bare hex."""
    tables = game.maps[state.seats]
    link = find_link_at(game, state, hex_id)
    if link != NOBODY:
        return f"{hex_name(game, hex_id)} on {link_name(game, state, link)}"
    return printed_place_name(game, tables, hex_id)


def printed_place_name(game: Airsteam, tables: MapTables, hex_id: int) -> str:
    kind = tables.hex_kinds[hex_id]
    if kind == CITY:
        return city_name(game, tables.city_at[hex_id])
    if kind == FACTORY:
        good = good_name(game, tables.factory_good[tables.factory_at[hex_id]])
        return f"the {good} factory at {hex_name(game, hex_id)}"
    if kind == RAIL:
        return f"{hex_name(game, hex_id)} on {printed_link_name(game, tables.link_at[hex_id])}"
    if kind == PARTIAL:
        return f"the partial hex {hex_name(game, hex_id)}"
    return f"hex {hex_name(game, hex_id)}"


def common_place_name(game: Airsteam, hex_id: int) -> str:
    """The name of a place when the map is not known: only what all maps with this hex agree on."""
    found = ""
    for tables in game.maps:
        if tables.hex_kinds[hex_id] != OFF:
            name = printed_place_name(game, tables, hex_id)
            if found and name != found:
                return f"hex {hex_name(game, hex_id)}"
            found = name
    return found


def format_money(amount: int) -> str:
    return f"${amount}"
