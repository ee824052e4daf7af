"""A choice in one sentence: what it is, why, and what is expected of it."""

from __future__ import annotations

from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


def write_explanation_sentence(game: Game, state: State, seat: int, action: Action, gain: float) -> str:
    """ "Buy Denver: closes the route to its base, expected +6." """
    because = phrase_reason_and_gain(game, state, seat, action, gain)
    words = game.say(state, seat, action).rstrip(".")
    return words + ": " + because + "." if because else words + "."


def phrase_reason_and_gain(game: Game, state: State, seat: int, action: Action, gain: float) -> str:
    """The half of the sentence after the colon; "" when there is nothing to say."""
    parts: list[str] = []
    reason = phrase_reason(game, state, seat, action, gain >= 0.0)
    if reason:
        parts.append(reason)
    number = format_gain(gain)
    if number:
        parts.append("expected " + number)
    return ", ".join(parts)


def phrase_reason(game: Game, state: State, seat: int, action: Action, is_for: bool) -> str:
    """The most telling fact for the choice, or against it, as half a sentence; "" when there is none."""
    for reason in game.evaluator.find_reasons(game, state, seat, action):
        if reason.is_for == is_for:
            return game.describe_reason(state, seat, action, reason)
    return ""


def format_gain(gain: float) -> str:
    """ "+6", "-0.4"; "" for what rounds to nothing."""
    digits = 0 if abs(gain) >= 2.0 else 1
    rounded = round(gain, digits)
    if rounded == 0.0:
        return ""
    return f"{rounded:+.{digits}f}"


def explain_best_evaluations(
    game: Game, state: State, seat: int, evaluations: list[MoveEvaluation], best: int
) -> list[tuple[Action, float, str]]:
    """The first `best` evaluations as (action, expectation, sentence)."""
    return [
        (
            evaluation.action,
            evaluation.gain,
            write_explanation_sentence(game, state, seat, evaluation.action, evaluation.gain),
        )
        for evaluation in evaluations[:best]
    ]
