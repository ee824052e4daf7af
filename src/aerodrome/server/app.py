"""The application: routes, limits, errors and life cycle tied together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ServiceUnavailableException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from aerodrome.core import registry
from aerodrome.matches.bot_pool import BotPool
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.matches.time_away_commands import apply_stored_time_away_at_start
from aerodrome.server import (
    account_routes,
    competition_routes,
    edition_routes,
    friend_routes,
    invitation_page,
    lobby_routes,
    local_network_routes,
    match_routes,
    notice_pages,
    notice_routes,
    passkey_routes,
    public_table_routes,
    rating_routes,
    review_routes,
    static_files,
    table_social_routes,
    time_away_routes,
)
from aerodrome.server.context import AppContext, get_context
from aerodrome.server.dependencies import Context, provide_caller, provide_context, provide_request_slot
from aerodrome.server.exception_handlers import EXCEPTION_HANDLERS
from aerodrome.server.health import list_health_problems
from aerodrome.server.identity import SAFE_METHODS, Caller, require_same_origin
from aerodrome.server.middleware import EdgeMiddleware
from aerodrome.server.notifications import SeatAddressNotifier
from aerodrome.server.settings import Settings


@get("/healthz", media_type=MediaType.TEXT)
async def check_health(context: Context) -> str:
    """200 when the database can be read and written and bots and clocks go on; 503 with the reasons otherwise."""
    problems = await list_health_problems(context.service)
    if problems:
        raise ServiceUnavailableException(" ".join(problems), headers={"Retry-After": "5"})
    return "ok"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def get_metrics(context: Context) -> Response[bytes]:
    """Counters for Prometheus. They name routes, never matches or people."""
    return Response(context.metrics.render_text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def check_origin_body_and_read_limit(request: Request[Any, Any, Any]) -> None:
    """What every request passes that has a handler: nothing changes from a foreign page, and dear reads are few."""
    if request.route_handler.opt.get("is_signed_link"):
        return  # what is signed in the address is all the right that is needed
    require_same_origin(request)
    _require_json_body(request)
    _limit_expensive_reads(request)


def _require_json_body(request: Request[Any, Any, Any]) -> None:
    if request.method not in SAFE_METHODS and request.content_type[0] != "application/json":
        raise HTTPException("Send JSON, with Content-Type: application/json.", status_code=415)


def _limit_expensive_reads(request: Request[Any, Any, Any]) -> None:
    if request.route_handler.opt.get("is_expensive"):
        caller: Caller = request.scope["state"]["caller"]
        get_context(request.app.state).expensive_read_limiter.acquire_token(*caller.clients_for_rate_limits)


class Application(EdgeMiddleware):
    """What an ASGI server runs; `litestar` and `service` are there for tests."""

    def __init__(self, settings: Settings) -> None:
        for title, module in settings.titles.items():
            registry.register(title, module)
        self.startup_error: Exception | None = None
        """Why the life cycle did not begin: the ASGI server does not pass it on."""
        store, bot_pool = MatchStore(settings.database), BotPool(settings.bot_processes)
        self.service = MatchService(store, bot_pool, settings.min_bot_move_seconds, retention=settings.retention)
        self.service.on_started = partial(apply_stored_time_away_at_start, self.service)
        context = AppContext(settings, self.service)
        notifier = SeatAddressNotifier(self.service)
        if settings.notifications:

            def tell_about_turn(live: LiveMatch, seat: int) -> None:
                notifier.notify_turn(live, seat)
                context.notices.schedule_turn_notice(live, seat)

            self.service.on_turn = tell_about_turn
        self.litestar = Litestar(
            route_handlers=[
                lobby_routes.router,
                lobby_routes.build_import_router(settings.limits.max_record_bytes),
                edition_routes.router,
                local_network_routes.router,
                match_routes.router,
                account_routes.router,
                passkey_routes.router,
                notice_routes.router,
                notice_pages.router,
                public_table_routes.router,
                competition_routes.router,
                rating_routes.router,
                rating_routes.match_router,
                friend_routes.router,
                table_social_routes.router,
                time_away_routes.router,
                time_away_routes.match_router,
                review_routes.router,
                review_routes.public_router,
                check_health,
                get_metrics,
                invitation_page.serve_invitation_page,
                *static_files.HANDLERS,
            ],
            dependencies={
                "context": Provide(provide_context),
                "caller": Provide(provide_caller),
                "request_slot": Provide(provide_request_slot),
            },
            exception_handlers=EXCEPTION_HANDLERS,
            before_request=check_origin_body_and_read_limit,
            request_max_body_size=settings.limits.max_body_bytes,
            openapi_config=OpenAPIConfig(
                title="Aerodrome",
                version="1",
                description="Tables for four airline board games. See docs/api.md.",
                path="/api/schema",
                render_plugins=[JsonRenderPlugin()],
            ),
            state=State({"context": context}),
            lifespan=[self._build_lifespan(notifier, context)],
            logging_config=None,
            debug=False,
        )
        super().__init__(self.litestar, context)

    def _build_lifespan(
        self, notifier: SeatAddressNotifier, context: AppContext
    ) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
        @asynccontextmanager
        async def lifespan(_app: Litestar) -> AsyncIterator[None]:
            try:
                await self.service.open()
            except Exception as error:
                self.startup_error = error
                raise
            # The titles are loaded beside the first requests: neither the start nor the first match waits for all.
            loading = asyncio.create_task(asyncio.to_thread(lobby_routes.build_title_infos))
            competing = asyncio.create_task(context.competitions.run_until_cancelled())
            telling = (
                asyncio.create_task(context.notices.send_due_notices_until_cancelled())
                if context.settings.notifications
                else None
            )
            try:
                yield
            finally:
                competing.cancel()
                await asyncio.gather(loading, competing, return_exceptions=True)
                if telling is not None:
                    telling.cancel()
                    await asyncio.gather(telling, return_exceptions=True)
                await context.notices.close()
                await context.edition_trials.close()
                await notifier.close()
                await self.service.close()

        return lifespan
