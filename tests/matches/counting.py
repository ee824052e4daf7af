"""A title of turns, for tests of the table: count up, peek at a hidden card, roll a die, pass."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.codec import Codec, index_steps_by_stored_name
from aerodrome.core.evaluator import Evaluator
from aerodrome.core.game import TitleGame
from aerodrome.core.options import Options, read_options
from aerodrome.core.presentation import Presentation
from aerodrome.core.question import Choice, ScoreLine, StandingOrder, StatisticBySeat
from aerodrome.core.standing_order_keys import find_standing_order_amount
from aerodrome.core.state import EventSink, State, Step
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
        twin.step_stack = self.step_stack.copy()
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
        return get_uniform_odds(CARDS)

    rule: ClassVar[str] = "CT-1.1"

    def violated_rule(self, game: Counting, state: CountingState, who: int, action: Action) -> str:
        return "" if isinstance(action, Hide) else "CT-1.1"

    def apply(self, game: Counting, state: CountingState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Hide)
        state.hidden = action.card
        state.step_stack.pop()


class Turn(Step["Counting", CountingState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Counting, state: CountingState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Counting, state: CountingState, who: int) -> list[Action]:
        return [Count(1), Count(2), Peek(), Roll(), Done()]

    rule: ClassVar[str] = "CT-1.1"

    def violated_rule(self, game: Counting, state: CountingState, who: int, action: Action) -> str:
        return "" if action in self.legal(game, state, who) else "CT-1.1"

    def apply(self, game: Counting, state: CountingState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, Count):
            state.totals[who] += action.by + game.bonus
            if tell is not None:
                tell(Counted(who, state.totals[who]))
        elif isinstance(action, Peek):
            state.seen[who] = True
        elif isinstance(action, Roll):
            state.step_stack.append(Rolling(who))
        else:
            state.step_stack[-1] = Turn((who + 1) % state.seats)
        if max(state.totals) >= game.goal:
            state.step_stack.clear()


class Rolling(Step["Counting", CountingState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Counting, state: CountingState) -> tuple[int, ...]:
        return (CHANCE,)

    def legal(self, game: Counting, state: CountingState, who: int) -> list[Action]:
        return [Pips(pips) for pips in range(1, 7)]

    def odds(self, game: Counting, state: CountingState) -> list[float]:
        return get_uniform_odds(6)

    rule: ClassVar[str] = "CT-1.1"

    def violated_rule(self, game: Counting, state: CountingState, who: int, action: Action) -> str:
        return "" if isinstance(action, Pips) else "CT-1.1"

    def apply(self, game: Counting, state: CountingState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Pips)
        state.step_stack.pop()
        state.totals[self.seat] += action.pips
        if max(state.totals) >= game.goal:
            state.step_stack.clear()


class CountingEvaluator(Evaluator["Counting", CountingState]):
    def evaluate(self, game: Counting, state: CountingState) -> list[float]:
        return [float(total) for total in state.totals]

    def compute_three_to_one_lead(self, game: Counting, state: CountingState) -> float:
        return 5.0


def board(game: Counting) -> dict[str, Any]:
    return {"goal": game.goal}


def seat_name(game: Counting, seat: int) -> str:
    return ("Red", "Blue", "Green", "Gold")[seat]


def view(game: Counting, state: CountingState, who: int | None) -> dict[str, Any]:
    shown = CountingView(
        title=game.title,
        seat=who,
        seats=state.seats,
        actors=list(game.actors(state)),
        over=not state.step_stack,
        winners=list(game.winners(state)),
        scores=state.totals,
        phase="Count",
        totals=state.totals,
        hidden=state.hidden if who is not None and state.seen[who] else None,
    )
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def describe_action(game: Counting, state: CountingState, who: int, action: Action) -> str:
    return type(action).__name__


def describe_event(game: Counting, event: Event) -> str:
    assert isinstance(event, Counted)
    return f"{game.seat_name(event.seat)} counts to {event.total}"


def explain_refusal(game: Counting, state: CountingState, who: int, action: Action, rule: str) -> str:
    return "That is not the question now."


def prompt(game: Counting, state: CountingState, seat: int) -> str:
    return "Count, peek, roll or be done"


def standing_orders(game: Counting, state: CountingState, seat: int) -> list[StandingOrder]:
    found = [StandingOrder("done", "Be done whenever I am asked")]
    if game.scores(state)[seat] < 5:
        found.append(StandingOrder("wait", "Be done while the total of seat 0 is below {amount}", max_amount=40))
    return found


def standing_order_action(game: Counting, state: CountingState, seat: int, orders: frozenset[str]) -> Action | None:
    wait = find_standing_order_amount(orders, "wait")
    is_waiting = wait is not None and game.scores(state)[0] < wait
    return Done() if "done" in orders or is_waiting else None


def score_breakdown(game: Counting, state: CountingState) -> list[list[ScoreLine]]:
    return [[ScoreLine("Total", total, "CT-1.1")] for total in game.scores(state)]


def statistics(game: Counting, state: CountingState, who: int | None) -> list[StatisticBySeat]:
    return [StatisticBySeat("Total", [float(total) for total in game.scores(state)])]


def choice(game: Counting, state: CountingState, seat: int, action: Action) -> Choice:
    return Choice(action=game.dump(action), label=game.say(state, seat, action))


PRESENTATION: Presentation[Counting, CountingState] = Presentation(
    board=board,
    view=view,
    score_breakdown=score_breakdown,
    statistics=statistics,
    seat_name=seat_name,
    describe_action=describe_action,
    describe_event=describe_event,
    explain_refusal=explain_refusal,
    prompt=prompt,
    choice=choice,
    forms=lambda game, state, seat: [],
    unavailable_actions=lambda game, state, seat: [],
    standing_orders=standing_orders,
    standing_order_action=standing_order_action,
    quiet_actions=frozenset({Done}),
)


class Counting(TitleGame[CountingState]):
    def __init__(self, options: CountingOptions) -> None:
        super().__init__(
            title="counting",
            rules_version=1,
            edition_id="counting-1",
            edition_hash="1" * 64,
            options=options,
            codec=Codec((Hide, Count, Peek, Roll, Pips, Done), {}),
            steps=index_steps_by_stored_name(Hiding, Turn, Rolling),
            evaluator=CountingEvaluator({}),
            presentation=PRESENTATION,
            seats_min=2,
            seats_max=4,
            rule_turn="CT-1.1",
            rule_over="CT-1.1",
        )
        self.goal = options.goal
        self.bonus = 0

    def empty_state(self, seats: int) -> CountingState:
        return CountingState(seats)

    def set_up(self, state: CountingState) -> None:
        state.step_stack.extend([Turn(0), Hiding()])

    def imagine(self, state: CountingState, seat: int, rng: random.Random) -> CountingState:
        twin = state.clone()
        if twin.hidden >= 0 and not twin.seen[seat]:
            twin.hidden = int(rng.random() * CARDS)
        return twin

    def scores(self, state: CountingState) -> list[int]:
        return state.totals.copy()

    def winners(self, state: CountingState) -> tuple[int, ...]:
        best = max(self.scores(state))
        return () if state.step_stack else tuple(s for s, score in enumerate(self.scores(state)) if score == best)

    def end_reason(self, state: CountingState) -> str:
        return "" if state.step_stack else "goal"

    def round_number(self, state: CountingState) -> int:
        return 1


RULES_VERSION = 1


def create_game(
    edition: Path | None, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Counting:
    return Counting(read_options(CountingOptions, options, "counting"))
