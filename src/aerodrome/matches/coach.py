"""The coach of a beginner who plays against bots: what it may do, what it found, and for how long bots wait for it.

All of it is in memory, as hints are: a coach that forgets only falls silent.
"""

import asyncio
import contextlib
import time
from typing import Any

from aerodrome.bots.coaching import may_choice_be_costly
from aerodrome.matches.bot_pool import CostlyChoice, SurveyedChoice
from aerodrome.matches.match import Match

JUDGING_S = 5.0
"""Bots wait no longer than this for a choice to be judged; what is found later is not said."""
SPEAKING_S = 90.0
"""Bots wait no longer than this while the coach speaks."""


def may_coach(match: Match) -> bool:
    """Whether a coach may speak here: one person against bots, in no hurry, with hints, in a real game."""
    setup = match.setup
    others_are_bots = len(match.seats_played_by_people) == 1 and all(
        seat.kind == "bot" for seat in match.seats if not seat.is_person
    )
    is_ordinary = setup.mode == "online" and setup.clock is None and not setup.lesson
    return setup.hints and not setup.is_rated_or_in_competition and is_ordinary and others_are_bots


class CoachState:
    """What the coach of one live match found, and whether bots wait for it."""

    def __init__(self) -> None:
        self.choices: tuple[int, list[SurveyedChoice]] | None = None
        """The best choices of the newest question that was surveyed, with the length of the log then."""
        self.judging: asyncio.Task[CostlyChoice | None] | None = None
        """The judgement of the newest choice that may have been costly."""
        self._held_until = 0.0
        self._released = asyncio.Event()

    def find_surveyed_choices(self, log_length: int) -> list[SurveyedChoice] | None:
        """The survey of this very question; None when there is none."""
        return self.choices[1] if self.choices is not None and self.choices[0] == log_length else None

    def find_better_choice(self, log_length: int, action: dict[str, Any]) -> dict[str, Any] | None:
        """The best choice, if this one is worth comparing with it."""
        choices = self.find_surveyed_choices(log_length)
        if not choices:
            return None
        chosen = next((i for i, choice in enumerate(choices) if choice.action == action), None)
        return choices[0].action if may_choice_be_costly([choice.percent for choice in choices], chosen) else None

    def hold_bots_while_judging(self) -> None:
        """Bots wait for a choice to be judged."""
        self._hold_bots(JUDGING_S)

    def hold_bots_while_person_reads(self) -> None:
        """Bots wait while the person reads what a choice cost."""
        self._hold_bots(SPEAKING_S)

    def _hold_bots(self, seconds: float) -> None:
        self._held_until = time.monotonic() + seconds
        self._released.clear()

    def release_bots(self) -> None:
        """Bots go on."""
        self._held_until = 0.0
        self._released.set()

    async def wait_until_bots_released(self) -> None:
        """Until the bots may go on."""
        while (left := self._held_until - time.monotonic()) > 0.0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._released.wait(), left)
