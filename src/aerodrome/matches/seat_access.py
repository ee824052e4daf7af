"""How a browser comes to hold a seat: invitations that work once, keys to come back with, links for further devices.

A token says itself what it is, and the database knows its hash only, so that nothing in it can be changed:

- `<random>`: an invitation to an open seat, spent when somebody sits down; or the spectators' link, which is not.
- `k~<generation>~<mac>`: the key to come back. It is made from the cookie of the seated browser and stored nowhere, so
  that this browser can be shown it at any time and nobody else can.
- `d~<generation>~<expiry>~<random>`: a link for a further device; it works once and for a few minutes.

Showing a device out begins a new generation of keys and links of the seat: those of before are void.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Literal, NamedTuple

from aerodrome.matches import events, rated_tables, util
from aerodrome.matches.display_names import clean_and_require_unique_name
from aerodrome.matches.errors import InvalidState, LinkNoLongerOpens, NotAllowed, NotFound
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.rated_tables import RatedTableNewcomer
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.service import MatchService

DEVICE_LINK_MS = 10 * 60_000
MAX_DEVICES = 8
MAX_LINKS = 100
"""So many links a seat may have: those for devices that nobody used stay as long as the match."""
MAX_RETURNS = 100
"""So many devices a seat may have in all when somebody comes back with the key."""
DEVICE_ID_LENGTH = 12

LinkKind = Literal["seat", "spectator", "key", "device"]


class SeatLink(NamedTuple):
    """What a token opens."""

    live: LiveMatch
    seat: int
    """-1 for a spectator's place."""
    kind: LinkKind
    token: str


class SeatDevice(NamedTuple):
    """A browser that holds a seat; `id` names it among the devices of its seat."""

    id: str
    key: str
    label: str
    since_ms: int | None
    """None when it came with the match."""


async def resolve_link_token(service: MatchService, token: str) -> SeatLink:
    """What this token opens. Raises NotFound, or LinkNoLongerOpens for a device link that is used up."""
    target = await SeatLinksAndNotesStore(service.store).find_link_target(token)
    if target is None:
        if token.startswith("d~"):
            raise LinkNoLongerOpens("This link was for one device and has been used. Make a new one at the table.")
        raise NotFound("This link opens nothing.")
    live = await service.get_match(target.match)
    kinds: dict[str, LinkKind] = {"k": "key", "d": "device"}
    kind = kinds.get(token.partition("~")[0], "seat") if "~" in token else "seat"
    return SeatLink(live, target.seat, "spectator" if target.seat < 0 else kind, token)


async def holds_linked_seat(service: MatchService, link: SeatLink, key: str) -> bool:
    """Whether this browser holds what the link opens."""
    return link.seat in await list_held_seats(service, link.live, key)


async def list_held_seats(service: MatchService, live: LiveMatch, key: str) -> list[int]:
    """The seats that the holder of a key has now; -1 is a spectator's place.

    Version 0.1 let links open bots' own seats: what was claimed there holds no more.
    """
    seats = live.match.seats
    return [
        seat
        for seat in await service.get_claimed_seats(live, key)
        if seat < 0 or not (seats[seat].is_permanent_bot or key in seats[seat].removed_devices)
    ]


def require_link_still_opens(match: Match, link: SeatLink) -> None:
    """Raises LinkNoLongerOpens, with what can be done about it, unless the link still opens its seat to a newcomer."""
    if match.is_closed:
        raise LinkNoLongerOpens("The host closed this table before it began.")
    if link.kind == "spectator":
        return
    seat = match.seats[link.seat]
    if link.kind == "seat" and seat.kind != "open":
        if seat.is_permanent_bot:
            raise LinkNoLongerOpens("A bot plays this seat now, and its link is closed. Ask the host for another seat.")
        raise LinkNoLongerOpens(
            "Somebody has sat down with this link: a seat's link works once. Ask the host for another."
        )
    if link.kind == "seat":
        return
    if seat.is_permanent_bot or int(link.token.split("~")[1]) != seat.key_generation:
        raise LinkNoLongerOpens(
            "A device was shown out of this seat since: keys and links from before no longer open it."
        )
    if link.kind == "device":
        if not seat.is_person:
            raise LinkNoLongerOpens(
                "A bot plays this seat until its person comes back: its links are closed meanwhile."
            )
        if int(link.token.split("~")[2]) < util.now_ms():
            raise LinkNoLongerOpens("This link ran out of time. Make a new one at the table.")


async def join_match_and_get_seat(
    service: MatchService, token: str, key: str, name: str | None, device_label: str = ""
) -> tuple[LiveMatch, int | None]:
    """A link's token becomes a seat, or a spectator's place (None). Who sits there already simply gets there."""
    link = await resolve_link_token(service, token)
    live = link.live
    if await holds_linked_seat(service, link, key):
        return live, link.seat if link.seat >= 0 else None
    require_link_still_opens(live.match, link)
    if link.kind == "spectator":
        await service.add_seat_claim(live, key, link.seat)
        return live, None
    guest = (
        await rated_tables.require_may_sit_at_rated_table(service, live.match, key) if live.match.setup.rated else None
    )
    if link.kind == "seat":
        await service.commit_event(
            live, lambda match: _build_seat_taken_event_unless_seated(match, link, key, name, device_label, guest)
        )
        await service.start_if_full(live)
    else:
        await _commit_device_admission(service, link, key, device_label)
    return live, link.seat


def _build_seat_taken_event_unless_seated(
    match: Match, link: SeatLink, key: str, name: str | None, device_label: str, newcomer: RatedTableNewcomer | None
) -> events.SeatTaken | None:
    if key in match.seats[link.seat].devices:
        return None  # the same person, a moment ago
    require_link_still_opens(match, link)
    return build_seat_taken_event(match, link.seat, key, name, device_label, newcomer)


def build_seat_taken_event(
    match: Match, seat: int, key: str, name: str | None, device_label: str, newcomer: RatedTableNewcomer | None
) -> events.SeatTaken:
    """Somebody takes an open seat, at a rated table as `newcomer` says; raises NotAllowed when the name is not free."""
    rated_tables.require_not_seated_at_rated_table(match, key, newcomer)
    name = newcomer.name if newcomer is not None else name
    chosen = clean_and_require_unique_seat_name(match, seat, name) if name else _choose_guest_name(match, seat)
    return events.SeatTaken(seat=seat, name=chosen, device=key, device_label=device_label)


async def _commit_device_admission(service: MatchService, link: SeatLink, key: str, device_label: str) -> None:
    if link.live.match.setup.is_rated_or_in_competition:
        raise NotAllowed(
            "Nobody else may play for an account at a rated table or in a tournament: "
            "sign in with it on the other device."
        )
    claims = await service.store.list_claims_in_match(link.live.match.id)
    limit = MAX_RETURNS if link.kind == "key" else MAX_DEVICES
    if sum(1 for _, seat in claims if seat == link.seat) >= limit:
        raise NotAllowed(f"A seat has at most {limit} devices: show one out first.")
    if link.kind == "device" and not await SeatLinksAndNotesStore(service.store).use_up_link(link.token):
        raise LinkNoLongerOpens("This link was for one device and has been used. Make a new one at the table.")

    def build_event(match: Match) -> AnyMatchEvent | None:
        if key in match.seats[link.seat].devices:
            return None  # the same person, a moment ago
        require_link_still_opens(match, link)
        used: Literal["key", "link"] = "key" if link.kind == "key" else "link"
        return events.DeviceAdmitted(seat=link.seat, device=key, device_label=device_label, used=used)

    await service.commit_event(link.live, build_event)


# What the seated person may do about their own seat


def is_device_admitted_by_link(match: Match, seat: int, key: str) -> bool:
    """Whether this browser was let in by a link from another device of the same person."""
    device = match.seats[seat].devices.get(key)
    return device is not None and device.is_guest


def _require_main_device(match: Match, seat: int, key: str) -> None:
    if is_device_admitted_by_link(match, seat, key):
        raise NotAllowed("This device was let in by another one: the key and the devices are looked after there.")


async def make_return_token(service: MatchService, live: LiveMatch, seat: int, cookie_secret: str, own_key: str) -> str:
    """The key with which the person of this browser comes back to the seat from any other."""
    _require_main_device(live.match, seat, own_key)
    generation = live.match.seats[seat].key_generation
    message = f"{live.match.id}:{seat}:{generation}"
    mac = hmac.digest(cookie_secret.encode(), message.encode(), hashlib.sha256)
    token = f"k~{generation}~{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"
    await SeatLinksAndNotesStore(service.store).add_link(token, live.match.id, seat)
    return token


async def make_device_token_with_expiry(
    service: MatchService, live: LiveMatch, seat: int, own_key: str
) -> tuple[str, int]:
    """A link for one further device, and the Unix time in ms until which it works."""
    _require_main_device(live.match, seat, own_key)
    if not live.match.seats[seat].is_person:
        raise InvalidState("A bot plays this seat: take it back first.")
    links = SeatLinksAndNotesStore(service.store)
    if await links.count_links(live.match.id, seat) >= MAX_LINKS:
        raise NotAllowed("So many links were made for this seat that there can be no more: come back with its key.")
    expires_ms = util.now_ms() + DEVICE_LINK_MS
    token = f"d~{live.match.seats[seat].key_generation}~{expires_ms}~{secrets.token_urlsafe(18)}"
    await links.add_link(token, live.match.id, seat)
    return token, expires_ms


async def list_devices(service: MatchService, live: LiveMatch, seat: int) -> list[SeatDevice]:
    """The browsers that hold this seat, those that came with the match first."""
    known = live.match.seats[seat].devices
    claims = await service.store.list_claims_in_match(live.match.id)
    found = [
        SeatDevice(key[:DEVICE_ID_LENGTH], key, known[key].label, known[key].since_ms)
        if key in known
        else SeatDevice(key[:DEVICE_ID_LENGTH], key, "", None)
        for key, claimed in claims
        if claimed == seat
    ]
    return sorted(found, key=lambda device: (device.since_ms or 0, device.id))


async def remove_device(service: MatchService, live: LiveMatch, seat: int, device_id: str, own_key: str) -> int:
    """Show a device out: its cookie no longer opens the seat, nor do keys and links made before."""
    _require_main_device(live.match, seat, own_key)
    removed = [device for device in await list_devices(service, live, seat) if device.id == device_id]
    if not removed:
        raise NotFound("There is no such device at this seat.")
    device = removed[0]
    if device.key == own_key:
        raise InvalidState("This is the device you are using.")
    return await service.commit_event(live, lambda _: events.DeviceRemoved(seat=seat, device=device.key))


# Names


def _choose_guest_name(match: Match, seat: int) -> str:
    """For somebody who gave none: "Player 2", or what is free."""
    for name in [f"Player {seat + 1}", *(f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]:
        try:
            return clean_and_require_unique_seat_name(match, seat, name)
        except NotAllowed:
            continue
    raise NotAllowed("Give a name.")


def clean_and_require_unique_seat_name(match: Match, seat: int, name: str) -> str:
    """The name for this seat; raises NotAllowed when another seat has a name or a colour like it."""
    others = [state.name for i, state in enumerate(match.seats) if i != seat and state.name]
    colours = [match.game.seat_name(i) for i in range(len(match.seats)) if i != seat]
    return clean_and_require_unique_name(name, [*others, *colours])
