"""The steps of Airline in the order of the rulebook; each phase has a module of its own."""

from aerodrome.core.codec import index_steps
from aerodrome.games.airline.steps.debts import Claims, LastCall, Raise
from aerodrome.games.airline.steps.trading import Answer, Asked, AskNext
from aerodrome.games.airline.steps.turn import (
    After,
    Arrive,
    BaseChoice,
    Before,
    ChallengeThrow,
    CharterThrow,
    Count,
    HijackThrow,
    Landed,
    Movement,
    NextBase,
    OpeningThrow,
    PassTurn,
)

STEPS = index_steps(
    OpeningThrow,
    BaseChoice,
    NextBase,
    PassTurn,
    Count,
    Before,
    Movement,
    Arrive,
    CharterThrow,
    HijackThrow,
    Landed,
    After,
    ChallengeThrow,
    AskNext,
    Asked,
    Answer,
    Raise,
    Claims,
    LastCall,
)
