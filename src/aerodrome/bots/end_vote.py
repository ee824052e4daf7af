"""Whether a bot agrees that a game ends here: by its chance, and by whether anything can still change."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.evaluation import compute_win_shares
from aerodrome.core.actions import NOBODY
from aerodrome.core.chance import run_chance_and_get_seat
from aerodrome.core.game import Game
from aerodrome.core.leaders import find_leaders
from aerodrome.core.state import State

WORLDS: Final = 5
"""On so many imagined tables the chances are averaged."""
LOST: Final = 0.15
WON: Final = 0.85
CLEAR_LEAD: Final = 0.7
"""With such a chance somebody leads clearly: without that nobody counts as lost."""
PLAYOUTS: Final = 20
"""In so many games played on in thought nothing changed: then it is as settled as a chance above WON."""
PLAYOUT_CHOICES: Final = 60
"""So many choices for each seat a game is played on in thought, to see whether the standing changes."""


def agrees_to_end(game: Game, state: State, seat: int, rng: random.Random) -> bool:
    """Whether the bot at this seat agrees. It looks at tables imagined from what its seat knows, never at the truth."""
    worlds = [game.imagine(state, seat, rng) for _ in range(WORLDS)]
    chances = _average_win_shares(game, worlds)
    leads_everywhere = all(seat in find_leaders(game, world) for world in worlds)
    if chances[seat] >= WON:
        return leads_everywhere
    if chances[seat] <= LOST and max(chances) >= CLEAR_LEAD:
        return True
    return _do_leaders_keep_lead_in_all_playouts(game, state, seat, rng)


def _average_win_shares(game: Game, imagined_states: list[State]) -> list[float]:
    total = [0.0] * imagined_states[0].seats
    for world in imagined_states:
        for seat, chance in enumerate(compute_win_shares(game, world)):
            total[seat] += chance / len(imagined_states)
    return total


def _do_leaders_keep_lead_in_all_playouts(game: Game, state: State, seat: int, rng: random.Random) -> bool:
    """Whether those who lead now still lead in every game that is played on in thought."""
    for _ in range(PLAYOUTS):
        world = game.imagine(state, seat, rng)
        leaders = find_leaders(game, world)
        _run_playout(game, world, PLAYOUT_CHOICES * state.seats, rng)
        if find_leaders(game, world) != leaders:
            return False
    return True


def _run_playout(game: Game, state: State, max_choices: int, rng: random.Random) -> None:
    """Everybody plays by the quick policy, until the game is over or so many choices are made."""
    for _choice in range(max_choices):
        who = run_chance_and_get_seat(game, state, rng)
        if who == NOBODY:
            return
        legal = game.legal(state, who)
        game.apply(state, who, game.evaluator.choose_rollout_action(game, state, who, legal, rng))
