"""How the game ends: by points, by agreement, by the guards (section 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model.actions import Ended, Vote, VoteCalled, Voted
from aerodrome.games.airkwire.model.state import AGREED, AirkwireState
from aerodrome.games.airkwire.rules import queries as rules

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

REASONS = ("", "points", "agreed", "exhausted", "stalled", "round_limit")


class Voting(Step["Airkwire", AirkwireState]):
    """AK-R64: the others answer in turn order until one says no; `place` counts from the active player."""

    def __init__(self, place: int) -> None:
        self.place = place

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.alone[(state.turn + state.direction * self.place) % state.seats]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return game.votes

    rule: ClassVar[str] = "AK-13.5"

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return "" if isinstance(action, Vote) else "AK-13.5"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Vote)
        state.step_stack.pop()
        if tell is not None:
            tell(Voted(who, action.agree))
        if not action.agree:
            return
        if self.place + 1 < state.seats:
            state.step_stack.append(Voting(self.place + 1))
        else:
            state.step_stack.append(Finish(AGREED))


def vote_forbidden(state: AirkwireState) -> str:
    """One vote, before the first action of a turn."""
    return "AK-R64" if state.acted or state.vote_called else ""


def call_vote(state: AirkwireState, seat: int, tell: EventSink | None) -> None:
    state.vote_called = True
    if tell is not None:
        tell(VoteCalled(seat))
    state.step_stack.append(Voting(1))


class Finish(AutoStep["Airkwire", AirkwireState]):
    def __init__(self, reason: int) -> None:
        self.reason = reason

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        state.end = self.reason
        state.step_stack.clear()
        if tell is not None:
            wealth = tuple(rules.wealth(game, state, seat) for seat in range(state.seats))
            best = max(wealth)
            winners = tuple(seat for seat in range(state.seats) if wealth[seat] == best)  # AK-R63
            tell(Ended(REASONS[self.reason], winners, wealth))
