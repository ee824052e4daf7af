"""Hidden parts drawn anew for one seat: the pile and what nobody has seen of the other hands.

Other players' cash stays as it is: every payment is made in the open from a known start, so whoever remembers knows it
(AK-R5, AK-15.13); the view alone does not print it. Cards taken from the pool or refused were seen by all and stay.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from aerodrome.games.airkwire.state import AirkwireState

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def imagine(game: Airkwire, state: AirkwireState, seat: int, rng: random.Random) -> AirkwireState:
    twin = state.clone()
    unknown = [0] * twin.seats
    for other in range(twin.seats):
        if other == seat:
            continue
        hidden = unseen(twin, other)
        unknown[other] = len(hidden)
        for card in hidden:
            twin.pile[card] += 1
        twin.hands[other] = twin.seen[other].copy()
    for other in range(twin.seats):
        for drawn in range(unknown[other]):
            # AK-2.14: only a card drawn after the top half can be a 3-point or power card.
            cards = game.all_cards if drawn < twin.late[other] else game.plain_cards
            card = pick(twin, cards, rng)
            twin.pile[card] -= 1
            twin.hands[other].append(card)
    return twin


def pick(state: AirkwireState, cards: list[int], rng: random.Random) -> int:
    """One of these cards of the pile, by their counts."""
    pile = state.pile
    total = 0
    for card in cards:
        total += pile[card]
    at = int(rng.random() * total)
    for card in cards:
        at -= pile[card]
        if at < 0:
            return card
    raise AssertionError("the pile holds fewer cards than the hands")


def unseen(state: AirkwireState, seat: int) -> list[int]:
    rest = state.hands[seat].copy()
    for card in state.seen[seat]:
        rest.remove(card)
    return rest
