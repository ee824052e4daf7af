"""What things are called in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.map_tables import CITY, FACTORY, OFF, PARTIAL, RAIL, Chart
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import link_ends, link_of

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def seat_name(game: Airsteam, seat: int) -> str:
    """The colour, unless colours are drawn in the match itself."""
    return f"Player {seat + 1}" if game.by_lot else game.edition.team[seat].colour.capitalize()


def good_name(game: Airsteam, good: int) -> str:
    return game.edition.good[good].name


def cubes(game: Airsteam, good: int, count: int) -> str:
    return f"{count} {good_name(game, good)}"


def cargo(game: Airsteam, counts: list[int] | tuple[int, ...]) -> str:
    """ "2 Food, 1 Textiles"; "nothing" for none."""
    return ", ".join([cubes(game, good, n) for good, n in enumerate(counts) if n]) or "nothing"


def card_name(game: Airsteam, card: int) -> str:
    return game.card_ids[card]


def city_name(game: Airsteam, city: int) -> str:
    return game.city_names[city]


def link_words(game: Airsteam, state: AirsteamState, link: int) -> str:
    a, b = link_ends(game, state, link)
    return f"{city_name(game, a)}–{city_name(game, b)}"


def printed_link(game: Airsteam, link: int) -> str:
    """A link's name without a state: laid ones are numbered."""
    if link >= game.printed_links:
        return f"laid line {link - game.printed_links + 1}"
    for chart in game.charts:
        a, b = chart.ends[link]
        if a != NOBODY:
            return f"{city_name(game, a)}–{city_name(game, b)}"
    return game.names.links[link]


def at_hex(game: Airsteam, at: int) -> str:
    q, r = game.names.hexes[at]
    return f"{q},{r}"


def place(game: Airsteam, state: AirsteamState, at: int) -> str:
    """Where something is: a city, a factory, a link, or a bare hex."""
    chart = game.charts[state.seats]
    link = link_of(game, state, at)
    if link != NOBODY:
        return f"{at_hex(game, at)} on {link_words(game, state, link)}"
    return printed_place(game, chart, at)


def printed_place(game: Airsteam, chart: Chart, at: int) -> str:
    kind = chart.kind[at]
    if kind == CITY:
        return city_name(game, chart.city_at[at])
    if kind == FACTORY:
        return f"the {good_name(game, chart.factory_good[chart.factory_at[at]])} factory at {at_hex(game, at)}"
    if kind == RAIL:
        return f"{at_hex(game, at)} on {printed_link(game, chart.link_at[at])}"
    if kind == PARTIAL:
        return f"the partial hex {at_hex(game, at)}"
    return f"hex {at_hex(game, at)}"


def same_place(game: Airsteam, at: int) -> str:
    """The name of a place when the map is not known: only what all maps with this hex agree on."""
    found = ""
    for chart in game.charts:
        if chart.kind[at] != OFF:
            name = printed_place(game, chart, at)
            if found and name != found:
                return f"hex {at_hex(game, at)}"
            found = name
    return found


def money(amount: int) -> str:
    return f"${amount}"


def number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
