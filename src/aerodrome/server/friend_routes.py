"""Friends and whom one keeps away; invitations that wait for the caller."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, PathParameter

from aerodrome.core import registry
from aerodrome.matches import friend_tables, util
from aerodrome.matches.accounts import Account
from aerodrome.matches.blocks_and_mutes import BlockAndMuteStore
from aerodrome.matches.display_names import clean_free_text_line, compute_confusable_skeleton
from aerodrome.matches.errors import MatchError
from aerodrome.matches.friends import Friend, FriendRequest, FriendStore, SocialSettings
from aerodrome.matches.listings import ListingRow
from aerodrome.matches.personal_invitations import (
    PersonalInvitationStore,
    ReceivedInvitation,
    accept_invitation_and_sit_down,
    decline_invitation,
)
from aerodrome.matches.suspensions import require_not_suspended
from aerodrome.server import schemas
from aerodrome.server.account_access import find_account, require_account
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.identity import Caller
from aerodrome.server.match_length import estimate_match_minutes
from aerodrome.server.public_table_routes import build_public_table

HERE_MS = 5 * 60_000
"""Who did something so recently is here."""
NEEDS_ACCOUNT = "Friends are for people with an account: keep your tables first."
InvitationPath = Annotated[str, PathParameter(max_length=32, description="The id of an invitation")]


async def require_account_for_social_features(context: AppContext, caller: Caller) -> Account:
    """The caller's account. Raises NotAllowed for guests."""
    return await require_account(context, caller, NEEDS_ACCOUNT)


async def require_may_contact_people(context: AppContext, caller: Caller) -> Account:
    """The account of a caller who asks or invites somebody: not suspended, and not too often."""
    account = await require_account_for_social_features(context, caller)
    await require_not_suspended(context.service.store, account.key)
    context.approach_limiter.acquire_token(caller.key)
    return account


async def build_friends_and_blocks(context: AppContext, me: Account) -> schemas.FriendsAndBlocks:
    """Everything on the page about friends."""
    store = FriendStore(context.service.store)
    friends, settings = await store.list_friends(me.id), await store.get_social_settings(me.id)
    tables = await _find_tables_of_friends(context, me, [friend for friend in friends if friend.shows_presence])
    return schemas.FriendsAndBlocks(
        friends=[_build_friend_info(context, friend, tables.get(friend.key)) for friend in friends],
        received=[_build_friend_request_info(one) for one in await store.list_received_requests(me.id)],
        asked=[_build_friend_request_info(one) for one in await store.list_sent_requests(me.id)],
        blocked=[schemas.BlockInfo(*one) for one in await BlockAndMuteStore(store.store).list_blocks(me.id)],
        shows_presence=settings.shows_presence,
        invited_by=settings.invited_by,
    )


def _build_friend_request_info(request: FriendRequest) -> schemas.FriendRequestInfo:
    return schemas.FriendRequestInfo(*request)


def _build_friend_info(context: AppContext, friend: Friend, table: ListingRow | None) -> schemas.FriendInfo:
    is_here = None
    if friend.shows_presence:
        is_here = util.now_ms() - context.notices.get_last_active_ms(friend.key) < HERE_MS
    listed = None if table is None else build_public_table(table)
    return schemas.FriendInfo(friend.name, friend.since_ms, is_here, listed)


async def _find_tables_of_friends(context: AppContext, me: Account, friends: list[Friend]) -> dict[str, ListingRow]:
    """By key: the newest table of each friend that the caller may sit down at or watch."""
    store = context.service.store
    if not friends:
        return {}
    found = await friend_tables.find_newest_public_tables_by_key(store, [friend.key for friend in friends])
    found |= {row.friends_of: row for row in reversed(await friend_tables.list_tables_open_to_friend(store, me.id))}
    return {key: row for key, row in found.items() if row.status != "full" and row.title in registry.titles()}


@get("/friends", is_expensive=True)
async def list_friends(context: Context, caller: CurrentCaller) -> schemas.FriendsAndBlocks:
    """My friends, requests and blocks."""
    return await build_friends_and_blocks(context, await require_account_for_social_features(context, caller))


@post("/friends/ask", status_code=200)
async def send_friend_request(
    data: JSONBody[schemas.PersonNameRequest], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Ask somebody to be friends; the answer is the same whether anybody has that name."""
    me = await require_may_contact_people(context, caller)
    other = await context.sessions.accounts.find_by_similar_name(data.name)
    look = compute_confusable_skeleton(data.name)
    await FriendStore(context.service.store).send_request_or_befriend(me, clean_free_text_line(data.name), look, other)
    return await build_friends_and_blocks(context, me)


@post("/friends/accept", status_code=200)
async def accept_friend_request(
    data: JSONBody[schemas.FriendRequestOrBlockId], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Be friends with somebody who asked."""
    me = await require_account_for_social_features(context, caller)
    await FriendStore(context.service.store).accept_request(me, data.id)
    return await build_friends_and_blocks(context, me)


@post("/friends/decline", status_code=200)
async def decline_friend_request(
    data: JSONBody[schemas.FriendRequestOrBlockId], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Not be friends with somebody who asked; they are not told."""
    me = await require_account_for_social_features(context, caller)
    await FriendStore(context.service.store).decline_request(me, data.id)
    return await build_friends_and_blocks(context, me)


@post("/friends/withdraw", status_code=200)
async def withdraw_friend_request(
    data: JSONBody[schemas.FriendRequestOrBlockId], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Take back what I asked."""
    me = await require_account_for_social_features(context, caller)
    await FriendStore(context.service.store).withdraw_request(me, data.id)
    return await build_friends_and_blocks(context, me)


@post("/friends/end", status_code=200)
async def end_friendship(
    data: JSONBody[schemas.PersonNameRequest], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Be friends no more; the other is not told."""
    me = await require_account_for_social_features(context, caller)
    friend = await context.sessions.accounts.find_by_similar_name(data.name)
    await FriendStore(context.service.store).end_friendship_with(me, friend)
    return await build_friends_and_blocks(context, me)


@post("/friends/settings", status_code=200)
async def set_social_settings(
    data: JSONBody[schemas.SocialSettingsRequest], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Whether my friends see where I am, and who may invite me."""
    me = await require_account_for_social_features(context, caller)
    settings = SocialSettings(data.shows_presence, data.invited_by)
    await FriendStore(context.service.store).set_social_settings(me.id, settings)
    return await build_friends_and_blocks(context, me)


@post("/blocks", status_code=200)
async def block_person(
    data: JSONBody[schemas.PersonNameRequest], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Keep somebody away from me; they are not told."""
    me = await require_account_for_social_features(context, caller)
    other = await context.sessions.accounts.find_by_similar_name(data.name)
    look = compute_confusable_skeleton(data.name)
    await BlockAndMuteStore(context.service.store).add_block_and_end_relations(
        me, clean_free_text_line(data.name), look, other
    )
    return await build_friends_and_blocks(context, me)


@post("/blocks/lift", status_code=200)
async def lift_block(
    data: JSONBody[schemas.FriendRequestOrBlockId], context: Context, caller: CurrentCaller
) -> schemas.FriendsAndBlocks:
    """Let somebody come near me again."""
    me = await require_account_for_social_features(context, caller)
    await BlockAndMuteStore(context.service.store).lift_block(me, data.id)
    return await build_friends_and_blocks(context, me)


# What waits for me


@get("/for-me", is_expensive=True)
async def get_lobby_inbox(context: Context, caller: CurrentCaller) -> schemas.LobbyInbox:
    """Invitations, tables of my friends, requests; empty for guests."""
    account = await find_account(context, caller)
    if account is None:
        return schemas.LobbyInbox([], [], 0)
    return await _build_lobby_inbox(context, account)


async def _build_lobby_inbox(context: AppContext, me: Account) -> schemas.LobbyInbox:
    store = context.service.store
    received = await PersonalInvitationStore(store).list_received_invitations(me.id)
    invitations = [await _build_received_invitation(context, one) for one in received]
    invited = {one.match for one in received}
    found = await friend_tables.list_tables_open_to_friend(store, me.id)
    tables = [row for row in found if row.status != "full" and row.match not in invited]
    return schemas.LobbyInbox(
        [one for one in invitations if one is not None],
        [build_public_table(row) for row in tables if row.title in registry.titles()],
        len(await FriendStore(store).list_received_requests(me.id)),
    )


async def _build_received_invitation(
    context: AppContext, invitation: ReceivedInvitation
) -> schemas.ReceivedInvitationInfo | None:
    """None when nothing can be taken there any more."""
    try:
        match = (await context.service.get_match(invitation.match)).match
    except MatchError:
        return None
    if match.is_closed or not any(seat.kind == "open" for seat in match.seats):
        return None
    if not 0 <= invitation.seat < len(match.seats):
        return None
    setup = match.setup
    per_move = setup.clock.per_move if setup.clock is not None else None
    return schemas.ReceivedInvitationInfo(
        id=invitation.id,
        from_name=invitation.inviter,
        at=invitation.created_ms,
        colour=match.game.seat_name(invitation.seat),
        title=setup.title,
        seats=len(match.seats),
        names=[seat.name for seat in match.seats if seat.kind != "open"],
        minutes=estimate_match_minutes(setup.title, len(match.seats)),
        per_move=None if per_move is None else per_move // 1000,
        rated=setup.rated,
    )


@post("/personal-invitations/{id:str}/accept", status_code=200)
async def accept_personal_invitation(
    id: InvitationPath, context: Context, caller: CurrentCaller
) -> schemas.JoinedMatch:
    """Sit down where I am invited."""
    me = await require_account_for_social_features(context, caller)
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    await context.require_may_take_more_seats(caller.key)
    live, seat = await accept_invitation_and_sit_down(context.service, me, id, caller.device_label)
    return schemas.JoinedMatch(live.match.id, seat)


@post("/personal-invitations/{id:str}/decline", status_code=200)
async def decline_personal_invitation(
    id: InvitationPath, context: Context, caller: CurrentCaller
) -> schemas.LobbyInbox:
    """Not come; the host sees it."""
    me = await require_account_for_social_features(context, caller)
    await decline_invitation(context.service, me, id)
    return await _build_lobby_inbox(context, me)


router = Router(
    "/api",
    route_handlers=[
        list_friends,
        send_friend_request,
        accept_friend_request,
        decline_friend_request,
        withdraw_friend_request,
        end_friendship,
        set_social_settings,
        block_person,
        lift_block,
        get_lobby_inbox,
        accept_personal_invitation,
        decline_personal_invitation,
    ],
)
