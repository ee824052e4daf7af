"""Counters for Prometheus. They name routes, never matches or people."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from aerodrome.matches.service import MatchService

STREAM_ROUTE_END = "/events"


class Metrics:
    """Requests answered, and gauges of matches and streams."""

    def __init__(self, service: MatchService, count_streams: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "aerodrome_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "aerodrome_request_seconds", "Time to answer a request", ["route"], registry=self.registry
        )
        matches = service.live_matches
        self._add_gauge("aerodrome_matches_in_memory", "Matches in memory", lambda: len(matches))
        self._add_gauge("aerodrome_streams", "Open event streams", count_streams)
        self._add_gauge("aerodrome_events_stored", "Events stored by this process", lambda: service.events_stored)
        self._add_gauge(
            "aerodrome_matches_paused",
            "Matches that are paused",
            lambda: sum(1 for live in matches.values() if live.pause_reason),
        )
        self._add_gauge(
            "aerodrome_matches_set_aside", "Matches that cannot be read", lambda: len(service.set_aside_matches)
        )

    def _add_gauge(self, name: str, description: str, get_value: Callable[[], int]) -> None:
        Gauge(name, description, registry=self.registry).set_function(get_value)

    def count_answered_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered. How long a stream was open says nothing."""
        self._requests.labels(method, route, status).inc()
        if not route.endswith(STREAM_ROUTE_END):
            self._seconds.labels(route).observe(seconds)

    def render_text(self) -> bytes:
        """All of it in the format of Prometheus."""
        return generate_latest(self.registry)
