"""Titles; making, finding and joining matches."""

from functools import cache
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from aerodrome.core import library, rulebook
from aerodrome.server import present, wire
from aerodrome.server.house import House
from aerodrome.server.identity import Caller
from aerodrome.server.params import TheCaller, TheHouse, TitleName
from aerodrome.server.settings import Limits
from aerodrome.table import doings
from aerodrome.table.doings import Plan, SeatWish
from aerodrome.table.journal import ClockRules
from aerodrome.table.service import Live
from aerodrome.table.titles import settings
from aerodrome.table.troubles import NotAllowed
from aerodrome.table.workers import OFFERED


@cache
def _title(name: str) -> wire.TitleInfo:
    game = library.load(name)
    options = [
        wire.OptionInfo(s.name, s.description, s.type, s.people, s.default, s.choices, s.min, s.max)
        for s in settings(name)
    ]
    names = [game.seat_name(seat) for seat in range(game.seats_max)]
    return wire.TitleInfo(name, game.seats_min, game.seats_max, options, list(OFFERED), names)


def _known(title: str) -> str:
    if title not in library.titles():
        raise NotFoundException("There is no such title.")
    return title


def playable() -> list[wire.TitleInfo]:
    """Loads what is not loaded yet, which takes a moment: not for the event loop."""
    found = []
    for name in library.titles():
        try:
            found.append(_title(name))
        except ImportError:
            continue
    return found


@get("/titles", sync_to_thread=True)
def titles() -> wire.Titles:
    """The titles that can be played, with their options."""
    return wire.Titles(playable())


@get("/titles/{title:str}/rules", sync_to_thread=True)
def rules(title: TitleName) -> wire.Rules:
    """The rules digest of a title."""
    try:
        found = rulebook.entries(_known(title))
    except FileNotFoundError:
        raise NotFoundException("This title has no digest.") from None
    return wire.Rules([wire.RuleInfo(rule.id, rule.section, rule.text) for rule in found.values()])


@get("/titles/{title:str}/board", sync_to_thread=True)
def board(title: TitleName) -> dict[str, Any]:
    """What is printed on a title's board, with the default options."""
    return library.load(_known(title)).board()


def _clock(plan: wire.ClockPlan | None) -> ClockRules | None:
    if plan is None or (plan.per_move is None and plan.per_game is None):
        return None
    move = None if plan.per_move is None else plan.per_move * 1000
    game = None if plan.per_game is None else plan.per_game * 1000
    return ClockRules(move, game, plan.then)


def _wishes(seats: list[wire.SeatPlan]) -> list[SeatWish]:
    return [SeatWish(seat.kind, seat.level, seat.name) for seat in seats]


async def _room_for_one_more(house: House, caller: Caller) -> None:
    house.new_tables.take(caller.address)
    if caller.known and await house.tables.store.open_tables(caller.key) >= house.settings.limits.open_tables:
        raise NotAllowed("You have too many open tables: finish or leave some first.")


def _made(caller: Caller, live: Live) -> Response[wire.Created]:
    return Response(present.created(live.match), status_code=201, cookies=[caller.cookie()])


@post("/matches", status_code=201)
async def new_match(data: JSONBody[wire.NewMatch], house: TheHouse, caller: TheCaller) -> Response[wire.Created]:
    """A new match. It starts by itself when no seat is open."""
    await _room_for_one_more(house, caller)
    plan = Plan(
        data.title, _wishes(data.seats), data.options, data.mode, _clock(data.clock), data.hints, data.watchable
    )
    return _made(caller, await doings.make(house.tables, plan, caller.key))


@post("/matches/import", status_code=201, request_max_body_size=Limits().record)
async def import_match(data: JSONBody[wire.ImportMatch], house: TheHouse, caller: TheCaller) -> Response[wire.Created]:
    """A record goes on as a new match, from any of its positions."""
    await _room_for_one_more(house, caller)
    plan = Plan("", _wishes(data.seats), {}, data.mode, _clock(data.clock), data.hints, data.watchable)
    record = msgspec.json.encode(data.record)
    return _made(caller, await doings.bring(house.tables, plan, caller.key, record, data.position))


@post("/join", status_code=200)
async def join(data: JSONBody[wire.Join], house: TheHouse, caller: TheCaller) -> Response[wire.Joined]:
    """Exchange a link's token for the seat it opens, remembered by the cookie."""
    house.joins.take(caller.address)
    live, seat = await doings.join(house.tables, data.token, caller.key, data.name)
    return Response(wire.Joined(live.match.id, seat), status_code=200, cookies=[caller.cookie()])


@get("/tables")
async def my_tables(house: TheHouse, caller: TheCaller) -> wire.Tables:
    """My tables, those where something last happened first."""
    held: dict[str, list[int]] = {}
    if caller.known:
        for match, seat in await house.tables.store.held(caller.key):
            held.setdefault(match, []).append(seat)
    newest = list(held)[-house.settings.limits.open_tables :]
    lines = [_line(await house.tables.get(match), held[match]) for match in newest]
    return wire.Tables(sorted(lines, key=lambda line: -line.moved))


def _line(live: Live, held: list[int]) -> wire.TableInfo:
    match = live.match
    mine = sorted(seat for seat in held if seat >= 0)
    return wire.TableInfo(
        id=match.id,
        title=match.setup.title,
        status=match.status,
        names=[seat.name for seat in match.seats],
        seats=mine,
        my_turn=any(match.seats[seat].asked_at is not None for seat in mine),
        moved=match.moved,
    )


router = Router("/api", route_handlers=[titles, rules, board, new_match, import_match, join, my_tables])
