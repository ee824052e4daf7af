"""Bots choose in processes of their own, so that no match waits for another's bot."""

import hashlib
import logging
import os
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from aerodrome import bots
from aerodrome.bots.advice import advise
from aerodrome.core import registry
from aerodrome.core.game import Game
from aerodrome.matches.errors import BotFailed, MachineBusy
from aerodrome.matches.fair_queue import NO_SHARE, Priority, ShareKey
from aerodrome.matches.match import Match
from aerodrome.matches.worker_pool import (
    JobFailed,
    NoFreeWorker,
    WorkerCrashed,
    WorkerPool,
    WorkerSettings,
    WorkerTimeout,
)

log = logging.getLogger("aerodrome.matches")

BOT_TIMEOUT_S = 20.0
HINT_WAIT_S = 3.0
"""How long somebody who asks for a hint waits for a worker before the machine counts as busy."""
PEOPLE_LANE = WorkerSettings(frozenset({Priority.PERSON_WAITS, Priority.WITH_PEOPLE}), niceness=5)
IDLE_LANE = WorkerSettings(frozenset(Priority), niceness=15)
"""Matches of bots alone think here only, on time that nobody else wants: no person ever waits for one of them."""


class Suggestion(NamedTuple):
    """A choice for somebody who asked, as plain data: see `bots.advice.AdvisedChoice`."""

    action: dict[str, Any]
    description: str
    win_chance: float
    uncertainty: float
    percent: int
    gain: float
    gain_words: str
    about_as_good: bool
    reason: str


class BotRequest(NamedTuple):
    """A position for a bot to choose in, as plain data."""

    title: str
    rules_version: int
    options: dict[str, Any]
    state_json: bytes
    seat: int
    random_seed: int
    edition_hash: str | None = None
    priority: Priority = Priority.PERSON_WAITS
    share: ShareKey = NO_SHARE


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
    game, state, rng = _load_game_state_and_rng(request)
    return game.dump(bots.choose_action(bots.create_bot(level), game, state, request.seat, rng))


def suggest_actions(request: BotRequest) -> list[Suggestion]:
    """The best choices. Only what the seat knows plays a part: the same position gets the same answer."""
    game, state, _rng = _load_game_state_and_rng(request)
    return [
        Suggestion(
            game.dump(choice.action),
            game.say(state, request.seat, choice.action),
            choice.win_chance,
            choice.uncertainty,
            choice.percent,
            choice.gain,
            choice.gain_words,
            choice.about_as_good,
            choice.reason,
        )
        for choice in advise(game, state, request.seat).choices
    ]


def _load_game_state_and_rng(request: BotRequest) -> tuple[Game, Any, random.Random]:
    game = registry.load(
        request.title, "house", request.options, rules=request.rules_version, edition_hash=request.edition_hash
    )
    return game, game.from_json(request.state_json), random.Random(request.random_seed)


class BotPool:
    """Worker processes that choose for bots; matches with people have workers that serve nobody else."""

    def __init__(self, processes: int | None = None, timeout: float = BOT_TIMEOUT_S) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.timeout = timeout
        self._workers = WorkerPool([PEOPLE_LANE] * self.processes + [IDLE_LANE] * self.processes)
        self.failures_in_a_row = 0
        """How often the workers crashed or hung since they last answered."""

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, Any]:
        """What a bot of this level plays. Raises BotFailed."""
        chosen: dict[str, Any] = await self._run_in_worker(choose_action, request, level)
        return chosen

    async def suggest_actions(self, request: BotRequest) -> list[Suggestion]:
        """The best choices for somebody who asks for a hint. Raises BotFailed, or MachineBusy when nobody has time."""
        found: list[Suggestion] = await self._run_in_worker(suggest_actions, request, max_wait=HINT_WAIT_S)
        return found

    async def _run_in_worker(
        self, function: Callable[..., Any], request: BotRequest, *more: Any, max_wait: float | None = None
    ) -> Any:
        try:
            answer = await self._workers.run(
                function,
                request,
                *more,
                max_seconds=self.timeout,
                priority=request.priority,
                share=request.share,
                max_wait=max_wait,
            )
            self.failures_in_a_row = 0
            return answer
        except NoFreeWorker:
            raise MachineBusy("The machine is busy thinking for others. Ask again in a moment.") from None
        except JobFailed as error:
            log.error("a bot failed: %s", error, extra={"title": request.title})
            raise BotFailed("A bot cannot choose here. It tries again.") from error
        except WorkerCrashed as error:
            self.failures_in_a_row += 1
            raise BotFailed("A bot stopped in mid-thought. It tries again.") from error
        except WorkerTimeout as error:
            self.failures_in_a_row += 1
            raise BotFailed("A bot took too long to think. It tries again.") from error

    def list_pids(self) -> list[int]:
        """The worker processes that run now."""
        return self._workers.list_pids()

    @property
    def waiting_count(self) -> int:
        """How many bots wait for a worker."""
        return self._workers.waiting_count

    def close(self) -> None:
        """End all workers."""
        self._workers.close()
