"""Telling people who are away that tables wait for them: once, bundled, and not in their quiet hours.

A question becomes a row in the database (`NoticeStore.add_turn_notices`); a little later whoever finds it due looks
whether it is still true, marks it, and sends it. `docs/notices.md` says when a notice is sent and when not.
"""

import asyncio
import logging
import smtplib
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from aerodrome.core import registry
from aerodrome.matches import util
from aerodrome.matches.errors import MatchError, StorageUnavailable
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.notice_store import NoticeChannel, NoticePreferences, NoticeStore, TurnNotice
from aerodrome.matches.seat_access import list_held_seats
from aerodrome.matches.service import MatchService
from aerodrome.server import notifications, web_push
from aerodrome.server.mail import MAIL_TIMEOUT_S, build_mail, send_mail
from aerodrome.server.notice_links import CONFIRM_MS, is_valid_link_secret, make_link_secret, make_link_token
from aerodrome.server.settings import Settings

log = logging.getLogger("aerodrome.notices")

BUNDLE_MS = 20_000
"""So long a notice waits for others of the same person, and for the person to come back."""
ACTIVE_MS = 60_000
"""Who did something here so recently sees by themselves what waits."""
ACTIVITY_STORED_MS = 20_000
PRESENCE_MS = 5_000
"""So long other processes may take to say who looks at a match that was just loaded here."""
SWEEP_S = 5.0
CLEANING_INTERVAL_MS = 3_600_000
MAX_PEOPLE_AT_ONCE = 50
MAX_KNOWN_ACTIVE = 20_000
MAX_NAMED_TABLES = 5
MAX_COUNTED_TABLES = 60
MAX_PENDING = 200
PUSH_LIFETIME_S = 86_400
GONE = (404, 410)


class NoticeMessage(NamedTuple):
    """What somebody is told."""

    title: str
    text: str
    path: str
    """What it opens."""
    waiting: int | None
    """How many tables wait for this person; None when it does not matter."""


class NoticeSendingFailed(Exception):
    """A notice could not be sent; the text is for the person who tried it."""


def compute_quiet_end_ms(preferences: NoticePreferences, now_ms: int) -> int | None:
    """When the quiet hours end that it is now; None when it is none."""
    begin, end = preferences.quiet_begin, preferences.quiet_end
    if begin is None or end is None or begin == end:
        return None
    local = datetime.fromtimestamp(now_ms / 1000, ZoneInfo(preferences.time_zone))
    minute = local.hour * 60 + local.minute
    is_quiet_now = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not is_quiet_now:
        return None
    ending = local.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=0)
    if end <= minute:
        ending += timedelta(days=1)
    # Where clocks are put back in between, the end may lie behind us once more: then it is now.
    return max(int(ending.timestamp() * 1000), now_ms + 1)


class NoticeService:
    """Who is to be told what; one for each process."""

    def __init__(self, settings: Settings, service: MatchService) -> None:
        self.settings = settings
        self.service = service
        self.store = NoticeStore(service.store)
        self.get_now_ms: Callable[[], int] = util.now_ms
        """The clock; tests have their own."""
        self._active_ms: OrderedDict[str, int] = OrderedDict()
        """By key: when somebody last did something at this process."""
        self._stored_active_ms: OrderedDict[str, int] = OrderedDict()
        """The same, as the other processes know it."""
        self._secrets: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._cleaned_ms = 0
        self.senders: list[Callable[[], Coroutine[Any, Any, None]]] = []
        """What else tells people something, called as often as this looks whom to tell."""

    # What the server signs with

    async def get_vapid_key(self) -> str:
        """The private key that signs pushes."""
        return await self._get_secret("vapid", web_push.make_vapid_key, web_push.is_vapid_key)

    async def get_link_secret(self) -> str:
        """What signs the links in notices."""
        return await self._get_secret("notice links", make_link_secret, is_valid_link_secret)

    async def _get_secret(
        self, secret_name: str, make_secret: Callable[[], str], is_valid: Callable[[str], bool]
    ) -> str:
        if secret_name not in self._secrets:
            self._secrets[secret_name] = await self.store.get_or_make_server_secret(secret_name, make_secret, is_valid)
        return self._secrets[secret_name]

    # Who does something

    def record_activity(self, key: str) -> None:
        """Somebody asks for something here: they are not away."""
        now_ms = self.get_now_ms()
        _remember_time(self._active_ms, key, now_ms)
        if self.service.store.is_shared and now_ms - self._stored_active_ms.get(key, 0) >= ACTIVITY_STORED_MS:
            _remember_time(self._stored_active_ms, key, now_ms)
            self._spawn(self.store.record_activity(key, now_ms))

    def get_last_active_ms(self, key: str) -> int:
        """When somebody last did something at this process; 0 when it does not know."""
        return self._active_ms.get(key, 0)

    # What happens

    def schedule_turn_notice(self, live: LiveMatch, seat: int) -> None:
        """A seat is asked and nobody looks from it. Called by the matches, in the middle of their work."""
        match = live.match
        people = match.seats_played_by_people
        # Nobody waits for who plays alone against bots, and at one screen everybody sees it.
        # In a tournament the whole round waits.
        is_awaited = len(people) > 1 or match.setup.competition is not None
        if is_awaited and match.setup.mode != "hotseat" and not match.setup.lesson:
            due_ms = self.get_now_ms() + BUNDLE_MS
            self._spawn(self._store_turn_notice(match.id, seat, match.version, due_ms))

    async def _store_turn_notice(self, match_id: str, seat: int, version: int, due_ms: int) -> None:
        await self.store.add_turn_notices(match_id, seat, version, due_ms)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if len(self._tasks) >= MAX_PENDING:
            work.close()
            return
        task = asyncio.create_task(_run_and_log_failure(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait_for_pending_writes(self) -> None:
        """Returns when all that happened so far is stored."""
        await asyncio.gather(*self._tasks)

    # Sending

    async def send_due_notices_until_cancelled(self) -> None:
        """Send what is due, until cancelled."""
        await _run_and_log_failure(self._create_missing_secrets())
        while True:
            await asyncio.sleep(SWEEP_S)
            await _run_and_log_failure(self.send_due_notices())

    async def _create_missing_secrets(self) -> None:
        await self.get_vapid_key()
        await self.get_link_secret()

    async def send_due_notices(self) -> None:
        """Tell everybody whose notices are due."""
        now_ms = self.get_now_ms()
        if now_ms - self._cleaned_ms > CLEANING_INTERVAL_MS:
            self._cleaned_ms = now_ms
            await self.store.remove_stale_notice_data(now_ms)
        keys = await self.store.list_keys_with_due_notices(now_ms, MAX_PEOPLE_AT_ONCE)
        await asyncio.gather(*(_run_and_log_failure(self._send_or_postpone(key)) for key in keys))
        for send in self.senders:
            await _run_and_log_failure(send())

    async def _send_or_postpone(self, key: str) -> None:
        """One notice for all that waits for this person; later, when it is not the time for it."""
        later_ms = await self.find_postpone_until_ms(key)
        if later_ms is not None:
            await self.store.postpone_turn_notices(key, later_ms)
            return
        pending = await self.store.list_pending_turn_notices(key)
        if await self._load_matches_and_detect_newly_loaded(pending):
            await self.store.postpone_turn_notices(key, self.get_now_ms() + PRESENCE_MS)
            return
        told = await self.store.mark_told_and_list_newly_marked(pending)
        waiting = [live for notice in told if (live := await self._find_waiting_match(notice)) is not None]
        tables = list({live.match.id: live for live in waiting}.values())
        if not tables:
            return
        await self.send_to_person(key, build_turn_message(tables, key, await self._count_waiting_tables(key), pending))

    async def send_to_person(self, key: str, message: NoticeMessage) -> None:
        """Send a message to all places where somebody is told."""
        for channel in await self.store.list_channels(key):
            if channel.is_confirmed:
                await _run_and_log_failure(self.send_to_channel(channel, message))

    async def find_postpone_until_ms(self, key: str) -> int | None:
        """Until when this person is not to be told; None when they are to be told now."""
        now_ms = self.get_now_ms()
        preferences = await self.store.get_preferences(key)
        active_until_ms = max(self._active_ms.get(key, 0), preferences.active_ms) + ACTIVE_MS
        quiet_until_ms = compute_quiet_end_ms(preferences, now_ms)
        later = [until_ms for until_ms in (active_until_ms, quiet_until_ms or 0) if until_ms > now_ms]
        return max(later) if later else None

    async def _load_matches_and_detect_newly_loaded(self, pending_notices: list[TurnNotice]) -> bool:
        """Load them; whether other processes may still have to say who looks at one."""
        is_new = False
        for match_id in {notice.match for notice in pending_notices} - self.service.live_matches.keys():
            try:
                await self.service.get_match(match_id)
                is_new = True
            except MatchError:
                continue
        return is_new and self.service.store.is_shared

    async def _find_waiting_match(self, notice: TurnNotice) -> LiveMatch | None:
        """The match, if it still waits for this person and they do not look at it."""
        try:
            live = await self.service.get_match(notice.match)
        except MatchError:
            return None
        match, seat = live.match, notice.seat
        is_asked = not match.is_closed and seat in match.asked_seats and match.seats[seat].is_person
        if not is_asked or live.is_seat_connected(seat):
            return None
        return live if seat in await list_held_seats(self.service, live, notice.key) else None

    async def _count_waiting_tables(self, key: str) -> int:
        """At how many tables it is this person's turn."""
        count = 0
        for claimed in await self.service.store.list_matches_of_key(key, MAX_COUNTED_TABLES):
            if claimed.status != "playing":
                continue
            try:
                match = (await self.service.get_match(claimed.id)).match
            except MatchError:
                continue
            count += not match.is_closed and any(seat in match.asked_seats for seat in claimed.seats if seat >= 0)
        return count

    async def send_to_channel(self, channel: NoticeChannel, message: NoticeMessage) -> None:
        """Send a message to one place. Raises NoticeSendingFailed; a subscription that is gone is forgotten."""
        off = make_link_token(await self.get_link_secret(), "off", channel.id)
        try:
            async with asyncio.timeout(notifications.TOTAL_TIMEOUT_S):
                match channel.kind:
                    case "push":
                        await self._push_or_remove_gone_channel(channel, message, off)
                    case "mail":
                        await self._send_mail(channel, message, off)
                    case "webhook":
                        await self._send_to_webhook_or_apprise(channel, message, off)
        except (NoticeSendingFailed, MatchError):
            raise
        except (TimeoutError, OSError, smtplib.SMTPException) as error:
            raise NoticeSendingFailed(f"It could not be sent ({type(error).__name__}).") from error

    async def _push_or_remove_gone_channel(
        self, channel: NoticeChannel, message: NoticeMessage, turn_off_token: str
    ) -> None:
        import httpx

        payload = {
            "title": message.title,
            "body": message.text,
            "path": message.path,
            "waiting": message.waiting,
            "off": f"/notice/off/{turn_off_token}",
        }
        public_key, auth_secret = channel.secrets.split(" ")
        body = web_push.encrypt_push_message(msgspec.json.encode(payload), public_key, auth_secret)
        headers = web_push.build_push_headers(
            channel.address, await self.get_vapid_key(), self._get_push_contact(), self.get_now_ms(), PUSH_LIFETIME_S
        )
        allow_loopback = self.settings.allow_loopback_notices
        try:
            status = await notifications.post_to_public_address(channel.address, body, headers, allow_loopback)
        except httpx.HTTPError as error:
            raise NoticeSendingFailed("The push service cannot be reached.") from error
        if status in GONE:
            await self.store.remove_channel(channel.id)
            raise NoticeSendingFailed("This browser does not want pushes any more: it is taken off the list.")
        if status >= 300:
            raise NoticeSendingFailed(f"The push service refused it ({status}).")

    def _get_push_contact(self) -> str:
        mail = f"mailto:{self.settings.mail.sender}" if self.settings.mail is not None else ""
        return self.settings.push_contact or mail or self.settings.public_url

    async def _send_mail(self, channel: NoticeChannel, message: NoticeMessage, turn_off_token: str) -> None:
        off_url = f"{self.settings.public_url}/notice/off/{turn_off_token}"
        text = (
            f"{message.text}\n\n{self.settings.public_url}{message.path}\n\n-- \n"
            f"You get this mail because you asked for it. Turn it off: {off_url}\n"
        )
        await self._send_mail_in_thread(channel.address, message.title, text, off_url)

    async def send_confirmation_request(self, channel: NoticeChannel) -> None:
        """Ask whoever reads mail at this address whether they want it. Raises NoticeSendingFailed."""
        token = make_link_token(await self.get_link_secret(), "confirm", channel.id, self.get_now_ms() + CONFIRM_MS)
        text = (
            "Somebody, perhaps you, wants to be told at this address when a table of Aerodrome waits for them.\n\n"
            f"If it was you, confirm it within a day:\n{self.settings.public_url}/notice/confirm/{token}\n\n"
            "If it was not, do nothing: there will be no more mail.\n"
        )
        try:
            await self._send_mail_in_thread(channel.address, "Aerodrome: is this your address?", text)
        except (TimeoutError, OSError, smtplib.SMTPException) as error:
            raise NoticeSendingFailed("The mail could not be sent.") from error

    async def _send_mail_in_thread(self, to_address: str, subject: str, text: str, turn_off_url: str = "") -> None:
        settings = self.settings.mail
        if settings is None:
            raise NoticeSendingFailed("This server sends no mail.")
        mail = build_mail(settings, to_address, subject, text, turn_off_url)
        await notifications.run_in_own_thread(lambda: send_mail(settings, mail), MAIL_TIMEOUT_S)

    async def _send_to_webhook_or_apprise(
        self, channel: NoticeChannel, message: NoticeMessage, turn_off_token: str
    ) -> None:
        import httpx

        # Somebody called "@everyone" must not call everybody in a channel.
        text = f"{message.title}. {message.text}".replace("@", "@\u200b")
        if self.settings.public_url:
            base = self.settings.public_url
            text += f" {base}{message.path} (turn this off: {base}/notice/off/{turn_off_token})"
        try:
            if notifications.is_webhook(channel.address):
                status = await notifications.post_webhook(channel.address, {"text": text, "content": text})
                if status >= 300:
                    raise NoticeSendingFailed(f"The webhook refused it ({status}).")
            else:
                await notifications.send_apprise_notification(channel.address, text)
        except notifications.NotificationRefused as error:
            raise NoticeSendingFailed("The service refused it or cannot be reached: is the address right?") from error
        except httpx.HTTPError as error:
            raise NoticeSendingFailed("The address cannot be reached.") from error

    async def close(self) -> None:
        """Give up what is not stored yet."""
        for task in self._tasks:
            task.cancel()


def _remember_time(times: OrderedDict[str, int], key: str, at_ms: int) -> None:
    times[key] = at_ms
    times.move_to_end(key)
    while len(times) > MAX_KNOWN_ACTIVE:
        times.popitem(last=False)


async def _run_and_log_failure(work: Coroutine[Any, Any, None]) -> None:
    """Whatever goes wrong with one person's notices, the others get theirs."""
    try:
        await work
    except StorageUnavailable:
        pass  # logged where it is found out; what is due stays due
    except Exception as error:
        log.info("a notice could not be sent: %s", type(error).__name__)


def build_turn_message(
    tables: list[LiveMatch], key: str, waiting_count: int, notices: list[TurnNotice]
) -> NoticeMessage:
    """What to say when these tables wait for somebody."""
    if len(tables) > 1:
        names = [get_title_name(live) for live in tables[:MAX_NAMED_TABLES]]
        more = f" and {len(tables) - len(names)} more" if len(tables) > len(names) else ""
        return NoticeMessage(f"{len(tables)} tables wait for you", ", ".join(names) + more, "/", waiting_count)
    match = tables[0].match
    mine = {notice.seat for notice in notices if notice.key == key and notice.match == match.id}
    others = [match.get_display_name(seat) for seat in range(len(match.seats)) if seat not in mine]
    title, text = f"{get_title_name(tables[0])}: your move", f"At the table with {', '.join(others)}."
    return NoticeMessage(title, text, f"/m/{match.id}", waiting_count)


def get_title_name(live: LiveMatch) -> str:
    """What the game of a match is called."""
    title: str = live.match.setup.title
    return str(registry.load(title).lab_metrics().name)


TEST_MESSAGE = NoticeMessage("Aerodrome", "This is how you are told that a table waits for you.", "/notices", None)
