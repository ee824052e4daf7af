"""What all requests share: the tables, the limits, the counters; and who the caller is."""

from collections import Counter as Count
from typing import Any

from litestar import Request
from litestar.exceptions import TooManyRequestsException
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from aerodrome.server.identity import COOKIE, Caller
from aerodrome.server.limits import Buckets
from aerodrome.server.settings import Settings
from aerodrome.table.service import Tables


class House:
    def __init__(self, settings: Settings, tables: Tables) -> None:
        self.settings = settings
        self.tables = tables
        limits = settings.limits
        self.reads = Buckets(*limits.reads)
        self.writes = Buckets(*limits.writes)
        self.joins = Buckets(*limits.joins)
        self.new_tables = Buckets(*limits.new_tables)
        self.hints = Buckets(*limits.hints)
        self.streams: Count[str] = Count()
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "aerodrome_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "aerodrome_request_seconds", "Time to answer a request", ["route"], registry=self.registry
        )
        self._gauge("aerodrome_matches_in_memory", "Matches in memory", lambda: len(tables.live))
        self._gauge("aerodrome_streams", "Open event streams", lambda: sum(self.streams.values()))
        self._gauge("aerodrome_things", "Things written by this process", lambda: tables.actions)
        self._gauge(
            "aerodrome_matches_in_trouble",
            "Matches that are paused",
            lambda: sum(1 for live in tables.live.values() if live.trouble),
        )

    def _gauge(self, name: str, words: str, value: Any) -> None:
        Gauge(name, words, registry=self.registry).set_function(value)

    def caller(self, request: Request[Any, Any, Any]) -> Caller:
        secure = request.url.scheme == "https"
        address = request.client.host if request.client else "?"
        if self.settings.behind_proxy:
            secure = request.headers.get("x-forwarded-proto", "") == "https"
            address = request.headers.get("x-forwarded-for", address).split(",")[-1].strip()
        return Caller(request.cookies.get(COOKIE, ""), address, secure)

    def check_streams(self, caller: Caller) -> None:
        limits = self.settings.limits
        if self.streams[caller.key] >= limits.streams or sum(self.streams.values()) >= limits.streams_in_all:
            raise TooManyRequestsException("Too many open streams.", headers={"Retry-After": "5"})

    def stream_closed(self, caller: Caller) -> None:
        self.streams[caller.key] -= 1
        if self.streams[caller.key] <= 0:
            del self.streams[caller.key]
