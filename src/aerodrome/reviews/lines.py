"""How it could go on after a choice: what greedy bots would choose next, in the words of the log."""

import random
from typing import Final

from aerodrome.bots import choose_action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.core.game import Game
from aerodrome.core.state import State

LONGEST_LINE: Final = 4
"""So many choices are told."""


def play_line_after(game: Game, imagined_state: State, seat: int, action: Action) -> list[str]:
    """A sentence for each of the next choices, until chance acts: one throw of many would tell nothing.

    It is played on a table imagined from what the seat knew, and told as that seat would hear it.
    """
    state = imagined_state.clone()
    game.apply(state, seat, action)
    bot, rng = GreedyBot(), random.Random(1)
    line: list[str] = []
    for _choice in range(LONGEST_LINE):
        actors = game.actors(state)
        if not actors or actors[0] == CHANCE:
            break
        choice = choose_action(bot, game, state, actors[0], rng)
        words = f"{game.seat_name(actors[0])}: {game.say(state, actors[0], choice)}"
        heard: list[Event] = []
        game.apply(state, actors[0], choice, heard.append)
        visible = [event for event in heard if event.is_visible_to(seat)]
        # What its seat alone hears speaks to it as "you", and others read this too.
        told = [words if event.visible_only_to == seat else game.describe_event(event) for event in visible]
        line += [sentence for sentence in told if sentence][:1]
    return line
