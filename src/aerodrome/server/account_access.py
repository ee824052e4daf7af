"""Ways into an account, and proofs that it is one's own: what the routes of accounts and of passkeys share."""

from litestar import Response

from aerodrome.matches import seat_access
from aerodrome.matches.accounts import Account
from aerodrome.matches.display_names import compute_confusable_skeleton
from aerodrome.matches.errors import MalformedRequest, MatchError, NotAllowed
from aerodrome.matches.seat_access import DEVICE_ID_LENGTH
from aerodrome.matches.store import ClaimedMatch
from aerodrome.matches.suspensions import describe_suspension, find_suspension
from aerodrome.matches.util import hash_secret
from aerodrome.server import schemas
from aerodrome.server.context import AppContext
from aerodrome.server.identity import Caller
from aerodrome.server.schemas.passkeys import PasskeyInfo


async def find_account(context: AppContext, caller: Caller) -> Account | None:
    """Whose session this is; None for a guest."""
    return await context.sessions.accounts.find_by_id(caller.account_id) if caller.account_id else None


async def require_account(context: AppContext, caller: Caller, refusal: str = "You are not signed in.") -> Account:
    """Whose session this is. Raises NotAllowed with this sentence for a guest."""
    account = await find_account(context, caller)
    if account is None:
        raise NotAllowed(refusal)
    return account


def limit_password_guesses(context: AppContext, caller: Caller, name: str) -> None:
    """By address, by name from this address, and more loosely by name from anywhere; alike for names nobody has."""
    look = hash_secret(compute_confusable_skeleton(name))
    context.sign_in_limiter.acquire_token(caller.address, f"{look} {caller.address}")
    context.sign_in_name_limiter.acquire_token(look)


async def require_password_or_passkey(
    context: AppContext, caller: Caller, proof: schemas.PasswordOrPasskeyRequest
) -> Account:
    """Also who is signed in says the password, or uses a passkey, before anything that cannot be taken back."""
    account = await require_account(context, caller)
    if proof.passkey is not None:
        party = context.passkeys.require_relying_party(caller.host, caller.is_secure)
        challenge = await context.passkeys.require_and_use_up_challenge(party, caller.passkey_secret, "confirm")
        if (
            await context.passkeys.verify_authentication_and_get_account_id(party, challenge, proof.passkey)
            != account.id
        ):
            raise NotAllowed("This passkey is another account's.")
        return account
    if proof.password is None:
        raise MalformedRequest("Say your password, or use a passkey of yours.")
    limit_password_guesses(context, caller, account.name)
    if not await context.passwords.is_password_right(proof.password, account.password):
        raise NotAllowed("The password is wrong.")
    return account


def can_caller_use_passkeys(context: AppContext, caller: Caller) -> bool:
    """Whether passkeys can be used at the address by which the caller came."""
    try:
        context.passkeys.require_relying_party(caller.host, caller.is_secure)
    except NotAllowed:
        return False
    return True


async def build_account_info(context: AppContext, caller: Caller) -> schemas.AccountInfo:
    """Who the caller is."""
    store = context.sessions.accounts
    account = await find_account(context, caller)
    if account is None:
        return build_guest_info(context, caller)
    sessions = [
        schemas.SessionInfo(
            session.key[:DEVICE_ID_LENGTH],
            session.label,
            session.created_ms,
            session.used_ms,
            session.key == caller.session_key,
        )
        for session in await store.list_sessions(account.id)
    ]
    passkeys = [
        PasskeyInfo(passkey.id[:DEVICE_ID_LENGTH], passkey.label, passkey.created_ms, passkey.used_ms)
        for passkey in await context.passkeys.store.list_passkeys(account.id)
    ]
    suspension = await find_suspension(store.store, account.key)
    return schemas.AccountInfo(
        account.name,
        account.created_ms,
        await store.count_recovery_codes(account.id),
        sessions,
        account.visibility,
        describe_suspension(suspension) if suspension is not None else "",
        bool(account.password),
        passkeys,
        can_caller_use_passkeys(context, caller),
    )


def build_guest_info(context: AppContext, caller: Caller) -> schemas.AccountInfo:
    """Somebody without an account."""
    return schemas.AccountInfo(None, None, 0, [], offers_passkeys=can_caller_use_passkeys(context, caller))


async def open_session(context: AppContext, caller: Caller, account: Account) -> None:
    """A new cookie for this browser: nobody who knew the one of before is signed in with it."""
    caller.set_new_session_secret()
    assert caller.session_key is not None
    await context.sessions.accounts.add_session(account.id, caller.session_key, caller.device_label)
    await context.sessions.accounts.record_sign_in_browser(account.id, hash_secret(caller.browser_secret))
    caller.key, caller.account_id = account.key, account.id
    context.sessions.forget_cached_sessions_and_claims(account.key)


async def sign_in_and_bring_guest_tables(
    context: AppContext, caller: Caller, account: Account
) -> Response[schemas.AccountInfo]:
    """Sign this browser in; the tables that it holds as a guest come along."""
    if caller.account_id is not None and caller.session_key is not None:
        await context.sessions.accounts.end_sessions(caller.account_id, only_key=caller.session_key)
    elif caller.has_cookie:
        await _move_guest_data_to_account(context, caller.key, account.key)
    await open_session(context, caller, account)
    info = await build_account_info(context, caller)
    return Response(info, status_code=200, cookies=caller.build_session_cookies())


async def _list_unfinished_and_newest_matches(context: AppContext, key: str) -> list[ClaimedMatch]:
    """All that somebody sits at, and a page of those that are over: in older ones there is nothing left to take."""
    limit, found = context.settings.limits.max_unfinished_matches, list[ClaimedMatch]()
    while True:
        page = await context.service.store.list_matches_of_key(key, limit, len(found))
        found += page
        if len(page) < limit or page[-1].status == "over":
            return found


async def _move_guest_data_to_account(context: AppContext, guest_key: str, account_key: str) -> None:
    """All but seats that this browser only opened as a further device: those are another browser's to give."""
    skipped: set[tuple[str, int]] = set()
    for claimed in await _list_unfinished_and_newest_matches(context, guest_key):
        try:
            live = await context.service.get_match(claimed.id)
        except MatchError:
            continue
        skipped |= {
            (claimed.id, seat)
            for seat in claimed.seats
            if seat >= 0 and seat_access.is_device_admitted_by_link(live.match, seat, guest_key)
        }
    await context.sessions.accounts.move_claims_editions_and_notices(guest_key, account_key, skipped)
    context.sessions.forget_cached_sessions_and_claims(guest_key)
