"""The component data of Air-Kwire: board, market track, airlines, cards and markers."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.edition import (
    Amount,
    Count,
    EditionRules,
    EditionSource,
    HexNumber,
    Latitude,
    Longitude,
    read_checked_edition,
)
from aerodrome.games.airkwire.components.checks import BREAKS, CHECKS, FULL_SIZE_CHECKS, list_oddities
from aerodrome.games.airkwire.components.difference_wording import WORDS

HOUSE = Path(__file__).with_name("house.toml")


class EditionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the edition's file; a name it does not know is refused."""


class EditionHeader(EditionPart, frozen=True):
    id: str
    name: str
    game: str = "Air-Kwire"
    publisher_of_original: str = ""
    data_version: int = 1
    complete: bool = True
    hex_orientation: Literal["pointy-top"] = "pointy-top"
    hex_coordinates: Literal["axial"] = "axial"


class SetupRules(EditionPart, frozen=True):
    players_min: int
    players_max: int
    starting_cash: Amount
    starting_cash_mode: Literal["split", "each"]
    first_player_cash_delta: int
    last_player_cash_delta: int
    hand_size: Count
    three_point_cards: Count
    seat_names: tuple[str, ...]
    odd_card_goes_to: Literal["top"] = "top"
    power_cards_default: bool = False
    bank: Literal["unlimited"] = "unlimited"


class StockRules(EditionPart, frozen=True):
    shares_per_airline: Count
    max_transactions_per_turn: Count
    brokerage_fee: Amount
    opening_purchase_shares: Count
    opening_track_steps: Literal[1] = 1
    start_index: Literal[0] = 0


class RouteRules(EditionPart, frozen=True):
    cards_played_or_discarded_per_turn: Literal[1] = 1
    home_city_counts_toward_limit: Literal[False] = False


class DividendRules(EditionPart, frozen=True):
    cycle: Count
    percent_of_price: Count
    round_to: Amount
    unpaid_payouts_before_drop: Count
    round_half: Literal["up"] = "up"
    full_subscription_step: Literal[1] = 1


class MergerRules(EditionPart, frozen=True):
    immunity_points: Count
    first_bonus_multiple: Count
    second_bonus_multiple: Count
    bonus_round_down_to: Amount
    exchange_ratio: Count
    home_city_points: Count


class EndRules(EditionPart, frozen=True):
    city_points: Count


class AircraftType(EditionPart, frozen=True):
    id: str
    name: str
    range: Count
    min_price: Amount
    markers_per_airline: Count


class MarkerSupply(EditionPart, frozen=True):
    acquired_per_airline: Count
    ceo_per_airline: Literal[1] = 1
    home_per_airline: Literal[1] = 1
    stock_price_per_airline: Literal[1] = 1
    city_points_per_airline: Literal[1] = 1
    dividends_not_paid_per_airline: Literal[1] = 1
    dividend_track: Literal[1] = 1


class PriceTrackSpace(EditionPart, frozen=True):
    index: Count
    price: Amount
    city_limit: Count
    aircraft: tuple[str, ...]


class Airline(EditionPart, frozen=True):
    id: str
    name: str
    short: str
    letter: str
    colour: str
    colour_hex: Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]
    """Drawn as it is: nothing but a colour."""
    home: str


class City(EditionPart, frozen=True):
    id: str
    code: str
    name: str
    state: str
    lat: Latitude
    lon: Longitude
    q: HexNumber
    r: HexNumber
    points: Count
    cards: Count

    def compute_hex_distance_to(self, other_city: "City") -> int:
        """In hexes."""
        dq, dr = self.q - other_city.q, self.r - other_city.r
        return max(abs(dq), abs(dr), abs(dq + dr))


class BlankHex(EditionPart, frozen=True):
    id: str
    label: str
    q: HexNumber
    r: HexNumber


class PowerCard(EditionPart, frozen=True):
    id: str
    name: str
    count: Count
    timing: Literal["start", "any"]
    scope: Literal["each", "now", "end_of_turn"]


class MoneyDenominations(EditionPart, frozen=True):
    denominations: tuple[int, ...] = ()


class Edition(EditionPart, frozen=True):
    edition: EditionHeader
    setup: SetupRules
    stock: StockRules
    routes: RouteRules
    dividends: DividendRules
    merger: MergerRules
    end: EndRules
    aircraft: tuple[AircraftType, ...]
    markers: MarkerSupply
    track: tuple[PriceTrackSpace, ...]
    airline: tuple[Airline, ...]
    city: tuple[City, ...]
    blank: tuple[BlankHex, ...]
    power_card: tuple[PowerCard, ...]
    money: MoneyDenominations = MoneyDenominations()

    def find_home_city_index(self, airline: int) -> int:
        """The id of an airline's home city."""
        return [city.id for city in self.city].index(self.airline[airline].home)


EDITION_RULES = EditionRules(Edition, HOUSE, CHECKS, list_oddities, BREAKS, WORDS, FULL_SIZE_CHECKS)


def read_edition(source: EditionSource = None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    return read_checked_edition(source, EDITION_RULES)
