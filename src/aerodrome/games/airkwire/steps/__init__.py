"""Every step of Air-Kwire by name, in the order of a turn; each phase has its own module."""

from __future__ import annotations

from aerodrome.core.codec import index_steps_by_stored_name
from aerodrome.games.airkwire.steps.draws import PileDrawStep
from aerodrome.games.airkwire.steps.end import EndVoteInTurnOrderStep, FinishGameStep
from aerodrome.games.airkwire.steps.merger import (
    ChooseAircraftForDefunctHomeStep,
    ChooseRivalStep,
    ExchangeOrSellDefunctSharesStep,
)
from aerodrome.games.airkwire.steps.payout import RaiseOrHoldPriceStep
from aerodrome.games.airkwire.steps.power_cards import (
    DecommissionRouteStep,
    FreeDiscardStep,
    RefillHandAfterFreeDiscardStep,
)
from aerodrome.games.airkwire.steps.routes import (
    BeginRouteOrDiscardStep,
    CheckEndOrOfferSecondRouteStep,
    RouteApprovalStep,
    RouteOrDiscardStep,
)
from aerodrome.games.airkwire.steps.setup import DealStartingCardStep, DrawFirstPlayerAndDealCashStep
from aerodrome.games.airkwire.steps.stock import SettleBlockTradeStep, TradeSharesStep
from aerodrome.games.airkwire.steps.takeover import (
    ReplaceOrForfeitStep,
    TakeCardsAndRemoveDuplicateAircraftStep,
    TakeOverCitiesIfMarkersSufficeStep,
)
from aerodrome.games.airkwire.steps.turn import (
    AskForNextDrawStep,
    BeginTurnStep,
    NextTurnOrEndStep,
    PayDividendsAtTurnEndStep,
    ReplenishHandStep,
)

STEPS = index_steps_by_stored_name(
    DrawFirstPlayerAndDealCashStep,
    DealStartingCardStep,
    BeginTurnStep,
    FreeDiscardStep,
    RefillHandAfterFreeDiscardStep,
    TradeSharesStep,
    EndVoteInTurnOrderStep,
    SettleBlockTradeStep,
    BeginRouteOrDiscardStep,
    RouteOrDiscardStep,
    RouteApprovalStep,
    ChooseRivalStep,
    ChooseAircraftForDefunctHomeStep,
    ExchangeOrSellDefunctSharesStep,
    TakeCardsAndRemoveDuplicateAircraftStep,
    TakeOverCitiesIfMarkersSufficeStep,
    ReplaceOrForfeitStep,
    CheckEndOrOfferSecondRouteStep,
    DecommissionRouteStep,
    AskForNextDrawStep,
    ReplenishHandStep,
    PileDrawStep,
    PayDividendsAtTurnEndStep,
    RaiseOrHoldPriceStep,
    NextTurnOrEndStep,
    FinishGameStep,
)
