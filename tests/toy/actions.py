from typing import ClassVar

from aerodrome.core.actions import Action, Event


class Deal(Action, frozen=True):
    card: int


class Bid(Action, frozen=True):
    amount: int


class Dealt(Event, frozen=True):
    rule: ClassVar[str] = "TY-1.1"
    seat: int
    card: int


class DealtUnseen(Event, frozen=True):
    rule: ClassVar[str] = "TY-1.1"
    seat: int


class Revealed(Event, frozen=True):
    rule: ClassVar[str] = "TY-2.3"
    bids: tuple[int, ...]
    winner: int
