"""The component data of Kings of Air and Steam: boards, player boards, cards, characters, market."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from aerodrome.core.edition import (
    Amount,
    Count,
    EditionRules,
    EditionSource,
    read_checked_edition,
)
from aerodrome.games.airsteam.components.checks import BREAKS, CHECKS, FULL_SIZE_CHECKS, list_oddities
from aerodrome.games.airsteam.components.difference_wording import WORDS
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


class EditionHeader(EditionPart, frozen=True):
    """What the edition is called, and which one it follows."""

    id: str
    name: str
    follows: str = ""
    schema: int = 1


class GameConstants(EditionPart, frozen=True):
    """The numbers of the rulebook."""

    players_min: int
    players_max: int
    rounds: Count
    steps_per_round: Count
    start_money: Amount
    demand_tiles_per_round: Count
    depots_per_player: Count
    depot_cost: tuple[Amount, ...]
    upgrade_cost: Literal["new_level"]
    pass_income: Amount
    foreign_depot_fee: Amount
    upkeep_per_cube: Amount
    factory_base_output: Count
    factory_output_per_demand_tile: Count
    factory_start_cubes: Count
    city_demand: Count
    final_price_per_cube: Amount
    depot_end_value: Amount
    goods_markers_on_market: Count
    free_cubes_per_good: Count


class Good(EditionPart, frozen=True):
    id: str
    name: str
    colour: str
    letter: str
    cubes: Count
    demand_tiles: Count


class MarketPriceTrack(EditionPart, frozen=True):
    steps: tuple[Amount, ...]
    start_step: int
    future_market_spaces: int


class DemandTilePile(EditionPart, frozen=True):
    tiles: tuple[str, ...]


class AirshipLevel(EditionPart, frozen=True):
    level: int
    capacity: Count
    diamonds: Count


class TrainLevel(EditionPart, frozen=True):
    level: int
    links: Count


class MovementCard(EditionPart, frozen=True):
    id: str
    speed: Count
    diamonds: Count
    letter: Letter


class TeamMovementCard(EditionPart, frozen=True):
    """The 13th card of a team, for the Full Game."""

    id: str
    speed: Count
    diamonds: Count
    letter: Letter
    kind: Literal["plain", "extra_action", "straight", "free_ship", "choose_speed"]
    extra_actions: Count = 0
    straight: bool = False
    free_ship_cubes: Count = 0
    speed_choices: tuple[Count, ...] = ()
    text: str = ""
    source: str = ""


class CharacterEffect(EditionPart, frozen=True):
    """What a character changes in the rules."""

    kind: EffectKind
    value: Count = 1
    cost_per_space: Count = 1
    min_spaces: Count = 2
    max_spaces: Count = 4
    track_tiles: Count = 0
    free_depots: Count = 1


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
    special_card: TeamMovementCard
    character: tuple[Character, ...]


class MapSettings(EditionPart, frozen=True):
    tile_radius: Annotated[int, Meta(ge=1, le=8)]


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


class LinkBetweenTiles(EditionPart, frozen=True):
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
    tiles: Annotated[tuple[str, ...], Meta(max_length=12)]
    offsets: dict[str, HexCoordinates]
    partial: tuple[HexCoordinates, ...]


class Edition(EditionPart, frozen=True):
    edition: EditionHeader
    game: GameConstants
    good: tuple[Good, ...]
    market: MarketPriceTrack
    demand: DemandTilePile
    airship_level: tuple[AirshipLevel, ...]
    train_level: tuple[TrainLevel, ...]
    card: tuple[MovementCard, ...]
    team: tuple[Team, ...]
    map: MapSettings
    tile: Annotated[tuple[MapTile, ...], Meta(max_length=12)]
    cross_link: tuple[LinkBetweenTiles, ...]
    configuration: Annotated[tuple[MapConfiguration, ...], Meta(max_length=5)]


EDITION_RULES = EditionRules(Edition, HOUSE, CHECKS, list_oddities, BREAKS, WORDS, FULL_SIZE_CHECKS)


def read_edition(source: EditionSource = None) -> Edition:
    """The house edition, or an owner's own transcription of a board."""
    return read_checked_edition(source, EDITION_RULES)
