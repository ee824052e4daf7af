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
    steps_setup.Colours,
    steps_setup.Characters,
    steps_setup.StartPlayer,
    steps_setup.PlaceAll,
    steps_setup.StartDepot,
    steps_setup.DealMoney,
    steps_plan.NewRound,
    steps_plan.MarketAdjusts,
    steps_plan.BeginPlanning,
    steps_plan.Planning,
    steps_plan.Reveal,
    steps_plan.SetOrder,
    steps_turn.Turn,
    steps_turn.Movement,
    steps_turn.Loading,
    steps_turn.TakeAction,
    steps_ship.ShipWhere,
    steps_ship.ShipHowMany,
    steps_ship.ShipFor,
    steps_ship.FreeShipment,
    steps_ship.FreeShipmentNow,
    steps_full.SwapPlanned,
    steps_full.ConvertWhat,
    steps_full.ConvertInto,
    steps_full.LayTrack,
    steps_full.LineDepot,
    steps_full.OneMoreAction,
    steps_full.Sacrifice,
    steps_upkeep.BeginUpkeep,
    steps_upkeep.Upkeep,
    steps_upkeep.EndUpkeep,
    steps_upkeep.FactoriesProduce,
    steps_upkeep.BeginFinal,
    steps_upkeep.FinalTurn,
    steps_upkeep.FinalShipments,
    steps_upkeep.Score,
)
