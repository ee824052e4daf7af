"""Sections 4 and 5: rounds, turns, the card that is played, income, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.tingoose.model.actions import (
    CardPlayed,
    CityBonus,
    FleetWithoutAuction,
    GameEnded,
    IncomePaid,
    IncomeSkipped,
    LeftoverDiscarded,
    LeftoverDiscardedUnseen,
    PlayCard,
    RoundBegan,
)
from aerodrome.games.tingoose.model.state import FACE_DOWN, PLAYED, TinGooseState
from aerodrome.games.tingoose.rules.changes import move_income, receive
from aerodrome.games.tingoose.rules.queries import CRASH, DIVIDENDS, FLEET, STRIKE, has_condition
from aerodrome.games.tingoose.steps.auction import CallsBid
from aerodrome.games.tingoose.steps.event_cards import begin_strike, crash, oil
from aerodrome.games.tingoose.steps.turn_actions import BeginsActions

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class Turns(AutoStep["TinGoose", TinGooseState]):
    """One turn after another, clockwise from the first player; `turn` counts from 0 over the whole game."""

    def __init__(self, turn: int) -> None:
        self.turn: int = turn

    def run(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        if self.turn % state.seats == 0 and not self._next_round(game, state, tell):
            return
        seat = (state.first + self.turn) % state.seats  # TG-4.2
        state.active = seat
        state.step_stack.append(Turns(self.turn + 1))
        state.step_stack.append(CollectsIncome(seat))
        state.step_stack.append(BeginsActions(seat))
        state.step_stack.append(PlaysCard(seat))

    def _next_round(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> bool:
        """Whether there is one: after the last the game is over."""
        if game.ends_era[state.round]:
            discard_leftovers(game, state, tell)
        if state.round == game.rounds:  # TG-4.5
            state.active = NOBODY
            if tell is not None:
                tell(GameEnded(tuple(game.scores(state)), game.winners(state)))
            return False
        state.round += 1  # TG-4.4
        if tell is not None:
            tell(RoundBegan(state.round, game.destination_of_round[state.round]))
        return True


def discard_leftovers(game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
    """The card of the ended era that each player has left goes away face down."""
    era = game.era_of_round[state.round]
    for card in game.decks[era]:
        seat = state.holder[card]
        if 0 <= seat < state.seats:
            state.holder[card] = FACE_DOWN + seat  # TG-R9
    if tell is None:
        return
    for seat in range(state.seats):
        for card in game.decks[era]:
            if state.holder[card] == FACE_DOWN + seat:
                tell(LeftoverDiscarded(seat, card, visible_only_to=seat))
        tell(LeftoverDiscardedUnseen(seat, era, hidden_from=seat))


class PlaysCard(Step["TinGoose", TinGooseState]):
    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return game.alone[self.seat]

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        holder = state.holder
        plays = game.plays
        return [plays[card] for card in game.decks[game.era_of_round[state.round]] if holder[card] == who]

    rule: ClassVar[str] = "TG-5.1"

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, PlayCard) or action.card < 0 or state.holder[action.card] != who:
            return "TG-5.1"
        return "" if game.era_of[action.card] == game.era_of_round[state.round] else "TG-5.2"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlayCard)
        card = action.card
        state.step_stack.pop()
        state.holder[card] = PLAYED
        if tell is not None:
            tell(CardPlayed(who, card))
        city = game.card_city[card]
        if state.network[who] >> city & 1:  # TG-5.4
            move_income(game, state, who, game.city_bonus)
            if tell is not None:
                tell(CityBonus(who, city, game.boxes[state.box[who]]))
        resolve(game, state, who, card, tell)  # TG-5.5


def resolve(game: TinGoose, state: TinGooseState, active: int, card: int, tell: EventSink | None) -> None:
    """Carry out an event, or start the auction of a fleet."""
    sort = game.sort_of[card]
    if sort == FLEET:
        if state.round < game.rounds:
            state.step_stack.append(CallsBid(card, (active + 1) % state.seats, 0, NOBODY))  # TG-7.2
        elif tell is not None:
            tell(FleetWithoutAuction(card))  # TG-16.1
    elif sort == STRIKE:
        begin_strike(state, card)
    elif sort == CRASH:
        crash(game, state, card, tell)
    else:
        oil(game, state, card, tell)


class CollectsIncome(AutoStep["TinGoose", TinGooseState]):
    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def run(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        if has_condition(state, self.seat, DIVIDENDS):  # TG-14.4
            if tell is not None:
                tell(IncomeSkipped(self.seat))
            return
        amount = game.boxes[state.box[self.seat]]
        receive(state, self.seat, amount)  # TG-15.5
        if tell is not None:
            tell(IncomePaid(self.seat, amount))
