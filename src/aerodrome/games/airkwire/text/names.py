"""What things are called in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def format_money(amount: int) -> str:
    return f"${amount:,}"


def spell_count(number: int, thing: str, things: str = "") -> str:
    """One share, two shares, 14 shares."""
    figure = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{figure} {thing if number == 1 else things or thing + 's'}"


def join_words(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def seat_name(game: Airkwire, seat: int) -> str:
    names = game.edition.setup.seat_names
    return names[seat] if 0 <= seat < len(names) else "nobody"


def join_seat_names(game: Airkwire, seats: tuple[int, ...]) -> str:
    return join_words([seat_name(game, seat) for seat in seats])


def airline_name(game: Airkwire, airline: int) -> str:
    airlines = game.edition.airline
    return airlines[airline].short if 0 <= airline < len(airlines) else "no such airline"


def city_name(game: Airkwire, city: int) -> str:
    cities = game.edition.city
    return cities[city].name if 0 <= city < len(cities) else "no such city"


def join_city_names(game: Airkwire, cities: tuple[int, ...]) -> str:
    return join_words([city_name(game, city) for city in cities])


def aircraft_name(game: Airkwire, aircraft: int) -> str:
    types = game.edition.aircraft
    return types[aircraft].name if 0 <= aircraft < len(types) else "no such aircraft"


def power_name(game: Airkwire, power: int) -> str:
    powers = game.edition.power_card
    return powers[power].name if 0 <= power < len(powers) else "no such power card"


def card_name(game: Airkwire, card: int) -> str:
    cities = len(game.edition.city)
    return city_name(game, card) if card < cities else power_name(game, card - cities)


def spell_points(points: int) -> str:
    return spell_count(points, "point")
