"""Telling people elsewhere that it is their turn: a webhook of theirs, or a service of the Apprise library.

The address comes from a stranger and the request goes out from inside: only https to public addresses, only the
address that was checked, no redirects, short patience; and of Apprise only services whose host is fixed. A name server
or a host that never answers costs a thread of ours for a while, but nobody else's time.
"""

import asyncio
import ipaddress
import json
import logging
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import SplitResult, urlsplit

from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.service import MatchService
from aerodrome.server.rate_limiter import TokenBucketLimiter

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("aerodrome.notifications")

APPRISE_SCHEMES = ("discord", "tgram", "slack", "pover", "pbul", "gchat", "wxteams")
"""Apprise services that talk to one well-known host, whatever the address says: read as one address, and without the
settings that may follow a question mark. With those Apprise reads files and calls hosts that somebody names."""
TIMEOUT_S = 5.0
"""For a name to be looked up, and for each step of a request."""
TOTAL_TIMEOUT_S = 20.0
"""For a whole notification: a host that answers a byte at a time is not waited for."""
MAX_PENDING = 100
MAX_THREADS = 16
"""Lookups and Apprise calls at once, those included that nobody waits for any more."""
ALLOWED_PORTS = (443, 8443)
SENDING_RATE = (0.2, 20)
"""Notices a second, and at once, for the tables of one address: slow hosts must not take everybody's places, and nobody
may let this server call a stranger's host at every click."""


Result = TypeVar("Result")
_busy_threads: set[threading.Thread] = set()


async def run_in_own_thread(work: Callable[[], Result], timeout_seconds: float) -> Result:
    """What blocks and may never return, in a thread that neither other work nor the end of the program waits for.

    Raises TimeoutError, also when too many such threads are busy.
    """
    if len(_busy_threads) >= MAX_THREADS:
        raise TimeoutError
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def report(result: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)

    def run() -> None:
        result, problem = None, None
        try:
            result = work()
        except Exception as error:
            problem = error
        _busy_threads.discard(thread)
        if not loop.is_closed():
            loop.call_soon_threadsafe(report, result, problem)

    thread = threading.Thread(target=run, daemon=True, name="notifications")
    _busy_threads.add(thread)
    thread.start()
    return await asyncio.wait_for(done, timeout_seconds)


def mask_notification_url(address: str) -> str:
    """The address without its secrets."""
    if not address:
        return ""
    return f"https://{_split_address(address).hostname}/…" if is_webhook(address) else f"{_get_scheme(address)}://…"


def _split_address(address: str, has_port: bool = True) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.hostname, parts.port if has_port else None
    except ValueError:
        raise MalformedRequest("This is not an address.") from None
    return parts


def _get_scheme(address: str) -> str:
    """The scheme. What looks like a port may be part of a token: Telegram's are `<number>:<text>`."""
    return _split_address(address, has_port=False).scheme


def is_webhook(address: str) -> bool:
    """Whether this is a webhook's address, and not one of Apprise's."""
    return _get_scheme(address) == "https"


async def require_notifiable_address(address: str) -> None:
    """Raises MalformedRequest or NotAllowed unless a notification may be sent there."""
    if is_webhook(address):
        await resolve_public_ip(address)
    elif _get_scheme(address) in APPRISE_SCHEMES:
        try:
            await run_in_own_thread(lambda: _create_apprise_service(address), TIMEOUT_S)
        except TimeoutError:
            raise InvalidState("The address could not be checked just now. Try again in a minute.") from None
    else:
        raise MalformedRequest(f"Give an https address, or one of Apprise's: {', '.join(APPRISE_SCHEMES)}.")


def _parse_url(address: str) -> "httpx.URL":
    """The address as requests are made to it: a name in letters of any script becomes what name servers know."""
    import httpx

    try:
        return httpx.URL(address)
    except (httpx.InvalidURL, ValueError):
        raise MalformedRequest("This is not an address.") from None


async def resolve_public_ip(address: str) -> str:
    """The one network address that a webhook's name stands for; refused when any of them is not public."""
    parts = _split_address(address)
    host, port = _parse_url(address).raw_host.decode(), parts.port or 443
    if parts.scheme != "https":
        raise MalformedRequest("Notices go to https addresses only.")
    if not host or parts.username or parts.password or port not in ALLOWED_PORTS:
        raise MalformedRequest("This is not an address that notices can go to.")
    try:
        found = await run_in_own_thread(lambda: list_ip_addresses_of_host(host, port), TIMEOUT_S)
    except TimeoutError:
        raise InvalidState("The name of this host could not be looked up in time. Try again in a minute.") from None
    except (OSError, UnicodeError):
        raise MalformedRequest("There is no such host.") from None
    if not found or not all(_is_public_ip(ip) for ip in found):
        raise NotAllowed("Notices go to public addresses only.")
    return found[0]


def list_ip_addresses_of_host(host: str, port: int) -> list[str]:
    """All network addresses of a name. Blocks for as long as the name server likes."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def _is_public_ip(ip: str) -> bool:
    try:
        address = ipaddress.ip_address(ip.split("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


def _create_apprise_service(address: str) -> Any:
    """The one service that the address names. `Apprise.add` would read several, of any kind, in the same text."""
    from apprise import Apprise, AppriseAsset

    if "?" in address:
        raise MalformedRequest("Leave the question mark out, and what follows it: such settings are not taken.")
    service: Any = Apprise.instantiate(address, asset=AppriseAsset(http_redirects=False), suppress_exceptions=True)
    if service is None or _get_scheme(service.url()) not in APPRISE_SCHEMES:
        raise MalformedRequest("Apprise does not understand this address.")
    if len(service) > 1:
        raise MalformedRequest("Name one channel or chat: each place has an address of its own.")
    return service


class SeatAddressNotifier:
    """Sends in the background; a notification that fails is not sent again."""

    def __init__(self, service: MatchService) -> None:
        self.service = service
        self._tasks: set[asyncio.Task[None]] = set()
        self._limiter = TokenBucketLimiter(*SENDING_RATE)

    def notify_turn(self, live: LiveMatch, seat: int) -> None:
        """Tell the person at a seat, at the address they gave, that it is their turn."""
        if len(self._tasks) < MAX_PENDING:
            task = asyncio.create_task(self._send_notification(live, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_notification(self, live: LiveMatch, seat: int) -> None:
        try:
            address = await SeatLinksAndNotesStore(self.service.store).get_turn_notice_address(live.match.id, seat)
            if not address or not self._limiter.try_acquire_token(live.share_key.address):
                return
            text = f"It is your turn at {live.match.setup.title} ({live.match.game.seat_name(seat)})."
            async with asyncio.timeout(TOTAL_TIMEOUT_S):
                if is_webhook(address):
                    await post_webhook(address, {"text": text, "content": text, "match": live.match.id})
                else:
                    await send_apprise_notification(address, text)
        except Exception as error:
            log.info("a notification could not be sent: %s", type(error).__name__)

    async def close(self) -> None:
        """Give up what is not sent yet."""
        for task in self._tasks:
            task.cancel()


async def post_webhook(address: str, body: dict[str, str]) -> int:
    """Tell a webhook. Returns the status of the answer."""
    headers = {"Content-Type": "application/json"}
    return await post_to_public_address(address, json.dumps(body).encode(), headers)


def is_plain_http_to_loopback(address: str) -> bool:
    """Whether this is plain HTTP to this machine: what tests may be allowed."""
    parts = _split_address(address)
    return parts.scheme == "http" and parts.hostname == "127.0.0.1"


async def post_to_public_address(
    address: str, body: bytes, headers: dict[str, str], allow_loopback: bool = False
) -> int:
    """Goes to the very ip that was checked: a name that changes its mind in between gains nothing.

    Returns the status of the answer.
    """
    import httpx

    is_allowed = allow_loopback and is_plain_http_to_loopback(address)
    ip = "127.0.0.1" if is_allowed else await resolve_public_ip(address)
    url = _parse_url(address)
    pinned = url.copy_with(host=ip)
    async with httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False, trust_env=False) as client:
        sent, extensions = {"Host": url.netloc.decode(), **headers}, {"sni_hostname": url.raw_host.decode()}
        # Whatever comes back, be it without end, is not read.
        async with client.stream("POST", pinned, content=body, headers=sent, extensions=extensions) as answer:
            return answer.status_code


class NotificationRefused(Exception):
    """The service at the other end did not take it, or cannot be reached."""


async def send_apprise_notification(address: str, text: str) -> None:
    """Through the Apprise library, in a thread of its own: it knows no asyncio, and looks names up by itself.

    Raises NotificationRefused: Apprise tells no more than that it did not work.
    """
    from apprise import Apprise

    def notify() -> None:
        services = Apprise()
        if not services.add(_create_apprise_service(address)) or not services.notify(body=text, title="Aerodrome"):
            raise NotificationRefused

    await run_in_own_thread(notify, TOTAL_TIMEOUT_S)
