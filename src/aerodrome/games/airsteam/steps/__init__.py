"""All questions of the game by name; each phase has a module of its own."""

from __future__ import annotations

from aerodrome.core.codec import index_steps
from aerodrome.games.airsteam.steps import full_game as steps_full
from aerodrome.games.airsteam.steps import planning as steps_plan
from aerodrome.games.airsteam.steps import setup as steps_setup
from aerodrome.games.airsteam.steps import shipping as steps_ship
from aerodrome.games.airsteam.steps import turn as steps_turn
from aerodrome.games.airsteam.steps import upkeep as steps_upkeep

STEPS = index_steps(
    steps_setup.DealColourStep,
    steps_setup.ChooseCharactersStep,
    steps_setup.DrawStartPlayerStep,
    steps_setup.BeginPlacementStep,
    steps_setup.PlaceStartDepotStep,
    steps_setup.DealMoneyStep,
    steps_plan.BeginRoundStep,
    steps_plan.DrawDemandStep,
    steps_plan.BeginPlanningStep,
    steps_plan.PlanCardsStep,
    steps_plan.RevealCardsStep,
    steps_plan.SetOrderStep,
    steps_turn.TurnStep,
    steps_turn.MoveAirshipStep,
    steps_turn.LoadCargoStep,
    steps_turn.TakeActionStep,
    steps_ship.ShipDestinationStep,
    steps_ship.ShipCountStep,
    steps_ship.ShipPaymentStep,
    steps_ship.FreeShipmentStep,
    steps_ship.OfferFreeShipmentStep,
    steps_full.SwapCardStep,
    steps_full.ConvertCubeStep,
    steps_full.ConvertIntoGoodStep,
    steps_full.LayTrackStep,
    steps_full.PlaceLineDepotStep,
    steps_full.OfferExtraActionStep,
    steps_full.SacrificeCubeStep,
    steps_upkeep.BeginUpkeepStep,
    steps_upkeep.UpkeepStep,
    steps_upkeep.MoveStartTokenStep,
    steps_upkeep.FactoriesProduceStep,
    steps_upkeep.BeginFinalShippingStep,
    steps_upkeep.OfferFinalShipmentStep,
    steps_upkeep.FinalShipmentStep,
    steps_upkeep.ScoreStep,
)
