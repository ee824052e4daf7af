"""Who merges with whom, and what the holders of the airline taken over may get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def aircraft_type_bits_for_defunct_home(game: Airkwire, state: AirkwireState, acquirer: int, defunct: int) -> int:
    """Aircraft types that can replace the home marker of the defunct airline, as bits (AK-10.2, AK-10.3, AK-R43)."""
    home = game.home[defunct]
    net = (state.network[acquirer] | state.network[defunct]) & ~game.bit[home]
    return queries.aircraft_type_bits_ready(game, state, acquirer) & queries.aircraft_type_bits_reaching(
        game, state, home, net
    )


def max_shares_in_exchange(game: Airkwire, state: AirkwireState, seat: int, acquirer: int, defunct: int) -> int:
    return min(state.shares[defunct][seat] // game.exchange_ratio, state.unsold[acquirer])  # AK-10.11


def lowest_valued_rivals(game: Airkwire, state: AirkwireState, entering: int, city: int) -> list[int]:
    """The lowest-valued other airline in the city; several only where nothing tells them apart (AK-R40)."""
    bit = game.bit[city]
    lowest: list[int] = []
    least = 0
    for airline in range(state.airlines):
        if airline == entering or not state.network[airline] & bit:  # AK-R37
            continue
        value = queries.airline_value(game, state, airline)
        if not lowest or value < least:
            lowest = [airline]
            least = value
        elif value == least:
            lowest.append(airline)
    if len(lowest) > 1:
        return [airline for airline in lowest if game.home[airline] != city]  # AK-9.9
    return lowest


def find_largest_and_second_shareholders(held: list[int]) -> tuple[list[int], list[int]]:
    """The seats with most shares and those with second most."""
    most = max(held)
    first = [seat for seat in range(len(held)) if held[seat] == most]
    runner_up = 0
    for count in held:
        if runner_up < count < most:
            runner_up = count
    second = [seat for seat in range(len(held)) if runner_up and held[seat] == runner_up]
    return first, second


def shareholders_from_ceo_on(state: AirkwireState, defunct: int) -> tuple[int, ...]:
    """From the defunct airline's CEO in the direction of play (AK-10.10, AK-14.22)."""
    ceo = state.ceo[defunct]
    seats = [(ceo + state.direction * i) % state.seats for i in range(state.seats)]
    return tuple([seat for seat in seats if state.shares[defunct][seat]])
