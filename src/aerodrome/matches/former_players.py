"""Somebody wants to be forgotten: the tables go on, and what names the person is removed from them."""

from functools import partial

from aerodrome.matches import commands, events
from aerodrome.matches.display_names import FORMER_PLAYER
from aerodrome.matches.errors import MatchError
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.person_erasure import build_rows_without_person, replace_rows_in_memory
from aerodrome.matches.seat_access import list_held_seats
from aerodrome.matches.service import MatchService


async def leave_tables_and_erase_person(service: MatchService, key: str) -> None:
    """Leave every table that this key has seats at, and remove what names the person there."""
    for match_id in await service.store.list_match_ids_of_key(key):
        try:
            live = await service.get_match(match_id)
            seats = [seat for seat in await list_held_seats(service, live, key) if seat >= 0]
            await _leave_or_close_table(service, live, seats, key)
        except MatchError:
            continue  # removed, or cannot be read: what it holds cannot be shown to anybody either
        await _erase_person_from_match(service, live, seats)


async def _leave_or_close_table(service: MatchService, live: LiveMatch, seats: list[int], key: str) -> None:
    match = live.match
    if match.is_over or match.is_closed or not seats:
        return
    if match.setup.host_key == key and (not match.is_started or match.setup.lesson):
        await commands.close_unstarted_match_or_lesson(service, live, is_host=True)
        return
    if not any(seat not in seats for seat in match.seats_played_by_people):
        return  # nobody else waits there
    for seat in seats:
        await commands.hand_seat_to_bot(service, live, seat)
        # The others are told; what it says of the name before is removed below.
        renamed = events.SeatRenamed(seat=seat, name=FORMER_PLAYER)
        await service.commit_event(live, partial(_return_given_event, renamed))


def _return_given_event(event: AnyMatchEvent, _match: Match) -> AnyMatchEvent:
    return event


async def _erase_person_from_match(service: MatchService, live: LiveMatch, seats: list[int]) -> None:
    async with live.lock:
        erased = build_rows_without_person(live.match, seats)
        await service.store.erase_person_from_match(live.match.id, erased.setup, erased.changed_events, seats)
        replace_rows_in_memory(live, erased, seats)
    await service.tell_others_of_erased_person(live, seats)
