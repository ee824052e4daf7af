"""Tournaments of people: open one, sign up, let it begin, look, watch a table."""

import secrets
from fractions import Fraction
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import JSONBody, PathParameter

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.competitions.standings import compute_points_of_table, list_points_by_place
from aerodrome.core.option_specs import list_seat_options_left_to_lot
from aerodrome.matches import competition_changes, util
from aerodrome.matches.accounts import Account
from aerodrome.matches.competition_changes import (
    build_empty_table_setup,
    require_competition_may_be_rated,
    require_organiser,
)
from aerodrome.matches.competition_state import Competition, CompetitionSettings, CompetitionTable
from aerodrome.matches.competition_store import ListedCompetition
from aerodrome.matches.display_names import clean_and_require_name
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.events import ClockRules
from aerodrome.matches.match import Match
from aerodrome.matches.match_creation import require_known_level
from aerodrome.matches.seat_access import list_held_seats
from aerodrome.matches.suspensions import require_not_suspended
from aerodrome.server import schemas, serializers
from aerodrome.server.account_access import find_account, require_account
from aerodrome.server.clock_rules import build_clock_rules
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller
from aerodrome.server.identity import Caller

MAX_ORGANISED = 3
"""So many unfinished tournaments somebody may organise."""
MAX_ENTERED = 10
"""In so many unfinished ones somebody may take part."""
MAX_STARTS_AHEAD_MS = 90 * 86_400_000
LISTED, LISTED_OVER = 50, 30
NEEDS_ACCOUNT = "A tournament is for people with an account: keep your tables first."
CompetitionIdPath = Annotated[str, PathParameter(max_length=32, description="The id of a tournament")]


# Opening one


@post("/tournaments", status_code=201)
async def create_tournament(
    data: JSONBody[schemas.NewTournamentRequest], context: Context, caller: CurrentCaller
) -> schemas.CreatedTournament:
    """Open a tournament; the caller is its organiser, and signs up like everybody else."""
    account = await require_account(context, caller, NEEDS_ACCOUNT)
    await require_not_suspended(context.service.store, account.key)
    context.new_match_limiter.acquire_token(*caller.clients_for_rate_limits)
    now_ms = util.now_ms()
    if data.starts_at is not None and not now_ms < data.starts_at <= now_ms + MAX_STARTS_AHEAD_MS:
        raise MalformedRequest("A tournament begins in the future, within 90 days.")
    competition = Competition(
        id=secrets.token_urlsafe(9),
        organiser=account.id,
        organiser_name=account.name,
        settings=_build_competition_settings(data),
        seed=secrets.token_hex(16),
        created_ms=now_ms,
        is_public=data.public,
        starts_ms=data.starts_at,
    )
    await context.competitions.store.create_competition(competition, MAX_ORGANISED)
    return schemas.CreatedTournament(competition.id)


def _build_competition_settings(data: schemas.NewTournamentRequest) -> CompetitionSettings:
    """What the organiser chose, with the options as they are when nothing else is said. Raises MatchError."""
    clock = build_clock_rules(data.clock)
    if clock is None:
        raise MalformedRequest("A tournament needs a clock: nobody should wait for somebody who does not come.")
    settings = CompetitionSettings(
        name=clean_and_require_name(data.name, schemas.MAX_COMPETITION_NAME),
        title=data.title,
        table_size=data.table_size,
        rounds=data.rounds,
        clock=ClockRules(clock.per_move, clock.per_game, "seat"),
        format=data.format,
        seating=data.seating,
        scoring=data.scoring,
        options=data.options,
        rated=data.rated,
        bot_level=data.bot_level or SUBSTITUTE_LEVEL,
        max_people=data.max_people,
        fill_to=data.fill_to,
    )
    trial = Match("", build_empty_table_setup(settings, ""))
    require_known_level(settings.bot_level, trial.game)
    require_competition_may_be_rated(settings)
    return settings


# Taking part


@post("/tournaments/{id:str}/sign-up", status_code=200)
async def sign_up_for_tournament(
    id: CompetitionIdPath, context: Context, caller: CurrentCaller
) -> schemas.TournamentPage:
    """Take part."""
    account = await require_account(context, caller, NEEDS_ACCOUNT)
    await require_not_suspended(context.service.store, account.key)
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    competition = await context.competitions.store.load_competition(id)
    entered = await context.competitions.store.count_unfinished_entered_by_account(account.id)
    if entered >= MAX_ENTERED and competition.find_entrant_of_account(account.id) is None:
        raise NotAllowed(f"You take part in {entered} tournaments that are not over: that is enough at once.")
    same_browser = await context.sessions.accounts.list_account_keys_sharing_browser(account.id)
    changed = await context.competitions.change_competition_and_load_new_tables(
        id, lambda one: competition_changes.sign_up_person(one, account, same_browser, util.now_ms())
    )
    return await _build_tournament_page(context, changed, account)


@post("/tournaments/{id:str}/withdraw", status_code=200)
async def withdraw_from_tournament(
    id: CompetitionIdPath, context: Context, caller: CurrentCaller
) -> schemas.TournamentPage:
    """Take part no more: at once before it begins, else from the next round on."""
    account = await require_account(context, caller, NEEDS_ACCOUNT)
    context.table_limiter.acquire_token(caller.key)

    def change(competition: Competition) -> None:
        entrant = competition.find_entrant_of_account(account.id)
        if entrant is None:
            raise InvalidState("You do not take part.")
        competition_changes.withdraw_entrant(competition, entrant.number)

    return await _build_tournament_page(
        context, await context.competitions.change_competition_and_load_new_tables(id, change), account
    )


# What the organiser does


async def _change_tournament_as_organiser(
    context: AppContext, caller: Caller, id: str, change: competition_changes.Change
) -> schemas.TournamentPage:
    account = await require_account(context, caller, NEEDS_ACCOUNT)
    context.table_limiter.acquire_token(caller.key)

    def check_and_change(competition: Competition) -> list[competition_changes.NewCompetitionTable] | None:
        require_organiser(competition, account)
        return change(competition)

    return await _build_tournament_page(
        context, await context.competitions.change_competition_and_load_new_tables(id, check_and_change), account
    )


@post("/tournaments/{id:str}/start", status_code=200)
async def start_tournament(id: CompetitionIdPath, context: Context, caller: CurrentCaller) -> schemas.TournamentPage:
    """The first round begins now."""
    return await _change_tournament_as_organiser(
        context, caller, id, lambda one: competition_changes.start_competition(one, util.now_ms())
    )


@post("/tournaments/{id:str}/remove", status_code=200)
async def remove_entrant(
    id: CompetitionIdPath, data: JSONBody[schemas.RemoveEntrantRequest], context: Context, caller: CurrentCaller
) -> schemas.TournamentPage:
    """Somebody takes part no more: at once before it begins, else from the next round on."""
    return await _change_tournament_as_organiser(
        context, caller, id, lambda one: competition_changes.withdraw_entrant(one, data.entrant)
    )


@post("/tournaments/{id:str}/cancel", status_code=200)
async def cancel_tournament(id: CompetitionIdPath, context: Context, caller: CurrentCaller) -> schemas.TournamentPage:
    """Call it off."""
    return await _change_tournament_as_organiser(
        context, caller, id, lambda one: competition_changes.cancel_competition(one, util.now_ms())
    )


@post("/tournaments/{id:str}/end", status_code=200)
async def end_tournament_early(
    id: CompetitionIdPath, context: Context, caller: CurrentCaller
) -> schemas.TournamentPage:
    """End it as it stands; tables that are not over do not count."""
    return await _change_tournament_as_organiser(
        context, caller, id, lambda one: competition_changes.end_competition_early(one, util.now_ms())
    )


# Looking


@get("/tournaments", is_expensive=True)
async def list_tournaments(context: Context, caller: CurrentCaller) -> schemas.TournamentList:
    """Public tournaments and one's own."""
    store, account = context.competitions.store, caller.account_id
    return schemas.TournamentList(
        [_build_tournament_summary(one) for one in await store.list_competitions(("open",), account, LISTED)],
        [_build_tournament_summary(one) for one in await store.list_competitions(("running",), account, LISTED)],
        [
            _build_tournament_summary(one)
            for one in await store.list_competitions(("over", "cancelled"), account, LISTED_OVER)
        ],
    )


def _build_tournament_summary(competition: ListedCompetition) -> schemas.TournamentSummary:
    settings = competition.settings
    return schemas.TournamentSummary(
        id=competition.id,
        name=settings.name,
        title=settings.title,
        status=competition.status,
        format=settings.format,
        table_size=settings.table_size,
        rounds=settings.rounds,
        round=competition.round,
        people=competition.people,
        max_people=settings.max_people,
        rated=settings.rated,
        clock=serializers.build_clock_settings(settings.clock),
        starts_at=competition.starts_ms,
        is_mine=competition.is_mine,
    )


@get("/tournaments/{id:str}", is_expensive=True)
async def get_tournament(id: CompetitionIdPath, context: Context, caller: CurrentCaller) -> schemas.TournamentPage:
    """One tournament, for everybody who has its address."""
    account = await find_account(context, caller)
    return await _build_tournament_page(context, await context.competitions.store.load_competition(id), account)


@post("/tournaments/{id:str}/watch", status_code=200)
async def watch_tournament_table(
    id: CompetitionIdPath, data: JSONBody[schemas.WatchTournamentTableRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.JoinedMatch]:
    """A spectator's place at a table of the tournament; who sits there already keeps the seat."""
    context.join_limiter.acquire_token(*caller.clients_for_rate_limits)
    competition = await context.competitions.store.load_competition(id)
    if data.match not in [table.match_id for table in competition.tables]:
        raise NotFound("There is no such table in this tournament.")
    live = await context.service.get_match(data.match)
    if not await list_held_seats(context.service, live, caller.key):
        await context.service.add_seat_claim(live, caller.key, -1)
    return Response(schemas.JoinedMatch(live.match.id, None), status_code=200, cookies=[caller.build_browser_cookie()])


async def _build_tournament_page(
    context: AppContext, competition: Competition, account: Account | None
) -> schemas.TournamentPage:
    settings = competition.settings
    me = competition.find_entrant_of_account(account.id) if account is not None else None
    kept = await context.service.store.filter_readable_matches([table.match_id for table in competition.tables])
    return schemas.TournamentPage(
        id=competition.id,
        name=settings.name,
        title=settings.title,
        status=competition.status,
        end_reason=competition.end_reason,
        format=settings.format,
        seating=settings.seating,
        scoring=settings.scoring,
        table_size=settings.table_size,
        rounds=settings.rounds,
        place_points=list_points_by_place(settings.table_size, settings.scoring),
        clock=serializers.build_clock_settings(settings.clock),
        options=serializers.list_unusual_options(
            settings.title, settings.options, list_seat_options_left_to_lot(settings.title, settings.options)
        ),
        rated=settings.rated,
        bot_level=settings.bot_level,
        max_people=settings.max_people,
        fill_to=settings.fill_to,
        public=competition.is_public,
        starts_at=competition.starts_ms,
        created_at=competition.created_ms,
        ended_at=competition.ended_ms,
        organiser=competition.organiser_name,
        is_organiser=account is not None and competition.organiser == account.id,
        me=None if me is None else me.number,
        round=competition.round,
        entrants=[
            schemas.TournamentEntrant(
                one.number, one.shown_name, one.kind, one is me, one.last_round is not None, one.first_round
            )
            for one in competition.entrants
        ],
        played=[
            schemas.TournamentRound(
                number,
                [
                    _build_tournament_table(competition, table, kept, None if me is None else me.number)
                    for table in competition.list_tables_of_round(number)
                ],
            )
            for number in range(1, competition.round + 1)
        ],
        standings=[
            schemas.TournamentStanding(
                one.entrant,
                one.rank,
                _round_to_hundredths(one.points),
                _round_to_hundredths(one.wins),
                _round_to_hundredths(one.met_points),
            )
            for one in competition.compute_standings()
        ],
    )


def _build_tournament_table(
    competition: Competition, table: CompetitionTable, kept_match_ids: set[str], own_entrant: int | None
) -> schemas.TournamentTable:
    seats = [schemas.TournamentSeat(entrant) for entrant in table.entrants]
    counted = table.to_finished_table_if_counted()
    if counted is not None:
        points = compute_points_of_table(counted, competition.settings.scoring)
        seats = [
            schemas.TournamentSeat(
                entrant,
                None if counted.places is None else counted.places[seat],
                _round_to_hundredths(points[seat]),
                seat in counted.left,
            )
            for seat, entrant in enumerate(table.entrants)
        ]
    match_id = table.match_id if table.match_id in kept_match_ids else None
    return schemas.TournamentTable(table.number, table.status, seats, own_entrant in table.entrants, match_id)


def _round_to_hundredths(value: Fraction) -> float:
    return round(float(value), 2)


router = Router(
    "/api",
    route_handlers=[
        list_tournaments,
        create_tournament,
        get_tournament,
        sign_up_for_tournament,
        withdraw_from_tournament,
        start_tournament,
        remove_entrant,
        cancel_tournament,
        end_tournament_early,
        watch_tournament_table,
    ],
)
