"""Sections 4 and 5: rounds, turns, the card that is played, income, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.actions import PlayCard
from aerodrome.games.tingoose.model.state import (
    CRASH,
    FACE_DOWN,
    FLEET,
    GENEROUS_DIVIDENDS,
    PLAYED,
    STRIKE,
    TinGooseState,
)
from aerodrome.games.tingoose.rules.queries import get_income, has_condition
from aerodrome.games.tingoose.rules.state_changes import move_income_marker, receive_from_bank
from aerodrome.games.tingoose.steps.auction import AuctionBidStep
from aerodrome.games.tingoose.steps.event_cards import resolve_crash_event, resolve_oil_event, start_strike_bidding
from aerodrome.games.tingoose.steps.turn_actions import TurnActionsStartStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class NextTurnStep(AutoStep["TinGoose", TinGooseState]):
    """Starts one turn after another, clockwise from the first player; `turn` counts from 0 over the whole game."""

    stored_name: ClassVar[str] = "Turns"

    def __init__(self, turn: int) -> None:
        self.turn: int = turn

    def run(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        if self.turn % state.seats == 0 and not self._start_next_round_or_end_game(game, state, tell):
            return
        seat = (state.first + self.turn) % state.seats  # TG-4.2
        state.active = seat
        state.step_stack.append(NextTurnStep(self.turn + 1))
        state.step_stack.append(PayIncomeStep(seat))
        state.step_stack.append(TurnActionsStartStep(seat))
        state.step_stack.append(CardPlayStep(seat))

    def _start_next_round_or_end_game(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> bool:
        """Whether there is one: after the last the game is over."""
        if game.ends_era[state.round]:
            discard_leftover_cards_of_ended_era(game, state, tell)
        if state.round == game.rounds:  # TG-4.5
            state.active = NOBODY
            if tell is not None:
                tell(events.GameEnded(tuple(game.scores(state)), game.winners(state)))
            return False
        state.round += 1  # TG-4.4
        if tell is not None:
            tell(events.RoundBegan(state.round, game.destination_of_round[state.round]))
        return True


def discard_leftover_cards_of_ended_era(game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
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
                tell(events.LeftoverCardDiscarded(seat, card, visible_only_to=seat))
        tell(events.LeftoverCardDiscardedUnseen(seat, era, hidden_from=seat))


class CardPlayStep(Step["TinGoose", TinGooseState]):
    """The active seat plays a card of the current era from its hand."""

    stored_name: ClassVar[str] = "PlaysCard"
    rule: ClassVar[str] = "TG-5.1"

    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        holder = state.holder
        plays = game.card_plays
        return [plays[card] for card in game.decks[game.era_of_round[state.round]] if holder[card] == who]

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, PlayCard) or action.card < 0 or state.holder[action.card] != who:
            return "TG-5.1"
        return "" if game.card_era[action.card] == game.era_of_round[state.round] else "TG-5.2"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlayCard)
        card = action.card
        state.step_stack.pop()
        state.holder[card] = PLAYED
        if tell is not None:
            tell(events.CardPlayed(who, card))
        city = game.card_city[card]
        if state.network[who] >> city & 1:  # TG-5.4
            move_income_marker(game, state, who, game.city_bonus_boxes)
            if tell is not None:
                tell(events.PlayedCardCityBonusGained(who, city, get_income(game, state, who)))
        resolve_event_or_start_auction(game, state, who, card, tell)  # TG-5.5


def resolve_event_or_start_auction(
    game: TinGoose, state: TinGooseState, active_seat: int, card: int, tell: EventSink | None
) -> None:
    """Carry out an event, or start the auction of a fleet."""
    kind = game.card_kind[card]
    if kind == FLEET:
        if state.round < game.rounds:
            state.step_stack.append(AuctionBidStep(card, (active_seat + 1) % state.seats, 0, NOBODY))  # TG-7.2
        elif tell is not None:
            tell(events.FleetDiscardedInLastRound(card))  # TG-16.1
    elif kind == STRIKE:
        start_strike_bidding(game, state, card, tell)
    elif kind == CRASH:
        resolve_crash_event(game, state, card, tell)
    else:
        resolve_oil_event(game, state, card, tell)


class PayIncomeStep(AutoStep["TinGoose", TinGooseState]):
    """Pays the seat its income at the end of its turn."""

    stored_name: ClassVar[str] = "CollectsIncome"

    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def run(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        if has_condition(state, self.seat, GENEROUS_DIVIDENDS):  # TG-14.4
            if tell is not None:
                tell(events.IncomeSkipped(self.seat))
            return
        amount = get_income(game, state, self.seat)
        receive_from_bank(state, self.seat, amount)  # TG-15.5
        if tell is not None:
            tell(events.IncomePaid(self.seat, amount))
