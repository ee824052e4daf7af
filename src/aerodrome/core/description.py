"""What a place or thing of the table is and means, in a title's words: the same shape for every title."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from aerodrome.core.question import BoardTarget
from aerodrome.core.state import State

SEED = 1
"""Of the table that a description is made on: any would do, as no word depends on what is drawn anew."""
MAX_LINES = 3


class DescriptionLine(msgspec.Struct, frozen=True):
    """What something means for the viewer now: a figure or a word, and half a sentence to it."""

    figure: str
    text: str


class Description(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place or thing: its name and kind, what it is, what it means for the viewer now, and the rules behind it."""

    name: str
    kind: str
    text: str
    lines: list[DescriptionLine] = []
    rules: list[str] = []


Describers = Mapping[str, Callable[[Any, Any, int | None, Any], Description]]
"""For each name a place can have (`city`, `card`) the function that describes it; the telling ones come first."""


def build_description(
    name: str, kind: str, text: str, lines: list[tuple[str, str]], rules: tuple[str, ...]
) -> Description:
    """A description with the first few of the lines: the most telling ones stand first."""
    return Description(name, kind, text, [DescriptionLine(*line) for line in lines[:MAX_LINES]], list(rules))


def describe_by_first_known_key(
    describers: Describers, game: Any, state: State, who: int | None, where: BoardTarget
) -> Description | None:
    """The description of the first name that a title knows; None when it knows none."""
    for key, describe in describers.items():
        if key in where:
            return describe(game, state, who, where[key])
    return None


def require_seat(state: State, value: Any) -> int:
    """The seat of a place, if the table has it."""
    if type(value) is not int or not 0 <= value < state.seats:
        raise ValueError(f"there is no seat {value}")
    return value


def require_index(value: Any, count: int) -> int:
    """The number of a box or slot, if there are so many."""
    if type(value) is not int or not 0 <= value < count:
        raise ValueError(f"there is no number {value}")
    return value


def imagine_state_unless_over(game: Any, state: State, who: int | None) -> State:
    """A table that looks the same to `who` and on which all that its view does not print is drawn anew.

    Descriptions are made on it, so that they cannot tell what the viewer cannot know. When the game is over everything
    lies open.
    """
    if not state.step_stack:
        return state
    table: State = game.imagine_contrasting_states(state, 0 if who is None else who, random.Random(SEED))[0]
    return table
