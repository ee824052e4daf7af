"""The first phases of a round: market, secret planning, reveal and order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, ChanceStep, EventSink, Step
from aerodrome.games.airsteam.model import events
from aerodrome.games.airsteam.model.actions import (
    DrawDemandTile,
    ExchangePlannedCards,
    LayCardInSlot,
    PlanNextCard,
    ReopenPlan,
    SealPlan,
    TakeBackPlannedCard,
)
from aerodrome.games.airsteam.model.state import GOODS, REMOVED, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    get_diamond_rating,
    get_market_price,
    has_plan_or_upkeep_changes_left,
    is_plan_full,
)
from aerodrome.games.airsteam.steps.characters import SwapRevealedCardStep
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
            tell(events.RoundBegan(state.round))
        state.step_stack.extend(UPKEEP_STEPS)
        for slot in range(SLOTS):
            state.step_stack.append(REVEALS[SLOTS - 1 - slot])
        state.step_stack.append(BEGIN_PLANNING)
        for _tile in range(game.tiles_per_round):
            state.step_stack.append(DRAW_DEMAND)


@final
class DrawTileAndRaisePriceStep(ChanceStep["Airsteam", AirsteamState]):
    """One demand tile comes to the future market and raises its good's price (KS-4.1, KS-4.2)."""

    stored_name: ClassVar[str] = "MarketAdjusts"
    rule: ClassVar[str] = "KS-4.1"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [draw for good, draw in enumerate(game.draw_demand) if state.pile[good]]

    def odds(self, game: Airsteam, state: AirsteamState) -> list[float]:
        total = sum(state.pile)
        return [left / total for left in state.pile if left]  # KS-2.7

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, DrawDemandTile) or not 0 <= action.good < GOODS:
            return "KS-4.1"
        return "" if state.pile[action.good] else "KS-1.4"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DrawDemandTile)
        good = action.good
        state.step_stack.pop()
        state.pile[good] -= 1
        state.market.append(good)
        if state.price[good] < len(game.prices) - 1:  # KS-4.5
            state.price[good] += 1  # KS-4.2
        if tell is not None:
            tell(events.MarketTileDrawn(good, get_market_price(game, state, good)))


@final
class BeginPlanningStep(AutoStep["Airsteam", AirsteamState]):
    """All seats are to plan."""

    stored_name: ClassVar[str] = "BeginPlanning"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.planning = (1 << state.seats) - 1
        for seat in range(len(state.changes_made)):
            state.changes_made[seat] = 0
        state.step_stack.append(PLAN_CARDS)


@final
class PlanCardsStep(Step["Airsteam", AirsteamState]):
    """Every seat fills its slots, first to fourth; nothing shows (KS-5.2).

    From rules version 2 on a full plan waits for its owner's seal, and can be changed until all are sealed (KS-R58).
    """

    stored_name: ClassVar[str] = "Planning"
    rule: ClassVar[str] = "KS-5.1"
    is_revealing: ClassVar[bool] = True
    is_answered_unseen: ClassVar[bool] = True

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return game.seats_by_bits[state.planning]

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.list_next_card_or_seal_actions(state, who)

    def allows_out_of_turn(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
        return game.can_change_plans_and_upkeep and isinstance(action, ReopenPlan) and 0 <= who < state.seats  # KS-R58

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, PlanNextCard):
            return (
                self._find_rule_against_plan_change(game, state, who, action)
                if game.can_change_plans_and_upkeep
                else "KS-5.1"
            )
        rule = self._find_rule_against_next_card(game, state, who, action.card)
        return rule or ("KS-5.4" if is_plan_full(state, who) else "")  # KS-5.7: too many diamonds are allowed here

    def _find_rule_against_next_card(self, game: Airsteam, state: AirsteamState, who: int, card: int) -> str:
        if card < 0 or not game.is_own_card(state, who, card):
            return "KS-5.3"
        base = who * SLOTS
        plan = state.plan
        if card == plan[base] or card == plan[base + 1] or card == plan[base + 2] or card == plan[base + 3]:
            return "KS-5.4"
        return ""

    def _find_rule_against_plan_change(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        """The rule against anything but the next card (KS-R58)."""
        base = who * SLOTS
        if isinstance(action, SealPlan):
            return "" if is_plan_full(state, who) else "KS-5.1"
        if isinstance(action, ReopenPlan):
            if state.planning >> who & 1:
                return "KS-R58"
        elif isinstance(action, LayCardInSlot):
            rule = self._find_rule_against_next_card(game, state, who, action.card)
            if rule or not 0 <= action.slot < SLOTS:
                return rule or "KS-5.1"
            if state.plan[base + action.slot] == NOBODY:
                return ""
        elif isinstance(action, TakeBackPlannedCard):
            if not 0 <= action.slot < SLOTS:
                return "KS-5.1"
            if state.plan[base + action.slot] == NOBODY:
                return "KS-R58"
        elif isinstance(action, ExchangePlannedCards):
            if not (0 <= action.slot < SLOTS and 0 <= action.other < SLOTS):
                return "KS-5.1"
            if state.plan[base + action.slot] == state.plan[base + action.other]:  # the same slot, or both are empty
                return "KS-R58"
        else:
            return "KS-5.1"
        return "" if has_plan_or_upkeep_changes_left(game, state, who) else "KS-R58"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        if not isinstance(action, PlanNextCard):
            self._change_or_seal_plan(state, who, action, tell)
            return
        base = who * SLOTS
        slot = 0
        while state.plan[base + slot] != NOBODY:
            slot += 1
        state.plan[base + slot] = action.card
        if tell is not None:
            tell(events.CardPlanned(who, slot, action.card, visible_only_to=who))
        if slot == SLOTS - 1 and not game.can_change_plans_and_upkeep:
            self._seal_plan_and_end_planning_if_last(state, who, tell)

    def _seal_plan_and_end_planning_if_last(self, state: AirsteamState, who: int, tell: EventSink | None) -> None:
        state.planning &= ~(1 << who)
        if tell is not None:
            tell(events.PlanSealed(who))
        if not state.planning:
            state.step_stack.pop()

    def _change_or_seal_plan(self, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        """Whatever is not the next card (KS-R58). Only its owner hears what changes in a plan."""
        base = who * SLOTS
        plan = state.plan
        if isinstance(action, SealPlan):
            self._seal_plan_and_end_planning_if_last(state, who, tell)
        elif isinstance(action, LayCardInSlot):
            if plan[base + action.slot] != NOBODY:
                self._take_back_planned_card(state, who, action.slot, tell)
            plan[base + action.slot] = action.card
            if tell is not None:
                tell(events.CardPlanned(who, action.slot, action.card, visible_only_to=who))
        elif isinstance(action, TakeBackPlannedCard):
            self._take_back_planned_card(state, who, action.slot, tell)
        elif isinstance(action, ExchangePlannedCards):
            one, other = base + action.slot, base + action.other
            plan[one], plan[other] = plan[other], plan[one]
            state.changes_made[who] += 1
            if tell is not None:
                tell(events.PlannedCardsExchanged(who, action.slot, action.other, visible_only_to=who))
        else:
            state.planning |= 1 << who
            state.changes_made[who] += 1
            if tell is not None:
                tell(events.PlanReopened(who))

    def _take_back_planned_card(self, state: AirsteamState, who: int, slot: int, tell: EventSink | None) -> None:
        i = who * SLOTS + slot
        card = state.plan[i]
        state.plan[i] = NOBODY
        state.changes_made[who] += 1
        if tell is not None:
            tell(events.PlannedCardTakenBack(who, slot, card, visible_only_to=who))


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
            tell(events.CardsRevealed(self.slot, tuple(state.plan[self.slot :: SLOTS])))
        state.step_stack.append(SET_ORDER)
        if game.full and not state.swapped and self.slot < SLOTS - 1:
            for seat in range(state.seats):
                if game.can_swap_cards[state.character[seat]]:
                    state.step_stack.append(SwapRevealedCardStep(seat))


@final
class ResolveErrorsAndSetOrderStep(AutoStep["Airsteam", AirsteamState]):
    """Errors first (KS-8.1), then who acts when (KS-6.2 to KS-6.6)."""

    stored_name: ClassVar[str] = "SetOrder"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        keys: list[int] = []
        for place, seat in enumerate(state.tie_order):
            card = state.plan[seat * SLOTS + state.slot]
            letter = game.card_letter[card]
            if self._add_diamonds_or_mark_error(game, state, seat, card, tell):
                letter = game.letter_count  # KS-8.5: after every letter
            keys.append((letter * 8 + place) * 8 + seat)
        keys.sort()
        state.order = [key & 7 for key in keys]
        if tell is not None:
            tell(events.TurnOrderSet(tuple(state.order)))
        step_stack = state.step_stack
        for seat in reversed(state.order):
            step_stack.append(TURN_STEPS[seat])

    def _add_diamonds_or_mark_error(
        self, game: Airsteam, state: AirsteamState, seat: int, card: int, tell: EventSink | None
    ) -> bool:
        limit = get_diamond_rating(game, state, seat)
        total = state.diamonds[seat] + game.card_diamonds[card]
        if total <= limit:
            state.diamonds[seat] = total
            return False
        state.face[seat * SLOTS + state.slot] = REMOVED  # KS-8.2; its diamonds never count (KS-8.8)
        state.errors |= 1 << seat
        if tell is not None:
            tell(events.MovementError(seat, card, total, limit))
        return True


DRAW_DEMAND: Final = DrawTileAndRaisePriceStep()
BEGIN_PLANNING: Final = BeginPlanningStep()
PLAN_CARDS: Final = PlanCardsStep()
REVEALS: Final = tuple(RevealCardsStep(slot) for slot in range(SLOTS))
SET_ORDER: Final = ResolveErrorsAndSetOrderStep()
