"""The questions of Airline and what follows from their answers; knows the rules, no wording.

The registry has the steps in the order of the rulebook; each phase has a module of its own.
"""

from aerodrome.core.codec import index_steps
from aerodrome.games.airline.steps.after_landing import AfterLandingStep, ChallengeThrowStep
from aerodrome.games.airline.steps.base import PassTurnStep
from aerodrome.games.airline.steps.claims import CollectClaimsStep, LastCallForClaimsStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.end import EndGameAtRoundLimitStep
from aerodrome.games.airline.steps.movement import (
    CharterThrowStep,
    HijackThrowStep,
    MovementThrowStep,
    OpenAfterLandingStep,
    ResolveSpaceStep,
)
from aerodrome.games.airline.steps.setup import BaseChoiceStep, NextBaseChoiceStep, OpeningThrowStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep, AskNextForOfferStep, MakeOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep

STEPS = index_steps(
    OpeningThrowStep,
    BaseChoiceStep,
    NextBaseChoiceStep,
    BeforeMovementThrowStep,
    MovementThrowStep,
    ResolveSpaceStep,
    CharterThrowStep,
    HijackThrowStep,
    OpenAfterLandingStep,
    AfterLandingStep,
    ChallengeThrowStep,
    PassTurnStep,
    AskNextForOfferStep,
    MakeOfferStep,
    AnswerOfferStep,
    RaiseMoneyStep,
    CollectClaimsStep,
    LastCallForClaimsStep,
    EndGameAtRoundLimitStep,
)
