"""Public tables as the lobby lists them: rows beside the matches, written with the events that change them.

The lobby never loads a match to list it. What a row says follows from the setup and the seats.
"""

import hashlib
from typing import Any, Literal, NamedTuple

import msgspec

from aerodrome.matches import events
from aerodrome.matches.events import AnyMatchEvent, ClockRules, MatchSetup, PublicListing
from aerodrome.matches.match import Match
from aerodrome.matches.match_bots import format_level_bot_name

ListedStatus = Literal["open", "full", "playing"]
"""Seats are free; none is, and it begins; it runs and may be watched."""
Pace = Literal["none", "live", "slow"]
LIVE_MOVE_MS = 10 * 60_000
"""Up to so much time a move, people sit there together."""
_LISTED_EVENTS = (
    events.SeatTaken,
    events.SeatReplaced,
    events.SeatResumed,
    events.SeatRenamed,
    events.ListingChanged,
    events.MatchStarted,
)


class ListedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the lobby shows it."""

    kind: Literal["person", "bot", "open"]
    name: str = ""


class ListedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the lobby says of a table, besides what it is found by."""

    seats: list[ListedSeat]
    host_seat: int | None
    options: dict[str, Any]
    options_by_lot: list[str] = []
    clock: ClockRules | None = None
    hints: bool = True
    watchable: bool = True
    fill_after_ms: int | None = None
    rated: bool = False


class ListingRow(NamedTuple):
    """A row of the lobby; `fit` is the same for tables that play the same game at the same pace."""

    match: str
    title: str
    status: ListedStatus
    fit: str
    seat_count: int
    free_seats: int
    since_ms: int
    table: ListedTable
    friends_of: str = ""
    """The key of the host whose friends alone see it; empty for everybody."""


class ListingChange(NamedTuple):
    """The row of a match is replaced, or removed when there is none."""

    row: ListingRow | None


def classify_pace(clock: ClockRules | None) -> Pace:
    """Whether people sit there together, answer when they find the time, or nobody counts."""
    if clock is None:
        return "none"
    return "slow" if clock.per_move is not None and clock.per_move > LIVE_MOVE_MS else "live"


def compute_table_kind_hash(setup: MatchSetup) -> str:
    """The same for tables that somebody who wants one of them would also sit down at."""
    options = {name: value for name, value in setup.options.items() if name not in setup.options_by_lot}
    wanted = [setup.title, setup.rules_version, options, classify_pace(setup.clock), setup.hints]
    if setup.rated:
        wanted.append("rated")
    return hashlib.sha256(msgspec.json.encode(wanted, order="deterministic")).hexdigest()[:16]


def build_first_listing(match: Match) -> ListingRow | None:
    """The row of a table that was just created; None when it is not public."""
    if match.public is None:
        return None
    seats = [ListedSeat(seat.kind, seat.name) for seat in match.seats]
    return _build_listing_row(match, match.public, seats, "waiting", match.setup.created_at_ms)


def build_listing_change(match: Match, next_event: AnyMatchEvent, status_after: str) -> ListingChange | None:
    """What the event, not applied yet, changes in the lobby; `status_after` is the match's after it."""
    public = next_event.public if isinstance(next_event, events.ListingChanged) else match.public
    if public is None and match.public is None:
        return None
    if not isinstance(next_event, _LISTED_EVENTS) and status_after == match.status:
        return None
    if public is None or status_after not in ("waiting", "playing"):
        return ListingChange(None)
    is_since_now = isinstance(next_event, events.ListingChanged | events.MatchStarted)
    since_ms = next_event.at_ms if is_since_now else match.public_since_ms
    return ListingChange(
        _build_listing_row(match, public, _build_listed_seats_after(match, next_event), status_after, since_ms)
    )


def _build_listing_row(
    match: Match, public_listing: PublicListing, seats: list[ListedSeat], status: str, since_ms: int
) -> ListingRow | None:
    setup = match.setup
    is_watchable = bool(setup.spectator_token)
    if status == "playing" and not is_watchable:
        return None
    free = sum(seat.kind == "open" for seat in seats)
    listed: ListedStatus = "playing" if status == "playing" else "open" if free else "full"
    host_seats = [number for number, seat in enumerate(setup.seats) if seat.kind == "person"]
    table = ListedTable(
        seats=seats,
        host_seat=host_seats[0] if host_seats else None,
        options=setup.options,
        options_by_lot=setup.options_by_lot,
        clock=setup.clock,
        hints=setup.hints,
        watchable=is_watchable,
        fill_after_ms=public_listing.fill_after_ms,
        rated=setup.rated,
    )
    friends_of = setup.host_key if public_listing.for_friends else ""
    fit = compute_table_kind_hash(setup)
    return ListingRow(match.id, setup.title, listed, fit, len(seats), free, since_ms, table, friends_of)


def _build_listed_seats_after(match: Match, event: AnyMatchEvent) -> list[ListedSeat]:
    seats = [ListedSeat(seat.kind, seat.name) for seat in match.seats]
    match event:
        case events.SeatTaken(seat=seat, name=name):
            seats[seat] = ListedSeat("person", name)
        case events.SeatReplaced(seat=seat, name=name, level=level):
            seats[seat] = ListedSeat("bot", seats[seat].name or name or format_level_bot_name(level))
        case events.SeatResumed(seat=seat):
            seats[seat] = ListedSeat("person", seats[seat].name)
        case events.SeatRenamed(seat=seat, name=name):
            seats[seat] = ListedSeat(seats[seat].kind, name)
    return seats
