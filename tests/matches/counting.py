"""A title of turns, for tests of the table: count up, peek at a hidden card, roll a die, pass."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.core.chance import uniform
from aerodrome.core.codec import Codec
from aerodrome.core.game import Game
from aerodrome.core.options import Options, read_options
from aerodrome.core.question import Line, Order, Series
from aerodrome.core.sense import Sense
from aerodrome.core.state import State, Step, Tell
from aerodrome.core.view import View

CARDS = 20


class Hide(Action, frozen=True):
    card: int


class Count(Action, frozen=True):
    by: int


class Peek(Action, frozen=True):
    pass


class Roll(Action, frozen=True):
    pass


class Pips(Action, frozen=True):
    pips: int


class Done(Action, frozen=True):
    pass


class Counted(Event, frozen=True):
    rule: ClassVar[str] = "CT-1.1"
    seat: int
    total: int


class CountingOptions(Options, frozen=True):
    goal: Annotated[int, Meta(ge=1, le=10_000, description="Who gets there wins", extra={"people": 300})] = 200


class CountingView(View, kw_only=True):
    totals: list[int]
    hidden: int | None


class CountingState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.totals = [0] * seats
        self.hidden = -1
        self.seen = [False] * seats

    def clone(self) -> CountingState:
        twin = CountingState(self.seats)
        twin.agenda = self.agenda.copy()
        twin.totals = self.totals.copy()
        twin.hidden = self.hidden
        twin.seen = self.seen.copy()
        return twin


class Hiding(Step["Counting", CountingState]):
    def actors(self, game: Counting, state: CountingState) -> tuple[int, ...]:
        return (CHANCE,)

    def legal(self, game: Counting, state: CountingState, who: int) -> list[Action]:
        return [Hide(card) for card in range(CARDS)]

    def odds(self, game: Counting, state: CountingState) -> list[float]:
        return uniform(CARDS)

    def rule(self) -> str:
        return "CT-1.1"

    def forbids(self, game: Counting, state: CountingState, who: int, action: Action) -> str:
        return "" if isinstance(action, Hide) else "CT-1.1"

    def apply(self, game: Counting, state: CountingState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, Hide)
        state.hidden = action.card
        state.agenda.pop()


class Turn(Step["Counting", CountingState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Counting, state: CountingState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Counting, state: CountingState, who: int) -> list[Action]:
        return [Count(1), Count(2), Peek(), Roll(), Done()]

    def rule(self) -> str:
        return "CT-1.1"

    def forbids(self, game: Counting, state: CountingState, who: int, action: Action) -> str:
        return "" if action in self.legal(game, state, who) else "CT-1.1"

    def apply(self, game: Counting, state: CountingState, who: int, action: Action, tell: Tell | None) -> None:
        if isinstance(action, Count):
            state.totals[who] += action.by
            if tell is not None:
                tell(Counted(who, state.totals[who]))
        elif isinstance(action, Peek):
            state.seen[who] = True
        elif isinstance(action, Roll):
            state.agenda.append(Rolling(who))
        else:
            state.agenda[-1] = Turn((who + 1) % state.seats)
        if max(state.totals) >= game.goal:
            state.agenda.clear()


class Rolling(Step["Counting", CountingState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Counting, state: CountingState) -> tuple[int, ...]:
        return (CHANCE,)

    def legal(self, game: Counting, state: CountingState, who: int) -> list[Action]:
        return [Pips(pips) for pips in range(1, 7)]

    def odds(self, game: Counting, state: CountingState) -> list[float]:
        return uniform(6)

    def rule(self) -> str:
        return "CT-1.1"

    def forbids(self, game: Counting, state: CountingState, who: int, action: Action) -> str:
        return "" if isinstance(action, Pips) else "CT-1.1"

    def apply(self, game: Counting, state: CountingState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, Pips)
        state.agenda.pop()
        state.totals[self.seat] += action.pips
        if max(state.totals) >= game.goal:
            state.agenda.clear()


class CountingSense(Sense["Counting", CountingState]):
    def appraise(self, game: Counting, state: CountingState) -> list[float]:
        return [float(total) for total in state.totals]

    def spread(self, game: Counting, state: CountingState) -> float:
        return 5.0


class Counting(Game):
    def __init__(self, options: CountingOptions) -> None:
        super().__init__(
            title="counting",
            rules_version=1,
            edition_id="counting-1",
            edition_hash="1" * 64,
            options=options,
            codec=Codec((Hide, Count, Peek, Roll, Pips, Done), {}),
            steps={cls.__name__: cls for cls in (Hiding, Turn, Rolling)},
            sense=CountingSense({}),
            seats_min=2,
            seats_max=4,
            rule_turn="CT-1.1",
            rule_over="CT-1.1",
        )
        self.goal = options.goal

    def blank(self, seats: int) -> CountingState:
        return CountingState(seats)

    def open(self, state: State) -> None:
        state.agenda.extend([Turn(0), Hiding()])

    def board(self) -> dict[str, Any]:
        return {"goal": self.goal}

    def seat_name(self, seat: int) -> str:
        return ("Red", "Blue", "Green", "Gold")[seat]

    def view(self, state: State, who: int | None) -> dict[str, Any]:
        assert isinstance(state, CountingState)
        view = CountingView(
            title=self.title,
            seat=who,
            seats=state.seats,
            actors=list(self.actors(state)),
            over=not state.agenda,
            winners=list(self.winners(state)),
            scores=state.totals,
            phase="Count",
            totals=state.totals,
            hidden=state.hidden if who is not None and state.seen[who] else None,
        )
        plain: dict[str, Any] = msgspec.to_builtins(view)
        return plain

    def imagine(self, state: State, seat: int, rng: random.Random) -> State:
        assert isinstance(state, CountingState)
        twin = state.clone()
        if twin.hidden >= 0 and not twin.seen[seat]:
            twin.hidden = int(rng.random() * CARDS)
        return twin

    def scores(self, state: State) -> list[int]:
        assert isinstance(state, CountingState)
        return state.totals.copy()

    def winners(self, state: State) -> tuple[int, ...]:
        best = max(self.scores(state))
        return () if state.agenda else tuple(s for s, score in enumerate(self.scores(state)) if score == best)

    def end_reason(self, state: State) -> str:
        return "" if state.agenda else "goal"

    def round_of(self, state: State) -> int:
        return 1

    def say(self, state: State, who: int, action: Action) -> str:
        return type(action).__name__

    def tell_words(self, event: Event) -> str:
        assert isinstance(event, Counted)
        return f"{self.seat_name(event.seat)} counts to {event.total}"

    def explain(self, state: State, who: int, action: Action, rule: str) -> str:
        return "That is not the question now."

    def ask(self, state: State, seat: int) -> str:
        return "Count, peek, roll or be done"

    def orders(self, state: State, seat: int) -> list[Order]:
        return [Order("done", "Be done whenever I am asked")]

    def obey(self, state: State, seat: int, orders: frozenset[str]) -> Action | None:
        return Done() if "done" in orders else None

    def tally(self, state: State) -> list[list[Line]]:
        return [[Line("Total", total, "CT-1.1")] for total in self.scores(state)]

    def numbers(self, state: State, who: int | None) -> list[Series]:
        return [Series("Total", [float(total) for total in self.scores(state)])]


def make(
    edition: Path | None, options: Mapping[str, Any], rules: int | None, weights: Mapping[str, float] | None
) -> Counting:
    return Counting(read_options(CountingOptions, options, "counting"))
