"""Turn notices go where a person asked, and never into the house's own network."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from aerodrome.matches.errors import MatchError
from aerodrome.server import notifications
from aerodrome.server.app import Application
from server.client import Browser

NAMES = {
    "hook.example": ["93.184.216.34"],
    "inside.example": ["10.1.2.3"],
    "both.example": ["93.184.216.34", "127.0.0.1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "localhost": ["127.0.0.1"],
}


@pytest.fixture(autouse=True)
def name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names without a network."""

    async def getaddrinfo(_loop: object, host: str, port: int, **_: object) -> list[Any]:
        found = NAMES.get(host, [host] if host[0] in "0123456789:" else [])
        if not found:
            raise socket.gaierror("no such host")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in found]

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", getaddrinfo)


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
    ],
)
async def test_addresses_inside_the_house_are_refused(address: str) -> None:
    with pytest.raises(MatchError):
        await notifications.validate_address(address)


@pytest.mark.parametrize("address", ["https://hook.example/x?key=1", "discord://123456789012345678/abcdefghijklmno"])
async def test_public_addresses_are_accepted(address: str) -> None:
    await notifications.validate_address(address)
    assert "key" not in notifications.mask_address(address)
    assert "abc" not in notifications.mask_address(address)


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
