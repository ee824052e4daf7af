"""Invitations of a person, by name, to a seat of a table that has not begun.

As with friends nobody learns by inviting whether a name exists: what reaches nobody waits in the host's list as well.
"""

import secrets
from typing import Literal, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import rated_tables, util
from aerodrome.matches.accounts import Account
from aerodrome.matches.blocks_and_mutes import BlockAndMuteStore
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.friends import FriendStore
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.relation_removal import NOBODY
from aerodrome.matches.schema import accounts, matches, personal_invitations
from aerodrome.matches.seat_access import (
    build_seat_taken_event,
    clean_and_require_unique_seat_name,
    list_held_seats,
)
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows
from aerodrome.matches.suspensions import require_not_suspended

AN_INVITATION = "an invitation"
MAX_PER_TABLE = 12
MAX_FROM_STRANGERS = 10
"""Of more that wait somebody hears nothing, unless friends sent them."""
MAX_LISTED = 30
NOTICE_DELAY_MS = 20_000
NOTICE_INTERVAL_MS = 3_600_000
"""Who was told of an invitation of somebody is told of no other one of theirs for so long."""

InvitationState = Literal["waiting", "declined", "accepted"]
DROPPED = "dropped"
"""Was withdrawn; its row stays, so that inviting and withdrawing in turn tells nobody twice."""


class SentInvitation(NamedTuple):
    """What a host sees of an invitation; `label` is the name as the host wrote it."""

    id: str
    seat: int
    label: str
    state: InvitationState
    created_ms: int


class ReceivedInvitation(NamedTuple):
    """What somebody is invited to, and by whom."""

    id: str
    match: str
    seat: int
    inviter: str
    """The name of the account."""
    created_ms: int


class DueInvitationNotice(NamedTuple):
    """Somebody is to be told of an invitation."""

    id: str
    key: str
    match: str
    inviter: str


class PersonalInvitationStore:
    """Reads and writes invitations; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def list_sent_invitations(self, match_id: str) -> list[SentInvitation]:
        """Whom the host of a table has invited, in order."""
        columns = [personal_invitations.c[name] for name in SentInvitation._fields]
        row = personal_invitations.c
        query = select(*columns).where(row.match == match_id, row.state != DROPPED)
        rows = await self.store.fetch_all(query.order_by(personal_invitations.c.created_ms, personal_invitations.c.id))
        return convert_readable_rows(rows, SentInvitation, AN_INVITATION)

    async def list_received_invitations(self, account: str) -> list[ReceivedInvitation]:
        """What waits for somebody's answer, newest first: tables that have not begun."""
        row = personal_invitations.c
        query = select(row.id, row.match, row.seat, accounts.c.name, row.created_ms).join_from(
            personal_invitations, accounts, row.inviter == accounts.c.id
        )
        waiting = and_(row.invited == account, row.state == "waiting", matches.c.status == "waiting")
        joined = query.join(matches, matches.c.id == row.match).where(waiting, matches.c.set_aside.is_(None))
        found = await self.store.fetch_all(joined.order_by(row.created_ms.desc()).limit(MAX_LISTED))
        return convert_readable_rows(found, ReceivedInvitation, AN_INVITATION)

    async def add_invitation(
        self, me: Account, match: Match, seat: int, typed_name: str, name_skeleton: str, other_account: Account | None
    ) -> None:
        """Invite somebody; no `other_account`: nobody is found. Inviting the same name again changes nothing."""
        if match.is_started or match.is_closed:
            raise InvalidState("The table has begun, or was closed: nobody can sit down any more.")
        if seat >= len(match.seats) or match.seats[seat].kind != "open":
            raise InvalidState("This seat is not open.")
        if other_account is not None and other_account.id == me.id:
            raise InvalidState("That is you.")
        invited = await self._choose_recipient_or_nobody(me, other_account)
        row, now_ms = personal_invitations.c, util.now_ms()
        of_match = row.match == match.id
        values = {"match": match.id, "seat": seat, "inviter": me.id, "invited": invited, "look": name_skeleton}

        async def write(connection: AsyncConnection) -> None:
            same = and_(of_match, row.look == name_skeleton)
            known = (await connection.execute(select(row.state).where(same))).first()
            if known is not None and known[0] != DROPPED:
                return
            count = select(func.count()).select_from(personal_invitations).where(of_match, row.state != DROPPED)
            if int((await connection.execute(count)).scalar_one()) >= MAX_PER_TABLE:
                raise NotAllowed(f"A table invites at most {MAX_PER_TABLE} people by name: send links to others.")
            of_both = and_(row.inviter == me.id, row.invited == invited)
            was_told = and_(row.notice_due_ms.is_(None), row.created_ms > now_ms - NOTICE_INTERVAL_MS)
            told = (await connection.execute(select(row.id).where(of_both, was_told).limit(1))).first() is not None
            await connection.execute(delete(personal_invitations).where(same))
            await connection.execute(
                insert(personal_invitations).values(
                    **values,
                    id=secrets.token_urlsafe(12),
                    label=typed_name[:60],
                    state="waiting",
                    created_ms=now_ms,
                    notice_due_ms=now_ms + NOTICE_DELAY_MS if invited and not told else None,
                )
            )

        await self.store.run_transaction_with_retries(write)

    async def _choose_recipient_or_nobody(self, me: Account, other_account: Account | None) -> str:
        """The account; nobody, if they blocked the host, want to hear of friends alone, or got many from strangers."""
        other_id = other_account.id if other_account is not None else NOBODY
        friends = FriendStore(self.store)
        is_friend = await friends.are_friends(other_id, me.id)
        is_for_all = (await friends.get_social_settings(other_id)).invited_by == "anybody"
        is_blocked = await BlockAndMuteStore(self.store).has_blocked(other_id, me.id)
        waiting = len(await self.list_received_invitations(other_id))
        is_heard = is_friend or (is_for_all and waiting < MAX_FROM_STRANGERS)
        return other_id if is_heard and not is_blocked else NOBODY

    async def withdraw_invitation(self, match_id: str, invitation_id: str) -> None:
        """The host invites this person no more. Raises NotFound."""
        row = personal_invitations.c
        of_table = and_(row.id == invitation_id, row.match == match_id, row.state == "waiting")

        async def write(connection: AsyncConnection) -> None:
            change = update(personal_invitations).where(of_table).values(state=DROPPED)
            if not (await connection.execute(change)).rowcount:
                raise NotFound("There is no such invitation.")
            # What nobody heard of need not be remembered.
            silent = and_(row.id == invitation_id, row.invited == NOBODY)
            await connection.execute(delete(personal_invitations).where(silent))

        await self.store.run_transaction(write)

    async def require_received_invitation(self, account: str, invitation_id: str) -> ReceivedInvitation:
        """An invitation that waits for this person. Raises NotFound, alike for those of others."""
        for one in await self.list_received_invitations(account):
            if one.id == invitation_id:
                return one
        raise NotFound("This invitation does not stand any more.")

    async def find_match_id_of_standing_invitation(self, account: str, invitation_id: str) -> str | None:
        """The match of an invitation that this person may accept, or has accepted."""
        row = personal_invitations.c
        mine = and_(row.id == invitation_id, row.invited == account, row.state.in_(("waiting", "accepted")))
        rows = await self.store.fetch_all(select(row.match).where(mine))
        return rows[0][0] if rows else None

    async def set_invitation_state(self, invitation_id: str, state: InvitationState) -> None:
        """The person has answered."""

        async def write(connection: AsyncConnection) -> None:
            change = update(personal_invitations).where(personal_invitations.c.id == invitation_id)
            await connection.execute(change.values(state=state, notice_due_ms=None))

        await self.store.run_transaction(write)

    # Notices

    async def list_due_notices(self, now_ms: int, limit: int) -> list[DueInvitationNotice]:
        """Who is to be told of what."""
        row, inviter = personal_invitations.c, accounts.alias("inviter")
        query = select(row.id, accounts.c.key, row.match, inviter.c.name).join_from(
            personal_invitations, accounts, row.invited == accounts.c.id
        )
        due = and_(row.notice_due_ms <= now_ms, row.state == "waiting")
        found = await self.store.fetch_all(query.join(inviter, row.inviter == inviter.c.id).where(due).limit(limit))
        return convert_readable_rows(found, DueInvitationNotice, AN_INVITATION)

    async def postpone_notices(self, invitation_ids: list[str], due_ms: int) -> None:
        """Ask again then whether this person is to be told."""

        async def write(connection: AsyncConnection) -> None:
            change = update(personal_invitations).where(personal_invitations.c.id.in_(invitation_ids))
            await connection.execute(change.values(notice_due_ms=due_ms))

        await self.store.run_transaction(write)

    async def mark_told_and_list_newly_marked(self, notices: list[DueInvitationNotice]) -> list[DueInvitationNotice]:
        """Mark them before they are sent; returns those that no other process has marked."""
        told: list[DueInvitationNotice] = []
        row = personal_invitations.c

        async def write(connection: AsyncConnection) -> None:
            told.clear()
            for notice in notices:
                change = update(personal_invitations).where(row.id == notice.id, row.notice_due_ms.is_not(None))
                if (await connection.execute(change.values(notice_due_ms=None))).rowcount:
                    told.append(notice)

        await self.store.run_transaction(write)
        return told


async def accept_invitation_and_sit_down(
    service: MatchService, me: Account, invitation_id: str, device_label: str
) -> tuple[LiveMatch, int]:
    """Sit down where one is invited, or at the next open seat of that table. Raises NotFound or InvalidState."""
    store = PersonalInvitationStore(service.store)
    if (sitting := await _find_seat_of_invited_person(service, me, invitation_id)) is not None:
        return sitting
    try:
        invitation = await store.require_received_invitation(me.id, invitation_id)
    except NotFound:
        # Of several requests at once another one may have sat down just now, and the match have begun.
        if (sitting := await _find_seat_of_invited_person(service, me, invitation_id)) is None:
            raise
        return sitting
    live = await service.get_match(invitation.match)
    if live.match.public is not None:
        await require_not_suspended(service.store, me.key)
    guest = (
        await rated_tables.require_may_sit_at_rated_table(service, live.match, me.key)
        if live.match.setup.rated
        else None
    )
    seats: list[int] = []

    def decide(match: Match) -> AnyMatchEvent | None:
        # Looked at only now: of two requests at once the second must not take another seat.
        seats[:] = [seat for seat, state in enumerate(match.seats) if me.key in state.devices]
        if seats:
            return None
        free = [seat for seat, state in enumerate(match.seats) if state.kind == "open"]
        if not free or match.is_closed:
            raise InvalidState("All seats of this table are taken, or it was closed.")
        seats[:] = [invitation.seat if invitation.seat in free else free[0]]
        name = _clean_name_or_none_if_taken(match, seats[0], me.name)
        return build_seat_taken_event(match, seats[0], me.key, name, device_label, guest)

    await service.commit_event(live, decide)
    await service.start_if_full(live)
    await store.set_invitation_state(invitation.id, "accepted")
    return live, seats[0]


async def _find_seat_of_invited_person(
    service: MatchService, me: Account, invitation_id: str
) -> tuple[LiveMatch, int] | None:
    """Where somebody sits already at the table of the invitation: it is accepted then."""
    store = PersonalInvitationStore(service.store)
    match_id = await store.find_match_id_of_standing_invitation(me.id, invitation_id)
    if match_id is None:
        return None
    live = await service.get_match(match_id)
    held = [seat for seat in await list_held_seats(service, live, me.key) if seat >= 0]
    if not held:
        return None
    await store.set_invitation_state(invitation_id, "accepted")
    return live, held[0]


def _clean_name_or_none_if_taken(match: Match, seat: int, name: str) -> str | None:
    """The account's name, unless somebody at the table is called so."""
    try:
        return clean_and_require_unique_seat_name(match, seat, name)
    except NotAllowed:
        return None


async def decline_invitation(service: MatchService, me: Account, invitation_id: str) -> None:
    """The host sees it. Raises NotFound."""
    store = PersonalInvitationStore(service.store)
    invitation = await store.require_received_invitation(me.id, invitation_id)
    await store.set_invitation_state(invitation.id, "declined")
    live = service.live_matches.get(invitation.match)
    if live is not None:
        live.trigger_presence_update()
