"""Every question of the game in the rulebook's order, one file for each phase.

Steps know rules, model and components; they know no words and no view.
"""

from aerodrome.core.codec import index_steps_by_stored_name
from aerodrome.games.airsteam.steps.characters import (
    ChooseCubeToConvertStep,
    ChooseGoodToConvertIntoStep,
    LayNextTrackTileStep,
    OfferExtraActionStep,
    PlaceDepotAndLayLineStep,
    SacrificeCubeForActionStep,
    SwapRevealedCardStep,
)
from aerodrome.games.airsteam.steps.end import (
    BeginFinalShippingStep,
    FinalShipmentStep,
    OfferFinalShipmentStep,
    ScoreAndEndGameStep,
)
from aerodrome.games.airsteam.steps.planning import (
    BeginPlanningStep,
    BeginRoundStep,
    DrawTileAndRaisePriceStep,
    PlanCardsStep,
    ResolveErrorsAndSetOrderStep,
    RevealCardsStep,
)
from aerodrome.games.airsteam.steps.setup import (
    BeginDepotPlacementStep,
    ChooseCharactersStep,
    ChooseColourStep,
    DealColourStep,
    DealMoneyStep,
    DrawStartPlayerStep,
    PlaceStartDepotStep,
)
from aerodrome.games.airsteam.steps.shipping import (
    ChooseFeeSplitStep,
    ChooseShipDestinationStep,
    ChooseShippedCountStep,
    OfferShipmentWithoutActionStep,
    ShipmentWithoutActionStep,
)
from aerodrome.games.airsteam.steps.turn import BeginSeatTurnStep, LoadOrUnloadStep, MoveAirshipStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import (
    MoveStartTokenStep,
    ProduceAndStackMarketTilesStep,
    ReturnCardsAndBeginUpkeepStep,
    UpkeepStep,
)

STEPS = index_steps_by_stored_name(
    DealColourStep,
    ChooseColourStep,
    ChooseCharactersStep,
    DrawStartPlayerStep,
    BeginDepotPlacementStep,
    PlaceStartDepotStep,
    DealMoneyStep,
    BeginRoundStep,
    DrawTileAndRaisePriceStep,
    BeginPlanningStep,
    PlanCardsStep,
    RevealCardsStep,
    SwapRevealedCardStep,
    ResolveErrorsAndSetOrderStep,
    BeginSeatTurnStep,
    LoadOrUnloadStep,
    MoveAirshipStep,
    TakeActionStep,
    ChooseShipDestinationStep,
    ChooseShippedCountStep,
    ChooseFeeSplitStep,
    OfferShipmentWithoutActionStep,
    ShipmentWithoutActionStep,
    ChooseCubeToConvertStep,
    ChooseGoodToConvertIntoStep,
    LayNextTrackTileStep,
    PlaceDepotAndLayLineStep,
    OfferExtraActionStep,
    SacrificeCubeForActionStep,
    ReturnCardsAndBeginUpkeepStep,
    UpkeepStep,
    MoveStartTokenStep,
    ProduceAndStackMarketTilesStep,
    BeginFinalShippingStep,
    OfferFinalShipmentStep,
    FinalShipmentStep,
    ScoreAndEndGameStep,
)
