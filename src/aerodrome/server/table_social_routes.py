"""Who sits at a table: mute, block, ask, invite by name, report a line of chat."""

from typing import Annotated

from litestar import Router, get, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter

from aerodrome.matches.accounts import Account
from aerodrome.matches.attendance import read_reliability_by_account
from aerodrome.matches.blocks_and_mutes import (
    BlockAndMuteStore,
    find_accounts_by_seat,
    find_seat_account_by_name,
    format_seat_as_name_skeleton,
)
from aerodrome.matches.chat_reports import store_chat_report
from aerodrome.matches.display_names import clean_free_text_line, compute_confusable_skeleton
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.matches.friends import FriendStore
from aerodrome.matches.personal_invitations import PersonalInvitationStore
from aerodrome.server import schemas
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Access, Context, CurrentCaller, provide_match_access
from aerodrome.server.friend_routes import (
    InvitationPath,
    require_account_for_social_features,
    require_may_contact_people,
)
from aerodrome.server.identity import Caller, MatchAccess
from aerodrome.server.rating_routes import build_reliability_info

SeatPath = Annotated[int, PathParameter(ge=0, le=15, description="A seat of the table")]
LinePath = Annotated[int, PathParameter(ge=1, le=1_000_000, description="The id of a line of chat")]
PLAYS_AS_GUEST = "This person plays as a guest: you can mute their chat and report it."


async def _build_table_people(context: AppContext, access: MatchAccess, caller: Caller) -> schemas.TablePeople:
    store, match = context.service.store, access.match
    by_seat = await find_accounts_by_seat(store, match.id)
    blocks = BlockAndMuteStore(store)
    names = [seat.name for seat in match.seats]
    muted = await blocks.list_muted_seats(caller.key, caller.account_id, match.id, by_seat, names)
    blocked = await blocks.list_blocked_seats(caller.account_id or "", match.id, by_seat, names)
    friends = {one.account for one in await FriendStore(store).list_friends(caller.account_id or "")}
    is_all_shown = access.is_host and match.public is not None
    shown = by_seat if is_all_shown else {seat: by_seat.get(seat, []) for seat in access.seats}
    reliability = await read_reliability_by_account(store, {one.id for people in shown.values() for one in people})

    def build_seat(seat: int) -> schemas.SeatPerson:
        state, ids = match.seats[seat], [one.id for one in by_seat.get(seat, [])]
        is_person = state.kind == "person" or bool(state.replaced_reason)
        kind = "me" if seat in access.seats else "account" if ids else "guest" if is_person else state.kind
        return schemas.SeatPerson(
            seat=seat,
            kind=kind,  # type: ignore[arg-type]
            is_friend=bool(friends & set(ids)) and seat not in access.seats,
            is_muted=seat in muted | blocked and seat not in access.seats,
            is_blocked=seat in blocked,
            reliability=build_reliability_info(reliability.get(ids[0])) if ids and seat in shown else None,
        )

    return schemas.TablePeople([build_seat(seat) for seat in range(len(match.seats))], bool(caller.account_id))


def _require_seat_of_somebody_else(access: MatchAccess, seat: int) -> None:
    if seat >= len(access.match.seats):
        raise NotFound("There is no such seat.")
    if seat in access.seats:
        raise InvalidState("That is you.")
    if access.match.seats[seat].is_permanent_bot or access.match.seats[seat].kind == "open":
        raise InvalidState("Nobody sits there.")


async def _require_account_at_seat(context: AppContext, access: MatchAccess, seat: int) -> Account:
    """The account of whoever sits there. Raises InvalidState for guests."""
    _require_seat_of_somebody_else(access, seat)
    ids = (await find_accounts_by_seat(context.service.store, access.match.id)).get(seat, [])
    account = await context.sessions.accounts.find_by_id(ids[0].id) if ids else None
    if account is None:
        raise InvalidState(PLAYS_AS_GUEST)
    return account


@get("/people")
async def list_table_people(access: Access, context: Context, caller: CurrentCaller) -> schemas.TablePeople:
    """Who sits here, as far as it concerns me."""
    return await _build_table_people(context, access, caller)


@post("/people/{seat:int}/mute", status_code=200)
async def set_mute_of_seat(
    seat: SeatPath,
    data: JSONBody[schemas.MuteRequest],
    access: Access,
    context: Context,
    caller: CurrentCaller,
) -> schemas.TablePeople:
    """Hide the chat of whoever sits there, or show it again; nobody else notices."""
    _require_seat_of_somebody_else(access, seat)
    people = (await find_accounts_by_seat(context.service.store, access.match.id)).get(seat, [])
    store = BlockAndMuteStore(context.service.store)
    other = find_seat_account_by_name(people, access.match.seats[seat].name)
    await store.set_mute_of_seat_or_account(caller.key, caller.account_id, access.match.id, seat, other, data.muted)
    return await _build_table_people(context, access, caller)


@post("/people/{seat:int}/block", status_code=200)
async def block_person_at_seat(
    seat: SeatPath, access: Access, context: Context, caller: CurrentCaller
) -> schemas.TablePeople:
    """Keep whoever sits there away from me; they are not told."""
    me = await require_account_for_social_features(context, caller)
    other = await _require_account_at_seat(context, access, seat)
    label = access.match.seats[seat].name
    await BlockAndMuteStore(context.service.store).add_block_and_end_relations(
        me, label, format_seat_as_name_skeleton(access.match.id, seat), other
    )
    return await _build_table_people(context, access, caller)


@post("/people/{seat:int}/ask", status_code=200)
async def send_friend_request_to_seat(
    seat: SeatPath, access: Access, context: Context, caller: CurrentCaller
) -> schemas.TablePeople:
    """Ask whoever sits there to be friends."""
    me = await require_may_contact_people(context, caller)
    other = await _require_account_at_seat(context, access, seat)
    label = access.match.seats[seat].name
    await FriendStore(context.service.store).send_request_or_befriend(
        me, label, format_seat_as_name_skeleton(access.match.id, seat), other
    )
    return await _build_table_people(context, access, caller)


@post("/chat/{number:int}/report", status_code=200)
async def report_chat_line(
    number: LinePath,
    data: JSONBody[schemas.ReportChatRequest],
    access: Access,
    context: Context,
    caller: CurrentCaller,
) -> schemas.ChatReportReceipt:
    """Report a line of chat to whoever runs this server."""
    context.report_limiter.acquire_token(*caller.clients_for_rate_limits)
    await store_chat_report(context.service, access.live, number, caller.key, data.reason, data.comment)
    return schemas.ChatReportReceipt(number)


async def _require_host_account(context: AppContext, access: MatchAccess, caller: Caller) -> Account:
    if not access.is_host:
        raise NotAllowed("Only the host invites people to a seat.")
    return await require_account_for_social_features(context, caller)


async def _build_sent_invitations(context: AppContext, access: MatchAccess) -> schemas.SentInvitations:
    sent = await PersonalInvitationStore(context.service.store).list_sent_invitations(access.match.id)
    return schemas.SentInvitations([schemas.SentInvitationInfo(*one) for one in sent])


@get("/personal-invitations")
async def list_sent_invitations(access: Access, context: Context, caller: CurrentCaller) -> schemas.SentInvitations:
    """Whom I have invited to this table by name."""
    await _require_host_account(context, access, caller)
    return await _build_sent_invitations(context, access)


@post("/personal-invitations", status_code=200)
async def invite_person(
    data: JSONBody[schemas.InvitePersonRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.SentInvitations:
    """Invite somebody to a seat; the answer is the same whether anybody has that name."""
    await _require_host_account(context, access, caller)
    me = await require_may_contact_people(context, caller)
    other = await context.sessions.accounts.find_by_similar_name(data.name)
    look = compute_confusable_skeleton(data.name)
    store = PersonalInvitationStore(context.service.store)
    await store.add_invitation(me, access.match, data.seat, clean_free_text_line(data.name), look, other)
    return await _build_sent_invitations(context, access)


@post("/personal-invitations/{invitation:str}/withdraw", status_code=200)
async def withdraw_invitation(
    invitation: InvitationPath, access: Access, context: Context, caller: CurrentCaller
) -> schemas.SentInvitations:
    """Invite somebody no more."""
    await _require_host_account(context, access, caller)
    await PersonalInvitationStore(context.service.store).withdraw_invitation(access.match.id, invitation)
    return await _build_sent_invitations(context, access)


router = Router(
    "/api/matches/{id:str}",
    dependencies={"access": Provide(provide_match_access)},
    route_handlers=[
        list_table_people,
        set_mute_of_seat,
        block_person_at_seat,
        send_friend_request_to_seat,
        report_chat_line,
        list_sent_invitations,
        invite_person,
        withdraw_invitation,
    ],
)
