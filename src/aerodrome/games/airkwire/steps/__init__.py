"""Every step of Air-Kwire by name, in the order of a turn; each phase has its own module."""

from __future__ import annotations

from aerodrome.core.codec import index_steps
from aerodrome.games.airkwire.steps.finish import Finish, Voting
from aerodrome.games.airkwire.steps.merger import ChooseRival, Disposal, HomeAircraft
from aerodrome.games.airkwire.steps.payout import Rise
from aerodrome.games.airkwire.steps.pile import Deal, FirstSeat, PileDraw
from aerodrome.games.airkwire.steps.power import Decommissioning, FillUp, FreeDiscard
from aerodrome.games.airkwire.steps.routes import AfterRoute, Approval, Route, SecondStep
from aerodrome.games.airkwire.steps.stock import Stock, StockCloses
from aerodrome.games.airkwire.steps.takeover import Covering, TakeOver, Uncovered
from aerodrome.games.airkwire.steps.turn import BeginTurn, EndTurn, NextTurn, Replenish, Replenishing

STEPS = index_steps(
    FirstSeat,
    Deal,
    BeginTurn,
    FreeDiscard,
    FillUp,
    Stock,
    Voting,
    StockCloses,
    SecondStep,
    Route,
    Approval,
    ChooseRival,
    HomeAircraft,
    Disposal,
    TakeOver,
    Covering,
    Uncovered,
    AfterRoute,
    Decommissioning,
    Replenishing,
    Replenish,
    PileDraw,
    EndTurn,
    Rise,
    NextTurn,
    Finish,
)
