"""Around every request: safe headers on the way out, the right host on the way in, a line in the log, a count."""

import logging
import time
from collections.abc import MutableMapping
from typing import Any

import msgspec

from aerodrome.server.house import House

log = logging.getLogger("aerodrome.access")

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Door:
    """An ASGI application around the application."""

    def __init__(self, app: Any, house: House) -> None:
        self.app = app
        self.house = house
        self.hosts = set(house.settings.hosts)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def dressed(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message.get("headers", [])}
                extra = [pair for pair in HEADERS if pair[0] not in given]
                if b"cache-control" not in given:
                    extra.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        if self._foreign_host(scope):
            await _misdirected(dressed)
        else:
            await self.app(scope, receive, dressed)
        self._note(scope, status, time.perf_counter() - begun)

    def _foreign_host(self, scope: MutableMapping[str, Any]) -> bool:
        """A page of another name that points to our address is not our page."""
        if not self.hosts:
            return False
        host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return name.strip("[]").lower() not in self.hosts

    def _note(self, scope: MutableMapping[str, Any], status: int, seconds: float) -> None:
        """Route templates only: paths and queries may hold what opens a seat."""
        route = str(scope.get("path_template") or "?")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.house.requests.labels(method, route, status).inc()
        if not route.endswith("/events"):
            self.house.seconds.labels(route).observe(seconds)
        level = logging.INFO if status < 500 else logging.ERROR
        log.log(
            level,
            "request",
            extra={"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)},
        )


async def _misdirected(send: Any) -> None:
    body = msgspec.json.encode({"code": "not_allowed", "detail": "This server does not answer to that name."})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body})
