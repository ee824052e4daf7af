"""Who merges with whom, and what the holders of the airline taken over may get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def find_aircraft_type_bits_for_defunct_home(game: Airkwire, state: AirkwireState, acquirer: int, defunct: int) -> int:
    """Aircraft types that can replace the home marker of the defunct airline, as bits (AK-10.2, AK-10.3, AK-R43)."""
    home = game.home[defunct]
    net = (state.network[acquirer] | state.network[defunct]) & ~game.bit[home]
    return queries.find_aircraft_type_bits_available(game, state, acquirer) & queries.find_aircraft_type_bits_reaching(
        game, state, home, net
    )


def count_max_new_shares_by_exchange(
    game: Airkwire, state: AirkwireState, seat: int, acquirer: int, defunct: int
) -> int:
    return min(state.shares[defunct][seat] // game.exchange_ratio, state.unsold[acquirer])  # AK-10.11


def list_lowest_valued_rivals(game: Airkwire, state: AirkwireState, entering_airline: int, city: int) -> list[int]:
    """The lowest-valued other airline in the city; several only where nothing tells them apart (AK-R40)."""
    bit = game.bit[city]
    lowest: list[int] = []
    least = 0
    for airline in range(state.airlines):
        if airline == entering_airline or not state.network[airline] & bit:  # AK-R37
            continue
        value = queries.compute_comparable_airline_value(game, state, airline)
        if not lowest or value < least:
            lowest = [airline]
            least = value
        elif value == least:
            lowest.append(airline)
    if len(lowest) > 1:
        return [airline for airline in lowest if game.home[airline] != city]  # AK-9.9
    return lowest


def find_acquirer_and_defunct_by_route(
    game: Airkwire, state: AirkwireState, entering_airline: int, city: int, aircraft: int
) -> tuple[int, int]:
    """The airline that would acquire and the one that would be defunct if a route were created now (section 9).

    Both are NOBODY when there would be no merger, or when the CEO would have to choose a rival (AK-R40).
    """
    rivals = list_lowest_valued_rivals(game, state, entering_airline, city)
    if len(rivals) != 1:
        return NOBODY, NOBODY
    rival = rivals[0]
    mine = queries.compute_comparable_airline_value(game, state, entering_airline) + game.points_of[city]  # AK-9.5
    theirs = queries.compute_comparable_airline_value(game, state, rival)
    acquirer = entering_airline if mine > theirs else rival
    defunct = rival if mine > theirs else entering_airline
    points = state.points[defunct] + (game.points_of[city] if defunct == entering_airline else 0)
    if mine == theirs or points >= game.immunity:  # AK-9.3, AK-9.2
        return NOBODY, NOBODY
    if not _can_connect_defunct_home_after_route(
        game, state, acquirer, defunct, entering_airline, city, aircraft
    ):  # AK-10.4
        return NOBODY, NOBODY
    return acquirer, defunct


def _can_connect_defunct_home_after_route(
    game: Airkwire, state: AirkwireState, acquirer: int, defunct: int, entering_airline: int, city: int, aircraft: int
) -> bool:
    """The same as the rule asks after the route was created, which uses up one aircraft."""
    home = game.home[defunct]
    net = state.network[acquirer] | (game.bit[city] if acquirer == entering_airline else 0)
    if net & game.bit[home]:  # AK-R42
        return True
    ready = queries.find_aircraft_type_bits_available(game, state, acquirer)
    if acquirer == entering_airline and state.hangar[acquirer * state.types + aircraft] == 1:
        ready &= ~(1 << aircraft)
    net = (net | state.network[defunct] | game.bit[city]) & ~game.bit[home]
    return ready & queries.find_aircraft_type_bits_reaching(game, state, home, net) != 0


def encode_route_circumstances(game: Airkwire, state: AirkwireState, airline: int, city: int) -> int:
    """What a CEO weighs in a route, as one number: who the CEO is, how many shares he and the others hold, which
    merger comes of it, whether it ends the game, and whether the table has long stood still.

    A route that was refused is worth asking for again when this has changed.
    """
    ceo = state.ceo[airline]
    own = state.shares[airline][ceo]
    acquirer, defunct = find_acquirer_and_defunct_by_route(game, state, airline, city, 0)
    found = ceo * 32 + own
    found = found * 32 + queries.count_shares_held(game, state, airline) - own
    found = found * 32 + acquirer - NOBODY
    found = found * 32 + defunct - NOBODY
    found = found * 2 + (1 if state.points[airline] + game.points_of[city] >= game.end_points else 0)
    return found * 2 + (1 if queries.is_standstill(state) else 0)


def was_route_refused_in_same_circumstances(game: Airkwire, state: AirkwireState, airline: int, city: int) -> bool:
    """Whether the CEO refused this route and nothing that he weighs has changed since."""
    known = state.refusals
    route = city * state.airlines + airline
    for at in range(0, len(known), 2):
        if known[at] == route:
            return known[at + 1] == encode_route_circumstances(game, state, airline, city)
    return False


def find_largest_and_second_shareholders(shares_by_seat: list[int]) -> tuple[list[int], list[int]]:
    """The seats with most shares and those with second most."""
    most = max(shares_by_seat)
    first = [seat for seat in range(len(shares_by_seat)) if shares_by_seat[seat] == most]
    runner_up = 0
    for count in shares_by_seat:
        if runner_up < count < most:
            runner_up = count
    second = [seat for seat in range(len(shares_by_seat)) if runner_up and shares_by_seat[seat] == runner_up]
    return first, second


def list_shareholders_in_order_from_ceo(state: AirkwireState, defunct: int) -> tuple[int, ...]:
    """From the defunct airline's CEO in the direction of play (AK-10.10, AK-14.22)."""
    ceo = state.ceo[defunct]
    seats = [(ceo + state.direction * i) % state.seats for i in range(state.seats)]
    return tuple([seat for seat in seats if state.shares[defunct][seat]])
