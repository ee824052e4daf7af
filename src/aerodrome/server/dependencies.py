"""What handlers get by name: the context, the caller, the match with what the caller may do in it; and parameters."""

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from aerodrome.server.concurrency_limiter import RequestSlot
from aerodrome.server.context import AppContext, get_context
from aerodrome.server.identity import Caller, MatchAccess, resolve_match_access

Context = NamedDependency[AppContext]
CurrentCaller = NamedDependency[Caller]
CurrentSlot = NamedDependency[RequestSlot]
Access = NamedDependency[MatchAccess]
MatchIdPath = Annotated[str, PathParameter(max_length=32, description="The id of a match")]
TitlePath = Annotated[str, PathParameter(max_length=40, description="The name of a title")]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=15, description="One of the seats the caller holds")]


async def provide_context(state: State) -> AppContext:
    """The dependency `context`."""
    return get_context(state)


async def provide_caller(request: Request[Any, Any, Any]) -> Caller:
    """The dependency `caller`, found by the middleware."""
    caller: Caller = request.scope["state"]["caller"]
    return caller


async def provide_request_slot(request: Request[Any, Any, Any]) -> RequestSlot:
    """The dependency `request_slot`, opened by the middleware."""
    slot: RequestSlot = request.scope["state"]["request_slot"]
    return slot


async def provide_match_access(id: MatchIdPath, context: Context, caller: CurrentCaller) -> MatchAccess:
    """The dependency `access`: 404 for whoever holds nothing in the match."""
    access = await resolve_match_access(context.service, caller, id)
    if access.is_host:
        access.live.host_address = caller.address
    return access
