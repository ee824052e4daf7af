"""A browser for tests: one cookie, the header that our page sends, and an eye on the stream."""

import asyncio
import contextlib
import random
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import msgspec

HEADERS = {"X-Aerodrome": "1"}
PATIENCE_S = 90.0
"""How long anything may take before a test gives up: nothing is measured, and the machine may be busy."""


class Browser:
    def __init__(self, base: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.base = base
        self.transport = transport
        self.http = self._client(None)

    def _client(self, cookies: httpx.Cookies | None) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.base,
            headers=HEADERS,
            transport=self.transport,
            timeout=PATIENCE_S,
            verify=False,
            cookies=cookies,
        )

    async def reconnect(self) -> None:
        """New lines to the server, the same cookie."""
        old, self.http = self.http, self._client(self.http.cookies)
        await old.aclose()

    async def __aenter__(self) -> "Browser":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str, **params: Any) -> Any:
        return good(await self.http.get(path, params=params))

    async def post(self, path: str, body: Any = None) -> Any:
        return good(await self.http.post(path, json={} if body is None else body))

    async def make(self, title: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Seats as words: "me", "open", or a bot's level. Returns `Created`."""
        plan = [_seat(word, i) for i, word in enumerate(seats)]
        made: dict[str, Any] = await self.post("/api/matches", {"title": title, "seats": plan, **more})
        return made

    async def join(self, link: str, name: str | None = None) -> dict[str, Any]:
        body = {"token": link.rsplit("/", 1)[-1]} | ({"name": name} if name else {})
        joined: dict[str, Any] = await self.post("/api/join", body)
        return joined

    async def room(self, match: str, seat: int | None = None) -> dict[str, Any]:
        params = {} if seat is None else {"seat": seat}
        seen: dict[str, Any] = await self.get(f"/api/matches/{match}/", **params)
        return seen

    async def whole_log(self, match: str, seat: int | None = None) -> list[dict[str, Any]]:
        """All pages of the log, oldest line first."""
        params = {} if seat is None else {"seat": seat}
        room = await self.room(match, seat)
        lines, earlier = room["log"], room["earlier_log"]
        while earlier is not None:
            page = await self.get(f"/api/matches/{match}/log", before=earlier, **params)
            lines, earlier = page["lines"] + lines, page["earlier"]
        return list(lines)

    async def act(self, match: str, seq: int, action: dict[str, Any], seat: int | None = None) -> httpx.Response:
        body = {"seq": seq, "action": action, "seat": seat}
        return await self.http.post(f"/api/matches/{match}/actions", json=body)

    async def stream(
        self, match: str, after: int | None = None, seat: int | None = None
    ) -> AsyncGenerator[tuple[str, int | None, Any], None]:
        """Events as (name, id, data), until the line breaks."""
        params = {} if seat is None else {"seat": seat}
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        path = f"/api/matches/{match}/events"
        async with self.http.stream("GET", path, params=params, headers=headers, timeout=PATIENCE_S) as answer:
            answer.raise_for_status()
            name, number, data = "", None, b""
            async for line in answer.aiter_lines():
                if line.startswith("event:"):
                    name = line[6:].strip()
                elif line.startswith("id:"):
                    number = int(line[3:])
                elif line.startswith("data:"):
                    data = line[5:].strip().encode()
                elif not line and name:
                    yield name, number, msgspec.json.decode(data)
                    name, number, data = "", None, b""


def good(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}"
    return answer.json()


def _seat(word: str, number: int) -> dict[str, Any]:
    if word == "open":
        return {"kind": "open"}
    if word == "me":
        return {"kind": "person", "name": f"Person {'ABCDEF'[number]}"}
    return {"kind": "bot", "level": word}


def any_answer(question: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    action: dict[str, Any] = rng.choice(question["choices"])["action"]
    return action


async def until_up(port: int, seconds: float = PATIENCE_S) -> None:
    for _ in range(int(seconds / 0.01)):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"the server at port {port} did not come up")
