"""What a seat sees of a table of Kings of Air and Steam, as numbers for a learner: all but what others have planned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.core.byte_writer import BytesWriter, write_i32_le
from aerodrome.core.observation import (
    ABSENT,
    ObservationEncoding,
    StepNumberWriter,
    build_one_hot_and_zero_rows,
    pack_int32_numbers,
    write_absent_numbers,
    write_flag_of_seat,
    write_numbers,
    write_numbers_by_seat,
    write_numbers_cut_or_padded,
    write_relative_seats,
    write_seat_flags,
    write_seat_flags_from_bits,
)
from aerodrome.games.airsteam.model.state import CLOSED, GOODS, HIDDEN, REMOVED, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built, get_diamond_rating, get_market_price
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
        self.steps = StepNumberWriter(STEPS, seats, SEAT_FIELDS, TUPLES)
        self.cards = len(game.card_ids)
        self.card_rows = build_one_hot_and_zero_rows(self.cards)
        self.depots = seats * (game.depots_each + 1)
        self.hex_rows = [pack_int32_numbers([q, r]) for q, r in game.names.hexes]
        self.hex_rows.append(pack_int32_numbers([ABSENT, ABSENT]))  # NOBODY finds it as -1
        self.map_cities = list(game.maps[seats].cities)
        self.map_factories = list(game.maps[seats].factories)
        self._add_round_and_market_column_names(game)
        self._add_seat_column_names(game)
        self._add_factory_column_names(game)
        for name in self.steps.names:
            self.add_number_names(f"step.{name}", 30.0)
        self.add_number_names("step", 1.0, self.steps.kind_names)
        self._add_depot_and_city_column_names(game)
        self._build_depot_and_city_rows(game)
        self._add_padded_list_column_names(game)
        for seat in self.seat_names:
            for slot in range(SLOTS):
                self.add_number_names(f"plan of {seat}, slot {slot + 1}", 1.0, game.card_ids)

    def _add_round_and_market_column_names(self, game: Airsteam) -> None:
        goods = game.good_ids
        places = [f"{i + 1}." for i in self.orders[0]]
        self.add_number_names("round", float(game.rounds))
        self.add_number_names("slot", float(SLOTS))
        self.add_number_names("cards are revealed")
        self.add_number_names("swapped in this round")
        self.add_number_names("track tiles left", 10.0)
        self.add_number_names("order of ties", float(len(places)), places)
        self.add_number_names("order of this step", float(len(places)), places)
        self.add_number_names("price", 10.0, goods)
        self.add_number_names("supply", 19.0, goods)
        self.add_number_names("tiles to draw", 5.0, goods)
        self.add_number_names("market", float(GOODS), [f"{i + 1}." for i in range(MARKET)])

    def _add_seat_column_names(self, game: Airsteam) -> None:
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
            self.add_number_names(name, scale, self.seat_names)
        for seat in self.seat_names:
            self.add_number_names(f"airship of {seat}", 15.0, ["q", "r"])
            self.add_number_names(f"hold of {seat}", 3.0, game.good_ids)
            self.add_number_names(f"face of the plan of {seat}", 3.0, [f"slot {i + 1}" for i in range(SLOTS)])

    def _add_factory_column_names(self, game: Airsteam) -> None:
        for factory in self.map_factories:
            self.add_number_names(f"cubes at {game.names.factories[factory]}", 5.0, game.good_ids)

    def _add_depot_and_city_column_names(self, game: Airsteam) -> None:
        for i in range(self.depots):
            self.add_number_names(f"cubes in depot {i + 1}", 3.0, game.good_ids)
        for i in range(self.depots):
            self.add_number_names(f"depot {i + 1}", 30.0, ["q", "r"])
            self.add_number_names(f"depot {i + 1}", float(len(self.seat_names)), ["owner"])
        for city in self.map_cities:
            self.add_number_names(f"demand of {game.names.cities[city]}", float(GOODS), ["good", "left", "state"])

    def _build_depot_and_city_rows(self, game: Airsteam) -> None:
        seats = range(len(self.seat_names))
        self.depot_rows = [[pack_int32_numbers([q, r, owner]) for q, r in game.names.hexes] for owner in seats]
        self.city_rows = [
            [pack_int32_numbers([good if left else ABSENT, left, kind]) for left in range(game.city_demand + 1)]
            for kind in range(CITY_STATES)
            for good in range(GOODS)
        ]

    def _add_padded_list_column_names(self, game: Airsteam) -> None:
        before = len(self.names)
        self.add_number_names("waits for a tile", 35.0, [f"{i + 1}." for i in range(WAITING_CITIES)])
        for i in range(GIVEN_CUBES):
            self.add_number_names(f"own cube given up, {i + 1}.", 30.0, ["q", "r", "good"])
        for i in range(LAID_LINES):
            self.add_number_names(f"laid line {i + 1}", 35.0, ["one end", "other end"])
        for i in range(game.track_tiles):
            self.add_number_names(f"laid track {i + 1}", 30.0, ["q", "r", "line"])
        self.nothing_laid = pack_int32_numbers([ABSENT] * (len(self.names) - before))
        self.add_number_names("used tile", float(GOODS), [f"{i + 1}." for i in range(USED_TILES)])

    def write(self, row: BytesWriter, game: Airsteam, state: AirsteamState, seat: int) -> None:
        top = state.step_stack[-1] if state.step_stack else None
        order = self.orders[seat]
        self._write_round_and_market(row, game, state, seat)
        self._write_seats(row, game, state, seat, order)
        for factory in self.map_factories:
            _write_cube_counts(row, state.factory_cubes, factory)
        self.steps.write_step_numbers(row, top, seat)
        self.steps.write_step_kind_flags(row, top)
        self._write_depots_and_cities(row, state, seat)
        self._write_padded_lists(row, game, state, seat)
        write_numbers_cut_or_padded(row, state.stack, USED_TILES)
        rows = self.card_rows
        for other in order:
            base = other * SLOTS
            for i in range(base, base + SLOTS):
                known = other == seat or state.face[i] != HIDDEN
                row.write(rows[state.plan[i] if known else NOBODY])

    def _write_round_and_market(self, row: BytesWriter, game: Airsteam, state: AirsteamState, seat: int) -> None:
        write_i32_le(row, state.round)
        write_i32_le(row, state.slot)
        write_i32_le(row, 1 if any(face in (REVEALED, REMOVED) for face in state.face) else 0)
        write_i32_le(row, 1 if state.swapped else 0)
        write_i32_le(row, state.track_tiles_left)
        write_relative_seats(row, seat, state.tie_order, state.seats)
        write_relative_seats(row, seat, state.order, state.seats)
        for good in range(GOODS):
            write_i32_le(row, get_market_price(game, state, good))
        write_numbers(row, state.supply)
        write_numbers(row, state.pile)
        write_numbers_cut_or_padded(row, state.market, MARKET)

    def _write_seats(
        self, row: BytesWriter, game: Airsteam, state: AirsteamState, seat: int, seat_order: list[int]
    ) -> None:
        write_seat_flags(row, game.actors(state), seat_order)
        write_flag_of_seat(row, state.start, seat_order)
        write_seat_flags_from_bits(row, state.planning, seat_order)
        write_seat_flags_from_bits(row, state.paying, seat_order)
        write_seat_flags_from_bits(row, state.errors, seat_order)
        write_numbers_by_seat(row, state.cash, seat_order)
        write_numbers_by_seat(row, state.airship_level, seat_order)
        write_numbers_by_seat(row, state.train_level, seat_order)
        write_numbers_by_seat(row, state.depots_left, seat_order)
        for other in seat_order:
            write_i32_le(row, count_depots_built(game, state, other))
        for other in seat_order:
            write_i32_le(row, get_diamond_rating(game, state, other))
        write_numbers_by_seat(row, state.diamonds, seat_order)
        write_numbers_by_seat(row, state.team, seat_order)
        chosen = NOBODY not in state.character
        for other in seat_order:
            write_i32_le(row, state.character[other] if chosen or other == seat else NOBODY)
        for other in seat_order:
            row.write(self.hex_rows[state.airship[other]])
            _write_cube_counts(row, state.hold, other)
            base = other * SLOTS
            for i in range(base, base + SLOTS):
                write_i32_le(row, self._encode_visible_card_face(state, seat, other, i))

    def _encode_visible_card_face(self, state: AirsteamState, viewer: int, owner: int, plan_index: int) -> int:
        """How a planned card lies. Of a plan that another seat still makes nothing shows (KS-5.2)."""
        face = state.face[plan_index]
        if face == HIDDEN and owner != viewer:
            laid = state.plan[plan_index] != NOBODY and not state.planning >> owner & 1
            return HIDDEN_CARD if laid else ABSENT
        return ABSENT if state.plan[plan_index] == NOBODY else face

    def _write_depots_and_cities(self, row: BytesWriter, state: AirsteamState, seat: int) -> None:
        hexes, owners, seats = state.depot_hex, state.depot_seat, state.seats
        shown = min(len(hexes), self.depots)
        write_numbers_cut_or_padded(row, state.depot_cubes, GOODS * self.depots)
        for depot in range(shown):
            row.write(self.depot_rows[(owners[depot] - seat) % seats][hexes[depot]])
        write_absent_numbers(row, 3 * (self.depots - shown))
        for city in self.map_cities:
            row.write(self.city_rows[state.city_state[city] * GOODS + state.city_good[city]][state.city_left[city]])

    def _write_padded_lists(self, row: BytesWriter, game: Airsteam, state: AirsteamState, seat: int) -> None:
        if not state.waiting and not state.cubes_given_up and not state.laid_hex:
            row.write(self.nothing_laid)
            return
        write_numbers_cut_or_padded(row, state.waiting, WAITING_CITIES)
        self._write_given_up_cubes(row, state, seat)
        write_numbers_cut_or_padded(row, state.laid_ends, 2 * LAID_LINES)
        for i in range(game.track_tiles):
            laid = i < len(state.laid_hex)
            row.write(self.hex_rows[state.laid_hex[i] if laid else NOBODY])
            write_i32_le(row, state.laid_link[i] - game.printed_links if laid else ABSENT)

    def _write_given_up_cubes(self, row: BytesWriter, state: AirsteamState, seat: int) -> None:
        given = state.cubes_given_up
        shown = 0
        for i in range(0, len(given), 3):
            if given[i] == seat and shown < GIVEN_CUBES:
                shown += 1
                row.write(self.hex_rows[given[i + 1]])
                write_i32_le(row, given[i + 2])
        write_absent_numbers(row, 3 * (GIVEN_CUBES - shown))


def _write_cube_counts(row: BytesWriter, cubes_by_owner_and_good: list[int], owner: int) -> None:
    """The cubes of each good from a list that counts them owner by owner."""
    for i in range(owner * GOODS, (owner + 1) * GOODS):
        write_i32_le(row, cubes_by_owner_and_good[i])
