"""The power goes off a hundred times in the middle of play: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from aerodrome.matches.match import Match
from aerodrome.matches.store import MatchStore
from server.client import Browser, any_answer, good
from server.conftest import ForkServer, free_port, settings_for

MOMENTS = 100


class Player:
    """Plays all seats of one screen as fast as it can, and remembers what was acknowledged."""

    def __init__(self, browser: Browser, match: str, rng: random.Random) -> None:
        self.browser = browser
        self.match = match
        self.rng = rng
        self.acknowledged: list[tuple[int, int, dict[str, Any]]] = []
        self.in_flight: tuple[int, int, dict[str, Any]] | None = None
        self.over = False
        self.sent: asyncio.Queue[None] = asyncio.Queue()

    async def play(self) -> None:
        """Until it is cancelled or the match is over; what breaks is tried again."""
        while not self.over:
            with contextlib.suppress(httpx.TransportError):
                await self._send(*(self.in_flight or await self._choose()))

    async def _choose(self) -> tuple[int, int, dict[str, Any]]:
        room = await self.browser.room(self.match)
        asked = [seat for seat in room["view"]["actors"] if seat >= 0]
        mine = await self.browser.room(self.match, asked[0])
        return asked[0], mine["question"]["seq"], any_answer(mine["question"], self.rng)

    async def _send(self, seat: int, seq: int, action: dict[str, Any]) -> None:
        self.in_flight = seat, seq, action
        self.sent.put_nowait(None)
        good(await self.browser.act(self.match, seq, action, seat))
        self.acknowledged.append((seat, seq, action))
        self.in_flight = None
        self.over = (await self.browser.room(self.match))["status"] == "over"


async def _killed_again_and_again(fork_server: ForkServer, database: str) -> list[Player]:
    rng = random.Random(9)
    port = free_port()
    settings = settings_for(database)
    players: list[Player] = []
    async with Browser(f"http://127.0.0.1:{port}") as browser:
        for _ in range(MOMENTS):
            server = await fork_server.start(settings, port)
            if not players or players[-1].over:
                await browser.reconnect()
                made = await browser.make("airline", "me", "me", "me", mode="hotseat")
                players.append(Player(browser, made["id"], rng))
            playing = await _until_busy(players[-1], rng)
            fork_server.kill(server)
            playing.cancel()
            await asyncio.wait([playing])
        server = await fork_server.start(settings, port)
        await browser.reconnect()
        for player in players:
            if player.in_flight is not None:
                await player._send(*player.in_flight)
        fork_server.kill(server)
    return players


async def _until_busy(player: Player, rng: random.Random) -> "asyncio.Task[None]":
    """Let the player send one to four actions, and return at a random moment of the last one's way."""
    playing = asyncio.create_task(player.play())
    for _ in range(rng.randint(1, 4)):
        sent = asyncio.create_task(player.sent.get())
        await asyncio.wait([playing, sent], return_when=asyncio.FIRST_COMPLETED)
        sent.cancel()
    await asyncio.wait([playing], timeout=rng.uniform(0.0, 0.012))
    return playing


async def _whole(database: str, match: str) -> Match:
    store = MatchStore(database)
    loaded = await store.load_match(match)
    await store.engine.dispose()
    assert loaded is not None
    return Match.restore(match, loaded.setup, loaded.encoded_events, loaded.snapshots)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_no_acknowledged_action_is_lost_and_none_is_doubled(
    kind: str, fork_server: ForkServer, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = str(tmp_path / "t.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    players = await _killed_again_and_again(fork_server, database)
    assert sum(len(player.acknowledged) for player in players) >= MOMENTS // 4
    for player in players:
        match = await _whole(database, player.match)
        log = match.record.log
        for seat, seq, action in player.acknowledged:
            assert (log[seq].who, log[seq].action) == (seat, action), "an acknowledged action is missing"
        chosen = [entry for entry in log if isinstance(entry.who, int)]
        assert len(chosen) == len(player.acknowledged), "an action was applied that nobody sent, or twice"
        again = type(match.record).replay(match.export_record())
        assert match.game.to_json(again.state) == match.game.to_json(match.record.state)
        assert again.verify() == []
