"""Hidden parts drawn anew for one seat: the pile and what nobody has seen of the other hands.

Other players' cash stays as it is: every payment is made in the open from a known start, so whoever remembers knows it
(AK-R5, AK-15.13); the view alone does not print it. Cards taken from the pool or refused were seen by all and stay.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airkwire import rules
from aerodrome.games.airkwire.state import AirkwireState
from aerodrome.games.airkwire.stock import Stock

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


TRIES: Final = 60
"""Hands tried for a player who owes a route before the true one is taken: then hardly another one is possible."""


def imagine(game: Airkwire, state: AirkwireState, seat: int, rng: random.Random) -> AirkwireState:
    twin = state.clone()
    for other in range(twin.seats):
        if other != seat:
            _put_back(twin, other, twin.seen[other])
    for other in range(twin.seats):
        if other == seat:
            continue
        if other == twin.turn and twin.owed:
            _deal_dutiful(game, twin, other, state.hands[other], rng)
        else:
            _deal(game, twin, other, len(state.hands[other]), rng)
    return twin


def _put_back(state: AirkwireState, seat: int, keep: list[int]) -> None:
    """All cards but these return to the pile, where they could be as well."""
    for card in state.hands[seat]:
        state.pile[card] += 1
    for card in keep:
        state.pile[card] -= 1
    state.hands[seat] = keep.copy()


def _deal(game: Airkwire, state: AirkwireState, seat: int, size: int, rng: random.Random) -> None:
    hand = state.hands[seat]
    known = len(hand)
    while len(hand) < size:
        # AK-2.14: only a card drawn after the top half can be a 3-point or power card.
        late = len(hand) - known < state.late[seat]
        card = NOBODY if late else pick(state, game.plain_cards, rng)
        if card == NOBODY:
            card = pick(state, game.all_cards, rng)
        state.pile[card] -= 1
        hand.append(card)


def _deal_dutiful(game: Airkwire, state: AirkwireState, seat: int, true_hand: list[int], rng: random.Random) -> None:
    """Whoever opened an airline this turn holds a card with which it can fly (AK-R21)."""
    trading = False
    for step in state.agenda:
        trading = trading or isinstance(step, Stock)
    trades = rules.trades_left(game, state) if trading else 0
    for attempt in range(TRIES):
        _deal(game, state, seat, len(true_hand), rng)
        if rules.duty_possible(game, state, seat, trades, state.cash[seat]):
            return
        _put_back(state, seat, true_hand if attempt == TRIES - 1 else state.seen[seat])


def pick(state: AirkwireState, cards: list[int], rng: random.Random) -> int:
    """One of these cards of the pile, by their counts; NOBODY when there is none."""
    pile = state.pile
    total = 0
    for card in cards:
        total += pile[card]
    at = int(rng.random() * total)
    for card in cards:
        at -= pile[card]
        if at < 0:
            return card
    return NOBODY
