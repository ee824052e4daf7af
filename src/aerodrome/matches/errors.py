"""What can go wrong with a match, as errors with a code for programs and a sentence for people."""

from aerodrome.core.actions import Refusal


class MatchError(Exception):
    """Something a person asked for and cannot have; `code` is for programs, the text for people."""

    code = "not_now"


class NotFound(MatchError):
    """There is no such match, seat, title or link."""

    code = "not_found"


class SeatNotHeld(MatchError):
    """The caller acts for a seat that is not theirs."""

    code = "not_yours"


class NotAllowed(MatchError):
    """The caller may not do this here."""

    code = "not_allowed"


class InvalidState(MatchError):
    """The match is not at a point where this can be done."""

    code = "not_now"


class LinkNoLongerOpens(MatchError):
    """A link or key that opened a seat once and does so no more."""

    code = "link_spent"


class MalformedRequest(MatchError):
    """What was sent makes no sense for this match."""

    code = "malformed"


class StaleQuestion(MatchError):
    """An answer to a question that is no longer asked."""

    code = "stale"

    def __init__(self, log_length: int) -> None:
        self.log_length = log_length
        """The length of the log, as whoever answered may know it."""
        super().__init__("The table has moved on since this was asked.")


class RuleViolation(MatchError):
    """The rules forbid it."""

    code = "refused"

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.text)


class StorageUnavailable(MatchError):
    """The disk is full, the database is locked or gone. Nothing was changed."""

    code = "cannot_save"


class BotFailed(MatchError):
    """A bot's process crashed or took too long."""

    code = "cannot_think"


class UnreadableMatch(MatchError):
    """A stored match that this program cannot read: it is set aside, and nothing of it is changed."""

    code = "unreadable"


class UnreadableCompetition(MatchError):
    """A stored tournament that this program cannot read: nothing of it is changed."""

    code = "unreadable"


class MachineBusy(MatchError):
    """No process has time for this now, or it takes more of it than anybody may have."""

    code = "cannot_think"


class VersionConflict(Exception):
    """Another process wrote this version of a match first."""
