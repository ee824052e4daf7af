"""What a seat sees of an Airline match, as numbers for a learner: everything, as nothing is hidden (AL-11.6)."""

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
    pack_int32_numbers,
    write_absent_numbers,
    write_flag_of_seat,
    write_numbers,
    write_numbers_by_seat,
    write_seat_flags,
    write_seat_flags_from_bits,
)
from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.model.state import CREDITOR, DEBTOR, TRACK_LENGTH, AirlineState
from aerodrome.games.airline.rules.queries import convert_cities_to_bits_or_minus_one_if_invalid, count_cities_in_bits
from aerodrome.games.airline.steps import STEPS
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

SEAT_FIELDS: Final = {
    "asked",
    "contenders",
    "creditor",
    "debtor",
    "first",
    "owner",
    "proposer",
    "receiver",
    "seat",
    "to",
    "window_owner",
}
TUPLES: Final = {"contenders": 4, "give_cities": 2, "totals": 4, "want_cities": 2}
CLAIMS: Final = 8
"""So many open claims are shown, with the option that has claims called."""
NO_DEBT: Final = [0, ABSENT, 0, 0, ABSENT, ABSENT]


@final
class AirlineObservation(ObservationEncoding["Airline", AirlineState]):
    def __init__(self, game: Airline, seats: int) -> None:
        super().__init__(seats)
        self.outlook = IncomeOutlook(game.edition)
        self.steps = StepNumberWriter(STEPS, seats, SEAT_FIELDS, TUPLES)
        self.cities = BitFlagWriter(18)
        self.city_rows = build_one_hot_and_zero_rows(18)
        self.space_rows = build_one_hot_and_zero_rows(TRACK_LENGTH)
        self.aircraft_rows = build_one_hot_and_zero_rows(3)
        self.no_cities = pack_int32_numbers([0] * 18)
        self.claims = CLAIMS if game.must_call_claims else 0
        self._add_names_of_single_numbers(game)
        self._add_names_of_number_blocks(game)

    def _add_names_of_single_numbers(self, game: Airline) -> None:
        self.add_number_names("round", 100.0)
        self.add_number_names("exchanged the aircraft in this turn")
        self.add_number_names("gave a city before this turn: active seat")
        self.add_number_names("part of the turn", 1.0, ["before the throw", "after landing", "raising money"])
        self.add_number_names("debt", 1.0, ["is open"])
        self.add_number_names("debt", 4.0, ["debtor"])
        self.add_number_names("debt", 50.0, ["amount", "short"])
        self.add_number_names("debt", 18.0, ["creditor", "city"])
        for name, scale in (
            ("in the game", 1.0),
            ("has the turn", 1.0),
            ("must act", 1.0),
            ("cash", 200.0),
            ("cities", 12.0),
            ("connected cities", 12.0),
            ("expected fares in tenths", 100.0),
            ("offers made", 2.0),
            ("offers of the debtor to", 2.0),
            ("offers to the debtor of", 2.0),
            ("gave a city lately", 1.0),
        ):
            self.add_number_names(name, scale, self.seat_names)
        for name in self.steps.names:
            self.add_number_names(f"step.{name}", 18.0)
        for claim in range(self.claims):
            self.add_number_names(f"claim {claim}", 10.0, ["creditor", "debtor", "amount", "kind", "city"])

    def _add_names_of_number_blocks(self, game: Airline) -> None:
        ids = list(game.city_ids)
        self.add_number_names("step", 1.0, self.steps.kind_names)
        self.add_number_names("landed and not bought", 1.0, ids)
        self.add_number_names("offer gives", 1.0, ids)
        self.add_number_names("offer wants", 1.0, ids)
        for seat in self.seat_names:
            self.add_number_names(f"stands at, {seat}", 1.0, [f"space {i}" for i in range(TRACK_LENGTH)])
            self.add_number_names(f"flies, {seat}", 1.0, [a.id for a in game.edition.aircraft])
            self.add_number_names(f"base, {seat}", 1.0, ids)
            self.add_number_names(f"owns, {seat}", 1.0, ids)
            self.add_number_names(f"connected, {seat}", 1.0, ids)

    def write(self, row: BytesWriter, game: Airline, state: AirlineState, seat: int) -> None:
        stack = state.step_stack
        top = stack[-1] if stack else None
        order = self.orders[seat]
        city = self._write_turn_and_find_landing_city(row, game, state, seat)
        self._write_seats(row, game, state, order)
        self.steps.write_step_numbers(row, top, seat)
        if self.claims:
            self._write_money_claims(row, state, seat)
        self.steps.write_step_kind_flags(row, top)
        row.write(self.city_rows[city])
        if isinstance(top, AnswerOfferStep):
            self.cities.write(row, convert_cities_to_bits_or_minus_one_if_invalid(top.give_cities))
            self.cities.write(row, convert_cities_to_bits_or_minus_one_if_invalid(top.want_cities))
        else:
            row.write(self.no_cities)
            row.write(self.no_cities)
        for other in order:
            row.write(self.space_rows[state.pos[other]])
            row.write(self.aircraft_rows[state.aircraft[other]])
            row.write(self.city_rows[state.base[other]])
            self.cities.write(row, state.owned[other])
            self.cities.write(row, state.network[other])

    def _write_turn_and_find_landing_city(self, row: BytesWriter, game: Airline, state: AirlineState, seat: int) -> int:
        """Where the turn is; returns the city where the active seat landed and may still buy, or NOBODY."""
        before = landed = raising = 0
        city = NOBODY
        debt = NO_DEBT
        for step in state.step_stack:
            if isinstance(step, BeforeMovementThrowStep):
                before = 1
            elif isinstance(step, AfterLandingStep):
                landed = 1
                if not step.done:
                    city = step.city
            elif isinstance(step, RaiseMoneyStep):
                raising = 1
                creditor = step.creditor if step.creditor < 0 else (step.creditor - seat) % state.seats
                debtor = (step.debtor - seat) % state.seats
                debt = [1, debtor, step.amount, step.amount - state.cash[step.debtor], creditor, step.city]
        write_i32_le(row, game.round_number(state))
        write_i32_le(row, 1 if state.exchanged else 0)
        write_i32_le(row, 1 if state.gave_before_turn else 0)
        write_i32_le(row, before)
        write_i32_le(row, landed)
        write_i32_le(row, raising)
        write_numbers(row, debt)
        return city

    def _write_seats(self, row: BytesWriter, game: Airline, state: AirlineState, seat_order: list[int]) -> None:
        for other in seat_order:
            write_i32_le(row, 0 if state.out[other] else 1)
        write_flag_of_seat(row, state.active, seat_order)
        write_seat_flags(row, game.actors(state), seat_order)
        write_numbers_by_seat(row, state.cash, seat_order)
        for other in seat_order:
            write_i32_le(row, count_cities_in_bits(game, state.owned[other]))
        for other in seat_order:
            write_i32_le(row, count_cities_in_bits(game, state.network[other]))
        outlook = self.outlook
        for other in seat_order:
            write_i32_le(
                row, int(10.0 * outlook.compute_expected_fares_per_turn(state.aircraft[other], state.network[other]))
            )
        write_numbers_by_seat(row, state.offers_made, seat_order)
        write_numbers_by_seat(row, state.raise_offers_to, seat_order)
        write_numbers_by_seat(row, state.raise_offers_from, seat_order)
        write_seat_flags_from_bits(row, state.gave_city, seat_order)

    def _write_money_claims(self, row: BytesWriter, state: AirlineState, seat: int) -> None:
        for claim in state.claims[: self.claims]:
            shown = claim.copy()
            shown[CREDITOR] = (shown[CREDITOR] - seat) % state.seats
            if shown[DEBTOR] >= 0:
                shown[DEBTOR] = (shown[DEBTOR] - seat) % state.seats
            write_numbers(row, shown)
        write_absent_numbers(row, 5 * (self.claims - min(self.claims, len(state.claims))))
