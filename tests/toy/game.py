"""A complete title in one page, for tests of what is common to all titles."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from aerodrome.core.actions import CHANCE, NOBODY, Action, Event
from aerodrome.core.byte_writer import BytesWriter
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.codec import Codec, index_steps_by_stored_name
from aerodrome.core.evaluator import Evaluator
from aerodrome.core.game import TitleGame
from aerodrome.core.observation import ObservationEncoding, write_numbers
from aerodrome.core.options import Options, read_options
from aerodrome.core.presentation import Presentation
from aerodrome.core.question import Choice, Form, NumberForm, ScoreLine
from aerodrome.core.state import EventSink, State, Step
from aerodrome.core.view import View
from toy.actions import Bid, Deal, Dealt, DealtUnseen, Revealed

CARDS = ("ace", "king", "queen", "jack")


class ToyOptions(Options, frozen=True):
    generous: bool = False


class ToyView(View, kw_only=True):
    card: str | None
    chosen: list[bool]
    bids: list[int] | None


class ToyState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cards = [NOBODY] * seats
        self.bids = [NOBODY] * seats

    def clone(self) -> ToyState:
        twin = ToyState(self.seats)
        twin.step_stack = self.step_stack.copy()
        twin.cards = self.cards.copy()
        twin.bids = self.bids.copy()
        return twin


class DealCard(Step["Toy", ToyState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Toy, state: ToyState) -> tuple[int, ...]:
        return (CHANCE,)

    def legal(self, game: Toy, state: ToyState, who: int) -> list[Action]:
        return [deal for deal in game.deals if deal.card not in state.cards]

    def odds(self, game: Toy, state: ToyState) -> list[float]:
        return get_uniform_odds(len(CARDS) - self.seat)

    rule: ClassVar[str] = "TY-1.1"

    def violated_rule(self, game: Toy, state: ToyState, who: int, action: Action) -> str:
        return "" if action in self.legal(game, state, who) else "TY-1.1"

    def apply(self, game: Toy, state: ToyState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Deal)
        state.step_stack.pop()
        state.cards[self.seat] = action.card
        if tell is not None:
            tell(Dealt(self.seat, action.card, visible_only_to=self.seat))
            tell(DealtUnseen(self.seat, hidden_from=self.seat))


class SealedBids(Step["Toy", ToyState]):
    def actors(self, game: Toy, state: ToyState) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if state.bids[seat] == NOBODY)

    def legal(self, game: Toy, state: ToyState, who: int) -> list[Action]:
        return game.bids

    rule: ClassVar[str] = "TY-2.1"

    def violated_rule(self, game: Toy, state: ToyState, who: int, action: Action) -> str:
        if not isinstance(action, Bid) or action.amount < 0:
            return "TY-2.1"
        return "" if action.amount <= 9 else "TY-2.2"

    def apply(self, game: Toy, state: ToyState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Bid)
        state.bids[who] = action.amount
        if NOBODY in state.bids:
            return
        state.step_stack.pop()
        if tell is not None:
            tell(Revealed(tuple(state.bids), game.winners(state)[0]))


class ToyObservation(ObservationEncoding["Toy", ToyState]):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.add_number_names("own card", 3.0)

    def write(self, row: BytesWriter, game: Toy, state: ToyState, seat: int) -> None:
        write_numbers(row, [state.cards[seat]])


class ToyEvaluator(Evaluator["Toy", ToyState]):
    def evaluate(self, game: Toy, state: ToyState) -> list[float]:
        return [float(score) for score in game.scores(state)]

    def compute_three_to_one_lead(self, game: Toy, state: ToyState) -> float:
        return 5.0


def board(game: Toy) -> dict[str, Any]:
    return {"cards": list(CARDS)}


def seat_name(game: Toy, seat: int) -> str:
    return ("Red", "Blue", "Green")[seat]


def view(game: Toy, state: ToyState, who: int | None) -> dict[str, Any]:
    over = not state.step_stack
    card = NOBODY if who is None else state.cards[who]
    shown = ToyView(
        title=game.title,
        seat=who,
        seats=state.seats,
        actors=list(game.actors(state)),
        over=over,
        winners=list(game.winners(state)),
        scores=game.scores(state) if over else None,
        phase="Over" if over else "Bids",
        card=None if card == NOBODY else CARDS[card],
        chosen=[bid != NOBODY for bid in state.bids],
        bids=state.bids if over else None,
    )
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def describe_action(game: Toy, state: ToyState, who: int, action: Action) -> str:
    if isinstance(action, Deal):
        return f"Deal the {CARDS[action.card]}"
    assert isinstance(action, Bid)
    return f"Bid {action.amount}"


def describe_event(game: Toy, event: Event) -> str:
    match event:
        case Dealt(seat, card):
            return f"Seat {seat} is dealt the {CARDS[card]}"
        case DealtUnseen(seat):
            return f"Seat {seat} is dealt a card"
        case Revealed(bids, winner):
            return f"The bids are {', '.join(map(str, bids))}: seat {winner} wins"
    raise TypeError(event)


def explain_refusal(game: Toy, state: ToyState, who: int, action: Action, rule: str) -> str:
    if rule == "TY-2.2":
        return "You have only 9."
    return "That is not the question now."


def prompt(game: Toy, state: ToyState, seat: int) -> str:
    return "Bid in secret"


def forms(game: Toy, state: ToyState, seat: int) -> list[Form]:
    return [NumberForm("Your bid", {"type": "bid"}, "amount", 0, 9, 0)]


def score_breakdown(game: Toy, state: ToyState) -> list[list[ScoreLine]]:
    return [[ScoreLine("Net", score, "TY-2.3")] for score in game.scores(state)]


def choice(game: Toy, state: ToyState, seat: int, action: Action) -> Choice:
    return Choice(action=game.dump(action), label=game.say(state, seat, action))


PRESENTATION: Presentation[Toy, ToyState] = Presentation(
    board=board,
    view=view,
    score_breakdown=score_breakdown,
    statistics=lambda game, state, who: [],
    seat_name=seat_name,
    describe_action=describe_action,
    describe_event=describe_event,
    explain_refusal=explain_refusal,
    prompt=prompt,
    choice=choice,
    forms=forms,
    unavailable_actions=lambda game, state, seat: [],
    standing_orders=lambda game, state, seat: [],
    standing_order_action=lambda game, state, seat, orders: None,
)


class Toy(TitleGame[ToyState]):
    def __init__(self, options: ToyOptions, weights: dict[str, float]) -> None:
        super().__init__(
            title="toy",
            rules_version=1,
            edition_id="toy-1",
            edition_hash="0" * 64,
            options=options,
            codec=Codec((Deal, Bid), {"card": CARDS}),
            steps=index_steps_by_stored_name(DealCard, SealedBids),
            evaluator=ToyEvaluator(weights),
            presentation=PRESENTATION,
            seats_min=2,
            seats_max=3,
            rule_turn="TY-2.1",
            rule_over="TY-2.3",
        )
        self.deals = [Deal(card) for card in range(len(CARDS))]
        self.bids: list[Action] = [Bid(amount) for amount in range(0, 10, 3)]

    def empty_state(self, seats: int) -> ToyState:
        return ToyState(seats)

    def set_up(self, state: ToyState) -> None:
        state.step_stack.append(SealedBids())
        state.step_stack.extend(DealCard(seat) for seat in reversed(range(state.seats)))

    def imagine(self, state: ToyState, seat: int, rng: random.Random) -> ToyState:
        twin = state.clone()
        if not twin.step_stack:
            return twin
        pool = [card for card in range(len(CARDS)) if card != twin.cards[seat]]
        for other in range(twin.seats):
            if other == seat:
                continue
            if twin.cards[other] != NOBODY:
                twin.cards[other] = pool.pop(int(rng.random() * len(pool)))
            if twin.bids[other] != NOBODY:
                twin.bids[other] = int(rng.random() * 10)
        return twin

    def scores(self, state: ToyState) -> list[int]:
        if NOBODY in state.bids:
            return [0] * state.seats
        best = max(range(state.seats), key=lambda s: (state.bids[s], -state.cards[s]))
        pot = sum(state.bids)
        return [pot - bid if seat == best else -bid for seat, bid in enumerate(state.bids)]

    def winners(self, state: ToyState) -> tuple[int, ...]:
        scores = self.scores(state)
        if state.step_stack:
            return ()
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    def end_reason(self, state: ToyState) -> str:
        return "" if state.step_stack else "bids"

    def round_number(self, state: ToyState) -> int:
        return 1

    def create_observation_encoding(self, seats: int) -> ToyObservation:
        return ToyObservation(seats)

    def action_space(self, seats: int) -> tuple[Action, ...]:
        return tuple(self.bids)


RULES_VERSION = 1


def create_game(
    edition: Path | None, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Toy:
    return Toy(read_options(ToyOptions, options, "toy"), dict(weights or {}))
