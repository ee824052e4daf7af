"""The component data of Tin Goose: the shape of the TOML file."""

from pathlib import Path
from typing import Any, Literal

import msgspec

from aerodrome.core.edition import EditionError, convert, read_toml
from aerodrome.games.tingoose.components.checks import check_edition

HOUSE = Path(__file__).with_name("house.toml")

EraName = Literal["gold", "blue", "red"]
SizeName = Literal["S", "M", "L"]
Kind = Literal["fleet", "strike", "crash", "oil"]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: str = ""


class Heading(Table, frozen=True):
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


class PerEra(Table, frozen=True):
    gold: int
    blue: int
    red: int


class Split(Table, frozen=True):
    fleet: int
    event: int


class SplitPerEra(Table, frozen=True):
    gold: Split
    blue: Split
    red: Split


class Setup(Table, frozen=True):
    cash: int
    labor_chips: int
    start_fleet_planes: int
    planes_per_deployed_fleet: int
    airmail_cards_per_player_plus: int
    hand: PerEra
    variant_hand: SplitPerEra


class Era(Table, frozen=True):
    rounds: list[int]
    deal: int
    play: int
    discard: int
    unproductive_investments_pays: int


class Eras(Table, frozen=True):
    gold: Era
    blue: Era
    red: Era


class Pieces(Table, frozen=True):
    count: int = 0
    unlimited: bool = False


class Supply(Table, frozen=True):
    planes_per_player: Pieces
    labor_chips: Pieces
    bonds: Pieces
    extension_tokens: Pieces
    money: Pieces
    status_markers_per_player: Pieces
    screens: Pieces
    round_markers: Pieces
    demand_gold: Pieces
    demand_silver: Pieces
    condition_cards: Pieces
    start_fleet_cards: Pieces


class Deed(Table, frozen=True):
    slots: int
    boxes: int = 0
    free: int = 0
    buyable: int = 0
    cash: int = 0


class Actions(Table, frozen=True):
    per_turn: int
    max_same_per_turn: int
    advance_income: Deed
    place_plane: Deed
    international_service: Deed
    take_labor_chip: Deed
    issue_bond: Deed


class MoneyValues(Table, frozen=True):
    airmail_reward: int
    bond_cash: int
    emergency_bond_cash: int
    bond_repayment: int
    city_bonus_boxes: int
    same_kind_bonus_boxes: int
    crash_most_boxes: int
    crash_least_boxes: int
    auction_min_bid: int


class Scoring(Table, frozen=True):
    per_international: int
    per_player_with_fewer_international: int
    per_major_city: int
    income_multiplier: int
    per_bond: int


class StartFleet(Table, frozen=True):
    id: str
    name: str
    era: Literal["start"]
    size: SizeName
    oil: int
    hazard: int
    copies: int
    planes: int


class ExtensionToken(Table, frozen=True):
    oil: int
    hazard: int


class Condition(Table, frozen=True):
    id: str
    name: str
    copies: int
    hazard: int = 0
    skip_income_phase: bool = False
    pays_on_removal: PerEra | None = None
    oil_surcharge_per_barrel: int = 0
    forced_first_action: str = ""


class IncomeTrack(Table, frozen=True):
    boxes: list[int]
    start_index: int


class HazardTrack(Table, frozen=True):
    start: int
    capped: Literal[False]


class Destination(Table, frozen=True):
    id: str
    name: str
    rounds: list[int]
    min_size: SizeName
    cost: int
    lat: float
    lon: float
    cost_source: str = ""


class Demand(Table, frozen=True):
    initial_gold: list[str]
    deal_per_colour: int
    first_city_gold: int
    silver_removed_per_service: dict[str, int]
    chart: dict[str, list[int]]
    chart_source: str = ""


class DemandCard(Table, frozen=True):
    id: str
    green: str
    black: str
    magenta: str
    blue: str

    def city(self, colour: str) -> str:
        name: str = getattr(self, colour)
        return name


class Airmail(Table, frozen=True):
    id: str
    start: str
    target: str


class Map(Table, frozen=True):
    standard_parallels: tuple[float, float]
    origin_lat: float
    origin_lon: float
    earth_radius_km: float
    hex_radius_km: float
    hex_origin_x_km: float
    hex_origin_y_km: float


class City(Table, frozen=True):
    code: str
    name: str
    colour: str
    major: bool
    lat: float
    lon: float
    q: int
    r: int
    named_in_rulebook: bool = False


class Lines(Table, frozen=True):
    edges: list[tuple[str, str]]


class Fleet(Table, frozen=True):
    id: str
    name: str
    era: EraName
    size: SizeName
    oil: int
    hazard: int
    copies: int


class Card(Table, frozen=True):
    id: str
    era: EraName
    kind: Kind
    city: str
    fleet: str = ""
    win: int = 0
    lose: int = 0
    per_flame: int = 0
    per_barrel: int = 0


class Edition(Table, frozen=True):
    edition: Heading
    setup: Setup
    eras: Eras
    supply: Supply
    actions: Actions
    money_values: MoneyValues
    scoring: Scoring
    start_fleet: StartFleet
    extension_token: ExtensionToken
    condition: list[Condition]
    income_track: IncomeTrack
    hazard_track: HazardTrack
    international: list[Destination]
    demand: Demand
    demand_card: list[DemandCard]
    airmail: list[Airmail]
    map: Map
    city: list[City]
    lines: Lines
    fleet: list[Fleet]
    card: list[Card]


def read_edition(path: Path | None = None) -> Edition:
    """The edition in a file, or the house edition: converted and checked."""
    file = path or HOUSE
    data: dict[str, Any] = read_toml(file)
    try:
        edition = convert(data, Edition)
        check_edition(edition)
    except EditionError as error:
        raise error.in_file(str(file)) from None
    return edition
