"""MatchService without a web around them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from aerodrome.core import registry
from aerodrome.matches import commands, match_creation
from aerodrome.matches.bot_pool import BotPool, BotRequest, choose_action, decide_end_vote
from aerodrome.matches.fair_queue import NO_SHARE, ShareKey
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.matches.replay_pool import ReplayWorkerPool
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore

KEY = "key of the host"


class InlineBotPool(BotPool):
    """Thinks on the spot: no process to start."""

    async def run_in_idle_time(self, function: Callable[..., Any], *arguments: Any, share: ShareKey) -> Any:
        await asyncio.sleep(0)
        return function(*arguments)

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
        return choose_action(request, level)

    async def decide_end_vote(self, request: BotRequest) -> bool:
        return decide_end_vote(request)


class InlineReplayPool(ReplayWorkerPool):
    """Plays again on the spot: no process to start."""

    async def run_short_job(self, function: Callable[..., Any], *arguments: Any, share: ShareKey = NO_SHARE) -> Any:
        return function(*arguments)

    async def run_record_job(self, function: Callable[..., Any], *arguments: Any, share: ShareKey = NO_SHARE) -> Any:
        return function(*arguments)


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy, and a longer one with turns and orders, for the length of a test."""
    more = {"toy": "toy.game", "counting": "matches.counting"}
    monkeypatch.setattr(registry, "_MODULES", {**registry._MODULES, **more})
    monkeypatch.setattr(registry, "_LOADED", {})


@pytest.fixture
async def service(tmp_path: Path, titles: None) -> AsyncIterator[MatchService]:
    made = MatchService(MatchStore(tmp_path / "tables.db", lock_timeout=0.2), InlineBotPool())
    made.replay_pool = InlineReplayPool()
    await made.open()
    yield made
    await made.close()


@pytest.fixture
def again(tmp_path: Path, titles: None) -> Callable[[], MatchService]:
    """Another process that looks at the same database."""

    def create() -> MatchService:
        other = MatchService(MatchStore(tmp_path / "tables.db", lock_timeout=0.2), InlineBotPool())
        other.replay_pool = InlineReplayPool()
        return other

    return create


async def seated(service: MatchService, title: str, *seats: str, **more: Any) -> LiveMatch:
    """Seats as words: "person", or a bot's level."""
    wishes = [SeatRequest("person") if word == "person" else SeatRequest("bot", word) for word in seats]
    plan = MatchRequest(title, wishes, {})._replace(**more)
    return await match_creation.create_match(service, plan, KEY)


async def play(service: MatchService, live: LiveMatch, seat: int, **action: object) -> bool:
    question_seq = live.match.get_shown_question_seq(seat)
    return await commands.submit_action_and_detect_repeat(service, live, seat, question_seq or 0, action)


async def until(live: LiveMatch, true: Callable[[Match], bool]) -> None:
    while not true(live.match):
        await live.changed.wait()
