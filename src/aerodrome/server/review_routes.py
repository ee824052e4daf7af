"""Reviews of finished matches: for those who sat there, and for everybody once all of them agree."""

from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter

from aerodrome.matches.errors import NotAllowed
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.review_jobs import ReviewJob, ReviewJobs, ReviewSharingState, require_reviewable
from aerodrome.matches.review_work import ReviewedPosition
from aerodrome.reviews.model import CHANCE_STEP, ChanceTable, JudgedDecision, Moment
from aerodrome.server import schemas
from aerodrome.server.dependencies import Access, Context, CurrentCaller, SeatQuery, provide_match_access
from aerodrome.server.identity import Caller, MatchAccess

PositionPath = Annotated[int, PathParameter(ge=0, le=1_000_000)]
TokenPath = Annotated[str, PathParameter(min_length=16, max_length=64, description="The token of a public link")]


def _require_sat_and_reviewable(access: MatchAccess) -> None:
    """Whoever only watched sees the review when it is public."""
    if not access.seats and not access.is_host:
        raise NotAllowed("Only those who sat at this table see its review, as long as it is not public.")
    require_reviewable(access.match)


@get("/", is_expensive=True)
async def get_review(access: Access, caller: CurrentCaller) -> schemas.ReviewInfo:
    """The review as far as it is done."""
    _require_sat_and_reviewable(access)
    reviews = access.service.reviews
    job = await reviews.get_or_create_review_job(access.live)
    await reviews.rebuild_review_if_due(job, caller.build_share_key(access.match.id))
    sharing = _build_review_sharing(await reviews.get_sharing_state(access.match))
    return _build_review_info(access.live, job, access.seats, sharing)


@post("/", status_code=200)
async def start_review(access: Access, context: Context, caller: CurrentCaller) -> schemas.ReviewProgress:
    """Begin the review, or go on with one that was broken off."""
    _require_sat_and_reviewable(access)
    context.table_limiter.acquire_token(caller.key)
    return _build_review_progress(await access.service.reviews.start_or_continue_review(access.live))


@get("/progress")
async def get_review_progress(access: Access) -> schemas.ReviewProgress:
    """How far it is."""
    _require_sat_and_reviewable(access)
    return _build_review_progress(await access.service.reviews.get_or_create_review_job(access.live))


@get("/positions/{position:int}", is_expensive=True)
async def get_review_position(
    position: PositionPath, access: Access, caller: CurrentCaller, seat: SeatQuery = None
) -> schemas.ReviewPosition:
    """A position with what was played and what was better there."""
    _require_sat_and_reviewable(access)
    viewer = access.resolve_viewer(seat)
    return await _build_review_position(access.service.reviews, access.live, position, viewer, caller)


@get("/page", is_expensive=True)
async def download_review(access: Access, caller: CurrentCaller) -> Response[bytes]:
    """The whole review as one HTML file."""
    _require_sat_and_reviewable(access)
    return await _build_review_download(access.service.reviews, access.live, caller)


@post("/sharing", status_code=200)
async def set_review_consent(
    data: JSONBody[schemas.ReviewSharingConsentRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.ReviewSharing:
    """Agree that everybody may see the review, or take that back."""
    _require_sat_and_reviewable(access)
    context.table_limiter.acquire_token(caller.key)
    return _build_review_sharing(
        await access.service.reviews.set_sharing_consent(access.live, access.seats, data.agree)
    )


@get("/", is_expensive=True)
async def get_public_review(token: TokenPath, context: Context, caller: CurrentCaller) -> schemas.ReviewInfo:
    """A review that all who sat there made public."""
    reviews = context.service.reviews
    live = await reviews.require_match_of_public_review(token, context.service.get_match)
    job = await reviews.get_or_create_review_job(live)
    await reviews.rebuild_review_if_due(job, caller.build_share_key(live.match.id))
    return _build_review_info(live, job, [], None)


@get("/positions/{position:int}", is_expensive=True)
async def get_public_review_position(
    token: TokenPath, position: PositionPath, context: Context, caller: CurrentCaller
) -> schemas.ReviewPosition:
    """A position of a public review."""
    reviews = context.service.reviews
    live = await reviews.require_match_of_public_review(token, context.service.get_match)
    return await _build_review_position(reviews, live, position, None, caller)


@get("/page", is_expensive=True)
async def download_public_review(token: TokenPath, context: Context, caller: CurrentCaller) -> Response[bytes]:
    """A public review as one HTML file."""
    reviews = context.service.reviews
    live = await reviews.require_match_of_public_review(token, context.service.get_match)
    return await _build_review_download(reviews, live, caller)


async def _build_review_download(reviews: ReviewJobs, live: LiveMatch, caller: Caller) -> Response[bytes]:
    page = await reviews.render_html_page(
        await reviews.get_or_create_review_job(live), caller.build_share_key(live.match.id)
    )
    headers = {"Content-Disposition": f'attachment; filename="review-{live.match.setup.title}.html"'}
    return Response(page.encode(), media_type="text/html; charset=utf-8", headers=headers)


async def _build_review_position(
    reviews: ReviewJobs, live: LiveMatch, position: int, viewer: int | None, caller: Caller
) -> schemas.ReviewPosition:
    job, share = await reviews.get_or_create_review_job(live), caller.build_share_key(live.match.id)
    await reviews.rebuild_review_if_due(job, share)
    decision = job.find_judged_decision(position)
    found = await reviews.get_reviewed_position(live, job, position, viewer, share)
    return schemas.ReviewPosition(
        position=position,
        viewer=viewer if decision is None else decision.seat,
        view=found.view,
        actors=found.actors,
        round=found.round,
        ask=found.ask,
        decision=None if decision is None else _build_decision_info(decision),
        alternatives=[] if decision is None else _build_alternatives(decision, found),
        chance=_build_chance_table(job.find_chance_table(position)),
    )


def _build_chance_table(table: ChanceTable | None) -> schemas.ReviewChanceTable | None:
    if table is None:
        return None
    rows = [schemas.ReviewChanceRow(one.words, one.odds, one.alike, one.chances, one.came) for one in table.rows]
    return schemas.ReviewChanceTable(table.seat, table.looked_at, table.possible, rows)


def _build_alternatives(decision: JudgedDecision, reviewed: ReviewedPosition) -> list[schemas.ReviewAlternative]:
    return [
        schemas.ReviewAlternative(
            words=one.words,
            chance=one.chance,
            error=one.error,
            line=one.line,
            is_played=one.action == decision.played.action,
            is_best=one.action == decision.best.action,
            where=looked.where,
            view=looked.view,
        )
        for one, looked in zip(decision.alternatives, reviewed.alternatives, strict=True)
    ]


def _build_decision_info(decision: JudgedDecision) -> schemas.ReviewDecisionInfo:
    return schemas.ReviewDecisionInfo(
        decision.position, decision.seat, decision.loss, decision.error, decision.is_clear
    )


def _build_review_progress(job: ReviewJob) -> schemas.ReviewProgress:
    return schemas.ReviewProgress(job.status, len(job.results), job.task_count, len(job.results), job.error)


def _build_review_sharing(sharing: ReviewSharingState) -> schemas.ReviewSharing:
    link = None if sharing.token is None else f"/r/{sharing.token}"
    return schemas.ReviewSharing(sharing.agreed, sharing.missing, link)


def _build_review_info(
    live: LiveMatch, job: ReviewJob, seats: list[int], sharing: schemas.ReviewSharing | None
) -> schemas.ReviewInfo:
    match, review = live.match, job.review
    assert job.outline is not None
    return schemas.ReviewInfo(
        progress=_build_review_progress(job),
        title=match.setup.title,
        board=match.game.board(),
        seats=[
            schemas.ReviewSeat(
                seat, match.game.seat_name(seat), state.name, state.kind, state.level, state.replaced_reason
            )
            for seat, state in enumerate(match.seats)
        ],
        me=seats,
        position=match.actions_in_force_count,
        winners=list(match.winners),
        start=_round_chances(job.get_chances(0)),
        steps=[
            schemas.ReviewedStretchInfo(
                step.kind,
                step.begin,
                step.end,
                step.seat,
                step.round,
                _round_chances(job.get_chances(number)),
                _round_chances(None if review is None else review.steps[number - 1].errors),
            )
            for number, step in enumerate(job.outline.steps, 1)
        ],
        decisions=[] if review is None else [_build_decision_info(one) for one in review.decisions],
        moments=[] if review is None else [_build_review_moment(job, one) for one in review.moments],
        summaries=[]
        if review is None
        else [
            schemas.ReviewSeatSummary(**msgspec.structs.asdict(one), result_without_luck=one.result_without_luck)
            for one in review.summaries
        ],
        turning_points=[] if review is None else review.turning_points,
        sharing=sharing,
    )


def _build_review_moment(job: ReviewJob, moment: Moment) -> schemas.ReviewMoment:
    decision = None if moment.kind == CHANCE_STEP else job.find_judged_decision(moment.position)
    return schemas.ReviewMoment(
        **msgspec.structs.asdict(moment),
        played="" if decision is None else decision.played.words,
        better="" if decision is None else decision.best.words,
    )


def _round_chances(chances: list[float] | None) -> list[float]:
    return [] if chances is None else [round(chance, 4) for chance in chances]


router = Router(
    "/api/matches/{id:str}/review",
    dependencies={"access": Provide(provide_match_access)},
    route_handlers=[
        get_review,
        start_review,
        get_review_progress,
        get_review_position,
        download_review,
        set_review_consent,
    ],
)
public_router = Router(
    "/api/reviews/{token:str}",
    route_handlers=[get_public_review, get_public_review_position, download_public_review],
)
