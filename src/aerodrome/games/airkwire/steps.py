"""Every step of Air-Kwire by name, in the order of a turn; each phase has its own module."""

from __future__ import annotations

from typing import Any

from aerodrome.core.state import Step
from aerodrome.games.airkwire.finish import Finish, Voting
from aerodrome.games.airkwire.merger import ChooseRival, Disposal, HomeAircraft
from aerodrome.games.airkwire.payout import Rise
from aerodrome.games.airkwire.pile import Deal, FirstSeat, PileDraw
from aerodrome.games.airkwire.power import Decommissioning, FillUp, FreeDiscard
from aerodrome.games.airkwire.routes import AfterRoute, Approval, Route, SecondStep
from aerodrome.games.airkwire.stock import Stock, StockCloses
from aerodrome.games.airkwire.takeover import Covering, TakeOver, Uncovered
from aerodrome.games.airkwire.turn import BeginTurn, EndTurn, NextTurn, Replenish, Replenishing

_ALL: tuple[type[Step[Any, Any]], ...] = (
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

STEPS: dict[str, type[Step[Any, Any]]] = {step.__name__: step for step in _ALL}
