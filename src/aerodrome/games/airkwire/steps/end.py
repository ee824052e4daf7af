"""How the game ends: by points, by agreement, by the guards (section 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model.actions import AnswerEndVote
from aerodrome.games.airkwire.model.events import EndVoteAnswered, EndVoteCalled, GameEnded
from aerodrome.games.airkwire.model.state import AGREED, END_REASONS, AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

VOTE_INTERVAL: Final = 3
"""Rounds after a declined vote in which it would be tiresome to call another; no rule forbids it."""


class EndVoteInTurnOrderStep(Step["Airkwire", AirkwireState]):
    """AK-R64: the others answer in turn order until one says no; `seat_offset` counts from the active player."""

    stored_name: ClassVar[str] = "Voting"
    stored_fields: ClassVar[dict[str, str]] = {"seat_offset": "place"}
    rule: ClassVar[str] = "AK-13.5"

    def __init__(self, seat_offset: int) -> None:
        self.seat_offset = seat_offset

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[(state.turn + state.direction * self.seat_offset) % state.seats]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return game.votes

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return "" if isinstance(action, AnswerEndVote) else "AK-13.5"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, AnswerEndVote)
        state.step_stack.pop()
        if tell is not None:
            tell(EndVoteAnswered(who, action.agree))
        if not action.agree:
            state.next_vote = state.turns + VOTE_INTERVAL * state.seats
            return
        if self.seat_offset + 1 < state.seats:
            state.step_stack.append(EndVoteInTurnOrderStep(self.seat_offset + 1))
        else:
            state.step_stack.append(FinishGameStep(AGREED))


def find_rule_against_calling_end_vote(state: AirkwireState) -> str:
    """One vote, before the first action of a turn."""
    return "AK-R64" if state.acted or state.vote_called else ""


def call_end_vote(state: AirkwireState, seat: int, tell: EventSink | None) -> None:
    state.vote_called = True
    if tell is not None:
        tell(EndVoteCalled(seat))
    state.step_stack.append(EndVoteInTurnOrderStep(1))


class FinishGameStep(AutoStep["Airkwire", AirkwireState]):
    """The game is over for this reason (AK-13.3, AK-13.4)."""

    stored_name: ClassVar[str] = "Finish"

    def __init__(self, reason: int) -> None:
        self.reason = reason

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        state.end = self.reason
        state.step_stack.clear()
        if tell is not None:
            wealth = tuple(queries.compute_seat_wealth(game, state, seat) for seat in range(state.seats))
            best = max(wealth)
            winners = tuple(seat for seat in range(state.seats) if wealth[seat] == best)  # AK-R63
            airlines = tuple(one for one in range(state.airlines) if state.points[one] >= game.end_points)
            tell(GameEnded(END_REASONS[self.reason], winners, wealth, airlines))
