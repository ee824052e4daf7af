"""Who is asking: the cookie, and what it may do. Nothing in a body says who somebody is."""

import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie
from litestar.exceptions import PermissionDeniedException

from aerodrome.matches.accounts import SessionWithAccount
from aerodrome.matches.errors import MalformedRequest, NotFound, SeatNotHeld, UnreadableMatch
from aerodrome.matches.fair_queue import ShareKey
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.seat_access import list_held_seats
from aerodrome.matches.service import MatchService
from aerodrome.matches.util import hash_secret
from aerodrome.server.client_address import resolve_client_address

COOKIE_NAME = "aerodrome"
BROWSER_COOKIE_NAME = "aerodrome_browser"
"""Outlives sessions, and opens nothing: two accounts of one browser do not sit at the same rated table."""
PASSKEY_COOKIE_NAME = "aerodrome_passkey"
"""Of a browser that was given a challenge for a passkey: nobody else can answer it."""
COOKIE_SECONDS = 365 * 86_400
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_COOKIE_VALUE = re.compile(r"[ !#-+\-./0-:<-\[\]-~]{20,64}")
"""What a cookie may hold; anything else is none of ours and must not come back in an answer's header."""


class Caller:
    """A browser, known by the hash of its cookie.

    `address` is for limits only: see `client_address`; `device_label` is for its own person.
    """

    def __init__(self, secret: str, address: str, is_secure: bool, user_agent: str = "") -> None:
        self.has_cookie = _COOKIE_VALUE.fullmatch(secret) is not None
        self.secret = secret if self.has_cookie else secrets.token_urlsafe(32)
        self.key = hash_secret(self.secret)
        self.address = address
        self.is_secure = is_secure
        self.device_label = describe_user_agent(user_agent)
        self.session_key: str | None = None
        """The hash of the cookie, when it is that of a session; `key` is then the account's."""
        self.account_id: str | None = None
        self.browser_secret = ""
        """The cookie by which a browser is known that accounts were signed in from."""
        self.host = ""
        """The name, and perhaps the port, that this server was asked by; the middleware has checked it."""
        self.passkey_secret = ""
        """The cookie of a browser that was given a challenge for a passkey."""

    def set_session_and_account(self, signed_in: SessionWithAccount) -> None:
        """The cookie is a session's: the caller holds what the account holds."""
        self.session_key, self.account_id = signed_in.session.key, signed_in.account.id
        self.key = signed_in.account.key

    def reset_to_new_guest(self) -> None:
        """The cookie is one that opens nothing any more: the caller is somebody new."""
        self.secret, self.has_cookie = secrets.token_urlsafe(32), False
        self.key = hash_secret(self.secret)

    def set_new_session_secret(self) -> None:
        """A new cookie, for a session that begins now."""
        self.secret = secrets.token_urlsafe(32)
        self.session_key = hash_secret(self.secret)
        if not _COOKIE_VALUE.fullmatch(self.browser_secret):
            self.browser_secret = secrets.token_urlsafe(32)

    @property
    def clients_for_rate_limits(self) -> list[str]:
        """Whose buckets a request is taken from: the address, and the person when there is a cookie."""
        return [self.address, self.key] if self.has_cookie else [self.address]

    def build_share_key(self, match_id: str = "") -> ShareKey:
        """On whose account work is done that this caller asks for, at a match or at none."""
        return ShareKey(self.address, self.key, match_id)

    def build_browser_cookie(self) -> Cookie:
        """The cookie by which this browser is known again."""
        return self._build_cookie(COOKIE_NAME, self.secret)

    def build_session_cookies(self) -> list[Cookie]:
        """Those of a session that begins: its own, and the one of the browser."""
        return [self.build_browser_cookie(), self._build_cookie(BROWSER_COOKIE_NAME, self.browser_secret)]

    def _build_cookie(self, name: str, value: str) -> Cookie:
        return Cookie(
            key=name,
            value=value,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="strict",
            secure=self.is_secure,
            path="/",
        )


def describe_user_agent(user_agent: str) -> str:
    """ "Firefox on Android": enough to tell one's own devices apart. "" when nothing is recognised."""
    # The order matters: browsers name each other.
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
    systems = {
        "iPhone": "iPhone",
        "iPad": "iPad",
        "Android": "Android",
        "Windows": "Windows",
        "Mac OS": "Mac",
        "CrOS": "ChromeOS",
        "Linux": "Linux",
    }
    browser = next((name for sign, name in browsers.items() if sign in user_agent), "")
    system = next((name for sign, name in systems.items() if sign in user_agent), "")
    return f"{browser} on {system}" if browser and system else browser or system


def identify_caller(request: Request[Any, Any, Any], behind_proxy: bool) -> Caller:
    """Who sent the request; behind a proxy its headers say from where."""
    is_secure = request.scope["scheme"] == "https"
    if behind_proxy:
        is_secure = request.headers.get("x-forwarded-proto", "") == "https"
    address = resolve_client_address(request.scope, behind_proxy)
    caller = Caller(request.cookies.get(COOKIE_NAME, ""), address, is_secure, request.headers.get("user-agent", ""))
    caller.browser_secret = request.cookies.get(BROWSER_COOKIE_NAME, "")
    caller.host = request.headers.get("host", "").lower()
    caller.passkey_secret = request.cookies.get(PASSKEY_COOKIE_NAME, "")
    return caller


class MatchAccess:
    """What a caller may do in a match: the seats held, and whether the match is theirs."""

    def __init__(self, service: MatchService, live: LiveMatch, claimed_seats: list[int], is_host: bool) -> None:
        self.service = service
        self.live = live
        self.match = live.match
        self.seats = [seat for seat in claimed_seats if seat >= 0]
        self.is_host = is_host

    def resolve_viewer(self, seat: int | None) -> int | None:
        """The seat to look from. Who holds several sees nobody's hand until one is named; None is a spectator."""
        if seat is None:
            return self.seats[0] if len(self.seats) == 1 else None
        if seat not in self.seats:
            raise SeatNotHeld("This is not your seat.")
        return seat

    def resolve_seat_and_mark_seen(self, seat: int | None) -> int:
        """The seat to act for: the named one, or the only one held."""
        if not self.seats:
            raise SeatNotHeld("You are watching: you have no seat here.")
        viewer = self.resolve_viewer(seat)
        if viewer is None:
            raise MalformedRequest("You hold several seats: say which one acts.")
        self.live.record_person_seen(viewer)
        return viewer


async def resolve_match_access(service: MatchService, caller: Caller, match_id: str) -> MatchAccess:
    """Matches are private: who holds nothing in one cannot tell whether it exists."""
    not_found = NotFound("There is no such match, or it is not yours to see.")
    if not caller.has_cookie:
        raise not_found
    # Asked before the match is loaded: a stranger neither makes it load nor can tell by the time whether it exists.
    if match_id not in service.live_matches and not await service.store.list_claimed_seats(caller.key, match_id):
        raise not_found
    try:
        live = await service.get_match(match_id)
    except NotFound:
        raise not_found from None
    except UnreadableMatch:
        if await service.store.list_claimed_seats(caller.key, match_id):
            raise
        raise not_found from None
    claimed_seats = await list_held_seats(service, live, caller.key)
    is_host = live.match.setup.host_key == caller.key or _holds_host_seat(live, claimed_seats)
    if not claimed_seats and not is_host:
        raise not_found
    return MatchAccess(service, live, claimed_seats, is_host)


def _holds_host_seat(live: LiveMatch, seats: list[int]) -> bool:
    """Whether this is the host on another device: before the start, the host's seats are those not given by link."""
    setup_seats = live.match.setup.seats
    if live.match.setup.competition is not None:
        return False
    return not live.match.is_started and any(seat >= 0 and setup_seats[seat].kind == "person" for seat in seats)


def _is_foreign_origin(request: Request[Any, Any, Any]) -> bool:
    origin = request.headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != request.headers.get("host", "")
    except ValueError:
        return True


def require_same_origin(request: Request[Any, Any, Any]) -> None:
    """What changes something must come from our own page: a header no foreign form can send, and no foreign origin."""
    if request.method in SAFE_METHODS:
        return
    if not request.headers.get("x-aerodrome"):
        raise PermissionDeniedException("The header X-Aerodrome is missing.")
    fetch_site = request.headers.get("sec-fetch-site", "same-origin")
    if _is_foreign_origin(request) or fetch_site not in ("same-origin", "none"):
        raise PermissionDeniedException("Requests from other sites are refused.")
