"""Reading a request's body: one that does not arrive is cut off, one that breaks off is nobody's fault.

The ASGI server has a time limit for headers only.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from litestar.exceptions import HTTPException

from aerodrome.server.settings import Limits

Message = MutableMapping[str, Any]
DISCONNECT: Message = {"type": "http.disconnect"}


class BodyTimeout(HTTPException):
    """The body did not arrive in time."""

    status_code = 408


class ClientDisconnected(HTTPException):
    """The client hung up in the middle of its body. Nobody reads the answer; the status is for log and counters."""

    status_code = 499


class TimedBodyReceiver:
    """ASGI's `receive` with a time limit: a fixed time, and more for every byte that came."""

    def __init__(self, receive: Callable[[], Awaitable[Message]], limits: Limits) -> None:
        self._receive = receive
        self._bytes_per_second = limits.min_body_bytes_per_second
        self._deadline = asyncio.get_running_loop().time() + limits.body_timeout_seconds
        self._is_complete = False
        self.is_answered = False
        """The answer has begun: what is still waited for is the end of the connection."""

    async def __call__(self) -> Message:
        """The next message. Raises BodyTimeout and ClientDisconnected while the body is incomplete."""
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            if self.is_answered:
                return DISCONNECT
            raise BodyTimeout("The request did not arrive in time.") from None
        if message["type"] == "http.disconnect" and not self.is_answered:
            raise ClientDisconnected("The request broke off.")
        self._deadline += len(message.get("body", b"")) / self._bytes_per_second
        self._is_complete = not message.get("more_body", False)
        return message
