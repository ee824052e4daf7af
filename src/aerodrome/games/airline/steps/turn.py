"""The frame of a turn: it begins, the player deals and throws, it passes to the left."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.actions import CloseTradeAndFly, EndTurn, ExchangeAircraft
from aerodrome.games.airline.model.events import AircraftExchanged, TurnBegan
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import (
    count_rounds_begun,
    find_rule_against_aircraft_exchange,
    get_seat_left_of,
)
from aerodrome.games.airline.rules.state_changes import pay_to_bank
from aerodrome.games.airline.steps.claims import LastCallForClaimsStep
from aerodrome.games.airline.steps.end import EndGameAtRoundLimitStep
from aerodrome.games.airline.steps.movement import MOVEMENT_THROW
from aerodrome.games.airline.steps.trading import ActivePlayerStep, ask_next_to_make_offer

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def begin_turn(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    """This seat is active; the others are asked for offers first."""
    state.active = seat
    state.exchanged = False
    state.offers_made = [0] * state.seats
    state.gave_before_turn = bool((state.gave_city >> seat) & 1)
    state.gave_city &= ~(1 << seat)
    if tell is not None:
        tell(TurnBegan(seat, count_rounds_begun(game, state)))
    state.step_stack.append(_BEFORE_THROW)
    ask_next_to_make_offer(game, state, get_seat_left_of(state, seat), seat, False)  # AL-R55


def pass_turn_or_end_game(game: Airline, state: AirlineState, tell: EventSink | None) -> None:
    """To the left, skipping who is out; a round ends when the turn passes the banker's seat."""  # AL-1.15, AL-R44
    seat = state.active
    state.gave_before_turn = False  # AL-R56
    passed = False
    while True:
        seat = get_seat_left_of(state, seat)
        if seat == game.banker:
            passed = True
        if not state.out[seat]:
            break
    if passed:
        if game.round_limit and state.round >= game.round_limit:
            state.step_stack.append(EndGameAtRoundLimitStep())
            if state.claims:
                state.step_stack.append(LastCallForClaimsStep(seat, 0))
            return
        state.round += 1
    begin_turn(game, state, seat, tell)


@final
class BeforeMovementThrowStep(ActivePlayerStep):
    """BEFORE THE THROW: trades, at most one exchange of aircraft, then the throw."""  # AL-2.4

    rule: ClassVar[str] = "AL-2.4"
    stored_name: ClassVar[str] = "Before"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.fly]
        city = game.city_at[state.pos[who]]
        if (
            city >= 0
            and not state.exchanged
            and (state.owned[who] >> city) & 1
            and state.cash[who] >= game.exchange_fee
        ):
            answers += game.exchanges_from[state.aircraft[who]]
        return self.list_answers_and_common_actions(game, state, who, answers)

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, CloseTradeAndFly):
            return ""
        if isinstance(action, ExchangeAircraft):
            return find_rule_against_aircraft_exchange(game, state, who, action.aircraft)
        if isinstance(action, EndTurn):
            return "AL-2.2"
        return self.find_rule_against_common_action(game, state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, CloseTradeAndFly):
            state.step_stack[-1] = MOVEMENT_THROW
            if state.claims:
                state.step_stack.append(LastCallForClaimsStep(who, 0))
        elif isinstance(action, ExchangeAircraft):
            pay_to_bank(state, who, game.exchange_fee)
            state.aircraft[who] = action.aircraft  # AL-6.9
            state.exchanged = True
            if tell is not None:
                tell(AircraftExchanged(who, action.aircraft, game.exchange_fee))
        else:
            self.apply_common_action(game, state, who, action, tell)


_BEFORE_THROW: Final = BeforeMovementThrowStep()
