"""The end of the game: final shipping and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink
from aerodrome.games.airsteam.model.actions import FinishShippingOrTrack, ShipFromDepot
from aerodrome.games.airsteam.model.events import FinalShippingBegan, GameEnded, SeatScored
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built
from aerodrome.games.airsteam.rules.routes import (
    SHIP_BY_ACTION,
    SHIP_FINAL,
    SHIP_WITHOUT_ACTION,
    find_rule_against_shipment,
    list_shippable_depots_and_goods,
)
from aerodrome.games.airsteam.steps.common import SeatStep
from aerodrome.games.airsteam.steps.shipping import ChooseShipDestinationStep, ShipmentWithoutActionStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class BeginFinalShippingStep(AutoStep["Airsteam", AirsteamState]):
    """One player after another in tie order (KS-22.11)."""

    stored_name: ClassVar[str] = "BeginFinal"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.order = state.tie_order.copy()
        if tell is not None:
            tell(FinalShippingBegan(tuple(state.order)))
        state.step_stack.append(SCORE)
        for seat in reversed(state.order):
            state.step_stack.append(FINAL_SHIPMENT_STEPS[seat])


@final
class OfferFinalShipmentStep(AutoStep["Airsteam", AirsteamState]):
    """Asks again after each shipment, as long as anything can go."""

    stored_name: ClassVar[str] = "FinalTurn"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if list_shippable_depots_and_goods(game, state, self.seat, SHIP_FINAL):
            state.step_stack.append(FinalShipmentStep(self.seat))


@final
class FinalShipmentStep(SeatStep):
    """What is shipped in the end, one shipment after another, or nothing more."""

    stored_name: ClassVar[str] = "FinalShipments"
    rule: ClassVar[str] = "KS-22.1"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.finish] + [
            game.get_ship_action(depot, good)
            for depot, good in list_shippable_depots_and_goods(game, state, who, SHIP_FINAL)
        ]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, ShipFromDepot):
            return find_rule_against_shipment(game, state, who, action.depot, action.good, SHIP_FINAL)
        return "" if isinstance(action, FinishShippingOrTrack) else "KS-22.1"  # KS-22.9

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, ShipFromDepot):
            state.step_stack.append(FINAL_SHIPMENT_STEPS[who])  # KS-22.6
            ChooseShipDestinationStep(who, action.depot, action.good, SHIP_FINAL).ask_or_ship(game, state, tell)


@final
class ScoreAndEndGameStep(AutoStep["Airsteam", AirsteamState]):
    """The result; no step follows."""

    stored_name: ClassVar[str] = "Score"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.order.clear()
        if tell is None:
            return
        for seat, total in enumerate(game.scores(state)):
            tell(SeatScored(seat, state.cash[seat], count_depots_built(game, state, seat), total))
        tell(GameEnded(game.winners(state)))


BEGIN_FINAL_SHIPPING: Final = BeginFinalShippingStep()
SCORE: Final = ScoreAndEndGameStep()
FINAL_SHIPMENT_STEPS: Final = tuple(OfferFinalShipmentStep(seat) for seat in range(6))


def find_shipping_occasion(state: AirsteamState) -> int:
    """On which occasion the present question ships cubes from a depot."""
    step = state.step_stack[-1]
    if isinstance(step, FinalShipmentStep):
        return SHIP_FINAL
    return SHIP_WITHOUT_ACTION if isinstance(step, ShipmentWithoutActionStep) else SHIP_BY_ACTION
