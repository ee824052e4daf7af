"""What a seat sees of an Air-Kwire table, as numbers for a learner. Of rivals neither cash nor hands (AK-R5)."""

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
    write_flag_of_seat,
    write_numbers,
    write_numbers_by_seat,
    write_seat_flags,
)
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.steps import STEPS
from aerodrome.games.airkwire.steps.merger import ChooseAircraftForDefunctHomeStep, ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.steps.takeover import (
    ReplaceOrForfeitStep,
    TakeCardsAndRemoveDuplicateAircraftStep,
    TakeOverCitiesIfMarkersSufficeStep,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

SEAT_FIELDS: Final = {"order", "seat"}
TUPLES: Final = {"order": 6, "rivals": 6, "shared": 6}
REFUSED: Final = 6
"""So many proposals refused in a turn are shown."""
MAX_ROWS: Final = 20_000
"""So many rows are remembered before all are forgotten."""
STATUS: Final = ("unopened", "open", "bankrupt", "defunct")
EFFECTS: Final = ("block trade", "fees waived", "double routes", "free discard")


@final
class AirkwireObservation(ObservationEncoding["Airkwire", AirkwireState]):
    """States share rows of lists of lists and never change one in place, so each row is encoded once."""

    def __init__(self, game: Airkwire, seats: int) -> None:
        super().__init__(seats)
        self.steps = StepNumberWriter(STEPS, seats, SEAT_FIELDS, TUPLES)
        self.status_rows = build_one_hot_and_zero_rows(len(STATUS))
        self.effects = BitFlagWriter(len(EFFECTS))
        self.card_rows: dict[int, bytes] = {}
        self.plane_rows: dict[int, bytes] = {}
        self.kept: list[list[int]] = []
        """The lists that have a row, kept alive as they are known by their identity."""
        self.no_cards = {length: pack_int32_numbers([0] * length) for length in (game.n_cards, game.n_cities)}
        self._add_names_of_single_numbers(game)
        self._add_names_of_number_blocks(game)

    def _add_names_of_single_numbers(self, game: Airkwire) -> None:
        airlines = list(game.codec.vocabulary["airline"])
        types = list(game.codec.vocabulary["aircraft"])
        self.add_number_names("own cash", 10_000.0)
        self.add_number_names("round", 30.0)
        self.add_number_names("turns", 100.0)
        self.add_number_names("turns without a route", 20.0)
        self.add_number_names("turns without anything", 20.0)
        self.add_number_names("clockwise")
        self.add_number_names("cards in the pile", 100.0)
        self.add_number_names("dividend marker", game.cycle)
        self.add_number_names("this turn", 1.0, ["payout due", "pays now", "reversed", "acted", "vote called"])
        self.add_number_names("this turn", 1.0, ["marker moved", "discarded", "may pass", "power played", "draw owed"])
        self.add_number_names("this turn", 3.0, ["trades", "routes", "draws"])
        for name, scale in (
            ("must act", 1.0),
            ("has the turn", 1.0),
            ("began", 1.0),
            ("cards in hand", 5.0),
            ("got cash from the active seat", 1.0),
            ("gave the active seat cash", 1.0),
        ):
            self.add_number_names(name, scale, self.seat_names)
        for name, scale in (
            ("place on the track", 20.0),
            ("price", 2000.0),
            ("city points", float(game.end_points)),
            ("routes", 20.0),
            ("CEO", 6.0),
            ("unsold shares", float(game.shares_per_airline)),
            ("shares out of the game", float(game.shares_per_airline)),
            ("payouts missed", 3.0),
            ("acquired markers left", 5.0),
            ("spaces to move", 5.0),
            ("price fixed", 2000.0),
        ):
            self.add_number_names(name, scale, airlines)
        for name in ("flown", "in the hangar", "scrapped"):
            self.add_number_names(name, 10.0, [f"{airline}, {kind}" for airline in airlines for kind in types])
        for airline in airlines:
            self.add_number_names(f"shares of {airline}", float(game.shares_per_airline), self.seat_names)
        for name in self.steps.names:
            self.add_number_names(f"step.{name}", 80.0)

    def _add_names_of_number_blocks(self, game: Airkwire) -> None:
        names = game.codec.vocabulary
        cards, cities, airlines = list(names["card"]), list(names["city"]), list(names["airline"])
        self.add_number_names("in the pool", 2.0, cards)
        self.add_number_names("out of the game", 2.0, cards)
        self.add_number_names("own hand", 2.0, cards)
        self.add_number_names("step", 1.0, self.steps.kind_names)
        self._add_names_of_pending_decisions(airlines)
        for seat in self.seat_names:
            self.add_number_names(f"effect, {seat}", 1.0, list(EFFECTS))
        for airline in airlines:
            self.add_number_names(f"status of {airline}", 1.0, list(STATUS))
            self.add_number_names(f"aircraft of {airline}", float(game.n_types), cities)
            self.add_number_names(f"aircraft of {airline} taken over from", float(game.n_airlines), cities)
            self.add_number_names(f"city cards of {airline}", 1.0, cities)

    def _add_names_of_pending_decisions(self, airlines: list[str]) -> None:
        before = len(self.names)
        self.add_number_names("proposal", 80.0, ["city", "airline", "aircraft"])
        self.add_number_names("merger", 7.0, ["acquirer", "defunct"])
        self.add_number_names(
            "merger, still disposing", float(len(self.seat_names)), [f"{i + 1}." for i in self.orders[0]]
        )
        self.nothing_pending = pack_int32_numbers([ABSENT] * (len(self.names) - before))
        before = len(self.names)
        self.add_number_names("opened this turn", 1.0, airlines)
        self.add_number_names("first route owed", 1.0, airlines)
        for i in range(REFUSED):
            self.add_number_names(f"refused proposal {i}", 80.0, ["city", "airline"])
        self.nothing_opened = pack_int32_numbers([0] * (2 * len(airlines)) + [ABSENT] * (2 * REFUSED))

    def write(self, row: BytesWriter, game: Airkwire, state: AirkwireState, seat: int) -> None:
        if len(self.kept) > MAX_ROWS:
            self.kept.clear()
            self.card_rows.clear()
            self.plane_rows.clear()
        top = state.step_stack[-1] if state.step_stack else None
        order = self.orders[seat]
        self._write_turn(row, game, state, seat)
        self._write_seats(row, game, state, order)
        self._write_airline_numbers(row, game, state, seat, order)
        self.steps.write_step_numbers(row, top, seat)
        write_numbers(row, state.pool)
        write_numbers(row, state.gone)
        row.write(self._encode_card_counts(state.hands[seat], state.cards))
        self.steps.write_step_kind_flags(row, top)
        row.write(self._encode_pending_route_and_merger(state, seat))
        row.write(self._encode_opened_and_owed_airlines_and_refused_routes(state))
        for other in order:
            self.effects.write(row, state.effects[other])
        for airline in range(state.airlines):
            row.write(self.status_rows[state.status[airline]])
            row.write(self._encode_aircraft_by_city(state.planes[airline], state.types))
            row.write(self._encode_card_counts(state.city_cards[airline], state.cities))

    def _write_turn(self, row: BytesWriter, game: Airkwire, state: AirkwireState, seat: int) -> None:
        write_i32_le(row, state.cash[seat])
        write_i32_le(row, game.round_number(state))
        write_i32_le(row, state.turns)
        write_i32_le(row, state.idle_turns)
        write_i32_le(row, state.quiet_turns)
        write_i32_le(row, 1 if state.direction > 0 else 0)
        write_i32_le(row, state.pile_size)
        write_i32_le(row, state.marker)
        write_i32_le(row, 1 if state.due else 0)
        write_i32_le(row, 1 if state.pay_now else 0)
        write_i32_le(row, 1 if state.reverse else 0)
        write_i32_le(row, 1 if state.acted else 0)
        write_i32_le(row, 1 if state.vote_called else 0)
        write_i32_le(row, 1 if state.marker_moved else 0)
        write_i32_le(row, 1 if state.discarded else 0)
        write_i32_le(row, 1 if state.may_pass else 0)
        write_i32_le(row, 1 if state.power_played else 0)
        write_i32_le(row, 1 if state.replacement else 0)
        write_i32_le(row, state.traded)
        write_i32_le(row, state.routes_made)
        write_i32_le(row, state.drawn)

    def _encode_opened_and_owed_airlines_and_refused_routes(self, state: AirkwireState) -> bytes:
        opened, owed, refused = state.opened, state.owed, state.refused
        if not opened and not owed and not refused:
            return self.nothing_opened
        numbers: list[int] = []
        numbers += [1 if airline in opened else 0 for airline in range(state.airlines)]
        numbers += [1 if airline in owed else 0 for airline in range(state.airlines)]
        for i in range(REFUSED):
            code = refused[i] if i < len(refused) else ABSENT
            numbers.append(ABSENT if code < 0 else code // state.airlines)
            numbers.append(ABSENT if code < 0 else code % state.airlines)
        return pack_int32_numbers(numbers)

    def _encode_pending_route_and_merger(self, state: AirkwireState, seat: int) -> bytes:
        """The route that waits for its CEO, and the merger under way."""
        found = False
        proposal = [ABSENT, ABSENT, ABSENT]
        merger = [ABSENT, ABSENT]
        disposing = [ABSENT] * state.seats
        for step in state.step_stack:
            if isinstance(step, RouteApprovalStep):
                found = True
                proposal = [step.city, step.airline, step.aircraft]
            elif isinstance(step, ExchangeOrSellDefunctSharesStep):
                found = True
                merger = [step.acquirer, step.defunct]
                disposing = [ABSENT] * state.seats
                for i, other in enumerate(step.order):
                    disposing[i] = (other - seat) % state.seats
            elif isinstance(
                step,
                (
                    ChooseAircraftForDefunctHomeStep,
                    TakeCardsAndRemoveDuplicateAircraftStep,
                    TakeOverCitiesIfMarkersSufficeStep,
                    ReplaceOrForfeitStep,
                ),
            ):
                found = True
                merger = [step.acquirer, step.defunct]
                disposing = [ABSENT] * state.seats
        return pack_int32_numbers(proposal + merger + disposing) if found else self.nothing_pending

    def _write_seats(self, row: BytesWriter, game: Airkwire, state: AirkwireState, seat_order: list[int]) -> None:
        gifts = state.cash_gifts_made
        write_seat_flags(row, game.actors(state), seat_order)
        write_flag_of_seat(row, state.turn, seat_order)
        write_flag_of_seat(row, state.first, seat_order)
        for other in seat_order:
            write_i32_le(row, len(state.hands[other]))
        for other in seat_order:
            write_i32_le(row, 1 if gifts and other in gifts else 0)
        for other in seat_order:
            write_i32_le(row, 1 if gifts and state.seats + other in gifts else 0)

    def _write_airline_numbers(
        self, row: BytesWriter, game: Airkwire, state: AirkwireState, seat: int, seat_order: list[int]
    ) -> None:
        write_numbers(row, state.index)
        for index in state.index:
            write_i32_le(row, game.price[index])
        write_numbers(row, state.points)
        write_numbers(row, state.routes)
        for ceo in state.ceo:
            write_i32_le(row, NOBODY if ceo < 0 else (ceo - seat) % state.seats)
        write_numbers(row, state.unsold)
        write_numbers(row, state.void)
        write_numbers(row, state.unpaid)
        write_numbers(row, state.acquired)
        write_numbers(row, state.shift)
        write_numbers(row, state.fixed)
        write_numbers(row, state.flown)
        write_numbers(row, state.hangar)
        write_numbers(row, state.scrapped)
        for shares in state.shares:
            write_numbers_by_seat(row, shares, seat_order)

    def _encode_card_counts(self, cards: list[int], card_kinds: int) -> bytes:
        """How many of each card a row of cards has."""
        if not cards:
            return self.no_cards[card_kinds]
        row = self.card_rows.get(id(cards))
        if row is None:
            counts = [0] * card_kinds
            for card in cards:
                counts[card] += 1
            written = BytesWriter()
            write_numbers(written, counts)
            row = written.getvalue()
            self.kept.append(cards)
            self.card_rows[id(cards)] = row
        return row

    def _encode_aircraft_by_city(self, planes: list[int], type_count: int) -> bytes:
        """City by city the type counted from 1, then whose aircraft it was, counted from 1; 0 for none."""
        row = self.plane_rows.get(id(planes))
        if row is None:
            written = BytesWriter()
            for plane in planes:
                write_i32_le(written, plane % type_count + 1 if plane >= 0 else 0)
            for plane in planes:
                write_i32_le(written, plane // type_count if plane >= 0 else 0)
            row = written.getvalue()
            self.kept.append(planes)
            self.plane_rows[id(planes)] = row
        return row
