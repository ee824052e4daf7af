"""The server's socket, and how many connections the process can hold."""

import logging
import socket
import sys
from typing import Any

import msgspec
from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from aerodrome.server.settings import Limits

log = logging.getLogger("aerodrome.server")

UNREAD_TIMEOUT_MS = 30_000
"""How long a client may leave what was sent unread or unacknowledged before its connection is dropped."""
BACKLOG = 2048
"""Connections that the kernel holds until they are accepted; it may have a lower limit of its own (somaxconn)."""
RESERVED_FILES = 500
"""For the database, the bots' pipes, the program's own files, and connections from the local network."""
UNLIMITED_FILES = 65_536
"""What is asked for where there is no limit."""


def raise_open_file_limit() -> int:
    """Let the process open as many files as it may; every connection is one. Returns how many that is."""
    if sys.platform == "win32":
        return UNLIMITED_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = UNLIMITED_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def compute_max_connections(limits: Limits, file_limit: int) -> int:
    """How many connections are accepted; those beyond wait unanswered in the kernel's queue.

    Twice what the limits let be open, so that idle connections between two requests leave room and whoever is one
    too many is told so.
    """
    wanted = 2 * (limits.max_streams_total + limits.max_requests_total)
    return max(1, min(wanted, file_limit - RESERVED_FILES))


def fit_limits_to_connections(limits: Limits, max_connections: int) -> Limits:
    """The limits that can be kept with so many connections: fewer streams and requests, with a warning, if need be."""
    streams = min(limits.max_streams_total, max(1, max_connections * 3 // 4))
    requests = min(limits.max_requests_total, max(1, max_connections - streams))
    if streams < limits.max_streams_total:
        log.warning(
            "at most %d streams at once instead of %d: this process may open too few files (ulimit -n, LimitNOFILE)",
            streams,
            limits.max_streams_total,
        )
    return msgspec.structs.replace(limits, max_streams_total=streams, max_requests_total=requests)


def create_bound_socket(host: str, port: int) -> socket.socket:
    """A socket at this address, not listening yet. On Linux several processes may have one at the same port."""
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            # Connections inherit it. Nothing else ends one whose client asks and never reads.
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT_MS)
        opened.bind((host, port))
        opened.setblocking(False)
    except OSError:
        opened.close()
        raise
    return opened


class LimitedGranianServer(Server):
    """Granian with its limits set on purpose, on a socket of our own."""

    def __init__(
        self,
        app: Any,
        host: str,
        port: int,
        max_connections: int,
        header_timeout: float,
        interface: Interfaces = Interfaces.ASGI,
    ) -> None:
        super().__init__(
            app,
            address=host,
            port=port,
            interface=interface,
            # With HTTP/2 allowed, a connection that sends nothing is kept for ever: the time limit for headers begins
            # when it is known to be HTTP/1. Proxies speak HTTP/1 to what is behind them.
            http=HTTPModes.http1,
            websockets=False,
            backlog=BACKLOG,
            backpressure=max_connections,
            log_enabled=False,
            http1_settings=HTTP1Settings(header_read_timeout=int(header_timeout * 1000)),
        )

    def _init_shared_socket(self) -> None:
        """Overrides granian's hook: the socket all workers share is bound here, with our backlog."""
        if sys.platform != "linux":
            super()._init_shared_socket()  # type: ignore[no-untyped-call]
            return
        descriptor = create_bound_socket(self.bind_addr, self.bind_port).detach()
        self._ssp = None
        self._shd = SocketHolder(descriptor, False, self.backlog)  # type: ignore[assignment, call-arg]
