"""Every question of the game in the rulebook's order, one file for each phase.

Steps know rules, model and components; they know no words and no view.
"""

from aerodrome.core.codec import index_steps
from aerodrome.games.airsteam.steps.characters import (
    ConvertCubeStep,
    ConvertIntoGoodStep,
    LayTrackStep,
    OfferExtraActionStep,
    PlaceLineDepotStep,
    SacrificeCubeStep,
    SwapCardStep,
)
from aerodrome.games.airsteam.steps.end import (
    BeginFinalShippingStep,
    FinalShipmentStep,
    OfferFinalShipmentStep,
    ScoreStep,
)
from aerodrome.games.airsteam.steps.planning import (
    BeginPlanningStep,
    BeginRoundStep,
    DrawDemandStep,
    PlanCardsStep,
    RevealCardsStep,
    SetOrderStep,
)
from aerodrome.games.airsteam.steps.setup import (
    BeginPlacementStep,
    ChooseCharactersStep,
    DealColourStep,
    DealMoneyStep,
    DrawStartPlayerStep,
    PlaceStartDepotStep,
)
from aerodrome.games.airsteam.steps.shipping import (
    FreeShipmentStep,
    OfferFreeShipmentStep,
    ShipCountStep,
    ShipDestinationStep,
    ShipPaymentStep,
)
from aerodrome.games.airsteam.steps.turn import LoadCargoStep, MoveAirshipStep, TakeActionStep, TurnStep
from aerodrome.games.airsteam.steps.upkeep import BeginUpkeepStep, FactoriesProduceStep, MoveStartTokenStep, UpkeepStep

STEPS = index_steps(
    DealColourStep,
    ChooseCharactersStep,
    DrawStartPlayerStep,
    BeginPlacementStep,
    PlaceStartDepotStep,
    DealMoneyStep,
    BeginRoundStep,
    DrawDemandStep,
    BeginPlanningStep,
    PlanCardsStep,
    RevealCardsStep,
    SwapCardStep,
    SetOrderStep,
    TurnStep,
    LoadCargoStep,
    MoveAirshipStep,
    TakeActionStep,
    ShipDestinationStep,
    ShipCountStep,
    ShipPaymentStep,
    OfferFreeShipmentStep,
    FreeShipmentStep,
    ConvertCubeStep,
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
    ScoreStep,
)
