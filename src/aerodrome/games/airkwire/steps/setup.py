"""Set-up: the first player, the cash of all and the first hands (section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.state import ChanceStep, EventSink
from aerodrome.games.airkwire.model.actions import DrawFirstPlayer
from aerodrome.games.airkwire.model.events import FirstPlayerDrawn
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules.state_changes import receive_from_bank
from aerodrome.games.airkwire.steps.draws import CardDrawStep, draw_card

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class DrawFirstPlayerAndDealCashStep(ChanceStep["Airkwire", AirkwireState]):
    """AK-2.1: the first player by lot; with that the cash of all is known (AK-2.2 to AK-2.4)."""

    stored_name: ClassVar[str] = "FirstSeat"
    rule: ClassVar[str] = "AK-2.1"

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return game.firsts[: state.seats]

    def odds(self, game: Airkwire, state: AirkwireState) -> list[float]:
        return get_uniform_odds(state.seats)

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return "" if isinstance(action, DrawFirstPlayer) and 0 <= action.seat < state.seats else "AK-2.1"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DrawFirstPlayer)
        state.step_stack.pop()
        state.first = action.seat
        state.turn = action.seat
        last = (action.seat - 1) % state.seats
        for seat in range(state.seats):
            delta = game.first_delta if seat == action.seat else game.last_delta if seat == last else 0  # AK-R2
            receive_from_bank(state, seat, game.get_starting_cash(state.seats) + delta)
        if tell is not None:
            tell(FirstPlayerDrawn(action.seat))


class DealStartingCardStep(CardDrawStep):
    """AK-2.7: five cards each from the top half, one at a time; `dealt` so far."""

    stored_name: ClassVar[str] = "Deal"
    rule: ClassVar[str] = "AK-2.7"

    def __init__(self, dealt: int) -> None:
        self.dealt = dealt

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        draw_card(state, (state.first + self.dealt) % state.seats, action, tell)
        if self.dealt + 1 < game.hand_size * state.seats:
            state.step_stack.append(DealStartingCardStep(self.dealt + 1))
