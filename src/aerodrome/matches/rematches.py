"""The same people and bots once more: the first who asks opens the table, the others sit down there."""

from aerodrome.matches import events, rated_tables
from aerodrome.matches.display_names import clean_and_require_unique_name
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match, SeatState
from aerodrome.matches.match_creation import MatchRequest, SeatRequest, build_match_setup
from aerodrome.matches.seat_access import (
    join_match_and_get_seat,
    list_held_seats,
)
from aerodrome.matches.service import MatchService


async def join_or_create_rematch(service: MatchService, live: LiveMatch, seat: int, key: str) -> LiveMatch:
    """The same people and bots once more. Whoever asks first opens the table; it begins when all have sat down.

    Nobody is moved there unasked: the others' seats are open, and their links work for them like an invitation.
    """
    if not live.match.is_over:
        raise InvalidState("The match is not over.")
    if live.match.rematch_id is None:
        created = await _create_rematch(service, live, key)

        def build_event(match: Match) -> AnyMatchEvent | None:
            return events.RematchCreated(match=created.match.id, seat=seat) if match.rematch_id is None else None

        await service.commit_event(live, build_event)
        if live.match.rematch_id != created.match.id:
            await service.discard_match(created)  # somebody, or the same person, asked at the same moment
    assert live.match.rematch_id is not None
    rematch = await service.get_match(live.match.rematch_id)
    await _sit_down_at_rematch(service, live, rematch, key)
    await _commit_rematch_joined_events(service, live, key)
    return rematch


async def _commit_rematch_joined_events(service: MatchService, live: LiveMatch, key: str) -> None:
    """The others at the old table see who plays again."""
    for seat in await list_held_seats(service, live, key):

        def build_event(match: Match, seat: int = seat) -> AnyMatchEvent | None:
            return None if seat < 0 or seat in match.rematch_seats else events.RematchJoined(seat=seat)

        await service.commit_event(live, build_event)


async def _create_rematch(service: MatchService, live: LiveMatch, key: str) -> LiveMatch:
    old, setup = live.match, live.match.setup
    if setup.rated:
        await rated_tables.require_unsuspended_account(service, key)
    mine = [seat for seat in await list_held_seats(service, live, key) if seat >= 0]
    request = MatchRequest(
        setup.title,
        _build_rematch_seat_requests(old.seats, mine),
        {name: value for name, value in setup.options.items() if name not in setup.options_by_lot},
        setup.mode,
        setup.clock,
        setup.hints,
        bool(setup.spectator_token),
        own_edition=setup.own_edition,
        shows_edition=setup.shows_edition,
        rated=setup.rated,
    )
    claims = [
        (holder, seat)
        for holder, seat in await service.store.list_claims_in_match(old.id)
        if seat < 0 or request.seats[seat].kind == "person"
    ]
    return await service.create_match(build_match_setup(request, key, []), claims)


async def _sit_down_at_rematch(service: MatchService, live: LiveMatch, rematch: LiveMatch, key: str) -> None:
    """Take the seats that the caller had before; their other devices come along."""
    claims = await service.store.list_claims_in_match(live.match.id)
    for seat in await list_held_seats(service, live, key):
        if seat < 0 or rematch.match.seats[seat].kind != "open":
            continue
        token, name = rematch.match.setup.seats[seat].token, live.match.seats[seat].name
        await join_match_and_get_seat(service, token, key, name if _is_name_allowed_and_free(name, []) else None)
        removed = live.match.seats[seat].removed_devices
        for holder, claimed in claims:
            if claimed == seat and holder != key and holder not in removed:
                await service.add_seat_claim(rematch, holder, seat)
    if not await list_held_seats(service, rematch, key):
        raise InvalidState("The others have begun without you: your seat there was given away.")


def _build_rematch_seat_requests(seats: list[SeatState], own_seats: list[int]) -> list[SeatRequest]:
    """The same bots, and the same people, also where a bot played on for them: mine at once, the others' seats open."""
    requests: list[SeatRequest] = []
    for number, seat in enumerate(seats):
        if seat.is_permanent_bot:
            requests.append(SeatRequest("bot", seat.level, seat.name))
        elif number in own_seats:
            is_good = _is_name_allowed_and_free(seat.name, [request.name or "" for request in requests])
            requests.append(SeatRequest("person", None, seat.name if is_good else None))
        else:
            requests.append(SeatRequest("open"))
    return requests


def _is_name_allowed_and_free(name: str, taken_names: list[str]) -> bool:
    """Names that were good enough for an older version and are not today give way to "Player 2"."""
    try:
        clean_and_require_unique_name(name, taken_names)
    except (NotAllowed, MalformedRequest):
        return False
    return True
