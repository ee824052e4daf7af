"""The turn: its beginning, the replenish step and its end (sections 3 and 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model.actions import DrawFromPile, PlayPowerCard, StopDrawing, TakeFromPool
from aerodrome.games.airkwire.model.events import CardTakenFromPool, NoCardDrawn, PlayDirectionReversed, TurnBegan
from aerodrome.games.airkwire.model.state import (
    EXHAUSTED,
    FREE_DISCARD_EFFECT,
    GOES_ON,
    ROUND_LIMIT,
    STALLED,
    AirkwireState,
)
from aerodrome.games.airkwire.rules.state_changes import refill_empty_pile
from aerodrome.games.airkwire.steps import payout, power_cards
from aerodrome.games.airkwire.steps.end import FinishGameStep
from aerodrome.games.airkwire.steps.routes import BEGIN_ROUTE_OR_DISCARD, offer_second_route_if_possible
from aerodrome.games.airkwire.steps.stock import SETTLE_BLOCK_TRADE, STOCK

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class BeginTurnStep(AutoStep["Airkwire", AirkwireState]):
    """AK-3.2, AK-16.1: Free Discard, stock, route or discard, replenish, end of turn."""

    stored_name: ClassVar[str] = "BeginTurn"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        state.acted = False
        state.vote_called = False
        state.traded = 0
        state.routes_made = 0
        state.marker_moved = False
        state.discarded = False
        state.may_pass = False
        state.power_played = False
        state.replacement = False
        state.drawn = 0
        state.opened.clear()
        state.owed.clear()
        state.refused.clear()
        state.cash_gifts_made.clear()
        state.bought = 0
        state.sold = 0
        if tell is not None:
            tell(TurnBegan(state.turn, state.turns // state.seats + 1))
        state.step_stack.extend(game.turn_steps)
        if state.effects[state.turn] & FREE_DISCARD_EFFECT:
            power_cards.ask_for_free_discard_or_refill(state, state.turn, False)


class AskForNextDrawStep(AutoStep["Airkwire", AirkwireState]):
    """Asks for a draw as long as there is one to make, or a power card to play before the first."""

    stored_name: ClassVar[str] = "Replenishing"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        refill_empty_pile(state, tell)
        seat = state.turn
        if can_draw_from_pile(game, state, seat) or can_take_from_pool(game, state, seat):
            state.step_stack.append(REPLENISH)
            return
        if game.power_cards:
            found: list[Action] = []
            power_cards.add_power_card_actions(game, state, seat, False, found)
            if found:
                state.step_stack.append(REPLENISH)


def count_draws_left(state: AirkwireState) -> int:
    """Ordinary draws: one, or as many as routes were created (AK-3.7, AK-R72)."""
    return max(1, state.routes_made) - state.drawn


def can_draw_from_pile(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    if not state.pile_size or len(state.hands[seat]) >= game.hand_size:  # AK-2.9
        return False
    return count_draws_left(state) > 0 or state.replacement


def can_take_from_pool(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    if not state.pool_size or len(state.hands[seat]) >= game.hand_size:
        return False
    entitled = state.replacement or (state.routes_made > 0 and count_draws_left(state) > 0)  # AK-3.9, AK-R67
    return entitled and any(state.pool[city] for city in range(state.cities))


class ReplenishHandStep(Step["Airkwire", AirkwireState]):
    """Draw from the pile, take a city card from the pool, or leave it (AK-3.7 to AK-3.9)."""

    stored_name: ClassVar[str] = "Replenish"
    rule: ClassVar[str] = "AK-3.7"

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.turn]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        found: list[Action] = [game.keep_hand]
        if can_draw_from_pile(game, state, who):
            found.append(game.draw_pile)
        if can_take_from_pool(game, state, who):
            pool = state.pool
            for city in range(state.cities):
                if pool[city]:
                    found.append(game.takes[city])
        if game.power_cards:
            power_cards.add_power_card_actions(game, state, who, False, found)
        return found

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, StopDrawing):
            return ""
        if isinstance(action, PlayPowerCard):
            return power_cards.find_rule_against_power_card(state, who, action.power, False)
        if isinstance(action, (DrawFromPile, TakeFromPool)):
            return self._find_rule_against_drawing(game, state, who, action)
        return "AK-3.2"

    def _find_rule_against_drawing(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if len(state.hands[who]) >= game.hand_size:
            return "AK-2.9"
        if isinstance(action, DrawFromPile):
            if not state.pile_size:
                return "AK-3.11"
            return "" if can_draw_from_pile(game, state, who) else "AK-3.7"
        assert isinstance(action, TakeFromPool)
        if not 0 <= action.city < state.cities or not state.pool[action.city]:
            return "AK-3.8"
        return "" if can_take_from_pool(game, state, who) else "AK-3.9"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, PlayPowerCard):
            power_cards.play_power_card(game, state, who, action.power, tell)
            if action.power == power_cards.DOUBLE_ROUTES and state.routes_made == 1:
                offer_second_route_if_possible(game, state)  # AK-R68: at any moment before the first draw
            return
        state.step_stack.pop()
        if isinstance(action, StopDrawing):  # AK-R6
            if tell is not None:
                tell(NoCardDrawn(who))
            return
        state.step_stack.append(CONTINUE_REPLENISH)
        pooled = isinstance(action, TakeFromPool)
        if count_draws_left(state) > 0 and (state.routes_made > 0 or not pooled):
            state.drawn += 1
        else:
            state.replacement = False
        if isinstance(action, TakeFromPool):
            take_card_from_pool(state, who, action.city, tell)
        else:
            state.step_stack.append(game.pile_draws[who])


def take_card_from_pool(state: AirkwireState, seat: int, city: int, tell: EventSink | None) -> None:
    state.pool[city] -= 1
    state.pool_size -= 1
    state.hands[seat] = [*state.hands[seat], city]
    state.seen[seat] = [*state.seen[seat], city]
    if tell is not None:
        tell(CardTakenFromPool(seat, city))


class PayDividendsAtTurnEndStep(AutoStep["Airkwire", AirkwireState]):
    """AK-16.6: the payout comes first."""

    stored_name: ClassVar[str] = "EndTurn"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        state.step_stack.append(NEXT_TURN)
        payout.pay_out_dividends_if_due(game, state, tell)


class NextTurnOrEndStep(AutoStep["Airkwire", AirkwireState]):
    """The turn goes to the next player in the direction of play, unless the game ends here."""

    stored_name: ClassVar[str] = "NextTurn"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        if state.reverse:  # AK-14.21
            state.reverse = False
            state.direction = -state.direction
            if tell is not None:
                tell(PlayDirectionReversed(state.direction > 0))
        state.effects[state.turn] = 0
        update_turn_counters(state)
        reason = find_forced_end_reason(game, state)
        if reason != GOES_ON:
            state.step_stack.append(FinishGameStep(reason))
            return
        state.turn = (state.turn + state.direction) % state.seats
        state.step_stack.append(BEGIN_TURN)


REPLENISH = ReplenishHandStep()
CONTINUE_REPLENISH = AskForNextDrawStep()
END_TURN = PayDividendsAtTurnEndStep()
NEXT_TURN = NextTurnOrEndStep()
BEGIN_TURN = BeginTurnStep()
TURN_STEPS = (END_TURN, CONTINUE_REPLENISH, BEGIN_ROUTE_OR_DISCARD, SETTLE_BLOCK_TRADE, STOCK)


def update_turn_counters(state: AirkwireState) -> None:
    state.turns += 1
    state.idle_turns = 0 if state.routes_made else state.idle_turns + 1
    quiet = not (state.routes_made or state.traded or state.pile_size or state.pool_size)
    state.quiet_turns = state.quiet_turns + 1 if quiet else 0


def find_forced_end_reason(game: Airkwire, state: AirkwireState) -> int:
    """AK-R64 and AK-R82: games that would not end."""
    if state.quiet_turns >= state.seats:
        return EXHAUSTED
    if game.stall_rounds and state.idle_turns >= game.stall_rounds * state.seats:
        return STALLED
    if game.round_limit and state.turns >= game.round_limit * state.seats:
        return ROUND_LIMIT
    return GOES_ON
