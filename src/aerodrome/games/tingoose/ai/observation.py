"""What a seat sees of a Tin Goose table, as numbers for a learner.

Cash, bonds and chips of rivals are among them: payments are made in the open, so whoever counts knows them (TG-R56).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.core.byte_writer import BytesWriter, write_i32_le
from aerodrome.core.observation import (
    ABSENT,
    BitFlagWriter,
    ObservationEncoding,
    StepNumberWriter,
    build_one_hot_and_zero_rows,
    write_absent_numbers,
    write_flag_of_seat,
    write_numbers,
    write_numbers_by_seat,
    write_numbers_cut_or_padded,
    write_relative_seats,
    write_seat_flags,
    write_seat_flags_from_bits,
)
from aerodrome.games.tingoose.model.state import FACE_DOWN, PLAYED, UNDEALT, TinGooseState
from aerodrome.games.tingoose.rules.queries import count_barrels, count_bits, count_flames, get_income
from aerodrome.games.tingoose.steps import STEPS
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import OpeningBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SEAT_FIELDS: Final = {"leader", "seat"}
FLEETS: Final = 10
"""So many fleets of a seat are shown, in the order of its play area."""


@final
class TinGooseObservation(ObservationEncoding["TinGoose", TinGooseState]):
    def __init__(self, game: TinGoose, seats: int) -> None:
        super().__init__(seats)
        self.steps = StepNumberWriter(STEPS, seats, SEAT_FIELDS, {})
        self.cities = BitFlagWriter(len(game.cities))
        self.destinations = BitFlagWriter(len(game.edition.international))
        self.conditions = BitFlagWriter(len(game.conditions))
        self.airmail_rows = build_one_hot_and_zero_rows(len(game.edition.airmail))
        self.row_length = max(len(game.edition.airmail), len(game.edition.demand_card))
        self.decks_are_runs = all(deck == list(range(deck[0], deck[-1] + 1)) for deck in game.decks)
        """Whether the cards of an edition are listed era by era."""
        self.nothing_dealt = _pack_card_holders([UNDEALT] * len(game.edition.card))
        self._add_names_of_single_numbers(game)
        self._add_names_of_number_blocks(game)

    def _add_names_of_single_numbers(self, game: TinGoose) -> None:
        self.add_number_names("round", float(game.rounds))
        self.add_number_names("cards are dealt")
        self.add_number_names("own sealed bid", 10.0)
        self.add_number_names("row of cards", float(self.row_length), [f"{i + 1}." for i in range(self.row_length)])
        self.add_number_names(
            "order of the opening", float(len(self.seat_names)), [f"{i + 1}." for i in self.orders[0]]
        )
        for name, scale in (
            ("must act", 1.0),
            ("has the turn", 1.0),
            ("is first", 1.0),
            ("bid is sealed", 1.0),
            ("bid revealed", 10.0),
            ("bids opened again", 2.0),
            ("cash", 100.0),
            ("bonds", 5.0),
            ("labor chips", 8.0),
            ("income box", len(game.income_boxes) - 1.0),
            ("income", 50.0),
            ("flames", 20.0),
            ("barrels", 20.0),
            ("cities served", 15.0),
            ("major cities", 10.0),
            ("destinations", 6.0),
            ("extensions", 3.0),
            ("airmail delivered", 1.0),
        ):
            self.add_number_names(name, scale, self.seat_names)
        for era in range(len(game.decks)):
            self.add_number_names(f"cards in hand of era {era + 1}", 5.0, self.seat_names)
        for seat in self.seat_names:
            for i in range(FLEETS):
                self.add_number_names(f"fleet {i + 1}, {seat}: card", 96.0)
                self.add_number_names(f"fleet {i + 1}, {seat}: planes waiting", 4.0)
                self.add_number_names(f"fleet {i + 1}, {seat}: size", 2.0)
        for name in self.steps.names:
            self.add_number_names(f"step.{name}", 40.0)

    def _add_names_of_number_blocks(self, game: TinGoose) -> None:
        names = game.codec.vocabulary
        cities = list(names["city"])
        self.add_number_names("step", 1.0, self.steps.kind_names)
        self.add_number_names("silver demand", 4.0, cities)
        self.add_number_names("gold demand", 1.0, cities)
        for where in ("own hand", "put away face down by oneself", "played"):
            self.add_number_names(where, 1.0, list(names["card"]))
        for seat in self.seat_names:
            self.add_number_names(f"serves, {seat}", 1.0, cities)
            self.add_number_names(f"serves abroad, {seat}", 1.0, list(names["destination"]))
            self.add_number_names(f"condition, {seat}", 1.0, list(names["condition"]))
            self.add_number_names(f"airmail, {seat}", 1.0, list(names["airmail"]))

    def write(self, row: BytesWriter, game: TinGoose, state: TinGooseState, seat: int) -> None:
        top = state.step_stack[-1] if state.step_stack else None
        order = self.orders[seat]
        sealing = isinstance(top, (OpeningBidStep, StrikeBidStep))
        holders = _pack_card_holders(state.holder)
        self._write_round_and_card_row(row, state, seat, sealing, holders)
        self._write_seats(row, game, state, order, sealing)
        self._write_hand_sizes(row, game, holders, order)
        self._write_fleets(row, game, state, order)
        self.steps.write_step_numbers(row, top, seat)
        self.steps.write_step_kind_flags(row, top)
        write_numbers(row, state.silver)
        self.cities.write(row, state.gold)
        _write_flags_of_cards_held_by(row, state.holder, seat)
        _write_flags_of_cards_held_by(row, state.holder, FACE_DOWN + seat)
        _write_flags_of_cards_held_by(row, state.holder, PLAYED)
        for other in order:
            self.cities.write(row, state.network[other])
            self.destinations.write(row, state.served_destinations[other])
            self.conditions.write(row, state.conditions[other])
            row.write(self.airmail_rows[state.airmail[other]])

    def _write_round_and_card_row(
        self, row: BytesWriter, state: TinGooseState, seat: int, is_bidding_secret: bool, packed_holders: bytes
    ) -> None:
        write_i32_le(row, state.round)
        write_i32_le(row, 0 if packed_holders == self.nothing_dealt else 1)
        write_i32_le(row, state.sealed_bids[seat] if is_bidding_secret else ABSENT)
        write_numbers_cut_or_padded(row, state.card_row, self.row_length)
        write_relative_seats(row, seat, state.order, state.seats)

    def _write_seats(
        self, row: BytesWriter, game: TinGoose, state: TinGooseState, seat_order: list[int], is_bidding_secret: bool
    ) -> None:
        bids = state.sealed_bids
        revealed = not is_bidding_secret and NOBODY not in bids
        write_seat_flags(row, game.actors(state), seat_order)
        write_flag_of_seat(row, state.active, seat_order)
        write_flag_of_seat(row, state.first, seat_order)
        for other in seat_order:
            write_i32_le(row, 1 if is_bidding_secret and bids[other] != NOBODY else 0)
        for other in seat_order:
            write_i32_le(row, bids[other] if revealed else ABSENT)
        opened = state.bids_opened
        for other in seat_order:
            write_i32_le(row, opened.count(other) if opened else 0)
        write_numbers_by_seat(row, state.cash, seat_order)
        write_numbers_by_seat(row, state.bonds, seat_order)
        write_numbers_by_seat(row, state.chips, seat_order)
        write_numbers_by_seat(row, state.income_box, seat_order)
        for other in seat_order:
            write_i32_le(row, get_income(game, state, other))
        for other in seat_order:
            write_i32_le(row, count_flames(game, state, other))
        for other in seat_order:
            write_i32_le(row, count_barrels(game, state, other))
        for other in seat_order:
            write_i32_le(row, count_bits(state.network[other]))
        for other in seat_order:
            write_i32_le(row, count_bits(state.network[other] & game.major_cities))
        for other in seat_order:
            write_i32_le(row, count_bits(state.served_destinations[other]))
        write_numbers_by_seat(row, state.extensions, seat_order)
        write_seat_flags_from_bits(row, state.delivered, seat_order)

    def _write_hand_sizes(self, row: BytesWriter, game: TinGoose, packed_holders: bytes, seat_order: list[int]) -> None:
        for deck in game.decks:
            era = (
                packed_holders[deck[0] : deck[-1] + 1]
                if self.decks_are_runs
                else bytes([packed_holders[card] for card in deck])
            )
            for other in seat_order:
                write_i32_le(row, era.count(other))

    def _write_fleets(self, row: BytesWriter, game: TinGoose, state: TinGooseState, seat_order: list[int]) -> None:
        for other in seat_order:
            fleets, planes = state.fleets[other], state.planes[other]
            shown = min(FLEETS, len(fleets))
            for i in range(shown):
                write_i32_le(row, fleets[i])
                write_i32_le(row, planes[i])
                write_i32_le(row, game.fleet_size[fleets[i]])
            write_absent_numbers(row, 3 * (FLEETS - shown))


def _pack_card_holders(holders: list[int]) -> bytes:
    """Where each card is, one byte for each."""
    packed = BytesWriter()
    for holder in holders:
        packed.append(holder & 255)
    return packed.getvalue()


def _write_flags_of_cards_held_by(row: BytesWriter, holders: list[int], wanted_holder: int) -> None:
    """1 for each card that has this holder."""
    for holder in holders:
        write_i32_le(row, 1 if holder == wanted_holder else 0)
