"""The component data of Air-Kwire: board, market track, airlines, cards and markers."""

from pathlib import Path
from typing import Literal

import msgspec

from aerodrome.core.edition import read_checked_edition
from aerodrome.games.airkwire.components.checks import check_edition

HOUSE = Path(__file__).with_name("house.toml")


class EditionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the edition's file; a name it does not know is refused."""


class EditionInfo(EditionPart, frozen=True):
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
    starting_cash: int
    starting_cash_mode: Literal["split", "each"]
    first_player_cash_delta: int
    last_player_cash_delta: int
    hand_size: int
    three_point_cards: int
    seat_names: tuple[str, ...]
    odd_card_goes_to: Literal["top"] = "top"
    power_cards_default: bool = False
    bank: Literal["unlimited"] = "unlimited"


class StockRules(EditionPart, frozen=True):
    shares_per_airline: int
    max_transactions_per_turn: int
    brokerage_fee: int
    opening_purchase_shares: int
    opening_track_steps: Literal[1] = 1
    start_index: Literal[0] = 0


class RouteRules(EditionPart, frozen=True):
    cards_played_or_discarded_per_turn: Literal[1] = 1
    home_city_counts_toward_limit: Literal[False] = False


class DividendRules(EditionPart, frozen=True):
    cycle: int
    percent_of_price: int
    round_to: int
    unpaid_payouts_before_drop: int
    round_half: Literal["up"] = "up"
    full_subscription_step: Literal[1] = 1


class MergerRules(EditionPart, frozen=True):
    immunity_points: int
    first_bonus_multiple: int
    second_bonus_multiple: int
    bonus_round_down_to: int
    exchange_ratio: int
    home_city_points: int


class EndRules(EditionPart, frozen=True):
    city_points: int


class AircraftType(EditionPart, frozen=True):
    id: str
    name: str
    range: int
    min_price: int
    markers_per_airline: int


class MarkerSupply(EditionPart, frozen=True):
    acquired_per_airline: int
    ceo_per_airline: Literal[1] = 1
    home_per_airline: Literal[1] = 1
    stock_price_per_airline: Literal[1] = 1
    city_points_per_airline: Literal[1] = 1
    dividends_not_paid_per_airline: Literal[1] = 1
    dividend_track: Literal[1] = 1


class PriceTrackSpace(EditionPart, frozen=True):
    index: int
    price: int
    city_limit: int
    aircraft: tuple[str, ...]


class Airline(EditionPart, frozen=True):
    id: str
    name: str
    short: str
    letter: str
    colour: str
    colour_hex: str
    home: str


class City(EditionPart, frozen=True):
    id: str
    code: str
    name: str
    state: str
    lat: float
    lon: float
    q: int
    r: int
    points: int
    cards: int

    def distance_to(self, other: "City") -> int:
        """In hexes."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))


class BlankHex(EditionPart, frozen=True):
    id: str
    label: str
    q: int
    r: int


class PowerCard(EditionPart, frozen=True):
    id: str
    name: str
    count: int
    timing: Literal["start", "any"]
    scope: Literal["each", "now", "end_of_turn"]


class MoneyDenominations(EditionPart, frozen=True):
    denominations: tuple[int, ...] = ()


class Edition(EditionPart, frozen=True):
    edition: EditionInfo
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

    def home_city(self, airline: int) -> int:
        """The id of an airline's home city."""
        return [city.id for city in self.city].index(self.airline[airline].home)


def read_edition(path: Path | None = None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    return read_checked_edition(path or HOUSE, Edition, check_edition)
