"""What an operator does about people: remove a line of chat, rename an account. Works beside a running server.

Each change of a match is an event of its own, stored by the same numbers as those of the server: whoever is first
wins, and the other reads what was stored and tries again.
"""

from collections.abc import Callable

import msgspec
from sqlalchemy import and_, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import events, util
from aerodrome.matches.accounts import Account, AccountStore, clean_and_require_account_name
from aerodrome.matches.errors import InvalidState, MatchError, NotFound, VersionConflict
from aerodrome.matches.events import AnyMatchEvent, encode_event
from aerodrome.matches.friend_tables import write_or_remove_listing
from aerodrome.matches.listings import build_listing_change
from aerodrome.matches.match import Match
from aerodrome.matches.outside_appends import record_outside_append
from aerodrome.matches.restoring import restore_match
from aerodrome.matches.schema import chat_reports
from aerodrome.matches.schema import events as event_rows
from aerodrome.matches.store import APPEND_CHANNEL, MatchStore, notify_postgres_channel

ATTEMPTS = 20
REMOVED_TEXT = "(removed)"

EventBuilder = Callable[[Match], AnyMatchEvent | None]


async def _append_event_beside_server(
    store: MatchStore, match_id: str, build_event: EventBuilder, rewritten_events: dict[int, bytes] | None = None
) -> bool:
    """Store the event that `build_event` returns, with events that are written over; False when there is none."""
    for _ in range(ATTEMPTS):
        stored = await store.load_match(match_id)
        if stored is None:
            raise NotFound(f"there is no match {match_id}")
        match = restore_match(match_id, stored)
        event = build_event(match)
        if event is None:
            return False
        event.at_ms = max(util.now_ms(), match.updated_at_ms)
        try:
            await store.run_transaction(_build_append_transaction(store, match, event, rewritten_events or {}))
        except VersionConflict:
            continue  # the server stored something in between
        return True
    raise InvalidState(f"the match {match_id} changes all the time: try again")


def _build_append_transaction(
    store: MatchStore, match: Match, event: AnyMatchEvent, rewritten_events: dict[int, bytes]
) -> Callable[[AsyncConnection], object]:
    version = match.version + 1
    status = "over" if match.is_closed else match.status
    listing = build_listing_change(match, event, status)

    async def write(connection: AsyncConnection) -> None:
        row = event_rows.c
        for number, encoded in rewritten_events.items():
            same = and_(row.match == match.id, row.version == number)
            await connection.execute(update(event_rows).where(same).values(encoded=encoded))
        values = {"match": match.id, "version": version, "encoded": encode_event(event)}
        await connection.execute(insert(event_rows).values(values))
        if listing is not None:
            await write_or_remove_listing(connection, match.id, listing.row)
        if store.is_shared:
            await notify_postgres_channel(connection, APPEND_CHANNEL, f"{match.id} {version}")
        else:
            await record_outside_append(connection, match.id, version)

    return write


async def remove_chat_line_and_get_text(store: MatchStore, match_id: str, line_number: int) -> str:
    """Write over the text of a line, by its number among the lines of chat; what it said. Raises MatchError."""
    stored = await store.load_match(match_id)
    if stored is None:
        raise NotFound(f"there is no match {match_id}")
    match = restore_match(match_id, stored)
    versions = match.log_index.chat_versions
    if not 1 <= line_number <= len(versions):
        raise NotFound(f"the match {match_id} has no line of chat {line_number}: it has {len(versions)}")
    version = versions[line_number - 1]
    line = match.get_event(version)
    assert isinstance(line, events.ChatPosted)
    if line.is_removed:
        raise InvalidState("this line was removed already")
    blank = msgspec.structs.replace(line, text="", is_removed=True)

    def build_event(_match: Match) -> AnyMatchEvent:
        return events.ChatRemoved(seat=line.seat, line=version)

    await _append_event_beside_server(store, match_id, build_event, {version: encode_event(blank)})
    await _blank_text_in_reports(store, match_id, version)
    return line.text


async def _blank_text_in_reports(store: MatchStore, match_id: str, version: int) -> None:
    async def write(connection: AsyncConnection) -> None:
        row = chat_reports.c
        same = and_(row.match_id == match_id, row.version == version)
        await connection.execute(update(chat_reports).where(same).values(text=REMOVED_TEXT))

    await store.run_transaction(write)


def count_chat_lines_up_to(match: Match, version: int) -> int:
    """The number among the lines of chat of the event that has one."""
    return match.log_index.count_chat_lines_before(version) + 1


async def rename_account_and_seats(store: MatchStore, account: Account, new_name: str) -> list[str]:
    """Another name for an account, also at its tables that are not over; the ids of those. Raises MatchError."""
    name = clean_and_require_account_name(new_name)
    await AccountStore(store).rename_account(account.id, name)
    renamed = []
    for match_id in await store.list_match_ids_of_key(account.key):
        seats = [seat for seat in await store.list_claimed_seats(account.key, match_id) if seat >= 0]
        for seat in seats:
            try:
                if await _append_event_beside_server(
                    store, match_id, _make_seat_rename_event_builder(seat, account.name, name)
                ):
                    renamed.append(match_id)
            except MatchError:
                continue  # it cannot be read: then it cannot be shown to anybody either
    return renamed


def _make_seat_rename_event_builder(seat: int, old_name: str, new_name: str) -> EventBuilder:
    def build_event(match: Match) -> AnyMatchEvent | None:
        is_named_so = match.seats[seat].name == old_name and match.seats[seat].is_person
        if match.is_over or match.is_closed or not is_named_so:
            return None
        return events.SeatRenamed(seat=seat, name=new_name)

    return build_event
