"""Every step of Air-Kwire by name, in the order of a turn; each phase has its own module."""

from __future__ import annotations

from aerodrome.core.codec import index_steps
from aerodrome.games.airkwire.steps.draws import PileDrawStep
from aerodrome.games.airkwire.steps.end import EndVoteStep, FinishGameStep
from aerodrome.games.airkwire.steps.merger import DefunctHomeAircraftStep, ExchangeOrSellSharesStep, RivalChoiceStep
from aerodrome.games.airkwire.steps.payout import PriceRiseStep
from aerodrome.games.airkwire.steps.power_cards import DecommissionStep, FreeDiscardStep, RefillHandStep
from aerodrome.games.airkwire.steps.routes import (
    AfterRouteStep,
    ApprovalStep,
    BeginRouteOrDiscardStep,
    RouteOrDiscardStep,
)
from aerodrome.games.airkwire.steps.setup import DealStep, FirstPlayerStep
from aerodrome.games.airkwire.steps.stock import SettleBlockTradeStep, StockStep
from aerodrome.games.airkwire.steps.takeover import AssignMarkersStep, ReplaceOrForfeitStep, TakeOverStep
from aerodrome.games.airkwire.steps.turn import (
    BeginTurnStep,
    ContinueReplenishStep,
    NextTurnStep,
    PayoutAtTurnEndStep,
    ReplenishStep,
)

STEPS = index_steps(
    FirstPlayerStep,
    DealStep,
    BeginTurnStep,
    FreeDiscardStep,
    RefillHandStep,
    StockStep,
    EndVoteStep,
    SettleBlockTradeStep,
    BeginRouteOrDiscardStep,
    RouteOrDiscardStep,
    ApprovalStep,
    RivalChoiceStep,
    DefunctHomeAircraftStep,
    ExchangeOrSellSharesStep,
    TakeOverStep,
    AssignMarkersStep,
    ReplaceOrForfeitStep,
    AfterRouteStep,
    DecommissionStep,
    ContinueReplenishStep,
    ReplenishStep,
    PileDrawStep,
    PayoutAtTurnEndStep,
    PriceRiseStep,
    NextTurnStep,
    FinishGameStep,
)
