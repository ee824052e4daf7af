"""What can go wrong at a table, as answers and not as accidents."""

from aerodrome.core.actions import Refusal


class TableError(Exception):
    """Something a person asked for and cannot have; `code` is for programs, the text for people."""

    code = "not_now"


class NotFound(TableError):
    code = "not_found"


class NotYours(TableError):
    code = "not_yours"


class NotAllowed(TableError):
    code = "not_allowed"


class NotNow(TableError):
    code = "not_now"


class Malformed(TableError):
    code = "malformed"


class Stale(TableError):
    """An answer to a question that is no longer asked."""

    code = "stale"

    def __init__(self, seq: int) -> None:
        self.seq = seq
        super().__init__("The table has moved on since this was asked.")


class Refused(TableError):
    """The rules forbid it."""

    code = "refused"

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.text)


class CannotSave(TableError):
    """The disk is full, the database is locked or gone. Nothing was changed."""

    code = "cannot_save"


class CannotThink(TableError):
    """A bot's worker crashed or took too long."""

    code = "cannot_think"


class Taken(Exception):
    """Another process wrote this number of a match's journal first."""
