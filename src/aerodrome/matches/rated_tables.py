"""Rated tables: what they must be like, and who may sit there."""

from typing import Any, NamedTuple

import msgspec

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.core.option_specs import list_option_specs
from aerodrome.matches.accounts import Account, AccountStore
from aerodrome.matches.errors import MalformedRequest, NotAllowed
from aerodrome.matches.events import MatchSetup
from aerodrome.matches.match import Match
from aerodrome.matches.match_bots import split_bot_spec
from aerodrome.matches.service import MatchService
from aerodrome.matches.suspensions import require_not_suspended
from aerodrome.ratings.bot_anchors import find_bot_anchor

SAME_BROWSER = "Another account of your browser sits here: nobody plays a rated game against themselves."
NEEDS_ACCOUNT = "A rated table is for people with an account: keep your tables first."


class RatedTableNewcomer(NamedTuple):
    """Who sits down at a rated table: the account's name, and the keys of other accounts of the same browser."""

    name: str
    same_browser_keys: set[str]


def require_and_build_rated_setup(setup: MatchSetup) -> MatchSetup:
    """The setup as a rated table has it: no hints, and a clock that gives the seat to a bot. Raises MatchError."""
    if setup.mode == "hotseat" or setup.lesson:
        raise NotAllowed("Only a game with a browser for each person can be rated.")
    if setup.imported_actions or setup.own_edition:
        raise NotAllowed("A rated game begins at the beginning and plays the house edition.")
    if _list_unusual_options(setup):
        raise NotAllowed("A rated game is played with the usual options.")
    if sum(seat.kind == "person" for seat in setup.seats) > 1:
        raise NotAllowed("Nobody sits twice at a rated table.")
    if all(seat.kind == "bot" for seat in setup.seats):
        raise MalformedRequest("A rated table needs at least one person.")
    if setup.clock is None:
        raise NotAllowed("A rated table needs a clock: every game must come to its end.")
    for seat in setup.seats:
        if seat.kind == "bot":
            require_bot_level_has_rating(setup.title, seat.level)
    if setup.public is not None and setup.public.fill_after_ms is not None:
        require_bot_level_has_rating(setup.title, setup.public.fill_level or SUBSTITUTE_LEVEL)
    clock = msgspec.structs.replace(setup.clock, on_timeout="seat")
    return msgspec.structs.replace(setup, rated=True, hints=False, clock=clock)


def _list_unusual_options(setup: MatchSetup) -> list[str]:
    def is_usual(name: str, value: Any, is_drawn: bool) -> bool:
        return name in setup.options_by_lot if is_drawn else setup.options.get(name, value) == value

    return [
        spec.name
        for spec in list_option_specs(setup.title)
        if not is_usual(spec.name, spec.default_with_people, spec.is_drawn_by_lot)
    ]


def require_bot_level_has_rating(title: str, level: str | None) -> None:
    """Raises NotAllowed for bots whose strength nobody has measured."""
    plain = split_bot_spec(level or "")[0]
    if find_bot_anchor(title, plain) is None:
        raise NotAllowed(f"Nobody has measured how strong a {plain} is in this game: it cannot sit at a rated table.")


async def require_unsuspended_account(service: MatchService, key: str) -> Account:
    """The account that this key belongs to. Raises NotAllowed for guests."""
    account = await AccountStore(service.store).find_by_key(key)
    if account is None:
        raise NotAllowed(NEEDS_ACCOUNT)
    await require_not_suspended(service.store, key)
    return account


async def require_may_sit_at_rated_table(service: MatchService, match: Match, key: str) -> RatedTableNewcomer:
    """Who sits down at a rated table with this key. Raises NotAllowed."""
    account = await require_unsuspended_account(service, key)
    guest = RatedTableNewcomer(
        account.name, await AccountStore(service.store).list_account_keys_sharing_browser(account.id)
    )
    holders = {holder for holder, seat in await service.store.list_claims_in_match(match.id) if seat >= 0}
    if guest.same_browser_keys & holders:
        raise NotAllowed(SAME_BROWSER)
    return guest


def require_not_seated_at_rated_table(match: Match, key: str, newcomer: RatedTableNewcomer | None) -> None:
    """Raises NotAllowed when the key, or another account of its browser, holds a seat of a rated table already.

    Asked again where the seat is taken: two who ask at once are both not seated before.
    """
    if not match.setup.rated:
        return
    is_host_seated = any(seat.kind == "person" for seat in match.setup.seats)
    seated = {device for seat in match.seats for device in seat.devices}
    seated |= {match.setup.host_key} if is_host_seated else set()
    if key in seated:
        raise NotAllowed("Nobody sits twice at a rated table.")
    if newcomer is not None and newcomer.same_browser_keys & seated:
        raise NotAllowed(SAME_BROWSER)
