"""Telling people elsewhere that it is their turn: a webhook of theirs, or a service of the Apprise library.

The address comes from a stranger and the request goes out from inside: only https to public addresses, only the
address that was checked, no redirects, short patience; and of Apprise only services whose host is fixed.
"""

import asyncio
import ipaddress
import logging
import socket
from urllib.parse import urlsplit

from aerodrome.table.service import Live, Tables
from aerodrome.table.troubles import Malformed, NotAllowed

log = logging.getLogger("aerodrome.notices")

SERVICES = ("discord", "tgram", "slack", "pover", "pbul", "gchat", "wxteams")
"""Apprise services that talk to one well-known host, whatever the address says."""
PATIENCE_S = 5.0
PORTS = (443, 8443)


def shown(address: str) -> str:
    """The address without its secrets."""
    parts = urlsplit(address)
    if not address:
        return ""
    return f"https://{parts.hostname}/…" if parts.scheme == "https" else f"{parts.scheme}://…"


async def checked(address: str) -> None:
    """Raises unless a notice may be sent there."""
    scheme = urlsplit(address).scheme
    if scheme == "https":
        await public_address(address)
    elif scheme in SERVICES:
        await asyncio.to_thread(_service, address)
    else:
        raise Malformed(f"Give an https address, or one of Apprise's: {', '.join(SERVICES)}.")


async def public_address(address: str) -> str:
    """The one network address that a webhook's name stands for; refused when any of them is not public."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or 443
    except ValueError:
        raise Malformed("This is not an address.") from None
    if not host or parts.username or parts.password or port not in PORTS:
        raise Malformed("This is not an address that notices can go to.")
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Malformed("There is no such host.") from None
    numbers = [str(entry[4][0]) for entry in found]
    if not numbers or not all(_public(number) for number in numbers):
        raise NotAllowed("Notices go to public addresses only.")
    return numbers[0]


def _public(number: str) -> bool:
    address = ipaddress.ip_address(number.split("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


def _service(address: str) -> object:
    from apprise import Apprise

    plugin = Apprise.instantiate(address, suppress_exceptions=True)
    if plugin is None:
        raise Malformed("Apprise does not understand this address.")
    return plugin


class Notifier:
    """Sends in the background; a notice that fails is a notice that fails."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._tasks: set[asyncio.Task[None]] = set()

    def on_turn(self, live: Live, seat: int) -> None:
        if len(self._tasks) < 100:
            task = asyncio.create_task(self._send(live, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, live: Live, seat: int) -> None:
        try:
            address = await self.tables.store.notice(live.match.id, seat)
            if not address:
                return
            text = f"It is your turn at {live.match.setup.title} ({live.match.game.seat_name(seat)})."
            if urlsplit(address).scheme == "https":
                await post(address, {"text": text, "content": text, "match": live.match.id})
            else:
                await _notify(address, text)
        except Exception as error:
            log.info("a notice could not be sent: %s", type(error).__name__)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()


async def post(address: str, body: dict[str, str]) -> None:
    """Goes to the very number that was checked: a name that changes its mind in between gains nothing."""
    import httpx

    number = await public_address(address)
    parts = urlsplit(address)
    host = parts.hostname or ""
    pinned = httpx.URL(address).copy_with(host=number)
    async with httpx.AsyncClient(timeout=PATIENCE_S, follow_redirects=False, trust_env=False) as client:
        await client.post(
            pinned,
            json=body,
            headers={"Host": parts.netloc},
            extensions={"sni_hostname": host},
        )


async def _notify(address: str, text: str) -> None:
    from apprise import Apprise

    def send() -> None:
        service = Apprise()
        service.add(address)
        service.notify(body=text, title="Aerodrome")

    await asyncio.to_thread(send)
