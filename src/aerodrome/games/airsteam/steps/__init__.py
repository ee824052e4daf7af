"""Every question of the game in the rulebook's order, one file for each phase.

Steps know rules, model and components; they know no words and no view.
"""

from aerodrome.core.codec import index_steps
from aerodrome.games.airsteam.steps.characters import (
    ChooseCubeToConvertStep,
    ConvertIntoGoodStep,
    LayTrackStep,
    OfferExtraActionStep,
    PlaceLineDepotStep,
    SacrificeCubeStep,
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
    DrawDemandTileStep,
    PlanCardsStep,
    RevealCardsStep,
    SetTurnOrderStep,
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
    OfferShipmentWithoutActionStep,
    ShipCountStep,
    ShipDestinationStep,
    ShipmentWithoutActionStep,
)
from aerodrome.games.airsteam.steps.turn import BeginSeatTurnStep, LoadOrUnloadStep, MoveAirshipStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import BeginUpkeepStep, FactoriesProduceStep, MoveStartTokenStep, UpkeepStep

STEPS = index_steps(
    DealColourStep,
    ChooseColourStep,
    ChooseCharactersStep,
    DrawStartPlayerStep,
    BeginDepotPlacementStep,
    PlaceStartDepotStep,
    DealMoneyStep,
    BeginRoundStep,
    DrawDemandTileStep,
    BeginPlanningStep,
    PlanCardsStep,
    RevealCardsStep,
    SwapRevealedCardStep,
    SetTurnOrderStep,
    BeginSeatTurnStep,
    LoadOrUnloadStep,
    MoveAirshipStep,
    TakeActionStep,
    ShipDestinationStep,
    ShipCountStep,
    ChooseFeeSplitStep,
    OfferShipmentWithoutActionStep,
    ShipmentWithoutActionStep,
    ChooseCubeToConvertStep,
    ConvertIntoGoodStep,
    LayTrackStep,
    PlaceLineDepotStep,
    OfferExtraActionStep,
    SacrificeCubeStep,
    BeginUpkeepStep,
    UpkeepStep,
    MoveStartTokenStep,
    FactoriesProduceStep,
    BeginFinalShippingStep,
    OfferFinalShipmentStep,
    FinalShipmentStep,
    ScoreAndEndGameStep,
)
