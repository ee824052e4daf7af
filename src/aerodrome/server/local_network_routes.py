"""The switch that opens the server to the local network. Only for whoever sits at the machine itself."""

import io
from typing import Annotated, Any

import segno
from litestar import Request, Response, Router, get, post
from litestar.params import JSONBody, QueryParameter

from aerodrome.matches.errors import InvalidState, NotAllowed
from aerodrome.server import local_network, schemas
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context

ONLY_AT_THE_MACHINE = "Only somebody at the machine itself, over loopback, opens or closes it to the network."
AnyRequest = Request[Any, Any, Any]


def _explain_why_not_switchable(request: AnyRequest, context: AppContext) -> str:
    """Why this caller cannot switch; "" when they can."""
    if not local_network.is_request_from_this_machine(request.scope, context.settings.behind_proxy):
        return ONLY_AT_THE_MACHINE
    return local_network.ELSEWHERE_REASON if context.local_network is None else ""


def _build_local_network_info(context: AppContext, reason: str) -> schemas.LocalNetworkInfo:
    listener = context.local_network
    if reason or listener is None:
        return schemas.LocalNetworkInfo(False, False, "", reason)
    if not listener.address:
        reason = local_network.explain_why_address_unusable(local_network.find_local_network_address())
    return schemas.LocalNetworkInfo(not reason, bool(listener.address), listener.url, reason)


@get("/")
async def get_local_network(request: AnyRequest, context: Context) -> schemas.LocalNetworkInfo:
    """Whether the server is open to the local network; nothing for whoever is not at the machine."""
    return _build_local_network_info(context, _explain_why_not_switchable(request, context))


@post("/", status_code=200)
async def switch_local_network(
    data: JSONBody[schemas.SwitchLocalNetworkRequest], request: AnyRequest, context: Context
) -> schemas.LocalNetworkInfo:
    """Open the server to the local network, or close it again."""
    reason = _explain_why_not_switchable(request, context)
    if reason or context.local_network is None:
        raise NotAllowed(reason)
    await (context.local_network.open() if data.open else context.local_network.close())
    return _build_local_network_info(context, "")


@get("/qr")
async def draw_qr_code(
    request: AnyRequest,
    context: Context,
    path: Annotated[
        str, QueryParameter(pattern=r"^/(j/[A-Za-z0-9_~-]{16,64})?$", description="A path of this server")
    ] = "/",
) -> Response[bytes]:
    """The address in the local network as a QR code, drawn here: no other service learns of a link."""
    reason = _explain_why_not_switchable(request, context)
    if reason or context.local_network is None:
        raise NotAllowed(reason)
    if not context.local_network.address:
        raise InvalidState("The server is not open to the local network.")
    drawn = io.BytesIO()
    segno.make(context.local_network.url + path, error="m", micro=False).save(
        drawn, kind="svg", border=3, dark="#1d2b3a", light="#fffdf6", xmldecl=False, scale=6
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")


router = Router("/api/local-network", route_handlers=[get_local_network, switch_local_network, draw_qr_code])
