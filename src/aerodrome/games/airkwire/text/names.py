"""What things are called in English: seats, airlines, cities, cards, money and numbers of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aerodrome.core.text import join_with_and

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
POWER_CARD_TEXTS = (
    "Everybody, for one turn: all shares of an airline trade at one price; its marker moves when the trading is over.",
    "Everybody, for one turn: no brokerage fee.",
    "At once, from you on in the direction of play: the CEO of each airline may remove one of its routes.",
    "Everybody, for one turn: up to two routes; the dividend marker moves once.",
    "At the start of the turn, everybody for one turn: throw away any cards and refill from the pile.",
    "Dividends at the end of this turn; then the dividend marker starts again.",
    "The dividend marker goes back to the start without a payout.",
    "At the start of the turn: the discard pool is shuffled into the draw pile.",
    "From the end of this turn play goes the other way round.",
)
"""What each power card does, in the order of their ids."""


def format_money(amount: int) -> str:
    return f"${amount:,}"


def spell_count(number: int, noun: str, plural: str = "") -> str:
    """One share, two shares, 14 shares."""
    figure = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{figure} {noun if number == 1 else plural or noun + 's'}"


def seat_name(game: Airkwire, seat: int) -> str:
    names = game.edition.setup.seat_names
    return names[seat] if 0 <= seat < len(names) else "nobody"


def join_seat_names(game: Airkwire, seats: Sequence[int]) -> str:
    return join_with_and([seat_name(game, seat) for seat in seats])


def airline_name(game: Airkwire, airline: int) -> str:
    airlines = game.edition.airline
    return airlines[airline].short if 0 <= airline < len(airlines) else "no such airline"


def join_airline_names(game: Airkwire, airlines: Sequence[int]) -> str:
    return join_with_and([airline_name(game, airline) for airline in airlines])


def city_name(game: Airkwire, city: int) -> str:
    cities = game.edition.city
    return cities[city].name if 0 <= city < len(cities) else "no such city"


def join_city_names(game: Airkwire, cities: Sequence[int]) -> str:
    return join_with_and([city_name(game, city) for city in cities])


def aircraft_name(game: Airkwire, aircraft: int) -> str:
    types = game.edition.aircraft
    return types[aircraft].name if 0 <= aircraft < len(types) else "no such aircraft"


def power_card_name(game: Airkwire, power: int) -> str:
    powers = game.edition.power_card
    return powers[power].name if 0 <= power < len(powers) else "no such power card"


def card_name(game: Airkwire, card: int) -> str:
    cities = len(game.edition.city)
    return city_name(game, card) if card < cities else power_card_name(game, card - cities)


def spell_points(points: int) -> str:
    return spell_count(points, "point")


def home_city_name(game: Airkwire, airline: int) -> str:
    return city_name(game, game.home[airline])
