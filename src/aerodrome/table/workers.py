"""Bots think in processes of their own, so that the table never waits for a thought."""

import asyncio
import multiprocessing
import os
import random
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from aerodrome import bots
from aerodrome.bots.levels import advise
from aerodrome.core import library
from aerodrome.core.game import Game
from aerodrome.table.troubles import CannotThink

LEVELS = ("random", "greedy", "cadet", "captain", "ace")
"""Who may sit at a table. Other bots, by import path, are for the lab: nobody names code over the network."""
OFFERED = ("cadet", "captain", "ace")
STAND_IN = "captain"
"""Who plays for somebody who left or whose time is out."""
PATIENCE = 20.0
HINT_MS = 1000


class Task(NamedTuple):
    """A position to think about, as plain data."""

    title: str
    rules: int
    options: dict[str, Any]
    state: bytes
    seat: int
    seed: int


def think(task: Task, level: str) -> dict[str, Any]:
    game, state, rng = _lay(task)
    return game.dump(bots.decide(bots.make(level), game, state, task.seat, rng))


def hint(task: Task) -> list[tuple[dict[str, Any], str, float, str]]:
    """The best choices: action, words, expectation, reason. It looks at an imagined table only."""
    game, state, rng = _lay(task)
    imagined = game.imagine(state, task.seat, rng)
    found = []
    for action, gain, why in advise(game, imagined, task.seat, rng, HINT_MS):
        words = game.say(imagined, task.seat, action)
        found.append((game.dump(action), words, float(gain), why))
    return found


def _lay(task: Task) -> tuple[Game, Any, random.Random]:
    game = library.load(task.title, "house", task.options, rules=task.rules)
    return game, game.from_json(task.state), random.Random(task.seed)


def _prepare(parent: int, titles: dict[str, str], path: list[str]) -> None:
    """A worker knows the same titles as its table, ends with it, and lets it go first."""
    if hasattr(os, "nice"):
        os.nice(5)
    sys.path[:] = path
    for title, module in titles.items():
        library.register(title, module)
    end_with(parent)


def end_with(parent: int) -> None:
    """This process ends when the one that started it is gone, however that went."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    def __init__(self, count: int | None = None, patience: float = PATIENCE) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._room = asyncio.Semaphore(2 * self.count)
        """Thoughts wait here and not in the pool: what was handed over is being thought, or next."""

    async def think(self, task: Task, level: str) -> dict[str, Any]:
        found: dict[str, Any] = await self._run(think, task, level)
        return found

    async def hint(self, task: Task) -> list[tuple[dict[str, Any], str, float, str]]:
        found: list[tuple[dict[str, Any], str, float, str]] = await self._run(hint, task)
        return found

    async def _run(self, work: Any, *given: Any) -> Any:
        async with self._room:
            pool = self._open()
            try:
                future = asyncio.wrap_future(pool.submit(work, *given))
                return await asyncio.wait_for(future, self.patience)
            except BrokenProcessPool as error:
                self._drop(pool)
                raise CannotThink("A bot stopped in mid-thought. It tries again.") from error
            except TimeoutError as error:
                self._drop(pool)
                raise CannotThink("A bot took too long to think. It tries again.") from error

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_prepare,
                initargs=(os.getpid(), dict(library._MODULES), list(sys.path)),
            )
        return self._pool

    def pids(self) -> list[int]:
        return [] if self._pool is None else list(self._pool._processes or {})

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        """A broken pool is thrown away; the next thought opens a new one."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._drop(self._pool)
