"""What a choice brings before it is made: as far as neither chance, another seat nor anything hidden decides."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Any, Final, final

import msgspec

from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.core.question import FigureChange, StatisticBySeat

if TYPE_CHECKING:
    from aerodrome.core.game import TitleGame
    from aerodrome.core.state import State

MAX_FORCED_ANSWERS: Final = 20
"""Answers without an alternative that are given in thought; a game that asks for more is not followed further."""


@final
class Foresight:
    """What a seat would hear if it made a choice, and which figures would change.

    `stop` tells why it ends there: "chance", "others", "hidden" (what the seat cannot know decides), "own" (the seat
    chooses on) or "over".
    """

    def __init__(self, events: list[Event], changes: list[FigureChange], stop: str) -> None:
        self.events = events
        self.changes = changes
        self.stop = stop


@final
class _PlayedState:
    """One table after the choice was played on it."""

    def __init__(self, events: list[Event], state: State, stop: str) -> None:
        self.events = events
        self.state = state
        self.stop = stop


class Foreseer:
    """Foresees the choices of one seat in one position. All are tried on the same tables.

    The tables look alike to the seat and differ in what it cannot know; what they do not agree on is not told.
    """

    def __init__(self, game: TitleGame[Any], state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        rng = random.Random(_hash_view(game, state, seat))
        self.tables: list[State] = game.imagine_contrasting_states(state, seat, rng)
        self.before: list[StatisticBySeat] = game.statistics(state, seat)
        self.is_secret: bool = state.step_stack[-1].is_revealing if state.step_stack else False

    def foresee(self, action: Action) -> Foresight:
        """What this choice brings. It must be allowed."""
        outcomes = [self._play_to_next_choice(table.clone(), action) for table in self.tables]
        events = _find_common_first_events([outcome.events for outcome in outcomes])
        stop = outcomes[0].stop if len({outcome.stop for outcome in outcomes}) == 1 else "hidden"
        if any(len(outcome.events) != len(events) for outcome in outcomes):
            stop = "hidden"
        return Foresight(events, self._find_certain_figure_changes(outcomes), stop)

    def foresee_deal_figures(self, action: Action, partner: int, accepting_action: Action | None) -> list[FigureChange]:
        """The figures of both sides before and after a deal, if the partner agrees; also those that stay.

        `accepting_action` is the partner's answer; None when `action` itself closes the deal.
        """
        after: list[list[StatisticBySeat]] = []
        for table in self.tables:
            twin = table.clone()
            self.game.apply(twin, self.seat, action)
            if accepting_action is not None:
                self.game.apply(twin, partner, accepting_action)
            after.append(self.game.statistics(twin, self.seat))
        found: list[FigureChange] = []
        for i, figure in enumerate(self.before):
            for seat in (self.seat, partner):
                old, new = figure.values[seat], after[0][i].values[seat]
                if old is not None and new is not None and all(other[i].values[seat] == new for other in after):
                    found.append(FigureChange(figure.name, seat, old, new))
        return found

    def _play_to_next_choice(self, imagined_state: State, action: Action) -> _PlayedState:
        game = self.game
        seat = self.seat
        heard: list[Event] = []

        def hear(event: Event) -> None:
            if event.is_visible_to(seat):
                heard.append(event)

        question = type(imagined_state.step_stack[-1])
        untouched = imagined_state.clone() if self.is_secret else imagined_state
        game.apply(imagined_state, seat, action, hear)
        if self.is_secret and (not imagined_state.step_stack or type(imagined_state.step_stack[-1]) is not question):
            return _PlayedState([], untouched, "hidden")
        for _answer in range(MAX_FORCED_ANSWERS):
            actors = game.actors(imagined_state)
            if not actors:
                return _PlayedState(heard, imagined_state, "over")
            if actors[0] == CHANCE:
                return _PlayedState(heard, imagined_state, "chance")
            if actors != (seat,):
                return _PlayedState(heard, imagined_state, "others")
            legal = game.legal(imagined_state, seat)
            if len(legal) > 1 or imagined_state.step_stack[-1].is_revealing:
                return _PlayedState(heard, imagined_state, "own")
            game.apply(imagined_state, seat, legal[0], hear)
        return _PlayedState(heard, imagined_state, "own")

    def _find_certain_figure_changes(self, played_states: list[_PlayedState]) -> list[FigureChange]:
        """Figures that end alike on all tables and otherwise than they are now."""
        after = [self.game.statistics(outcome.state, self.seat) for outcome in played_states]
        changes: list[FigureChange] = []
        for i, figure in enumerate(self.before):
            for seat, old in enumerate(figure.values):
                new = after[0][i].values[seat] if i < len(after[0]) else None
                if old is None or new is None or new == old:
                    continue
                if all(others[i].values[seat] == new for others in after):
                    changes.append(FigureChange(figure.name, seat, old, new))
        return changes


def _find_common_first_events(event_lists: list[list[Event]]) -> list[Event]:
    """The events up to the first that is not the same in all."""
    count = 0
    while count < len(event_lists[0]) and all(
        len(line) > count and line[count] == event_lists[0][count] for line in event_lists
    ):
        count += 1
    return event_lists[0][:count]


def _hash_view(game: TitleGame[Any], state: State, seat: int) -> int:
    """A number that depends on what the seat sees and on nothing else."""
    data = msgspec.json.encode(game.view(state, seat), order="sorted")
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
