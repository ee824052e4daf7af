"""LiveMatch updates: every event once and in order, on every line, however often it breaks, from whichever process."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.client import PATIENCE_S, Browser, any_answer
from server.conftest import ForkServer, free_port, settings_for

CUTS = 50


class Watcher:
    """Follows one chair and cuts its own line at random."""

    def __init__(self, browsers: list[Browser], match: str, cuts: int, rng: random.Random) -> None:
        self.browsers = browsers
        self.match = match
        self.cuts = cuts
        self.rng = rng
        self.seen: list[dict[str, Any]] = []

    async def watch(self) -> None:
        """Until somebody says goodbye."""
        after = 0
        while True:
            browser = self.rng.choice(self.browsers)
            patience = self.rng.randint(0, 1) if self.cuts else -1
            async for name, number, data in browser.stream(self.match, after):
                if name != "update":
                    continue
                assert number == data["version"]
                after = data["version"]
                self.seen.append(data)
                if data["chat"] and data["chat"][0]["text"] == "goodbye":
                    return
                if patience == 0:
                    self.cuts -= 1
                    break
                patience -= 1


async def _play(browser: Browser, match: str, rng: random.Random) -> None:
    """One seat, as fast as it can, and talking; the other seat does the same."""
    while True:
        room = await browser.room(match)
        if room["status"] == "over":
            return
        if room["question"] is None:
            await asyncio.sleep(0)
            continue
        answer = await browser.act(match, room["question"]["seq"], any_answer(room["question"], rng))
        assert answer.status_code in (200, 409), answer.text
        await browser.post(f"/api/matches/{match}/chat", {"text": "what a move"})


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_two_seats_act_at_once_and_every_line_tells_the_same_story(
    kind: str, fork_server: ForkServer, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """On PostgreSQL the two seats are at two server processes, and lines wander between them."""
    rng = random.Random(4)
    database = str(tmp_path / "t.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    ports = [free_port() for _ in range(2 if kind == "postgresql" else 1)]
    servers = [await fork_server.start(settings_for(database), port) for port in ports]
    bases = [f"http://127.0.0.1:{port}" for port in ports]
    async with Browser(bases[0]) as one, Browser(bases[-1]) as two, Browser(bases[0]) as third:
        made = await one.make("airline", "me", "open", options={"round_limit": 20})
        match = made["id"]
        await two.join(made["links"][1], "Berta")
        await third.join(made["spectator_link"])
        watchers = []
        for browser in (one, two, third):
            lines = [_line(browser, base) for base in bases]
            watchers.append(Watcher(lines, match, CUTS, rng))
        steady = Watcher([_line(third, bases[-1])], match, 0, rng)
        async with asyncio.timeout(4 * PATIENCE_S):
            following = [asyncio.create_task(watcher.watch()) for watcher in [*watchers, steady]]
            await asyncio.gather(_play(one, match, random.Random(1)), _play(two, match, random.Random(2)))
            await one.post(f"/api/matches/{match}/chat", {"text": "goodbye"})
            await asyncio.gather(*following)
        for base in bases:
            await _no_stream_is_left(third, base)
        rooms = [await browser.room(match) for browser in (one, two, third)]
        logs = [await browser.whole_log(match) for browser in (one, two, third)]
        records = [(await browser.http.get(f"/api/matches/{match}/record")).content for browser in (one, two)]
    for pid in servers:
        fork_server.kill(pid)
    assert records[0] == records[1]
    end = rooms[0]["version"]
    for watcher, log in zip([*watchers, steady], [*logs, logs[-1]], strict=True):
        assert [data["version"] for data in watcher.seen] == list(range(1, end + 1)), "an event was lost or repeated"
        told = [line for data in watcher.seen for line in data["log"]]
        assert told == log, "the stream and the room tell different stories"
        assert watcher.cuts == 0, "the line was not cut often enough"


async def _no_stream_is_left(browser: Browser, base: str) -> None:
    """Lines that were cut are closed on the other side too."""
    async with asyncio.timeout(PATIENCE_S):
        while "aerodrome_streams 0.0" not in (await browser.http.get(f"{base}/metrics")).text:
            pass


def _line(browser: Browser, base: str) -> Browser:
    """The same cookie at another door."""
    other = Browser(base)
    for cookie in browser.http.cookies.jar:
        other.http.cookies.set(cookie.name, cookie.value or "", domain="127.0.0.1", path="/")
    return other


async def test_a_stream_without_an_id_begins_now_and_the_newest_update_carries_the_table(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    port = free_port()
    server = await fork_server.start(settings_for(str(tmp_path / "t.db")), port)
    async with Browser(f"http://127.0.0.1:{port}") as host:
        made = await host.make("toy", "me", "me", mode="hotseat")
        match = made["id"]
        room = await host.room(match, 0)
        stream = host.stream(match, seat=0)
        name, number, _ = await anext(stream)
        assert (name, number) == ("presence", None)
        await host.post(f"/api/matches/{match}/chat", {"text": "hello", "seat": 1})
        update = await _next_update(stream)
        assert (update["version"], update["is_latest"]) == (room["version"] + 1, True)
        assert update["chat"][0]["text"] == "hello"
        assert update["view"] == room["view"]
        assert update["question"] == room["question"]
    fork_server.kill(server)


async def test_who_sits_at_another_process_is_here_too(fork_server: ForkServer, postgres: str) -> None:
    ports = [free_port(), free_port()]
    servers = [await fork_server.start(settings_for(postgres), port) for port in ports]
    async with Browser(f"http://127.0.0.1:{ports[0]}") as one, Browser(f"http://127.0.0.1:{ports[1]}") as two:
        made = await one.make("toy", "me", "open")
        await two.join(made["links"][1], "Berta")
        first = one.stream(made["id"])
        second = two.stream(made["id"])
        async with asyncio.timeout(PATIENCE_S):
            await _until_presence(first, 1, "absent")
            await _until_presence(second, 0, "thinking")
            await _until_presence(first, 1, "thinking")
            await second.aclose()
            await _until_presence(first, 1, "absent")
    for pid in servers:
        fork_server.kill(pid)


async def _until_presence(stream: AsyncIterator[tuple[str, int | None, Any]], seat: int, presence: str) -> None:
    """News of a match tell of its seats too: whoever sits down elsewhere may be heard of before or after we look."""
    async for _, _, data in stream:
        if data.get("seats") and data["seats"][seat]["presence"] == presence:
            return
    raise AssertionError("the line broke")


async def test_a_stopping_server_says_goodbye(fork_server: ForkServer, tmp_path: Path) -> None:
    port = free_port()
    server = await fork_server.start(settings_for(str(tmp_path / "t.db")), port)
    async with Browser(f"http://127.0.0.1:{port}") as host:
        made = await host.make("toy", "me", "open")
        stream = host.stream(made["id"])
        await anext(stream)
        fork_server.stop(server)
        async with asyncio.timeout(PATIENCE_S):
            assert [name async for name, _, _ in stream][-1] == "bye"
    await asyncio.to_thread(fork_server.wait, server)


async def _next_update(stream: Any) -> Any:
    async for name, _, data in stream:
        if name == "update":
            return data
    raise AssertionError("the line broke")
