"""What can be loaded and unloaded where the airship is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_cubes_in_hold, find_own_depot_at, get_airship_capacity

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

MAX_LISTED_HOLDS: Final = 24
"""Up to so many results are all listed; beyond, the natural ones."""

HOLD_CODE_BITS: Final = 5
HOLD_CODE_BASE: Final = 1 << HOLD_CODE_BITS
"""Counts of cubes fit in it: a hold is written as one number to find its action."""

SITUATION_BITS: Final = 2 * GOODS * HOLD_CODE_BITS
"""By how much the place of the airship is shifted in the number of a loading situation."""


def count_loadable_cubes(game: Airsteam, state: AirsteamState, seat: int, good: int) -> int:
    """Cubes of a good on the hex of the airship that the seat may load: factory or own depot (KS-9.3)."""
    hex_id = state.airship[seat]
    factory = game.maps[state.seats].factory_at[hex_id]
    if factory != NOBODY:
        return state.factory_cubes[factory * GOODS + good]
    depot = find_own_depot_at(state, seat, hex_id)
    return 0 if depot == NOBODY else state.depot_cubes[depot * GOODS + good]


def can_load_or_unload(game: Airsteam, state: AirsteamState, seat: int) -> bool:
    """Whether a loading window could change anything: it is not asked otherwise."""
    hex_id = state.airship[seat]
    factory = game.maps[state.seats].factory_at[hex_id]
    if factory != NOBODY:
        cubes = state.factory_cubes
        base = factory * GOODS
    else:
        depot = find_own_depot_at(state, seat, hex_id)
        if depot == NOBODY:
            return False
        cubes = state.depot_cubes
        base = depot * GOODS
    here = cubes[base] + cubes[base + 1] + cubes[base + 2] + cubes[base + 3] + cubes[base + 4]
    return here + count_cubes_in_hold(state, seat) > 0


def encode_loading_situation(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """Where the airship is, its hold and the cubes that can be loaded there, as one number above 0.

    It is shifted and never multiplied: Ctrl-C in a compiled multiplication of numbers this large aborts the process.
    """
    code = state.airship[seat] + 1
    for good in range(GOODS):
        code = (code << HOLD_CODE_BITS) + state.hold[seat * GOODS + good]
        code = (code << HOLD_CODE_BITS) + count_loadable_cubes(game, state, seat, good)
    return code


def remember_loading_as_answered(game: Airsteam, state: AirsteamState, seat: int) -> None:
    """Keep what the seat left behind, so that it need not be asked again as long as nothing changes."""
    if not game.can_change_plans_and_upkeep:  # positions of earlier rules versions know nothing of it
        return
    if not state.answered_loads:
        state.answered_loads = [0] * state.seats
    state.answered_loads[seat] = encode_loading_situation(game, state, seat)


def is_loading_situation_unchanged(game: Airsteam, state: AirsteamState, seat: int) -> bool:
    """Whether nothing changed since this seat last chose what to load."""
    return bool(state.answered_loads) and state.answered_loads[seat] == encode_loading_situation(game, state, seat)


def did_last_load_or_unload_here(state: AirsteamState, seat: int) -> bool:
    """Whether the seat chose what is aboard where its airship is now, and has been asked nowhere else since."""
    return bool(state.answered_loads) and state.answered_loads[seat] >> SITUATION_BITS == state.airship[seat] + 1


def find_rule_against_load_or_unload(
    game: Airsteam, state: AirsteamState, seat: int, hold_after: tuple[int, ...]
) -> str:
    if len(hold_after) != GOODS or min(hold_after) < 0:
        return "KS-9.11"
    if sum(hold_after) > get_airship_capacity(game, state, seat):
        return "KS-9.5"
    base = seat * GOODS
    for good in range(GOODS):
        if hold_after[good] > state.hold[base + good] + count_loadable_cubes(game, state, seat, good):
            return "KS-9.3"
    return ""


def list_load_or_unload_actions(game: Airsteam, state: AirsteamState, seat: int) -> list[Action]:
    """As it is first; then all other results, or where they are too many the natural ones."""
    base = seat * GOODS
    aboard = state.hold[base : base + GOODS]
    pool = [aboard[good] + count_loadable_cubes(game, state, seat, good) for good in range(GOODS)]
    room = get_airship_capacity(game, state, seat)
    codes = [encode_hold(aboard)]
    if not _try_append_all_hold_codes(pool, room, codes):
        codes = [encode_hold(aboard)]
        _append_if_new(codes, 0)
        _append_usual_hold_codes(pool, room, aboard, codes)
    found: list[Action] = []
    for code in codes:
        found.append(game.get_load_or_unload_action(code))
    return found


def encode_hold(hold: list[int]) -> int:
    return hold[0] + HOLD_CODE_BASE * (
        hold[1] + HOLD_CODE_BASE * (hold[2] + HOLD_CODE_BASE * (hold[3] + HOLD_CODE_BASE * hold[4]))
    )


def decode_hold(hold_code: int) -> tuple[int, ...]:
    hold = []
    for _good in range(GOODS):
        hold.append(hold_code % HOLD_CODE_BASE)
        hold_code //= HOLD_CODE_BASE
    return tuple(hold)


def list_all_hold_codes(capacity: int) -> list[int]:
    """Every hold of up to `capacity` cubes."""
    found = [(0, 0)]
    weight = 1
    for _good in range(GOODS):
        found = [(code + n * weight, used + n) for code, used in found for n in range(capacity - used + 1)]
        weight *= HOLD_CODE_BASE
    return [code for code, used in found]


def _try_append_all_hold_codes(available_cubes: list[int], capacity: int, codes: list[int]) -> bool:
    """Add every possible hold; False as soon as they are more than MAX_LISTED_HOLDS."""
    aboard_code = codes[0]
    partial = [0]
    rooms = [capacity]
    weight = 1
    for good in range(GOODS):
        if available_cubes[good]:
            for i in range(len(partial)):
                for count in range(1, min(available_cubes[good], rooms[i]) + 1):
                    partial.append(partial[i] + weight * count)
                    rooms.append(rooms[i] - count)
            if len(partial) > MAX_LISTED_HOLDS:
                return False
        weight *= HOLD_CODE_BASE
    for code in partial:
        if code != aboard_code:
            codes.append(code)
    return True


def _append_usual_hold_codes(
    available_cubes: list[int], capacity: int, current_hold: list[int], codes: list[int]
) -> None:
    """As much as fits of one good, then of a second, then of the rest; and one good on top of what is there."""
    for first in range(GOODS):
        if not available_cubes[first]:
            continue
        more = min(available_cubes[first] - current_hold[first], capacity - sum(current_hold))
        if more > 0:
            _append_if_new(codes, encode_hold(current_hold) + more * HOLD_CODE_BASE**first)
        if current_hold[first]:
            _append_if_new(codes, encode_hold(current_hold) - current_hold[first] * HOLD_CODE_BASE**first)
        for second in range(GOODS):
            if second != first and available_cubes[second]:
                _append_if_new(codes, _encode_filled_hold(available_cubes, capacity, first, second))


def _encode_filled_hold(available_cubes: list[int], capacity: int, first_good: int, second_good: int) -> int:
    code = 0
    for good in (first_good, second_good, 0, 1, 2, 3, 4):
        if good in (first_good, second_good) and code // HOLD_CODE_BASE**good % HOLD_CODE_BASE:
            continue
        count = min(available_cubes[good], capacity)
        code += count * HOLD_CODE_BASE**good
        capacity -= count
    return code


def _append_if_new(codes: list[int], code: int) -> None:
    if code not in codes:
        codes.append(code)
