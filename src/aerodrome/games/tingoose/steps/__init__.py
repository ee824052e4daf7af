"""The questions of Tin Goose in the order of the rulebook, a module for each phase. Knows rules and model, no words."""

from aerodrome.core.codec import index_steps_by_stored_name
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, ConditionRemovalStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import (
    AirmailChoiceStep,
    DrawOpeningTieWinnerStep,
    OpeningBidRankingStep,
    OpeningBidStep,
)
from aerodrome.games.tingoose.steps.setup import DealCardStep, DrawDemandAndPlaceTokensStep, LayOutAirmailCardsStep
from aerodrome.games.tingoose.steps.turn import CardPlayStep, NextTurnStep, PayIncomeStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionsStartStep, TurnActionStep

STEPS = index_steps_by_stored_name(
    DrawDemandAndPlaceTokensStep,
    DealCardStep,
    LayOutAirmailCardsStep,
    OpeningBidStep,
    OpeningBidRankingStep,
    DrawOpeningTieWinnerStep,
    AirmailChoiceStep,
    NextTurnStep,
    CardPlayStep,
    StrikeBidStep,
    AuctionBidStep,
    DeployOrUpgradeStep,
    ConditionRemovalStep,
    TurnActionsStartStep,
    TurnActionStep,
    PayIncomeStep,
)
