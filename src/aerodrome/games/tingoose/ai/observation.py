"""What a seat sees of a Tin Goose table, as numbers for a learner.

Cash, bonds and chips of rivals are among them: payments are made in the open, so whoever counts knows them (TG-R56).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.core.observation import (
    ABSENT,
    BitRows,
    ObservationEncoding,
    StepNumbers,
    build_one_hot_rows,
    build_packer,
    widen,
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


def build_mark_table(place: int) -> bytes:
    """For `bytes.translate`: 1 for this holder, 0 for all others."""
    return bytes([int(holder == place) for holder in range(256)])


@final
class TinGooseObservation(ObservationEncoding["TinGoose", TinGooseState]):
    def __init__(self, game: TinGoose, seats: int) -> None:
        super().__init__(seats)
        self.steps = StepNumbers(STEPS, seats, SEAT_FIELDS, {})
        self.cities = BitRows(len(game.cities))
        self.destinations = BitRows(len(game.edition.international))
        self.conditions = BitRows(len(game.conditions))
        self.airmail_rows = build_one_hot_rows(len(game.edition.airmail))
        self.row_length = max(len(game.edition.airmail), len(game.edition.demand_card))
        self.pack_cities = build_packer(len(game.cities))
        self.pack_cards: Callable[..., bytes] = struct.Struct(f"{len(game.edition.card)}b").pack
        self.marks = [[build_mark_table(place) for place in (seat, FACE_DOWN + seat, PLAYED)] for seat in range(seats)]
        self.decks_are_runs = all(deck == list(range(deck[0], deck[-1] + 1)) for deck in game.decks)
        """Whether the cards of an edition are listed era by era."""
        self._name_numbers(game)
        self._name_rows(game)

    def _name_numbers(self, game: TinGoose) -> None:
        self.add("round", float(game.rounds))
        self.add("cards are dealt")
        self.add("own sealed bid", 10.0)
        self.add("row of cards", float(self.row_length), [f"{i + 1}." for i in range(self.row_length)])
        self.add("order of the opening", float(len(self.seat_names)), [f"{i + 1}." for i in self.orders[0]])
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
            self.add(name, scale, self.seat_names)
        for era in range(len(game.decks)):
            self.add(f"cards in hand of era {era + 1}", 5.0, self.seat_names)
        for seat in self.seat_names:
            for i in range(FLEETS):
                self.add(f"fleet {i + 1}, {seat}: card", 96.0)
                self.add(f"fleet {i + 1}, {seat}: planes waiting", 4.0)
                self.add(f"fleet {i + 1}, {seat}: size", 2.0)
        for name in self.steps.names:
            self.add(f"step.{name}", 40.0)
        self.pack = build_packer(len(self.names))

    def _name_rows(self, game: TinGoose) -> None:
        names = game.codec.vocabulary
        cities = list(names["city"])
        self.add("step", 1.0, self.steps.kind_names)
        self.add("silver demand", 4.0, cities)
        self.add("gold demand", 1.0, cities)
        for where in ("own hand", "put away face down by oneself", "played"):
            self.add(where, 1.0, list(names["card"]))
        for seat in self.seat_names:
            self.add(f"serves, {seat}", 1.0, cities)
            self.add(f"serves abroad, {seat}", 1.0, list(names["destination"]))
            self.add(f"condition, {seat}", 1.0, list(names["condition"]))
            self.add(f"airmail, {seat}", 1.0, list(names["airmail"]))

    def list_parts(self, game: TinGoose, state: TinGooseState, seat: int) -> list[bytes]:
        top = state.step_stack[-1] if state.step_stack else None
        order = self.orders[seat]
        numbers: list[int] = []
        self._append_table(game, state, seat, numbers)
        self._append_seats(game, state, order, numbers)
        holders = self.pack_cards(*state.holder)
        self._append_hands(game, holders, order, numbers)
        self._append_fleets(game, state, order, numbers)
        numbers += self.steps.list_numbers(top, seat)
        parts = [self.pack(*numbers), self.steps.encode_kind(top), self.pack_cities(*state.silver)]
        self.cities.append_to(parts, state.gold)
        for marks in self.marks[seat]:
            parts.append(widen(holders.translate(marks)))
        for other in order:
            self.cities.append_to(parts, state.network[other])
            self.destinations.append_to(parts, state.served_destinations[other])
            self.conditions.append_to(parts, state.conditions[other])
            parts.append(self.airmail_rows[state.airmail[other]])
        return parts

    def _append_table(self, game: TinGoose, state: TinGooseState, seat: int, numbers: list[int]) -> None:
        numbers.append(state.round)
        numbers.append(0 if state.holder.count(UNDEALT) == len(state.holder) else 1)
        numbers.append(state.sealed_bids[seat] if self._is_sealing(state) else ABSENT)
        numbers += state.card_row
        numbers += [ABSENT] * (self.row_length - len(state.card_row))
        numbers += [(other - seat) % state.seats for other in state.order]
        numbers += [ABSENT] * (state.seats - len(state.order))

    def _is_sealing(self, state: TinGooseState) -> bool:
        return bool(state.step_stack) and isinstance(state.step_stack[-1], (OpeningBidStep, StrikeBidStep))

    def _append_seats(self, game: TinGoose, state: TinGooseState, order: list[int], numbers: list[int]) -> None:
        actors = game.actors(state)
        sealing = self._is_sealing(state)
        bids = state.sealed_bids
        revealed = not sealing and NOBODY not in bids
        numbers += [1 if other in actors else 0 for other in order]
        numbers += [1 if state.active == other else 0 for other in order]
        numbers += [1 if state.first == other else 0 for other in order]
        numbers += [1 if sealing and bids[other] != NOBODY else 0 for other in order]
        numbers += [bids[other] if revealed else ABSENT for other in order]
        opened = state.bids_opened
        numbers += [opened.count(other) if opened else 0 for other in order]
        numbers += [state.cash[other] for other in order]
        numbers += [state.bonds[other] for other in order]
        numbers += [state.chips[other] for other in order]
        numbers += [state.income_box[other] for other in order]
        numbers += [get_income(game, state, other) for other in order]
        numbers += [count_flames(game, state, other) for other in order]
        numbers += [count_barrels(game, state, other) for other in order]
        numbers += [count_bits(state.network[other]) for other in order]
        numbers += [count_bits(state.network[other] & game.major_cities) for other in order]
        numbers += [count_bits(state.served_destinations[other]) for other in order]
        numbers += [state.extensions[other] for other in order]
        numbers += [state.delivered >> other & 1 for other in order]

    def _append_hands(self, game: TinGoose, holders: bytes, order: list[int], numbers: list[int]) -> None:
        for deck in game.decks:
            era = holders[deck[0] : deck[-1] + 1] if self.decks_are_runs else bytes([holders[card] for card in deck])
            for other in order:
                numbers.append(era.count(other))

    def _append_fleets(self, game: TinGoose, state: TinGooseState, order: list[int], numbers: list[int]) -> None:
        for other in order:
            fleets, planes = state.fleets[other], state.planes[other]
            shown = min(FLEETS, len(fleets))
            for i in range(shown):
                numbers.append(fleets[i])
                numbers.append(planes[i])
                numbers.append(game.fleet_size[fleets[i]])
            numbers += [ABSENT] * (3 * (FLEETS - shown))
