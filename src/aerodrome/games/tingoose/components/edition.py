"""The component data of Tin Goose: what the TOML file holds, and how it is read."""

from pathlib import Path
from typing import Literal

import msgspec

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
from aerodrome.games.tingoose.components.checks import BREAKS, CHECKS, FULL_SIZE_CHECKS, list_oddities
from aerodrome.games.tingoose.components.difference_wording import WORDS

HOUSE_FILE = Path(__file__).with_name("house.toml")

EraName = Literal["gold", "blue", "red"]
SizeName = Literal["S", "M", "L"]
CardKindName = Literal["fleet", "strike", "crash", "oil"]


class EditionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file; each may say where its numbers come from."""

    source: str = ""


class EditionHeader(EditionPart, frozen=True):
    id: str
    name: str
    version: int
    players_min: int
    players_max: int
    rounds: int
    colours: list[str]
    era_order: list[str]
    size_order: list[str]
    player_colours: list[str]


class NumberPerEra(EditionPart, frozen=True):
    gold: Amount
    blue: Amount
    red: Amount

    def get_for_era(self, era: str) -> int:
        number: int = getattr(self, era)
        return number


class EvenEventsHandCounts(EditionPart, frozen=True):
    """How many fleets and how many events are dealt in the variant with even events."""

    fleet: Count
    event: Count


class EvenEventsHandPerEra(EditionPart, frozen=True):
    gold: EvenEventsHandCounts
    blue: EvenEventsHandCounts
    red: EvenEventsHandCounts

    def get_for_era(self, era: str) -> EvenEventsHandCounts:
        split: EvenEventsHandCounts = getattr(self, era)
        return split


class SetupAmounts(EditionPart, frozen=True):
    cash: Amount
    labor_chips: Count
    start_fleet_planes: Count
    planes_per_deployed_fleet: Count
    airmail_cards_per_player_plus: Count
    hand: NumberPerEra
    variant_hand: EvenEventsHandPerEra


class EraRules(EditionPart, frozen=True):
    rounds: list[int]
    deal: Count
    play: Count
    discard: Count
    unproductive_investments_pays: Amount


class Eras(EditionPart, frozen=True):
    gold: EraRules
    blue: EraRules
    red: EraRules

    def get_for_era(self, era: str) -> EraRules:
        rules: EraRules = getattr(self, era)
        return rules


class PieceSupply(EditionPart, frozen=True):
    count: Count = 0
    unlimited: bool = False


class PieceSupplies(EditionPart, frozen=True):
    planes_per_player: PieceSupply
    labor_chips: PieceSupply
    bonds: PieceSupply
    extension_tokens: PieceSupply
    money: PieceSupply
    status_markers_per_player: PieceSupply
    screens: PieceSupply
    round_markers: PieceSupply
    demand_gold: PieceSupply
    demand_silver: PieceSupply
    condition_cards: PieceSupply
    start_fleet_cards: PieceSupply


class TurnActionRules(EditionPart, frozen=True):
    """How many of a turn's slots an action takes, and what it gives."""

    slots: Count
    boxes: Count = 0
    free: Count = 0
    buyable: Count = 0
    cash: Amount = 0


class TurnActions(EditionPart, frozen=True):
    per_turn: int
    max_same_per_turn: int
    advance_income: TurnActionRules
    place_plane: TurnActionRules
    international_service: TurnActionRules
    take_labor_chip: TurnActionRules
    issue_bond: TurnActionRules


class MoneyValues(EditionPart, frozen=True):
    airmail_reward: Amount
    bond_cash: Amount
    emergency_bond_cash: Amount
    bond_repayment: Amount
    city_bonus_boxes: Count
    same_kind_bonus_boxes: Count
    crash_most_boxes: int
    crash_least_boxes: Count
    auction_min_bid: Amount


class Scoring(EditionPart, frozen=True):
    per_international: Amount
    per_player_with_fewer_international: Amount
    per_major_city: Amount
    income_multiplier: Count
    per_bond: int


class StartFleet(EditionPart, frozen=True):
    id: str
    name: str
    era: Literal["start"]
    size: SizeName
    oil: Count
    hazard: Count
    copies: Count
    planes: Count


class ExtensionToken(EditionPart, frozen=True):
    oil: Count
    hazard: Count


class Condition(EditionPart, frozen=True):
    id: str
    name: str
    copies: Count
    hazard: Count = 0
    skip_income_phase: bool = False
    pays_on_removal: NumberPerEra | None = None
    oil_surcharge_per_barrel: Count = 0
    forced_first_action: str = ""


class IncomeTrack(EditionPart, frozen=True):
    boxes: list[Count]
    start_index: Count


class HazardTrack(EditionPart, frozen=True):
    start: Count
    capped: Literal[False]


class InternationalDestination(EditionPart, frozen=True):
    id: str
    name: str
    rounds: list[int]
    min_size: SizeName
    cost: Amount
    lat: Latitude
    lon: Longitude
    cost_source: str = ""


class DemandRules(EditionPart, frozen=True):
    initial_gold: list[str]
    deal_per_colour: int
    first_city_gold: int
    silver_removed_per_service: dict[str, Count]
    chart: dict[str, list[Count]]
    chart_source: str = ""


class DemandCard(EditionPart, frozen=True):
    id: str
    green: str
    black: str
    magenta: str
    blue: str

    def get_city_of_colour(self, colour: str) -> str:
        name: str = getattr(self, colour)
        return name


class AirmailCard(EditionPart, frozen=True):
    id: str
    start: str
    target: str


class MapProjection(EditionPart, frozen=True):
    standard_parallels: tuple[float, float]
    origin_lat: float
    origin_lon: float
    earth_radius_km: float
    hex_radius_km: float
    hex_origin_x_km: float
    hex_origin_y_km: float


class City(EditionPart, frozen=True):
    code: str
    name: str
    colour: str
    major: bool
    lat: Latitude
    lon: Longitude
    q: HexNumber
    r: HexNumber
    named_in_rulebook: bool = False

    @property
    def slug(self) -> str:
        return slugify_name(self.name)


class LinesBetweenCities(EditionPart, frozen=True):
    edges: list[tuple[str, str]]


class FleetKind(EditionPart, frozen=True):
    id: str
    name: str
    era: EraName
    size: SizeName
    oil: Count
    hazard: Count
    copies: Count


class FleetOrEventCard(EditionPart, frozen=True):
    id: str
    era: EraName
    kind: CardKindName
    city: str
    fleet: str = ""
    win: Amount = 0
    lose: Amount = 0
    per_flame: Count = 0
    per_barrel: Count = 0


class Edition(EditionPart, frozen=True):
    edition: EditionHeader
    setup: SetupAmounts
    eras: Eras
    supply: PieceSupplies
    actions: TurnActions
    money_values: MoneyValues
    scoring: Scoring
    start_fleet: StartFleet
    extension_token: ExtensionToken
    condition: list[Condition]
    income_track: IncomeTrack
    hazard_track: HazardTrack
    international: list[InternationalDestination]
    demand: DemandRules
    demand_card: list[DemandCard]
    airmail: list[AirmailCard]
    map: MapProjection
    city: list[City]
    lines: LinesBetweenCities
    fleet: list[FleetKind]
    card: list[FleetOrEventCard]


def slugify_name(name: str) -> str:
    """A name as the wire has it: "St. Louis" is "st-louis"."""
    return name.lower().replace(".", "").replace(" ", "-")


EDITION_RULES = EditionRules(Edition, HOUSE_FILE, CHECKS, list_oddities, BREAKS, WORDS, FULL_SIZE_CHECKS)


def read_edition(source: EditionSource = None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    return read_checked_edition(source, EDITION_RULES)
