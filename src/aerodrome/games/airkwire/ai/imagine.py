"""Hidden parts drawn anew for one seat: the pile and what nobody has seen of the other hands.

Other players' cash stays as it is: every payment is made in the open from a known start, so whoever remembers knows it
(AK-R5, AK-15.13); the view alone does not print it. Cards taken from the pool or refused were seen by all and stay.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules import trading
from aerodrome.games.airkwire.steps.stock import TradeSharesStep

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


MAX_TRIES: Final = 60
"""Hands drawn for a player who owes a route before the cards that can fly it are looked for one by one."""


PLENTY: Final = 100_000
"""Dollars that pay for whatever a seat may have to pay at once."""


def imagine(game: Airkwire, state: AirkwireState, seat: int, rng: random.Random) -> AirkwireState:
    twin = state.clone()
    for other in range(twin.seats):
        if other != seat:
            _return_unseen_cards_to_pile(twin, other, twin.seen[other])
    must_fly = twin.turn if twin.owed and twin.turn != seat else NOBODY
    if must_fly != NOBODY:
        _deal_hand_able_to_fly_owed_routes(game, twin, must_fly, len(state.hands[must_fly]), rng)
    for other in range(twin.seats):
        if other != seat and other != must_fly:
            _fill_hand_at_random(game, twin, other, len(state.hands[other]), rng)
    return twin


def imagine_contrasting_states(
    game: Airkwire, state: AirkwireState, seat: int, rng: random.Random
) -> list[AirkwireState]:
    """Rivals once without cash and once with plenty: no view prints it (AK-R5)."""
    poor = imagine(game, state, seat, rng)
    rich = imagine(game, state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            poor.cash[other] = 0
            rich.cash[other] += PLENTY
    return [poor, rich]


def _return_unseen_cards_to_pile(state: AirkwireState, seat: int, seen_cards: list[int]) -> None:
    """All cards but these return to the pile, where they could be as well."""
    for card in state.hands[seat]:
        state.pile[card] += 1
    for card in seen_cards:
        state.pile[card] -= 1
    state.hands[seat] = seen_cards.copy()


def _fill_hand_at_random(game: Airkwire, state: AirkwireState, seat: int, hand_size: int, rng: random.Random) -> None:
    hand = state.hands[seat]
    known = len(hand)
    while len(hand) < hand_size:
        # AK-2.14: only a card drawn after the top half can be a 3-point or power card.
        late = len(hand) - known < state.late[seat]
        card = NOBODY if late else _pick_random_card_in_pile(state, game.plain_cards, rng)
        if card == NOBODY:
            card = _pick_random_card_in_pile(state, game.all_cards, rng)
        state.pile[card] -= 1
        hand.append(card)


def _deal_hand_able_to_fly_owed_routes(
    game: Airkwire, state: AirkwireState, seat: int, hand_size: int, rng: random.Random
) -> None:
    """Whoever opened an airline this turn holds a card with which it can fly (AK-R21)."""
    for _attempt in range(MAX_TRIES):
        _fill_hand_at_random(game, state, seat, hand_size, rng)
        if _can_fly_owed_routes(game, state, seat):
            return
        _return_unseen_cards_to_pile(state, seat, state.seen[seat])
    cards = game.all_cards
    shift = int(rng.random() * len(cards))
    for first in cards[shift:] + cards[:shift]:
        for second in cards:
            if _try_to_deal_hand_with_cards(game, state, seat, hand_size, first, second, rng):
                return


def _can_fly_owed_routes(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    is_trading = False
    for step in state.step_stack:
        is_trading = is_trading or isinstance(step, TradeSharesStep)
    trades = trading.count_trades_left(game, state) if is_trading else 0
    return trading.can_fly_owed_routes(game, state, seat, trades, state.cash[seat])


def _try_to_deal_hand_with_cards(
    game: Airkwire,
    state: AirkwireState,
    seat: int,
    hand_size: int,
    first_card: int,
    second_card: int,
    rng: random.Random,
) -> bool:
    """A hand with these two cards of the pile (two airlines can be owed a route), if it can fly."""
    hand = state.hands[seat]
    for card in (first_card, second_card):
        if len(hand) < hand_size and state.pile[card]:
            state.pile[card] -= 1
            hand.append(card)
    _fill_hand_at_random(game, state, seat, hand_size, rng)
    if _can_fly_owed_routes(game, state, seat):
        return True
    _return_unseen_cards_to_pile(state, seat, state.seen[seat])
    return False


def _pick_random_card_in_pile(state: AirkwireState, allowed_cards: list[int], rng: random.Random) -> int:
    """One of these cards of the pile, by their counts; NOBODY when there is none."""
    pile = state.pile
    total = 0
    for card in allowed_cards:
        total += pile[card]
    at = int(rng.random() * total)
    for card in allowed_cards:
        at -= pile[card]
        if at < 0:
            return card
    return NOBODY
