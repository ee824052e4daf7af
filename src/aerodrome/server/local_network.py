"""A server on loopback can be opened to the local network: a second listener, switched by the person at the machine.

The second listener has the same port at the machine's address in its network, the same limits and the same checks; it
answers to that address only. It is closed unless somebody at the machine opens it, and after every start.
"""

import asyncio
import contextlib
import ipaddress
import os
import socket
from collections.abc import Mapping, MutableMapping
from typing import Any

from granian.constants import Interfaces

from aerodrome.matches.errors import InvalidState, NotAllowed
from aerodrome.server.listening_socket import LimitedGranianServer, create_bound_socket

ADDRESS_VARIABLE = "AERODROME_LAN_ADDRESS"
"""Names the machine's address where it has several networks."""
MAX_LAN_CONNECTIONS = 256
START_TIMEOUT_S = 30.0
"""A machine with much else to do takes its time; whoever is told the address must be able to use it."""
START_POLL_S = 0.02
PUBLIC_REASON = (
    "This machine's address {address} is no address of a local network. To serve it, start aerodrome serve --host."
)
NO_ADDRESS_REASON = "This machine is in no local network."
ELSEWHERE_REASON = "This server was started for others already: its own address can be sent."

Scope = MutableMapping[str, Any]


def find_local_network_address() -> str:
    """This machine's address in its network; "" when it has none.

    No packet is sent: the system only says which address it would send from.
    """
    named = os.environ.get(ADDRESS_VARIABLE, "")
    if named:
        return named
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("10.255.255.255", 1))
        found = str(probe.getsockname()[0])
        return "" if ipaddress.ip_address(found).is_loopback else found
    return ""


def explain_why_address_unusable(address: str) -> str:
    """Why the server must not listen at this address for the local network; "" when it may."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return NO_ADDRESS_REASON
    if parsed.is_unspecified or not parsed.is_private:
        return PUBLIC_REASON.format(address=address)
    return ""


def is_request_from_this_machine(scope: Mapping[str, Any], behind_proxy: bool) -> bool:
    """Whether a request comes from this very machine, over loopback. Behind a proxy nobody can tell."""
    peer = scope.get("client")
    if behind_proxy or not peer or "local_network" in scope.get("state", {}):
        return False
    try:
        return ipaddress.ip_address(str(peer[0])).is_loopback
    except ValueError:
        return False


class LocalNetworkListener:
    """The second listener, open or not."""

    def __init__(self, app: Any, port: int, header_timeout: float) -> None:
        self.app = app
        self.port = port
        self.header_timeout = header_timeout
        self.address = ""
        """Where it listens; empty while it is closed."""
        self._server: LimitedGranianServer | None = None
        self._serving: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._switching = asyncio.Lock()

    @property
    def url(self) -> str:
        """What to open in a browser of this network, without a path; empty while it is closed."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        return f"http://{host}:{self.port}" if self.address else ""

    async def open(self) -> None:
        """Listen. Raises NotAllowed or InvalidState, with a sentence."""
        async with self._switching:
            if self.address:
                return
            address = find_local_network_address()
            reason = explain_why_address_unusable(address)
            if reason:
                raise NotAllowed(reason)
            try:
                create_bound_socket(address, self.port).close()
            except OSError as error:
                raise InvalidState(f"Cannot listen on {address} port {self.port}: {error.strerror}.") from None
            self._closing.clear()
            self._server = LimitedGranianServer(
                self._handle_request, address, self.port, MAX_LAN_CONNECTIONS, self.header_timeout, Interfaces.ASGINL
            )
            self._serving = asyncio.create_task(self._server.serve())
            self.address = address
            if not await self._wait_until_listening(self._serving):
                await self._stop_listening()
                raise InvalidState(f"Cannot listen on {address} port {self.port}: the second listener did not start.")

    async def _wait_until_listening(self, serving: asyncio.Task[None]) -> bool:
        """Whether it can be reached. False when it ended instead, or took too long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_TIMEOUT_S):
                while not serving.done():
                    with contextlib.suppress(ConnectionError):
                        _, writer = await asyncio.open_connection(self.address, self.port)
                        writer.close()
                        # A connection may be given this very port as its own, and then has reached itself.
                        if writer.get_extra_info("sockname") != writer.get_extra_info("peername"):
                            return True
                    await asyncio.sleep(START_POLL_S)
        return False

    async def close(self) -> None:
        """Stop listening and end what is open: streams, and connections between two requests."""
        async with self._switching:
            await self._stop_listening()

    async def _stop_listening(self) -> None:
        if self._server is None or self._serving is None:
            return
        self.address = ""
        self._closing.set()
        if not self._serving.done():
            self._server.stop()  # type: ignore[no-untyped-call]
        await asyncio.gather(self._serving, return_exceptions=True)
        self._server = self._serving = None

    async def _handle_request(self, scope: Scope, receive: Any, send: Any) -> None:
        """The application, for a request that came this way: other names are allowed, and it ends when this closes."""
        scope.setdefault("state", {})["local_network"] = self.address

        async def receive_or_disconnect_on_closing() -> Any:
            arriving, closing = asyncio.ensure_future(receive()), asyncio.ensure_future(self._closing.wait())
            try:
                await asyncio.wait((arriving, closing), return_when=asyncio.FIRST_COMPLETED)
                return arriving.result() if arriving.done() else {"type": "http.disconnect"}
            finally:
                arriving.cancel()
                closing.cancel()

        await self.app(scope, receive_or_disconnect_on_closing, send)
