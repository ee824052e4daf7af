"""Titles; creating, finding and joining matches."""

from functools import cache
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

from aerodrome.bots.levels import LOBBY_LEVELS
from aerodrome.core import digest_rules, registry
from aerodrome.core.one_page_rules import OnePageRules, read_one_page_rules
from aerodrome.core.option_specs import list_option_specs
from aerodrome.matches import match_creation, public_tables, seat_access, util
from aerodrome.matches.edition_store import EditionStore
from aerodrome.matches.errors import MalformedRequest
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match_creation import MatchRequest
from aerodrome.server import lesson_serializers, match_length, schemas, serializers
from aerodrome.server.clock_rules import build_clock_rules
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller, TitlePath
from aerodrome.server.edition_routes import require_own_edition
from aerodrome.server.identity import Caller
from aerodrome.server.my_matches import build_match_lines
from aerodrome.server.public_table_routes import build_public_listing
from aerodrome.server.struct_body import StructBody


@cache
def _build_title_info(title: str) -> schemas.TitleInfo:
    game = registry.load(title)
    options = [
        schemas.OptionInfo(
            spec.name,
            spec.description,
            spec.type,
            None if spec.is_drawn_by_lot else spec.default_with_people,
            None if spec.is_drawn_by_lot else spec.default,
            spec.choices,
            spec.min,
            spec.max,
            spec.is_drawn_by_lot,
        )
        for spec in list_option_specs(title)
    ]
    seat_names = [game.seat_name(seat) for seat in range(game.seats_max)]
    lessons = lesson_serializers.list_lesson_summaries(title)
    quick_game = _build_quick_game(title, min(game.seats_max, max(game.seats_min, 4)))
    return schemas.TitleInfo(
        title, game.seats_min, game.seats_max, options, list(LOBBY_LEVELS), seat_names, lessons, quick_game
    )


def _build_quick_game(title: str, seats: int) -> schemas.QuickGame:
    length = match_length.estimate_quick_game_length(title, seats)
    options = match_length.QUICK_GAME_OPTIONS.get(title, {})
    if length is None:
        return schemas.QuickGame(seats, options, None, None)
    return schemas.QuickGame(seats, options, length.decisions, length.minutes)


def _require_known_title(title: str) -> str:
    if title not in registry.titles():
        raise NotFoundException("There is no such title.")
    return title


def build_title_infos() -> list[schemas.TitleInfo]:
    """Loads what is not loaded yet, which takes a moment: not for the event loop."""
    found = []
    for title in registry.titles():
        try:
            found.append(_build_title_info(title))
        except ImportError:
            continue
    return found


@get("/titles", sync_to_thread=True)
def list_titles() -> schemas.TitleList:
    """The titles that can be played, with their options."""
    return schemas.TitleList(build_title_infos())


@get("/titles/{title:str}/rules", sync_to_thread=True)
def list_rules(title: TitlePath) -> schemas.RuleList:
    """The rules digest of a title."""
    try:
        found = digest_rules.read_digest_rules_by_id(_require_known_title(title))
    except FileNotFoundError:
        raise NotFoundException("This title has no digest.") from None
    return schemas.RuleList([schemas.RuleInfo(rule.id, rule.section, rule.text) for rule in found.values()])


@get("/titles/{title:str}/one-page", sync_to_thread=True)
def get_one_page_rules(title: TitlePath) -> OnePageRules:
    """The rules of a title on one page."""
    try:
        return read_one_page_rules(_require_known_title(title))
    except FileNotFoundError:
        raise NotFoundException("This title has no such page.") from None


@get("/titles/{title:str}/board", sync_to_thread=True)
def get_printed_board(title: TitlePath) -> dict[str, Any]:
    """What is printed on a title's board, with the default options."""
    return registry.load(_require_known_title(title)).board()


def _build_match_request(
    data: schemas.NewMatchRequest | schemas.ImportMatchRequest, title: str, options: dict[str, Any]
) -> MatchRequest:
    clock = build_clock_rules(data.clock)
    return MatchRequest(title, data.seats, options, data.mode, clock, data.hints, data.watchable)


async def _require_may_create_match(context: AppContext, caller: Caller) -> None:
    context.new_match_limiter.acquire_token(*caller.clients_for_rate_limits)
    await context.require_may_open_more_matches(caller.key if caller.has_cookie else None, caller.address)


def _remember_host_and_build_created_response(
    context: AppContext, caller: Caller, live: LiveMatch
) -> Response[schemas.CreatedMatch]:
    live.host_address = caller.address
    context.remember_match_of_address(caller.address, live.match.id)
    created = serializers.build_created_match(live.match)
    return Response(created, status_code=201, cookies=[caller.build_browser_cookie()])


@post("/matches", status_code=201)
async def create_match(
    data: JSONBody[schemas.NewMatchRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.CreatedMatch]:
    """A new match. It starts by itself when no seat is open."""
    await _require_may_create_match(context, caller)
    request = _build_match_request(data, data.title, data.options)
    request = request._replace(public=build_public_listing(data.public), rated=data.rated)
    await public_tables.require_may_put_into_lobby(context.service, caller.key, request.public)
    if data.edition is not None:
        request = await _add_own_edition_to_request(context, caller, data, request)
    return _remember_host_and_build_created_response(
        context, caller, await match_creation.create_match(context.service, request, caller.key)
    )


async def _add_own_edition_to_request(
    context: AppContext, caller: Caller, data: schemas.NewMatchRequest, request: MatchRequest
) -> MatchRequest:
    kept = await require_own_edition(context, caller, str(data.edition))
    if kept.title != data.title:
        raise MalformedRequest(f"This edition is one of {kept.title}, not of {data.title}.")
    used = kept._replace(used_at_ms=util.now_ms())
    await EditionStore(context.service.store).store_own_edition_unless_full(
        caller.key, used, context.settings.limits.max_own_editions + 1
    )
    return request._replace(own_edition=kept.data.decode(), shows_edition=data.shows_edition)


@post("/lessons", status_code=201)
async def create_lesson_match(
    data: JSONBody[schemas.NewLessonRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.CreatedMatch]:
    """A lesson, as a match that its learner plays alone."""
    await _require_may_create_match(context, caller)
    live = await match_creation.create_lesson_match(
        context.service, _require_known_title(data.title), data.lesson, data.name, caller.key
    )
    return _remember_host_and_build_created_response(context, caller, live)


@post("/matches/import", status_code=201, dto=StructBody, return_dto=None)
async def import_match(
    data: JSONBody[schemas.ImportMatchRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.CreatedMatch]:
    """A record goes on as a new match, from any of its positions."""
    await _require_may_create_match(context, caller)
    request = _build_match_request(data, "", {})
    share = caller.build_share_key()
    live = await match_creation.create_match_from_record(
        context.service, request, caller.key, bytes(data.record), data.position, share
    )
    return _remember_host_and_build_created_response(context, caller, live)


@post("/join", status_code=200)
async def join_match(
    data: JSONBody[schemas.JoinRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.JoinedMatch]:
    """Exchange a link's token for the seat it opens, remembered by the cookie."""
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    live, seat = await seat_access.join_match_and_get_seat(
        context.service, data.token, caller.key, data.name, caller.device_label
    )
    joined = schemas.JoinedMatch(live.match.id, seat)
    return Response(joined, status_code=200, cookies=[caller.build_browser_cookie()])


@get("/invitations/{token:str}")
async def get_invitation(
    token: Annotated[str, PathParameter(min_length=16, max_length=64, description="The token of a link")],
    context: Context,
    caller: CurrentCaller,
) -> schemas.Invitation:
    """What a link opens, to be looked at before it is used."""
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    link = await seat_access.resolve_link_token(context.service, token)
    is_holder = caller.has_cookie and await seat_access.holds_linked_seat(context.service, link, caller.key)
    return serializers.build_invitation(link, is_holder)


@get("/my-matches", is_expensive=True)
async def list_my_matches(
    context: Context,
    caller: CurrentCaller,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="So many are left out")] = 0,
) -> schemas.MyMatches:
    """My matches: running ones first, in each part those where something last happened first."""
    if not caller.has_cookie:
        return schemas.MyMatches([], False)
    # So many that all unfinished matches which one may open fit on the first page.
    limit = context.settings.limits.max_unfinished_matches
    claimed = await context.service.store.list_matches_of_key(caller.key, limit + 1, offset)
    return schemas.MyMatches(await build_match_lines(context.service, claimed[:limit]), len(claimed) > limit)


router = Router(
    "/api",
    route_handlers=[
        list_titles,
        list_rules,
        get_one_page_rules,
        get_printed_board,
        create_match,
        create_lesson_match,
        get_invitation,
        join_match,
        list_my_matches,
    ],
)


def build_import_router(max_record_bytes: int) -> Router:
    """A record may be larger than any other body: as large as the settings say."""
    return Router("/api", route_handlers=[import_match], request_max_body_size=max_record_bytes)
