"""The application: routes, limits, errors and life cycle tied together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from aerodrome.core import registry
from aerodrome.matches.bot_pool import BotPool
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.server import lobby_routes, match_routes, static_files
from aerodrome.server.context import AppContext, get_context
from aerodrome.server.dependencies import Context, provide_caller, provide_context
from aerodrome.server.exception_handlers import EXCEPTION_HANDLERS
from aerodrome.server.identity import SAFE_METHODS, identify_caller, require_same_origin
from aerodrome.server.json_logging import configure_logging
from aerodrome.server.middleware import EdgeMiddleware
from aerodrome.server.notifications import TurnNotifier
from aerodrome.server.settings import Settings, read_settings_variable


@get("/healthz", media_type=MediaType.TEXT)
async def check_health(context: Context) -> str:
    """200 when the database answers."""
    await context.service.store.ping_database()
    return "ok"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def get_metrics(context: Context) -> Response[bytes]:
    """Counters for Prometheus. They name routes, never matches or people."""
    return Response(context.metrics.render_text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def guard_api_request(request: Request[Any, Any, Any]) -> None:
    """What every request to the API passes first: rate limits, and nothing changes from a foreign page."""
    if not request.scope["path"].startswith("/api/"):
        return
    context = get_context(request.app.state)
    limiter = context.read_limiter if request.method in SAFE_METHODS else context.write_limiter
    limiter.acquire_token(identify_caller(request, context.settings.behind_proxy).address)
    require_same_origin(request)


class Application(EdgeMiddleware):
    """What an ASGI server runs; `litestar` and `service` are there for tests."""

    def __init__(self, settings: Settings) -> None:
        for title, module in settings.titles.items():
            registry.register(title, module)
        store, bot_pool = MatchStore(settings.database), BotPool(settings.bot_processes)
        self.service = MatchService(store, bot_pool, settings.min_bot_move_seconds)
        context = AppContext(settings, self.service)
        notifier = TurnNotifier(self.service)
        if settings.notifications:
            self.service.on_turn = notifier.notify_turn
        self.litestar = Litestar(
            route_handlers=[
                lobby_routes.router,
                match_routes.router,
                check_health,
                get_metrics,
                *static_files.HANDLERS,
            ],
            dependencies={"context": Provide(provide_context), "caller": Provide(provide_caller)},
            exception_handlers=EXCEPTION_HANDLERS,
            before_request=guard_api_request,
            request_max_body_size=settings.limits.max_body_bytes,
            openapi_config=OpenAPIConfig(
                title="Aerodrome",
                version="1",
                description="Tables for four airline board games. See docs/api.md.",
                path="/api/schema",
                render_plugins=[JsonRenderPlugin()],
            ),
            state=State({"context": context}),
            lifespan=[_build_lifespan(self.service, notifier)],
            logging_config=None,
            debug=False,
        )
        super().__init__(self.litestar, context)


def _build_lifespan(
    service: MatchService, notifier: TurnNotifier
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await service.open()
        # The titles are loaded beside the first requests, so that neither the start nor the first match waits for all.
        loading = asyncio.create_task(asyncio.to_thread(lobby_routes.build_title_infos))
        try:
            yield
        finally:
            await asyncio.gather(loading, return_exceptions=True)
            await notifier.close()
            await service.close()

    return lifespan


def create_application() -> Application:
    """For worker processes: settings from the environment."""
    configure_logging()
    return Application(read_settings_variable())
