"""What players, chance and the table say to each other: actions, events, refusals.

Plain msgspec structs: this module stays uncompiled (mypyc does not take class keywords).
"""

import re
from typing import ClassVar, Final

import msgspec

CHANCE: Final = -1
"""The actor behind every die, draw and deal."""

CHANCE_ONLY: Final = (CHANCE,)
"""The actors of a step that asks nobody but chance."""

NOBODY: Final = -1
"""An id field that names nothing; written as null at the edge."""


def _to_snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=_to_snake_case):
    """One answer. Fields are ids (small ints), numbers, bools or tuples of these."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_to_snake_case):
    """Something that happened, and who may know it.

    By default everybody hears it. `visible_only_to=seat` tells that seat alone; `hidden_from=seat` tells everybody
    else (spectators too). A private draw is a pair of events: one of each.
    """

    rule: ClassVar[str] = ""

    visible_only_to: int = NOBODY
    hidden_from: int = NOBODY

    def is_visible_to(self, who: int | None) -> bool:
        """Whether this seat, or a spectator (None), may hear of it."""
        if self.visible_only_to != NOBODY:
            return self.visible_only_to == who
        return self.hidden_from == NOBODY or self.hidden_from != who


class Remedy(msgspec.Struct, frozen=True):
    """What is nearest missing where a rule forbids an action: with it the action is allowed, or another rule is named.

    Each title lists its kinds in `text/remedies.py`; `things` are ids, in the order that the kind says. `amount` is all
    that is needed (cash, a bid, a level) or what is missing (markers, cubes to give up), as the kind says.
    """

    kind: str
    amount: int = 0
    things: tuple[int, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not allowed: the rule's id, a sentence, and what would lift it, where something would."""

    rule: str
    text: str
    remedy: Remedy | None = None

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class IllegalAction(ValueError):
    """Raised by `apply`; the state is as it was. `where` says in which game, where there are many."""

    def __init__(self, who: int, action: Action, refusal: Refusal, where: str = "") -> None:
        self.who = who
        self.action = action
        self.refusal = refusal
        self.where = where
        super().__init__(f"{where}: {refusal}" if where else str(refusal))

    def __reduce__(self) -> "tuple[type[IllegalAction], tuple[int, Action, Refusal, str]]":
        return IllegalAction, (self.who, self.action, self.refusal, self.where)


class BadData(ValueError):
    """Data from outside that cannot be read: an action, a position, a record, an option."""
