"""One map as tables: who is next to whom, where an airship can get, which links meet in a city.

Hexes, cities, factories and links have one numbering for all maps of an edition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.components.layout import DIRECTIONS, Layout, distance

if TYPE_CHECKING:
    from aerodrome.games.airsteam.components.edition import Edition

OFF: Final = 0
PLAIN: Final = 1
PARTIAL: Final = 2
CITY: Final = 3
FACTORY: Final = 4
RAIL: Final = 5

Kind = tuple[tuple[int, ...], bool]
"""A kind of flight: its possible lengths, and whether it is in one direction."""


@final
class Names:
    """The numbering: positions in these tuples are the ids."""

    def __init__(self, edition: Edition, layouts: list[Layout]) -> None:
        places = {place for layout in layouts for place in (*layout.tile_of, *layout.partial)}
        self.hexes: tuple[tuple[int, int], ...] = tuple(sorted(places, key=_reading_order))
        self.cities = tuple(city.id for tile in edition.tile for city in tile.cities)
        self.factories = tuple(factory.id for tile in edition.tile for factory in tile.factories)
        printed = [link.id for tile in edition.tile for link in tile.links]
        self.links = tuple(printed + [link.id for link in edition.cross_link])


def _reading_order(place: tuple[int, int]) -> tuple[int, int]:
    return place[1], place[0]


@final
class Chart:
    def __init__(self, names: Names, layout: Layout, goods: list[str], kinds: list[Kind], fly: list[Action]) -> None:
        self.places = names.hexes
        self.ids: dict[tuple[int, int], int] = {place: i for i, place in enumerate(names.hexes)}
        self.kinds = kinds
        self.speeds = max([max(speeds) for speeds, straight in kinds])
        self.fly = fly
        count = len(names.hexes)
        self.kind = [OFF] * count
        for place in layout.tile_of:
            self.kind[self.ids[place]] = PLAIN
        for place in layout.partial:
            self.kind[self.ids[place]] = PARTIAL
        self._put_cities(names, layout, goods)
        self._put_factories(names, layout, goods)
        self._put_links(names, layout)
        self.stop = [kind in (PLAIN, FACTORY, RAIL) for kind in self.kind]  # KS-7.4, KS-7.5
        self.next: list[tuple[int, ...]] = [self._next(place) for place in names.hexes]
        """For each hex its six neighbours by direction; -1 off the map."""
        self.near: list[tuple[int, ...]] = [tuple([h for h in six if h != NOBODY]) for six in self.next]
        self._lengths: list[dict[int, int] | None] = [None] * count
        self._flights: list[list[list[Action] | None]] = [[None] * count for kind in kinds]
        self._reach: list[list[frozenset[int] | None]] = [[None] * count for kind in kinds]

    def _put_cities(self, names: Names, layout: Layout, goods: list[str]) -> None:
        self.cities = [i for i, name in enumerate(names.cities) if name in layout.cities]
        self.city_at = [NOBODY] * len(names.hexes)
        self.city_hex = [NOBODY] * len(names.cities)
        self.city_good = [NOBODY] * len(names.cities)
        for city in self.cities:
            place, good = layout.cities[names.cities[city]]
            at = self.ids[place]
            self.kind[at] = CITY
            self.city_at[at] = city
            self.city_hex[city] = at
            self.city_good[city] = goods.index(good)

    def _put_factories(self, names: Names, layout: Layout, goods: list[str]) -> None:
        self.factories = [i for i, name in enumerate(names.factories) if name in layout.factories]
        self.factory_at = [NOBODY] * len(names.hexes)
        self.factory_hex = [NOBODY] * len(names.factories)
        self.factory_good = [NOBODY] * len(names.factories)
        self.factory_away: list[list[int]] = [[] for factory in names.factories]
        for factory in self.factories:
            place, good = layout.factories[names.factories[factory]]
            at = self.ids[place]
            self.kind[at] = FACTORY
            self.factory_at[at] = factory
            self.factory_hex[factory] = at
            self.factory_good[factory] = goods.index(good)
            self.factory_away[factory] = [distance(place, other) for other in names.hexes]

    def _put_links(self, names: Names, layout: Layout) -> None:
        self.links = [i for i, name in enumerate(names.links) if name in layout.links]
        self.link_at = [NOBODY] * len(names.hexes)
        self.spaces: list[tuple[int, ...]] = [()] * len(names.links)
        self.ends: list[tuple[int, int]] = [(NOBODY, NOBODY)] * len(names.links)
        meeting: list[list[int]] = [[] for city in names.cities]
        for link in self.links:
            a, b, places = layout.links[names.links[link]]
            self.spaces[link] = tuple([self.ids[place] for place in places])
            self.ends[link] = (names.cities.index(a), names.cities.index(b))
            for at in self.spaces[link]:
                self.kind[at] = RAIL
                self.link_at[at] = link
            for city in self.ends[link]:
                meeting[city].append(link)
        self.links_at: list[tuple[int, ...]] = [tuple(links) for links in meeting]
        self.rails: list[int] = [at for at, link in enumerate(self.link_at) if link != NOBODY]
        self.joined = frozenset(self.ends[link] for link in self.links)

    def _next(self, place: tuple[int, int]) -> tuple[int, ...]:
        if self.kind[self.ids[place]] == OFF:
            return (NOBODY,) * 6
        found = []
        for dq, dr in DIRECTIONS:
            at = self.ids.get((place[0] + dq, place[1] + dr), NOBODY)
            found.append(at if at != NOBODY and self.kind[at] != OFF else NOBODY)
        return tuple(found)

    # Flying

    def flights(self, kind: int, at: int) -> list[Action]:
        """Every destination of a flight of this kind, as actions; made when first asked for."""
        found = self._flights[kind][at]
        if found is None:
            found = [self.fly[to] for to in sorted(self.reach(kind, at))]
            self._flights[kind][at] = found
        return found

    def reach(self, kind: int, at: int) -> frozenset[int]:
        found = self._reach[kind][at]
        if found is None:
            speeds, straight = self.kinds[kind]
            ends: set[int] = set()
            for speed in speeds:
                ends |= self._straight(speed, at) if straight else self._bent(speed, at)
            found = frozenset(ends)
            self._reach[kind][at] = found
        return found

    def _straight(self, speed: int, at: int) -> set[int]:
        ends: set[int] = set()
        for direction in range(6):
            here = at
            for _step in range(speed):
                here = self.next[here][direction]
                if here == NOBODY:
                    break
            if here != NOBODY and self.stop[here]:
                ends.add(here)
        return ends

    def _bent(self, speed: int, at: int) -> set[int]:
        lengths = self._lengths[at]
        if lengths is None:
            lengths = self._walks(at)
            self._lengths[at] = lengths
        return {to for to, bits in lengths.items() if bits >> speed & 1}

    def _walks(self, at: int) -> dict[int, int]:
        """For every hex where one may stop: the lengths of the paths there without a hex twice (KS-7.2), as bits."""
        lengths: dict[int, int] = {}
        before: dict[int, int] = {at: NOBODY}
        ring = [at]
        for radius in range(1, self.speeds + 1):
            outer: list[int] = []
            for here in ring:
                for to in self.near[here]:
                    if to not in before:
                        before[to] = here
                        outer.append(to)
            for to in outer:
                if self.stop[to]:
                    lengths[to] = self._stretch(_path(before, to), radius)
            ring = outer
        return lengths

    def _stretch(self, path: list[int], shortest: int) -> int:
        """A detour by a common neighbour makes a path one longer; where none is left, all paths are searched."""
        bits = 1 << shortest
        for length in range(shortest + 1, self.speeds + 1):
            if self._detour(path) or self._search(path[0], path[-1], length):
                bits |= 1 << length
        return bits

    def _detour(self, path: list[int]) -> bool:
        for i in range(len(path) - 1):
            beyond = self.near[path[i + 1]]
            for via in self.near[path[i]]:
                if via in beyond and via not in path:
                    path.insert(i + 1, via)
                    return True
        return False

    def _search(self, at: int, goal: int, length: int) -> bool:
        return self._walk([at], goal, length)

    def _walk(self, path: list[int], goal: int, left: int) -> bool:
        here = path[-1]
        if left == 0:
            return here == goal
        if here == goal or distance(self.places[here], self.places[goal]) > left:
            return False
        for to in self.near[here]:
            if to not in path:
                path.append(to)
                if self._walk(path, goal, left - 1):
                    return True
                path.pop()
        return False

    # New lines (KS-R52)

    def lines(self, shortest: int, longest: int) -> dict[tuple[int, int], list[tuple[int, ...]]]:
        """Every line over plain hexes between two cities that no printed link joins, from the lower city id."""
        found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for city in self.cities:
            for to in self.near[self.city_hex[city]]:
                if self.kind[to] == PLAIN:
                    self._grow(city, (to,), shortest, longest, found)
        return {pair: sorted(found[pair], key=_length_first) for pair in sorted(found)}

    def _grow(
        self,
        city: int,
        path: tuple[int, ...],
        shortest: int,
        longest: int,
        found: dict[tuple[int, int], list[tuple[int, ...]]],
    ) -> None:
        for to in self.near[path[-1]]:
            other = self.city_at[to]
            if other > city and len(path) >= shortest and not self.are_joined(city, other):
                found.setdefault((city, other), []).append(path)
            elif self.kind[to] == PLAIN and to not in path and len(path) < longest:
                self._grow(city, (*path, to), shortest, longest, found)

    def are_joined(self, a: int, b: int) -> bool:
        return (a, b) in self.joined or (b, a) in self.joined


def _length_first(path: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(path), path


def _path(before: dict[int, int], to: int) -> list[int]:
    path = [to]
    while before[path[-1]] != NOBODY:
        path.append(before[path[-1]])
    path.reverse()
    return path
