"""A complete title in one page, for tests of what is common to all titles."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from aerodrome.core.actions import CHANCE, NOBODY, Action, Event
from aerodrome.core.chance import uniform
from aerodrome.core.codec import Codec
from aerodrome.core.game import Game
from aerodrome.core.options import Options, read_options
from aerodrome.core.question import Form, Line, NumberForm
from aerodrome.core.sense import Sense
from aerodrome.core.state import State, Step, Tell
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
        twin.agenda = self.agenda.copy()
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
        return uniform(len(CARDS) - self.seat)

    def rule(self) -> str:
        return "TY-1.1"

    def forbids(self, game: Toy, state: ToyState, who: int, action: Action) -> str:
        return "" if action in self.legal(game, state, who) else "TY-1.1"

    def apply(self, game: Toy, state: ToyState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, Deal)
        state.agenda.pop()
        state.cards[self.seat] = action.card
        if tell is not None:
            tell(Dealt(self.seat, action.card, only=self.seat))
            tell(DealtUnseen(self.seat, but=self.seat))


class SealedBids(Step["Toy", ToyState]):
    def actors(self, game: Toy, state: ToyState) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if state.bids[seat] == NOBODY)

    def legal(self, game: Toy, state: ToyState, who: int) -> list[Action]:
        return game.bids

    def rule(self) -> str:
        return "TY-2.1"

    def forbids(self, game: Toy, state: ToyState, who: int, action: Action) -> str:
        if not isinstance(action, Bid) or action.amount < 0:
            return "TY-2.1"
        return "" if action.amount <= 9 else "TY-2.2"

    def apply(self, game: Toy, state: ToyState, who: int, action: Action, tell: Tell | None) -> None:
        assert isinstance(action, Bid)
        state.bids[who] = action.amount
        if NOBODY in state.bids:
            return
        state.agenda.pop()
        if tell is not None:
            tell(Revealed(tuple(state.bids), game.winners(state)[0]))


class ToySense(Sense["Toy", ToyState]):
    def appraise(self, game: Toy, state: ToyState) -> list[float]:
        return [float(score) for score in game.scores(state)]

    def spread(self, game: Toy, state: ToyState) -> float:
        return 5.0

    def features(self, game: Toy, state: ToyState, seat: int) -> list[float]:
        return [state.cards[seat] / 3.0]


class Toy(Game):
    def __init__(self, options: ToyOptions, weights: dict[str, float]) -> None:
        super().__init__(
            title="toy",
            rules_version=1,
            edition_id="toy-1",
            edition_hash="0" * 64,
            options=options,
            codec=Codec((Deal, Bid), {"card": CARDS}),
            steps={cls.__name__: cls for cls in (DealCard, SealedBids)},
            sense=ToySense(weights),
            seats_min=2,
            seats_max=3,
            rule_turn="TY-2.1",
            rule_over="TY-2.3",
        )
        self.deals = [Deal(card) for card in range(len(CARDS))]
        self.bids: list[Action] = [Bid(amount) for amount in range(0, 10, 3)]

    def blank(self, seats: int) -> ToyState:
        return ToyState(seats)

    def open(self, state: State) -> None:
        state.agenda.append(SealedBids())
        state.agenda.extend(DealCard(seat) for seat in reversed(range(state.seats)))

    def board(self) -> dict[str, Any]:
        return {"cards": list(CARDS)}

    def seat_name(self, seat: int) -> str:
        return ("Red", "Blue", "Green")[seat]

    def view(self, state: State, who: int | None) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        over = not state.agenda
        card = NOBODY if who is None else state.cards[who]
        view = ToyView(
            title=self.title,
            seat=who,
            seats=state.seats,
            actors=list(self.actors(state)),
            over=over,
            winners=list(self.winners(state)),
            scores=self.scores(state) if over else None,
            phase="Over" if over else "Bids",
            card=None if card == NOBODY else CARDS[card],
            chosen=[bid != NOBODY for bid in state.bids],
            bids=state.bids if over else None,
        )
        plain: dict[str, Any] = msgspec.to_builtins(view)
        return plain

    def imagine(self, state: State, seat: int, rng: random.Random) -> State:
        assert isinstance(state, ToyState)
        twin = state.clone()
        if not twin.agenda:
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

    def scores(self, state: State) -> list[int]:
        assert isinstance(state, ToyState)
        if NOBODY in state.bids:
            return [0] * state.seats
        best = max(range(state.seats), key=lambda s: (state.bids[s], -state.cards[s]))
        pot = sum(state.bids)
        return [pot - bid if seat == best else -bid for seat, bid in enumerate(state.bids)]

    def winners(self, state: State) -> tuple[int, ...]:
        scores = self.scores(state)
        if state.agenda:
            return ()
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    def end_reason(self, state: State) -> str:
        return "" if state.agenda else "bids"

    def round_of(self, state: State) -> int:
        return 1

    def catalogue(self, seats: int) -> tuple[Action, ...]:
        return tuple(self.bids)

    def say(self, state: State, who: int, action: Action) -> str:
        if isinstance(action, Deal):
            return f"Deal the {CARDS[action.card]}"
        assert isinstance(action, Bid)
        return f"Bid {action.amount}"

    def tell_words(self, event: Event) -> str:
        match event:
            case Dealt(seat, card):
                return f"Seat {seat} is dealt the {CARDS[card]}"
            case DealtUnseen(seat):
                return f"Seat {seat} is dealt a card"
            case Revealed(bids, winner):
                return f"The bids are {', '.join(map(str, bids))}: seat {winner} wins"
        raise TypeError(event)

    def explain(self, state: State, who: int, action: Action, rule: str) -> str:
        if rule == "TY-2.2":
            return "You have only 9."
        return "That is not the question now."

    def ask(self, state: State, seat: int) -> str:
        return "Bid in secret"

    def forms(self, state: State, seat: int) -> list[Form]:
        return [NumberForm("Your bid", {"type": "bid"}, "amount", 0, 9, 0)]

    def tally(self, state: State) -> list[list[Line]]:
        return [[Line("Net", score, "TY-2.3")] for score in self.scores(state)]


def make(
    edition: Path | None, options: Mapping[str, Any], rules: int | None, weights: Mapping[str, float] | None
) -> Toy:
    return Toy(read_options(ToyOptions, options, "toy"), dict(weights or {}))
