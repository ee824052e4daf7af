"""When connections run short, an address that holds more than its share loses those it makes no use of.

A request is limited when it arrives (`concurrency_limiter`), but a connection that sends none is seen by the ASGI
server only, and there is no way to be asked before it accepts one. The sockets are this process's, though: on
Linux they are listed in /proc.
"""

import asyncio
import contextlib
import logging
import os
import socket
import stat
import sys
from collections import defaultdict
from pathlib import Path

from aerodrome.server.client_address import extract_address_or_ipv6_network
from aerodrome.server.concurrency_limiter import ConcurrencyLimiter
from aerodrome.server.settings import Settings

log = logging.getLogger("aerodrome.server")

OPEN_FILES = Path("/proc/self/fd")
LOOK_INTERVAL_S = 1.0


class ConnectionGuard:
    """Looks at the open connections now and then; does nothing while less than half of them are taken."""

    def __init__(self, port: int, max_connections: int, settings: Settings, concurrency: ConcurrencyLimiter) -> None:
        self.port = port
        self.alarm_count = max_connections // 2
        self.share = settings.limits.max_connections_per_address
        self.concurrency = concurrency
        self.is_possible = sys.platform == "linux" and not settings.behind_proxy
        """Behind a proxy all connections are the proxy's: there it is the proxy that limits them."""

    async def watch_connections(self) -> None:
        """Until cancelled."""
        while self.is_possible:
            await asyncio.sleep(LOOK_INTERVAL_S)
            try:
                if len(_list_file_descriptors()) >= self.alarm_count:
                    await asyncio.to_thread(self.close_surplus_connections)
            except OSError as error:  # no file left to look with: the next look may find one
                log.warning("connections could not be looked at: %s", error.strerror)

    def close_surplus_connections(self) -> int:
        """Hang up on the newest idle connections of every address that has too many. Returns how many it were."""
        closed = 0
        for address, connections in self._duplicate_sockets_by_address().items():
            surplus = len(connections) - self.share
            idle = [sock for port, sock in connections if (address, port) not in self.concurrency.busy_peers]
            for sock in idle[::-1][: max(0, surplus)]:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)
                    closed += 1
            for _, sock in connections:
                sock.close()
        return closed

    def _duplicate_sockets_by_address(self) -> dict[str, list[tuple[int, socket.socket]]]:
        """By address: the remote ports, and a handle of our own for each connection, which the caller closes."""
        found: dict[str, list[tuple[int, socket.socket]]] = defaultdict(list)
        for descriptor in _list_file_descriptors():
            try:
                if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                    continue
                sock = socket.socket(fileno=os.dup(descriptor))
            except OSError:
                continue
            try:
                if sock.getsockname()[1] != self.port:
                    raise OSError
                host, port = sock.getpeername()[:2]
            except (OSError, IndexError):
                sock.close()
                continue
            found[extract_address_or_ipv6_network(host)].append((port, sock))
        return found


def _list_file_descriptors() -> list[int]:
    return sorted(int(path.name) for path in OPEN_FILES.iterdir())
