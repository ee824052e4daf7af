"""Around every request: safe headers on the way out, the right host on the way in, a line in the log, a count.

Not a middleware of Litestar's, which would miss the answers for unknown paths and methods.
"""

import logging
import time
from collections.abc import MutableMapping
from typing import Any

import msgspec

from aerodrome.server.context import AppContext

log = logging.getLogger("aerodrome.access")

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
COUNTED_METHODS = ("GET", "HEAD", "POST", "OPTIONS")
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
]

Scope = MutableMapping[str, Any]


class EdgeMiddleware:
    """An ASGI application around the application."""

    def __init__(self, app: Any, context: AppContext) -> None:
        self.app = app
        self.context = context
        self.allowed_hosts = set(context.settings.allowed_hosts)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message.get("headers", []))
                present = {name.lower() for name, _ in headers}
                message["headers"] = headers + [pair for pair in SECURITY_HEADERS if pair[0] not in present]
            await send(message)

        if self._is_foreign_host(scope):
            await _send_misdirected_response(send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)
        self._record_request(scope, status, time.perf_counter() - begun)

    def _is_foreign_host(self, scope: Scope) -> bool:
        """A page of another name that points to our address is not our page."""
        if not self.allowed_hosts:
            return False
        host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return name.strip("[]").lower() not in self.allowed_hosts

    def _record_request(self, scope: Scope, status: int, seconds: float) -> None:
        """Log and count it. Route templates only: paths and queries may hold what opens a seat."""
        route = str(scope.get("path_template") or "?")
        method = scope["method"] if scope["method"] in COUNTED_METHODS else "other"
        self.context.metrics.count_request(method, route, status, seconds)
        level = logging.INFO if status < 500 else logging.ERROR
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.log(level, "request", extra=fields)


async def _send_misdirected_response(send: Any) -> None:
    """Answer 421 Misdirected Request."""
    body = msgspec.json.encode({"code": "not_allowed", "detail": "This server does not answer to that name."})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body})
