"""HTTP/1.1 over plain asyncio sockets: cheap enough for thousands of connections, and free to say what is wrong.

Used by other scripts, not run by itself. A client library would refuse to send broken headers, and would cost more
processor time than the server that is measured.
"""

import asyncio
from typing import NamedTuple

READ_LIMIT = 64 * 1024 * 1024


class RawResponse(NamedTuple):
    """An answer: its status, its headers by lower-case name (the last of each), its body."""

    status: int
    headers: dict[str, str]
    body: bytes


def build_request(method: str, path: str, headers: dict[str, str], body: bytes = b"", host: str = "127.0.0.1") -> bytes:
    """A well-formed request, whatever its parts say."""
    lines = {"Host": host, **headers}
    if body or method in ("POST", "PUT", "PATCH"):
        lines.setdefault("Content-Length", str(len(body)))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape") + body


class RawConnection:
    """One connection that is kept alive as long as the server likes. One request at a time."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        """Where the connection comes from: any address of the loopback range."""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def send(self, request: bytes, half_close: bool = False) -> RawResponse | None:
        """The answer to a request; None when the server closed the connection instead of answering."""
        fresh = self._writer is None
        try:
            answer = await self._exchange(request, half_close)
        except (OSError, asyncio.IncompleteReadError):
            answer = None
        if answer is not None and answer.headers.get("connection", "").lower() != "close" and not half_close:
            return answer
        self.close()
        if answer is None and not fresh:
            return await self.send(request, half_close)  # the kept connection was closed meanwhile
        return answer

    async def _exchange(self, request: bytes, half_close: bool) -> RawResponse | None:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=READ_LIMIT
            )
        assert self._reader is not None
        self._writer.write(request)
        if half_close:
            self._writer.write_eof()
        await self._writer.drain()
        return await read_response(self._reader, request.startswith(b"HEAD "))

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def read_response(reader: asyncio.StreamReader, is_head: bool = False) -> RawResponse | None:
    """One whole answer; None when there is none."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = [line.partition(":") for line in reversed(lines) if line]  # of several cookies the first counts
    headers = {name.strip().lower(): value.strip() for name, _, value in parts}
    status = int(first.split(" ", 2)[1])
    if status == 100:
        return await read_response(reader, is_head)
    if is_head or status in (204, 304):
        return RawResponse(status, headers, b"")
    if headers.get("content-type", "").startswith("text/event-stream"):
        return RawResponse(status, {**headers, "connection": "close"}, b"")  # endless: enough is known
    if "content-length" in headers:
        return RawResponse(status, headers, await reader.readexactly(int(headers["content-length"])))
    if headers.get("transfer-encoding", "") == "chunked":
        return RawResponse(status, headers, await _read_chunks(reader))
    return RawResponse(status, {**headers, "connection": "close"}, await reader.read())


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return body
