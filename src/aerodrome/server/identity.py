"""Who is asking: the cookie, and what it may do. Nothing in a body says who somebody is."""

import secrets
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie
from litestar.exceptions import PermissionDeniedException

from aerodrome.table import journal
from aerodrome.table.service import Live, Tables
from aerodrome.table.troubles import Malformed, NotFound, NotYours

COOKIE = "aerodrome"
SAFE = ("GET", "HEAD", "OPTIONS")
YEAR = 365 * 86_400


class Caller:
    """A browser, known by the hash of its cookie; `address` is for limits only."""

    def __init__(self, secret: str, address: str, secure: bool) -> None:
        self.known = 20 <= len(secret) <= 64
        self.secret = secret if self.known else secrets.token_urlsafe(32)
        self.key = journal.hashed(self.secret)
        self.address = address
        self.secure = secure

    def cookie(self) -> Cookie:
        return Cookie(
            key=COOKIE,
            value=self.secret,
            max_age=YEAR,
            httponly=True,
            samesite="strict",
            secure=self.secure,
            path="/",
        )


class Place:
    """A caller at a match: the seats held, and the one looked from."""

    def __init__(self, live: Live, held: list[int], host: bool) -> None:
        self.live = live
        self.seats = [seat for seat in held if seat >= 0]
        self.host = host

    def looking_from(self, seat: int | None) -> int | None:
        """One's seat. Who holds several sees nobody's hand until one is named; None is a spectator's chair."""
        if seat is None:
            return self.seats[0] if len(self.seats) == 1 else None
        if seat not in self.seats:
            raise NotYours("This is not your seat.")
        return seat

    def acting_as(self, seat: int | None) -> int:
        if not self.seats:
            raise NotYours("You are watching: you have no seat here.")
        if seat is None and len(self.seats) > 1:
            raise Malformed("You hold several seats: say which one acts.")
        chosen = self.looking_from(seat)
        assert chosen is not None
        return chosen


async def place(tables: Tables, caller: Caller, match: str) -> Place:
    """Matches are private: who holds nothing in one cannot tell whether it exists."""
    if not caller.known:
        raise NotFound("There is no such match, or it is not yours to see.")
    try:
        live = await tables.get(match)
    except NotFound:
        raise NotFound("There is no such match, or it is not yours to see.") from None
    host = live.match.setup.host == caller.key
    held = await tables.seats_of(live, caller.key)
    if not held and not host:
        raise NotFound("There is no such match, or it is not yours to see.")
    return Place(live, held, host)


def same_site(request: Request) -> None:  # type: ignore[type-arg]
    """What changes something must come from our own page: a header no foreign form can send, and no foreign origin."""
    if request.method in SAFE:
        return
    if not request.headers.get("x-aerodrome"):
        raise PermissionDeniedException("The header X-Aerodrome is missing.")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise PermissionDeniedException("Requests from other sites are refused.")
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host", ""):
        raise PermissionDeniedException("Requests from other sites are refused.")
