"""Moving money and markers: the only place where cash, bank and ownership change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.actions import (
    BANK,
    CARGO_CLAIM,
    CHARTER_CLAIM,
    SUBSIDY_CLAIM,
    BankStoodIn,
    CargoReceived,
    CharterReceived,
    CutOff,
    DealDone,
    Reconnected,
    SubsidyReceived,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import bits, connected

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def transfer(state: AirlineState, payer: int, receiver: int, amount: int) -> None:
    if payer == BANK:
        state.bank -= amount
    else:
        state.cash[payer] -= amount
    if receiver == BANK:
        state.bank += amount
    else:
        state.cash[receiver] += amount


def receive(state: AirlineState, seat: int, claim: int, amount: int, tell: EventSink | None) -> None:
    """The bank pays what it owes."""
    state.bank -= amount
    state.cash[seat] += amount
    if tell is None:
        return
    if claim == SUBSIDY_CLAIM:
        tell(SubsidyReceived(seat, amount))
    elif claim == CHARTER_CLAIM:
        tell(CharterReceived(seat, amount))
    elif claim == CARGO_CLAIM:
        tell(CargoReceived(seat, amount))
    else:
        tell(BankStoodIn(BANK, seat, amount))


def grant(game: Airline, state: AirlineState, seat: int, cities: int, tell: EventSink | None) -> None:
    """Markers of this seat go on the map, and connection is judged anew."""  # AL-4.5, AL-8.5
    state.owned[seat] |= cities
    relink(game, state, seat, tell)


def strip(game: Airline, state: AirlineState, seat: int, cities: int, tell: EventSink | None) -> None:
    state.owned[seat] &= ~cities
    relink(game, state, seat, tell)  # AL-8.4


def relink(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    before = state.network[seat]
    owned = state.owned[seat]
    network = connected(game, state.base[seat], owned)
    state.network[seat] = network
    if tell is None:
        return
    lost = before & owned & ~network
    if lost:
        tell(CutOff(seat, tuple(bits(game, lost))))


def swap(
    game: Airline,
    state: AirlineState,
    giver: int,
    taker: int,
    give: tuple[int, ...],
    give_cash: int,
    want: tuple[int, ...],
    want_cash: int,
    tell: EventSink | None,
) -> None:
    """A deal, whole and at once."""  # AL-5.4, AL-5.12
    given = 0
    for city in give:
        given |= 1 << city
    wanted = 0
    for city in want:
        wanted |= 1 << city
    paid = give_cash - want_cash
    state.cash[giver] -= paid
    state.cash[taker] += paid
    if tell is not None:
        tell(DealDone(giver, taker, give, give_cash, want, want_cash))
    idle_giver = state.owned[giver] & ~state.network[giver]
    idle_taker = state.owned[taker] & ~state.network[taker]
    state.owned[giver] = state.owned[giver] & ~given | wanted
    state.owned[taker] = state.owned[taker] & ~wanted | given
    relink(game, state, giver, tell)
    relink(game, state, taker, tell)
    if tell is not None:
        tell_reconnected(game, state, giver, idle_giver, tell)
        tell_reconnected(game, state, taker, idle_taker, tell)


def tell_reconnected(game: Airline, state: AirlineState, seat: int, idle: int, tell: EventSink) -> None:
    again = idle & state.network[seat]
    if again:
        tell(Reconnected(seat, tuple(bits(game, again))))
