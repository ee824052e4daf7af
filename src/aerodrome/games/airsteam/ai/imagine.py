"""What is hidden, drawn anew: the cards that other seats have planned and not yet shown (KS-R45).

While all choose at once, what others have chosen so far is hidden too: characters, and cubes given up at Upkeep.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.state import GOODS, HIDDEN, KNOWN, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    compute_upkeep_due,
    count_kept_cubes_at,
    get_diamond_rating,
    list_possible_cube_places,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

MAX_REDRAWS: Final = 8
"""How often a plan with too many diamonds is drawn again: few players lay one."""


def imagine(game: Airsteam, state: AirsteamState, seat: int, rng: random.Random) -> AirsteamState:
    twin = state.clone()
    if NOBODY in twin.character:
        _redraw_characters_of_others(twin, seat, rng)
    for other in range(len(twin.changes_made)):
        if other != seat:
            twin.changes_made[other] = 0
    if twin.paying:
        _redraw_cubes_given_up_by_others(game, twin, seat, rng)
    for other in range(twin.seats):
        if other == seat:
            continue
        if twin.planning >> other & 1:
            twin.plan[other * SLOTS : other * SLOTS + SLOTS] = [NOBODY] * SLOTS
        elif twin.plan[other * SLOTS] != NOBODY:
            _redraw_hidden_cards_of_plan(game, twin, other, rng)
    return twin


def imagine_contrasting_states(
    game: Airsteam, state: AirsteamState, seat: int, rng: random.Random
) -> list[AirsteamState]:
    """Two tables on which every hidden card of a rival differs wherever more than one is possible."""
    tables = [imagine(game, state, seat, rng), imagine(game, state, seat, rng)]
    for other in range(state.seats):
        base = other * SLOTS
        hidden = [i for i in range(base, base + SLOTS) if state.plan[i] != NOBODY and state.face[i] == HIDDEN]
        if other == seat or not hidden or state.planning >> other & 1:
            continue
        seen = [state.plan[i] for i in range(base, base + SLOTS) if i not in hidden]
        pool = [card for card in game.list_all_own_cards(state, other) if card not in seen]
        cards = _pick_random_cards(pool, len(pool), rng)
        for shift, table in enumerate(tables):
            for number, i in enumerate(hidden):
                table.plan[i] = cards[(number + shift) % len(cards)]
    return tables


def _redraw_characters_of_others(imagined_state: AirsteamState, viewer: int, rng: random.Random) -> None:
    """Characters chosen while others still choose."""
    for other in range(imagined_state.seats):
        if other != viewer and imagined_state.character[other] != NOBODY:
            imagined_state.character[other] = 2 * imagined_state.team[other] + int(rng.random() * 2)


def _redraw_cubes_given_up_by_others(
    game: Airsteam, imagined_state: AirsteamState, viewer: int, rng: random.Random
) -> None:
    """Others pay for all they can; what they have given up so far is not known."""
    given = imagined_state.cubes_given_up
    imagined_state.cubes_given_up = [n for i in range(0, len(given), 3) if given[i] == viewer for n in given[i : i + 3]]
    for other in range(imagined_state.seats):
        if other == viewer or imagined_state.paying >> other & 1:
            continue
        while compute_upkeep_due(game, imagined_state, other) > imagined_state.cash[other]:
            cubes = [
                (place, good)
                for place in list_possible_cube_places(imagined_state, other)
                for good in range(GOODS)
                if count_kept_cubes_at(imagined_state, other, place, good) > 0
                and not (place != NOBODY and game.depot_upkeep_free[imagined_state.character[other]])
            ]
            place, good = cubes[int(rng.random() * len(cubes))]
            imagined_state.cubes_given_up.extend((other, place, good))


def _redraw_hidden_cards_of_plan(
    game: Airsteam, imagined_state: AirsteamState, planner: int, rng: random.Random
) -> None:
    base = planner * SLOTS
    hidden = [i for i in range(base, base + SLOTS) if imagined_state.face[i] == HIDDEN]
    if not hidden:
        return
    seen = [imagined_state.plan[i] for i in range(base, base + SLOTS) if imagined_state.face[i] != HIDDEN]
    pool = [card for card in game.list_all_own_cards(imagined_state, planner) if card not in seen]
    limit = get_diamond_rating(game, imagined_state, planner)
    for i in range(base, base + SLOTS):
        if imagined_state.face[i] in (KNOWN, REVEALED):
            limit -= game.card_diamonds[imagined_state.plan[i]]
    drawn: list[int] = []
    for _attempt in range(MAX_REDRAWS):
        drawn = _pick_random_cards(pool, len(hidden), rng)
        if sum([game.card_diamonds[card] for card in drawn]) <= limit:
            break
    for i, card in zip(hidden, drawn, strict=True):
        imagined_state.plan[i] = card


def _pick_random_cards(pool: list[int], count: int, rng: random.Random) -> list[int]:
    left = pool.copy()
    return [left.pop(int(rng.random() * len(left))) for each in range(count)]
