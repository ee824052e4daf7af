"""Turn notices go where a person asked, and never into the house's own network."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from aerodrome.matches.errors import InvalidState, MatchError, NotAllowed
from aerodrome.server import notifications
from aerodrome.server.app import Application
from aerodrome.server.settings import Limits, Settings
from server.client import Browser
from server.conftest import InlineBotPool

DISCORD = "discord://123456789012345678/abcdefghijklmno"
NAMES = {
    "hook.example": ["93.184.216.34"],
    "xn--hok-sna.example": ["93.184.216.34"],
    "inside.example": ["10.1.2.3"],
    "both.example": ["93.184.216.34", "127.0.0.1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "localhost": ["127.0.0.1"],
}


@pytest.fixture(autouse=True)
def name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names without a network."""

    def getaddrinfo(host: str, port: int, *_: object, **__: object) -> list[Any]:
        found = NAMES.get(host, [host] if host[0] in "0123456789:" else [])
        if not found:
            raise socket.gaierror("no such host")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize(
    "address",
    [
        "http://hook.example/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.0.1/x",
        "https://0.0.0.0/x",
        "https://inside.example/x",
        "https://both.example/x",
        "https://mapped.example/x",
        "https://nobody.example/x",
        "https://me:secret@hook.example/x",
        "https://hook.example:22/x",
        "https://hook.example:99999/x",
        "https://",
        "file:///etc/passwd",
        "gopher://hook.example/x",
        "json://localhost/x",
        "mailto://user:pass@hook.example",
        "discord://",
        "nonsense",
        "https://[",
        "https://]/x",
        "https://[::1",
        "https://[v1.x]/",
        "https://℀.com",
        "https://hook.example\\@127.0.0.1/x",
        "https://hook.example:٤٤٣/x",
        "https://" + "a" * 70 + ".example/x",
        "https://a..b/x",
        "https://\udcff.example/x",
        "https://hook.example/\x01",
        "https://hook.example/\ud800",
        "https://☃.example/x",
        "https:hook.example/x",
        "discord://[/",
        "discord://]",
        "tgram://[::/x",
        "slack://℀/x",
        f"{DISCORD}?template=http://127.0.0.1/inside.json",
        f"{DISCORD}?template=/etc/hostname",
        f"{DISCORD}?retry=10&wait=20",
        f"{DISCORD}?redirect=yes",
        "tgram://123456789:abcdefg_hijklmnop/1/2/3",
    ],
)
async def test_addresses_inside_the_house_are_refused(address: str) -> None:
    with pytest.raises(MatchError):
        await notifications.require_notifiable_address(address)


@pytest.mark.parametrize(
    "address",
    ["https://hook.example/x?key=1", "https://höok.example/x", DISCORD, "tgram://123456789:abcdefg_hijklmnop/12315544"],
)
async def test_public_addresses_are_accepted(address: str) -> None:
    await notifications.require_notifiable_address(address)
    assert "key" not in notifications.mask_notification_url(address)
    assert "abc" not in notifications.mask_notification_url(address)


async def test_a_notice_goes_to_the_number_that_was_checked_and_follows_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(302, headers={"Location": "http://127.0.0.1/"})

    real = httpx.AsyncClient

    def client(**settings: Any) -> httpx.AsyncClient:
        return real(**settings, transport=httpx.MockTransport(answer))

    monkeypatch.setattr(httpx, "AsyncClient", client)
    await notifications.post_webhook("https://hook.example/x", {"text": "your turn"})
    (request,) = asked
    assert request.url.host == "93.184.216.34"
    assert request.headers["host"] == "hook.example"
    assert request.extensions["sni_hostname"] == "hook.example"


async def test_a_name_of_any_script_is_called_as_name_servers_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[httpx.Request] = []
    real = httpx.AsyncClient
    transport = httpx.MockTransport(lambda request: asked.append(request) or httpx.Response(200))  # type: ignore[func-returns-value]
    monkeypatch.setattr(httpx, "AsyncClient", lambda **settings: real(**settings, transport=transport))
    await notifications.post_webhook("https://höok.example:8443/x", {"text": "your turn"})
    (request,) = asked
    assert (request.headers["host"], request.extensions["sni_hostname"]) == (
        "xn--hok-sna.example:8443",
        "xn--hok-sna.example",
    )


class Inside:
    """A service of the house's own network, on loopback."""

    def __init__(self) -> None:
        self.called = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.called += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        await writer.drain()
        writer.close()


@pytest.mark.parametrize(
    "address",
    [f"{DISCORD},json://127.0.0.1:PORT/", f"{DISCORD} json://127.0.0.1:PORT/", f"{DISCORD};xml://127.0.0.1:PORT"],
)
async def test_an_address_is_one_address_whatever_follows_it(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Inside()
    server = await asyncio.start_server(inside.answer, "127.0.0.1", 0)
    to_discord: list[str] = []

    def refuse(_self: object, *_arguments: object, **_settings: object) -> bool:
        to_discord.append("called")
        return False

    monkeypatch.setattr("apprise.plugins.discord.NotifyDiscord.send", refuse)
    with pytest.raises((MatchError, notifications.NotificationRefused)):
        await notifications.send_apprise_notification(
            address.replace("PORT", str(server.sockets[0].getsockname()[1])), "your turn"
        )
    server.close()
    assert inside.called == 0
    assert len(to_discord) <= 1


async def test_who_is_away_is_told_that_it_is_their_turn(
    app: Application, browsers: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: asyncio.Queue[tuple[str, dict[str, str]]] = asyncio.Queue()

    async def post(address: str, body: dict[str, str]) -> None:
        told.put_nowait((address, body))

    monkeypatch.setattr(notifications, "post_webhook", post)
    a, b = browsers(), browsers()
    made = await a.make("airline", "me", "open")
    match = made["id"]
    await b.join(made["links"][1])
    for browser, name in ((a, "a"), (b, "b")):
        set_up = await browser.post(f"/api/matches/{match}/notifications", {"address": f"https://hook.example/{name}"})
        assert set_up == {"enabled": True, "masked_address": "https://hook.example/…"}
    live = await app.service.get_match(match)
    live.local_viewers[0] = 1
    while told.empty():
        seat = live.match.asked_seats[0]
        action = live.match.game.legal(live.match.record.state, seat)[0]
        await (a, b)[seat].act(match, live.match.log_length, live.match.game.dump(action))
        await asyncio.sleep(0)
    address, body = await told.get()
    assert address == "https://hook.example/b"
    assert body["text"].startswith("It is your turn at airline")
    off = await b.post(f"/api/matches/{match}/notifications", {"address": ""})
    assert off == {"enabled": False, "masked_address": ""}


@pytest.mark.parametrize(
    "address", ["https://[", "https://℀.com", "discord://[/", "https://hook.example:x/", "//[", "["]
)
async def test_odd_addresses_get_a_plain_refusal(browsers: Callable[[], Browser], address: str) -> None:
    browser = browsers()
    made = await browser.make("toy", "me", "random")
    answer = await browser.http.post(f"/api/matches/{made['id']}/notifications", json={"address": address})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


class HangingNameServer:
    """A name server that never answers until the test lets it."""

    def __init__(self) -> None:
        self.release = threading.Event()

    def getaddrinfo(self, host: str, port: int, **_: object) -> list[Any]:
        self.release.wait()
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", port))]


async def test_a_name_server_that_never_answers_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = HangingNameServer()
    monkeypatch.setattr(socket, "getaddrinfo", slow.getaddrinfo)
    monkeypatch.setattr(notifications, "TIMEOUT_S", 0.01)
    monkeypatch.setattr(notifications, "_busy_threads", set())
    try:
        for _ in range(notifications.MAX_THREADS + 3):
            with pytest.raises(InvalidState, match="in time"):
                await notifications.require_notifiable_address("https://slow.example/x")
        hanging = list(notifications._busy_threads)
        assert len(hanging) == notifications.MAX_THREADS, "lookups that hang are counted, and not piled up"
        assert await asyncio.to_thread(lambda: "free") == "free", "other work has threads of its own"
    finally:
        slow.release.set()
    for thread in hanging:
        await asyncio.to_thread(thread.join)
    monkeypatch.setattr(notifications, "TIMEOUT_S", 60.0)
    await notifications.require_notifiable_address("https://slow.example/x")


async def test_a_name_that_becomes_private_after_the_check_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["not an ip"]]
    sent: list[httpx.Request] = []

    def getaddrinfo(_host: str, port: int, **_: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in answers.pop(0)]

    real = httpx.AsyncClient
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    transport = httpx.MockTransport(lambda request: sent.append(request) or httpx.Response(200))  # type: ignore[func-returns-value]
    monkeypatch.setattr(httpx, "AsyncClient", lambda **settings: real(**settings, transport=transport))
    await notifications.require_notifiable_address("https://turncoat.example/x")
    for _ in range(3):
        with pytest.raises(NotAllowed):
            await notifications.post_webhook("https://turncoat.example/x", {"text": "your turn"})
    assert (sent, answers) == ([], [])


async def test_a_notice_looks_its_name_up_once_and_calls_that_number(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [["93.184.216.34"], ["127.0.0.1"]]
    sent: list[httpx.Request] = []

    def getaddrinfo(_host: str, port: int, **_: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in answers.pop(0)]

    real = httpx.AsyncClient
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    transport = httpx.MockTransport(lambda request: sent.append(request) or httpx.Response(200))  # type: ignore[func-returns-value]
    monkeypatch.setattr(httpx, "AsyncClient", lambda **settings: real(**settings, transport=transport))
    await notifications.post_webhook("https://turncoat.example/x", {"text": "your turn"})
    assert ([request.url.host for request in sent], len(answers)) == (["93.184.216.34"], 1)


async def test_an_answer_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    async def drip() -> AsyncIterator[bytes]:
        while True:
            read.append(b"x")
            yield b"x" * 1024
            await asyncio.sleep(0)

    real = httpx.AsyncClient
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=drip()))
    monkeypatch.setattr(httpx, "AsyncClient", lambda **settings: real(**settings, transport=transport))
    await notifications.post_webhook("https://hook.example/x", {"text": "your turn"})
    assert read == []


async def test_a_host_that_never_answers_is_given_up(
    app: Application, browsers: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def post(_address: str, _body: dict[str, str]) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(notifications, "post_webhook", post)
    monkeypatch.setattr(notifications, "TOTAL_TIMEOUT_S", 0.01)
    browser = browsers()
    made = await browser.make("toy", "me", "random")
    await browser.post(f"/api/matches/{made['id']}/notifications", {"address": "https://hook.example/x"})
    notifier = notifications.SeatAddressNotifier(app.service)
    notifier.notify_turn(await app.service.get_match(made["id"]), 0)
    await begun.wait()
    (task,) = notifier._tasks
    await task


async def test_a_table_calls_no_strangers_host_at_every_click(
    app: Application, browsers: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []

    async def post(address: str, _body: dict[str, str]) -> None:
        called.append(address)

    monkeypatch.setattr(notifications, "post_webhook", post)
    monkeypatch.setattr(notifications, "SENDING_RATE", (0.0001, 3))
    one, another = browsers(), browsers()
    notifier = notifications.SeatAddressNotifier(app.service)
    tables = []
    for browser in (one, another):
        made = await browser.make("toy", "me", "random")
        await browser.post(f"/api/matches/{made['id']}/notifications", {"address": "https://hook.example/x"})
        tables.append(await app.service.get_match(made["id"]))
    tables[0].host_address, tables[1].host_address = "192.0.2.1", "192.0.2.2"
    for _ in range(10):
        notifier.notify_turn(tables[0], 0)
    await asyncio.gather(*notifier._tasks)
    assert len(called) == 3
    notifier.notify_turn(tables[1], 0)
    await asyncio.gather(*notifier._tasks)
    assert len(called) == 4, "others are told as ever"


async def test_addresses_are_given_seldom(tmp_path: Path, with_toy_title: None) -> None:
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=Limits(notice_rate=(0.001, 2))))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()
    async with Browser("http://table.test", httpx.ASGITransport(app)) as browser:
        made = await browser.make("toy", "me", "random")
        path = f"/api/matches/{made['id']}/notifications"
        given = [await browser.http.post(path, json={"address": f"https://hook.example/{n}"}) for n in range(3)]
        assert [answer.status_code for answer in given] == [200, 200, 429]
        assert (await browser.post(path, {"address": ""}))["enabled"] is False, "nobody is called to forget one"
    await app.service.close()
