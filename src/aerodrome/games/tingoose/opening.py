"""Section 3: the secret opening bid and the choice of airmail routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.chance import uniform
from aerodrome.core.state import Auto, Step, Tell
from aerodrome.games.tingoose.actions import (
    AirmailDiscarded,
    AirmailTaken,
    BidOpening,
    GoNext,
    OpeningBidSealed,
    OpeningBidSealedUnseen,
    OpeningBidsPaid,
    OrderSet,
    Pass,
    TakeAirmail,
    TieBroken,
)
from aerodrome.games.tingoose.moves import pay
from aerodrome.games.tingoose.setup import CHANCE_ACTS
from aerodrome.games.tingoose.state import TinGooseState

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class BidsOpening(Step["TinGoose", TinGooseState]):
    """All choose in secret; the last choice reveals all."""

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return still_to_seal(state)

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return game.opening_bids

    def rule(self) -> str:
        return "TG-3.1"

    def forbids(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, BidOpening):
            return "TG-3.1"
        return "" if 0 <= action.amount <= state.cash[who] else "TG-R5"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, BidOpening)
        state.sealed[who] = action.amount
        if tell is not None:
            tell(OpeningBidSealed(who, action.amount, only=who))
            tell(OpeningBidSealedUnseen(who, but=who))
        if NOBODY in state.sealed:
            return
        state.agenda.pop()
        for seat in range(state.seats):
            pay(state, seat, state.sealed[seat])  # TG-3.3
        if tell is not None:
            tell(OpeningBidsPaid(tuple(state.sealed)))
        state.agenda.append(RanksBids())


def still_to_seal(state: TinGooseState) -> tuple[int, ...]:
    return tuple([seat for seat in range(state.seats) if state.sealed[seat] == NOBODY])


def highest_left(state: TinGooseState) -> list[int]:
    """The seats with the highest bid among those not yet in the order."""
    best = -1
    seats: list[int] = []
    for seat in range(state.seats):
        if seat in state.order:
            continue
        if state.sealed[seat] > best:
            best = state.sealed[seat]
            seats = [seat]
        elif state.sealed[seat] == best:
            seats.append(seat)
    return seats


class RanksBids(Auto["TinGoose", TinGooseState]):
    """From the highest bid to the lowest; stops where chance must order equal ones."""

    def run(self, game: TinGoose, state: TinGooseState, tell: Tell | None) -> None:
        while len(state.order) < state.seats:
            seats = highest_left(state)
            if len(seats) > 1:
                state.agenda.append(BreaksTie())
                return
            state.order.append(seats[0])
        state.first = state.order[0]  # TG-3.10
        if tell is not None:
            tell(OrderSet(tuple(state.order)))
        state.agenda.append(ChoosesAirmail(0))


class BreaksTie(Step["TinGoose", TinGooseState]):
    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return CHANCE_ACTS

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return [game.go_next[seat] for seat in highest_left(state)]

    def odds(self, game: TinGoose, state: TinGooseState) -> list[float]:
        return uniform(len(highest_left(state)))

    def rule(self) -> str:
        return "TG-3.5"

    def forbids(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, GoNext) or action.seat not in highest_left(state):
            return "TG-3.5"
        return ""

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, GoNext)
        state.agenda.pop()
        state.order.append(action.seat)
        state.agenda.append(RanksBids())
        if tell is not None:
            tell(TieBroken(action.seat, state.sealed[action.seat]))


class ChoosesAirmail(Step["TinGoose", TinGooseState]):
    def __init__(self, rank: int) -> None:
        self.rank: int = rank

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return (state.order[self.rank],)

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return [game.airmail_takes[airmail] for airmail in state.row]

    def rule(self) -> str:
        return "TG-3.6"

    def forbids(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, Pass):
            return "TG-R6"
        if not isinstance(action, TakeAirmail) or action.airmail not in state.row:
            return "TG-3.6"
        return ""

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, TakeAirmail)
        state.agenda.pop()
        city = game.airmail_start[action.airmail]
        state.row.remove(action.airmail)
        state.airmail[who] = action.airmail
        state.planes[who][0] -= 1  # TG-3.6
        state.network[who] = 1 << city  # TG-R7
        if tell is not None:
            tell(AirmailTaken(who, action.airmail, city))
        if self.rank + 1 < state.seats:
            state.agenda.append(ChoosesAirmail(self.rank + 1))
            return
        if tell is not None:
            for airmail in state.row:
                tell(AirmailDiscarded(airmail))
        state.row = []  # TG-3.7
