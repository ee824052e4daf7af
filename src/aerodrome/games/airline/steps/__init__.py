"""The questions of Airline and what follows from their answers; knows the rules, no wording.

The registry has the steps in the order of the rulebook; each phase has a module of its own.
"""

from aerodrome.core.codec import index_steps_by_stored_name
from aerodrome.games.airline.steps.after_landing import AfterLandingStep, ChallengeThrowStep
from aerodrome.games.airline.steps.claims import CollectClaimsStep, LastCallForClaimsStep
from aerodrome.games.airline.steps.common import PassTurnStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.end import EndGameAtRoundLimitStep
from aerodrome.games.airline.steps.movement import (
    BeginAfterLandingStep,
    CharterThrowStep,
    HijackThrowStep,
    MovementThrowStep,
    ResolveSpaceStep,
)
from aerodrome.games.airline.steps.setup import BaseChoiceStep, NextBaseChoiceStep, OpeningThrowStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep, AskNextToMakeOfferStep, MakeOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep

STEPS = index_steps_by_stored_name(
    OpeningThrowStep,
    BaseChoiceStep,
    NextBaseChoiceStep,
    BeforeMovementThrowStep,
    MovementThrowStep,
    ResolveSpaceStep,
    CharterThrowStep,
    HijackThrowStep,
    BeginAfterLandingStep,
    AfterLandingStep,
    ChallengeThrowStep,
    PassTurnStep,
    AskNextToMakeOfferStep,
    MakeOfferStep,
    AnswerOfferStep,
    RaiseMoneyStep,
    CollectClaimsStep,
    LastCallForClaimsStep,
    EndGameAtRoundLimitStep,
)
