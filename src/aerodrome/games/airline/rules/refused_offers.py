"""What is remembered of refused offers. All of it was said aloud, and no rule asks for it: it is for good manners.

A refusal stands as long as the deal would do to both what it would have done then: connect and cut off the same
cities, with the same aircraft. Each is kept as REFUSED_FIELDS numbers in `AirlineState.refused_offers`: proposer and
receiver; the cities he would give and get, as bits; the payment; the debt it was made for (0 outside RAISE); the turn;
the cities that the deal would connect or cut off for each of the two, their aircraft, and the proposer's cash. A
payment is what the receiver would get in cash, below 0 what he would pay. A deal that was done is remembered as the
refusal of its reverse by both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.airline.model.state import (
    REFUSED_AIRCRAFT,
    REFUSED_DEBT,
    REFUSED_FIELDS,
    REFUSED_FOR_PROPOSER,
    REFUSED_FOR_RECEIVER,
    REFUSED_GIVE,
    REFUSED_PAYMENT,
    REFUSED_PROPOSER,
    REFUSED_PROPOSER_CASH,
    REFUSED_RECEIVER,
    REFUSED_TURN,
    REFUSED_WANT,
    AirlineState,
)
from aerodrome.games.airline.rules.queries import find_connected_city_bits

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

ROUNDS_OF_PEACE: Final = 4
"""So long nobody asks again who was refused, for whatever."""
AT_ANY_PRICE: Final = 1_000_000
"""A payment that stands for all: nobody has so much money."""
DEAL_DONE: Final = 2 * AT_ANY_PRICE
"""Kept as the payment of a deal that was done, plus what the second seat got in cash for it."""


def remember_refused_offer(
    game: Airline, state: AirlineState, proposer: int, receiver: int, raising: bool, give: int, want: int, payment: int
) -> None:
    """Note that this offer was refused."""
    if not game.remembers_refused_offers:
        return
    rows = state.refused_offers
    if rows and rows[REFUSED_TURN - REFUSED_FIELDS] // state.seats != state.round:
        _forget_old_refusals(game, state)  # once a round: this lies on the path of every decision
        rows = state.refused_offers
    refusal = (
        proposer,
        receiver,
        give,
        want,
        payment,
        compute_debt_number(state, raising),
        compute_turn_number(state),
        _find_changed_connections(game, state, proposer, give, want),
        _find_changed_connections(game, state, receiver, want, give),
        _encode_aircraft_pair(state, proposer, receiver),
        state.cash[proposer],
    )
    state.refused_offers = rows + refusal  # many times faster than (*rows, ...) where there are many


def _forget_old_refusals(game: Airline, state: AirlineState) -> None:
    """Keep what stands or was said lately."""
    rows = state.refused_offers
    kept: list[int] = []
    for start in range(0, len(rows), REFUSED_FIELDS):
        if _is_refusal_recent(state, start) or _does_refusal_still_hold(game, state, start):
            kept += rows[start : start + REFUSED_FIELDS]
    state.refused_offers = tuple(kept)


def remember_deal(
    game: Airline, state: AirlineState, proposer: int, receiver: int, give: int, want: int, payment: int
) -> None:
    """Note that a deal was done: to undo it is out of the question for both, whatever the price."""
    remember_refused_offer(game, state, proposer, receiver, False, want, give, DEAL_DONE + payment)
    remember_refused_offer(game, state, receiver, proposer, False, give, want, DEAL_DONE - payment)


def would_undo_deal(game: Airline, state: AirlineState, proposer: int, receiver: int, give: int, want: int) -> bool:
    """Whether the two made the deal that this offer would undo, and nothing changed since."""
    return _find_refusal_index(game, state, proposer, receiver, 0, give, want, AT_ANY_PRICE) >= 0


def compute_turn_number(state: AirlineState) -> int:
    """A number for the turn going on, different from that of every other turn."""
    return state.round * state.seats + state.active


def compute_debt_number(state: AirlineState, raising: bool) -> int:
    """Another number for each debt that money is raised for; 0 when there is none."""
    return 1 + compute_turn_number(state) if raising else 0


def was_offer_refused(
    game: Airline, state: AirlineState, proposer: int, receiver: int, debt: int, give: int, want: int, payment: int
) -> bool:
    """Whether the receiver refused this offer, or a better one for the same cities, and nothing changed since."""
    return _find_refusal_index(game, state, proposer, receiver, debt, give, want, payment) >= 0


def was_any_offer_refused_lately(state: AirlineState, proposer: int, receiver: int) -> bool:
    """Whether the receiver refused any offer of the proposer in the last rounds, other than for a debt."""
    rows = state.refused_offers
    for start in range(0, len(rows), REFUSED_FIELDS):
        if (
            rows[start + REFUSED_PROPOSER] == proposer
            and rows[start + REFUSED_RECEIVER] == receiver
            and rows[start + REFUSED_DEBT] == 0
            and rows[start + REFUSED_PAYMENT] < AT_ANY_PRICE
            and _is_refusal_recent(state, start)
        ):
            return True
    return False


def find_cash_at_own_refused_offer(
    game: Airline, state: AirlineState, seat: int, other: int, debt: int, give: int, want: int, payment: int
) -> int:
    """The cash `seat` had when it made `other` this offer itself, or one worse for itself; -1 if it did not.

    `give` and `want` are what `seat` would give and get, `payment` is what `other` would get. Only offers that were
    refused are known, and only while nothing changed.
    """
    start = _find_refusal_index(game, state, seat, other, debt, give, want, payment)
    return -1 if start < 0 else state.refused_offers[start + REFUSED_PROPOSER_CASH]


def _find_refusal_index(
    game: Airline, state: AirlineState, proposer: int, receiver: int, debt: int, give: int, want: int, payment: int
) -> int:
    """Where such a refusal at this payment or a better one is remembered that still stands, or -1."""
    rows = state.refused_offers
    for start in range(0, len(rows), REFUSED_FIELDS):
        refused = rows[start + REFUSED_PAYMENT]
        if (
            rows[start + REFUSED_PROPOSER] == proposer
            and rows[start + REFUSED_RECEIVER] == receiver
            and rows[start + REFUSED_GIVE] == give
            and rows[start + REFUSED_WANT] == want
            and rows[start + REFUSED_DEBT] == debt
            and payment <= refused
            and (refused < AT_ANY_PRICE or payment == AT_ANY_PRICE)
            and _does_refusal_still_hold(game, state, start)
        ):
            return start
    return -1


def _is_refusal_recent(state: AirlineState, refusal_index: int) -> bool:
    return (
        compute_turn_number(state) - state.refused_offers[refusal_index + REFUSED_TURN] < ROUNDS_OF_PEACE * state.seats
    )


def _does_refusal_still_hold(game: Airline, state: AirlineState, refusal_index: int) -> bool:
    rows = state.refused_offers
    proposer = rows[refusal_index + REFUSED_PROPOSER]
    receiver = rows[refusal_index + REFUSED_RECEIVER]
    give = rows[refusal_index + REFUSED_GIVE]
    want = rows[refusal_index + REFUSED_WANT]
    if give & ~state.owned[proposer] or want & ~state.owned[receiver]:
        return False
    return (
        rows[refusal_index + REFUSED_AIRCRAFT] == _encode_aircraft_pair(state, proposer, receiver)
        and rows[refusal_index + REFUSED_FOR_PROPOSER] == _find_changed_connections(game, state, proposer, give, want)
        and rows[refusal_index + REFUSED_FOR_RECEIVER] == _find_changed_connections(game, state, receiver, want, give)
    )


def _find_changed_connections(game: Airline, state: AirlineState, seat: int, lost: int, got: int) -> int:
    """The cities that a seat would have connected more or less if it lost and got these."""
    after = find_connected_city_bits(game, state.base[seat], state.owned[seat] & ~lost | got)
    return after ^ state.network[seat]


def _encode_aircraft_pair(state: AirlineState, proposer: int, receiver: int) -> int:
    return 3 * state.aircraft[proposer] + state.aircraft[receiver]
