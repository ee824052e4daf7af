"""Why one would make a choice, or not: facts of the position, not words."""

from __future__ import annotations

from typing import final


@final
class Reason:
    """A fact about a choice that holds in the position it was found in.

    `kind` names the fact; `values` are the ids and numbers it is about, in the order the title's `ai/reasons.py`
    documents; `is_for` tells whether it speaks for the choice or against it. Words are made by `Game.describe_reason`.
    """

    def __init__(self, kind: str, values: tuple[int, ...] = (), is_for: bool = True) -> None:
        self.kind = kind
        self.values = values
        self.is_for = is_for
