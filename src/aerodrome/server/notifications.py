"""Telling people elsewhere that it is their turn: a webhook of theirs, or a service of the Apprise library.

The address comes from a stranger and the request goes out from inside: only https to public addresses, only the
address that was checked, no redirects, short patience; and of Apprise only services whose host is fixed.
"""

import asyncio
import ipaddress
import logging
import socket
from urllib.parse import urlsplit

from aerodrome.matches.errors import MalformedRequest, NotAllowed
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import MatchService

log = logging.getLogger("aerodrome.notifications")

APPRISE_SCHEMES = ("discord", "tgram", "slack", "pover", "pbul", "gchat", "wxteams")
"""Apprise services that talk to one well-known host, whatever the address says."""
TIMEOUT_S = 5.0
MAX_PENDING = 100
ALLOWED_PORTS = (443, 8443)


def mask_address(address: str) -> str:
    """The address without its secrets."""
    parts = urlsplit(address)
    if not address:
        return ""
    return f"https://{parts.hostname}/…" if parts.scheme == "https" else f"{parts.scheme}://…"


async def validate_address(address: str) -> None:
    """Raises MalformedRequest or NotAllowed unless a notification may be sent there."""
    scheme = urlsplit(address).scheme
    if scheme == "https":
        await resolve_public_ip(address)
    elif scheme in APPRISE_SCHEMES:
        await asyncio.to_thread(_create_apprise_service, address)
    else:
        raise MalformedRequest(f"Give an https address, or one of Apprise's: {', '.join(APPRISE_SCHEMES)}.")


async def resolve_public_ip(address: str) -> str:
    """The one network address that a webhook's name stands for; refused when any of them is not public."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or 443
    except ValueError:
        raise MalformedRequest("This is not an address.") from None
    if not host or parts.username or parts.password or port not in ALLOWED_PORTS:
        raise MalformedRequest("This is not an address that notices can go to.")
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise MalformedRequest("There is no such host.") from None
    ips = [str(entry[4][0]) for entry in found]
    if not ips or not all(_is_public_ip(ip) for ip in ips):
        raise NotAllowed("Notices go to public addresses only.")
    return ips[0]


def _is_public_ip(ip: str) -> bool:
    address = ipaddress.ip_address(ip.split("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


def _create_apprise_service(address: str) -> object:
    from apprise import Apprise

    plugin = Apprise.instantiate(address, suppress_exceptions=True)
    if plugin is None:
        raise MalformedRequest("Apprise does not understand this address.")
    return plugin


class TurnNotifier:
    """Sends in the background; a notification that fails is not sent again."""

    def __init__(self, service: MatchService) -> None:
        self.service = service
        self._tasks: set[asyncio.Task[None]] = set()

    def notify_turn(self, live: LiveMatch, seat: int) -> None:
        """Tell the person at a seat, at the address they gave, that it is their turn."""
        if len(self._tasks) < MAX_PENDING:
            task = asyncio.create_task(self._send_notification(live, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_notification(self, live: LiveMatch, seat: int) -> None:
        try:
            address = await self.service.store.get_notification_address(live.match.id, seat)
            if not address:
                return
            text = f"It is your turn at {live.match.setup.title} ({live.match.game.seat_name(seat)})."
            if urlsplit(address).scheme == "https":
                await post_webhook(address, {"text": text, "content": text, "match": live.match.id})
            else:
                await send_apprise_notification(address, text)
        except Exception as error:
            log.info("a notification could not be sent: %s", type(error).__name__)

    async def close(self) -> None:
        """Give up what is not sent yet."""
        for task in self._tasks:
            task.cancel()


async def post_webhook(address: str, body: dict[str, str]) -> None:
    """Goes to the very ip that was checked: a name that changes its mind in between gains nothing."""
    import httpx

    ip = await resolve_public_ip(address)
    parts = urlsplit(address)
    host = parts.hostname or ""
    pinned = httpx.URL(address).copy_with(host=ip)
    async with httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False, trust_env=False) as client:
        await client.post(pinned, json=body, headers={"Host": parts.netloc}, extensions={"sni_hostname": host})


async def send_apprise_notification(address: str, text: str) -> None:
    """Through the Apprise library, in a thread: it knows no asyncio."""
    from apprise import Apprise

    def notify() -> None:
        service = Apprise()
        service.add(address)
        service.notify(body=text, title="Aerodrome")

    await asyncio.to_thread(notify)
