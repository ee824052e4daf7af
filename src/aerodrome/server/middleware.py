"""Around every request: the right host and the limits on the way in, safe headers on the way out, a log line, a count.

Not a middleware of Litestar's, which would miss the answers for unknown paths and methods.
"""

import logging
import re
import time
from collections.abc import MutableMapping
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException

from aerodrome.server.body_timeout import TimedBodyReceiver
from aerodrome.server.concurrency_limiter import RequestSlot
from aerodrome.server.context import AppContext
from aerodrome.server.exception_handlers import build_status_problem_and_headers
from aerodrome.server.identity import SAFE_METHODS, Caller, identify_caller
from aerodrome.server.rate_limiter import TokenBucketLimiter
from aerodrome.server.schemas import Problem

log = logging.getLogger("aerodrome.access")

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
IDENTIFIED_PATHS = ("/api/", "/j/")
"""Where it matters who asks; pages and files are the same for all."""
MONITORING_PATHS = ("/healthz", "/metrics")
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

WRITTEN_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.~%-]+)(:(?P<port>\d{0,5}))?")
"""A name or an address, and perhaps a port."""


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
        receive_body = TimedBodyReceiver(receive, self.context.settings.limits)

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                receive_body.is_answered = True
                status = message["status"]
                headers = list(message.get("headers", []))
                present = {name.lower() for name, _ in headers}
                message["headers"] = headers + [pair for pair in SECURITY_HEADERS if pair[0] not in present]
            await send(message)

        try:
            await self._answer_request(scope, receive_body, send_with_headers)
        finally:
            self._log_and_count_request(scope, status, time.perf_counter() - begun)

    async def _answer_request(self, scope: Scope, receive: Any, send: Any) -> None:
        """Let the application answer, unless the host is foreign or a limit is reached."""
        if self._is_foreign_host(scope):
            await _send_problem(send, 421, Problem("not_allowed", "This server does not answer to that name."), {})
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        request: Request[Any, Any, Any] = Request(scope)  # type: ignore[arg-type]
        caller = state["caller"] = identify_caller(request, self.context.settings.behind_proxy)
        try:
            self._select_rate_limiter(scope).acquire_token(*caller.clients_for_rate_limits)
            if scope["path"].startswith(IDENTIFIED_PATHS):
                await self.context.sessions.set_caller_identity(caller)
                if caller.has_cookie and not scope["path"].endswith("/events"):  # a page in the background reconnects
                    self.context.notices.record_activity(caller.key)
            slot = state["request_slot"] = self._open_slot_unless_monitoring(scope, caller)
        except HTTPException as error:
            await _send_problem(send, *build_status_problem_and_headers(error))
            return
        except Exception:
            logging.getLogger("aerodrome.server").exception("nobody could be told who asks")
            await _send_problem(send, 500, Problem("broken", "Something went wrong here."), {})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            if slot is not None:
                slot.close()

    def _open_slot_unless_monitoring(self, scope: Scope, caller: Caller) -> RequestSlot | None:
        """None for whoever watches the server: it wants to hear of it when the server is full."""
        if scope["path"] in MONITORING_PATHS:
            return None
        port = int(scope["client"][1]) if scope.get("client") else 0  # granian has it as text
        return self.context.concurrency.open_request_slot(caller.address, port)

    def _select_rate_limiter(self, scope: Scope) -> TokenBucketLimiter:
        if scope["path"] in MONITORING_PATHS:
            return self.context.monitoring_limiter
        if scope["method"] not in SAFE_METHODS:
            return self.context.write_limiter
        return self.context.read_limiter if scope["path"].startswith("/api/") else self.context.page_limiter

    def _is_foreign_host(self, scope: Scope) -> bool:
        """A page of another name that points to our address is not our page."""
        host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        written = WRITTEN_HOST.fullmatch(host)
        if host and (written is None or int(written["port"] or 0) > 65535):
            return True  # what is no host breaks whoever reads it as one
        local_network = scope.get("state", {}).get("local_network")
        allowed = self.allowed_hosts if local_network is None else {local_network}
        if not allowed:
            return False
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return name.strip("[]").lower() not in allowed

    def _log_and_count_request(self, scope: Scope, status: int, seconds: float) -> None:
        """Log and count it. Route templates only: paths and queries may hold what opens a seat."""
        route = str(scope.get("path_template") or "?")
        method = scope["method"] if scope["method"] in COUNTED_METHODS else "other"
        self.context.metrics.count_answered_request(method, route, status, seconds)
        # 503 is what a crowd gets: that the disk is full is logged once, where it is found out.
        level = logging.ERROR if status >= 500 and status != 503 else logging.INFO
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.log(level, "request", extra=fields)


async def _send_problem(send: Any, status: int, problem: Problem, headers: dict[str, str]) -> None:
    """Answer without the application."""
    body = msgspec.json.encode(problem)
    sent = {"content-type": "application/json", "content-length": str(len(body)), **headers}
    encoded = [(name.lower().encode(), value.encode()) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})
