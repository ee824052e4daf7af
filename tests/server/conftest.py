"""Servers for tests: one inside the test process, and real ones that can be killed."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from aerodrome.core import registry
from aerodrome.matches.bot_pool import BotPool, BotRequest, choose_action
from aerodrome.matches.fair_queue import ShareKey
from aerodrome.server.app import Application
from aerodrome.server.settings import Limits, Settings
from matches.conftest import InlineReplayPool
from server.client import PATIENCE_S, Browser, until_up

GENEROUS = Limits(
    read_rate=(1e6, 10**6),
    write_rate=(1e6, 10**6),
    join_rate=(1e6, 10**6),
    new_match_rate=(1e6, 10**6),
    hint_rate=(1e6, 10**6),
    expensive_read_rate=(1e6, 10**6),
    page_rate=(1e6, 10**6),
    monitoring_rate=(1e6, 10**6),
    max_requests=10**6,
    max_connections_per_address=10**6,
    chat_rate=(1e6, 10**6),
    table_rate=(1e6, 10**6),
    notice_rate=(1e6, 10**6),
    max_unfinished_matches=10_000,
    max_unfinished_matches_per_address=10_000,
)
TESTS = Path(__file__).parent.parent


class InlineBotPool(BotPool):
    """Thinks on the spot: no process to start."""

    async def run_in_idle_time(self, function: Callable[..., Any], *arguments: Any, share: ShareKey) -> Any:
        await asyncio.sleep(0)
        return function(*arguments)

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
        return choose_action(request, level)


@pytest.fixture
def with_toy_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a title for the length of a test."""
    monkeypatch.setattr(registry, "_MODULES", {**registry._MODULES, "toy": "toy.game"})
    monkeypatch.setattr(registry, "_LOADED", {})


@pytest.fixture
async def app(tmp_path: Path, with_toy_title: None) -> AsyncIterator[Application]:
    settings = Settings(database=str(tmp_path / "tables.db"), min_bot_move_seconds=0.0, limits=GENEROUS)
    application = Application(settings)
    application.service.bot_pool = InlineBotPool()
    application.service.replay_pool = InlineReplayPool()
    await application.service.open()
    yield application
    await application.service.close()


@pytest.fixture
async def browsers(app: Application) -> AsyncIterator[Callable[[], Browser]]:
    """As many browsers as a test wants, all of the server in this process."""
    made: list[Browser] = []

    def make() -> Browser:
        made.append(Browser("http://table.test", httpx.ASGITransport(app)))
        return made[-1]

    yield make
    for browser in made:
        await browser.http.aclose()


class ForkServer:
    """Real server processes, quickly started and killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(TESTS / "server" / "fork_server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
            text=True,
        )
        self._said()
        self.alive: set[int] = set()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    async def start(self, settings: Settings, port: int) -> int:
        """A server at this port; returns its process id when it answers."""
        assert self._process.stdin is not None
        order = msgspec.json.encode({"settings": settings, "port": port}).decode()
        self._process.stdin.write(order + "\n")
        self._process.stdin.flush()
        pid = int(self._said())
        self.alive.add(pid)
        await until_up(port)
        return pid

    def kill(self, pid: int) -> None:
        """Returns when it is gone."""
        os.kill(pid, signal.SIGKILL)
        self.wait(pid)

    def stop(self, pid: int) -> None:
        os.kill(pid, signal.SIGTERM)

    def wait(self, pid: int, seconds: float = PATIENCE_S) -> None:
        """Until the process is gone."""
        self.alive.discard(pid)
        end = time.monotonic() + seconds
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < end:
                os.kill(pid, 0)
                time.sleep(0.001)
            raise AssertionError("the server does not stop")

    def close(self) -> None:
        for pid in list(self.alive):
            self.kill(pid)
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE_S)


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


def free_port(*addresses: str) -> int:
    """A port that nobody has at any of these addresses; at 127.0.0.1 when none is named."""
    first, *others = addresses or ("127.0.0.1",)
    while True:
        with contextlib.ExitStack() as probes, contextlib.suppress(OSError):
            probe = probes.enter_context(socket.socket())
            probe.bind((first, 0))
            port = int(probe.getsockname()[1])
            for address in others:
                probes.enter_context(socket.socket()).bind((address, port))
            return port


def settings_for(database: str) -> Settings:
    return Settings(
        database=database, min_bot_move_seconds=0.0, limits=GENEROUS, titles={"toy": "toy.game"}, bot_processes=1
    )
