"""Everything below /api/matches/{id}: the room, its stream, and what people do there."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from aerodrome.core.actions import Refusal
from aerodrome.server import present, wire
from aerodrome.server.house import House
from aerodrome.server.identity import Caller, place
from aerodrome.server.notices import checked, shown
from aerodrome.server.params import MatchId, SeatQuery, TheCaller, TheHouse
from aerodrome.server.stream import events
from aerodrome.table import doings, moves
from aerodrome.table.service import Live, task
from aerodrome.table.troubles import NotAllowed, NotFound, NotNow


@get("/")
async def room(id: MatchId, house: TheHouse, caller: TheCaller, seat: SeatQuery = None) -> wire.Room:
    """The whole room, as the caller may know it."""
    at = await place(house.tables, caller, id)
    return present.room(at.live, at.seats, at.looking_from(seat), at.host)


@get("/events", media_type="text/event-stream")
async def stream(
    id: MatchId,
    house: TheHouse,
    caller: TheCaller,
    seat: SeatQuery = None,
    after: Annotated[int | None, QueryParameter(ge=0, le=1_000_000, description="Like Last-Event-ID")] = None,
    last_event_id: Annotated[int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=1_000_000)] = None,
) -> Stream:
    """Live updates as server-sent events; without an id, from now on."""
    at = await place(house.tables, caller, id)
    who = at.looking_from(seat)
    house.check_streams(caller)
    start = last_event_id if last_event_id is not None else after
    begin = at.live.match.n if start is None else start
    return Stream(
        _counted(house, caller, at.live, who, begin),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


async def _counted(house: House, caller: Caller, live: Live, who: int | None, after: int) -> AsyncIterator[bytes]:
    house.streams[caller.key] += 1
    try:
        async for chunk in events(house.tables, live, who, after):
            yield chunk
    finally:
        house.stream_closed(caller)


@post("/actions", status_code=200)
async def act(id: MatchId, data: JSONBody[wire.Act], house: TheHouse, caller: TheCaller) -> wire.Acted:
    """Answer the question with this number."""
    at = await place(house.tables, caller, id)
    seat = at.acting_as(data.seat)
    repeated = await doings.act(house.tables, at.live, seat, data.seq, data.action)
    return wire.Acted(at.live.match.n, at.live.match.seq, repeated)


@post("/judge", status_code=200)
async def judge(id: MatchId, data: JSONBody[wire.Judge], house: TheHouse, caller: TheCaller) -> wire.Judged:
    """Would this be allowed now, and why not?"""
    at = await place(house.tables, caller, id)
    seat = at.acting_as(data.seat)
    match = at.live.match
    moves.expect_started(match)
    action = moves.parse(match, data.action)
    refusal: Refusal | None = match.game.why_not(match.record.state, seat, action)
    if refusal is not None:
        return wire.Judged(False, "", refusal.rule, refusal.text)
    return wire.Judged(True, match.game.say(match.record.state, seat, action), "", "")


@get("/at/{position:int}")
async def at_position(
    id: MatchId,
    position: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    house: TheHouse,
    caller: TheCaller,
    seat: SeatQuery = None,
) -> wire.Moment:
    """The table after so many actions, as the caller could see it then."""
    at = await place(house.tables, caller, id)
    if position > at.live.match.position:
        raise NotFound("The match has not come that far.")
    return present.moment(at.live.match, position, at.looking_from(seat))


@get("/numbers")
async def numbers(id: MatchId, house: TheHouse, caller: TheCaller, seat: SeatQuery = None) -> wire.Numbers:
    """The title's figures over the match, as far as the caller may know them."""
    at = await place(house.tables, caller, id)
    return await asyncio.to_thread(present.numbers, at.live.match, at.looking_from(seat))


@post("/hint", status_code=200)
async def hint(id: MatchId, data: JSONBody[wire.SeatBody], house: TheHouse, caller: TheCaller) -> wire.Hint:
    """Up to three choices with what a strong bot expects of them."""
    at = await place(house.tables, caller, id)
    seat = at.acting_as(data.seat)
    match = at.live.match
    if not match.setup.hints:
        raise NotAllowed("This table plays without hints.")
    asked_at = match.seats[seat].asked_at
    if asked_at is None:
        raise NotNow("You are not asked anything now.")
    house.hints.take(caller.key)
    found = await house.tables.workers.hint(task(match, seat))
    return wire.Hint(asked_at, "ace", [wire.Advice(*advice) for advice in found])


@post("/undo", status_code=200)
async def undo(id: MatchId, data: JSONBody[wire.TakeBack], house: TheHouse, caller: TheCaller) -> wire.Done:
    """Take back a choice or the turn; further back starts a vote."""
    at = await place(house.tables, caller, id)
    seat = at.acting_as(data.seat)
    return wire.Done(await doings.take_back(house.tables, at.live, seat, data.what, data.to))


@post("/vote", status_code=200)
async def vote(id: MatchId, data: JSONBody[wire.VoteBody], house: TheHouse, caller: TheCaller) -> wire.Done:
    at = await place(house.tables, caller, id)
    return wire.Done(await doings.vote(house.tables, at.live, at.acting_as(data.seat), data.id, data.agree))


@post("/chat", status_code=200)
async def chat(id: MatchId, data: JSONBody[wire.Say], house: TheHouse, caller: TheCaller) -> wire.Done:
    at = await place(house.tables, caller, id)
    return wire.Done(await doings.say(house.tables, at.live, at.acting_as(data.seat), data.text))


@post("/orders", status_code=200)
async def order(id: MatchId, data: JSONBody[wire.GiveOrder], house: TheHouse, caller: TheCaller) -> wire.Done:
    at = await place(house.tables, caller, id)
    return wire.Done(await doings.order(house.tables, at.live, at.acting_as(data.seat), data.key, data.given))


@post("/leave", status_code=200)
async def leave(id: MatchId, data: JSONBody[wire.SeatBody], house: TheHouse, caller: TheCaller) -> wire.Done:
    """A bot plays on for me."""
    at = await place(house.tables, caller, id)
    return wire.Done(await doings.leave(house.tables, at.live, at.acting_as(data.seat)))


@post("/takeback", status_code=200)
async def takeback(id: MatchId, data: JSONBody[wire.SeatBody], house: TheHouse, caller: TheCaller) -> wire.Done:
    """Sit down again where a bot played for me."""
    at = await place(house.tables, caller, id)
    return wire.Done(await doings.come_back(house.tables, at.live, at.acting_as(data.seat)))


@post("/replace", status_code=200)
async def replace(id: MatchId, data: JSONBody[wire.Replace], house: TheHouse, caller: TheCaller) -> wire.Done:
    """A bot for an open seat, for mine, or by vote for another's."""
    at = await place(house.tables, caller, id)
    seat = -1 if at.host and not at.seats else at.acting_as(data.seat)
    return wire.Done(await doings.replace(house.tables, at.live, seat, data.target, data.level, at.host))


@post("/rename", status_code=200)
async def rename(id: MatchId, data: JSONBody[wire.Rename], house: TheHouse, caller: TheCaller) -> wire.Done:
    at = await place(house.tables, caller, id)
    return wire.Done(await doings.rename(house.tables, at.live, at.acting_as(data.seat), data.name))


@get("/notices")
async def notices(id: MatchId, house: TheHouse, caller: TheCaller, seat: SeatQuery = None) -> wire.NoticesInfo:
    at = await place(house.tables, caller, id)
    address = await house.tables.store.notice(id, at.acting_as(seat))
    return wire.NoticesInfo(bool(address), shown(address))


@post("/notices", status_code=200)
async def set_notices(
    id: MatchId, data: JSONBody[wire.Notices], house: TheHouse, caller: TheCaller
) -> wire.NoticesInfo:
    """Where to tell me that it is my turn."""
    at = await place(house.tables, caller, id)
    seat = at.acting_as(data.seat)
    if not house.settings.notices:
        raise NotAllowed("This server sends no notices.")
    address = data.address.strip()
    if address:
        await checked(address)
    await house.tables.store.set_notice(id, seat, address)
    return wire.NoticesInfo(bool(address), shown(address))


@post("/rematch", status_code=200)
async def rematch(id: MatchId, data: JSONBody[wire.SeatBody], house: TheHouse, caller: TheCaller) -> wire.Joined:
    """The same people once more; everybody holds their seat there."""
    at = await place(house.tables, caller, id)
    seat = at.acting_as(data.seat)
    house.new_tables.take(caller.address)
    live = await doings.again(house.tables, at.live)
    return wire.Joined(live.match.id, seat)


@get("/record")
async def record(id: MatchId, house: TheHouse, caller: TheCaller) -> Response[bytes]:
    """The whole record, for a match that is over: before that it would tell what is hidden."""
    at = await place(house.tables, caller, id)
    match = at.live.match
    if not match.over:
        raise NotNow("The record is yours when the match is over.")
    name = f"{match.setup.title}-{match.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(match.record_json(), media_type="application/json", headers=headers)


router = Router(
    "/api/matches/{id:str}",
    route_handlers=[
        room,
        stream,
        act,
        judge,
        at_position,
        numbers,
        hint,
        undo,
        vote,
        chat,
        order,
        leave,
        takeback,
        replace,
        rename,
        notices,
        set_notices,
        rematch,
        record,
    ],
)
