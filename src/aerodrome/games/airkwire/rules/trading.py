"""What a player may buy, open, sell and give, and whether the routes owed for airlines just opened stay possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airkwire.model.state import BLOCK_TRADE_EFFECT, DEFUNCT, OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


# The duty to fly (AK-5.1, AK-5.8)


def can_fly_owed_routes(
    game: Airkwire,
    state: AirkwireState,
    seat: int,
    trades_left: int,
    cash_left: int,
    airline_opened_first: int = NOBODY,
    airline_bought_first: int = NOBODY,
) -> bool:
    """Whether every airline opened this turn can still get its route with these trades and this cash (AK-R21).

    `airline_opened_first` is opened and a share of `airline_bought_first` bought before; `trades_left` and
    `cash_left` are what is left after that.
    """
    hand = state.hands[seat]
    for first in hand:
        if _can_fly_owed_routes_with_first_card(
            game, state, seat, trades_left, cash_left, airline_opened_first, airline_bought_first, hand, first
        ):
            return True
    return False


def _can_fly_owed_routes_with_first_card(
    game: Airkwire,
    state: AirkwireState,
    seat: int,
    trades_left: int,
    cash_left: int,
    airline_opened_first: int,
    airline_bought_first: int,
    hand: list[int],
    first_card: int,
) -> bool:
    """Whether the duty can be met with the card `first_card` for the first airline owed."""
    owed = state.owed
    count = len(owed) + (airline_opened_first != NOBODY)
    airline = owed[0] if owed else airline_opened_first
    need = _count_purchases_until_first_route(
        game, state, airline, first_card, airline_opened_first, airline_bought_first
    )
    if need > trades_left:
        return False
    spent = _compute_cost_of_purchases(game, state, seat, airline, need, airline_opened_first, airline_bought_first)
    if spent > cash_left:
        return False
    if count == 1:
        return True
    other = owed[1] if len(owed) > 1 else airline_opened_first
    used = False
    for card in hand:
        if card == first_card and not used:
            used = True
            continue
        more = _count_purchases_until_first_route(game, state, other, card, airline_opened_first, airline_bought_first)
        cost = _compute_cost_of_purchases(game, state, seat, other, more, airline_opened_first, airline_bought_first)
        if need + more <= trades_left and spent + cost <= cash_left:
            return True
    return False


def _find_price_index_after_purchase(
    game: Airkwire, state: AirkwireState, airline: int, airline_opened_first: int, airline_bought_first: int
) -> int:
    """Where the price marker stands after the opening or purchase that is being judged."""
    if airline == airline_opened_first:
        return 1
    return queries.find_price_index_after_trading(game, state, airline) + (airline == airline_bought_first)


def _count_purchases_until_first_route(
    game: Airkwire, state: AirkwireState, airline: int, card: int, airline_opened_first: int, airline_bought_first: int
) -> int:
    """Further purchases until a first route to this card's city is allowed; a large number when it never is."""
    if card >= state.cities:
        return game.never
    base = _find_price_index_after_purchase(game, state, airline, airline_opened_first, airline_bought_first)
    need = game.first_index[airline * state.cities + card] - base
    return need if need > 0 else 0


def _compute_cost_of_purchases(
    game: Airkwire,
    state: AirkwireState,
    seat: int,
    airline: int,
    purchases: int,
    airline_opened_first: int,
    airline_bought_first: int,
) -> int:
    if purchases == 0 or purchases >= game.never:
        return 0
    charge = queries.get_brokerage_fee(game, state, seat)
    if state.effects[seat] & BLOCK_TRADE_EFFECT:  # AK-R69: one price for all
        price = game.price[0] if airline == airline_opened_first else queries.get_trade_price(game, state, airline)
        return purchases * (price + charge)
    base = _find_price_index_after_purchase(game, state, airline, airline_opened_first, airline_bought_first)
    total = 0
    for index in range(base, base + purchases):
        total += game.price[min(index, game.last_index)] + charge
    return total


def compute_purchases_and_cost_to_open_and_fly(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, card: int
) -> tuple[int, int]:
    """Purchases, and cash for them, until an airline opened now could fly to this card's city."""
    more = _count_purchases_until_first_route(game, state, airline, card, airline, NOBODY)
    first = get_price_of_next_share(game, state, airline) + queries.get_brokerage_fee(game, state, seat)
    return 1 + more, first + _compute_cost_of_purchases(game, state, seat, airline, more, airline, NOBODY)


def can_fly_owed_routes_now(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    """Whether the routes owed are possible without further purchases."""
    return not state.owed or can_fly_owed_routes(game, state, seat, 0, 0)


# Trading


def count_trades_left(game: Airkwire, state: AirkwireState) -> int:
    return game.trades_per_turn - state.traded


def get_price_of_next_share(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """What the next share costs without the fee; the opening's where the airline is not open."""
    return queries.get_trade_price(game, state, airline) if state.status[airline] == OPEN else game.price[0]


def find_rule_against_buying(game: Airkwire, state: AirkwireState, seat: int, airline: int) -> str:
    left = game.trades_per_turn - state.traded - 1
    if left < 0:
        return "AK-4.1"
    status = state.status[airline]
    if status != OPEN:
        return _find_rule_against_opening_airline(game, state, seat, airline, left)
    if state.unsold[airline] < 1:
        return "AK-4.9"
    price = queries.get_trade_price(game, state, airline) + queries.get_brokerage_fee(game, state, seat)
    cash = state.cash[seat] - price
    if cash < 0:
        return "AK-R18"
    if state.owed and not can_fly_owed_routes(game, state, seat, left, cash, NOBODY, airline):
        return "AK-5.8"
    return ""


def _find_rule_against_opening_airline(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, trades_left: int
) -> str:
    if state.status[airline] == DEFUNCT:
        return "AK-5.6"
    if len(state.opened) >= queries.count_routes_allowed(state, seat):
        return "AK-R22"
    if find_airline_blocking_home(game, state, airline) != NOBODY:
        return "AK-5.2"
    cash = state.cash[seat] - game.price[0] - queries.get_brokerage_fee(game, state, seat)
    if cash < 0:
        return "AK-R18"
    if not can_fly_owed_routes(game, state, seat, trades_left, cash, airline):
        return "AK-R21"
    return ""


def find_airline_blocking_home(game: Airkwire, state: AirkwireState, airline: int) -> int:
    """Another airline in this one's home city, or NOBODY (AK-5.2, AK-R24)."""
    return queries.find_other_airline_in_city(game, state, airline, game.home[airline])


def find_rule_against_selling(game: Airkwire, state: AirkwireState, seat: int, airline: int) -> str:
    left = game.trades_per_turn - state.traded - 1
    if left < 0:
        return "AK-4.1"
    if state.shares[airline][seat] < 1:
        return "AK-4.4"
    if airline in state.opened:
        return "AK-R22"
    if state.owed:
        cash = (
            state.cash[seat]
            + queries.get_trade_price(game, state, airline)
            - queries.get_brokerage_fee(game, state, seat)
        )
        if not can_fly_owed_routes(game, state, seat, left, cash):
            return "AK-5.8"
    return ""


def find_rule_against_giving_cash(game: Airkwire, state: AirkwireState, seat: int, receiver: int, amount: int) -> str:
    if (
        not game.loans
        or not 0 <= receiver < state.seats
        or receiver == seat
        or encode_cash_gift_of_turn(state, seat, receiver) in state.cash_gifts_made
    ):
        return "AK-R65"
    if seat != state.turn and receiver != state.turn:
        return "AK-R65"
    if amount <= 0 or amount % 10:
        return "AK-R81"
    cash = state.cash[seat] - amount
    if cash < 0:
        return "AK-R18"
    if (
        seat == state.turn
        and state.owed
        and not can_fly_owed_routes(game, state, seat, count_trades_left(game, state), cash)
    ):
        return "AK-5.8"
    return ""


def encode_cash_gift_of_turn(state: AirkwireState, seat: int, receiver: int) -> int:
    """What `cash_gifts_made` keeps of a gift: whom the active player gave, or who gave the active player."""
    return receiver if seat == state.turn else state.seats + seat
