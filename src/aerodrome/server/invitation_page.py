"""The page behind a link, with a head that says what the link opens: chats show it before anybody presses it."""

from html import escape
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import HTTPException
from litestar.params import PathParameter

from aerodrome.core import registry
from aerodrome.matches import seat_access
from aerodrome.matches.errors import MatchError
from aerodrome.server import schemas, serializers, static_files
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.identity import Caller

PLAIN_TITLE = "<title>Aerodrome</title>"


@get("/j/{token:str}", include_in_schema=False)
async def serve_invitation_page(
    request: Request[Any, Any, Any],
    token: Annotated[str, PathParameter(max_length=200, description="The token of a link")],
    context: Context,
    caller: CurrentCaller,
) -> Response[bytes]:
    """The client's page for a link. One that opens nothing, or nothing for others, gets the page as it is."""
    page, found = static_files.read_index_page(), await _find_invitation_within_rate_limit(token, context, caller)
    if page is None or found is None or found.state != "open" or found.kind not in ("seat", "spectator"):
        return static_files.serve_file_or_index(request, f"/j/{token}".replace(".", ""))
    body = page.replace(PLAIN_TITLE, _build_html_head(found), 1).encode()
    return Response(body, media_type=MediaType.HTML, headers={"Cache-Control": "no-store"})


async def _find_invitation_within_rate_limit(
    token: str, context: AppContext, caller: Caller
) -> schemas.Invitation | None:
    if not 16 <= len(token) <= 64:
        return None
    try:
        context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
        return serializers.build_invitation(await seat_access.resolve_link_token(context.service, token), False)
    except (MatchError, HTTPException):
        return None


def _build_html_head(invitation: schemas.Invitation) -> str:
    title, text = escape(describe_invitation(invitation)), escape(describe_invited_table(invitation))
    tags = {"og:title": title, "og:description": text, "og:type": "website", "og:site_name": "Aerodrome"}
    metas = "".join(f'<meta property="{name}" content="{value}" />' for name, value in tags.items())
    return f"<title>{title} · Aerodrome</title>{metas}"


def describe_invitation(invitation: schemas.Invitation) -> str:
    """ "Ann invites you to Airline", "Watch Ann's table of Airline"."""
    name = registry.load(invitation.title).lab_metrics().name
    host = invitation.host_name
    if invitation.kind == "spectator":
        return f"Watch {host}’s table of {name}" if host else f"Watch a table of {name}"
    return f"{host} invites you to {name}" if host else f"You are invited to {name}"


def describe_invited_table(invitation: schemas.Invitation) -> str:
    """Seats, length, clock and what is played differently, in a few sentences."""
    taken = sum(1 for seat in invitation.seats if seat.kind != "open")
    parts = [f"{taken} of {len(invitation.seats)} seats taken"]
    if invitation.minutes is not None:
        parts.append(f"about {format_minutes(invitation.minutes)}")
    parts.append(_describe_clock(invitation.clock))
    parts += [f"{option.name}: {option.value}" for option in invitation.options]
    if invitation.own_edition is not None:
        parts.append(f"the host's own edition {invitation.own_edition.id}")
    return "; ".join(parts) + "."


def format_minutes(minutes: int) -> str:
    """ "45 minutes", "2 hours", "2½ hours": nobody knows it more exactly."""
    if minutes < 60:
        return f"{minutes} minutes"
    halves = round(minutes / 30)
    hours = f"{halves // 2}{'½' if halves % 2 else ''}"
    return "an hour" if hours == "1" else f"{hours} hours"


def _describe_clock(clock: schemas.ClockSettings | None) -> str:
    if clock is None:
        return "no clock"
    parts = []
    if clock.per_move is not None:
        parts.append(f"{_format_seconds(clock.per_move)} a move")
    if clock.per_game is not None:
        parts.append(f"{_format_seconds(clock.per_game)} for the whole game")
    return " and ".join(parts)


def _format_seconds(seconds: int) -> str:
    for size, word in ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size} {word}{'' if seconds == size else 's'}"
    return f"{seconds} seconds"
