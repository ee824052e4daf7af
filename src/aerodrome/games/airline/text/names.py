"""What things are called: seats, cities, aircraft, spaces, money, the two sides of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.text import join_with_and
from aerodrome.games.airline.model.state import BANK

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


CLAIM_NAMES = ("the SUBSIDY", "the CHARTER money", "the AIR CARGO money", "the fare")


def seat_name(game: Airline, seat: int) -> str:
    return "the bank" if seat == BANK else game.edition.players.colours[seat].capitalize()


def format_money(amount: int) -> str:
    """Millions of dollars: "$40M"."""
    return f"${amount}M"


def city_name(game: Airline, city: int) -> str:
    return game.edition.city[city].name if 0 <= city < 18 else "no city"


def aircraft_name(game: Airline, aircraft: int) -> str:
    return game.edition.aircraft[aircraft].name if 0 <= aircraft < 3 else "no aircraft"


def space_name(game: Airline, pos: int) -> str:
    city = game.city_at[pos]
    if city >= 0:
        return city_name(game, city)
    return game.edition.track.spaces[pos].kind.upper().replace("_", " ")


def join_seat_names(game: Airline, seats: tuple[int, ...]) -> str:
    return join_with_and([seat_name(game, seat) for seat in seats])


def join_city_names(game: Airline, cities: tuple[int, ...]) -> str:
    return join_with_and([city_name(game, city) for city in cities])


def describe_deal_side(game: Airline, cities: tuple[int, ...], cash: int) -> str:
    """One side of a deal: "Rome and $40M"."""
    names = [city_name(game, city) for city in cities]
    if cash:
        names.append(format_money(cash))
    return join_with_and(names) or "nothing"
