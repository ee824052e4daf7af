"""Gets an action from a bot, whatever the bot does: errors, illegal actions and endless thinking are faults."""

import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

import msgspec

from aerodrome.bots import Bot, choose_action
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


class BotTimeout(BaseException):
    """Raised inside a bot whose time is up; not an Exception, so that a bot cannot swallow it by accident."""


class ThinkingTimes(msgspec.Struct):
    """How long each bot thought; measured, so no part of the results."""

    seconds: dict[str, float] = {}
    choices: dict[str, int] = {}

    def add_choices(self, bot: str, seconds: float, choice_count: int) -> None:
        """So many more choices of a bot, and the time they took."""
        self.seconds[bot] = self.seconds.get(bot, 0.0) + seconds
        self.choices[bot] = self.choices.get(bot, 0) + choice_count

    def add_times(self, other: "ThinkingTimes") -> None:
        """What was measured elsewhere."""
        for bot, seconds in other.seconds.items():
            self.add_choices(bot, seconds, other.choices[bot])

    def __str__(self) -> str:
        each = [f"{bot} {1000 * self.seconds[bot] / self.choices[bot]:.2f} ms" for bot in self.seconds]
        return "Time for a choice: " + ", ".join(each) if each else ""


class BotRunner:
    """Gets the actions of all bots of one game; notes what each did wrong and how long it thought."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.faults: list[str] = []
        self.times = ThinkingTimes()

    def get_action_or_random(
        self, bot_name: str, bot: Bot, game: Game, state: State, seat: int, rng: random.Random
    ) -> Action:
        """The bot's action, or a random one when it raises, breaks a rule or takes too long."""
        begun = perf_counter()
        fault = ""
        action: Action | None = None
        try:
            with interrupt_after(self.limit):
                action = choose_action(bot, game, state, seat, rng)
        except BotTimeout:
            fault = "overtime"
        except Exception as error:
            fault = f"raised {type(error).__name__}: {str(error)[:120]}"
        seconds = perf_counter() - begun
        self.times.add_choices(bot_name, seconds, 1)
        if not fault:
            fault = (
                f"overtime ({self.limit:g} s)"
                if seconds > self.limit
                else _explain_illegal_action(game, state, seat, action)
            )
        if not fault and action is not None:
            return action
        self.faults.append(f"{bot_name} (seat {seat}, choice {sum(self.times.choices.values())}): {fault}")
        legal = game.legal(state, seat)
        return legal[int(rng.random() * len(legal))]


def _explain_illegal_action(game: Game, state: State, seat: int, action: Action | None) -> str:
    """What is wrong with an action, or ""."""
    if not isinstance(action, Action):
        return f"returned {type(action).__name__}, not an action"
    refusal = game.why_not(state, seat, action)
    return "" if refusal is None else f"illegal: {refusal}"


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Interrupts what runs longer than so many seconds, where the system can (main thread, not on Windows)."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def raise_timeout(_signal: int, _frame: FrameType | None) -> None:
        raise BotTimeout

    before = signal.signal(signal.SIGALRM, raise_timeout)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
