"""Whoever presses Ctrl-C while a bot thinks stops it, and not the process: what was done is kept, and said.

Compiled code takes an exception in the middle of some operations for a lack of memory and ends the process, so this is
tried where it is compiled above all.
"""

import random
import signal
import subprocess
import sys

import pytest

import aerodrome
from aerodrome import CHANCE
from aerodrome.bots import choose_action, create_bot

INTERRUPTIONS = 40
THINK_AND_BE_INTERRUPTED = """
import sys
from laws.test_interruptions import count_interruptions
print(count_interruptions(sys.argv[1], int(sys.argv[2])))
"""


class Interruption(Exception):
    """What Ctrl-C raises is no exception of ours: this stands for it."""


def count_interruptions(title: str, most: int) -> int:
    """Bots play and are interrupted at all moments of their thoughts."""
    is_thinking = False

    def interrupt(_signal: int, _frame: object) -> None:
        nonlocal is_thinking
        if is_thinking:
            is_thinking = False
            raise Interruption

    signal.signal(signal.SIGVTALRM, interrupt)
    game, rng, interruptions = aerodrome.load(title), random.Random(1), 0
    bot, quick = create_bot("captain?simulations=400"), create_bot("greedy")
    state = game.new(game.seats_min)
    while interruptions < most:
        actors = game.actors(state)
        if not actors:
            state = game.new(game.seats_min)
        elif actors == (CHANCE,):
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
        else:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.001 + 0.02 * rng.random())
            try:
                is_thinking = True
                choose_action(bot, game, state.clone(), actors[0], rng)
                is_thinking = False
            except Interruption:
                interruptions += 1
            game.apply(state, actors[0], choose_action(quick, game, state, actors[0], rng))
    return interruptions


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_thought_can_be_interrupted_anywhere(title: str) -> None:
    command = [sys.executable, "-c", THINK_AND_BE_INTERRUPTED, title, str(INTERRUPTIONS)]
    done = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path)})
    assert (done.returncode, done.stdout.strip()) == (0, str(INTERRUPTIONS)), done.stderr
