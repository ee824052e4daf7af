"""The part that every title's view has in common."""

from typing import Any

import msgspec

from aerodrome.core.codec import dump_step
from aerodrome.core.game import Game
from aerodrome.core.state import State


class View(msgspec.Struct, kw_only=True):
    """What one seat may see. Titles subclass it and add their board."""

    title: str
    seat: int | None
    """Whose view this is; None for a spectator."""
    seats: int
    actors: list[int]
    """Who must act: seats, or -1 for chance; empty when the game is over."""
    over: bool
    winners: list[int]
    scores: list[int] | None
    """Only when the game is over, or when scores are open anyway."""
    phase: str
    """Where in the rulebook the table is, in words: "Round 3 · Stock"."""
    step: dict[str, Any] | None = None
    """The question of the moment as stored positions have it, ids as numbers; None when the game is over."""


def build_common_view_fields(
    game: Game, state: State, who: int | None, phase: str, scores_are_open: bool = False
) -> dict[str, Any]:
    """The fields of `View`, for a title to add its own."""
    over = not state.step_stack
    return {
        "title": game.title,
        "seat": who,
        "seats": state.seats,
        "actors": list(game.actors(state)),
        "over": over,
        "winners": list(game.winners(state)),
        "scores": game.scores(state) if over or scores_are_open else None,
        "phase": phase,
        "step": None if over else dump_step(state.step_stack[-1]),
    }
