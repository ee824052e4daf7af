"""Lines of chat that somebody reported, kept with the line as it was, for the operator to read."""

import secrets
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.accounts import AccountStore
from aerodrome.matches.display_names import clean_free_text_line
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound, VersionConflict
from aerodrome.matches.events import ChatPosted, SeatRenamed, SeatTaken
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.schema import accounts, chat_reports
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import convert_readable_rows

CLOSED_KEPT_MS = 90 * 86_400_000
MAX_OPEN_REPORTS = 20
"""Of one person."""

ReportReason = Literal["insult", "threat", "spam", "cheating", "other"]


class ChatReport(NamedTuple):
    """A report; `version` is the event of the match that had the line."""

    id: str
    match_id: str
    version: int
    seat: int
    name: str
    text: str
    reported_key: str
    reporter_key: str
    reason: ReportReason
    comment: str
    created_ms: int
    closed_ms: int | None
    outcome: str


_COLUMNS = [chat_reports.c[name] for name in ChatReport._fields]


async def store_chat_report(
    service: MatchService, live: LiveMatch, line_number: int, reporter_key: str, reason: ReportReason, comment: str
) -> None:
    """Keep a report of the line with this number among the lines of chat. The same line again changes nothing."""
    match = live.match
    versions = match.log_index.chat_versions
    if not 1 <= line_number <= len(versions):
        raise NotFound("There is no such line of chat.")
    version = versions[line_number - 1]
    line = match.get_event(version)
    assert isinstance(line, ChatPosted)
    if line.is_removed:
        raise InvalidState("This line was removed already.")
    writer_key = await _find_writer_key(service.store, match, line)
    if reporter_key == writer_key:
        raise InvalidState("This line is your own.")
    report = ChatReport(
        id=secrets.token_urlsafe(8),
        match_id=match.id,
        version=version,
        seat=line.seat,
        name=_find_seat_name_at_version(match, line.seat, version),
        text=line.text,
        reported_key=writer_key,
        reporter_key=reporter_key,
        reason=reason,
        comment=clean_free_text_line(comment),
        created_ms=util.now_ms(),
        closed_ms=None,
        outcome="",
    )

    async def write(connection: AsyncConnection) -> None:
        row = chat_reports.c
        await connection.execute(delete(chat_reports).where(row.closed_ms < report.created_ms - CLOSED_KEPT_MS))
        query = select(func.count()).select_from(chat_reports)
        waiting = query.where(row.reporter_key == reporter_key, row.closed_ms.is_(None))
        if int((await connection.execute(waiting)).scalar_one()) >= MAX_OPEN_REPORTS:
            raise NotAllowed("Many reports of yours wait to be read: thank you, these are enough.")
        await connection.execute(insert(chat_reports).values(report._asdict()))

    try:
        await service.store.run_transaction(write)
    except VersionConflict:
        return  # the same person reported this line before


async def _find_writer_key(store: MatchStore, match: Match, line: ChatPosted) -> str:
    """The key of whoever wrote a line, also when others hold the seat by now; "" for nobody any more."""
    holders = [key for key, seat in await store.list_claims_in_match(match.id) if seat == line.seat]
    if line.device in holders:
        return line.device
    state = match.seats[line.seat]
    if line.device in state.removed_devices or await AccountStore(store).find_by_key(line.device) is not None:
        return line.device
    # Who signed in since holds the seat by the key of the account, which came at no table.
    return await _find_account_key_or_first(store, [key for key in holders if key not in state.devices] or holders)


def _find_seat_name_at_version(match: Match, seat: int, version: int) -> str:
    """What the seat was called when this event was stored."""
    name = match.setup.seats[seat].name
    for number in range(1, version):
        event = match.get_event(number)
        if isinstance(event, SeatTaken | SeatRenamed) and event.seat == seat:
            name = event.name
    return name


async def _find_account_key_or_first(store: MatchStore, keys: list[str]) -> str:
    """The key of an account among those that hold a seat, or any."""
    rows = await store.fetch_all(select(accounts.c.key).where(accounts.c.key.in_(keys)).limit(1))
    return str(rows[0][0]) if rows else (keys[0] if keys else "")


async def list_reports(store: MatchStore, include_closed: bool, limit: int) -> list[ChatReport]:
    """Reports, those that wait first, oldest first."""
    row = chat_reports.c
    query = select(*_COLUMNS)
    if not include_closed:
        query = query.where(row.closed_ms.is_(None))
    rows = await store.fetch_all(query.order_by(row.closed_ms.is_not(None), row.created_ms, row.id).limit(limit))
    return convert_readable_rows(rows, ChatReport, "a report")


async def list_reports_of_reporter(store: MatchStore, reporter_key: str) -> list[ChatReport]:
    """What somebody reported."""
    rows = await store.fetch_all(select(*_COLUMNS).where(chat_reports.c.reporter_key == reporter_key))
    return convert_readable_rows(rows, ChatReport, "a report")


async def close_report(store: MatchStore, report_id: str, outcome: str) -> None:
    """Somebody has read it; `outcome` says what came of it. Raises NotFound."""

    async def write(connection: AsyncConnection) -> None:
        change = update(chat_reports).where(chat_reports.c.id == report_id)
        values = {"closed_ms": util.now_ms(), "outcome": outcome[:300]}
        if not (await connection.execute(change.values(**values))).rowcount:
            raise NotFound(f"there is no report {report_id}")

    await store.run_transaction(write)
