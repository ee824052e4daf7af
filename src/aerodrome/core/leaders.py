"""Who is ahead in a game that goes on: what counts when a table agrees to end it there."""

from __future__ import annotations

from aerodrome.core.game import Game
from aerodrome.core.state import State


def find_leaders(game: Game, state: State) -> tuple[int, ...]:
    """Who would win if the game ended here: by the title's own tie-breaks where it has some, else by `scores`."""
    ended = state.clone()
    ended.step_stack.clear()
    winners = game.winners(ended)
    if winners:
        return winners
    scores = game.scores(state)
    best = max(scores)
    return tuple([seat for seat in range(state.seats) if scores[seat] == best])
