"""Why one would make a choice, in words."""

from __future__ import annotations

from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


def phrase_main_reason(game: Game, state: State, seat: int, action: Action, is_for: bool) -> str:
    """The most telling fact for the choice, or against it, as half a sentence; "" when there is none."""
    for reason in game.evaluator.find_reasons(game, state, seat, action):
        if reason.is_for == is_for:
            words = game.describe_reason(state, seat, action, reason)
            if words:
                return words
    return ""
