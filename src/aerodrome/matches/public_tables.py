"""Public tables: put one into the lobby, sit down at one, watch one, or play now."""

import asyncio
from weakref import WeakKeyDictionary

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.matches import events, friend_tables, rated_tables
from aerodrome.matches.accounts import AccountStore
from aerodrome.matches.blocks_and_mutes import BlockAndMuteStore
from aerodrome.matches.errors import InvalidState, MatchError, NotAllowed, NotFound
from aerodrome.matches.events import AnyMatchEvent, PublicListing
from aerodrome.matches.listings import compute_table_kind_hash
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.lobby_store import LobbyStore
from aerodrome.matches.match import Match
from aerodrome.matches.match_creation import (
    MatchRequest,
    build_match_setup,
    put_account_name_into_rated_request,
    require_known_level,
    require_table_may_be_public,
)
from aerodrome.matches.seat_access import build_seat_taken_event, list_held_seats
from aerodrome.matches.service import MatchService
from aerodrome.matches.suspensions import require_not_suspended

MAX_TABLES_TRIED = 8
NOT_PUBLIC = "There is no such public table any more."
NOT_FOR_YOU = "You cannot sit down at this table: there are others."
"""For whom the host has blocked, who is not told so."""

_play_now_locks: "WeakKeyDictionary[MatchService, asyncio.Lock]" = WeakKeyDictionary()
"""Of people who press at once, the first opens a table and the others sit down there."""


async def change_listing(service: MatchService, live: LiveMatch, listing: PublicListing | None, is_host: bool) -> int:
    """The host puts the table into the lobby or takes it out (None), until it begins."""
    if listing is not None and listing.fill_level:
        require_known_level(listing.fill_level, live.match.game)
    await require_may_put_into_lobby(service, live.match.setup.host_key, listing)

    def build_event(match: Match) -> AnyMatchEvent | None:
        if not is_host:
            raise NotAllowed("Only the host decides who finds this table.")
        if match.is_started or match.is_closed:
            raise InvalidState("The table has begun, or was closed: it stays as it is.")
        if listing is not None:
            require_table_may_be_public(match.setup)
            if match.setup.rated and listing.fill_after_ms is not None:
                rated_tables.require_bot_level_has_rating(match.setup.title, listing.fill_level or SUBSTITUTE_LEVEL)
        return None if listing == match.public else events.ListingChanged(public=listing)

    return await service.commit_event(live, build_event)


async def require_may_put_into_lobby(service: MatchService, host_key: str, listing: PublicListing | None) -> None:
    """Raises NotAllowed for a suspended host, and for a guest who wants a table for friends."""
    if listing is None:
        return
    await require_not_suspended(service.store, host_key)
    if listing.for_friends and await AccountStore(service.store).find_by_key(host_key) is None:
        raise NotAllowed("Only who has an account has friends here: keep your tables first.")


async def take_first_open_seat(
    service: MatchService, match_id: str, key: str, name: str | None, device_label: str
) -> tuple[LiveMatch, int]:
    """Take the first open seat of a public table, or of one for friends. Who sits there already simply gets there."""
    live = await _require_listed_match(service, match_id, key)
    held = [seat for seat in await list_held_seats(service, live, key) if seat >= 0]
    if held:
        return live, held[0]
    await require_not_suspended(service.store, key)
    if await BlockAndMuteStore(service.store).has_host_blocked_newcomer(live.match.setup.host_key, key):
        raise NotAllowed(NOT_FOR_YOU)
    guest = (
        await rated_tables.require_may_sit_at_rated_table(service, live.match, key) if live.match.setup.rated else None
    )
    seats: list[int] = []

    def build_event(match: Match) -> AnyMatchEvent | None:
        seats[:] = [seat for seat, state in enumerate(match.seats) if key in state.devices]
        if seats:  # the same person, a moment ago
            return None
        if match.public is None or match.is_closed:
            raise NotFound(NOT_PUBLIC)
        seats[:] = [seat for seat, state in enumerate(match.seats) if state.kind == "open"]
        if not seats:
            raise InvalidState("The last seat of this table was taken just now: there are others.")
        return build_seat_taken_event(match, seats[0], key, name, device_label, guest)

    await service.commit_event(live, build_event)
    await service.start_if_full(live)
    return live, seats[0]


async def claim_spectator_place(service: MatchService, match_id: str, key: str) -> LiveMatch:
    """A spectator's place at a public table that has begun."""
    live = await _require_listed_match(service, match_id, key)
    match = live.match
    if match.status != "playing" or not match.setup.spectator_token:
        raise InvalidState("Only a table that is being played can be watched.")
    if not await list_held_seats(service, live, key):
        await service.add_seat_claim(live, key, -1)
    return live


async def _require_listed_match(service: MatchService, match_id: str, key: str) -> LiveMatch:
    """Raises NotFound, without loading anything, for whatever is not in the lobby as this person sees it."""
    store = service.store
    row = await LobbyStore(store).find_public_table(match_id)
    if row is None and await friend_tables.find_table_if_open_to_friend(store, match_id, key) is None:
        raise NotFound(NOT_PUBLIC)
    live = await service.get_match(match_id)
    if live.match.public is None:
        raise NotFound(NOT_PUBLIC)
    return live


async def sit_down_or_open_table(
    service: MatchService, request: MatchRequest, seat_count: int | None, key: str, name: str | None, device_label: str
) -> tuple[LiveMatch, int, bool]:
    """Sit down at an open public table that plays what is requested, or open that table; True when it was opened."""
    await require_not_suspended(service.store, key)
    request = await put_account_name_into_rated_request(service, request, key)
    setup = build_match_setup(request, key, [])
    blocks = BlockAndMuteStore(service.store)
    async with _play_now_locks.setdefault(service, asyncio.Lock()):
        lobby = LobbyStore(service.store)
        for match_id in await lobby.list_match_ids_of_open_tables(
            compute_table_kind_hash(setup), seat_count, MAX_TABLES_TRIED
        ):
            if await blocks.has_block_with_anybody_at(match_id, key):
                continue
            try:
                live, seat = await take_first_open_seat(service, match_id, key, name, device_label)
            except MatchError:
                continue  # taken, closed or unreadable meanwhile, or somebody of that name sits there
            return live, seat, False
        return await service.create_match(setup, [(key, 0)]), 0, True
