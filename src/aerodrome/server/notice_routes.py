"""Where and when I am told that a table waits for me: push, mail, an address, quiet hours."""

from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from litestar import Router, get, post
from litestar.params import JSONBody, PathParameter

from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.notice_store import NoticeChannel
from aerodrome.matches.util import hash_secret
from aerodrome.server import notifications, schemas, web_push
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.identity import Caller
from aerodrome.server.mail import clean_and_require_mail_address, mask_mail_address
from aerodrome.server.notices import TEST_MESSAGE, NoticeSendingFailed

ChannelPath = Annotated[str, PathParameter(max_length=32, description="The id of a place where I am told")]


def _require_notices_offered_and_cookie(context: AppContext, caller: Caller) -> None:
    if not context.settings.notifications:
        raise NotAllowed("This server sends no notices.")
    if not caller.has_cookie:
        raise NotAllowed("Sit down at a table first: then there is something to tell you.")


def _acquire_notice_rate_token(context: AppContext, caller: Caller) -> None:
    """What makes this server send something to an address that a stranger named is rare."""
    context.notice_limiter.acquire_token(*caller.clients_for_rate_limits)


async def _build_notice_settings_info(context: AppContext, caller: Caller) -> schemas.NoticeSettingsInfo:
    notices, settings = context.notices, context.settings
    channels = await notices.store.list_channels(caller.key) if caller.has_cookie else []
    preferences = await notices.store.get_preferences(caller.key)
    push_key = web_push.get_vapid_public_key(await notices.get_vapid_key()) if settings.notifications else None
    return schemas.NoticeSettingsInfo(
        push_key,
        settings.notifications and settings.mail is not None and bool(settings.public_url),
        [_build_channel_info(channel) for channel in channels],
        preferences.quiet_begin,
        preferences.quiet_end,
        preferences.time_zone,
    )


def _build_channel_info(channel: NoticeChannel) -> schemas.NoticeChannelInfo:
    is_mail, is_push = channel.kind == "mail", channel.kind == "push"
    mask = mask_mail_address if is_mail else notifications.mask_notification_url
    endpoint_hash = hash_secret(channel.address) if is_push else ""
    return schemas.NoticeChannelInfo(
        channel.id,
        channel.kind,
        mask(channel.address),
        channel.label,
        channel.is_confirmed,
        endpoint_hash,
        channel.created_ms,
    )


async def _require_own_channel(context: AppContext, caller: Caller, id: str) -> NoticeChannel:
    channel = await context.notices.store.find_channel(id) if caller.has_cookie else None
    if channel is None or channel.key != caller.key:
        raise NotFound("You are not told there.")
    return channel


@get("/")
async def get_notice_settings(context: Context, caller: CurrentCaller) -> schemas.NoticeSettingsInfo:
    """Where and when I am told, and what this server offers."""
    return await _build_notice_settings_info(context, caller)


@post("/push", status_code=200)
async def add_push_channel(
    data: JSONBody[schemas.PushSubscriptionRequest], context: Context, caller: CurrentCaller
) -> schemas.NoticeSettingsInfo:
    """Tell me in this browser. It goes through the service of the browser's maker, encrypted for this browser."""
    _require_notices_offered_and_cookie(context, caller)
    web_push.require_subscription_keys(data.p256dh, data.auth)
    _acquire_notice_rate_token(context, caller)
    is_test = context.settings.allow_loopback_notices and notifications.is_plain_http_to_loopback(data.endpoint)
    if not is_test:
        await notifications.resolve_public_ip(data.endpoint)
    await context.notices.store.add_or_replace_channel(
        caller.key,
        "push",
        data.endpoint,
        secret=f"{data.p256dh} {data.auth}",
        label=caller.device_label,
        session=caller.session_key or "",
    )
    return await _build_notice_settings_info(context, caller)


@post("/mail", status_code=200)
async def add_mail_channel(
    data: JSONBody[schemas.NoticeAddressRequest], context: Context, caller: CurrentCaller
) -> schemas.NoticeSettingsInfo:
    """Tell me by mail, once I followed the link that is sent there now."""
    _require_notices_offered_and_cookie(context, caller)
    if context.settings.mail is None or not context.settings.public_url:
        raise NotAllowed("This server sends no mail.")
    address = clean_and_require_mail_address(data.address)
    _acquire_notice_rate_token(context, caller)
    context.confirmation_limiter.acquire_token(hash_secret(address.lower()))
    store = context.notices.store
    channel = await store.add_or_replace_channel(caller.key, "mail", address, is_confirmed=False)
    try:
        await context.notices.send_confirmation_request(channel)
    except NoticeSendingFailed as error:
        await store.remove_channel(channel.id)
        raise InvalidState(str(error)) from None
    return await _build_notice_settings_info(context, caller)


@post("/webhook", status_code=200)
async def add_webhook_channel(
    data: JSONBody[schemas.NoticeAddressRequest], context: Context, caller: CurrentCaller
) -> schemas.NoticeSettingsInfo:
    """Tell me at a webhook's or Apprise address, whatever the table."""
    _require_notices_offered_and_cookie(context, caller)
    _acquire_notice_rate_token(context, caller)
    address = data.address.strip()
    await notifications.require_notifiable_address(address)
    await context.notices.store.add_or_replace_channel(caller.key, "webhook", address)
    return await _build_notice_settings_info(context, caller)


@post("/quiet-hours", status_code=200)
async def set_quiet_hours(
    data: JSONBody[schemas.QuietHoursRequest], context: Context, caller: CurrentCaller
) -> schemas.NoticeSettingsInfo:
    """When nothing is sent; what waits then is told at their end."""
    _require_notices_offered_and_cookie(context, caller)
    if (data.begin is None) != (data.end is None):
        raise MalformedRequest("Quiet hours have a beginning and an end.")
    try:
        ZoneInfo(data.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise MalformedRequest("There is no such time zone.") from None
    await context.notices.store.set_quiet_hours(caller.key, data.begin, data.end, data.time_zone)
    return await _build_notice_settings_info(context, caller)


@post("/channels/{id:str}/try", status_code=200)
async def send_test_notice(id: ChannelPath, context: Context, caller: CurrentCaller) -> schemas.NoticeSettingsInfo:
    """Send something there now."""
    _require_notices_offered_and_cookie(context, caller)
    channel = await _require_own_channel(context, caller, id)
    if not channel.is_confirmed:
        raise InvalidState("Follow the link in the mail first.")
    _acquire_notice_rate_token(context, caller)
    try:
        await context.notices.send_to_channel(channel, TEST_MESSAGE)
    except NoticeSendingFailed as error:
        raise InvalidState(str(error)) from None
    return await _build_notice_settings_info(context, caller)


@post("/channels/{id:str}/remove", status_code=200)
async def remove_channel(id: ChannelPath, context: Context, caller: CurrentCaller) -> schemas.NoticeSettingsInfo:
    """Do not tell me there any more."""
    channel = await _require_own_channel(context, caller, id)
    await context.notices.store.remove_channel(channel.id)
    return await _build_notice_settings_info(context, caller)


@post("/clear", status_code=200)
async def delete_notice_settings(context: Context, caller: CurrentCaller) -> schemas.NoticeSettingsInfo:
    """Forget all of it: every place, and the quiet hours."""
    _require_notices_offered_and_cookie(context, caller)
    await context.notices.store.delete_notice_data(caller.key)
    return await _build_notice_settings_info(context, caller)


router = Router(
    "/api/notices",
    route_handlers=[
        get_notice_settings,
        add_push_channel,
        add_mail_channel,
        add_webhook_channel,
        set_quiet_hours,
        send_test_notice,
        remove_channel,
        delete_notice_settings,
    ],
)
