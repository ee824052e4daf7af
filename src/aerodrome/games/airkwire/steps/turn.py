"""The turn: its beginning, the replenish step and its end (sections 3 and 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model.actions import (
    DrawPile,
    DrewNothing,
    KeepHand,
    PlayPower,
    Reversed,
    TakePool,
    TookFromPool,
    TurnBegan,
)
from aerodrome.games.airkwire.model.state import (
    EXHAUSTED,
    FREE,
    GOES_ON,
    ROUND_LIMIT,
    STALLED,
    AirkwireState,
)
from aerodrome.games.airkwire.rules.changes import restock
from aerodrome.games.airkwire.steps import payout, power
from aerodrome.games.airkwire.steps.finish import Finish
from aerodrome.games.airkwire.steps.routes import SECOND_STEP, reopen
from aerodrome.games.airkwire.steps.stock import STOCK, STOCK_CLOSES

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class BeginTurn(AutoStep["Airkwire", AirkwireState]):
    """AK-3.2, AK-16.1: Free Discard, stock, route or discard, replenish, end of turn."""

    def __init__(self) -> None:
        pass

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
        state.given.clear()
        if tell is not None:
            tell(TurnBegan(state.turn, state.turns // state.seats + 1))
        state.step_stack.extend(game.turn_steps)
        if state.effects[state.turn] & FREE:
            power.begin_free_discard(state, state.turn, False)


class Replenishing(AutoStep["Airkwire", AirkwireState]):
    """Asks for a draw as long as there is one to make, or a power card to play before the first."""

    def __init__(self) -> None:
        pass

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        restock(state, tell)
        seat = state.turn
        if pile_open(game, state, seat) or pool_open(game, state, seat):
            state.step_stack.append(REPLENISH)
            return
        if game.power_cards:
            found: list[Action] = []
            power.offer(game, state, seat, False, found)
            if found:
                state.step_stack.append(REPLENISH)


def draws_left(state: AirkwireState) -> int:
    """Ordinary draws: one, or as many as routes were created (AK-3.7, AK-R72)."""
    return max(1, state.routes_made) - state.drawn


def pile_open(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    if not state.pile_size or len(state.hands[seat]) >= game.hand_size:  # AK-2.9
        return False
    return draws_left(state) > 0 or state.replacement


def pool_open(game: Airkwire, state: AirkwireState, seat: int) -> bool:
    if not state.pool_size or len(state.hands[seat]) >= game.hand_size:
        return False
    entitled = state.replacement or (state.routes_made > 0 and draws_left(state) > 0)  # AK-3.9, AK-R67
    return entitled and max(state.pool[: state.cities]) > 0


class Replenish(Step["Airkwire", AirkwireState]):
    """Draw from the pile, take a city card from the pool, or leave it (AK-3.7 to AK-3.9)."""

    def __init__(self) -> None:
        pass

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.alone[state.turn]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        found: list[Action] = [game.keep_hand]
        if pile_open(game, state, who):
            found.append(game.draw_pile)
        if pool_open(game, state, who):
            pool = state.pool
            for city in range(state.cities):
                if pool[city]:
                    found.append(game.takes[city])
        if game.power_cards:
            power.offer(game, state, who, False, found)
        return found

    rule: ClassVar[str] = "AK-3.7"

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, KeepHand):
            return ""
        if isinstance(action, PlayPower):
            return power.forbidden(state, who, action.power, False)
        if isinstance(action, (DrawPile, TakePool)):
            return self._draw_forbidden(game, state, who, action)
        return "AK-3.2"

    def _draw_forbidden(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if len(state.hands[who]) >= game.hand_size:
            return "AK-2.9"
        if isinstance(action, DrawPile):
            if not state.pile_size:
                return "AK-3.11"
            return "" if pile_open(game, state, who) else "AK-3.7"
        assert isinstance(action, TakePool)
        if not 0 <= action.city < state.cities or not state.pool[action.city]:
            return "AK-3.8"
        return "" if pool_open(game, state, who) else "AK-3.9"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, PlayPower):
            power.play(game, state, who, action.power, tell)
            if action.power == power.DOUBLE_ROUTES and state.routes_made == 1:
                reopen(game, state)  # AK-R68: at any moment before the first draw
            return
        state.step_stack.pop()
        if isinstance(action, KeepHand):  # AK-R6
            if tell is not None:
                tell(DrewNothing(who))
            return
        state.step_stack.append(REPLENISHING)
        pooled = isinstance(action, TakePool)
        if draws_left(state) > 0 and (state.routes_made > 0 or not pooled):
            state.drawn += 1
        else:
            state.replacement = False
        if isinstance(action, TakePool):
            take_from_pool(state, who, action.city, tell)
        else:
            state.step_stack.append(game.pile_draws[who])


def take_from_pool(state: AirkwireState, seat: int, city: int, tell: EventSink | None) -> None:
    state.pool[city] -= 1
    state.pool_size -= 1
    state.hands[seat] = [*state.hands[seat], city]
    state.seen[seat] = [*state.seen[seat], city]
    if tell is not None:
        tell(TookFromPool(seat, city))


class EndTurn(AutoStep["Airkwire", AirkwireState]):
    """AK-16.6: the payout comes first."""

    def __init__(self) -> None:
        pass

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        state.step_stack.append(NEXT_TURN)
        payout.if_due(game, state, tell)


class NextTurn(AutoStep["Airkwire", AirkwireState]):
    def __init__(self) -> None:
        pass

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        if state.reverse:  # AK-14.21
            state.reverse = False
            state.direction = -state.direction
            if tell is not None:
                tell(Reversed(state.direction > 0))
        state.effects[state.turn] = 0
        count_turn(state)
        reason = guard(game, state)
        if reason != GOES_ON:
            state.step_stack.append(Finish(reason))
            return
        state.turn = (state.turn + state.direction) % state.seats
        state.step_stack.append(BEGIN_TURN)


REPLENISH = Replenish()
REPLENISHING = Replenishing()
END_TURN = EndTurn()
NEXT_TURN = NextTurn()
BEGIN_TURN = BeginTurn()
TURN_STEPS = (END_TURN, REPLENISHING, SECOND_STEP, STOCK_CLOSES, STOCK)


def count_turn(state: AirkwireState) -> None:
    state.turns += 1
    state.idle_turns = 0 if state.routes_made else state.idle_turns + 1
    quiet = not (state.routes_made or state.traded or state.pile_size or state.pool_size)
    state.quiet_turns = state.quiet_turns + 1 if quiet else 0


def guard(game: Airkwire, state: AirkwireState) -> int:
    """AK-R64 and AK-R82: games that would not end."""
    if state.quiet_turns >= state.seats:
        return EXHAUSTED
    if game.stall_rounds and state.idle_turns >= game.stall_rounds * state.seats:
        return STALLED
    if game.round_limit and state.turns >= game.round_limit * state.seats:
        return ROUND_LIMIT
    return GOES_ON
