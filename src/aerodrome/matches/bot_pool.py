"""Bots choose in processes of their own, so that no match waits for another's bot."""

import asyncio
import hashlib
import multiprocessing
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from aerodrome import bots
from aerodrome.bots.advice import advise
from aerodrome.core import registry
from aerodrome.core.game import Game
from aerodrome.matches.errors import BotFailed
from aerodrome.matches.match import Match
from aerodrome.matches.util import exit_with_parent

BOT_TIMEOUT_S = 20.0
HINT_MS = 1000

Suggestion = tuple[dict[str, Any], str, float, str]
"""An action, its words, what it is expected to bring, and why."""


class BotRequest(NamedTuple):
    """A position for a bot to choose in, as plain data."""

    title: str
    rules_version: int
    options: dict[str, Any]
    state_json: bytes
    seat: int
    random_seed: int
    edition_hash: str | None = None


def build_bot_request(match: Match, seat: int) -> BotRequest:
    """The present position, with random numbers that belong to the match's seed and the place in its log."""
    setup = match.setup
    digest = hashlib.sha256(f"{setup.seed}:bot:{match.log_length}:{seat}".encode()).digest()
    state_json = match.game.to_json(match.record.state)
    random_seed = int.from_bytes(digest[:8], "big")
    return BotRequest(
        setup.title, setup.rules_version, setup.options, state_json, seat, random_seed, match.game.edition_hash
    )


def choose_action(request: BotRequest, level: str) -> dict[str, Any]:
    """What a bot of this level plays."""
    game, state, rng = _restore_position(request)
    return game.dump(bots.choose_action(bots.create_bot(level), game, state, request.seat, rng))


def suggest_actions(request: BotRequest) -> list[Suggestion]:
    """The best choices. Only a position imagined from what the seat knows is looked at."""
    game, state, rng = _restore_position(request)
    imagined = game.imagine(state, request.seat, rng)
    found = []
    for action, gain, reason in advise(game, imagined, request.seat, rng, HINT_MS):
        words = game.say(imagined, request.seat, action)
        found.append((game.dump(action), words, float(gain), reason))
    return found


def _restore_position(request: BotRequest) -> tuple[Game, Any, random.Random]:
    game = registry.load(
        request.title, "house", request.options, rules=request.rules_version, edition_hash=request.edition_hash
    )
    return game, game.from_json(request.state_json), random.Random(request.random_seed)


def _init_worker(parent_pid: int, titles: dict[str, str], python_path: list[str]) -> None:
    """A worker knows the same titles as the server, ends with it, and yields the processor to it."""
    if hasattr(os, "nice"):
        os.nice(5)
    sys.path[:] = python_path
    for title, module in titles.items():
        registry.register(title, module)
    exit_with_parent(parent_pid)


class BotPool:
    """Worker processes that choose for bots; started when first needed, replaced when they crash or hang."""

    def __init__(self, processes: int | None = None, timeout: float = BOT_TIMEOUT_S) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.timeout = timeout
        self._executor: ProcessPoolExecutor | None = None
        self._slots = asyncio.Semaphore(2 * self.processes)
        """Requests wait here and not in the pool: what was handed over is being worked on, or next."""
        self.failures_in_a_row = 0
        """How often the workers crashed or hung since they last answered."""

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, Any]:
        """What a bot of this level plays. Raises BotFailed."""
        chosen: dict[str, Any] = await self._run_in_worker(choose_action, request, level)
        return chosen

    async def suggest_actions(self, request: BotRequest) -> list[Suggestion]:
        """The best choices for somebody who asks for a hint. Raises BotFailed."""
        found: list[Suggestion] = await self._run_in_worker(suggest_actions, request)
        return found

    async def _run_in_worker(self, function: Any, *arguments: Any) -> Any:
        async with self._slots:
            executor = self._get_executor()
            try:
                future = asyncio.wrap_future(executor.submit(function, *arguments))
                answer = await asyncio.wait_for(future, self.timeout)
                self.failures_in_a_row = 0
                return answer
            except BrokenProcessPool as error:
                self.failures_in_a_row += 1
                self._discard_executor(executor)
                raise BotFailed("A bot stopped in mid-thought. It tries again.") from error
            except TimeoutError as error:
                self.failures_in_a_row += 1
                self._discard_executor(executor)
                raise BotFailed("A bot took too long to think. It tries again.") from error

    def _get_executor(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self.processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_init_worker,
                initargs=(os.getpid(), registry.registered_titles(), list(sys.path)),
            )
        return self._executor

    def list_pids(self) -> list[int]:
        """The worker processes that run now."""
        return [] if self._executor is None else list(self._executor._processes or {})

    def _discard_executor(self, executor: ProcessPoolExecutor) -> None:
        """Kill its workers; the next request starts new ones."""
        if self._executor is executor:
            self._executor = None
        for process in list((executor._processes or {}).values()):
            process.kill()
        executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End all workers."""
        if self._executor is not None:
            self._discard_executor(self._executor)
