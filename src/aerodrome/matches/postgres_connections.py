"""Lines to PostgreSQL whose other end is gone without a word: a machine that lost its power says no goodbye."""

import asyncio
import contextlib
import os
import socket
import sys
from typing import Any

SILENCE_MS = 20_000
"""A line on which nothing was acknowledged for so long is broken."""
KEEPALIVE_IDLE_S, KEEPALIVE_INTERVAL_S, KEEPALIVE_COUNT = 10, 3, 3


def limit_silence_on_connection(connection: Any) -> None:
    """Let the system break a connection of asyncpg when its other end is silent. For TCP on Linux; else nothing.

    Without it, who waits for an answer waits for a quarter of an hour, or for ever. asyncpg has no setting for this.
    """
    transport = getattr(connection, "_transport", None)
    found = None if transport is None else transport.get_extra_info("socket")
    if found is None or found.family not in (socket.AF_INET, socket.AF_INET6) or sys.platform != "linux":
        return
    with socket.socket(fileno=os.dup(found.fileno())) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (
            (socket.TCP_KEEPIDLE, KEEPALIVE_IDLE_S),
            (socket.TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S),
            (socket.TCP_KEEPCNT, KEEPALIVE_COUNT),
            (socket.TCP_USER_TIMEOUT, SILENCE_MS),
        ):
            line.setsockopt(socket.IPPROTO_TCP, option, value)


async def wait_until_connection_ends(connection: Any, max_seconds: float) -> None:
    """Returns when the connection ends, or after so many seconds."""
    ended = asyncio.Event()

    def set_ended(_connection: Any) -> None:
        ended.set()

    connection.add_termination_listener(set_ended)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), max_seconds)
    connection.remove_termination_listener(set_ended)
