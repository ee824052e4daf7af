"""Passkeys: make an account with one, sign in by one, add and remove them.

Each ceremony has two requests: the first gives the browser a challenge, the second brings what a passkey signed.
"""

import secrets
from typing import Any

from litestar import Response, Router, post
from litestar.params import JSONBody

from aerodrome.matches.accounts import Account, clean_and_require_account_name, make_account_id
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.server import schemas
from aerodrome.server.account_access import (
    build_account_info,
    open_session,
    require_account,
    require_password_or_passkey,
    sign_in_and_bring_guest_tables,
)
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.identity import Caller
from aerodrome.server.passkeys import REFUSED, RelyingParty, build_challenge_cookie
from aerodrome.server.schemas.passkeys import (
    BeginAccountWithPasskeyRequest,
    PasskeyOptions,
    PasskeyRegistration,
    PasskeySignInRequest,
)


def _require_relying_party(context: AppContext, caller: Caller) -> RelyingParty:
    return context.passkeys.require_relying_party(caller.host, caller.is_secure)


def _build_passkey_options_response(
    caller: Caller, browser_secret: str, options: dict[str, Any]
) -> Response[PasskeyOptions]:
    cookie = build_challenge_cookie(browser_secret, caller.is_secure)
    return Response(PasskeyOptions(options), status_code=200, cookies=[cookie])


@post("/new-account/options", status_code=200)
async def begin_account_with_passkey(
    data: JSONBody[BeginAccountWithPasskeyRequest], context: Context, caller: CurrentCaller
) -> Response[PasskeyOptions]:
    """What the browser needs to make the passkey of a new account; the name must be free."""
    party = _require_relying_party(context, caller)
    context.new_account_limiter.acquire_token(*caller.clients_for_rate_limits)
    if caller.account_id is not None:
        raise InvalidState("You have an account already.")
    name = clean_and_require_account_name(data.name)
    if await context.sessions.accounts.find_by_similar_name(name) is not None:
        raise NotAllowed("Somebody has a name that looks like this one: take another.")
    browser = secrets.token_urlsafe(32)
    options = await context.passkeys.begin_registration(party, browser, "new account", make_account_id(), name, [])
    return _build_passkey_options_response(caller, browser, options)


@post("/new-account", status_code=201)
async def create_account_with_passkey(
    data: JSONBody[PasskeyRegistration], context: Context, caller: CurrentCaller
) -> Response[schemas.AccountWithRecoveryCodes]:
    """Keep my tables: an account of the guest that this browser is, entered by this passkey."""
    party = _require_relying_party(context, caller)
    if caller.account_id is not None:
        raise InvalidState("You have an account already.")
    challenge = await context.passkeys.require_and_use_up_challenge(party, caller.passkey_secret, "new account")
    passkey = context.passkeys.verify_registration_and_build_passkey(party, challenge, data, caller.device_label)
    store = context.sessions.accounts
    account = await store.create_account(caller.key, challenge.name, "", challenge.account, passkey)
    codes = await store.replace_recovery_codes(account.id)
    await open_session(context, caller, account)
    created = schemas.AccountWithRecoveryCodes(account.name, codes)
    return Response(created, status_code=201, cookies=caller.build_session_cookies())


@post("/sign-in/options", status_code=200)
async def begin_passkey_sign_in(context: Context, caller: CurrentCaller) -> Response[PasskeyOptions]:
    """What the browser needs to offer the passkeys that it has for this server; no name is asked."""
    party = _require_relying_party(context, caller)
    context.sign_in_limiter.acquire_token(caller.address)
    browser = secrets.token_urlsafe(32)
    options = await context.passkeys.begin_authentication(party, browser, "sign in", "", [])
    return _build_passkey_options_response(caller, browser, options)


@post("/sign-in", status_code=200)
async def sign_in_by_passkey(
    data: JSONBody[PasskeySignInRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.AccountInfo]:
    """Sign this browser in; the tables that it holds as a guest come along."""
    party = _require_relying_party(context, caller)
    challenge = await context.passkeys.require_and_use_up_challenge(party, caller.passkey_secret, "sign in")
    account_id = await context.passkeys.verify_authentication_and_get_account_id(party, challenge, data.passkey)
    account = await context.sessions.accounts.find_by_id(account_id)
    if account is None:
        raise NotAllowed(REFUSED)
    return await sign_in_and_bring_guest_tables(context, caller, account)


@post("/confirm/options", status_code=200)
async def begin_passkey_confirmation(context: Context, caller: CurrentCaller) -> Response[PasskeyOptions]:
    """What the browser needs to show, by a passkey of the account, that it is its person who asks."""
    account = await require_account(context, caller)
    party = _require_relying_party(context, caller)
    context.sign_in_limiter.acquire_token(caller.address)
    known = await context.passkeys.store.list_passkeys(account.id)
    if not known:
        raise InvalidState("Your account has no passkey: say your password.")
    browser = secrets.token_urlsafe(32)
    options = await context.passkeys.begin_authentication(party, browser, "confirm", account.id, known)
    return _build_passkey_options_response(caller, browser, options)


@post("/options", status_code=200)
async def begin_adding_passkey(
    data: JSONBody[schemas.PasswordOrPasskeyRequest], context: Context, caller: CurrentCaller
) -> Response[PasskeyOptions]:
    """What the browser needs to make one more passkey of my account: it would outlive a stolen session."""
    account = await require_password_or_passkey(context, caller, data)
    party = _require_relying_party(context, caller)
    known = await context.passkeys.store.list_passkeys(account.id)
    browser = secrets.token_urlsafe(32)
    options = await context.passkeys.begin_registration(party, browser, "add", account.id, account.name, known)
    return _build_passkey_options_response(caller, browser, options)


@post("/", status_code=200)
async def add_passkey(
    data: JSONBody[PasskeyRegistration], context: Context, caller: CurrentCaller
) -> schemas.AccountInfo:
    """One more way into my account."""
    account = await require_account(context, caller)
    party = _require_relying_party(context, caller)
    challenge = await context.passkeys.require_and_use_up_challenge(party, caller.passkey_secret, "add")
    if challenge.account != account.id:
        raise NotAllowed(REFUSED)
    passkey = context.passkeys.verify_registration_and_build_passkey(party, challenge, data, caller.device_label)
    await context.passkeys.store.add_passkey(passkey)
    return await build_account_info(context, caller)


@post("/remove", status_code=200)
async def remove_passkey(
    data: JSONBody[schemas.RemovePasskeyRequest], context: Context, caller: CurrentCaller
) -> schemas.AccountInfo:
    """A passkey opens my account no more; all other sessions end, as with another password."""
    account = await require_password_or_passkey(context, caller, data)
    known = await context.passkeys.store.list_passkeys(account.id)
    found = next((passkey for passkey in known if passkey.id.startswith(data.id)), None)
    if found is None or not await context.passkeys.store.remove_passkey(account.id, found.id):
        raise NotFound("There is no such passkey.")
    await _end_other_sessions(context, caller, account)
    return await build_account_info(context, caller)


@post("/only", status_code=200)
async def remove_password(
    data: JSONBody[schemas.PasswordOrPasskeyRequest], context: Context, caller: CurrentCaller
) -> schemas.AccountInfo:
    """My passkeys alone open my account from now on: its password goes."""
    account = await require_password_or_passkey(context, caller, data)
    await context.passkeys.store.remove_password(account.id)
    await _end_other_sessions(context, caller, account)
    return await build_account_info(context, caller)


async def _end_other_sessions(context: AppContext, caller: Caller, account: Account) -> None:
    await context.sessions.accounts.end_sessions(account.id, except_key=caller.session_key)
    context.sessions.forget_cached_sessions_and_claims(account.key)


router = Router(
    "/api/account/passkeys",
    route_handlers=[
        begin_account_with_passkey,
        create_account_with_passkey,
        begin_passkey_sign_in,
        sign_in_by_passkey,
        begin_passkey_confirmation,
        begin_adding_passkey,
        add_passkey,
        remove_passkey,
        remove_password,
    ],
)
