"""Where the lines of the log and of the chat are, so that a page of either is found without reading the match."""

from bisect import bisect_left
from collections import Counter
from typing import NamedTuple

from aerodrome.matches import events
from aerodrome.matches.events import AnyMatchEvent, AppliedAction
from aerodrome.matches.viewer_numbering import find_only_witness

SECTION_MOVES = 32
"""An event of many moves (a record that was imported) is cut into sections of so many."""


class LogSection(NamedTuple):
    """An event, or some moves of one, with lines that are in force."""

    version: int
    first_move: int
    """Counted from 1; 0 when the event has no moves."""
    last_move: int
    first_position: int
    last_position: int
    """How many actions were in force after its first and its last line."""
    witness: int | None = None
    """The seat that alone may know of the event; None when everybody may."""

    def is_hidden_from(self, viewer: int | None) -> bool:
        """Whether another seat alone may know of the event."""
        return self.witness is not None and self.witness != viewer


class LogIndex:
    """Grows with the match; what an undo makes void is forgotten."""

    def __init__(self) -> None:
        self.sections: list[LogSection] = []
        self.chat_versions: list[int] = []
        self.chat_lines_by_seat: Counter[int] = Counter()

    def add_event(self, version: int, event: AnyMatchEvent, position_before: int, position: int) -> None:
        """Note where the lines of an event are."""
        witness = find_only_witness(event)
        match event:
            case events.ChatPosted(seat=seat):
                self.chat_versions.append(version)
                self.chat_lines_by_seat[seat] += 1
            case events.MatchStarted(moves=moves) | events.ActionPlayed(moves=moves):
                for first in range(1, len(moves) + 1, SECTION_MOVES):
                    last = min(first + SECTION_MOVES - 1, len(moves))
                    # What a match goes on from is said before its first move.
                    if first == 1 or _have_readable_lines(moves[first - 1 : last]):
                        begin, end = position_before + first, position_before + last
                        self.sections.append(LogSection(version, first, last, begin, end, witness))
            case events.StandingOrderSet():
                pass
            case _:
                if isinstance(event, events.ActionsUndone) and event.is_secret:
                    self._forget_private_lines_after(event.to_position, event.seat)
                elif isinstance(event, events.ActionsUndone):
                    self._forget_lines_after(event.to_position)
                self.sections.append(LogSection(version, 0, 0, position, position, witness))

    def _forget_private_lines_after(self, position: int, seat: int) -> None:
        """Only secret choices of this seat were taken back: what others may read stays."""
        start = len(self.sections)
        while start and self.sections[start - 1].first_position > position:
            start -= 1
        self.sections[start:] = [section for section in self.sections[start:] if section.witness != seat]

    def _forget_lines_after(self, position: int) -> None:
        while self.sections and self.sections[-1].first_position > position:
            self.sections.pop()
        if self.sections and self.sections[-1].last_position > position:
            self.sections[-1] = self.sections[-1]._replace(last_position=position)

    def count_sections_before(self, version: int, move: int) -> int:
        """How many sections lie before this move of this event."""
        return bisect_left(self.sections, (version, move))

    def count_chat_lines_before(self, version: int) -> int:
        """How many lines of chat lie before this event."""
        return bisect_left(self.chat_versions, version)


def _have_readable_lines(moves: list[AppliedAction]) -> bool:
    """Whether anybody may read a line about these moves."""
    return any(shown.text for move in moves for shown in move.game_events)
