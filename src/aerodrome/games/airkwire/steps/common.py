"""What the questions of a turn have in common before its draw: power cards, and cash that others may give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airkwire.model.actions import GiveCash, PlayPowerCard
from aerodrome.games.airkwire.model.events import CashGiven
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules import trading
from aerodrome.games.airkwire.steps import power_cards

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class ActivePlayerStep(Step["Airkwire", AirkwireState]):
    """A question to the active player. Concrete steps judge and do their own actions and leave the rest to these."""

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.turn]

    def allows_out_of_turn(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> bool:
        """With loans, anybody may help the active player while it trades and creates routes (AK-R65)."""
        return game.loans and isinstance(action, GiveCash) and 0 <= who < state.seats

    def add_common_actions(
        self, game: Airkwire, state: AirkwireState, seat: int, before_any_trade: bool, actions: list[Action]
    ) -> None:
        """Power cards and gifts; of gifts a few round sums stand for all."""
        if game.power_cards:
            power_cards.add_power_card_actions(game, state, seat, before_any_trade, actions)
        if game.loans:
            for gift in game.gifts[seat]:
                if not trading.find_rule_against_giving_cash(game, state, seat, gift.seat, gift.amount):
                    actions.append(gift)

    def find_rule_against_common_action(
        self, game: Airkwire, state: AirkwireState, who: int, before_any_trade: bool, action: Action
    ) -> str:
        if isinstance(action, PlayPowerCard):
            return power_cards.find_rule_against_power_card(state, who, action.power, before_any_trade)
        if isinstance(action, GiveCash):
            return trading.find_rule_against_giving_cash(game, state, who, action.seat, action.amount)
        return "AK-3.2"

    def apply_common_action(
        self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None
    ) -> None:
        if isinstance(action, PlayPowerCard):
            power_cards.play_power_card(game, state, who, action.power, tell)
        elif isinstance(action, GiveCash):
            _give_cash(state, who, action, tell)


def _give_cash(state: AirkwireState, seat: int, gift: GiveCash, tell: EventSink | None) -> None:
    state.cash[seat] -= gift.amount
    state.cash[gift.seat] += gift.amount
    state.cash_gifts_made.append(trading.encode_cash_gift_of_turn(state, seat, gift.seat))
    if tell is not None:
        tell(CashGiven(seat, gift.seat, gift.amount))
