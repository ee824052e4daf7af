"""Accounts: keep my tables, sign in and out, sessions, password, recovery, export, delete."""

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import JSONBody

from aerodrome.matches.accounts import SESSION_DAYS, Account, clean_and_require_account_name
from aerodrome.matches.attendance import read_reliability_by_account
from aerodrome.matches.blocks_and_mutes import BlockAndMuteStore
from aerodrome.matches.chat_reports import list_reports_of_reporter
from aerodrome.matches.decision_figures import list_stored_decision_figures
from aerodrome.matches.edition_store import EditionStore
from aerodrome.matches.errors import InvalidState, MatchError, NotAllowed, NotFound, UnreadableCompetition
from aerodrome.matches.events import ChatPosted, decode_event
from aerodrome.matches.former_players import leave_tables_and_erase_person
from aerodrome.matches.friends import FriendStore
from aerodrome.matches.rating_store import RatingStore
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.stored_rows import build_from_readable_rows
from aerodrome.matches.time_away_commands import list_times_away
from aerodrome.server import schemas
from aerodrome.server.account_access import (
    build_account_info,
    build_guest_info,
    limit_password_guesses,
    open_session,
    require_account,
    require_password_or_passkey,
    sign_in_and_bring_guest_tables,
)
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.identity import COOKIE_NAME
from aerodrome.server.passwords import require_good_password

MAX_EXPORTED_CHANGES = 100_000
WRONG = "Name or password is wrong."
WRONG_CODE = "Name or code is wrong."


@get("/account")
async def get_account(context: Context, caller: CurrentCaller) -> schemas.AccountInfo:
    """Who I am; a guest has no name here."""
    return await build_account_info(context, caller)


@post("/account", status_code=201)
async def create_account(
    data: JSONBody[schemas.NewAccountRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.AccountWithRecoveryCodes]:
    """Keep my tables: an account of the guest that this browser is."""
    context.new_account_limiter.acquire_token(*caller.clients_for_rate_limits)
    if caller.account_id is not None:
        raise InvalidState("You have an account already.")
    name = clean_and_require_account_name(data.name)
    require_good_password(data.password, name)
    store = context.sessions.accounts
    password_hash = await context.passwords.hash_password(data.password)
    account = await store.create_account(caller.key, name, password_hash)
    codes = await store.replace_recovery_codes(account.id)
    await open_session(context, caller, account)
    return Response(
        schemas.AccountWithRecoveryCodes(name, codes), status_code=201, cookies=caller.build_session_cookies()
    )


@post("/account/sign-in", status_code=200)
async def sign_in(
    data: JSONBody[schemas.SignInRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.AccountInfo]:
    """Sign this browser in; the tables that it holds as a guest come along."""
    limit_password_guesses(context, caller, data.name)
    account = await context.sessions.accounts.find_by_similar_name(data.name)
    if not await context.passwords.is_password_right(data.password, account.password if account is not None else None):
        raise NotAllowed(WRONG)
    assert account is not None
    return await sign_in_and_bring_guest_tables(context, caller, account)


@post("/account/recover", status_code=200)
async def recover_account(
    data: JSONBody[schemas.RecoverAccountRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.AccountInfo]:
    """A recovery code sets a new password, once, ends all sessions and removes all passkeys: nobody else stays in."""
    limit_password_guesses(context, caller, data.name)
    require_good_password(data.password, data.name)
    store = context.sessions.accounts
    account = await store.find_by_similar_name(data.name)
    # Hashed and looked for in any case: an unknown name takes as long as a wrong code.
    password_hash = await context.passwords.hash_password(data.password)
    is_right = await store.use_up_recovery_code(account.id if account is not None else "", data.code)
    if account is None or not is_right:
        raise NotAllowed(WRONG_CODE)
    await store.set_password(account.id, password_hash)
    await context.passkeys.store.remove_all_passkeys(account.id)
    await store.end_sessions(account.id)
    return await sign_in_and_bring_guest_tables(context, caller, account)


@post("/account/sign-out", status_code=200)
async def sign_out(context: Context, caller: CurrentCaller) -> Response[schemas.AccountInfo]:
    """This browser is a new guest; the tables wait in the account."""
    account = await require_account(context, caller)
    await context.sessions.accounts.end_sessions(account.id, only_key=caller.session_key)
    context.sessions.forget_cached_sessions_and_claims(account.key)
    answer = Response(build_guest_info(context, caller), status_code=200)
    answer.delete_cookie(COOKIE_NAME)
    return answer


@post("/account/sessions/end", status_code=200)
async def end_sessions(
    data: JSONBody[schemas.EndSessionsRequest], context: Context, caller: CurrentCaller
) -> schemas.AccountInfo:
    """End another session, or all others."""
    account = await require_account(context, caller)
    store = context.sessions.accounts
    if data.id is None:
        await store.end_sessions(account.id, except_key=caller.session_key)
    else:
        found = [one for one in await store.list_sessions(account.id) if one.key.startswith(data.id)]
        if not found:
            raise NotFound("There is no such session.")
        if found[0].key == caller.session_key:
            raise InvalidState("This is the browser you are using: sign out instead.")
        await store.end_sessions(account.id, only_key=found[0].key)
    context.sessions.forget_cached_sessions_and_claims(account.key)
    return await build_account_info(context, caller)


@post("/account/password", status_code=200)
async def change_password(
    data: JSONBody[schemas.ChangePasswordRequest], context: Context, caller: CurrentCaller
) -> schemas.AccountInfo:
    """Another password, or the first one of an account with a passkey; all other sessions end."""
    account = await require_password_or_passkey(context, caller, data)
    require_good_password(data.new_password, account.name)
    store = context.sessions.accounts
    await store.set_password(account.id, await context.passwords.hash_password(data.new_password))
    await store.end_sessions(account.id, except_key=caller.session_key)
    context.sessions.forget_cached_sessions_and_claims(account.key)
    return await build_account_info(context, caller)


@post("/account/visibility", status_code=200)
async def set_profile_visibility(
    data: JSONBody[schemas.ProfileVisibilityRequest], context: Context, caller: CurrentCaller
) -> schemas.AccountInfo:
    """Who may see my page and my ratings."""
    account = await require_account(context, caller)
    await context.sessions.accounts.set_profile_visibility(account.id, data.visibility)
    return await build_account_info(context, caller)


@post("/account/recovery-codes", status_code=200)
async def replace_recovery_codes(
    data: JSONBody[schemas.PasswordOrPasskeyRequest], context: Context, caller: CurrentCaller
) -> schemas.AccountWithRecoveryCodes:
    """New recovery codes; those of before are void."""
    account = await require_password_or_passkey(context, caller, data)
    return schemas.AccountWithRecoveryCodes(
        account.name, await context.sessions.accounts.replace_recovery_codes(account.id)
    )


@post("/account/delete", status_code=200)
async def delete_account(
    data: JSONBody[schemas.PasswordOrPasskeyRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.AccountInfo]:
    """Forget me: a bot plays on for me, and others see "Former player" where I sat."""
    account = await require_password_or_passkey(context, caller, data)
    # From here on nobody acts for this account: what a second browser did meanwhile would be kept.
    await context.sessions.accounts.end_sessions(account.id)
    context.sessions.forget_cached_sessions_and_claims(account.key)
    await leave_tables_and_erase_person(context.service, account.key)
    await context.sessions.accounts.delete_account(account)
    context.sessions.forget_cached_sessions_and_claims(account.key)
    answer = Response(build_guest_info(context, caller), status_code=200)
    answer.delete_cookie(COOKIE_NAME)
    return answer


@get("/account/export", is_expensive=True)
async def export_account(context: Context, caller: CurrentCaller) -> Response[bytes]:
    """All that is kept of me, as a file."""
    account = await require_account(context, caller)
    context.export_limiter.acquire_token(caller.key)
    info = await build_account_info(context, caller)
    tables = [
        await _export_match_data(context, match_id, account.key)
        for match_id in await context.service.store.list_match_ids_of_key(account.key)
    ]
    headers = {"Content-Disposition": 'attachment; filename="aerodrome-account.json"'}
    editions = [
        {"title": edition.title, "id": edition.edition_id, "data": data}
        for edition in await EditionStore(context.service.store).list_own_editions(account.key)
        for data in build_from_readable_rows([edition.data], msgspec.json.decode, "an edition")
    ]
    changes = await RatingStore(context.service.store).list_rating_changes(account.id, MAX_EXPORTED_CHANGES)
    kept = {
        "account": info,
        "tables": [table for table in tables if table is not None],
        "editions": editions,
        "notices": await _export_notice_settings(context, account.key),
        "rated_matches": [change._asdict() for change in changes],
        "reviewed_decisions": await list_stored_decision_figures(
            context.service.store, account.id, MAX_EXPORTED_CHANGES
        ),
        "people": await _export_social_data(context, account),
        "tournaments": await _export_tournaments(context, account.id),
        "time_away": await list_times_away(context.service.store, account.key),
    }
    body = msgspec.json.encode(kept)
    return Response(body, media_type="application/json", headers=headers)


async def _export_notice_settings(context: AppContext, key: str) -> dict[str, Any]:
    """Where and when the person is told that a table waits."""
    store = context.notices.store
    preferences = await store.get_preferences(key)
    return {
        "channels": [
            {"kind": one.kind, "address": one.address, "label": one.label, "created_at": one.created_ms}
            for one in await store.list_channels(key)
        ],
        "quiet": [preferences.quiet_begin, preferences.quiet_end, preferences.time_zone],
    }


async def _export_social_data(context: AppContext, account: Account) -> dict[str, Any]:
    """Friends, requests, blocks, reports, and how many matches were played to the end."""
    store = context.service.store
    friends, reports = FriendStore(store), await list_reports_of_reporter(store, account.key)
    reliability = (await read_reliability_by_account(store, [account.id])).get(account.id)
    return {
        "friends": [{"name": one.name, "since": one.since_ms} for one in await friends.list_friends(account.id)],
        "asked": [{"name": one.name, "at": one.created_ms} for one in await friends.list_sent_requests(account.id)],
        "received": [
            {"name": one.name, "at": one.created_ms} for one in await friends.list_received_requests(account.id)
        ],
        "blocked": [
            {"name": one.label, "at": one.since_ms} for one in await BlockAndMuteStore(store).list_blocks(account.id)
        ],
        "settings": (await friends.get_social_settings(account.id))._asdict(),
        "reports": [{"at": one.created_ms, "reason": one.reason, "comment": one.comment} for one in reports],
        "matches_within_a_year": reliability._asdict() if reliability is not None else None,
    }


async def _export_tournaments(context: AppContext, account: str) -> list[dict[str, Any]]:
    """What the person organises or takes part in, with their own results."""
    store = context.competitions.store
    found = []
    for id in await store.list_competition_ids_of_account(account):
        with contextlib.suppress(UnreadableCompetition):
            found.append(await store.load_competition(id))
    return [
        {
            "id": one.id,
            "name": one.settings.name,
            "title": one.settings.title,
            "created_at": one.created_ms,
            "is_organiser": one.organiser == account,
            "signed_up_at": None if me is None else me.joined_ms,
            "tables": [] if me is None else [table for table in one.tables if me.number in table.entrants],
        }
        for one in found
        for me in [one.find_entrant_of_account(account)]
    ]


async def _export_match_data(context: AppContext, match_id: str, key: str) -> dict[str, Any] | None:
    """What a table keeps of the person; read from its rows, so that old tables are not loaded for it."""
    store = context.service.store
    try:
        stored = await store.load_match(match_id)
    except MatchError:
        return None
    if stored is None:
        return None
    seats = [seat for seat in await store.list_claimed_seats(key, match_id) if seat >= 0]
    decoded = await asyncio.to_thread(build_from_readable_rows, stored.encoded_events, decode_event, "an event")
    lines = [event for event in decoded if isinstance(event, ChatPosted)]
    return {
        "id": match_id,
        "title": stored.setup.title,
        "created_at": stored.setup.created_at_ms,
        "seats": seats,
        "chat": [{"at": line.at_ms, "text": line.text} for line in lines if line.seat in seats],
        "notes": [
            note.text
            for seat in seats
            if (note := await SeatLinksAndNotesStore(store).get_seat_note(match_id, seat)).text
        ],
        "notify": [
            address
            for seat in seats
            if (address := await SeatLinksAndNotesStore(store).get_turn_notice_address(match_id, seat))
        ],
    }


@get("/what-is-kept")
async def get_retention(context: Context) -> schemas.RetentionInfo:
    """For how many days this server keeps what; 0 is for ever."""
    retention = context.settings.retention
    return schemas.RetentionInfo(
        retention.finished_days, retention.abandoned_days, retention.unstarted_days, SESSION_DAYS
    )


router = Router(
    "/api",
    route_handlers=[
        get_account,
        create_account,
        sign_in,
        recover_account,
        sign_out,
        end_sessions,
        change_password,
        set_profile_visibility,
        replace_recovery_codes,
        delete_account,
        export_account,
        get_retention,
    ],
)
