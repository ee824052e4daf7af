"""Crowds: real connections from several addresses of the loopback network, against a real server."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from aerodrome.server.client_address import extract_address_or_ipv6_network, resolve_client_address
from aerodrome.server.listening_socket import compute_max_connections, fit_limits_to_connections, raise_open_file_limit
from aerodrome.server.settings import Limits
from server.client import Browser, good
from server.conftest import GENEROUS, ForkServer, free_port, settings_for


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Connection:
    """A raw connection from an address of our choice."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, address: str = "127.0.0.1") -> "Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))

    async def send(self, text: str) -> None:
        self.writer.write(text.replace("\n", "\r\n").encode())
        await self.writer.drain()

    async def read_answer(self) -> Answer:
        """The head of an answer and, when its length is given, its body."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return Answer(int(lines[0].split()[1]), headers, body)

    async def read_until(self, text: bytes) -> None:
        """Skip everything up to this text."""
        seen = b""
        while text not in seen:
            chunk = await self.reader.read(65_536)
            assert chunk, "the server hung up"
            seen = seen[-len(text) :] + chunk

    async def wait_closed_by_server(self) -> bytes:
        """What came until the server hung up."""
        return await self.reader.read()

    def close(self) -> None:
        self.writer.close()


Serve = Callable[[Limits], Awaitable[int]]


@pytest.fixture
async def serve(fork_server: ForkServer, tmp_path: Path) -> AsyncIterator[Serve]:
    """Starts a server with these limits; returns its port."""
    started: list[int] = []

    async def start(limits: Limits) -> int:
        port = free_port()
        settings = msgspec.structs.replace(settings_for(str(tmp_path / f"{port}.db")), limits=limits)
        started.append(await fork_server.start(settings, port))
        return port

    yield start
    for pid in started:
        fork_server.kill(pid)


def with_limits(**changes: Any) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


@asynccontextmanager
async def browser_from(port: int, address: str) -> AsyncIterator[Browser]:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with Browser(f"http://127.0.0.1:{port}", transport) as browser:
        yield browser


async def open_stream(port: int, browser: Browser, match: str, address: str) -> tuple[Connection, Answer]:
    connection = await Connection.open(port, address)
    cookie = browser.http.cookies["aerodrome"]
    await connection.send(f"GET /api/matches/{match}/events HTTP/1.1\nHost: x\nCookie: aerodrome={cookie}\n\n")
    return connection, await connection.read_answer()


def assert_refused(answer: Answer, status: int, code: str) -> None:
    assert answer.status == status, answer
    assert int(answer.headers["retry-after"]) > 0
    problem = msgspec.json.decode(answer.body)
    assert problem["code"] == code
    assert problem["detail"]


UNFINISHED = "POST /api/join HTTP/1.1\nHost: x\nX-Aerodrome: 1\nContent-Type: application/json\nContent-Length: 50\n\n{"


async def send_unfinished(port: int, count: int) -> list[Connection]:
    """So many requests, from a few addresses, whose bodies do not come."""
    attackers = [await Connection.open(port, f"127.0.0.{10 + i % 5}") for i in range(count)]
    for attacker in attackers:
        await attacker.send(UNFINISHED)
    return attackers


async def test_an_honest_visitor_is_answered_beside_unfinished_bodies(serve: Serve) -> None:
    port = await serve(with_limits(body_timeout_seconds=3600.0))
    attackers = await send_unfinished(port, 150)
    ends = [asyncio.create_task(attacker.read_answer()) for attacker in attackers]
    async with browser_from(port, "127.0.0.2") as honest:
        made = await honest.make("toy", "me", "open")
        assert (await honest.room(made["id"]))["status"] == "waiting"
        assert (await honest.http.get("/healthz")).status_code == 200
    assert not any(end.done() for end in ends), "nobody had to go before"
    for end, attacker in zip(ends, attackers, strict=True):
        end.cancel()
        attacker.close()


async def test_unfinished_bodies_are_cut_off(serve: Serve) -> None:
    port = await serve(with_limits(body_timeout_seconds=0.5))
    for attacker in await send_unfinished(port, 20):
        answer = await attacker.read_answer()
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (408, "too_slow")
        assert await attacker.wait_closed_by_server() == b""


async def test_a_body_that_trickles_in_is_cut_off(serve: Serve) -> None:
    port = await serve(with_limits(body_timeout_seconds=0.5, min_body_bytes_per_second=1000))
    slow = await Connection.open(port)
    await slow.send(UNFINISHED)
    answer = asyncio.create_task(slow.read_answer())
    with contextlib.suppress(OSError):
        while not answer.done():
            await slow.send(" ")
            await asyncio.wait([answer], timeout=0.05)
    assert (await answer).status == 408


async def test_a_slow_body_that_keeps_coming_is_read_to_its_end(serve: Serve) -> None:
    port = await serve(with_limits(body_timeout_seconds=1.0, min_body_bytes_per_second=100))
    patient = await Connection.open(port)
    body = '{"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}]' + " " * 1000
    await patient.send(
        "POST /api/matches HTTP/1.1\nHost: x\nX-Aerodrome: 1\nContent-Type: application/json\n"
        f"Content-Length: {len(body) + 1}\n\n{body}"
    )
    answer = asyncio.create_task(patient.read_answer())
    await asyncio.wait([answer], timeout=1.5)
    await patient.send("}")
    assert (await answer).status == 201


@pytest.mark.parametrize("beginning", ["", "PRI * HT", "PRI * HTTP/2.0\n\nSM\n\n", "GET / HT"])
async def test_a_connection_without_a_request_ends_by_itself(serve: Serve, beginning: str) -> None:
    port = await serve(with_limits(header_timeout_seconds=0.5))
    silent = await Connection.open(port)
    await silent.send(beginning)
    await silent.wait_closed_by_server()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody knows who holds the connections")
async def test_an_address_that_takes_all_connections_and_sends_nothing_loses_them(serve: Serve) -> None:
    limits = with_limits(max_streams_total=20, max_requests_total=20, max_connections_per_address=10)
    port = await serve(msgspec.structs.replace(limits, header_timeout_seconds=300.0))
    async with browser_from(port, "127.0.0.2") as browser:
        made = await browser.make("toy", "me", "open")
        streams = [await open_stream(port, browser, made["id"], "127.0.0.2") for _ in range(10)]
        silent = [await Connection.open(port, "127.0.0.2") for _ in range(150)]
        async with browser_from(port, "127.0.0.3") as honest:
            assert (await honest.http.get("/api/my-matches")).status_code == 200
        ends = [asyncio.create_task(connection.wait_closed_by_server()) for connection in silent]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        async with browser_from(port, "127.0.0.4") as other:
            other.http.cookies = browser.http.cookies
            good(await other.http.post(f"/api/matches/{made['id']}/chat", json={"text": "still at the table"}))
        for connection, _ in streams:
            await connection.read_until(b"still at the table")


async def test_streams_of_one_address_have_a_limit_and_others_are_served(serve: Serve) -> None:
    port = await serve(with_limits(max_streams_per_address=5))
    async with AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(browser_from(port, "127.0.0.2")) for _ in range(3)]
        rooms = [(browser, (await browser.make("toy", "me", "open"))["id"]) for browser in browsers]
        opened = [await open_stream(port, *rooms[i % 3], "127.0.0.2") for i in range(5)]
        assert {answer.status for _, answer in opened} == {200}
        _, refused = await open_stream(port, *rooms[0], "127.0.0.2")
        assert_refused(refused, 429, "too_many")
        _, elsewhere = await open_stream(port, *rooms[0], "127.0.0.3")
        assert elsewhere.status == 200
        opened[0][0].close()
        while (await open_stream(port, *rooms[0], "127.0.0.2"))[1].status != 200:
            pass


async def test_streams_of_one_person_have_a_limit_at_all_addresses_together(serve: Serve) -> None:
    port = await serve(with_limits(max_streams=3))
    async with browser_from(port, "127.0.0.2") as many, browser_from(port, "127.0.0.3") as one:
        made, other = await many.make("toy", "me", "open"), await one.make("toy", "me", "open")
        opened = [await open_stream(port, many, made["id"], f"127.0.0.{2 + i}") for i in range(3)]
        assert {answer.status for _, answer in opened} == {200}
        assert_refused((await open_stream(port, many, made["id"], "127.0.0.9"))[1], 429, "too_many")
        assert (await open_stream(port, one, other["id"], "127.0.0.2"))[1].status == 200


async def test_all_streams_that_the_settings_promise_are_open_at_once_and_one_more_is_told_so(serve: Serve) -> None:
    total = 400
    port = await serve(with_limits(max_streams=10**6, max_streams_per_address=10**6, max_streams_total=total))
    async with browser_from(port, "127.0.0.2") as browser:
        made = await browser.make("toy", "me", "open")
        opened = [await open_stream(port, browser, made["id"], f"127.0.0.{2 + i % 50}") for i in range(total)]
        assert {answer.status for _, answer in opened} == {200}
        assert f"aerodrome_streams {total}.0" in (await browser.http.get("/metrics")).text
        assert_refused((await open_stream(port, browser, made["id"], "127.0.0.99"))[1], 503, "busy")
        good(await browser.http.post(f"/api/matches/{made['id']}/chat", json={"text": "all hear this"}))
        for connection, _ in opened:
            await connection.read_until(b"all hear this")


async def test_unfinished_requests_of_one_address_do_not_keep_another_from_being_served(serve: Serve) -> None:
    port = await serve(with_limits(max_requests=5, body_timeout_seconds=300.0))
    busy = [await Connection.open(port, "127.0.0.2") for _ in range(5)]
    for connection in busy:
        await connection.send(UNFINISHED)
    async with browser_from(port, "127.0.0.2") as same, browser_from(port, "127.0.0.3") as other:
        while (refused := await same.http.get("/api/my-matches")).status_code == 200:
            pass
        assert_refused(Answer(refused.status_code, dict(refused.headers), refused.content), 429, "too_many")
        assert (await other.http.get("/api/my-matches")).status_code == 200
        assert (await same.http.get("/healthz")).status_code == 200


async def test_a_full_server_says_so_and_still_tells_its_watcher(serve: Serve) -> None:
    port = await serve(with_limits(max_requests_total=5, body_timeout_seconds=300.0))
    busy = [await Connection.open(port, f"127.0.0.{i + 2}") for i in range(5)]
    for connection in busy:
        await connection.send(UNFINISHED)
    async with browser_from(port, "127.0.0.9") as visitor:
        while (refused := await visitor.http.get("/api/my-matches")).status_code == 200:
            pass
        assert_refused(Answer(refused.status_code, dict(refused.headers), refused.content), 503, "busy")
        assert (await visitor.http.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", ""),
        ("", ""),
        ("1.2.3.4.5", ""),
        ("x" * 10_000, ""),
    ],
)
def test_addresses_are_counted_by_household(text: str, group: str) -> None:
    assert extract_address_or_ipv6_network(text) == group


def test_only_what_the_proxy_itself_added_is_believed() -> None:
    def resolve(behind_proxy: bool, *forwarded: bytes) -> str:
        headers = [(b"x-forwarded-for", value) for value in forwarded]
        return resolve_client_address({"client": ("10.0.0.1", 5), "headers": headers}, behind_proxy)

    assert resolve(False, b"203.0.113.7") == "10.0.0.1"
    assert resolve(True, b"198.51.100.1, 203.0.113.7") == "203.0.113.7"
    assert resolve(True, b"198.51.100.1", b"203.0.113.7") == "203.0.113.7"
    assert resolve(True, b"203.0.113.7, nonsense") == "10.0.0.1"
    assert resolve(True) == "10.0.0.1"
    assert resolve_client_address({"client": None, "headers": []}, False) == "?"


def test_no_more_is_promised_than_the_process_may_open() -> None:
    limits = Limits(max_streams_total=2000, max_requests_total=1000)
    assert fit_limits_to_connections(limits, compute_max_connections(limits, 100_000)) == limits
    connections = compute_max_connections(limits, 1024)
    assert connections < 1024
    fitted = fit_limits_to_connections(limits, connections)
    assert fitted.max_streams_total + fitted.max_requests_total <= connections
    assert fitted.max_streams_total > 350


def test_a_process_may_open_as_many_files_as_it_is_allowed_to() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    hard = 4000 if before[1] == resource.RLIM_INFINITY else before[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard // 2, before[1]))
        allowed = raise_open_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == allowed >= hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
