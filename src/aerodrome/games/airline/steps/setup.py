"""Set-up: the opening throw and the choice of bases."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.actions import ChooseBase, ThrowDice
from aerodrome.games.airline.model.events import BaseChosen, FirstBaseChoiceWon, OpeningDiceThrown, OpeningThrowTied
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import find_next_player_left_of, get_seat_left_of
from aerodrome.games.airline.rules.state_changes import place_markers_and_update_network
from aerodrome.games.airline.steps.common import AirlineAutoStep, AirlineStep, DecisionStep, DiceThrowStep
from aerodrome.games.airline.steps.turn import begin_turn

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class OpeningThrowStep(DiceThrowStep):
    """Players throw in turn for the first choice of base; tied ones throw again."""  # AL-1.10, AL-R2

    stored_name: ClassVar[str] = "OpeningThrow"

    def __init__(self, contenders: tuple[int, ...], totals: tuple[int, ...]) -> None:
        self.contenders = contenders
        self.totals = totals

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ThrowDice)
        if tell is not None:
            tell(OpeningDiceThrown(self.contenders[len(self.totals)], action.first, action.second))
        totals = (*self.totals, action.first + action.second)
        if len(totals) < len(self.contenders):
            state.step_stack[-1] = OpeningThrowStep(self.contenders, totals)
            return
        best = max(totals)
        tied = tuple([s for s, total in zip(self.contenders, totals, strict=True) if total == best])
        if len(tied) > 1:
            state.step_stack[-1] = OpeningThrowStep(tied, ())
            if tell is not None:
                tell(OpeningThrowTied(tied))
            return
        state.step_stack[-1] = BaseChoiceStep(tied[0], tied[0])  # AL-1.11
        if tell is not None:
            tell(FirstBaseChoiceWon(tied[0]))


@final
class BaseChoiceStep(DecisionStep):
    """A player chooses the city of his base."""

    rule: ClassVar[str] = "AL-1.11"
    stored_name: ClassVar[str] = "BaseChoice"

    def __init__(self, seat: int, first: int) -> None:
        self.seat = seat
        self.first = first
        """The winner of the opening throw."""

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        return [game.base_choices[city] for city in range(18) if city not in state.base]

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if not isinstance(action, ChooseBase):
            rule = self.find_rule_against_common_action(game, state, who, action)
            return "AL-1.11" if rule else ""
        if not 0 <= action.city < 18:
            return "AL-1.12"
        return "AL-R4" if action.city in state.base else ""  # AL-1.12

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if not isinstance(action, ChooseBase):
            self.apply_common_action(game, state, who, action, tell)
            return
        state.step_stack.pop()
        state.base[who] = action.city  # AL-1.13: it costs nothing
        place_markers_and_update_network(game, state, who, 1 << action.city, None)
        if tell is not None:
            tell(BaseChosen(who, action.city))
        ask_next_for_base_or_begin_first_turn(game, state, who, self.first, tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return NextBaseChoiceStep(seat, self.first) if seat == self.seat else self


@final
class NextBaseChoiceStep(AirlineAutoStep):
    """Somebody left instead of choosing a base: the next one chooses."""

    stored_name: ClassVar[str] = "NextBase"

    def __init__(self, seat: int, first: int) -> None:
        self.seat = seat
        self.first = first

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        ask_next_for_base_or_begin_first_turn(game, state, self.seat, self.first, tell)


def ask_next_for_base_or_begin_first_turn(
    game: Airline, state: AirlineState, seat: int, opening_winner: int, tell: EventSink | None
) -> None:
    """Ask the next player to the left without a base, or begin the first normal turn."""
    other = get_seat_left_of(state, seat)
    while other != seat:
        if not state.out[other] and state.base[other] == NOBODY:
            state.step_stack.append(BaseChoiceStep(other, opening_winner))
            return
        other = get_seat_left_of(state, other)
    start = opening_winner if game.dice_winner_starts else game.banker  # AL-1.14, AL-R1
    if state.out[start]:
        start = find_next_player_left_of(state, start)
    state.round = 1
    if game.counts_rounds_from_first_player:
        state.late_starters = (start - game.banker) % state.seats
    begin_turn(game, state, start, tell)
