"""Law: whatever breaks in upon the engine (Ctrl-C, an alarm) is an exception there, never the end of the process.

Compiled code takes what the interpreter breaks off in the middle of a multiplication of large numbers for a lack of
memory, and aborts.
"""

import subprocess
import sys

import pytest

import aerodrome

INTERRUPTED = """
import random, signal, sys
import aerodrome
from aerodrome import CHANCE, bots
from aerodrome.core.chance import run_chance_and_get_seat

class Interrupt(Exception):
    pass

def interrupt(*_signal):
    raise Interrupt

def play(game, bot, rng):
    state = game.new(game.seats_min)
    while (seat := run_chance_and_get_seat(game, state, rng)) >= 0:
        game.apply(state, seat, bots.choose_action(bot, game, state, seat, rng))

game, bot = aerodrome.load(sys.argv[1]), bots.create_bot("greedy")
bot.prepare_for_game(game)
rng, count = random.Random(1), 0
play(game, bot, rng)
signal.signal(signal.SIGALRM, interrupt)
while count < 80:
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001 + 0.02 * rng.random(), 60.0)
        while True:
            play(game, bot, rng)
    except Interrupt:
        count += 1
print(count)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms")
@pytest.mark.parametrize("title", aerodrome.titles())
def test_whatever_breaks_in_upon_a_game_is_an_exception(title: str) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, title], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "80\n"
