"""What two people had with each other ends, or somebody is forgotten altogether."""

from sqlalchemy import and_, delete, or_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.display_names import FORMER_PLAYER
from aerodrome.matches.schema import (
    attendance,
    blocks,
    chat_reports,
    friend_requests,
    friendships,
    muted_people,
    muted_seats,
    people_settings,
    personal_invitations,
    suspensions,
)

NOBODY = ""
"""Stands for the account in what nobody is to hear of."""
REMOVED_TEXT = "(removed)"


async def end_friendship(connection: AsyncConnection, account: str, other_account: str) -> bool:
    """Both are friends no more; whether they were."""
    row = friendships.c
    both = or_(
        and_(row.account == account, row.friend == other_account),
        and_(row.account == other_account, row.friend == account),
    )
    return bool((await connection.execute(delete(friendships).where(both))).rowcount)


async def redirect_requests_and_invitations_to_nobody(
    connection: AsyncConnection, account: str, other_account: str
) -> None:
    """What one of both asked the other or invited them to is heard by nobody; in the lists of who sent it, it waits."""
    row = friend_requests.c
    both = or_(
        and_(row.asker == account, row.asked == other_account), and_(row.asker == other_account, row.asked == account)
    )
    await connection.execute(update(friend_requests).where(both).values(asked=NOBODY))
    sent = personal_invitations.c
    both = or_(
        and_(sent.inviter == account, sent.invited == other_account),
        and_(sent.inviter == other_account, sent.invited == account),
    )
    change = update(personal_invitations).where(both, sent.state == "waiting")
    await connection.execute(change.values(invited=NOBODY, notice_due_ms=None))


async def delete_relations_of_account(connection: AsyncConnection, account: str, key: str) -> None:
    """Somebody is forgotten: friends, requests, invitations, blocks, attendance, and what they said in reports."""
    friendship, request, sent, report = friendships.c, friend_requests.c, personal_invitations.c, chat_reports.c
    for condition in (
        delete(friendships).where(or_(friendship.account == account, friendship.friend == account)),
        delete(friend_requests).where(request.asker == account),
        update(friend_requests).where(request.asked == account).values(asked=NOBODY),
        delete(personal_invitations).where(sent.inviter == account),
        update(personal_invitations).where(sent.invited == account).values(invited=NOBODY, notice_due_ms=None),
        delete(blocks).where(or_(blocks.c.account == account, blocks.c.blocked == account)),
        delete(muted_people).where(or_(muted_people.c.account == account, muted_people.c.muted == account)),
        delete(muted_seats).where(muted_seats.c.key == key),
        delete(people_settings).where(people_settings.c.account == account),
        delete(attendance).where(attendance.c.account == account),
        delete(suspensions).where(suspensions.c.account == account),
        delete(chat_reports).where(report.reporter_key == key),
        update(chat_reports)
        .where(report.reported_key == key)
        .values(text=REMOVED_TEXT, name=FORMER_PLAYER, reported_key=NOBODY),
    ):
        await connection.execute(condition)
