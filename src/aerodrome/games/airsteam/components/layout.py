"""One map as it lies on the table: the tiles of a configuration in common coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aerodrome.games.airsteam.components.edition import Edition, MapConfiguration

HexCoordinates = tuple[int, int]
"""Axial coordinates q and r of a pointy hex."""

DIRECTIONS: tuple[HexCoordinates, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
DIRECTION_NAMES = ("E", "NE", "NW", "W", "SW", "SE")


def compute_hex_distance(a: HexCoordinates, b: HexCoordinates) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def list_neighbour_hexes(coordinates: HexCoordinates) -> list[HexCoordinates]:
    return [(coordinates[0] + dq, coordinates[1] + dr) for dq, dr in DIRECTIONS]


def list_tile_hexes(radius: int) -> set[HexCoordinates]:
    span = range(-radius, radius + 1)
    return {(q, r) for q in span for r in span if abs(q + r) <= radius}


class MapLayout:
    """Where everything is: cities and factories with their goods, links with their rail spaces."""

    def __init__(self, edition: Edition, configuration: MapConfiguration) -> None:
        self.players = configuration.players
        self.offsets = configuration.offsets
        self.partial = configuration.partial
        self.tile_of: dict[HexCoordinates, str] = {}
        self.overlaps: list[HexCoordinates] = []
        self.cities: dict[str, tuple[HexCoordinates, str]] = {}
        self.factories: dict[str, tuple[HexCoordinates, str]] = {}
        self.links: dict[str, tuple[str, str, tuple[HexCoordinates, ...]]] = {}
        tiles = [tile for tile in edition.tile if tile.id in configuration.tiles]
        for tile in tiles:
            for local in sorted(list_tile_hexes(edition.map.tile_radius)):
                at = self.convert_to_map_coordinates(tile.id, local)
                if at in self.tile_of:
                    self.overlaps.append(at)
                self.tile_of[at] = tile.id
            for city in tile.cities:
                self.cities[city.id] = (self.convert_to_map_coordinates(tile.id, city.at), city.good)
            for factory in tile.factories:
                self.factories[factory.id] = (self.convert_to_map_coordinates(tile.id, factory.at), factory.good)
            for link in tile.links:
                self.links[link.id] = (
                    link.a,
                    link.b,
                    tuple(self.convert_to_map_coordinates(tile.id, s) for s in link.spaces),
                )
        for cross in edition.cross_link:
            if cross.a in self.cities and cross.b in self.cities:
                spaces = tuple(self.convert_to_map_coordinates(t, (q, r)) for t, q, r in cross.spaces)
                self.links[cross.id] = (cross.a, cross.b, spaces)

    def convert_to_map_coordinates(self, tile_id: str, coordinates_on_tile: HexCoordinates) -> HexCoordinates:
        dq, dr = self.offsets[tile_id]
        return (coordinates_on_tile[0] + dq, coordinates_on_tile[1] + dr)


def build_map_layouts(edition: Edition) -> list[MapLayout]:
    """One map for each configuration of the edition."""
    return [MapLayout(edition, configuration) for configuration in edition.configuration]
