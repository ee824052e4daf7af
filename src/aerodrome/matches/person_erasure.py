"""What names a person at a table is written over: in its setup, in its events, and in memory.

Events never change otherwise. Here names, lines of chat and the labels of devices do; what was played stays, so that
the match replays as before.
"""

from typing import NamedTuple

import msgspec

from aerodrome.matches import events
from aerodrome.matches.display_names import FORMER_PLAYER
from aerodrome.matches.events import AnyMatchEvent, MatchSetup, decode_event, encode_event
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match

REMOVED_LINE = "(removed)"


class RowsWithoutPerson(NamedTuple):
    """The setup and, by version, the events that change, without what names the person."""

    setup: MatchSetup
    changed_events: dict[int, bytes]


def build_rows_without_person(match: Match, seats: list[int]) -> RowsWithoutPerson:
    """What is to be stored when the person at these seats wants to be forgotten."""
    changed = {
        version: encode_event(cleaned)
        for version, encoded in enumerate(match.encoded_events, 1)
        if (cleaned := _erase_person_from_event(decode_event(encoded), seats)) is not None
    }
    return RowsWithoutPerson(_erase_person_from_setup(match.setup, seats), changed)


def replace_rows_in_memory(live: LiveMatch, rows_without_person: RowsWithoutPerson, seats: list[int]) -> None:
    """Make the match in memory what is stored now."""
    match = live.match
    match.setup = rows_without_person.setup
    for version, encoded in rows_without_person.changed_events.items():
        match.encoded_events[version - 1] = encoded
    for seat in seats:
        match.seats[seat].name = FORMER_PLAYER
    live.log_page_cache.clear()
    live.update_cache.clear()
    live.presence_cache = None
    live.forget_claimed_seats()
    live.notify_waiters()


def _erase_person_from_setup(setup: MatchSetup, seats: list[int]) -> MatchSetup:
    configs = [
        msgspec.structs.replace(config, name=FORMER_PLAYER) if number in seats and config.kind == "person" else config
        for number, config in enumerate(setup.seats)
    ]
    return msgspec.structs.replace(setup, seats=configs)


def _erase_person_from_event(event: AnyMatchEvent, seats: list[int]) -> AnyMatchEvent | None:
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
