"""The first phases of a round: market, secret planning, reveal and order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import CHANCE_ONLY, NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airsteam.model.actions import DrawDemand, PlanCard
from aerodrome.games.airsteam.model.events import (
    CardPlanned,
    CardsRevealed,
    MovementError,
    OrderSet,
    PlanLaid,
    RoundBegan,
    TileDrawn,
)
from aerodrome.games.airsteam.model.state import GOODS, REMOVED, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import diamond_rating, market_price
from aerodrome.games.airsteam.steps.characters import SwapCardStep
from aerodrome.games.airsteam.steps.turn import TURN_STEPS
from aerodrome.games.airsteam.steps.upkeep import UPKEEP_STEPS

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class BeginRoundStep(AutoStep["Airsteam", AirsteamState]):
    """Five phases in this order (KS-3.2), the last one deepest on the step stack."""

    stored_name: ClassVar[str] = "NewRound"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.round += 1
        if tell is not None:
            tell(RoundBegan(state.round))
        state.step_stack.extend(UPKEEP_STEPS)
        for slot in range(SLOTS):
            state.step_stack.append(REVEALS[SLOTS - 1 - slot])
        state.step_stack.append(BEGIN_PLANNING)
        for _tile in range(game.tiles_per_round):
            state.step_stack.append(DRAW_DEMAND)


@final
class DrawDemandStep(Step["Airsteam", AirsteamState]):
    """One demand tile comes to the future market and raises its good's price (KS-4.1, KS-4.2)."""

    stored_name: ClassVar[str] = "MarketAdjusts"
    rule: ClassVar[str] = "KS-4.1"

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return CHANCE_ONLY

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [draw for good, draw in enumerate(game.draw_demand) if state.pile[good]]

    def odds(self, game: Airsteam, state: AirsteamState) -> list[float]:
        total = sum(state.pile)
        return [left / total for left in state.pile if left]  # KS-2.7

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, DrawDemand) or not 0 <= action.good < GOODS:
            return "KS-4.1"
        return "" if state.pile[action.good] else "KS-1.4"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DrawDemand)
        good = action.good
        state.step_stack.pop()
        state.pile[good] -= 1
        state.market.append(good)
        if state.price[good] < len(game.prices) - 1:  # KS-4.5
            state.price[good] += 1  # KS-4.2
        if tell is not None:
            tell(TileDrawn(good, market_price(game, state, good)))


@final
class BeginPlanningStep(AutoStep["Airsteam", AirsteamState]):
    """All seats are to plan."""

    stored_name: ClassVar[str] = "BeginPlanning"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.planning = (1 << state.seats) - 1
        state.step_stack.append(PLAN_CARDS)


@final
class PlanCardsStep(Step["Airsteam", AirsteamState]):
    """Every seat fills its slots, first to fourth; nothing shows (KS-5.2)."""

    stored_name: ClassVar[str] = "Planning"
    rule: ClassVar[str] = "KS-5.1"

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return game.seats_by_bits[state.planning]

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.list_plan_actions(state, who)

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, PlanCard):
            return "KS-5.1"
        card = action.card
        if card < 0 or not game.is_own_card(state, who, card):
            return "KS-5.3"
        base = who * SLOTS
        plan = state.plan
        if card == plan[base] or card == plan[base + 1] or card == plan[base + 2]:
            return "KS-5.4"
        return ""  # KS-5.7: too many diamonds are allowed here

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlanCard)
        base = who * SLOTS
        slot = 0
        while state.plan[base + slot] != NOBODY:
            slot += 1
        state.plan[base + slot] = action.card
        if tell is not None:
            tell(CardPlanned(who, slot, action.card, visible_only_to=who))
        if slot < SLOTS - 1:
            return
        state.planning &= ~(1 << who)
        if tell is not None:
            tell(PlanLaid(who))
        if not state.planning:
            state.step_stack.pop()


@final
class RevealCardsStep(AutoStep["Airsteam", AirsteamState]):
    """All turn up the card of this slot at once (KS-6.1)."""

    stored_name: ClassVar[str] = "Reveal"

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.slot = self.slot
        state.errors = 0
        state.order.clear()
        for seat in range(state.seats):
            state.face[seat * SLOTS + self.slot] = REVEALED
        if tell is not None:
            tell(CardsRevealed(self.slot, tuple(state.plan[self.slot :: SLOTS])))
        state.step_stack.append(SET_ORDER)
        if game.full and not state.swapped and self.slot < SLOTS - 1:
            for seat in range(state.seats):
                if game.can_swap_cards[state.character[seat]]:
                    state.step_stack.append(SwapCardStep(seat))


@final
class SetOrderStep(AutoStep["Airsteam", AirsteamState]):
    """Errors first (KS-8.1), then who acts when (KS-6.2 to KS-6.6)."""

    stored_name: ClassVar[str] = "SetOrder"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        keys: list[int] = []
        for place, seat in enumerate(state.tie_order):
            card = state.plan[seat * SLOTS + state.slot]
            letter = game.card_letter[card]
            if self._resolve_movement_error(game, state, seat, card, tell):
                letter = game.letter_count  # KS-8.5: after every letter
            keys.append((letter * 8 + place) * 8 + seat)
        keys.sort()
        state.order = [key & 7 for key in keys]
        if tell is not None:
            tell(OrderSet(tuple(state.order)))
        step_stack = state.step_stack
        for seat in reversed(state.order):
            step_stack.append(TURN_STEPS[seat])

    def _resolve_movement_error(
        self, game: Airsteam, state: AirsteamState, seat: int, card: int, tell: EventSink | None
    ) -> bool:
        limit = diamond_rating(game, state, seat)
        total = state.diamonds[seat] + game.card_diamonds[card]
        if total <= limit:
            state.diamonds[seat] = total
            return False
        state.face[seat * SLOTS + state.slot] = REMOVED  # KS-8.2; its diamonds never count (KS-8.8)
        state.errors |= 1 << seat
        if tell is not None:
            tell(MovementError(seat, card, total, limit))
        return True


DRAW_DEMAND: Final = DrawDemandStep()
BEGIN_PLANNING: Final = BeginPlanningStep()
PLAN_CARDS: Final = PlanCardsStep()
REVEALS: Final = tuple(RevealCardsStep(slot) for slot in range(SLOTS))
SET_ORDER: Final = SetOrderStep()
