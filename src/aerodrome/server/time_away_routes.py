"""Time away: at one table, or at all slow tables of an account."""

from litestar import Router, get, post
from litestar.di import Provide
from litestar.params import JSONBody

from aerodrome.matches.time_away_commands import list_times_away, set_time_away_at_table, set_time_away_of_person
from aerodrome.server import schemas
from aerodrome.server.account_access import require_account
from aerodrome.server.dependencies import Access, Context, CurrentCaller, provide_match_access
from aerodrome.server.schemas.time_away import AwayPeriod, TimeAwayInfo, TimeAwayRequest


@get("/account/time-away")
async def get_time_away(context: Context, caller: CurrentCaller) -> TimeAwayInfo:
    """When I am away."""
    account = await require_account(context, caller)
    periods = await list_times_away(context.service.store, account.key)
    return TimeAwayInfo([AwayPeriod(*period) for period in periods])


@post("/account/time-away", status_code=200)
async def set_time_away_at_all_tables(
    data: JSONBody[TimeAwayRequest], context: Context, caller: CurrentCaller
) -> TimeAwayInfo:
    """My clocks stand in these periods, at all tables that allow it and at those that begin later."""
    account = await require_account(context, caller)
    context.table_limiter.acquire_token(caller.key)
    wanted = [(one.from_at, one.until_at) for one in data.periods]
    result = await set_time_away_of_person(context.service, account.key, wanted)
    periods = await list_times_away(context.service.store, account.key)
    return TimeAwayInfo([AwayPeriod(*period) for period in periods], result.tables, result.shortened)


@post("/time-away", status_code=200)
async def set_time_away_at_match(
    data: JSONBody[TimeAwayRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """My clock at this table stands in these periods, as far as it allows."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    wanted = [(one.from_at, one.until_at) for one in data.periods]
    await set_time_away_at_table(access.service, access.live, seat, wanted)
    return schemas.Ack(access.match.get_shown_version(seat))


router = Router("/api", route_handlers=[get_time_away, set_time_away_at_all_tables])
match_router = Router(
    "/api/matches/{id:str}",
    route_handlers=[set_time_away_at_match],
    dependencies={"access": Provide(provide_match_access)},
)
