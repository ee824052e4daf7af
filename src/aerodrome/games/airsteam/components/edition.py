"""The component data of Kings of Air and Steam: boards, player boards, cards, characters, market."""

from pathlib import Path
from typing import Literal

import msgspec

from aerodrome.core.edition import read_checked_edition
from aerodrome.games.airsteam.components.checks import check_edition
from aerodrome.games.airsteam.components.layout import HexCoordinates

HOUSE = Path(__file__).with_name("house.toml")

LETTERS = "ABCDEFG"

Letter = Literal["A", "B", "C", "D", "E", "F", "G"]
EffectKind = Literal[
    "start_airship_level",
    "start_money",
    "extra_start_depot",
    "action_convert",
    "extra_action_for_cube",
    "start_train_level",
    "action_lay_line",
    "depot_discount",
    "depot_upkeep_free",
    "pass_income",
    "foreign_fee_paid_by_bank",
    "foreign_income_bonus",
    "capacity_bonus",
    "swap_planned",
]


class EditionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Anything read from the file: no unknown keys, never changed."""


class EditionInfo(EditionPart, frozen=True):
    """What the edition is called, and which one it follows."""

    id: str
    name: str
    follows: str = ""
    schema: int = 1


class GameConstants(EditionPart, frozen=True):
    """The numbers of the rulebook."""

    players_min: int
    players_max: int
    rounds: int
    steps_per_round: int
    start_money: int
    demand_tiles_per_round: int
    depots_per_player: int
    depot_cost: tuple[int, ...]
    upgrade_cost: Literal["new_level"]
    pass_income: int
    foreign_depot_fee: int
    upkeep_per_cube: int
    factory_base_output: int
    factory_output_per_demand_tile: int
    factory_start_cubes: int
    city_demand: int
    final_price_per_cube: int
    depot_end_value: int
    goods_markers_on_market: int
    free_cubes_per_good: int


class Good(EditionPart, frozen=True):
    id: str
    name: str
    colour: str
    letter: str
    cubes: int
    demand_tiles: int


class Market(EditionPart, frozen=True):
    steps: tuple[int, ...]
    start_step: int
    future_market_spaces: int


class DemandTilePile(EditionPart, frozen=True):
    tiles: tuple[str, ...]


class AirshipLevel(EditionPart, frozen=True):
    level: int
    capacity: int
    diamonds: int


class TrainLevel(EditionPart, frozen=True):
    level: int
    links: int


class Card(EditionPart, frozen=True):
    id: str
    speed: int
    diamonds: int
    letter: Letter


class SpecialCard(EditionPart, frozen=True):
    """The 13th card of a team, for the Full Game."""

    id: str
    speed: int
    diamonds: int
    letter: Letter
    kind: Literal["plain", "extra_action", "straight", "free_ship", "choose_speed"]
    extra_actions: int = 0
    straight: bool = False
    free_ship_cubes: int = 0
    speed_choices: tuple[int, ...] = ()
    text: str = ""
    source: str = ""


class CharacterEffect(EditionPart, frozen=True):
    """What a character changes in the rules."""

    kind: EffectKind
    value: int = 1
    cost_per_space: int = 1
    min_spaces: int = 2
    max_spaces: int = 4
    track_tiles: int = 0
    free_depots: int = 1


class Character(EditionPart, frozen=True):
    id: str
    name: str
    text: str
    effects: tuple[CharacterEffect, ...]
    source: str = ""


class Team(EditionPart, frozen=True):
    order: int
    colour: str
    name: str
    special_card: SpecialCard
    character: tuple[Character, ...]


class MapSettings(EditionPart, frozen=True):
    tile_radius: int


class City(EditionPart, frozen=True):
    id: str
    name: str
    at: HexCoordinates
    good: str


class Factory(EditionPart, frozen=True):
    id: str
    at: HexCoordinates
    good: str


class Link(EditionPart, frozen=True):
    id: str
    a: str
    b: str
    spaces: tuple[HexCoordinates, ...]


class CrossLink(EditionPart, frozen=True):
    """A link from one tile to another; each space names its tile."""

    id: str
    a: str
    b: str
    spaces: tuple[tuple[str, int, int], ...]


class MapTile(EditionPart, frozen=True):
    id: str
    cities: tuple[City, ...]
    factories: tuple[Factory, ...]
    links: tuple[Link, ...]


class MapConfiguration(EditionPart, frozen=True):
    """How the tiles lie for these numbers of players; `partial` hexes fill the gaps between two of them."""

    players: tuple[int, ...]
    tiles: tuple[str, ...]
    offsets: dict[str, HexCoordinates]
    partial: tuple[HexCoordinates, ...]


class Edition(EditionPart, frozen=True):
    edition: EditionInfo
    game: GameConstants
    good: tuple[Good, ...]
    market: Market
    demand: DemandTilePile
    airship_level: tuple[AirshipLevel, ...]
    train_level: tuple[TrainLevel, ...]
    card: tuple[Card, ...]
    team: tuple[Team, ...]
    map: MapSettings
    tile: tuple[MapTile, ...]
    cross_link: tuple[CrossLink, ...]
    configuration: tuple[MapConfiguration, ...]


def read_edition(path: Path | None = None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    return read_checked_edition(path or HOUSE, Edition, check_edition)
