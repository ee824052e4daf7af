"""The lobby's public tables: list them, sit down, watch, play now."""

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from aerodrome.core import registry
from aerodrome.matches import public_tables
from aerodrome.matches.attendance import SeatReliability, read_reliability_by_match_and_seat
from aerodrome.matches.errors import NotFound
from aerodrome.matches.events import PublicListing
from aerodrome.matches.listings import ListingRow
from aerodrome.matches.lobby_store import LobbyStore
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.server import match_length, schemas, serializers
from aerodrome.server.clock_rules import build_clock_rules
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller, MatchIdPath
from aerodrome.server.lobby_pages import CachedPage
from aerodrome.server.rating_routes import build_reliability_info

PAGE_TABLES = 20
RUNNING_TABLES = 8
"""So many running tables stand on the first page."""
MAX_LISTED_TITLE = 40

TitleQuery = Annotated[str | None, QueryParameter(max_length=MAX_LISTED_TITLE, description="Only this title")]
AfterQuery = Annotated[
    str | None, QueryParameter(max_length=64, description="`next` of the page before", pattern=r"^\d{1,16}\..{1,32}$")
]


def _build_etag_response(request: Request[Any, Any, Any], cached_page: CachedPage) -> Response[bytes]:
    """304 for whoever has this very page already; browsers ask that way by themselves."""
    headers = {"ETag": cached_page.tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == cached_page.tag:
        return Response(b"", status_code=304, headers=headers, media_type="application/json")
    return Response(cached_page.encoded, headers=headers, media_type="application/json")


@get("/lobby")
async def get_lobby(request: Request[Any, Any, Any], context: Context, title: TitleQuery = None) -> Response[bytes]:
    """The public tables: the newest open ones, the newest that run, and how many are open."""
    if title is not None and title not in registry.titles():
        raise NotFound("There is no such title.")  # made up ones would push out the pages that are kept
    key = ("lobby", title or "")
    kept = context.lobby_pages.find_cached_page(key)
    if kept is None:
        changed = context.service.listings_version
        rows = await LobbyStore(context.service.store).read_lobby(title, PAGE_TABLES + 1, RUNNING_TABLES + 1)
        lobby = schemas.LobbyTables(
            open=await _build_public_table_page(context, rows.open, PAGE_TABLES),
            playing=await _build_public_table_page(context, rows.playing, RUNNING_TABLES),
            open_counts=[schemas.PublicTableCount(*count) for count in rows.open_counts],
        )
        kept = context.lobby_pages.encode_and_cache_page(key, lobby, changed)
    return _build_etag_response(request, kept)


@get("/public-tables/{status:str}", is_expensive=True)
async def list_public_tables(
    status: Annotated[Literal["open", "playing"], PathParameter(description="With free seats, or running")],
    context: Context,
    title: TitleQuery = None,
    after: AfterQuery = None,
) -> schemas.PublicTablePage:
    """One page of the public tables."""
    before = None
    if after is not None:
        since, _, match = after.partition(".")
        before = int(since), match
    rows = await LobbyStore(context.service.store).list_public_tables(status, title, before, PAGE_TABLES + 1)
    return await _build_public_table_page(context, rows, PAGE_TABLES)


async def _build_public_table_page(context: AppContext, rows: list[ListingRow], limit: int) -> schemas.PublicTablePage:
    """A page of rows, of which there is one more than fits when another page follows."""
    last = rows[limit - 1] if len(rows) > limit else None
    shown = [row for row in rows[:limit] if row.title in registry.titles()]
    open_ids = [row.match for row in shown if row.status != "playing"]
    reliability = await read_reliability_by_match_and_seat(context.service.store, open_ids)
    tables = [build_public_table(row, reliability) for row in shown]
    return schemas.PublicTablePage(tables, f"{last.since_ms}.{last.match}" if last is not None else None)


@lru_cache(maxsize=512)
def _list_cached_unusual_options(
    title: str, encoded_options: bytes, options_by_lot: tuple[str, ...]
) -> list[schemas.UnusualOption]:
    """Most tables play one of a few sets of options."""
    return serializers.list_unusual_options(title, msgspec.json.decode(encoded_options), list(options_by_lot))


def _build_public_seat(
    row: ListingRow, seat_number: int, reliability_by_match_and_seat: dict[tuple[str, int], SeatReliability]
) -> schemas.PublicSeat:
    """A seat of a line. Nothing is said of whoever goes by another name there: figures would tell who it is."""
    seat, known = row.table.seats[seat_number], reliability_by_match_and_seat.get((row.match, seat_number))
    is_told = known is not None and seat.kind == "person" and seat.name == known.name
    told = build_reliability_info(known.reliability) if known is not None and is_told else None
    return schemas.PublicSeat(seat.kind, seat.name, told)


def build_public_table(
    row: ListingRow, reliability_by_match_and_seat: dict[tuple[str, int], SeatReliability] | None = None
) -> schemas.PublicTable:
    """A line of the lobby."""
    table = row.table
    encoded = msgspec.json.encode(table.options, order="deterministic")
    options = _list_cached_unusual_options(row.title, encoded, tuple(table.options_by_lot))
    return schemas.PublicTable(
        id=row.match,
        title=row.title,
        status="playing" if row.status == "playing" else "open",
        host_name=table.seats[table.host_seat].name if table.host_seat is not None else "",
        seats=[
            _build_public_seat(row, number, reliability_by_match_and_seat or {}) for number in range(len(table.seats))
        ],
        free_seats=row.free_seats,
        options=options,
        clock=serializers.build_clock_settings(table.clock),
        hints=table.hints,
        watchable=table.watchable,
        minutes=match_length.estimate_match_minutes(row.title, row.seat_count),
        fill_after=None if table.fill_after_ms is None else table.fill_after_ms // 1000,
        since=row.since_ms,
        is_quick={option.name for option in options}
        == {name.replace("_", " ") for name in match_length.QUICK_GAME_OPTIONS.get(row.title, {})},
        rated=table.rated,
        for_friends=bool(row.friends_of),
    )


def build_public_listing(request: schemas.LobbyListingRequest | None) -> PublicListing | None:
    """How a table stands in the lobby, as its host asked for it."""
    if request is None:
        return None
    fill_after_ms = None if request.fill_after is None else request.fill_after * 1000
    return PublicListing(fill_after_ms, request.level or "", request.for_friends)


@post("/public-tables/{id:str}/sit-down", status_code=200)
async def sit_down_at_public_table(
    id: MatchIdPath, data: JSONBody[schemas.SitDownRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.JoinedMatch]:
    """Take an open seat of a public table."""
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    await context.require_may_take_more_seats(caller.key if caller.has_cookie else None)
    live, seat = await public_tables.take_first_open_seat(
        context.service, id, caller.key, data.name, caller.device_label
    )
    return Response(schemas.JoinedMatch(live.match.id, seat), status_code=200, cookies=[caller.build_browser_cookie()])


@post("/public-tables/{id:str}/watch", status_code=200)
async def watch_public_table(id: MatchIdPath, context: Context, caller: CurrentCaller) -> Response[schemas.JoinedMatch]:
    """Watch a public table that runs; who sits there already keeps the seat."""
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    live = await public_tables.claim_spectator_place(context.service, id, caller.key)
    return Response(schemas.JoinedMatch(live.match.id, None), status_code=200, cookies=[caller.build_browser_cookie()])


@post("/play-now", status_code=200)
async def play_now(
    data: JSONBody[schemas.PlayNowRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.PlayNowResult]:
    """Sit down at a fitting public table, or open one."""
    context.new_match_limiter.acquire_token(*caller.clients_for_rate_limits)
    await context.require_may_open_more_matches(caller.key if caller.has_cookie else None, caller.address)
    request = MatchRequest(
        title=data.title,
        seats=[SeatRequest("person", name=data.name), *[SeatRequest("open")] * (data.seats - 1)],
        options=data.options,
        clock=build_clock_rules(data.clock),
        public=build_public_listing(schemas.LobbyListingRequest(data.fill_after, data.level)),
        rated=data.rated,
    )
    seat_count = None if data.any_seats else data.seats
    live, seat, is_opened = await public_tables.sit_down_or_open_table(
        context.service, request, seat_count, caller.key, data.name, caller.device_label
    )
    if is_opened:
        live.host_address = caller.address
        context.remember_match_of_address(caller.address, live.match.id)
    answer = schemas.PlayNowResult(live.match.id, seat, is_opened)
    return Response(answer, status_code=200, cookies=[caller.build_browser_cookie()])


router = Router(
    "/api", route_handlers=[get_lobby, list_public_tables, sit_down_at_public_table, watch_public_table, play_now]
)
