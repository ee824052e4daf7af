"""The page behind a link of a notice, and its one button.

Opening the page changes nothing: mail programs open links to look at
them. Its button does, and so does the one click of RFC 8058, which sends a form without ever having seen our page.
"""

from html import escape
from typing import Annotated, NamedTuple

from litestar import MediaType, Response, Router, get, post
from litestar.params import PathParameter

from aerodrome.matches.notice_store import NoticeChannel
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.mail import mask_mail_address
from aerodrome.server.notice_links import find_channel_id_of_token

PURPOSES = ("confirm", "off")
TokenPath = Annotated[str, PathParameter(max_length=400, description="What a link of a notice opens")]
PurposePath = Annotated[str, PathParameter(max_length=12, description="confirm, or off")]


class NoticeLinkPage(NamedTuple):
    """What a page says; without a button when there is nothing to press."""

    status: int
    heading: str
    text: str
    button: str = ""


VOID = NoticeLinkPage(
    404, "This link opens nothing", "It is not one of ours, it is too old, or what it was for is gone."
)


def _describe_channel(channel: NoticeChannel) -> str:
    if channel.kind == "mail":
        return f"mail to {mask_mail_address(channel.address)}"
    return f"notices on {channel.label or 'this browser'}" if channel.kind == "push" else "notices to your address"


async def _find_channel_of_link(context: AppContext, purpose: str, token: str) -> NoticeChannel | None:
    if purpose not in PURPOSES:
        return None
    notices = context.notices
    channel_id = find_channel_id_of_token(await notices.get_link_secret(), purpose, token, notices.get_now_ms())
    return None if channel_id is None else await notices.store.find_channel(channel_id)


def _build_notice_link_response(page: NoticeLinkPage) -> Response[bytes]:
    style = (
        "margin:0;padding:10vh 1.5rem;background:#f4ecd8;color:#12324a;font:1.1rem/1.5 Georgia,serif;text-align:center"
    )
    button_style = "padding:.7rem 1.6rem;border:0;border-radius:6px;background:#12324a;color:#fff;font:inherit"
    form = f'<form method="post"><button style="{button_style}">{escape(page.button)}</button></form>'
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(page.heading)} · Aerodrome</title></head><body style="{style}">'
        f"<h1>{escape(page.heading)}</h1><p>{escape(page.text)}</p>{form if page.button else ''}"
        '<p><a href="/" style="color:inherit">Aerodrome</a></p></body></html>'
    )
    return Response(text.encode(), status_code=page.status, media_type=MediaType.HTML)


@get("/{purpose:str}/{token:str}", include_in_schema=False)
async def show_notice_link_page(context: Context, purpose: PurposePath, token: TokenPath) -> Response[bytes]:
    """What a link would do, and the button that does it."""
    channel = await _find_channel_of_link(context, purpose, token)
    if channel is None:
        return _build_notice_link_response(VOID)
    what = _describe_channel(channel)
    if purpose == "off":
        return _build_notice_link_response(
            NoticeLinkPage(200, "Turn it off?", f"There will be no more {what}.", "Turn it off")
        )
    text = f"It will tell you when a table waits for you: {what}."
    return _build_notice_link_response(NoticeLinkPage(200, "Do you want this mail?", text, "Yes, send it"))


@post("/{purpose:str}/{token:str}", include_in_schema=False, status_code=200, is_signed_link=True)
async def confirm_or_turn_off_channel(
    context: Context, caller: CurrentCaller, purpose: PurposePath, token: TokenPath
) -> Response[bytes]:
    """Confirm an address, or turn a subscription off: whoever has the link may."""
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    channel = await _find_channel_of_link(context, purpose, token)
    if channel is None:
        return _build_notice_link_response(VOID)
    what = _describe_channel(channel)
    if purpose == "off":
        await context.notices.store.remove_channel(channel.id)
        return _build_notice_link_response(NoticeLinkPage(200, "It is off", f"There will be no more {what}."))
    await context.notices.store.confirm_channel(channel.id)
    return _build_notice_link_response(
        NoticeLinkPage(200, "It is on", f"When a table waits for you and you are away, there is {what}.")
    )


router = Router("/notice", route_handlers=[show_notice_link_page, confirm_or_turn_off_channel])
