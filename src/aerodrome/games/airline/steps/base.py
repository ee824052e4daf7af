"""What all decisions of Airline share: leaving, calling a claim, and which rule a misplaced action meets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airline.model.actions import (
    Accept,
    Buy,
    Challenge,
    ChooseBase,
    Collect,
    Counter,
    End,
    Exchange,
    Fly,
    GiveUp,
    Leave,
    Offer,
    Pass,
    Reject,
    Throw,
    Wait,
)
from aerodrome.games.airline.model.state import AirlineState

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


class Decision(Step["Airline", AirlineState]):
    """A question to one seat. Concrete steps judge and do their own actions first and leave the rest to these."""

    def allows_out_of_turn(self, game: Airline, state: AirlineState, who: int, action: Action) -> bool:
        return isinstance(action, Leave) and 0 <= who < state.seats and not state.out[who]  # AL-R38

    def misplaced(self, state: AirlineState, who: int, action: Action) -> str:
        """The verdict on what is no answer to this question in particular."""
        if isinstance(action, Leave):
            return ""
        if isinstance(action, Collect):
            return "" if claim_of(state, who, action.claim) >= 0 else "AL-11.1"
        return out_of_place(action)

    def common(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, Leave):
            game.leave(state, who, tell)
        elif isinstance(action, Collect):
            game.collect(state, claim_of(state, who, action.claim), tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        """What remains of this step on the step stack when a seat is out."""
        return self


class Aftermath(AutoStep["Airline", AirlineState]):
    """A step that follows without a question."""

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return self


def claim_of(state: AirlineState, seat: int, kind: int) -> int:
    """The place of a seat's claim of this kind, or -1."""
    for i in range(len(state.claims)):
        if state.claims[i][0] == seat and state.claims[i][3] == kind:
            return i
    return -1


def with_claims(game: Airline, state: AirlineState, seat: int, answers: list[Action]) -> list[Action]:
    """In between a claim may be called at any decision of one's own."""  # AL-R18
    mine: list[Action] = [game.collects[claim[3]] for claim in state.claims if claim[0] == seat]
    return answers + mine if mine else answers


def out_of_place(action: Action) -> str:
    """The rule that says where this action belongs."""
    if isinstance(action, (Buy, Challenge)):
        return "AL-2.7"
    if isinstance(action, Exchange):
        return "AL-2.5"
    if isinstance(action, Offer):
        return "AL-2.6"
    if isinstance(action, (Accept, Reject, Counter)):
        return "AL-R32"
    if isinstance(action, Fly):
        return "AL-2.1"
    if isinstance(action, End):
        return "AL-R7"
    if isinstance(action, Pass):
        return "AL-R55"
    if isinstance(action, GiveUp):
        return "AL-R14"
    if isinstance(action, Wait):
        return "AL-R18"
    if isinstance(action, ChooseBase):
        return "AL-5.3"
    if isinstance(action, Throw):
        return "AL-R54"
    return "AL-2.4"
