"""One map as tables: who is next to whom, where an airship can get, which links meet in a city.

Hexes, cities, factories and links have one numbering for all maps of an edition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.components.layout import DIRECTION_NAMES, DIRECTIONS, MapLayout, compute_hex_distance

if TYPE_CHECKING:
    from aerodrome.games.airsteam.components.edition import Edition

OFF: Final = 0
PLAIN: Final = 1
PARTIAL: Final = 2
CITY: Final = 3
FACTORY: Final = 4
RAIL: Final = 5

FlightKind = tuple[tuple[int, ...], bool]
"""A kind of flight: its possible lengths, and whether it is in one direction."""


@final
class BoardNumbering:
    """The numbering: positions in these tuples are the ids."""

    def __init__(self, edition: Edition, layouts: list[MapLayout]) -> None:
        places = {place for layout in layouts for place in (*layout.tile_of, *layout.partial)}
        self.hexes: tuple[tuple[int, int], ...] = tuple(sorted(places, key=_get_reading_order_key))
        self.cities = tuple(city.id for tile in edition.tile for city in tile.cities)
        self.factories = tuple(factory.id for tile in edition.tile for factory in tile.factories)
        printed = [link.id for tile in edition.tile for link in tile.links]
        self.links = tuple(printed + [link.id for link in edition.cross_link])


def _get_reading_order_key(coordinates: tuple[int, int]) -> tuple[int, int]:
    return coordinates[1], coordinates[0]


def build_vocabulary(edition: Edition, numbering: BoardNumbering) -> dict[str, tuple[str, ...]]:
    """Which names the ids in a field of an action or event stand for."""
    hexes = tuple(f"{q},{r}" for q, r in numbering.hexes)
    goods = tuple(good.id for good in edition.good)
    cards = (*(card.id for card in edition.card), *(team.special_card.id for team in edition.team))
    laid = tuple(f"laid-{number}" for number in range(1, 13))
    return {
        "hex": hexes,
        "hexes": hexes,
        "depot": hexes,
        "origin": hexes,
        "path": hexes,
        "good": goods,
        "goods": goods,
        "into": goods,
        "card": cards,
        "cards": cards,
        "away": cards,
        "city": numbering.cities,
        "first": numbering.cities,
        "last": numbering.cities,
        "link": (*numbering.links, *laid),
        "colour": tuple(team.colour for team in edition.team),
        "character": tuple(person.id for team in edition.team for person in team.character),
        "direction": DIRECTION_NAMES,
    }


NOWHERE: Final = 99
"""Farther than any two hexes of a map: where a good is not made."""


@final
class MapTables:
    """One map, every question about it answered by an index; flights are worked out when first asked for."""

    def __init__(
        self,
        names: BoardNumbering,
        layout: MapLayout,
        goods: list[str],
        flight_kinds: list[FlightKind],
        fly: list[Action],
    ) -> None:
        self.coordinates = names.hexes
        self.hex_ids: dict[tuple[int, int], int] = {place: i for i, place in enumerate(names.hexes)}
        self.flight_kinds = flight_kinds
        self.max_speed = max([max(speeds) for speeds, straight in flight_kinds])
        self.fly_actions = fly
        count = len(names.hexes)
        self.hex_kinds = [OFF] * count
        for place in layout.tile_of:
            self.hex_kinds[self.hex_ids[place]] = PLAIN
        for place in layout.partial:
            self.hex_kinds[self.hex_ids[place]] = PARTIAL
        self._build_city_tables(names, layout, goods)
        self._build_factory_tables(names, layout, goods)
        self._build_link_tables(names, layout)
        self.can_stop = [kind in (PLAIN, FACTORY, RAIL) for kind in self.hex_kinds]  # KS-7.4, KS-7.5
        self.neighbour_by_direction: list[tuple[int, ...]] = [
            self._list_neighbours_by_direction(place) for place in names.hexes
        ]
        """For each hex its six neighbours by direction; -1 off the map."""
        self.neighbours: list[tuple[int, ...]] = [
            tuple([h for h in six if h != NOBODY]) for six in self.neighbour_by_direction
        ]
        self._lengths: list[dict[int, int] | None] = [None] * count
        self._flights: list[list[list[Action] | None]] = [[None] * count for kind in flight_kinds]
        self._reachable: list[list[frozenset[int] | None]] = [[None] * count for kind in flight_kinds]

    def _build_city_tables(self, numbering: BoardNumbering, layout: MapLayout, goods: list[str]) -> None:
        self.cities = [i for i, name in enumerate(numbering.cities) if name in layout.cities]
        self.city_at = [NOBODY] * len(numbering.hexes)
        self.city_hex = [NOBODY] * len(numbering.cities)
        self.city_good = [NOBODY] * len(numbering.cities)
        for city in self.cities:
            place, good = layout.cities[numbering.cities[city]]
            hex_id = self.hex_ids[place]
            self.hex_kinds[hex_id] = CITY
            self.city_at[hex_id] = city
            self.city_hex[city] = hex_id
            self.city_good[city] = goods.index(good)

    def _build_factory_tables(self, numbering: BoardNumbering, layout: MapLayout, goods: list[str]) -> None:
        self.factories = [i for i, name in enumerate(numbering.factories) if name in layout.factories]
        self.factory_at = [NOBODY] * len(numbering.hexes)
        self.factory_hex = [NOBODY] * len(numbering.factories)
        self.factory_good = [NOBODY] * len(numbering.factories)
        self.factory_distances: list[list[int]] = [[] for factory in numbering.factories]
        for factory in self.factories:
            place, good = layout.factories[numbering.factories[factory]]
            hex_id = self.hex_ids[place]
            self.hex_kinds[hex_id] = FACTORY
            self.factory_at[hex_id] = factory
            self.factory_hex[factory] = hex_id
            self.factory_good[factory] = goods.index(good)
            self.factory_distances[factory] = [compute_hex_distance(place, other) for other in numbering.hexes]
        self.good_distances: list[list[int]] = [
            [
                min([NOWHERE, *[self.factory_distances[f][h] for f in self.factories if self.factory_good[f] == good]])
                for h in range(len(numbering.hexes))
            ]
            for good in range(len(goods))
        ]
        """For each good and hex how far away the nearest factory of the good is."""

    def _build_link_tables(self, numbering: BoardNumbering, layout: MapLayout) -> None:
        self.links = [i for i, name in enumerate(numbering.links) if name in layout.links]
        self.link_at = [NOBODY] * len(numbering.hexes)
        self.link_spaces: list[tuple[int, ...]] = [()] * len(numbering.links)
        self.link_ends: list[tuple[int, int]] = [(NOBODY, NOBODY)] * len(numbering.links)
        meeting: list[list[int]] = [[] for city in numbering.cities]
        for link in self.links:
            a, b, places = layout.links[numbering.links[link]]
            self.link_spaces[link] = tuple([self.hex_ids[place] for place in places])
            self.link_ends[link] = (numbering.cities.index(a), numbering.cities.index(b))
            for hex_id in self.link_spaces[link]:
                self.hex_kinds[hex_id] = RAIL
                self.link_at[hex_id] = link
            for city in self.link_ends[link]:
                meeting[city].append(link)
        self.links_at: list[tuple[int, ...]] = [tuple(links) for links in meeting]
        self.rail_hexes: list[int] = [hex_id for hex_id, link in enumerate(self.link_at) if link != NOBODY]
        self.linked_pairs = frozenset(self.link_ends[link] for link in self.links)

    def _list_neighbours_by_direction(self, coordinates: tuple[int, int]) -> tuple[int, ...]:
        if self.hex_kinds[self.hex_ids[coordinates]] == OFF:
            return (NOBODY,) * 6
        found = []
        for dq, dr in DIRECTIONS:
            hex_id = self.hex_ids.get((coordinates[0] + dq, coordinates[1] + dr), NOBODY)
            found.append(hex_id if hex_id != NOBODY and self.hex_kinds[hex_id] != OFF else NOBODY)
        return tuple(found)

    # Flying

    def list_flight_actions(self, flight_kind: int, origin: int) -> list[Action]:
        """Every destination of a flight of this kind, as actions; made when first asked for."""
        found = self._flights[flight_kind][origin]
        if found is None:
            found = [self.fly_actions[to] for to in sorted(self.find_reachable_hexes(flight_kind, origin))]
            self._flights[flight_kind][origin] = found
        return found

    def find_reachable_hexes(self, flight_kind: int, origin: int) -> frozenset[int]:
        found = self._reachable[flight_kind][origin]
        if found is None:
            speeds, straight = self.flight_kinds[flight_kind]
            ends: set[int] = set()
            for speed in speeds:
                ends |= (
                    self._find_stops_in_straight_line(speed, origin)
                    if straight
                    else self._find_stops_by_any_path(speed, origin)
                )
            found = frozenset(ends)
            self._reachable[flight_kind][origin] = found
        return found

    def _find_stops_in_straight_line(self, speed: int, origin: int) -> set[int]:
        ends: set[int] = set()
        for direction in range(6):
            here = origin
            for _step in range(speed):
                here = self.neighbour_by_direction[here][direction]
                if here == NOBODY:
                    break
            if here != NOBODY and self.can_stop[here]:
                ends.add(here)
        return ends

    def _find_stops_by_any_path(self, speed: int, origin: int) -> set[int]:
        lengths = self._lengths[origin]
        if lengths is None:
            lengths = self._find_path_length_bits_by_stop(origin)
            self._lengths[origin] = lengths
        return {to for to, bits in lengths.items() if bits >> speed & 1}

    def _find_path_length_bits_by_stop(self, origin: int) -> dict[int, int]:
        """For every hex where one may stop: the lengths of the paths there without a hex twice (KS-7.2), as bits."""
        lengths: dict[int, int] = {}
        before: dict[int, int] = {origin: NOBODY}
        ring = [origin]
        for radius in range(1, self.max_speed + 1):
            outer: list[int] = []
            for here in ring:
                for to in self.neighbours[here]:
                    if to not in before:
                        before[to] = here
                        outer.append(to)
            for to in outer:
                if self.can_stop[to]:
                    lengths[to] = self._find_path_length_bits_between_ends(_trace_path(before, to), radius)
            ring = outer
        return lengths

    def _find_path_length_bits_between_ends(self, path: list[int], shortest_length: int) -> int:
        """The lengths of paths between the ends of a shortest one, as bits.

        A detour by a common neighbour makes a path one longer; where none is left, all paths are searched.
        """
        bits = 1 << shortest_length
        for length in range(shortest_length + 1, self.max_speed + 1):
            if self._try_insert_detour(path) or self._extend_path_in_exactly([path[0]], path[-1], length):
                bits |= 1 << length
        return bits

    def _try_insert_detour(self, path: list[int]) -> bool:
        """Make the path one hex longer between its ends; False where no detour is left."""
        for i in range(len(path) - 1):
            beyond = self.neighbours[path[i + 1]]
            for via in self.neighbours[path[i]]:
                if via in beyond and via not in path:
                    path.insert(i + 1, via)
                    return True
        return False

    def _extend_path_in_exactly(self, path: list[int], goal: int, steps_left: int) -> bool:
        """Whether the path can go on to the goal in exactly `steps_left` steps."""
        here = path[-1]
        if steps_left == 0:
            return here == goal
        if here == goal or compute_hex_distance(self.coordinates[here], self.coordinates[goal]) > steps_left:
            return False
        for to in self.neighbours[here]:
            if to not in path:
                path.append(to)
                if self._extend_path_in_exactly(path, goal, steps_left - 1):
                    return True
                path.pop()
        return False

    # New lines (KS-R52)

    def find_new_lines_by_city_pair(
        self, min_spaces: int, max_spaces: int
    ) -> dict[tuple[int, int], list[tuple[int, ...]]]:
        """Every line over plain hexes between two cities that no printed link joins, from the lower city id."""
        found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for city in self.cities:
            for to in self.neighbours[self.city_hex[city]]:
                if self.hex_kinds[to] == PLAIN:
                    self._collect_new_lines(city, (to,), min_spaces, max_spaces, found)
        return {pair: sorted(found[pair], key=_get_shortest_first_key) for pair in sorted(found)}

    def _collect_new_lines(
        self,
        first_city: int,
        path: tuple[int, ...],
        min_spaces: int,
        max_spaces: int,
        lines_by_city_pair: dict[tuple[int, int], list[tuple[int, ...]]],
    ) -> None:
        for to in self.neighbours[path[-1]]:
            other = self.city_at[to]
            if other > first_city and len(path) >= min_spaces and not self.has_printed_link_between(first_city, other):
                lines_by_city_pair.setdefault((first_city, other), []).append(path)
            elif self.hex_kinds[to] == PLAIN and to not in path and len(path) < max_spaces:
                self._collect_new_lines(first_city, (*path, to), min_spaces, max_spaces, lines_by_city_pair)

    def has_printed_link_between(self, city: int, other_city: int) -> bool:
        return (city, other_city) in self.linked_pairs or (other_city, city) in self.linked_pairs


def _get_shortest_first_key(path: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(path), path


def _trace_path(predecessors: dict[int, int], goal: int) -> list[int]:
    path = [goal]
    while predecessors[path[-1]] != NOBODY:
        path.append(predecessors[path[-1]])
    path.reverse()
    return path
