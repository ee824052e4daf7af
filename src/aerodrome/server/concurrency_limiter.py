"""Limits of how much a client, and all clients together, may have open at the same time."""

from collections import Counter

from litestar.exceptions import ServiceUnavailableException, TooManyRequestsException

from aerodrome.server.settings import Limits

REFUSAL_HEADERS = {"Retry-After": "5", "Connection": "close"}
"""A connection that was one too many is not kept."""


class RequestSlot:
    """One request in progress, which may become an event stream. Whoever opens it closes it."""

    def __init__(self, limiter: "ConcurrencyLimiter", address: str, port: int) -> None:
        self._limiter = limiter
        self.address = address
        self._port = port
        limiter.busy_peers.add((address, port))
        self._stream_person: str | None = None
        """Whose stream it has become."""

    def count_as_stream(self, person: str) -> None:
        """Count the request as an event stream from now on. Raises when there are too many."""
        self._limiter.require_may_open_stream(self.address, person)
        self._limiter.change_request_count(self.address, -1)
        self._limiter.change_stream_count(self.address, person, 1)
        self._stream_person = person

    def close(self) -> None:
        """The request or the stream has ended."""
        self._limiter.busy_peers.discard((self.address, self._port))
        if self._stream_person is None:
            self._limiter.change_request_count(self.address, -1)
        else:
            self._limiter.change_stream_count(self.address, self._stream_person, -1)


class ConcurrencyLimiter:
    """Counts requests and streams while they are open: by address, by person, and all together."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests_by_address: Counter[str] = Counter()
        self.streams_by_address: Counter[str] = Counter()
        self.streams_by_person: Counter[str] = Counter()
        self.busy_peers: set[tuple[str, int]] = set()
        """Addresses and remote ports of connections on which something is in progress."""
        self.request_count = 0
        self.stream_count = 0

    def open_request_slot(self, address: str, port: int) -> RequestSlot:
        """A slot for a request from this address and remote port.

        Raises 429 when the address has too many requests in progress, 503 when the server is full.
        """
        if self.requests_by_address[address] >= self.limits.max_requests:
            raise _build_client_limit_error("Too many requests at the same time from your address.")
        if self.request_count >= self.limits.max_requests_total:
            raise _build_server_full_error("The server is answering as many requests as it can.")
        self.change_request_count(address, 1)
        return RequestSlot(self, address, port)

    def change_request_count(self, address: str, change: int) -> None:
        """A request began (1), or ended or became a stream (-1)."""
        self.request_count += change
        _change_count(self.requests_by_address, address, change)

    def require_may_open_stream(self, address: str, person: str) -> None:
        """Raises 429 when the person or the address has too many streams open, 503 when all together have."""
        if self.streams_by_person[person] >= self.limits.max_streams:
            raise _build_client_limit_error("You have too many tables open at the same time: close some.")
        if self.streams_by_address[address] >= self.limits.max_streams_per_address:
            raise _build_client_limit_error("Too many tables are open at the same time from your address.")
        if self.stream_count >= self.limits.max_streams_total:
            raise _build_server_full_error("As many people are at the tables as this server can hold.")

    def change_stream_count(self, address: str, person: str, change: int) -> None:
        """A stream was opened (1) or closed (-1)."""
        self.stream_count += change
        _change_count(self.streams_by_address, address, change)
        _change_count(self.streams_by_person, person, change)


def _change_count(counter: Counter[str], key: str, change: int) -> None:
    """Keys without anything open are dropped: a counter must not grow with the number of visitors."""
    counter[key] += change
    if counter[key] <= 0:
        del counter[key]


def _build_client_limit_error(detail: str) -> TooManyRequestsException:
    return TooManyRequestsException(detail, headers=REFUSAL_HEADERS)


def _build_server_full_error(detail: str) -> ServiceUnavailableException:
    return ServiceUnavailableException(detail, headers=REFUSAL_HEADERS)
