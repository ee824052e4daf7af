"""What a seat sees of a table of Kings of Air and Steam, as numbers for a learner: all but what others have planned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.core.observation import (
    ABSENT,
    ObservationEncoding,
    StepNumbers,
    build_one_hot_rows,
    build_packer,
    pack_numbers,
    widen,
)
from aerodrome.games.airsteam.model.state import CLOSED, GOODS, HIDDEN, REMOVED, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built, diamond_rating, market_price
from aerodrome.games.airsteam.steps import STEPS

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

SEAT_FIELDS: Final = {"seat"}
TUPLES: Final = {"path": 8}
MARKET: Final = 6
"""So many tiles of the market are shown; likewise below."""
USED_TILES: Final = 24
WAITING_CITIES: Final = 8
GIVEN_CUBES: Final = 12
LAID_LINES: Final = 6
CITY_STATES: Final = CLOSED + 1
HIDDEN_CARD: Final = -2
"""A card that lies face down for the seat that looks."""


@final
class AirsteamObservation(ObservationEncoding["Airsteam", AirsteamState]):
    def __init__(self, game: Airsteam, seats: int) -> None:
        super().__init__(seats)
        self.steps = StepNumbers(STEPS, seats, SEAT_FIELDS, TUPLES)
        self.cards = len(game.card_ids)
        self.card_rows = build_one_hot_rows(self.cards)
        self.depots = seats * (game.depots_each + 1)
        self.coordinates = [[q, r] for q, r in game.names.hexes]
        self.coordinates.append([ABSENT, ABSENT])  # NOBODY finds it as -1
        self.map_cities = list(game.maps[seats].cities)
        self.map_factories = list(game.maps[seats].factories)
        self._name_table(game)
        self._name_seats(game)
        self._name_places(game)
        for name in self.steps.names:
            self.add(f"step.{name}", 30.0)
        self.pack = build_packer(len(self.names))
        self.add("step", 1.0, self.steps.kind_names)
        self._name_depots_and_cities(game)
        self._name_lists(game)
        for seat in self.seat_names:
            for slot in range(SLOTS):
                self.add(f"plan of {seat}, slot {slot + 1}", 1.0, game.card_ids)

    def _name_table(self, game: Airsteam) -> None:
        goods = game.good_ids
        places = [f"{i + 1}." for i in self.orders[0]]
        self.add("round", float(game.rounds))
        self.add("slot", float(SLOTS))
        self.add("cards are revealed")
        self.add("swapped in this round")
        self.add("track tiles left", 10.0)
        self.add("order of ties", float(len(places)), places)
        self.add("order of this step", float(len(places)), places)
        self.add("price", 10.0, goods)
        self.add("supply", 19.0, goods)
        self.add("tiles to draw", 5.0, goods)
        self.add("market", float(GOODS), [f"{i + 1}." for i in range(MARKET)])

    def _name_seats(self, game: Airsteam) -> None:
        for name, scale in (
            ("must act", 1.0),
            ("holds the start token", 1.0),
            ("plans", 1.0),
            ("pays upkeep", 1.0),
            ("movement error", 1.0),
            ("cash", 50.0),
            ("airship level", 5.0),
            ("train level", 5.0),
            ("depots left", float(game.depots_each)),
            ("depots built", float(game.depots_each)),
            ("diamonds", 10.0),
            ("diamonds used", 10.0),
            ("team", 6.0),
            ("character", 12.0),
        ):
            self.add(name, scale, self.seat_names)
        for seat in self.seat_names:
            self.add(f"airship of {seat}", 15.0, ["q", "r"])
            self.add(f"hold of {seat}", 3.0, game.good_ids)
            self.add(f"face of the plan of {seat}", 3.0, [f"slot {i + 1}" for i in range(SLOTS)])

    def _name_places(self, game: Airsteam) -> None:
        for factory in self.map_factories:
            self.add(f"cubes at {game.names.factories[factory]}", 5.0, game.good_ids)

    def _name_depots_and_cities(self, game: Airsteam) -> None:
        for i in range(self.depots):
            self.add(f"cubes in depot {i + 1}", 3.0, game.good_ids)
        for i in range(self.depots):
            self.add(f"depot {i + 1}", 30.0, ["q", "r"])
            self.add(f"depot {i + 1}", float(len(self.seat_names)), ["owner"])
        for city in self.map_cities:
            self.add(f"demand of {game.names.cities[city]}", float(GOODS), ["good", "left", "state"])
        seats = range(len(self.seat_names))
        self.depot_rows = [[pack_numbers([q, r, owner]) for q, r in game.names.hexes] for owner in seats]
        self.city_rows = [
            [pack_numbers([good if left else ABSENT, left, kind]) for left in range(game.city_demand + 1)]
            for kind in range(CITY_STATES)
            for good in range(GOODS)
        ]
        self.absent = [pack_numbers([ABSENT] * n) for n in range(5 * self.depots + 1)]
        """Rows of so many numbers that mean nothing now."""

    def _name_lists(self, game: Airsteam) -> None:
        before = len(self.names)
        self.add("waits for a tile", 35.0, [f"{i + 1}." for i in range(WAITING_CITIES)])
        for i in range(GIVEN_CUBES):
            self.add(f"own cube given up, {i + 1}.", 30.0, ["q", "r", "good"])
        for i in range(LAID_LINES):
            self.add(f"laid line {i + 1}", 35.0, ["one end", "other end"])
        for i in range(game.track_tiles):
            self.add(f"laid track {i + 1}", 30.0, ["q", "r", "line"])
        self.nothing_laid = pack_numbers([ABSENT] * (len(self.names) - before))
        self.add("used tile", float(GOODS), [f"{i + 1}." for i in range(USED_TILES)])

    def list_parts(self, game: Airsteam, state: AirsteamState, seat: int) -> list[bytes]:
        top = state.step_stack[-1] if state.step_stack else None
        order = self.orders[seat]
        numbers: list[int] = []
        self._append_table(game, state, seat, numbers)
        self._append_seats(game, state, seat, order, numbers)
        self._append_places(state, numbers)
        numbers += self.steps.list_numbers(top, seat)
        parts = [self.pack(*numbers), self.steps.encode_kind(top)]
        self._append_depots_and_cities(state, seat, parts)
        parts.append(self._encode_lists(game, state, seat))
        tiles = state.stack[:USED_TILES]
        parts.append(widen(bytes(tiles)))
        parts.append(self.absent[USED_TILES - len(tiles)])
        rows = self.card_rows
        for other in order:
            base = other * SLOTS
            for i in range(base, base + SLOTS):
                known = other == seat or state.face[i] != HIDDEN
                parts.append(rows[state.plan[i] if known else NOBODY])
        return parts

    def _append_table(self, game: Airsteam, state: AirsteamState, seat: int, numbers: list[int]) -> None:
        seats = state.seats
        revealed = 1 if REVEALED in state.face or REMOVED in state.face else 0
        numbers += [state.round, state.slot, revealed, 1 if state.swapped else 0, state.track_tiles_left]
        numbers += [(other - seat) % seats for other in state.tie_order]
        numbers += [ABSENT] * (seats - len(state.tie_order))
        numbers += [(other - seat) % seats for other in state.order]
        numbers += [ABSENT] * (seats - len(state.order))
        numbers += [market_price(game, state, good) for good in range(GOODS)]
        numbers += state.supply
        numbers += state.pile
        append_padded(numbers, state.market, MARKET)

    def _encode_lists(self, game: Airsteam, state: AirsteamState, seat: int) -> bytes:
        if not state.waiting and not state.cubes_given_up and not state.laid_hex:
            return self.nothing_laid
        numbers: list[int] = []
        append_padded(numbers, state.waiting, WAITING_CITIES)
        self._append_given_cubes(state, seat, numbers)
        append_padded(numbers, state.laid_ends, 2 * LAID_LINES)
        for i in range(game.track_tiles):
            laid = i < len(state.laid_hex)
            numbers += self.coordinates[state.laid_hex[i] if laid else NOBODY]
            numbers.append(state.laid_link[i] - game.printed_links if laid else ABSENT)
        return pack_numbers(numbers)

    def _append_given_cubes(self, state: AirsteamState, seat: int, numbers: list[int]) -> None:
        given = state.cubes_given_up
        shown = 0
        for i in range(0, len(given), 3):
            if given[i] == seat and shown < GIVEN_CUBES:
                shown += 1
                numbers += self.coordinates[given[i + 1]]
                numbers.append(given[i + 2])
        numbers += [ABSENT] * (3 * (GIVEN_CUBES - shown))

    def _append_seats(
        self, game: Airsteam, state: AirsteamState, seat: int, order: list[int], numbers: list[int]
    ) -> None:
        actors = game.actors(state)
        numbers += [1 if other in actors else 0 for other in order]
        numbers += [1 if state.start == other else 0 for other in order]
        numbers += [state.planning >> other & 1 for other in order]
        numbers += [state.paying >> other & 1 for other in order]
        numbers += [state.errors >> other & 1 for other in order]
        numbers += [state.cash[other] for other in order]
        numbers += [state.airship_level[other] for other in order]
        numbers += [state.train_level[other] for other in order]
        numbers += [state.depots_left[other] for other in order]
        numbers += [count_depots_built(game, state, other) for other in order]
        numbers += [diamond_rating(game, state, other) for other in order]
        numbers += [state.diamonds[other] for other in order]
        numbers += [state.team[other] for other in order]
        chosen = NOBODY not in state.character
        numbers += [state.character[other] if chosen or other == seat else NOBODY for other in order]
        for other in order:
            numbers += self.coordinates[state.airship[other]]
            numbers += state.hold[other * GOODS : (other + 1) * GOODS]
            base = other * SLOTS
            for i in range(base, base + SLOTS):
                numbers.append(self._show_face(state, seat, other, i))

    def _show_face(self, state: AirsteamState, seat: int, other: int, place: int) -> int:
        """How a planned card lies. Of a plan that another seat still makes nothing shows (KS-5.2)."""
        face = state.face[place]
        if face == HIDDEN and other != seat:
            laid = state.plan[place] != NOBODY and not state.planning >> other & 1
            return HIDDEN_CARD if laid else ABSENT
        return ABSENT if state.plan[place] == NOBODY else face

    def _append_places(self, state: AirsteamState, numbers: list[int]) -> None:
        for factory in self.map_factories:
            numbers += state.factory_cubes[factory * GOODS : (factory + 1) * GOODS]

    def _append_depots_and_cities(self, state: AirsteamState, seat: int, parts: list[bytes]) -> None:
        hexes, owners, seats = state.depot_hex, state.depot_seat, state.seats
        shown = min(len(hexes), self.depots)
        parts.append(widen(bytes(state.depot_cubes[: GOODS * shown])))
        parts.append(self.absent[GOODS * (self.depots - shown)])
        for depot in range(shown):
            parts.append(self.depot_rows[(owners[depot] - seat) % seats][hexes[depot]])
        parts.append(self.absent[3 * (self.depots - shown)])
        for city in self.map_cities:
            parts.append(self.city_rows[state.city_state[city] * GOODS + state.city_good[city]][state.city_left[city]])


def append_padded(numbers: list[int], row: list[int], length: int) -> None:
    """Adds the first numbers of a row, and ABSENT where it is shorter."""
    shown = min(len(row), length)
    numbers += row if len(row) == shown else row[:shown]
    numbers += [ABSENT] * (length - shown)
