"""Telling people who are away that somebody invites them: once, bundled, and not in their quiet hours."""

from aerodrome.matches.errors import MatchError
from aerodrome.matches.personal_invitations import DueInvitationNotice, PersonalInvitationStore
from aerodrome.server.notices import MAX_PEOPLE_AT_ONCE, NoticeMessage, NoticeService, get_title_name


class InvitationNoticeSender:
    """Looks which invitations nobody was told of, by the same rules as `NoticeService`."""

    def __init__(self, notices: NoticeService) -> None:
        self.notices = notices
        self.store = PersonalInvitationStore(notices.service.store)

    async def send_due_notices(self) -> None:
        """Tell everybody who was invited a while ago, is away and has not answered."""
        by_key: dict[str, list[DueInvitationNotice]] = {}
        for notice in await self.store.list_due_notices(self.notices.get_now_ms(), MAX_PEOPLE_AT_ONCE):
            by_key.setdefault(notice.key, []).append(notice)
        for key, due in by_key.items():
            await self._send_or_postpone(key, due)

    async def _send_or_postpone(self, key: str, due: list[DueInvitationNotice]) -> None:
        later_ms = await self.notices.find_postpone_until_ms(key)
        if later_ms is not None:
            await self.store.postpone_notices([notice.id for notice in due], later_ms)
            return
        messages = [
            await self._build_message(notice) for notice in await self.store.mark_told_and_list_newly_marked(due)
        ]
        standing = [message for message in messages if message is not None]
        if len(standing) == 1:
            await self.notices.send_to_person(key, standing[0])
        elif standing:
            title = f"You are invited to {len(standing)} tables"
            await self.notices.send_to_person(key, NoticeMessage(title, "They wait in the lobby.", "/", None))

    async def _build_message(self, notice: DueInvitationNotice) -> NoticeMessage | None:
        """None when nothing can be taken there any more."""
        try:
            live = await self.notices.service.get_match(notice.match)
        except MatchError:
            return None
        if live.match.status != "waiting" or not any(seat.kind == "open" for seat in live.match.seats):
            return None
        text = f"{notice.inviter} invites you to a seat. Accept or decline it in the lobby."
        return NoticeMessage(f"{get_title_name(live)}: an invitation", text, "/", None)
