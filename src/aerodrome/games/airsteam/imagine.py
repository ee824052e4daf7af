"""What is hidden, drawn anew: the cards that other seats have planned and not yet shown (KS-R45)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.rules import rating
from aerodrome.games.airsteam.state import HIDDEN, SLOTS, AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

TRIES: Final = 8
"""How often a plan with too many diamonds is drawn again: few players lay one."""


def imagine(game: Airsteam, state: AirsteamState, seat: int, rng: random.Random) -> AirsteamState:
    twin = state.clone()
    for other in range(twin.seats):
        if other == seat:
            continue
        if twin.planning >> other & 1:
            twin.plan[other * SLOTS : other * SLOTS + SLOTS] = [NOBODY] * SLOTS
        elif twin.plan[other * SLOTS] != NOBODY:
            _plan_anew(game, twin, other, rng)
    return twin


def _plan_anew(game: Airsteam, twin: AirsteamState, seat: int, rng: random.Random) -> None:
    base = seat * SLOTS
    hidden = [i for i in range(base, base + SLOTS) if twin.face[i] == HIDDEN]
    if not hidden:
        return
    seen = [twin.plan[i] for i in range(base, base + SLOTS) if twin.face[i] != HIDDEN]
    pool = [card for card in game.deck(twin, seat) if card not in seen]
    limit = rating(game, twin, seat) - sum(game.card_diamonds[card] for card in seen)
    drawn: list[int] = []
    for _attempt in range(TRIES):
        drawn = _draw(pool, len(hidden), rng)
        if sum([game.card_diamonds[card] for card in drawn]) <= limit:
            break
    for i, card in zip(hidden, drawn, strict=True):
        twin.plan[i] = card


def _draw(pool: list[int], count: int, rng: random.Random) -> list[int]:
    left = pool.copy()
    return [left.pop(int(rng.random() * len(left))) for each in range(count)]
