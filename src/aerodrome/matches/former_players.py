"""Somebody wants to be forgotten: the tables go on, and what names the person is removed from them.

Events never change otherwise. Here names, lines of chat and the labels of devices are written over; what was played
stays, so that the match replays as before.
"""

from functools import partial

import msgspec

from aerodrome.matches import commands, events
from aerodrome.matches.display_names import FORMER_PLAYER
from aerodrome.matches.errors import MatchError
from aerodrome.matches.events import AnyMatchEvent, MatchSetup, decode_event, encode_event
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.seat_access import list_held_seats
from aerodrome.matches.service import MatchService

REMOVED_LINE = "(removed)"


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
        await service.commit_event(live, partial(_decide_on_given_event, renamed))


def _decide_on_given_event(event: AnyMatchEvent, _match: Match) -> AnyMatchEvent:
    return event


async def _erase_person_from_match(service: MatchService, live: LiveMatch, seats: list[int]) -> None:
    async with live.lock:
        match = live.match
        changed = {
            version: encode_event(cleaned)
            for version, encoded in enumerate(match.encoded_events, 1)
            if (cleaned := _erase_from_event(decode_event(encoded), seats)) is not None
        }
        setup = _erase_from_setup(match.setup, seats)
        await service.store.erase_person_from_match(match.id, setup, changed, seats)
        match.setup = setup
        for version, encoded in changed.items():
            match.encoded_events[version - 1] = encoded
        for seat in seats:
            match.seats[seat].name = FORMER_PLAYER
        live.log_page_cache.clear()
        live.update_cache.clear()
        live.presence_cache = None
        live.forget_claimed_seats()
    live.notify_waiters()


def _erase_from_setup(setup: MatchSetup, seats: list[int]) -> MatchSetup:
    configs = [
        msgspec.structs.replace(config, name=FORMER_PLAYER) if number in seats and config.kind == "person" else config
        for number, config in enumerate(setup.seats)
    ]
    return msgspec.structs.replace(setup, seats=configs)


def _erase_from_event(event: AnyMatchEvent, seats: list[int]) -> AnyMatchEvent | None:
    """The event without what names the person at one of these seats; None when there is nothing."""
    match event:
        case events.SeatTaken(seat=seat) if seat in seats:
            return msgspec.structs.replace(event, name=FORMER_PLAYER, device_label="")
        case events.SeatRenamed(seat=seat) if seat in seats:
            return msgspec.structs.replace(event, name=FORMER_PLAYER)
        case events.DeviceAdmitted(seat=seat) if seat in seats:
            return msgspec.structs.replace(event, device_label="")
        case events.ChatPosted(seat=seat) if seat in seats:
            return msgspec.structs.replace(event, text=REMOVED_LINE, device="")
    return None
