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
    game: Airline,
    state: AirlineState,
    proposer: int,
    receiver: int,
    for_debt: bool,
    give_bits: int,
    want_bits: int,
    cash_to_receiver: int,
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
        give_bits,
        want_bits,
        cash_to_receiver,
        compute_debt_id(state, for_debt),
        compute_turn_id(state),
        _find_city_bits_changing_connection(game, state, proposer, give_bits, want_bits),
        _find_city_bits_changing_connection(game, state, receiver, want_bits, give_bits),
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


def remember_reverse_of_deal_as_refused(
    game: Airline,
    state: AirlineState,
    proposer: int,
    receiver: int,
    give_bits: int,
    want_bits: int,
    cash_to_receiver: int,
) -> None:
    """Note that a deal was done: to undo it is out of the question for both, whatever the price."""
    remember_refused_offer(game, state, proposer, receiver, False, want_bits, give_bits, DEAL_DONE + cash_to_receiver)
    remember_refused_offer(game, state, receiver, proposer, False, give_bits, want_bits, DEAL_DONE - cash_to_receiver)


def would_undo_earlier_deal(
    game: Airline, state: AirlineState, proposer: int, receiver: int, give_bits: int, want_bits: int
) -> bool:
    """Whether the two made the deal that this offer would undo, and nothing changed since."""
    return find_standing_refusal(game, state, proposer, receiver, 0, give_bits, want_bits, AT_ANY_PRICE) >= 0


def compute_turn_id(state: AirlineState) -> int:
    """A number for the turn going on, different from that of every other turn."""
    return state.round * state.seats + state.active


def compute_debt_id(state: AirlineState, for_debt: bool) -> int:
    """Another number for each debt that money is raised for; 0 when there is none."""
    return 1 + compute_turn_id(state) if for_debt else 0


def was_any_offer_outside_debt_refused_lately(state: AirlineState, proposer: int, receiver: int) -> bool:
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


def find_standing_refusal(
    game: Airline,
    state: AirlineState,
    proposer: int,
    receiver: int,
    debt_id: int,
    give_bits: int,
    want_bits: int,
    cash_to_receiver: int,
) -> int:
    """Where it is remembered that `receiver` refused this offer of `proposer`, or one better for him for the same
    cities, if nothing changed since; -1 if it is not.

    `give_bits` and `want_bits` are what `proposer` would give and get.
    """
    rows = state.refused_offers
    for start in range(0, len(rows), REFUSED_FIELDS):
        refused = rows[start + REFUSED_PAYMENT]
        if (
            rows[start + REFUSED_PROPOSER] == proposer
            and rows[start + REFUSED_RECEIVER] == receiver
            and rows[start + REFUSED_GIVE] == give_bits
            and rows[start + REFUSED_WANT] == want_bits
            and rows[start + REFUSED_DEBT] == debt_id
            and cash_to_receiver <= refused
            and (refused < AT_ANY_PRICE or cash_to_receiver == AT_ANY_PRICE)
            and _does_refusal_still_hold(game, state, start)
        ):
            return start
    return -1


def get_proposer_cash_at_refusal(state: AirlineState, refusal_offset: int) -> int:
    return state.refused_offers[refusal_offset + REFUSED_PROPOSER_CASH]


def _is_refusal_recent(state: AirlineState, refusal_offset: int) -> bool:
    return compute_turn_id(state) - state.refused_offers[refusal_offset + REFUSED_TURN] < ROUNDS_OF_PEACE * state.seats


def _does_refusal_still_hold(game: Airline, state: AirlineState, refusal_offset: int) -> bool:
    rows = state.refused_offers
    proposer = rows[refusal_offset + REFUSED_PROPOSER]
    receiver = rows[refusal_offset + REFUSED_RECEIVER]
    give = rows[refusal_offset + REFUSED_GIVE]
    want = rows[refusal_offset + REFUSED_WANT]
    if give & ~state.owned[proposer] or want & ~state.owned[receiver]:
        return False
    return (
        rows[refusal_offset + REFUSED_AIRCRAFT] == _encode_aircraft_pair(state, proposer, receiver)
        and rows[refusal_offset + REFUSED_FOR_PROPOSER]
        == _find_city_bits_changing_connection(game, state, proposer, give, want)
        and rows[refusal_offset + REFUSED_FOR_RECEIVER]
        == _find_city_bits_changing_connection(game, state, receiver, want, give)
    )


def _find_city_bits_changing_connection(
    game: Airline, state: AirlineState, seat: int, lost_city_bits: int, gained_city_bits: int
) -> int:
    """The cities that a seat would have connected more or less if it lost and got these."""
    after = find_connected_city_bits(game, state.base[seat], state.owned[seat] & ~lost_city_bits | gained_city_bits)
    return after ^ state.network[seat]


def _encode_aircraft_pair(state: AirlineState, proposer: int, receiver: int) -> int:
    return 3 * state.aircraft[proposer] + state.aircraft[receiver]
