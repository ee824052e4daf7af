"""The component data of Airline: what the board and the box say."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.edition import Count, EditionRules, EditionSource, Latitude, Longitude, read_checked_edition
from aerodrome.games.airline.components.checks import BREAKS, CHECKS, list_oddities
from aerodrome.games.airline.components.difference_wording import WORDS

HOUSE_FILE = Path(__file__).with_name("house.toml")

PositiveAmount = Annotated[int, Meta(gt=0, le=100_000)]


class EditionPart(msgspec.Struct, frozen=True):
    """A table of the edition file."""


class EditionHeader(EditionPart, frozen=True):
    id: str
    title: str
    game: str = "Airline"
    publisher: str = ""
    note: str = ""


class PlayerCountAndPieces(EditionPart, frozen=True):
    """How many may play, and the pieces each gets."""

    min: int
    max: int
    colours: tuple[str, ...]
    markers_small: int
    markers_large: int


class Dice(EditionPart, frozen=True):
    count: int
    sides: int


class MoneyAmounts(EditionPart, frozen=True):
    start_cash: PositiveAmount
    landing_rights_price: PositiveAmount
    challenge_fee: PositiveAmount
    exchange_fee: PositiveAmount
    crash_cost: PositiveAmount
    air_cargo: PositiveAmount
    charter_per_pip: PositiveAmount
    short_game_city_value: PositiveAmount
    denominations: tuple[PositiveAmount, ...] = ()


class Aircraft(EditionPart, frozen=True):
    id: str
    name: str
    level: int
    fare_column: Annotated[int, Meta(ge=0, le=2)]
    subsidy: Annotated[int, Meta(ge=0, le=1000)]
    maintenance: PositiveAmount


class City(EditionPart, frozen=True):
    id: str
    name: str
    lat: Latitude
    lon: Longitude
    fares: tuple[Count, ...]
    region: str = ""
    source_name: str = ""
    source_fares: str = ""


class TrackSpace(EditionPart, frozen=True):
    pos: int
    kind: Literal["subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash", "city"]
    city: str = ""


class Track(EditionPart, frozen=True):
    spaces: tuple[TrackSpace, ...]


class Route(EditionPart, frozen=True):
    a: str
    b: str
    source: Literal["rulebook", "implied", "reconstructed", "board"] = "board"
    why: str = ""


class Edition(EditionPart, frozen=True):
    format: Literal[1]
    edition: EditionHeader
    players: PlayerCountAndPieces
    dice: Dice
    money: MoneyAmounts
    aircraft: tuple[Aircraft, ...]
    city: tuple[City, ...]
    track: Track
    route: tuple[Route, ...]


EDITION_RULES = EditionRules(Edition, HOUSE_FILE, CHECKS, list_oddities, BREAKS, WORDS)


def read_edition(source: EditionSource = None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    return read_checked_edition(source, EDITION_RULES)
