"""The stock step: buying, selling, opening airlines (sections 4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink
from aerodrome.games.airkwire.model.actions import BuyShare, CallEndVote, EndTrading, SellShare
from aerodrome.games.airkwire.model.events import (
    AirlineOpened,
    BlockTradePriceMoved,
    SharesBought,
    ShareSold,
)
from aerodrome.games.airkwire.model.state import BANKRUPT, BLOCK_TRADE_EFFECT, OPEN, AirkwireState, copy_with_added
from aerodrome.games.airkwire.rules import queries, trading
from aerodrome.games.airkwire.rules.state_changes import (
    bankrupt_airline_if_due,
    pay_to_bank,
    receive_from_bank,
    update_ceo,
)
from aerodrome.games.airkwire.steps.common import ActivePlayerStep
from aerodrome.games.airkwire.steps.end import call_end_vote, find_rule_against_calling_end_vote

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class TradeSharesStep(ActivePlayerStep):
    """Buy or sell up to three shares."""

    stored_name: ClassVar[str] = "Stock"
    rule: ClassVar[str] = "AK-3.2"

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        found: list[Action] = []
        held = state.shares
        if state.traded < game.trades_per_turn:
            for airline in range(state.airlines):
                if not trading.find_rule_against_buying(game, state, who, airline):
                    found.append(game.buys[airline])
                if held[airline][who] and not trading.find_rule_against_selling(game, state, who, airline):
                    found.append(game.sells[airline])
        if trading.can_fly_owed_routes_now(game, state, who):
            found.append(game.close_stock)
        self.add_common_actions(game, state, who, not state.traded, found)
        return found

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, BuyShare):
            if not 0 <= action.airline < state.airlines:
                return "AK-1.3"
            return trading.find_rule_against_buying(game, state, who, action.airline)
        if isinstance(action, SellShare):
            if not 0 <= action.airline < state.airlines:
                return "AK-1.3"
            return trading.find_rule_against_selling(game, state, who, action.airline)
        if isinstance(action, EndTrading):
            return "" if trading.can_fly_owed_routes_now(game, state, who) else "AK-R21"
        if isinstance(action, CallEndVote):
            return find_rule_against_calling_end_vote(state)
        return self.find_rule_against_common_action(game, state, who, not state.traded, action)

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.acted = state.acted or not (isinstance(action, CallEndVote) or who != state.turn)
        if isinstance(action, BuyShare):
            buy_share_or_open_airline(game, state, who, action.airline, tell)
        elif isinstance(action, SellShare):
            sell_share(game, state, who, action.airline, tell)
        elif isinstance(action, EndTrading):
            state.step_stack.pop()
            return
        elif isinstance(action, CallEndVote):
            call_end_vote(state, who, tell)
            return
        else:
            self.apply_common_action(game, state, who, action, tell)
            return
        state.traded += 1
        if state.traded >= game.trades_per_turn and not game.loans:
            state.step_stack.pop()


class SettleBlockTradeStep(AutoStep["Airkwire", AirkwireState]):
    """Block Trade: markers move by the net number now (AK-14.9, AK-R69)."""

    stored_name: ClassVar[str] = "StockCloses"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        if not state.effects[state.turn] & BLOCK_TRADE_EFFECT:
            return
        for airline in range(state.airlines):
            if state.fixed[airline] == NOBODY:
                continue
            shift = state.shift[airline]
            state.fixed[airline] = NOBODY
            state.shift[airline] = 0
            if bankrupt_airline_if_due(game, state, airline, state.index[airline] + shift < 0, tell):
                continue
            state.index[airline] = min(game.last_index, state.index[airline] + shift)
            if tell is not None and shift:
                tell(BlockTradePriceMoved(airline, game.price[state.index[airline]]))


STOCK = TradeSharesStep()
SETTLE_BLOCK_TRADE = SettleBlockTradeStep()


def buy_share_or_open_airline(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, tell: EventSink | None
) -> None:
    """AK-16.2."""
    opening = state.status[airline] != OPEN
    price = queries.get_trade_price(game, state, airline)
    fee = queries.get_brokerage_fee(game, state, seat)
    shares = game.opening_shares if opening else 1  # AK-4.6
    pay_to_bank(state, seat, price + fee)
    state.unsold[airline] -= shares
    state.shares[airline] = copy_with_added(state.shares[airline], seat, shares)
    state.bought |= 1 << airline
    _move_price_marker_and_detect_fall(game, state, seat, airline, price, 1)
    if opening:
        _open_airline(game, state, seat, airline, tell)
    if tell is not None:
        tell(SharesBought(seat, airline, shares, price, fee, game.price[state.index[airline]]))
    update_ceo(state, airline, tell)


def _open_airline(game: Airkwire, state: AirkwireState, seat: int, airline: int, tell: EventSink | None) -> None:
    home = game.home[airline]
    if tell is not None:
        tell(AirlineOpened(seat, airline, home, state.status[airline] == BANKRUPT))
    state.status[airline] = OPEN
    state.network[airline] = game.bit[home]  # AK-5.3
    state.points[airline] = game.points_of[home]  # AK-5.4
    state.unpaid[airline] = 0  # AK-R56
    state.opened.append(airline)
    state.owed.append(airline)


def sell_share(game: Airkwire, state: AirkwireState, seat: int, airline: int, tell: EventSink | None) -> None:
    """AK-16.3."""
    price = queries.get_trade_price(game, state, airline)
    fee = queries.get_brokerage_fee(game, state, seat)
    state.shares[airline] = copy_with_added(state.shares[airline], seat, -1)
    state.unsold[airline] += 1
    state.sold |= 1 << airline
    receive_from_bank(state, seat, price - fee)
    fallen = _move_price_marker_and_detect_fall(game, state, seat, airline, price, -1)
    if tell is not None:
        tell(ShareSold(seat, airline, price, fee, 0 if fallen else game.price[state.index[airline]]))
    blocked = state.fixed[airline] != NOBODY
    if not blocked and bankrupt_airline_if_due(game, state, airline, fallen, tell):
        return
    update_ceo(state, airline, tell)


def _move_price_marker_and_detect_fall(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, fixed_price: int, spaces: int
) -> bool:
    """Move the price marker, or note it under Block Trade; true when it would fall off the track."""
    if state.effects[seat] & BLOCK_TRADE_EFFECT:
        state.fixed[airline] = fixed_price
        state.shift[airline] += spaces
        return False
    index = state.index[airline] + spaces
    if index < 0:
        return True
    state.index[airline] = min(index, game.last_index)  # AK-R15
    return False
