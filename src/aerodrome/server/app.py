"""The application: routes, limits, errors and life cycle tied together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from prometheus_client import generate_latest

from aerodrome.core import library
from aerodrome.server import lobby, logs, rooms
from aerodrome.server.answers import HANDLERS
from aerodrome.server.door import Door
from aerodrome.server.house import House
from aerodrome.server.identity import SAFE, Caller, same_site
from aerodrome.server.notices import Notifier
from aerodrome.server.pages import front, page
from aerodrome.server.params import TheHouse
from aerodrome.server.settings import Settings, from_environment
from aerodrome.table.service import Tables
from aerodrome.table.store import Store
from aerodrome.table.workers import Workers


@get("/healthz", media_type=MediaType.TEXT)
async def healthz(house: TheHouse) -> str:
    """200 when the database answers."""
    await house.tables.store.ping()
    return "ok"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(house: TheHouse) -> Response[bytes]:
    """Counters for Prometheus. They name routes, never matches or people."""
    return Response(generate_latest(house.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


async def the_house(state: State) -> House:
    house: House = state.house
    return house


async def the_caller(state: State, request: Request[Any, Any, Any]) -> Caller:
    return the_house_of(state).caller(request)


def the_house_of(state: State) -> House:
    house: House = state.house
    return house


async def before(request: Request[Any, Any, Any]) -> None:
    """Guards that every request passes."""
    if not request.scope["path"].startswith("/api/"):
        return
    house = the_house_of(request.app.state)
    address = house.caller(request).address
    (house.reads if request.method in SAFE else house.writes).take(address)
    same_site(request)


class Application(Door):
    """What an ASGI server runs; `litestar` and `tables` are there for tests."""

    def __init__(self, settings: Settings) -> None:
        for title, module in settings.titles.items():
            library.register(title, module)
        tables = Tables(Store(settings.database), Workers(settings.bot_workers), settings.pace)
        house = House(settings, tables)
        notifier = Notifier(tables)
        if settings.notices:
            tables.on_turn = notifier.on_turn
        self.tables = tables
        self.litestar = Litestar(
            route_handlers=[lobby.router, rooms.router, healthz, metrics, front, page],
            dependencies={"house": Provide(the_house), "caller": Provide(the_caller)},
            exception_handlers=HANDLERS,
            before_request=before,
            request_max_body_size=settings.limits.body,
            openapi_config=OpenAPIConfig(
                title="Aerodrome",
                version="1",
                description="Tables for four airline board games. See docs/api.md.",
                path="/api/schema",
                render_plugins=[JsonRenderPlugin()],
            ),
            state=State({"house": house}),
            lifespan=[_life(tables, notifier)],
            logging_config=None,
            debug=False,
        )
        super().__init__(self.litestar, house)


def _life(tables: Tables, notifier: Notifier) -> Any:
    @asynccontextmanager
    async def life(_app: Litestar) -> AsyncIterator[None]:
        await tables.open()
        # The titles are loaded beside the first requests, so that neither the start nor the first table waits for all.
        loading = asyncio.create_task(asyncio.to_thread(lobby.playable))
        try:
            yield
        finally:
            await asyncio.gather(loading, return_exceptions=True)
            await notifier.close()
            await tables.close()

    return life


def create() -> Application:
    """For worker processes: settings from the environment."""
    logs.configure()
    return Application(from_environment())
