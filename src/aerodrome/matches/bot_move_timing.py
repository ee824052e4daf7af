"""How long a bot's move is held back so that people can follow: what is worth seeing, and never long in all."""

from aerodrome.core.actions import Action
from aerodrome.matches.events import ActionPlayed, AnyMatchEvent, MatchStarted
from aerodrome.matches.match import Match

MAX_WAIT_S = 6.0
"""Between two questions to people no more than this is spent on showing moves, however many they are."""
PARTS_OF_WAIT = 6
"""A pause takes at most one in so many parts of what is left of that: many moves follow each other ever faster."""


class BotMoveTiming:
    """The pace of one match: since when people wait, and when they were last shown something."""

    def __init__(self, now: float) -> None:
        self.waiting_since = now
        self.last_shown = now

    def record_event(self, match: Match, event: AnyMatchEvent, was_person_asked: bool, now_seconds: float) -> None:
        """An event was applied at this moment of a monotonic clock."""
        is_start = isinstance(event, MatchStarted)
        if is_start or was_person_asked or is_person_asked(match):
            self.waiting_since = now_seconds
        if is_start or (isinstance(event, ActionPlayed) and not _is_quiet_action_played(match, event)):
            self.last_shown = now_seconds

    def compute_pause_seconds(self, min_seconds: float, now_seconds: float) -> float:
        """How long to hold back a move that is worth seeing, so that the one before it is seen."""
        left = max(0.0, MAX_WAIT_S - (now_seconds - self.waiting_since))
        return max(0.0, self.last_shown + min(min_seconds, left / PARTS_OF_WAIT) - now_seconds)


def is_person_asked(match: Match) -> bool:
    """Whether a person must answer now."""
    return any(match.seats[seat].is_person for seat in match.asked_seats)


def _is_quiet_action_played(match: Match, event: ActionPlayed) -> bool:
    return is_quiet_action(match, match.game.parse(event.moves[0].action))


def is_quiet_action(match: Match, action: Action) -> bool:
    """Whether nobody needs time to follow this choice: a pass, or one made in secret."""
    return type(action) in match.game.presentation.quiet_actions
